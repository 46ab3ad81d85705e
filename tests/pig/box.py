"""The box of Pig: a die, and how many points win."""

from pathlib import Path

import numpy as np

from hustings.envs.core.engine.record import Field
from hustings.envs.core.io.box import BoxSpec, Option

FIELDS = (
    Field("sides", np.int8, (), 2, 20, "sides of the die"),
    Field("typical_score", np.int16, (), 1, 1000, "points"),
    Field("goal", np.int16, (), 10, 200, "points that win"),
)
OPTIONS = (Option("goal", "points that win"),)
BOX = BoxSpec(Path(__file__).with_name("box.toml"), FIELDS, OPTIONS, lambda values: values, lambda box: None)
