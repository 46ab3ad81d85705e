"""The rating model: the ranks of an agent alone against copies of another, after Plackett and Luce.

A hundred points more are 1.78 times the odds of ending ahead, 400 more ten times. In a game of P players, an
agent d points above each of the others wins with probability s / (s + P - 1) for s = 10^(d/400); if it does
not, the next place is drawn likewise among those who are left.
"""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize
from scipy.special import stdtrit

from ..statistics import FEWEST_CLUSTERS, TAIL, Estimate

POINT = np.log(10) / 400
"""One rating point, as a natural logarithm of strength."""
GREEDY = 1000.0
"""The rating of `greedy`, which anchors the scale."""
RATING_SPREAD = 1000.0
"""The standard deviation of the prior around `greedy`, which keeps ratings finite if all games are won."""
FIELD_SPREAD = 100.0
"""The standard deviation of the prior of a rung's fair-share rating around its own rating."""
_STEP = 5.0
GRID = np.arange(-2500.0, 4501.0, _STEP)
"""The grid of ratings."""


def win_chance(points: float | np.ndarray, players: int) -> float | np.ndarray:
    """The probability of a win for an agent `points` above each of the others.

    >>> round(float(win_chance(0.0, 4)), 3), round(float(win_chance(400.0, 2)), 3)
    (0.25, 0.909)
    """
    strength = np.exp(POINT * np.asarray(points))
    return strength / (strength + players - 1)


def rank_log_likelihoods(points: np.ndarray, players: int) -> np.ndarray:
    """(2P - 1, D) log-likelihoods of the ranks 1, 1.5, 2, ... P, for (D,) points above each other agent.

    Half ranks are ties, with the geometric mean of the likelihoods of the two neighbouring ranks.
    """
    d, others = POINT * np.asarray(points, float), players - 1
    passed = np.zeros_like(d)  # of players ahead of it
    rows = []
    for left in range(others, -1, -1):
        total = np.logaddexp(d, np.log(left)) if left else d
        rows.append(passed + d - total)
        if left:
            passed = passed + np.log(left) - total
    whole = np.array(rows)
    found = np.empty((2 * players - 1, len(d)))
    found[::2] = whole
    found[1::2] = (whole[1:] + whole[:-1]) / 2
    return found


def places(ranks: np.ndarray) -> np.ndarray:
    """Ranks 1, 1.5, ... P as row indices of `rank_log_likelihoods`."""
    return np.round(2 * (np.asarray(ranks) - 1)).astype(np.int64)


# --- One agent among rungs whose ratings are known ---------------------------------------------------


