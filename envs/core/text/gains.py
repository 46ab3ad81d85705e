"""Attribute the points gained in a step to their sources."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from .substeps import Substep


def points_of(score: Callable[[Any, Any, int], int], box: np.record, table: np.record) -> np.ndarray:
    """(P,) every player's score."""
    return np.array([int(score(box, table, seat)) for seat in range(int(table.seats))])


def gains_by(
    steps: Iterable[Substep],
    points: Callable[[np.record], np.ndarray],
    source: Callable[[np.record, np.record, int | None], str | Mapping[str, np.ndarray]],
) -> dict[str, np.ndarray]:
    """Sum the points gained in substeps by source.

    Args:
        steps: the substeps, in order.
        points: table -> (P,) the points.
        source: (before, after, action) -> the source of all points gained in a substep, or a mapping from
            sources to points, (P,).

    Returns:
        (P,) points by source.
    """
    found: dict[str, np.ndarray] = {}
    for before, after, action in steps:
        gained = points(after) - points(before)
        if gained.any():
            named = source(before, after, action)
            for name, part in ({named: gained} if isinstance(named, str) else named).items():
                found[name] = found.get(name, 0) + part
    return found
