"""The sources of money."""

import numpy as np

from ...core.text.gains import gained
from ..rules.final_count import score


def gains(box: np.record, before: np.record, action: int, after: np.record) -> dict[str, np.ndarray]:
    """The millions gained in a step: by shares, fines and the bonus."""
    seats = int(after.seats)
    bonus = after.bonus[:seats].astype(np.int64) - before.bonus[:seats]
    fines = after.fined[:seats].astype(np.int64) if after.bag_draws > before.bag_draws else 0 * bonus
    return {"shares": gained(score, box, before, after) - bonus + fines, "fines": -fines, "bonus": bonus}
