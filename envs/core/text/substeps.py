"""A step bit by bit, so that its events can be told in the order in which they happened."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..engine.phases import Rules


class Substep(NamedTuple):
    """One change of a table.

    Attributes:
        before, after: the table, valid until the next substep.
        action: what the seat on turn did; None where something happened without a decision.
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
    """An action, what follows without a decision, and the forced actions after it, one by one.

    Args:
        rules: of the game.
        over: the phase OVER; the phases above it are those that pass by themselves.
        num_actions: A.
        box: what is played with.
        before: the table before `action`.
        action: what the seat on turn did.
        after: the table that it led to.
    """
    table = before.copy()
    while True:
        old = table.copy()
        rules.act(box, table, action)
        yield Substep(old, table, action)
        while table.phase > over:
            old = table.copy()
            rules.advance(box, table)
            yield Substep(old, table, None)
        if table.tobytes() == after.tobytes():
            return
        legal = np.zeros(num_actions, np.bool_)
        if table.phase != over:
            rules.legal(box, table, legal)
        if legal.sum() != 1:
            return
        action = int(legal.argmax())
