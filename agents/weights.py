"""The weights of bots, as records for compiled code."""

from typing import NamedTuple

import numpy as np


class Style(NamedTuple):
    """A bot that is its game's greedy with other weights.

    Attributes:
        does: what it does, a sentence without a subject for docs/reference/players.md.
        weights: (1,) records.
    """

    does: str
    weights: np.ndarray


def record(weights: NamedTuple) -> np.ndarray:
    """Convert weights, a tuple of numbers, into (1,) records.

    A record is passed to compiled code by its address, a tuple number by number at every call.
    """
    hidden = [name for name in weights._fields if hasattr(np.record, name)]
    assert not hidden, f"{hidden}: np.record has methods of these names, which interpreted code would get"
    return np.array([tuple(weights)], np.dtype((np.record, [(name, np.float64) for name in weights._fields])))
