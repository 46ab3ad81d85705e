"""Figures with honest intervals: games from the same deal count as one observation."""

from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from openskill.models import PlackettLuce
from scipy.special import stdtrit

CONFIDENCE = 0.95
RATING_ORDERS = 10
RATING_GAMES = 1000
RATING_REPLICATES = 25
MOST_CLUSTERS = 10_000
"""Of more deals, several are one cluster: it leaves the intervals as honest, and less to store."""
_CHUNK = 100
TAIL = (1 - CONFIDENCE) / 2
_NORMAL = NormalDist().inv_cdf(1 - TAIL)


class Estimate(NamedTuple):
    """A figure, `value`, and its 95 % interval, `low` to `high`; nan where there is too little data."""

    value: float
    low: float
    high: float


class Rating(NamedTuple):
    """A Plackett-Luce rating.

    Attributes:
        mu: skill.
        sigma: openskill's own uncertainty of it.
        ordinal: the cautious mu - 3 sigma.
        low, high: the 95 % interval of mu over deals.
    """

    mu: float
    sigma: float
    ordinal: float
    low: float
    high: float

    @property
    def estimate(self) -> Estimate:
        """Skill with its interval."""
        return Estimate(self.mu, self.low, self.high)


def win_shares(ranks: np.ndarray) -> np.ndarray:
    """(G, P) shares of the win, summing to 1 in every game, from (G, P) ranks (1 = best, ties averaged)."""
    first = ranks == ranks.min(axis=1, keepdims=True)
    return first / first.sum(axis=1, keepdims=True)


def cluster_means(
    values: np.ndarray,
    chosen: np.ndarray,
    clusters: np.ndarray,
    ends: Sequence[tuple[float, float] | None] | None = None,
) -> list[list[Estimate]]:
    """Means over chosen observations, with 95 % intervals over clusters.

    The error of a mean comes from how the clusters differ, so that playing the same deal twice adds no
    information, and is multiplied by Student's t, because few clusters tell little of how they differ.

    Args:
        values: (K, N) K figures of N observations.
        chosen: (J, N) bool, J groups of observations; the means are taken within each.
        clusters: (N,) the cluster (the deal) of each observation.
        ends: for each figure the least and the greatest value that it can have; None if it is unbounded.
            Between ends the interval is Wilson's, of as many observations as would have this error. If all
            observations are at one end, it is exact (Clopper-Pearson over clusters).

    Returns:
        K lists of J estimates. The value is nan for an empty group, the interval with fewer than two
        clusters.
    """
    sums, counts = cluster_totals(values, chosen, clusters)
    means = ratio(sums.sum(axis=0), counts.sum(axis=0))
    met = (counts > 0).sum(axis=0)
    errors = _errors(means, sums, counts, met)
    quantile = student(met)
    low, high = means - quantile * errors, means + quantile * errors
    for k, span in enumerate(ends or []):
        if span is not None:
            low[k], high[k] = between_ends(means[k], errors[k], quantile, met, span)
    return [
        [Estimate(*map(float, figure)) for figure in zip(means[k], low[k], high[k])]
        for k in range(len(values))
    ]


