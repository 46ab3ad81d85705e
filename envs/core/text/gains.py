"""Attribute the points gained in a step to their sources."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from .substeps import Substep
from .words import seats_of

Score = Callable[[Any, Any, int], int]
"""(box, table, seat) -> a player's score, or a part of it."""


def gained(score: Score, box: Any, before: Any, after: Any) -> np.ndarray:
    """(P,) what every player has gained."""
    return np.array([int(score(box, after, i)) - int(score(box, before, i)) for i in seats_of(after)])


def gains_by(
    score: Score,
    source: Callable[[np.record, np.record, np.record, int | None], str | Mapping[str, np.ndarray]],
    box: np.record,
    steps: Iterable[Substep],
) -> dict[str, np.ndarray]:
    """Sum the points gained in substeps by source.

    Args:
        score: the points.
        source: (box, before, after, action) -> the source of all points gained in a substep, or a mapping
            from sources to points, (P,).
        box: the box.
        steps: the substeps, in order.

    Returns:
        (P,) points by source.
    """
    found: dict[str, np.ndarray] = {}
    for before, after, action in steps:
        points = gained(score, box, before, after)
        if points.any():
            named = source(box, before, after, action)
            for name, part in ({named: points} if isinstance(named, str) else named).items():
                found[name] = found.get(name, 0) + part
    return found
