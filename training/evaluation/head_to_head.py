"""Pairwise results, and a ranking that allows for cycles: the maximal lottery."""

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array

from .statistics import (
    FEWEST_CLUSTERS,
    TAIL,
    UNKNOWN,
    Estimate,
    between_ends,
    clusters_met,
    clusters_off_ends,
    draws,
    numbered,
    ratio,
    stratified_errors,
    student,
)

LOTTERIES = 200


class HeadToHead(NamedTuple):
    """Pairwise results of agents, summed by deal: C clusters of deals, J pairs of agents.

    Attributes:
        agents: the number of agents, K.
        ahead: (C, J) sparse, how often the agent with the lower index ended ahead, ties counting half; pairs
            are in the order of np.triu_indices(K, 1).
        counts: (C, J) sparse, how often they met.
    """

    agents: int
    ahead: Any
    counts: Any


def head_to_head(
    seatings: np.ndarray,
    ranks: np.ndarray,
    agents: int,
    deals: np.ndarray,
    searching: np.ndarray | None = None,
) -> HeadToHead:
    """Sum up the pairs in games with (G, P) seatings and ranks, and (G,) deals.

    Args:
        searching: (agents,) bool, which of them search. A pair is then counted only in games in which nobody
            else searches, so that bots are compared in their many games without searches. None counts all.
    """
    one, other = np.triu_indices(seatings.shape[1], 1)
    first, second = seatings[:, one].ravel(), seatings[:, other].ravel()
    ahead = (1 + np.sign(ranks[:, other] - ranks[:, one]).ravel()) / 2
    ahead = np.where(first < second, ahead, 1 - ahead)
    met = first != second  # an agent may have several seats
    if searching is not None:
        among = np.repeat(searching[seatings].sum(axis=1), len(one))
        met &= among == searching[first].astype(int) + searching[second]
    low, high = np.minimum(first, second)[met], np.maximum(first, second)[met]
    pair = low * agents - low * (low + 1) // 2 + high - low - 1
    places, clusters, _ = numbered(deals)
    at = np.repeat(places, len(one))[met], pair
    shape = clusters, agents * (agents - 1) // 2
    return HeadToHead(agents, *(csr_array((of, at), shape) for of in (ahead[met], np.ones(len(pair)))))


def shares_ahead(met: HeadToHead) -> list[list[Estimate]]:
    """K x K shares: how often the row's agent ended ahead of the column's, ties counting half.

    Intervals are over deals. Pairs that never met, and the diagonal, are nan.
    """
    table = [[UNKNOWN] * met.agents for _ in range(met.agents)]
    one_stratum = np.zeros(met.counts.shape[0], np.int64)
    shares, deals = _shares(met), clusters_met(met.counts, one_stratum)
    off = met.ahead - met.counts.multiply(np.nan_to_num(shares))
    errors, freedom = stratified_errors(off, met.counts, one_stratum)
    off_ends = clusters_off_ends(met.ahead, met.counts - met.ahead)
    low, high = between_ends(shares, errors, student(freedom, deals), deals, off_ends, (0, 1))
    for i, j, *share in zip(*np.triu_indices(met.agents, 1), *map(np.ndarray.tolist, (shares, low, high))):
        table[i][j] = Estimate(*share)
        table[j][i] = Estimate(1 - share[0], 1 - share[2], 1 - share[1])
    return table


def _shares(met: HeadToHead) -> np.ndarray:
    """(J,) how often the agent with the lower index ended ahead; nan for pairs that never met."""
    return ratio(met.ahead.sum(axis=0), met.counts.sum(axis=0))


def maximal_lottery(shares: np.ndarray) -> np.ndarray:
    """(K,) the mixture of agents that no agent beats: against it, none ends ahead more often than behind.

    It is the optimal mixed strategy of the symmetric game whose payoff is how much more often one ends ahead
    than behind. An agent that beats all others has probability 1; agents that beat each other in a cycle
    share it. Duplicating an agent changes nothing for the others.

    Args:
        shares: (K, K) how often the row's agent ended ahead of the column's; nan counts as half.
    """
    margins = np.nan_to_num(shares, nan=0.5)
    margins = margins - margins.T
    agents = len(margins)
    # Maximise v subject to v <= the lottery's gain against each agent.
    against = np.column_stack([-margins.T, np.ones(agents)])
    found = linprog(
        np.append(np.zeros(agents), -1.0),
        A_ub=against,
        b_ub=np.zeros(agents),
        A_eq=[np.append(np.ones(agents), 0.0)],
        b_eq=[1.0],
        bounds=[(0, 1)] * agents + [(-1, 1)],
    )
    return np.clip(found.x[:agents], 0, 1) + 0.0  # turns -0 into 0


def lottery(met: HeadToHead, seed: int = 0) -> list[Estimate]:
    """The maximal lottery over the agents, with 95 % intervals by bootstrap over deals.

    An agent that has met nobody is left out, and its share is nan.
    """
    square = _square(_shares(met), met.agents)
    here = np.flatnonzero(~np.isnan(square).all(axis=1))
    among = np.ix_(here, here)
    if not len(here):
        return [UNKNOWN] * met.agents
    value, ends = maximal_lottery(square[among]), np.full((2, len(here)), np.nan)
    if met.counts.shape[0] >= FEWEST_CLUSTERS:
        drawn = [
            maximal_lottery(_square(shares, met.agents)[among])
            for weights in draws(met.counts.shape[0], seed, LOTTERIES)
            for shares in ratio(weights @ met.ahead, weights @ met.counts)
        ]
        ends = np.quantile(drawn, (TAIL, 1 - TAIL), axis=0)
    found = dict(zip(here.tolist(), zip(value, *ends)))
    return [Estimate(*map(float, found[k])) if k in found else UNKNOWN for k in range(met.agents)]


def _square(shares: np.ndarray, agents: int) -> np.ndarray:
    """Expand (J,) shares, one for each pair, to (K, K)."""
    table = np.full((agents, agents), np.nan)
    table[np.triu_indices(agents, 1)] = shares
    table.T[np.triu_indices(agents, 1)] = 1 - shares
    return table
