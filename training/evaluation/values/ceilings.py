"""How much of what a game pays is decided by what the seat on turn knows, and what values reach of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table

from ....agents import Agent
from ....envs.core.api.arguments import positive
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ..arena import Progress
from ..display import TabularResult, estimate_fields, format_short_percent, new_table, without_nan
from ..statistics import CONFIDENCE, Estimate
from .jackknife import differing, jackknife
from .playing import AT_ONCE, WIN, Cast, Count, Facts, chunks

POSITIONS = 200
REPEATS = 8
REWARDS = (WIN, "rank", "margin")
_STAGE = 2


class RewardFigures(NamedTuple):
    """What could be known of one kind of reward, and what values say of it.

    Values are expectations of `win`, so for other rewards there are a ceiling and a reach after scaling only.

    Attributes:
        reward: of `GameBatch`.
        ceiling: the share of its variance that is decided by what the seat on turn knows: no value explains
            more.
        explained: the share of its variance that the values explain; below 0 if the mean would do better.
        reached: `explained` as a share of `ceiling`; nan where the ceiling may be 0.
        scaled: what would be reached if the values were put straight, by the best factor and summand.
    """

    reward: str
    ceiling: Estimate
    explained: Estimate
    reached: Estimate
    scaled: Estimate


@dataclass
class Ceiling(TabularResult):
    """What came of N positions, each played on K times from a deal that fits what the seat on turn knows.

    Attributes:
        facts: what was measured.
        said: (N,) the chance to win that the agent gave the seat on turn.
        paid: (N, K) by kind of reward, what that seat was paid.
    """

    facts: Facts
    said: np.ndarray = field(repr=False)
    paid: dict[str, np.ndarray] = field(repr=False)

    @cached_property
    def rewards(self) -> list[RewardFigures]:
        """The figures for each kind of reward, "win" first; intervals are over positions."""
        return [self._reward(name, paid) for name, paid in self.paid.items()]

    def _reward(self, name: str, paid: np.ndarray) -> RewardFigures:
        repeats, mean = paid.shape[1], paid.mean(axis=1)
        value = self.said - 1 / self.facts.num_players
        within = paid.var(axis=1, ddof=1)
        parts = np.stack([value**0, mean, mean**2, value, value**2, value * mean, within], axis=1)
        ceiling, explained, reached, scaled = jackknife(lambda sums: _figures(sums, repeats), parts)
        nothing = Estimate(np.nan, np.nan, np.nan)
        if not ceiling.low > 0:
            reached = scaled = nothing
        if name != WIN:
            explained = reached = nothing
        return RewardFigures(name, _share(ceiling), explained, reached, scaled)

    def rows(self) -> list[dict[str, Any]]:
        """The figures for each kind of reward, with their intervals."""
        return [{"reward": figures.reward, **estimate_fields(figures)} for figures in self.rewards]

    def table(self) -> Table:
        """For each kind of reward, what could be known of it and what of that is."""
        title = f"What the seat on turn can know: {self.facts.where}"
        headings = ("ceiling %", "reached %", "scaled %")
        table = new_table(title, *headings, first="reward", caption=self._remarks())
        for figures in self.rewards:
            cells = (figures.ceiling, figures.reached, figures.scaled)
            table.add_row(figures.reward, *(format_short_percent(cell) or "-" for cell in cells))
        return table

    def _remarks(self) -> str:
        positions, repeats = self.paid[WIN].shape
        return "\n".join([
            f"{positions:,} positions, each played on {repeats:,} times by {self.facts.among}.",
            "Ceiling: the share of what is paid that is decided by what the seat knows.",
            f"Reached: the share of the ceiling that {self.facts.agent} explains; scaled: if its",
            "values were put straight, by a factor and a summand.",
            f"After ±: {CONFIDENCE:.0%} intervals over positions.",
        ])  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None where there is no figure."""
        positions, repeats = self.paid[WIN].shape
        facts = self.facts.as_json()
        return without_nan({**facts, "positions": positions, "repeats": repeats, "rewards": self.rows()})


