"""The sources of victory points."""

import numpy as np

from ...core.text.gains import gains_by
from ...core.text.substeps import substeps
from .. import rules
from ..actions import ACTIONS
from ..rules.the_end import score
from ..table import Ending, Phase, Tie
from .events import ABOUT

_SOURCES = {
    Tie.BATTLE: "battles",
    Tie.PROVINCE: "provinces",
    Tie.FIRST: "government",
    Tie.SECOND: "government",
    Tie.OPPOSITION_FIRST: "opposition",
}


def gains(box: np.record, before: np.record, action: int, after: np.record) -> dict[str, np.ndarray]:
    """The points gained in a step: by battles, provinces, places in the government and opposition."""
    steps = substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after)
    return gains_by(score, _source, box, steps)


def _source(box: np.record, before: np.record, after: np.record, action: int | None) -> str:
    if after.ending != Ending.NONE:
        return "the end"  # the points of a sudden end are others than those of before
    about = Tie(int(before.tie)) or ABOUT.get(Phase(int(before.phase)), Tie.NONE)
    return _SOURCES.get(about, "the end")
