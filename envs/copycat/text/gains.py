"""The sources of victory points."""

from collections.abc import Mapping

import numpy as np

from ...core.text.gains import gained, gains_by
from ...core.text.substeps import substeps
from .. import rules
from ..actions import ACTIONS
from ..rules.clean_up import score
from ..table import Effect, Phase

_BY_PHASE = {Phase.REUSE_CARD: "cards", Phase.COPY_CARD: "cards", Phase.REUSE_WORKER: "offices"}
_BY_ACTION = {"place": "offices", "office": "offices", "vp": "charity events", "invest": "investments"}


def gains(box: np.record, before: np.record, action: int, after: np.record) -> dict[str, np.ndarray]:
    """The points gained in a step: by cards, offices, tokens and so on."""
    steps = substeps(rules.RULES, Phase.OVER, ACTIONS.size, box, before, action, after)
    return gains_by(score, _source, box, steps)


def _source(
    box: np.record, before: np.record, after: np.record, action: int | None
) -> str | Mapping[str, np.ndarray]:
    if action is not None:
        by_phase = _BY_PHASE.get(Phase(int(before.phase)))
        return by_phase or _BY_ACTION.get(ACTIONS.locate(action)[0], "cards")
    points = gained(score, box, before, after)
    seat, part = int(before.seat), np.zeros_like(points)
    if before.phase == Phase.LAY_DOWN:
        used = (before.worker[seat] != after.worker[seat]) & (box.office_effect == Effect.VP)
        part[seat] = box.office_strength[used].sum()
        return {"offices": part, "cards": points - part}
    if not box.decline_points:
        part[seat] = int(before.charity.sum()) * int(box.charity_vp)
    return {"charity events": part, "tokens": points - part}