def _share(estimate: Estimate) -> Estimate:
    """An estimate of a share: no chance finding below 0 or above 1."""
    return Estimate(*(float(np.clip(number, 0, 1)) for number in estimate))


def _figures(sums: np.ndarray, repeats: int) -> np.ndarray:
    """(R, 4) ceiling, explained, reached and scaled from (R, 7) sums over positions.

    The mean of a position's repeats differs from what can be expected there by chance: what that adds is
    taken off, so that more positions, not more repeats, bring the figures nearer to what they estimate.
    """
    positions, *moments = sums.T
    mean, mean_square, value, value_square, product, within = (moment / positions for moment in moments)
    freedom = positions / (positions - 1)
    spread = freedom * (mean_square - mean**2)
    between = spread - within / repeats
    total = differing(between + within)
    miss = mean_square - 2 * product + value_square - within / repeats
    alike = freedom * (product - mean * value)
    fit = alike**2 / (differing(freedom * (value_square - value**2)) * differing(spread))
    fit = 1 - (1 - fit) * (positions - 1) / (positions - 2)  # a line through chance findings fits, too
    explained = 1 - (miss + within) / total
    return np.stack([between / total, explained, explained * total / between, fit * spread / between], axis=1)


def ceiling(
    agent: str | Agent,
    game: Game | str,
    *,
    positions: int = POSITIONS,
    repeats: int = REPEATS,
    among: str | Agent | None = None,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> Ceiling:
    """Find how much of what a game pays is decided by what the seat on turn knows, and what values reach.

    From every position all that the seat cannot know is dealt again, several times, and each game played on.
    Every deal and secret choice that fits is equally likely, whatever others' play may tell of it.

    Args:
        agent: whose values, as for `calibration`.
        game: what is played.
        positions: how many; each is a decision drawn from a game of its own, all equally likely.
        repeats: how often each is dealt again and played on, at least 2.
        among, num_players, seed, options, box, threads: as for `calibration`.
        on_progress: called with the games done and their total.

    Raises:
        HustingsError: as for `calibration`.
    """
    number, again = positive("positions", positions), several(repeats)
    cast = Cast(agent, game, among, num_players, seed, options, box, threads)
    return found(cast, number, again, Count(number * (1 + again), on_progress))


def several(repeats: int) -> int:
    """`repeats`, checked."""
    if positive("repeats", repeats) < 2:
        raise HustingsError("repeats: 1 does not tell how what is paid differs; take 2 or more")
    return repeats


def found(cast: Cast, number: int, repeats: int, count: Count) -> Ceiling:
    """`ceiling` of `number` positions, with all that stands fast."""
    said, paid = [], []
    for place, size in enumerate(chunks(number, max(1, AT_ONCE // repeats))):
        games = cast.games(size, _STAGE, place, 1)
        (tables,) = cast.drawn(games, 1, _STAGE, place, 2)
        count(size)
        games.restore(None, tables)
        said.append(cast.said(games)[:, 0].astype(np.float64))
        paid.append(_played_on(cast, tables, games.seat, repeats, place))
        count(size * repeats)
    joined = np.concatenate(paid, axis=1)
    return Ceiling(cast.facts, np.concatenate(said), dict(zip(REWARDS, joined, strict=True)))


def _played_on(cast: Cast, tables: np.ndarray, seats: np.ndarray, repeats: int, place: int) -> np.ndarray:
    """(rewards, N, K) what the seats on turn at (N, table size) tables are paid, by kind of reward."""
    games = cast.games(len(tables) * repeats, _STAGE, place, 3)
    games.restore(None, np.repeat(tables, repeats, axis=0))
    games.redeal(None, cast.seed(_STAGE, place, 4))
    for _ in cast.play_on(games):
        pass
    mine, paid = np.arange(games.num_games), []
    for reward in REWARDS:
        games.reward = reward
        paid.append(games.payoff[mine, np.repeat(seats, repeats)].reshape(-1, repeats))
    return np.array(paid, np.float64)
