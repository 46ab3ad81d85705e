"""Who ends ahead of whom, and a ranking that allows for cycles: the maximal lottery."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from .statistics import TAIL, Estimate, cluster_means, cluster_totals, replicates

LOTTERIES = 200
_UNKNOWN = Estimate(np.nan, np.nan, np.nan)


class HeadToHead(NamedTuple):
    """Every pair of agents in every game, N in all.

    Attributes:
        agents: how many agents there are, K.
        ahead: (1, N) float, 1 where the agent with the lower number ended ahead, 0.5 for a tie, else 0.
        pairs: (J, N) bool, the observations of each of the J pairs, in the order of np.triu_indices(K, 1).
        deals: (N,) the seed of each.
    """

    agents: int
    ahead: np.ndarray
    pairs: np.ndarray
    deals: np.ndarray


def head_to_head(seatings: np.ndarray, ranks: np.ndarray, agents: int, deals: np.ndarray) -> HeadToHead:
    """The pairs in games with (G, P) seatings and ranks and (G,) deals."""
    one, other = np.triu_indices(seatings.shape[1], 1)
    first, second = seatings[:, one].ravel(), seatings[:, other].ravel()
    ahead = (1 + np.sign(ranks[:, other] - ranks[:, one]).ravel()) / 2
    ahead = np.where(first < second, ahead, 1 - ahead)
    low, high = np.minimum(first, second), np.maximum(first, second)
    pairs = [(low == i) & (high == j) for i, j in zip(*np.triu_indices(agents, 1))]
    shape = (len(pairs), len(ahead))
    return HeadToHead(agents, ahead[None], np.array(pairs, bool).reshape(shape), np.repeat(deals, len(one)))


def shares_ahead(met: HeadToHead) -> list[list[Estimate]]:
    """K rows of K: how often the row's agent ended ahead of the column's, ties counting half.

    The intervals are over deals. Pairs that never met, and the diagonal, are nan.
    """
    table = [[_UNKNOWN] * met.agents for _ in range(met.agents)]
    (found,) = cluster_means(met.ahead, met.pairs, met.deals, [(0, 1)])
    for i, j, share in zip(*np.triu_indices(met.agents, 1), found):
        table[i][j] = share
        table[j][i] = Estimate(1 - share.value, 1 - share.high, 1 - share.low)
    return table


def maximal_lottery(shares: np.ndarray) -> np.ndarray:
    """(K,) the mixture of agents that no agent beats: against it, none ends ahead more often than behind.

    It is the optimal mixed strategy of the symmetric game whose payoff is how much more often one ends ahead
    than behind. An agent that beats all others gets 1; agents that beat each other in a cycle share it.
    Copies of an agent change nothing for the others.

    Args:
        shares: (K, K) how often the row's agent ended ahead of the column's; nan counts as half.
    """
    margins = np.nan_to_num(shares, nan=0.5)
    margins = margins - margins.T
    agents = len(margins)
    # Maximise v, with v no more than what the lottery gains against each agent.
    against = np.column_stack([-margins.T, np.ones(agents)])
    found = linprog(
        np.append(np.zeros(agents), -1.0),
        A_ub=against,
        b_ub=np.zeros(agents),
        A_eq=[np.append(np.ones(agents), 0.0)],
        b_eq=[1.0],
        bounds=[(0, 1)] * agents + [(-1, 1)],
    )
    return np.clip(found.x[:agents], 0, 1) + 0.0  # no -0


def lottery(met: HeadToHead, seed: int = 0) -> list[Estimate]:
    """The maximal lottery over the agents, with 95 % intervals by bootstrap over deals."""
    sums, counts = cluster_totals(met.ahead, met.pairs, met.deals)
    if not len(counts):
        return [_UNKNOWN] * met.agents
    with np.errstate(invalid="ignore"):
        value = maximal_lottery(_square(sums.sum(axis=0)[0] / counts.sum(axis=0), met.agents))
    if len(counts) < 2:
        return [Estimate(float(share), np.nan, np.nan) for share in value]
    drawn = [
        maximal_lottery(_square(means[0], met.agents))
        for part in replicates(sums, counts, seed, LOTTERIES)
        for means in part
    ]
    low, high = np.quantile(drawn, (TAIL, 1 - TAIL), axis=0)
    return [Estimate(*map(float, figure)) for figure in zip(value, low, high)]


def _square(shares: np.ndarray, agents: int) -> np.ndarray:
    """(K, K) shares from (J,), one for each pair."""
    table = np.full((agents, agents), np.nan)
    table[np.triu_indices(agents, 1)] = shares
    table.T[np.triu_indices(agents, 1)] = 1 - shares
    return table
