"""What a bot goes for, as numbers that compiled code takes."""

from typing import NamedTuple

import numpy as np


class Style(NamedTuple):
    """A bot that decides as its game's greedy does, with other weights.

    Attributes:
        does: the sentence that docs/reference/players.md has of it, without a subject.
        weights: (1,) records.
    """

    does: str
    weights: np.ndarray


def record(weights: NamedTuple) -> np.ndarray:
    """Weights, all of them numbers, as (1,) records.

    Compiled code takes a record by its address, but a tuple number by number, at every call.
    """
    hidden = [name for name in weights._fields if hasattr(np.record, name)]
    assert not hidden, f"{hidden}: np.record has methods of these names, which interpreted code would get"
    return np.array([tuple(weights)], np.dtype((np.record, [(name, np.float64) for name in weights._fields])))