def cluster_totals(
    values: np.ndarray, chosen: np.ndarray, clusters: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(C, K, J) sums and (C, J) counts of the chosen observations in each of C clusters."""
    places, length = numbered(clusters)
    counts = np.array([_totals(places, group, length) for group in chosen]).T
    sums = np.array([[_totals(places, value * group, length) for group in chosen] for value in values])
    return sums.transpose(2, 0, 1), counts


def numbered(clusters: np.ndarray) -> tuple[np.ndarray, int]:
    """(N,) clusters as numbers from 0, and how many there are, at most `MOST_CLUSTERS`."""
    names, places = np.unique(clusters, return_inverse=True)
    return places % MOST_CLUSTERS, min(len(names), MOST_CLUSTERS)


def _totals(places: np.ndarray, weights: np.ndarray, length: int) -> np.ndarray:
    return np.bincount(places, weights=weights, minlength=length)


def _errors(means: np.ndarray, sums: np.ndarray, counts: np.ndarray, met: np.ndarray) -> np.ndarray:
    """(K, J) standard errors of the means."""
    off = sums - means * counts[:, None, :]
    return ratio_errors((off**2).sum(axis=0), counts.sum(axis=0), met)


def ratio_errors(squares: np.ndarray, counts: np.ndarray, met: np.ndarray) -> np.ndarray:
    """Standard errors of means that are ratios of sums over clusters.

    Args:
        squares: the sum over clusters of the squares of (sum of values - mean * count).
        counts: observations in all clusters.
        met: how many clusters have any.
    """
    return ratio(np.sqrt(squares * met / np.where(met > 1, met - 1, np.nan)), counts)


def student(met: np.ndarray) -> np.ndarray:
    """How many standard errors an interval reaches with so many clusters; nan for fewer than two."""
    return stdtrit(np.where(met > 1, met - 1, np.nan), 1 - TAIL)


def between_ends(
    means: np.ndarray, errors: np.ndarray, quantile: np.ndarray, met: np.ndarray, span: tuple[float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval of (J,) means within a span; where all clusters are at one end of it, the exact one.

    If all of n clusters are at one end, at most 1 - tail ** (1/n) of all there are lie elsewhere, at worst at
    the other end.
    """
    least, greatest = span
    width = greatest - least
    share, error = (means - least) / width, errors / width
    # Clusters that do not differ count as an observation each.
    number = np.divide(share * (1 - share), error**2, out=met.astype(float), where=error > 1e-12)
    square = quantile**2 / np.where(met > 1, number, np.nan)
    middle = (share + square / 2) / (1 + square)
    reach = np.sqrt(np.maximum(square * (share * (1 - share) + square / 4), 0)) / (1 + square)
    exact = 1 - TAIL ** (1 / np.maximum(met, 1))
    known = met > 1
    low = np.where(known & (share == 1), 1 - exact, np.where(known & (share == 0), 0, middle - reach))
    high = np.where(known & (share == 0), exact, np.where(known & (share == 1), 1, middle + reach))
    return least + width * low, least + width * high


def draws(length: int, seed: int, number: int) -> Iterator[np.ndarray]:
    """How often each of `length` clusters is drawn, (up to 100, length) at a time, `number` in all."""
    stream = np.random.default_rng(seed)
    for first in range(0, number, _CHUNK):
        some = min(_CHUNK, number - first)
        yield stream.multinomial(length, np.full(length, 1 / length), size=some)


def ratio(sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Means from sums and counts; nan where nothing was counted."""
    return np.divide(
        sums, counts, out=np.full(sums.shape, np.nan), where=np.broadcast_to(counts > 0, sums.shape)
    )


def ratings(
    seatings: np.ndarray, ranks: np.ndarray, agents: int, deals: np.ndarray, seed: int = 0
) -> list[Rating]:
    """Plackett-Luce ratings of the agents by openskill, with 95 % intervals over deals.

    Each update depends on those before it, so the ratings are means over several random orders of the games,
    with at most `RATING_GAMES` games in each. An agent in several seats of a game is rated by one of them,
    drawn anew each time.

    Args:
        seatings: (G, P) the agent in each seat.
        ranks: (G, P) ranks, 1 = best, ties averaged.
        agents: how many agents there are.
        deals: (G,) the seed of each game.
        seed: of the orders.
    """
    stream = np.random.default_rng(seed)
    runs = [
        _rate_once(seatings, ranks, agents, stream.permutation(len(seatings)), stream)
        for _ in range(RATING_ORDERS)
    ]
    figures = np.array([[(r.mu, r.sigma, r.ordinal()) for r in run] for run in runs])
    errors = _rating_errors(seatings, ranks, agents, deals, figures[:, :, 0], stream)
    return [
        Rating(mu, sigma, ordinal, mu - reach, mu + reach)
        for (mu, sigma, ordinal), reach in zip(figures.mean(axis=0).tolist(), (_NORMAL * errors).tolist())
    ]


def _rating_errors(
    seatings: np.ndarray,
    ranks: np.ndarray,
    agents: int,
    deals: np.ndarray,
    runs: np.ndarray,
    stream: np.random.Generator,
) -> np.ndarray:
    """(agents,) standard errors of the means over `runs`, (orders, agents) ratings from the same games.

    Ratings from deals drawn with replacement vary with the deals and with the order of the games; the mean
    over the orders leaves only its part of the second.
    """
    names, places = np.unique(deals, return_inverse=True)
    if len(names) < 2:
        return np.full(agents, np.nan)
    games_of = np.split(np.argsort(places, kind="stable"), np.cumsum(np.bincount(places))[:-1])
    drawn = []
    for _ in range(RATING_REPLICATES):
        games = np.concatenate([games_of[deal] for deal in stream.integers(len(names), size=len(names))])
        rated = _rate_once(seatings, ranks, agents, stream.permutation(games), stream)
        drawn.append([rating.mu for rating in rated])
    by_order = runs.var(axis=0, ddof=1).mean()
    by_deals = np.maximum(0.0, np.var(drawn, axis=0, ddof=1) - by_order)
    return np.sqrt(by_deals + by_order / len(runs))


def _rate_once(
    seatings: np.ndarray, ranks: np.ndarray, agents: int, games: np.ndarray, stream: np.random.Generator
) -> Sequence[Any]:
    """The agents' ratings after these games, in this order."""
    model = PlackettLuce()
    rated = [model.rating() for _ in range(agents)]
    for game in games[:RATING_GAMES]:
        seats = stream.permutation(seatings.shape[1])
        seat_of = {int(seatings[game, seat]): seat for seat in seats}
        if len(seat_of) > 1:
            teams = model.rate(
                [[rated[agent]] for agent in seat_of], ranks=[float(ranks[game, s]) for s in seat_of.values()]
            )
            for agent, team in zip(seat_of, teams):
                rated[agent] = team[0]
    return rated
