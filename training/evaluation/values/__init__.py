"""Value estimates: an agent's predicted chances to win, against outcomes and what is predictable."""

from .calibrations import Calibration, SeatFigures
from .ceilings import Ceiling, RewardFigures
from .measuring import Values, values

__all__ = ["Calibration", "Ceiling", "RewardFigures", "SeatFigures", "Values", "values"]
