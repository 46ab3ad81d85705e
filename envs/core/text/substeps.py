"""Replay a step in small parts, so that its events can be told in order."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..engine.phases import Rules
from .snapshot import scratch


class Substep(NamedTuple):
    """One change of a table.

    Attributes:
        before, after: the table, valid until the next substep.
        action: the action of the seat on turn; None for a change without a decision.
    """

    before: np.record
    after: np.record
    action: int | None


def substeps(
    rules: Rules,
    over: int,
    num_actions: int,
    box: np.record,
    before: np.record,
    action: int,
    after: np.record,
) -> Iterator[Substep]:
    """Replay an action, everything that follows without a decision, and forced actions, change by change.

    Args:
        rules: the game's rules.
        over: the phase OVER; later phases pass without a decision.
        num_actions: A.
        box: the box.
        before: the table before `action`.
        action: the action of the seat on turn.
        after: the table after the whole step.
    """
    table = scratch(before)
    while True:
        old = table.copy()
        rules.act(box, table, action)
        yield Substep(old, table, action)
        while table.phase > over:
            old = table.copy()
            rules.advance(box, table)
            yield Substep(old, table, None)
        # With `ask_forced` the step ends here, before forced actions.
        if table.tobytes() == after.tobytes():
            return
        legal = np.zeros(num_actions, np.bool_)
        if table.phase != over:
            rules.legal(box, table, legal)
        if legal.sum() != 1:
            return
        action = int(legal.argmax())
