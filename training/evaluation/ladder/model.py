"""The model of ratings: what ranks an agent has alone among copies of another, after Plackett and Luce.

With a hundred points more an agent is 1.78 times as likely to end ahead of another, with 400 ten times. In a
game of P players, d points above each of the others, it wins with a chance of s / (s + P - 1) for s =
10^(d/400); where it does not, the next place is drawn so among those who are left.
"""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize
from scipy.special import stdtrit

from ..statistics import FEWEST_CLUSTERS, TAIL, Estimate

POINT = np.log(10) / 400
"""A point of rating as a natural logarithm of strength."""
GREEDY = 1000.0
"""The rating of `greedy`, by which the scale is fixed."""
WIDTH = 1000.0
"""How wide ratings are spread about that of `greedy` before any game: they stay finite where all is won."""
APART = 100.0
"""How far from a rung's rating that may be at which an agent has its fair share among its copies."""
_STEP = 5.0
GRID = np.arange(-2500.0, 4501.0, _STEP)
"""The ratings that are looked at."""


def win_chance(points: float | np.ndarray, players: int) -> float | np.ndarray:
    """The chance to win for an agent that is so many points above each of the others.

    >>> round(float(win_chance(0.0, 4)), 3), round(float(win_chance(400.0, 2)), 3)
    (0.25, 0.909)
    """
    strength = np.exp(POINT * np.asarray(points))
    return strength / (strength + players - 1)


def log_chances(points: np.ndarray, players: int) -> np.ndarray:
    """(2P - 1, D) log-likelihoods of the ranks 1, 1.5, 2, ... P, for (D,) points above each other agent.

    Half ranks are ties, and as likely as the geometric mean of the two ranks beside them.
    """
    d, others = POINT * np.asarray(points, float), players - 1
    passed = np.zeros_like(d)  # of those who have been ahead of it
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
    """Ranks 1, 1.5, ... P as rows of `log_chances`; other ties, as 2.33, are rounded."""
    return np.round(2 * (np.asarray(ranks) - 1)).astype(np.int64)


# --- One agent among rungs whose ratings are known ---------------------------------------------------


def log_likelihoods(rungs: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """(D, G) for each rating of the grid, the log-likelihood of what has come of each deal.

    Args:
        rungs: (D,) for the rung that the agent met in each deal, the rating at which it has its fair share.
        ranks: (D, P) the agent's rank from each seat.
    """
    found = np.zeros((len(rungs), len(GRID)))
    for rung in np.unique(rungs):
        here = np.flatnonzero(rungs == rung)
        chances = log_chances(GRID - rung, ranks.shape[1])
        found[here] = chances[places(ranks[here])].sum(axis=1)
    return found


def rating(rungs: np.ndarray, ranks: np.ndarray) -> Estimate:
    """An agent's rating: the likeliest, with the 95 % interval of the likelihood.

    The arguments are those of `log_likelihoods`. Where deals differ by more than the model has it, the
    interval is as much wider; it reaches by Student's t. It is one on this scale: how sure the rungs' ratings
    are is not in it.
    """
    found = log_likelihoods(rungs, ranks)
    posterior = found.sum(axis=0) + _before()
    best = int(posterior.argmax())
    value = float(GRID[best])
    if len(rungs) < FEWEST_CLUSTERS:
        return Estimate(value, np.nan, np.nan)
    reach = float(stdtrit(len(rungs) - 1, 1 - TAIL)) ** 2 * _dispersion(found, best)
    inside = GRID[2 * (posterior[best] - posterior) <= reach]
    return Estimate(value, float(inside[0]) - _STEP, float(inside[-1]) + _STEP)  # between two of the grid


def _before() -> np.ndarray:
    return -0.5 * ((GRID - GREEDY) / WIDTH) ** 2


def _dispersion(found: np.ndarray, best: int) -> float:
    """By how much deals differ more than the model has it; 1 at least."""
    here = min(max(best, 1), len(GRID) - 2)
    slopes = (found[:, here + 1] - found[:, here - 1]) / 2
    curvature = -(found[:, here + 1] - 2 * found[:, here] + found[:, here - 1]).sum()
    deals = len(found)
    return max(1.0, float((slopes**2).sum() * deals / (deals - 1) / max(curvature, 1e-12)))


def chances_of(found: np.ndarray) -> np.ndarray:
    """(G,) how likely each rating of the grid is by (D, G) log-likelihoods, which may be none."""
    posterior = found.sum(axis=0) + _before()
    likely = np.exp(posterior - posterior.max())
    return likely / likely.sum()


def information(ratings: np.ndarray, likely: np.ndarray, players: int) -> np.ndarray:
    """(K,) how much a game among each of K rungs tells of an agent's rating, given how likely that is.

    For the ratings of the rungs see `log_likelihoods`.
    """
    told = []
    for rung in ratings:
        chances = log_chances(GRID - rung, players)[::2]
        slopes = np.gradient(chances, GRID, axis=1)
        told.append(float((likely * (np.exp(chances) * slopes**2).sum(axis=0)).sum()))
    return np.array(told)


# --- The rungs themselves ----------------------------------------------------------------------------


def fit(
    pairs: Sequence[tuple[int, int, np.ndarray]], rungs: int, fixed: int
) -> tuple[np.ndarray, np.ndarray]:
    """(K,) the likeliest ratings of K agents, and (K,) those for a fair share alone among copies of each.

    These differ from the ratings, for it may be an advantage, or none, to be the one who plays otherwise.

    Args:
        pairs: (alone, among, (D, P) ranks) of the games of one agent among copies of another.
        rungs: K.
        fixed: the number of the agent whose rating is `GREEDY`.
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
        chances = log_chances(ratings[alone] - fields[among], players)
        far = ((ratings - GREEDY) / WIDTH) ** 2 + ((fields - ratings) / APART) ** 2
        return float(0.5 * far.sum() - (counts.T * chances).sum())

    start = np.concatenate([np.full(len(free), GREEDY), np.zeros(rungs)])
    return whole(minimize(cost, start, method="L-BFGS-B", options={"ftol": 1e-10, "maxiter": 500}).x)


def spread(
    pairs: Sequence[tuple[int, int, np.ndarray]], rungs: int, fixed: int, seed: int, replicates: int = 100
) -> np.ndarray:
    """(2, K) the 95 % bootstrap intervals of the ratings of `fit` over the deals of each pair."""
    stream = np.random.default_rng(seed)
    drawn = []
    for _ in range(replicates):
        again = [(a, b, ranks[stream.integers(len(ranks), size=len(ranks))]) for a, b, ranks in pairs]
        drawn.append(fit(again, rungs, fixed)[0])
    return np.quantile(drawn, [TAIL, 1 - TAIL], axis=0)
