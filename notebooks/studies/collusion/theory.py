"""The Shapley value of two players who vote as one, before any negotiation."""

import numpy as np

from ..voting import contest, shapley


def value_apart(strengths: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(N,) the sum of the pair's (N, P) separate Shapley values, given strengths (N, P)."""
    return (shapley(contest(strengths)) * pairing).sum(axis=1)


def value_as_one(strengths: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(N,) the Shapley value of the pair as one player with the strength of both."""
    rows, first = np.arange(len(pairing)), pairing.argmax(axis=1)
    merged = np.where(pairing, 0, strengths)
    merged[rows, first] = (strengths * pairing).sum(axis=1)
    return shapley(contest(merged))[rows, first]
