"""How much of a game's payoff is predictable for the seat on turn, and how much of that values predict."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table

from ....envs.core.text.words import count
from ..display import TabularResult, estimate_fields, format_short_percent, new_table, without_nan
from ..statistics import CONFIDENCE, UNKNOWN, Estimate, differing, jackknife
from .playing import AT_ONCE, WIN, Cast, Count, Facts, chunks

POSITIONS = 200
REPEATS = 8
REWARDS = (WIN, "rank", "margin")
_STAGE = 2


class RewardFigures(NamedTuple):
    """How predictable one kind of reward is, and how well values predict it.

    Values are expectations of `win`, so other rewards have only `ceiling` and `scaled`.

    Attributes:
        reward: a reward of `GameBatch`.
        ceiling: the share of its variance determined by what the seat on turn knows; no prediction explains
            more.
        explained: its explained variance; below 0 if the mean would do better.
        reached: `explained` as a share of `ceiling`; nan if the ceiling may be 0.
        scaled: `reached` after the best linear correction of the values.
    """

    reward: str
    ceiling: Estimate
    explained: Estimate
    reached: Estimate
    scaled: Estimate


@dataclass
class Ceiling(TabularResult):
    """The outcomes of N positions, each played on K times after redealing what the seat on turn cannot know.

    Attributes:
        facts: what was measured.
        predicted: (N,) the predicted chance to win of the seat on turn.
        paid: (N, K) that seat's payoffs, by kind of reward.
    """

    facts: Facts
    predicted: np.ndarray = field(repr=False)
    paid: dict[str, np.ndarray] = field(repr=False)

    @cached_property
    def rewards(self) -> list[RewardFigures]:
        """The figures for each kind of reward, "win" first; intervals are over positions."""
        return [self._reward(name, paid) for name, paid in self.paid.items()]

    def _reward(self, name: str, paid: np.ndarray) -> RewardFigures:
        repeats, mean = paid.shape[1], paid.mean(axis=1)
        value = self.predicted - 1 / self.facts.num_players
        within = paid.var(axis=1, ddof=1)
        parts = np.stack([value**0, mean, mean**2, value, value**2, value * mean, within], axis=1)
        ceiling, explained, reached, scaled = jackknife(lambda sums: _figures(sums, repeats), parts)
        if not ceiling.low > 0:
            reached = scaled = UNKNOWN
        if name != WIN:
            explained = reached = UNKNOWN
        return RewardFigures(name, _share(ceiling), explained, reached, scaled)

    def rows(self) -> list[dict[str, Any]]:
        """The figures for each kind of reward, with their intervals."""
        return [{"reward": figures.reward, **estimate_fields(figures._asdict())} for figures in self.rewards]

    def table(self) -> Table:
        """For each kind of reward, how predictable it is, and how much of that values predict."""
        title = f"How predictable payoffs are for the seat on turn: {self.facts.where}"
        headings = ("ceiling %", "reached %", "scaled %")
        table = new_table(title, *headings, first="reward", caption=self._remarks())
        for figures in self.rewards:
            cells = (figures.ceiling, figures.reached, figures.scaled)
            table.add_row(figures.reward, *(format_short_percent(cell) or "-" for cell in cells))
        return table

    def _remarks(self) -> str:
        positions, repeats = self.paid[WIN].shape
        return "\n".join([
            f"{count(positions, 'position')}, each played on {repeats:,} times by {self.facts.among}.",
            "Ceiling: the share of the payoff's variance decided by what the seat knows.",
            f"Reached: the share of the ceiling that {self.facts.agent} explains; scaled: after",
            "the best linear correction of its values.",
            f"After ±: {CONFIDENCE:.0%} intervals over positions.",
        ])  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None where there is no figure."""
        positions, repeats = self.paid[WIN].shape
        figures = {"positions": positions, "repeats": repeats, "rewards": self.rows()}
        return without_nan({**asdict(self.facts), **figures})


def _share(estimate: Estimate) -> Estimate:
    """Clip an estimate of a share to [0, 1], beyond which noise may bring it."""
    return Estimate(*(float(np.clip(number, 0, 1)) for number in estimate))


def _figures(sums: np.ndarray, repeats: int) -> np.ndarray:
    """(R, 4) ceiling, explained, reached and scaled, from (R, 7) sums over positions.

    The mean over a position's repeats is a noisy estimate of its expectation. The bias from that noise is
    subtracted, so that more positions, not more repeats, make the figures more precise.
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
    fit = 1 - (1 - fit) * (positions - 1) / (positions - 2)  # a line fits noise, too
    explained = 1 - (miss + within) / total
    return np.stack([between / total, explained, explained * total / between, fit * spread / between], axis=1)


def ceiling_of(cast: Cast, number: int, repeats: int, tell: Count) -> Ceiling:
    """The ceiling in `number` positions, after the arguments have been checked.

    In every position, everything that the seat on turn cannot know is redealt `repeats` times, and each game
    is played on. All consistent deals and secret choices are equally likely, even if others' play hints at
    some of them.
    """
    predicted, paid = [], []
    for place, size in enumerate(chunks(number, max(1, AT_ONCE // repeats))):
        games = cast.games(size, _STAGE, place, 1)
        (tables,) = cast.drawn(games, 1, _STAGE, place, 2)
        tell(size)
        games.restore(None, tables)
        predicted.append(cast.predict(games)[:, 0].astype(np.float64))
        paid.append(_played_on(cast, tables, games.seat, repeats, place))
        tell(size * repeats)
    joined = np.concatenate(paid, axis=1)
    return Ceiling(cast.facts, np.concatenate(predicted), dict(zip(REWARDS, joined, strict=True)))


def _played_on(cast: Cast, tables: np.ndarray, seats: np.ndarray, repeats: int, place: int) -> np.ndarray:
    """(rewards, N, K) payoffs of the seats on turn at (N, table size) tables, by kind of reward."""
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
