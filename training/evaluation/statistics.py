"""Figures with honest intervals: games of the same deal count as one observation."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from openskill.models import PlackettLuce
from scipy.sparse import csr_array
from scipy.special import stdtrit

CONFIDENCE = 0.95
"""The confidence of all intervals."""
ALL_ALIKE = 1e-6  # no deal and no order changes such a rating
RATING_ORDERS = 10
RATING_GAMES = 1000
RATING_REPLICATES = 25
MOST_CLUSTERS = 10_000
"""The most clusters; of more deals, several form a cluster, which saves memory and stays honest."""
FEW_OFF_ENDS = 10
FEWEST_CLUSTERS = 8
"""Fewer deals say too little about how deals differ for a valid interval."""
WIDEST = 0.5
"""A share with a wider interval, which excludes less than half of the possible range, is not shown."""
_CHUNK = 100
TAIL = (1 - CONFIDENCE) / 2
"""The probability on either side of an interval."""
Ends = tuple[float | np.ndarray, float | np.ndarray]
"""The least and the greatest possible value of a figure, for all groups or for each."""


class Estimate(NamedTuple):
    """A figure, `value`, and its 95 % interval, `low` to `high`; nan if there is too little data."""

    value: float
    low: float
    high: float


UNKNOWN = Estimate(np.nan, np.nan, np.nan)


class Rating(NamedTuple):
    """A Plackett-Luce rating.

    Attributes:
        mu: skill.
        sigma: openskill's own uncertainty of it.
        ordinal: the cautious mu - 3 sigma.
        low, high: the 95 % interval of mu over deals; nan if all games ended alike, since mu then grows with
            their number.
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
    ends: Sequence[Ends | None] | None = None,
    weights: np.ndarray | None = None,
) -> list[list[Estimate]]:
    """Means over groups of observations, with 95 % intervals over clusters.

    The error of a mean is estimated from the differences between clusters, so that playing the same deal
    twice adds no information. It is multiplied by Student's t, because few clusters say little about how they
    differ.

    Args:
        values: (K, N) K figures of N observations.
        chosen: (J, N) bool, J groups of observations; the means are taken within each.
        clusters: (N,) the cluster (the deal) of each observation.
        ends: for each figure its least and greatest possible value, each a number, or (J,) one for each
            group; None if it is unbounded. Bounded figures have Wilson's interval, for the number of
            observations that would have this error. If all observations are at one end, it is exact
            (Clopper-Pearson over clusters).
        weights: (N,) the weight of each observation, the same for all of a cluster; None for equal weights.
            Clusters of the same weight form a stratum: only differences within a stratum count as error.

    Returns:
        K lists of J estimates. The value is nan for an empty group, the interval with fewer than
        `FEWEST_CLUSTERS` clusters.
    """
    sums, counts, strata = _cluster_totals(values, chosen, clusters, weights)
    means = ratio(sums.sum(axis=0), counts.sum(axis=0))
    met = clusters_met(counts, strata)
    low, high = np.empty_like(means), np.empty_like(means)
    for k, span in enumerate(ends or [None] * len(values)):
        off = sums[:, k] - np.nan_to_num(means[k]) * counts
        far = None if span is None else (sums[:, k] - span[0] * counts, span[1] * counts - sums[:, k])
        errors, freedom = stratified_errors(off, counts, strata, far)
        reach = student(freedom, met)
        if span is None or far is None:
            low[k], high[k] = means[k] - reach * errors, means[k] + reach * errors
        else:
            low[k], high[k] = between_ends(means[k], errors, reach, met, clusters_off_ends(*far), span)
    return [
        [Estimate(*map(float, figure)) for figure in zip(means[k], low[k], high[k])]
        for k in range(len(values))
    ]


