"""Where an agent stands in a game's field; only games in which it plays are played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...agents import Agent
from ...agents.specs import SEARCHES, named
from ...envs.core.api.arguments import players_of
from ...envs.core.api.batch import GameBatch, check_seed
from ...envs.core.api.replay import box_hash
from ...envs.core.engine.game import Game
from ..code_hash import code_hash
from .arena import Progress, name_of, resolve_agent
from .display import (
    TabularResult,
    format_estimate,
    format_milliseconds,
    format_percent,
    interval_fields,
    new_table,
    without_nan,
)
from .head_to_head import head_to_head, shares_ahead
from .leaderboard.model import Leaderboard
from .leaderboard.season import SEARCH_BATCH, check_entries, standard_field
from .leaderboard.storage import MAX_GAMES_PER_DEAL, saved
from .results import AgentFigures, TournamentResult
from .schedule import lineups_of
from .statistics import CONFIDENCE, Estimate, ratings
from .tournaments import Entrant, check_agents, play_lineups, resolve_game

GAMES_ASKED = 1000


@dataclass
class Evaluation(TabularResult):
    """The games of one agent against a field, and its place in it.

    Attributes:
        agent: its name, the first of `result.agents`; the others are the field.
        result: the games, as those of a tournament.
        known: the field's leaderboard, if one fits; ratings are based on its games too.
    """

    agent: str
    result: TournamentResult
    known: Leaderboard | None

    @cached_property
    def figures(self) -> AgentFigures:
        """Its win share, mean rank, points, rating and time per decision."""
        return self._rated[0]

    @cached_property
    def ahead_of(self) -> dict[str, Estimate]:
        """How often it ends ahead of each agent of the field, by name; ties count half."""
        r = self.result
        pairs = head_to_head(r.seatings, r.ranks, len(r.agents), r.deals)
        return dict(zip(r.agents[1:], shares_ahead(pairs)[0][1:]))

    @property
    def beats(self) -> list[str]:
        """The agents that it ends ahead of more often than behind, beyond doubt of the intervals."""
        return [name for name, share in self.ahead_of.items() if share.low > 0.5]

    @property
    def beaten_by(self) -> list[str]:
        """The agents that end ahead of it more often than behind, beyond doubt of the intervals."""
        return [name for name, share in self.ahead_of.items() if share.high < 0.5]

    @property
    def place(self) -> Estimate:
        """Its place among all: 1, and one more for each that ends ahead of it more often than behind.

        The intervals leave it between `low` and `high`.
        """
        shares = self.ahead_of.values()
        last = 1 + len(self.ahead_of) - len(self.beats)
        return Estimate(1 + sum(share.value < 0.5 for share in shares), 1 + len(self.beaten_by), last)

    @cached_property
    def _rated(self) -> list[AgentFigures]:
        """The figures of all, with ratings that are based on the games among the field too."""
        r, games = self.result, [(self.result.seatings, self.result.ranks, self.result.deals)]
        if self.known is not None:
            games.append(_among(r.agents, self.known))
        games = [part for part in games if len(part[0])]
        seatings, ranks, deals = (np.concatenate(parts) for parts in zip(*games))
        each_half = np.concatenate([np.full(len(part[0]), 1 / len(part[0])) for part in games])
        rated = ratings(seatings, ranks, len(r.agents), deals, r.seed, each_half if len(games) > 1 else None)
        return [replace(figures, rating=rating) for figures, rating in zip(r.figures, rated)]

    def rows(self) -> list[dict[str, Any]]:
        """The figures of all in these games, the agent first; `ahead`: how often it ends ahead of each."""
        itself = Estimate(np.nan, np.nan, np.nan)
        return [
            {**figures.row(), **interval_fields("ahead", self.ahead_of.get(figures.name, itself))}
            for figures in self._rated
        ]

    def table(self) -> RenderableType:
        """Its figures, and how it does against each agent of the field."""
        return Group(self._line(), self._against(), Text(self._remarks()))

    def _line(self) -> Table:
        r, figures = self.result, self.figures
        table = new_table(r.heading, "win share %", "mean rank", "points", "ms per move")
        table.add_row(
            Text(named(self.agent)[0]),
            format_percent(figures.win_share),
            format_estimate(figures.mean_rank, 2),
            format_estimate(figures.mean_score, 1),
            format_milliseconds(figures.milliseconds),
        )
        return table

    def _against(self) -> Table:
        table = new_table("By rating", "rating", "ends behind it %", "verdict")
        for figures in sorted(self._rated, key=lambda figures: -figures.rating.mu):
            share = self.ahead_of.get(figures.name)
            table.add_row(
                Text(named(figures.name)[0]),
                format_estimate(figures.rating.estimate, 1) if figures.games else "-",
                "" if share is None else format_percent(share),
                "" if share is None else self._verdict(figures.name),
            )
        return table

    def _verdict(self, name: str) -> str:
        if name in self.beats:
            return "is beaten"
        return "beats it" if name in self.beaten_by else "even"

    def _remarks(self) -> str:
        r, place = self.result, self.place
        remarks = [
            f"Place {place.value:.0f} of {len(r.agents)} ({place.low:.0f}-{place.high:.0f}), by the number "
            "of agents that end ahead of it more often than behind.",
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is "
            f"{100 * r.fair_share:.1f} %.",
        ]
        if self.known is not None:
            remarks.append("Ratings are based on the games of the leaderboard too.")
        return "\n".join([*remarks, *r.cautions])

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None where there is no figure, without the games."""
        tree = self.result.as_json()
        for entry, figures in zip(tree["agents"], self._rated):
            entry["rating"] = without_nan(figures.rating._asdict())
            entry["milliseconds"] = without_nan(figures.milliseconds)
        place = {name: int(value) for name, value in self.place._asdict().items()}
        ahead = {name: without_nan(share._asdict()) for name, share in self.ahead_of.items()}
        verdict = {"place": place, "ahead_of": ahead, "beats": self.beats, "beaten_by": self.beaten_by}
        return {**tree, "agent": self.agent, **verdict}


