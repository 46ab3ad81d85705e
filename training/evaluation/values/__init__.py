"""Values: what an agent says of every seat's chance to win, what comes, and what could be known of it."""

from .calibrations import Calibration, SeatFigures, calibration
from .ceilings import Ceiling, RewardFigures, ceiling
from .measuring import Values, values

__all__ = [
    "Calibration",
    "Ceiling",
    "RewardFigures",
    "SeatFigures",
    "Values",
    "calibration",
    "ceiling",
    "values",
]
