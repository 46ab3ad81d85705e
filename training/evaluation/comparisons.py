"""Compares given actions of one decision in the same deals, by a search."""

from dataclasses import replace

import numpy as np
from scipy.special import stdtrit

from ...agents.search import SearchAgent
from ...agents.search.sequential_halving import STAGE
from ...envs.core.api.batch import GameBatch
from .statistics import TAIL, Estimate


class Comparison(SearchAgent):
    """A search with a given baseline and given other actions.

    The search takes its guide's likeliest action as baseline and tries other likely ones; here a stand-in
    guide dictates both.

    Args:
        search: the search that judges.
        seed: for the deals.
        iterations: playouts for each decision.

    Attributes:
        weights: (D, A) float32 for all decisions, 2 for the baseline; actions with 0 are not tried.
    """

    weights: np.ndarray

    def __init__(self, search: SearchAgent, seed: int, iterations: int):
        settings = {"iterations": iterations, "trust": 0.0}
        guide = {} if search._guide is None else {"guide": search._guide}
        super().__init__(search.game, seed, **search.given | settings | guide)
        self.settings = replace(self.settings, breadth=1000)
        self._guided, self._guide = self._guide is not None, self._guide or _NoGuide()

    def weights_of_all(self, games: GameBatch) -> np.ndarray:
        """The guide's weights of all actions, or random ones, since there may be more than can be tried."""
        if self._guided:
            return super()._guides(games, np.arange(games.num_games))[0]
        masks = games.masks()
        return np.random.default_rng(int(self._seed)).uniform(0.1, 1, masks.shape).astype("f4") * masks

    def _guides(self, games: GameBatch, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        weights = self.weights[rows]
        return weights, weights, np.zeros(len(rows))  # no chance to win is read here


class _NoGuide:
    """A stand-in for the guide of a search without one."""

    name = ""

    def check(self, games: GameBatch) -> None:
        """Accept any games."""

    def policy_and_values(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Never called."""
        raise NotImplementedError


def worth_of(search: SearchAgent) -> dict[str, float]:
    """The non-zero weights of a search's value, by name."""
    settings = search.settings
    later = 1.0 - settings.early
    if settings.plan(search.game).evaluated:
        parts = {"network's chance to win": later}
    else:
        parts = {
            "win": later * settings.win,
            "rank": later * settings.rank,
            "lead in points": later * settings.points,
        }
    return {name: weight for name, weight in {**parts, "early lead": settings.early}.items() if weight > 0}


def worth_in_words(worth: dict[str, float]) -> str:
    """A search's value in words, from the weights of `worth_of`."""
    parts = " + ".join(f"{weight:g} {name}" for name, weight in worth.items())
    return "the win share" if worth == {"win": 1.0} else f"the search's value: {parts}"


def deals_at_once(search: SearchAgent) -> int:
    """The number of deals in one comparison of two actions, a multiple of the playout bots."""
    return STAGE - STAGE % len(search.settings.bots)


def compare(
    search: SearchAgent,
    games: GameBatch,
    rows: np.ndarray,
    to_beat: np.ndarray,
    others: np.ndarray,
    seed: int,
    tallies: list["Tally"],
) -> None:
    """Play out two actions of each decision in the same `deals_at_once` fresh deals.

    A search stops early if the actions seem alike or far apart, which would bias the figures. So it is asked
    for few deals at a time, each time with a new seed.

    Args:
        search: the search that judges.
        games: the batch; rows: (R,) the games to decide in.
        to_beat, others: (R,) the two actions.
        seed: for the deals; the same seed compares another action in the same deals.
        tallies: R tallies, to which the leads of the other actions are added.
    """
    deals = deals_at_once(search)
    comparison = Comparison(search, seed, 2 * deals)
    comparison.weights = np.zeros((games.num_games, games.num_actions), np.float32)
    comparison.weights[rows, others] = 1.0
    comparison.weights[rows, to_beat] = 2.0
    explained = comparison.explain(games, rows)
    for tally, first, other, thought in zip(tallies, to_beat, others, explained, strict=True):
        mean, error = thought.details["mean"], thought.details["error"]
        lead = float(mean[other] - mean[first])
        tally.add(int(thought.details["visits"][first]), lead, float(error[other]), float(mean[first]))


class Tally:
    """The lead of one action over another, accumulated over groups of deals.

    Attributes:
        deals: their number so far.
    """

    def __init__(self) -> None:
        self.deals, self._sum, self._squares, self._first = 0, 0.0, 0.0, 0.0

    def add(self, deals: int, mean: float, error: float, first: float = 0.0) -> None:
        """Add deals: the mean lead in them, its standard error, and the value of the action to beat."""
        self.deals += deals
        self._sum += deals * mean
        self._squares += deals * ((deals - 1) * error**2 + mean**2)
        self._first += deals * first

    @property
    def to_beat(self) -> float:
        """The value of the action to beat."""
        return self._first / self.deals

    @property
    def mean(self) -> float:
        """The mean lead."""
        return self._sum / self.deals

    @property
    def error(self) -> float:
        """The standard error of the mean lead."""
        return (self._spread / (self.deals - 1)) ** 0.5

    @property
    def _spread(self) -> float:
        return max(0.0, self._squares / self.deals - self.mean**2)

    @property
    def lead(self) -> Estimate:
        """The mean lead with an interval by Student's t; if all deals are equal, by their number."""
        reach = float(stdtrit(self.deals - 1, 1 - TAIL)) * self.error
        if self._spread < 1e-12:
            reach = 1 - TAIL ** (1 / self.deals)
        return Estimate(self.mean, self.mean - reach, self.mean + reach)
