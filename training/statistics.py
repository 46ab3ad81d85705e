"""Figures of a tournament with honest intervals: games dealt from one seed are one observation."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from openskill.models import PlackettLuce

REPLICATES = 2000
CONFIDENCE = 0.95
RATING_ORDERS = 10
RATING_GAMES = 1000
_CHUNK = 100


class Estimate(NamedTuple):
    """A figure and its 95 % interval; nan where there is too little to say."""

    value: float
    low: float
    high: float


class Rating(NamedTuple):
    """A Plackett-Luce rating: skill, its uncertainty, and the cautious mu - 3 sigma."""

    mu: float
    sigma: float
    ordinal: float


def win_shares(ranks: np.ndarray) -> np.ndarray:
    """(G, P) shares of the win, summing to 1 in every game, from (G, P) ranks (1 = best, ties averaged)."""
    first = ranks == ranks.min(axis=1, keepdims=True)
    return first / first.sum(axis=1, keepdims=True)


def cluster_means(
    values: np.ndarray, chosen: np.ndarray, clusters: np.ndarray, seed: int = 0
) -> list[list[Estimate]]:
    """Means over chosen observations, with percentile intervals by bootstrap over clusters.

    Whole clusters are drawn with replacement, so that the same games played twice from one seed add
    nothing to what is known. One set of draws serves all figures.

    Args:
        values: (K, N) K figures of N observations.
        chosen: (J, N) bool, J groups of observations; the means are taken within each.
        clusters: (N,) the cluster (the seed) of each observation.
        seed: of the bootstrap's own stream.

    Returns:
        K lists of J estimates. The value is nan for an empty group, the interval is nan with fewer than two
        clusters.
    """
    names, places = np.unique(clusters, return_inverse=True)
    counts = np.array([_totals(places, group, len(names)) for group in chosen]).T
    sums = np.array(
        [[_totals(places, value * group, len(names)) for group in chosen] for value in values]
    ).transpose(2, 0, 1)
    means = _ratio(sums.sum(axis=0), counts.sum(axis=0))
    low, high = _interval(sums, counts, seed)
    return [
        [Estimate(*map(float, figure)) for figure in zip(means[k], low[k], high[k])]
        for k in range(len(values))
    ]


def _totals(places: np.ndarray, weights: np.ndarray, length: int) -> np.ndarray:
    return np.bincount(places, weights=weights, minlength=length)


def _interval(sums: np.ndarray, counts: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    length, shape = len(counts), sums.shape[1:]
    if length < 2:
        return np.full(shape, np.nan), np.full(shape, np.nan)
    stream = np.random.default_rng(seed)
    flat = sums.reshape(length, -1)
    replicates = []
    for _ in range(REPLICATES // _CHUNK):
        weights = stream.multinomial(length, np.full(length, 1 / length), size=_CHUNK)
        drawn = (weights @ flat).reshape(_CHUNK, *shape)
        replicates.append(_ratio(drawn, (weights @ counts)[:, None, :]))
    tail = (1 - CONFIDENCE) / 2
    everything = np.concatenate(replicates)
    missing = np.isnan(everything).all(axis=0)
    everything[:, missing] = 0.0
    low, high = np.nanquantile(everything, (tail, 1 - tail), axis=0)
    return np.where(missing, np.nan, low), np.where(missing, np.nan, high)


def _ratio(sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.divide(
        sums, counts, out=np.full(sums.shape, np.nan), where=np.broadcast_to(counts > 0, sums.shape)
    )


def ratings(seatings: np.ndarray, ranks: np.ndarray, agents: int, seed: int = 0) -> list[Rating]:
    """Plackett-Luce ratings of the agents by openskill.

    Each update depends on those before it, so the ratings are the means over several drawn orders of the
    games, with at most `RATING_GAMES` games in each. An agent in several seats of a game is rated by one of
    them, drawn anew each time.

    Args:
        seatings: (G, P) the agent in each seat.
        ranks: (G, P) ranks, 1 = best, ties averaged.
        agents: how many agents there are.
        seed: of the orders.
    """
    stream = np.random.default_rng(seed)
    runs = [_rate_once(seatings, ranks, agents, stream) for _ in range(RATING_ORDERS)]
    return [
        Rating(*np.mean([(r.mu, r.sigma, r.ordinal()) for r in column], axis=0).tolist())
        for column in zip(*runs)
    ]


def _rate_once(
    seatings: np.ndarray, ranks: np.ndarray, agents: int, stream: np.random.Generator
) -> Sequence[Any]:
    model = PlackettLuce()
    rated = [model.rating() for _ in range(agents)]
    for game in stream.permutation(len(seatings))[:RATING_GAMES]:
        seats = stream.permutation(seatings.shape[1])
        seat_of = {int(seatings[game, seat]): seat for seat in seats}
        if len(seat_of) > 1:
            teams = model.rate(
                [[rated[agent]] for agent in seat_of], ranks=[float(ranks[game, s]) for s in seat_of.values()]
            )
            for agent, team in zip(seat_of, teams):
                rated[agent] = team[0]
    return rated