def _among(agents: list[str], board: Leaderboard) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Seatings (by the numbers in `agents`), ranks and deals of a leaderboard's games among these agents.

    Games of an agent that had another policy then say nothing of it.
    """
    r, field = board.result, set(agents[1:]) - set(board.outdated)
    number = np.array([agents.index(name) if name in field else -1 for name in r.agents])
    seatings = number[r.seatings]
    kept = (seatings >= 0).all(axis=1)
    return seatings[kept], r.ranks[kept], r.deals[kept]


def evaluate(
    agent: str | Agent,
    game: Game | str,
    *,
    games: int = GAMES_ASKED,
    agents: Sequence[str | Agent] | None = None,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    batch: int | None = None,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> Evaluation:
    """Play an agent against a game's field, to see where it stands; it takes part in every game.

    Ctrl-C ends it early, with the games of the complete deals.

    Args:
        agent: a name as for `hustings.agents.make` ("my.module:Bot", a policy folder), or an agent.
        game: what is played.
        games: how many games, rounded up to whole deals.
        agents: the field; None for the bots and policies of the leaderboard that comes with hustings, if
            there is one for this number of players, box and options, otherwise for those of the game. A
            search, which takes a thousand times as long, is met where it is named.
        num_players: None for that of the leaderboard that comes with hustings, or without one for the game's
            smallest number.
        seed: of the deals, of the agents made from names, and of the ratings.
        options, box, threads: as for `GameBatch`.
        batch: as for `tournament`; None for 256, or 24 with searches, so that Ctrl-C loses little.
        on_progress: called with the games done and their total.

    Raises:
        HustingsError: for agents, numbers or options that do not fit, before anything is played; for an
            agent that raises or acts illegally.
    """
    described, key = resolve_game(game), check_seed(seed)
    board = saved(described, None if num_players is None else players_of(described, num_players))
    if num_players is None and board is not None:
        num_players = board.result.num_players
    template = GameBatch(described, 1, num_players, seed=key, box=box, options=options)
    made = resolve_agent(agent, described, key, 0)
    name, known = name_of(agent), None
    if agents is None:
        board = _fitting(board, template)
        field: Sequence[str | Agent] = (
            standard_field(described, template.num_players) if board is None else board.agents
        )
        agents = [entry for entry in field if entry != name and not is_search(entry)]
        known = board if board is not None and board.code == code_hash(described.name) else None
    check_agents(agents, 0, "one")
    entries = check_entries([agent, *agents])
    if batch is None and any(map(is_search, [agent, *agents])):
        batch = SEARCH_BATCH
    field_made = [resolve_agent(entry, described, key, number) for number, entry in enumerate(agents, 1)]
    result = play_lineups(
        described,
        [Entrant(*entrant) for entrant in zip(entries, [agent, *agents], [made, *field_made])],
        [(0, *others) for others in lineups_of(range(1, len(entries)), template.num_players - 1)],
        games,
        num_players=template.num_players,
        seed=key,
        box=template.box,
        batch=batch,
        threads=threads,
        most=MAX_GAMES_PER_DEAL,
        on_progress=on_progress,
    )
    return Evaluation(name, result, known)


def is_search(entry: str | Agent) -> bool:
    """Whether an agent of a field searches."""
    return isinstance(entry, str) and named(entry)[1].partition(":")[0] in SEARCHES


def _fitting(board: Leaderboard | None, template: GameBatch) -> Leaderboard | None:
    """The leaderboard, if its games had as many players and the same box."""
    if board is None or board.result.num_players != template.num_players:
        return None
    return board if board.result.box == box_hash(template.box) else None
