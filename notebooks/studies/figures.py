"""What the studies share: figures with 95 % intervals over deals, and games played to their end."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hustings.agents import Agent
from hustings.envs import GameBatch, HustingsError
from hustings.training.evaluation.statistics import FEWEST_CLUSTERS, TAIL, Estimate, draws, student

Weighted = Callable[[np.ndarray], float]
"""A figure as a function of (N,) weights of the observations."""


class Figure(NamedTuple):
    """A figure, and each deal's contribution to its error.

    Attributes:
        value: the figure.
        deals: (D,) the deals with anything to count, in order.
        influence: (D,) how much higher it would be if all deals were like this one; they sum to 0.
    """

    value: float
    deals: np.ndarray
    influence: np.ndarray

    def minus(self, other: "Figure") -> "Figure":
        """The difference of two figures, paired by the deals that both have.

        It has no interval if one of the two has none.
        """
        deals = np.union1d(self.deals, other.deals)
        influence = np.zeros(len(deals))
        for sign, one in ((1, self), (-1, other)):
            share = len(one.deals) / len(deals) if len(one.deals) >= FEWEST_CLUSTERS else np.nan
            influence[np.searchsorted(deals, one.deals)] += sign * one.influence / share
        return Figure(self.value - other.value, deals, influence)

    @property
    def estimate(self) -> Estimate:
        """The figure with its interval over deals, by Student's t; nan with few deals."""
        number = len(self.deals)
        error = np.sqrt((self.influence**2).sum() / max(1, number * (number - 1)))
        reach = student(np.array([number - 1.0]), np.array([number]))[0] * error
        return Estimate(float(self.value), float(self.value - reach), float(self.value + reach))


def ratio(above: np.ndarray, below: np.ndarray, deals: np.ndarray) -> Figure:
    """The sum of (N,) values by the sum of others, none of them negative, over observations of (N,) deals."""
    names, places = np.unique(deals, return_inverse=True)
    sums, counts = (np.bincount(places, column, len(names)) for column in (above, below))
    met = counts > 0
    if not met.any():
        return Figure(np.nan, names[met], sums[met])
    value = sums.sum() / counts.sum()
    return Figure(value, names[met], (sums - value * counts)[met] / counts[met].mean())


def mean_of(values: np.ndarray, deals: np.ndarray) -> Figure:
    """The mean of (N,) values, nan left out, over observations of (N,) deals."""
    there = ~np.isnan(values)
    return ratio(np.where(there, values, 0.0), there, deals)


def unpaired(first: Estimate, second: Estimate) -> Estimate:
    """The first minus the second estimate, from independent samples, with the resulting interval."""
    gap = first.value - second.value
    down = np.hypot(first.value - first.low, second.high - second.value)
    up = np.hypot(first.high - first.value, second.value - second.low)
    return Estimate(gap, float(gap - down), float(gap + up))


# --- Figures without an influence, by the bootstrap ----------------------------------------------


def bootstrap(deals: np.ndarray, figure: Weighted, seed: int = 0, replicates: int = 1000) -> Estimate:
    """A figure of observations of (N,) deals, with its interval by the bootstrap over deals.

    The interval is nan with fewer than `FEWEST_CLUSTERS` deals.
    """
    names, places = np.unique(deals, return_inverse=True)
    value = float(figure(np.ones(len(deals)))) if len(deals) else np.nan
    if len(names) < FEWEST_CLUSTERS:
        return Estimate(value, np.nan, np.nan)
    many = draws(len(names), seed, replicates)
    found = [figure(often[places].astype(float)) for some in many for often in some]
    return Estimate(value, *np.nanquantile(found, [TAIL, 1 - TAIL]).tolist())


def weighted_mean(column: np.ndarray) -> Weighted:
    """The figure that is a column's mean over the rows where it is a number."""
    there = np.isfinite(column)
    return weighted_ratio(np.where(there, column, 0.0), there)


def weighted_ratio(above: np.ndarray, below: np.ndarray) -> Weighted:
    """The figure that is one column's sum by another's; nan by 0."""

    def figure(weights: np.ndarray) -> float:
        total = weights @ below
        return float(weights @ above / total) if total else np.nan

    return figure


# --- Games ---------------------------------------------------------------------------------------


def turns(games: GameBatch, agent: Agent) -> Iterator[np.ndarray]:
    """Let an agent play all games to their end; yield the rows of those that run, before each step."""
    rows = np.flatnonzero(~games.over)
    while len(rows):
        yield rows
        games.step(agent.act(games, rows), rows=rows)
        rows = rows[games.seat[rows] >= 0]


def play_out(games: GameBatch, agent: Agent) -> None:
    """Let an agent play all games of a batch to their end."""
    for _ in turns(games, agent):
        pass


def check_same(before: Any, now: Any, path: Path) -> None:
    """HustingsError unless what a file's figures depend on is what those to be added do."""
    if before != now:
        raise HustingsError(
            f"{path}: was measured with another policy or other settings; choose another file, or remove it"
        )
