"""Playing a step once more, bit by bit, so that news can tell all in the order in which it happened."""

from collections.abc import Iterator
from typing import Any

import numpy as np


def retell(rules: Any, over: int, actions: int, box, before, after) -> Iterator[tuple[Any, Any, int | None]]:
    """Every change between two tables: the table before it, the one after it, and the action, if it was one.

    Both tables are valid until the next change.

    Args:
        rules: has `legal` and `apply` of a Game, decide(box, table, action), which does an action itself, and
            go_on(box, table), which does the next of what follows without a decision.
        over: the phase OVER; the phases above it are those in which `go_on` is due.
        actions: the number of actions.
        box, before, after: records. `after` was reached by one action and the forced ones after it.
    """
    table = before.copy()
    for action in _taken(rules, over, actions, box, before, after):
        old = table.copy()
        rules.decide(box, table, action)
        yield old, table, action
        while table.phase > over:
            old = table.copy()
            rules.go_on(box, table)
            yield old, table, None


def _taken(rules, over: int, actions: int, box, before, after) -> list[int]:
    """The action that leads from one table to the other, and the forced ones after it.

    Where several do, it is the last: passes come first among the actions of a game.
    """

    def legal(table) -> list[int]:
        mask = np.zeros(actions, np.bool_)
        if table.phase != over:
            rules.legal(box, table, mask)
        return np.flatnonzero(mask).tolist()

    for action in reversed(legal(before)):
        table, taken = before.copy(), [action]
        rules.apply(box, table, action)
        while table.tobytes() != after.tobytes() and len(only := legal(table)) == 1:
            rules.apply(box, table, only[0])
            taken += only
        if table.tobytes() == after.tobytes():
            return taken
    return []
