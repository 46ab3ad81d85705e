"""The table of Pig."""

from enum import IntEnum

import numpy as np

from hustings.envs.core.engine.game import header
from hustings.envs.core.engine.record import Field

SEATS = 4
MOST_TURNS = 1000


class Phase(IntEnum):
    """What is to be decided."""

    TURN = 0
    OVER = 1


class Stream(IntEnum):
    """The kinds of chance."""

    DIE = 0


FIELDS = (
    *header(len(Stream), SEATS),
    Field("points", np.int16, {"seat": SEATS}, 0, 219, "points banked"),
    Field("pot", np.int16, (), 0, 219, "points of this turn, not banked yet"),
    Field("turns", np.int16, (), 0, MOST_TURNS, "turns that have ended"),
)
