"""What a bot goes for, as compiled code takes it."""

from typing import NamedTuple

import numpy as np


def record(weights: NamedTuple) -> np.ndarray:
    """Weights, all of them numbers, as (1,) records: compiled code takes a tuple number by number."""
    return np.array([tuple(weights)], np.dtype((np.record, [(name, np.float64) for name in weights._fields])))
