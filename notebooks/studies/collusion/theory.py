"""The Shapley value of two players who vote as one, before any negotiation."""

import itertools
from math import factorial

import numpy as np


def shapley(weights: np.ndarray) -> np.ndarray:
    """(N, P) Shapley values, which sum to 1 in each row, of weighted voting games.

    A coalition is worth 1 if it is stronger than the others together, and 1/2 if it is as strong.

    Args:
        weights: (N, P) the strength of each player; 0 for an absent player.
    """
    players = weights.shape[1]
    values, total = np.zeros(weights.shape), weights.sum(axis=1)
    for seat in range(players):
        others = [other for other in range(players) if other != seat]
        for size in range(players):
            chance = factorial(size) * factorial(players - size - 1) / factorial(players)
            for joined in itertools.combinations(others, size):
                before = weights[:, list(joined)].sum(axis=1)
                gain = np.sign(2 * (before + weights[:, seat]) - total) - np.sign(2 * before - total)
                values[:, seat] += chance * gain / 2
    return values


def value_apart(strengths: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(N,) the sum of the pair's (N, P) separate Shapley values, given strengths (N, P)."""
    return (shapley(strengths) * pairing).sum(axis=1)


def value_as_one(strengths: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(N,) the Shapley value of the pair as one player with the strength of both."""
    rows, first = np.arange(len(pairing)), pairing.argmax(axis=1)
    merged = np.where(pairing, 0, strengths)
    merged[rows, first] = (strengths * pairing).sum(axis=1)
    return shapley(merged)[rows, first]
