"""An agent climbs the ladder: deal by deal it meets the most informative rung."""

import dataclasses
import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from ....agents import Agent
from ....agents.specs import named
from ....envs.core.api.arguments import check_seed, positive
from ....envs.core.engine import chance
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.text.words import count
from ..arena import Progress, name_of, resolve_agent
from ..display import (
    TabularResult,
    format_estimate,
    format_milliseconds,
    interval_fields,
    new_table,
    usage_entry,
    without_nan,
)
from ..results import FORFEITS, TournamentResult, forfeit_remark
from ..statistics import CONFIDENCE, FEWEST_CLUSTERS, UNKNOWN, Estimate, win_shares
from ..tournaments import Entrant, play_lineups, resolve_game
from .model import information, log_likelihoods, posterior, rating, win_chance
from .rungs import Rungs, saved_rungs

MOST_GAMES = 300
"""The most games, and the default."""
_PART = 5  # share of the games so far that is planned at once


@dataclass
class Climb(TabularResult):
    """An agent's games on a ladder: D deals, P players.

    Attributes:
        agent: its name.
        rungs: the rungs.
        seed: the seed of the deals and the agents.
        met: (D,) the index of the rung whose copies it met, alone, from every seat in turn.
        ranks: (D, P) its rank from each seat; 1 is the best, ties are averaged.
        wins: (D, P) its share of each win.
        forfeits: how many games it forfeited.
        reason: why it first failed.
        milliseconds: wall time per decision; nan if it was not timed.
        seconds: total time.
        usage: what its decisions cost, if it keeps count.
        stopped: whether it was interrupted; it then has only complete deals.
    """

    agent: str
    rungs: Rungs
    seed: int
    met: np.ndarray = field(repr=False)
    ranks: np.ndarray = field(repr=False)
    wins: np.ndarray = field(repr=False)
    forfeits: int = 0
    reason: str = ""
    milliseconds: float = math.nan
    seconds: float = 0.0
    usage: Any = None
    stopped: bool = False

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.ranks.size

    @property
    def rating(self) -> Estimate:
        """The agent's rating with its 95 % interval, on the rungs' scale, where `greedy` has 1,000.

        It is nan without games.
        """
        if not self.games:
            return UNKNOWN
        return rating(_fields(self.rungs)[self.met], self.ranks)

    def rows(self) -> list[dict[str, Any]]:
        """The agent and the rungs by rating, with the agent's results against copies of each."""
        own, players = self.rating, self.rungs.num_players
        everybody: list[tuple[str, Estimate, np.ndarray, float | None]] = [
            (rung.name, Estimate(rung.rating, rung.low, rung.high), self.met == number, rung.field)
            for number, rung in enumerate(self.rungs.rungs)
        ]
        everybody.append((self.agent, own, self.met >= 0, None))
        rows = [
            {
                "agent": name,
                "rung": field is not None,
                **interval_fields("rating", estimate),
                "games": int(here.sum()) * players,
                "win_share": float(self.wins[here].mean()) if here.any() else math.nan,
                "expected": math.nan
                if field is None or not here.any()
                else float(win_chance(own.value - field, players)),
                "forfeits": self.forfeits if field is None else 0,
            }
            for name, estimate, here, field in everybody
        ]
        return sorted(rows, key=lambda row: (math.isnan(row["rating"]), -row["rating"]))

    def table(self) -> Table:
        """The ladder, including the agent."""
        r = self.rungs
        title = f"The ladder of {r.game.title}, {r.num_players} players, set {r.number}"
        headings = ("rating", "games", "agent wins %", "expected %", FORFEITS)
        table = new_table(title, *headings, first="rung", caption=self._remarks())
        for row in self.rows():
            estimate = Estimate(row["rating"], row["rating_low"], row["rating_high"])
            shares = [_percent(row["win_share"]), _percent(row["expected"])]
            mark = "" if row["rung"] else "> "
            forfeits = "" if row["rung"] else f"{row['forfeits']:,}"
            cells = format_estimate(estimate, 0), f"{row['games']:,}", *shares, forfeits
            table.add_row(Text(mark + named(row["agent"])[0], "" if row["rung"] else "bold"), *cells)
        return table

    def _remarks(self) -> str:
        r, own = self.rungs, self.rating
        remarks = [
            f"{named(self.agent)[0]} alone among copies of each rung, each deal from every seat; "
            f"{format_milliseconds(self.milliseconds)} ms a decision.",
            "400 points more: ten times the odds of ending ahead of another. In parentheses: "
            f"{CONFIDENCE:.0%} intervals over deals; the agent's is on the rungs' scale, theirs show how "
            "certain that scale is.",
        ]
        if math.isnan(own.low):
            remarks.append(f"There is no interval from fewer than {FEWEST_CLUSTERS} deals.")
        if own.low > r.rungs[-1].rating:
            remarks.append(f"It is above all rungs: how far, games with {r.rungs[-1].name} hardly tell.")
        if own.high < r.rungs[0].rating:
            remarks.append(f"It is below all rungs: how far, games with {r.rungs[0].name} hardly tell.")
        if otherwise := r.game.other_revision(r.revision):
            remarks.append(f"The rungs were rated {otherwise}.")
        if self.forfeits or self.reason:
            remarks.append(forfeit_remark(self.agent, self.forfeits, self.games, self.reason))
        if self.usage is not None:
            remarks.append(f"{named(self.agent)[0]}: {self.usage}.")
        if self.stopped:
            remarks.append(f"Stopped after {count(self.games, 'game')}: complete deals only.")
        return "\n".join(remarks)

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None for missing figures, without the games."""
        r = self.rungs
        tree = {
            "agent": self.agent,
            "game": r.game.name,
            "game_version": r.game.version,
            "revision": r.game.revision,
            "num_players": r.num_players,
            "set": r.number,
            "seed": self.seed,
            "games": self.games,
            **interval_fields("rating", self.rating),
            "forfeits": self.forfeits,
            "reason": self.reason,
            "milliseconds": self.milliseconds,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "ladder": self.rows(),
            **usage_entry(self.usage),
        }
        return without_nan(tree)


def _percent(share: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.1f}"


def ladder(
    agent: str | Agent,
    game: Game | str,
    *,
    games: int = MOST_GAMES,
    seed: int = 0,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> Climb:
    """Rate an agent on a game's ladder.

    It plays every deal alone against copies of one rung, once from each seat. The rung depends on the games
    so far: rungs are met in proportion to how much a game against them tells about the agent's rating. Ctrl-C
    ends it early, with the games of complete deals. An agent that raises, exits, acts illegally or takes too
    long forfeits the game.

    Args:
        agent: a name as for `hustings.agents.make`, or an agent.
        game: the game; it is played at the table and with the options at which the rungs were rated.
        games: the most games, at most 300; whole deals are played, with one game for each seat.
        seed: for the deals and the agents.
        threads: as for `GameBatch`.
        on_progress: called with the number of finished games and their total.

    Raises:
        HustingsError: for an unsuitable agent or number, before anything is played.
    """
    described, key = resolve_game(game), check_seed(seed)
    rungs = saved_rungs(described)
    players = rungs.num_players
    if positive("games", games) > MOST_GAMES or games < players:
        raise HustingsError(f"games: {games} is not from {players}, a deal, to {MOST_GAMES}")
    itself = Entrant(name_of(agent), agent, resolve_agent(agent, described, key, 0))
    climb = Climb(
        itself.name,
        rungs,
        key,
        met=np.zeros(0, np.int64),
        ranks=np.zeros((0, players)),
        wins=np.zeros((0, players)),
    )

    @cache
    def rung_made(number: int) -> Entrant:
        name = rungs.rungs[number].name
        return Entrant(f"{name} (rung)", name, resolve_agent(name, described, key, 1 + number))

    begin, thought, deals = time.monotonic(), np.zeros(2), games // players
    later: Counter[str] = Counter()
    for number, (rung, many) in enumerate(_choices(climb, deals)):
        done = climb.games

        def on_games(now: int, _: int, done: int = done) -> None:
            if on_progress:
                on_progress(done + now, deals * players)

        played = play_lineups(
            described,
            [itself, rung_made(rung)],
            [(0, *[1] * (players - 1))],
            many * players,
            num_players=players,
            seed=int(chance.derive(np.uint64(key), np.uint64(number), np.uint64(rung))),
            threads=threads,
            most=players,
            on_progress=on_games,
        )
        _add(climb, played, rung)
        later.update(_later_usage(itself, played))
        if not math.isnan(played.thinking[0]):
            thought += played.thinking[0] * played.games, played.games
        climb.milliseconds = float(thought[0] / thought[1]) if thought[1] else math.nan
        climb.seconds = time.monotonic() - begin
        if played.stopped:
            climb.stopped = True
            break
    usage: Any = getattr(itself.agent, "usage", None)
    more = {name: getattr(usage, name) + number for name, number in later.items()}
    climb.usage = dataclasses.replace(usage, **more) if more else usage
    return climb


def _later_usage(itself: Entrant, played: TournamentResult) -> dict[str, Any]:
    """What decisions cost that `itself.agent` has not counted: in later shards, one made anew decided."""
    used, own = played.usage.get(itself.name), getattr(itself.agent, "usage", None)
    if used is None or not isinstance(itself.given, str):
        return {}
    names = [one.name for one in dataclasses.fields(used)]
    return {name: getattr(used, name) - getattr(own, name) for name in names}


def _fields(rungs: Rungs) -> np.ndarray:
    """(K,) the ratings at which an agent gets its fair share among copies of each rung."""
    return np.array([rung.field for rung in rungs.rungs])


def _choices(climb: Climb, deals: int) -> Iterator[tuple[int, int]]:
    """Yield the next rung and number of deals; `climb` must have these games before the next step."""
    fields = _fields(climb.rungs)
    while (done := len(climb.met)) < deals:
        likely = posterior(log_likelihoods(fields[climb.met], climb.ranks))
        tells = information(fields, likely, climb.rungs.num_players)
        met = np.bincount(climb.met, minlength=len(fields))
        yield int((tells / (1 + met)).argmax()), min(deals - done, 1 + done // _PART)


def _add(climb: Climb, played: TournamentResult, rung: int) -> None:
    """Add the games of some deals to the climb: the agent's ranks, seat by seat."""
    players = climb.rungs.num_players
    mine = played.seatings == 0
    order = np.argsort(np.argmax(mine, axis=1).reshape(-1, players), axis=1)
    for name, values in (("ranks", played.ranks), ("wins", win_shares(played.ranks))):
        by_deal = np.take_along_axis(values[mine].reshape(-1, players), order, axis=1)
        setattr(climb, name, np.concatenate([getattr(climb, name), by_deal]))
    climb.met = np.append(climb.met, np.full(played.games // players, rung))
    if played.forfeits is not None:
        climb.forfeits += int((played.forfeits & mine).sum())
    climb.reason = climb.reason or played.reasons.get(played.agents[0], "")