def _cluster_totals(
    values: np.ndarray, chosen: np.ndarray, clusters: np.ndarray, weights: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For C clusters, (C, K, J) weighted sums and (C, J) weights of the chosen observations, and (C,) strata.

    Arguments as for `cluster_means`.
    """
    places, length, strata = numbered(clusters, weights)
    once = np.ones(len(clusters)) if weights is None else weights
    counts = np.array([_totals(places, once * group, length) for group in chosen]).T
    sums = np.array([[_totals(places, once * value * group, length) for group in chosen] for value in values])
    return sums.transpose(2, 0, 1), counts, strata


def numbered(clusters: np.ndarray, weights: np.ndarray | None = None) -> tuple[np.ndarray, int, np.ndarray]:
    """(N,) clusters numbered from 0, their number C, and (C,) the stratum of each.

    Without weights there is one stratum, and at most `MOST_CLUSTERS` clusters.
    """
    names, places = np.unique(clusters, return_inverse=True)
    if weights is None:
        length = min(len(names), MOST_CLUSTERS)
        return places % MOST_CLUSTERS, length, np.zeros(length, np.int64)
    strata = np.zeros(len(names), np.int64)
    strata[places] = np.unique(weights, return_inverse=True)[1]
    return places, len(names), strata


def _totals(places: np.ndarray, weights: np.ndarray, length: int) -> np.ndarray:
    return np.bincount(places, weights=weights, minlength=length)


def clusters_met(counts: Any, strata: np.ndarray) -> np.ndarray:
    """(J,) how many clusters have observations of a group; an effective number if weights differ.

    Args:
        counts: (C, J) the weights of its observations, possibly sparse.
        strata: (C,) the stratum of each cluster.
    """
    met = np.asarray((counts > 0).sum(axis=0)).astype(float)
    if not strata.any():
        return met
    squares = np.asarray((counts * counts).sum(axis=0))
    return np.minimum(met, ratio(np.asarray(counts.sum(axis=0)) ** 2, squares))


def stratified_errors(
    off: Any, counts: Any, strata: np.ndarray, far: tuple[Any, Any] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """(J,) standard errors of weighted means, as ratios of sums over clusters, and their degrees of freedom.

    Args:
        off: (C, J) each cluster's weighted sum minus mean times weight, possibly sparse.
        counts: (C, J) its weight, possibly sparse.
        strata: (C,) its stratum.
        far: two (C, J), the weighted distances of its observations from the least and the greatest possible
            value; None for unbounded figures.

    Returns:
        The errors, and Satterthwaite's degrees of freedom, nan for fewer than two clusters.
    """
    shape = int(strata.max(initial=0)) + 1, len(strata)
    of_stratum = csr_array((np.ones(len(strata)), (strata, np.arange(len(strata)))), shape)
    present, squares, totals = (
        _dense(of_stratum @ part) for part in ((counts > 0).astype(float), off * off, off)
    )
    # A cluster alone in its stratum says nothing about differences; its distance from the mean bounds them.
    among = squares - ratio(totals**2, present)
    parts = np.where(present > 1, present / np.maximum(present - 1, 1) * among, squares)
    parts = np.maximum(np.where(present > 0, parts, 0), 0)
    if far is not None and len(present) > 1:
        parts = _with_doubt(parts, present, of_stratum, *far)
    variance = parts.sum(axis=0)
    freedom = ratio(variance**2, (parts**2 / np.maximum(present - 1, 1)).sum(axis=0))
    enough = present.sum(axis=0) > 1
    freedom = np.where(np.isnan(freedom), present.sum(axis=0) - 1, freedom)
    errors = ratio(np.sqrt(variance), np.asarray(counts.sum(axis=0)))
    return np.where(enough, errors, np.nan), np.where(enough, freedom, np.nan)


def _with_doubt(
    parts: np.ndarray, present: np.ndarray, of_stratum: Any, above: Any, below: Any
) -> np.ndarray:
    """(H, J) the strata's parts of the variance, enlarged if few clusters of a stratum are off an end.

    As in `between_ends`, the fewer these are, the more weight goes to the case that all observations of a
    cluster are the same. If all clusters agree, two imaginary ones are added, one at each end.
    """
    up, down = (_dense(of_stratum @ side) for side in (above, below))
    share = (present * np.nan_to_num(ratio(up, up + down)) + 1) / (present + 2)
    alike = (up + down) ** 2 * share * (1 - share) / np.maximum(present, 1)
    off_ends = np.minimum(*(_dense(of_stratum @ (side > 1e-9).astype(float)) for side in (above, below)))
    doubt = np.maximum(0, 1 - off_ends / FEW_OFF_ENDS)
    return np.where(present > 0, (off_ends * parts + doubt * alike) / np.maximum(off_ends + doubt, 1e-9), 0)


def _dense(table: Any) -> np.ndarray:
    return np.asarray(table.todense() if hasattr(table, "todense") else table, float)


def student(freedom: np.ndarray, met: np.ndarray) -> np.ndarray:
    """Half the width of an interval in standard errors; nan for fewer than `FEWEST_CLUSTERS` clusters."""
    return stdtrit(np.where(met >= FEWEST_CLUSTERS, freedom, np.nan), 1 - TAIL)


def clusters_off_ends(above: Any, below: Any) -> np.ndarray:
    """(J,) how many clusters are not at the end at which most are.

    Args:
        above, below: (C, J) each cluster's distance from the least and the greatest value, possibly sparse.
    """
    return np.minimum(*(np.asarray((far > 1e-9).sum(axis=0)) for far in (above, below)))


def between_ends(
    means: np.ndarray,
    errors: np.ndarray,
    reach: np.ndarray,
    met: np.ndarray,
    off_ends: np.ndarray,
    span: Ends,
) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval of (J,) means within a span; the exact interval if all clusters are at one end.

    A few clusters off an end say little about how similar the observations of a cluster are. The fewer there
    are, the more weight goes to the case that these are all the same. If all n clusters are at one end, at
    most 1 - tail ** (1/n) of the population lies elsewhere, at worst at the other end.
    """
    least, greatest = span
    width = greatest - least
    share, error = (means - least) / width, errors / width
    at_low, at_high = np.isclose(share, 0, atol=1e-9), np.isclose(share, 1, atol=1e-9)
    # The effective number of observations; clusters that do not differ count as one observation each.
    inside = (error > 1e-12) & ~at_low & ~at_high
    one_of = np.divide(error**2, share * (1 - share), out=1 / np.maximum(met, 1), where=inside)
    doubt = np.maximum(0, 1 - off_ends / FEW_OFF_ENDS)
    one_of = (off_ends * one_of + doubt / np.maximum(met, 1)) / np.where(met > 1, off_ends + doubt, np.nan)
    square = reach**2 * one_of
    middle = (share + square / 2) / (1 + square)
    around = np.sqrt(np.maximum(square * (share * (1 - share) + square / 4), 0)) / (1 + square)
    exact = 1 - TAIL ** (1 / np.maximum(met, 1))
    known = ~np.isnan(reach)
    low = np.where(known & at_high, 1 - exact, np.where(known & at_low, 0, middle - around))
    high = np.where(known & at_low, exact, np.where(known & at_high, 1, middle + around))
    return least + width * low, least + width * high


def mean_difference(differences: np.ndarray) -> Estimate:
    """The mean of (N,) differences between two shares in the same deals, with its interval.

    Where nearly all deals agree, their spread says little: at most 1 - tail ** (1/n) of all deals may differ
    from n that agree, at worst by all that there is. The fewer deals differ, the more weight this has.
    """
    number = len(differences)
    if number < FEWEST_CLUSTERS:
        return Estimate(float(differences.mean()) if number else np.nan, np.nan, np.nan)
    mean, values = differences.mean(), differences.round(9)
    common, times = np.unique(values, return_counts=True)
    usual = common[times.argmax()]
    doubt = max(0, 1 - (number - times.max()) / FEW_OFF_ENDS)
    unseen = (1 - TAIL ** (1 / number)) * (1 + abs(usual))
    spread = stdtrit(number - 1, 1 - TAIL) * differences.std(ddof=1) / np.sqrt(number)
    reach = np.sqrt(spread**2 + doubt * unseen**2)
    return Estimate(*map(float, (mean, max(mean - reach, -1), min(mean + reach, 1))))


def jackknife(figures: Callable[[np.ndarray], np.ndarray], parts: np.ndarray) -> list[Estimate]:
    """Figures of sums, with 95 % intervals over independent parts.

    Args:
        figures: maps (R, F) sums to (R, K) figures.
        parts: (C, F) the summands of each part, such as a game.

    Returns:
        K estimates; nan for undefined figures, and for intervals with fewer than `FEWEST_CLUSTERS` parts.
    """
    many, sums = len(parts), parts.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        whole, without_one = figures(sums[None])[0], figures(sums - parts)
        spread = ((without_one - without_one.mean(axis=0)) ** 2).sum(axis=0)
    reach = student(np.array(many - 1.0), np.array(many)) * np.sqrt(spread * (many - 1) / many)
    return [Estimate(*map(float, figure)) for figure in zip(whole, whole - reach, whole + reach)]


def differing(variances: np.ndarray) -> np.ndarray:
    """Variances to divide by: nan where all values are equal, but for rounding errors."""
    return np.where(variances > 1e-12, variances, np.nan)


def draws(length: int, seed: int, number: int) -> Iterator[np.ndarray]:
    """Bootstrap draws: how often each of `length` clusters is drawn, (up to 100, length) at a time."""
    stream = np.random.default_rng(seed)
    for first in range(0, number, _CHUNK):
        some = min(_CHUNK, number - first)
        yield stream.multinomial(length, np.full(length, 1 / length), size=some)


def ratio(sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Means from sums and counts; nan where the count is 0."""
    return np.divide(
        sums, counts, out=np.full(sums.shape, np.nan), where=np.broadcast_to(counts > 0, sums.shape)
    )


def ratings(
    seatings: np.ndarray,
    ranks: np.ndarray,
    agents: int,
    deals: np.ndarray,
    seed: int = 0,
    weights: np.ndarray | None = None,
) -> list[Rating]:
    """Plackett-Luce ratings of the agents by openskill, with 95 % intervals over deals.

    Updates depend on the order of games, so ratings are means over several random orders, with at most
    `RATING_GAMES` games in each. An agent in several seats of a game is rated by one of them, drawn anew each
    time.

    Args:
        seatings: (G, P) the agent in each seat.
        ranks: (G, P) ranks, 1 = best, ties averaged.
        agents: the number of agents.
        deals: (G,) the seed of each game.
        seed: for the orders.
        weights: (G,) how often each game is drawn for an order, relative to others; None for once each.

    Returns:
        A rating for each agent, of nan for one that met nobody.
    """
    stream = np.random.default_rng(seed)
    everything = np.arange(len(seatings))
    runs = [
        _rate_once(seatings, ranks, agents, _order(everything, weights, stream), stream)
        for _ in range(RATING_ORDERS)
    ]
    figures = np.array([[(r.mu, r.sigma, r.ordinal()) for r in run] for run in runs])
    errors = _rating_errors(seatings, ranks, agents, deals, weights, figures[:, :, 0], stream)
    means = figures.mean(axis=0)
    met = seatings[(seatings != seatings[:, :1]).any(axis=1)]
    means[~np.isin(np.arange(agents), met)] = np.nan
    return [
        Rating(mu, sigma, ordinal, mu - reach, mu + reach)
        for (mu, sigma, ordinal), reach in zip(means.tolist(), errors.tolist())
    ]


def _order(games: np.ndarray, weights: np.ndarray | None, stream: np.random.Generator) -> np.ndarray:
    """At most `RATING_GAMES` games in random order; with weights, some more than once."""
    if weights is None or not len(games):
        return stream.permutation(games)[:RATING_GAMES]
    chances = weights[games] / weights[games].sum()
    return stream.choice(games, min(len(games), RATING_GAMES), p=chances)


def _rating_errors(
    seatings: np.ndarray,
    ranks: np.ndarray,
    agents: int,
    deals: np.ndarray,
    weights: np.ndarray | None,
    runs: np.ndarray,
    stream: np.random.Generator,
) -> np.ndarray:
    """(agents,) half-widths of the intervals around the means over `runs`, (orders, agents) ratings.

    Bootstrapped ratings vary with the deals and with the order of games; averaging over orders reduces the
    second part, so only that share of it is kept.
    """
    names, places = np.unique(deals, return_inverse=True)
    if len(names) < FEWEST_CLUSTERS:
        return np.full(agents, np.nan)
    games_of = np.split(np.argsort(places, kind="stable"), np.cumsum(np.bincount(places))[:-1])
    drawn = []
    for _ in range(RATING_REPLICATES):
        games = np.concatenate([games_of[deal] for deal in stream.integers(len(names), size=len(names))])
        rated = _rate_once(seatings, ranks, agents, _order(games, weights, stream), stream)
        drawn.append([rating.mu for rating in rated])
    by_order = runs.var(axis=0, ddof=1).mean()
    by_deals = np.maximum(0.0, np.var(drawn, axis=0, ddof=1) - by_order)
    freedom = min(len(names), RATING_REPLICATES) - 1
    reach = stdtrit(freedom, 1 - TAIL) * np.sqrt(by_deals + by_order / len(runs))
    return np.where(reach > ALL_ALIKE, reach, np.nan)


def _rate_once(
    seatings: np.ndarray, ranks: np.ndarray, agents: int, games: np.ndarray, stream: np.random.Generator
) -> Sequence[Any]:
    """The agents' ratings after these games, in this order."""
    model = PlackettLuce()
    rated = [model.rating() for _ in range(agents)]
    for game in games:
        seats = stream.permutation(seatings.shape[1])
        seat_of = {int(seatings[game, seat]): seat for seat in seats}
        if len(seat_of) > 1:
            teams = model.rate(
                [[rated[agent]] for agent in seat_of], ranks=[float(ranks[game, s]) for s in seat_of.values()]
            )
            for agent, team in zip(seat_of, teams):
                rated[agent] = team[0]
    return rated
