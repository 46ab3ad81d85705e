"""Declare a game's phases as a list of rows: what is legal in each phase, and what an action does.

Written by hand, this would be three chains of `if table.phase == ...` to keep in step. That source is
generated from the rows and compiled once.
"""

import inspect
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from .compile import compile_source


class Decision(NamedTuple):
    """A phase in which a seat decides.

    Attributes:
        phase: its number.
        legal: marks the legal actions of the seat on turn in the mask `legal`.
        act: does an action.
    """

    phase: IntEnum
    legal: Callable
    act: Callable


class Passage(NamedTuple):
    """A phase without a decision: `act` carries it out and sets the next phase."""

    phase: IntEnum
    act: Callable


class Rules(NamedTuple):
    """The functions that the engine needs, generated from the rows.

    Attributes:
        legal: (box, table, legal) fills the mask of the seat on turn.
        act: (box, table, action) does an action alone, without what follows from it.
        advance: (box, table) carries out the current phase if it is a `Passage`; returns whether it is.
        apply: (box, table, action) does an action and everything that follows without a decision.
    """

    legal: Callable
    act: Callable
    advance: Callable
    apply: Callable


def phases(*rows: Decision | Passage) -> Rules:
    """The rules of a game from its phases, the most frequent first.

    Each function receives those of `box`, `table`, `legal` and `action` that its signature names.

    Raises:
        AssertionError: if a phase has two rows.
    """
    numbers = [int(row.phase) for row in rows]
    assert len(set(numbers)) == len(numbers), "a phase has two rows"
    decisions = [row for row in rows if isinstance(row, Decision)]
    passages = [row for row in rows if isinstance(row, Passage)]
    file = inspect.getfile(_python_function(rows[0].act))  # makes the game the owner of the code
    legal = _chain("legal", "box, table, legal", [(row.phase, row.legal) for row in decisions], file)
    act = _chain("act", "box, table, action", [(row.phase, row.act) for row in decisions], file)
    advance = _chain("advance", "box, table", [(row.phase, row.act) for row in passages], file)
    apply = compile_source(_APPLY, "apply", {"act": act, "advance": advance}, file)
    return Rules(legal, act, advance, apply)


_APPLY = """\
def apply(box, table, action):
    act(box, table, action)
    while advance(box, table):
        pass
"""


def _chain(name: str, arguments: str, calls: Iterable[tuple[IntEnum, Callable]], file: str) -> Any:
    """A compiled function that calls the current phase's function and returns whether there is one."""
    used: dict[str, Callable] = {}
    lines = [f"def {name}({arguments}):", "    phase = table.phase"]
    word = "if"
    for phase, function in calls:
        written = _python_function(function)
        # The phase is part of the name, since functions of different modules may share a name.
        used[f"{phase.name}_{written.__name__}"] = function
        wanted = ", ".join(inspect.signature(written).parameters)
        lines += [f"    {word} phase == {int(phase)}:", f"        {phase.name}_{written.__name__}({wanted})"]
        word = "elif"
    lines += ["    else:", "        return False", "    return True"] if used else ["    return False"]
    return compile_source("\n".join(lines) + "\n", name, used, file)


def _python_function(function: Callable) -> Callable:
    return getattr(function, "py_func", function)
