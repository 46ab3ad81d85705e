"""Where an agent stands: it sits down with a game's field, and only games in which it sits are played."""

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
from ...envs.core.api.batch import GameBatch, check_seed
from ...envs.core.api.replay import box_hash
from ...envs.core.engine.game import Game
from .arena import Progress, name_of, seat
from .display import Shown, columns, percent, plain, sheet, spread, time_words, words
from .head_to_head import meetings, shares_ahead
from .leaderboard.model import Leaderboard, code_of
from .leaderboard.season import MOST_A_DEAL, check_entries, field_of
from .leaderboard.storage import saved
from .schedule import lineups_of
from .statistics import CONFIDENCE, Estimate, ratings
from .tournaments import AgentFigures, Entrant, TournamentResult, check_list, game_of, hold

GAMES_ASKED = 1000


@dataclass
class Evaluation(Shown):
    """The games of one agent against a field, and where they leave it.

    Attributes:
        agent: its name, the first of `result.agents`; the others are the field.
        result: the games, as those of a tournament.
        known: the games among the field that ratings rest on too: those of its leaderboard, if one fits.
    """

    agent: str
    result: TournamentResult
    known: Leaderboard | None

    @cached_property
    def figures(self) -> AgentFigures:
        """Its line: win share, mean rank, points, rating, time a decision."""
        return self._rated[0]

    @cached_property
    def ahead_of(self) -> dict[str, Estimate]:
        """How often it ends ahead of each agent of the field, ties half, by name."""
        r = self.result
        met = meetings(r.seatings, r.ranks, len(r.agents), r.deals)
        return dict(zip(r.agents[1:], shares_ahead(met, r.seed)[0][1:]))

    @property
    def beats(self) -> list[str]:
        """Those it ends ahead of more often than behind, as far as the intervals tell."""
        return [name for name, share in self.ahead_of.items() if share.low > 0.5]

    @property
    def beaten_by(self) -> list[str]:
        """Those that end ahead of it more often than behind, as far as the intervals tell."""
        return [name for name, share in self.ahead_of.items() if share.high < 0.5]

    @property
    def place(self) -> Estimate:
        """Its place among all, 1 and one more for each that ends ahead of it more often than behind.

        It is from `low` to `high`, as far as the intervals tell.
        """
        shares = self.ahead_of.values()
        last = 1 + len(self.ahead_of) - len(self.beats)
        return Estimate(1 + sum(share.value < 0.5 for share in shares), 1 + len(self.beaten_by), last)

    @cached_property
    def _rated(self) -> list[AgentFigures]:
        """The figures of all, with ratings that rest on the games among the field too."""
        r, games = self.result, [(self.result.seatings, self.result.ranks, self.result.deals)]
        if self.known is not None:
            games.append(_among(r.agents, self.known))
        seatings, ranks, deals = (np.concatenate(parts) for parts in zip(*games))
        rated = ratings(seatings, ranks, len(r.agents), deals, r.seed)
        return [replace(figures, rating=rating) for figures, rating in zip(r.figures, rated)]

    def rows(self) -> list[dict[str, Any]]:
        """The figures of all in these games, the agent first; `ahead`: how often it ends ahead of them."""
        itself = Estimate(np.nan, np.nan, np.nan)
        return [
            {**figures.row(), **spread("ahead", self.ahead_of.get(figures.name, itself))}
            for figures in self._rated
        ]

    def table(self) -> RenderableType:
        """Its line, and how it does against each of the field."""
        return Group(self._line(), self._against(), Text(self._remarks()))

    def _line(self) -> Table:
        r, figures = self.result, self.figures
        table = columns(sheet(r.heading), "win share %", "mean rank", "points", "ms a move")
        table.add_row(
            Text(self.agent),
            percent(figures.win_share),
            words(figures.mean_rank, 2),
            words(figures.mean_score, 1),
            time_words(figures.milliseconds),
        )
        return table

    def _against(self) -> Table:
        table = columns(sheet("By rating"), "rating", "ends behind it %", "so far as is known")
        for figures in sorted(self._rated, key=lambda figures: -figures.rating.mu):
            share = self.ahead_of.get(figures.name)
            table.add_row(
                Text(figures.name),
                words(figures.rating.estimate, 1) if figures.games else "-",
                "" if share is None else percent(share),
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
            f"Place {place.value:.0f} of {len(r.agents)} ({place.low:.0f}-{place.high:.0f}), counting those "
            "that end ahead of it more often than behind.",
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is "
            f"{100 * r.fair_share:.1f} %.",
        ]
        if self.known is not None:
            remarks.append("Ratings rest on the games of the leaderboard too.")
        return "\n".join([*remarks, *r.cautions])

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values; null where there is no figure. The games are left out."""
        tree = self.result.as_json()
        for entry, figures in zip(tree["agents"], self._rated):
            entry["rating"] = plain(figures.rating._asdict())
            entry["milliseconds"] = plain(figures.milliseconds)
        place = {name: int(value) for name, value in self.place._asdict().items()}
        ahead = {name: plain(share._asdict()) for name, share in self.ahead_of.items()}
        verdict = {"place": place, "ahead_of": ahead, "beats": self.beats, "beaten_by": self.beaten_by}
        return {**tree, "agent": self.agent, **verdict}


def _among(agents: list[str], board: Leaderboard) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Seatings, by the numbers in `agents`, ranks and deals of a leaderboard's games among them."""
    r = board.result
    number = np.array([agents.index(name) if name in agents[1:] else -1 for name in r.agents])
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
    """Put an agent into a game's field and see where it stands; only games in which it sits are played.

    Ctrl-C ends it early, with the games of the deals that are complete.

    Args:
        agent: a name as for `hustings.agents.make` ("my.module:Bot", a policy folder), or an agent.
        game: what is played.
        games: how many games, rounded up to whole deals.
        agents: the field; None for the agents of the leaderboard that comes with hustings, where there is
            one for this number of players, box and options, else for the game's bots, its policy and the
            searches.
        num_players: None for that of the leaderboard that comes with hustings, where there is none the game's
            smallest number.
        seed: of the deals, of the agents made from names, and of the bootstrap.
        options, box, threads: as for `GameBatch`.
        batch: as for `tournament`.
        on_progress: called with the games done and their total.

    Raises:
        HustingsError: for agents, numbers or options that do not fit, before anything is played; for an
            agent that raises or does what is illegal.
    """
    described, key = game_of(game), check_seed(seed)
    board = saved(described)
    if num_players is None and board is not None:
        num_players = board.result.num_players
    tables = GameBatch(described, 1, num_players, seed=key, box=box, options=options)
    seated = seat(agent, described, key, 0)
    name, known = name_of(agent), None
    if agents is None:
        board = _fitting(board, tables)
        field: Sequence[str | Agent] = (
            field_of(described, tables.num_players) if board is None else board.agents
        )
        agents = [entry for entry in field if entry != name]
        known = board if board is not None and board.code == code_of(described.name) else None
    check_list(agents, 0, "one")
    entries = check_entries([agent, *agents])
    field_seated = [seat(entry, described, key, number) for number, entry in enumerate(agents, 1)]
    result = hold(
        described,
        [Entrant(*entrant) for entrant in zip(entries, [agent, *agents], [seated, *field_seated])],
        [(0, *others) for others in lineups_of(range(1, len(entries)), tables.num_players - 1)],
        games,
        num_players=tables.num_players,
        seed=key,
        box=tables.box,
        batch=batch,
        threads=threads,
        most=MOST_A_DEAL,
        on_progress=on_progress,
    )
    return Evaluation(name, result, known)


def _fitting(board: Leaderboard | None, tables: GameBatch) -> Leaderboard | None:
    """The leaderboard, if it was played at such a table."""
    if board is None or board.result.num_players != tables.num_players:
        return None
    return board if board.result.box == box_hash(tables.box) else None