def log_likelihoods(rungs: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """(D, G) the log-likelihood of each deal's ranks, for each rating of the grid.

    Args:
        rungs: (D,) the fair-share rating of the rung that the agent met in each deal.
        ranks: (D, P) the agent's rank from each seat.
    """
    found = np.zeros((len(rungs), len(GRID)))
    for rung in np.unique(rungs):
        here = np.flatnonzero(rungs == rung)
        log_chances = rank_log_likelihoods(GRID - rung, ranks.shape[1])
        found[here] = log_chances[places(ranks[here])].sum(axis=1)
    return found


def rating(rungs: np.ndarray, ranks: np.ndarray) -> Estimate:
    """An agent's most probable rating with its 95 % interval; arguments as for `log_likelihoods`.

    The interval uses Student's t and is widened if deals differ more than the model predicts. It does not
    include the uncertainty of the rungs' ratings.
    """
    found = log_likelihoods(rungs, ranks)
    log_posterior = found.sum(axis=0) + _log_prior()
    best = int(log_posterior.argmax())
    value = float(GRID[best])
    if len(rungs) < FEWEST_CLUSTERS:
        return Estimate(value, np.nan, np.nan)
    reach = float(stdtrit(len(rungs) - 1, 1 - TAIL)) ** 2 * _dispersion(found, best)
    inside = GRID[2 * (log_posterior[best] - log_posterior) <= reach]
    return Estimate(value, float(inside[0]) - _STEP, float(inside[-1]) + _STEP)  # between grid points


def _log_prior() -> np.ndarray:
    return -0.5 * ((GRID - GREEDY) / RATING_SPREAD) ** 2


def _dispersion(found: np.ndarray, best: int) -> float:
    """How much more deals differ than the model predicts; at least 1."""
    here = min(max(best, 1), len(GRID) - 2)
    slopes = (found[:, here + 1] - found[:, here - 1]) / 2
    curvature = -(found[:, here + 1] - 2 * found[:, here] + found[:, here - 1]).sum()
    deals = len(found)
    return max(1.0, float((slopes**2).sum() * deals / (deals - 1) / max(curvature, 1e-12)))


def posterior(found: np.ndarray) -> np.ndarray:
    """(G,) the posterior of the grid's ratings, given (D, G) log-likelihoods; D may be 0."""
    log_posterior = found.sum(axis=0) + _log_prior()
    likely = np.exp(log_posterior - log_posterior.max())
    return likely / likely.sum()


def information(ratings: np.ndarray, likely: np.ndarray, players: int) -> np.ndarray:
    """(K,) how much a game against each of K rungs tells about an agent's rating, given its posterior.

    `ratings` are the rungs' fair-share ratings, as in `log_likelihoods`.
    """
    found = []
    for rung in ratings:
        log_chances = rank_log_likelihoods(GRID - rung, players)[::2]
        slopes = np.gradient(log_chances, GRID, axis=1)
        found.append(float((likely * (np.exp(log_chances) * slopes**2).sum(axis=0)).sum()))
    return np.array(found)


# --- The rungs themselves ----------------------------------------------------------------------------


def fit(
    pairs: Sequence[tuple[int, int, np.ndarray]], rungs: int, fixed: int
) -> tuple[np.ndarray, np.ndarray]:
    """(K,) the most probable ratings of K agents, and (K,) their fair-share ratings.

    A fair-share rating is the one at which an agent alone against copies gets its fair share. It may differ
    from the copies' rating, because playing differently from all others can help or hurt.

    Args:
        pairs: (alone, among, (D, P) ranks) of the games of one agent against copies of another.
        rungs: K.
        fixed: the index of the agent whose rating is `GREEDY`.
    """
    players = pairs[0][2].shape[1]
    alone, among = (np.array([pair[end] for pair in pairs]) for end in (0, 1))
    counts = np.array([np.bincount(places(ranks.ravel()), minlength=2 * players - 1) for *_, ranks in pairs])
    free = [k for k in range(rungs) if k != fixed]

    def whole(given: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        ratings = np.full(rungs, GREEDY)
        ratings[free] = given[: len(free)]
        return ratings, ratings + given[len(free) :]

    def cost(given: np.ndarray) -> float:
        ratings, fields = whole(given)
        log_chances = rank_log_likelihoods(ratings[alone] - fields[among], players)
        far = ((ratings - GREEDY) / RATING_SPREAD) ** 2 + ((fields - ratings) / FIELD_SPREAD) ** 2
        return float(0.5 * far.sum() - (counts.T * log_chances).sum())

    start = np.concatenate([np.full(len(free), GREEDY), np.zeros(rungs)])
    return whole(minimize(cost, start, method="L-BFGS-B", options={"ftol": 1e-10, "maxiter": 500}).x)


def spread(
    pairs: Sequence[tuple[int, int, np.ndarray]], rungs: int, fixed: int, seed: int, replicates: int = 100
) -> np.ndarray:
    """(2, K) 95 % bootstrap intervals of the ratings of `fit`, over the deals of each pair."""
    stream = np.random.default_rng(seed)
    drawn = []
    for _ in range(replicates):
        again = [(a, b, ranks[stream.integers(len(ranks), size=len(ranks))]) for a, b, ranks in pairs]
        drawn.append(fit(again, rungs, fixed)[0])
    return np.quantile(drawn, [TAIL, 1 - TAIL], axis=0)
