"""The sources of a party's points."""

import numpy as np

from ...core.text.gains import gained
from ..rules.final_count import media_points, member_points, programme_points, seat_points

_SOURCES = {
    "seats": lambda box, table, seat: seat_points(table, seat),
    "media": media_points,
    "members": member_points,
    "programme on the national board": programme_points,
}


def gains(box: np.record, before: np.record, action: int, after: np.record) -> dict[str, np.ndarray]:
    """The points gained in a step, by the four parts of the final count."""
    return {source: gained(points, box, before, after) for source, points in _SOURCES.items()}
