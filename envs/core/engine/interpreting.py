"""Interpret a function until that costs as much as compiling it.

A function called from Python is interpreted, with everything it calls, until its calls have taken `PATIENCE`,
about as long as compiling would. Code that is already on disk is loaded at once.

- Rules that Python calls directly, for boards, prompts and events, start out interpreted.
- A loop over games starts out interpreted only inside `interpret_first` and only for a single game, for
  commands that show or play one game. Everywhere else loops are compiled at the first call.
"""

import contextlib
import functools
import importlib.util
import os
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

PATIENCE = 3.0  # seconds for each function
ONLY_INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

_interpret_first = False


@functools.cache
def can_compile() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def always(*_: Any) -> bool:
    """True: every call may be interpreted."""
    return True


def never(*_: Any) -> bool:
    """False: no call may be interpreted."""
    return False


def over_one_game(template: Callable) -> Callable[..., bool]:
    """Build the check that a loop's call covers one game (`first` to `last`), inside `interpret_first`."""
    first = template.__code__.co_varnames.index("first")
    return lambda *args: _interpret_first and args[first + 1] - args[first] == 1


@contextlib.contextmanager
def interpret_first() -> Iterator[None]:
    """Inside, loops over a single game start out interpreted instead of waiting for the compiler."""
    global _interpret_first
    before, _interpret_first = _interpret_first, True
    try:
        yield
    finally:
        _interpret_first = before


class Interpreted:
    """A function that is interpreted until its calls have taken `PATIENCE`.

    Args:
        function: the function, not compiled.
        may: maps a call's arguments to whether it may be interpreted.
        on_disk: maps them to whether compiled code is on disk; called once.
    """

    def __init__(self, function: Callable, may: Callable[..., bool] = never, on_disk: Callable = never):
        self._function, self._may, self._on_disk, self._left = function, may, on_disk, PATIENCE
        self._written: Callable | None = None

    def takes(self, args: tuple[Any, ...]) -> bool:
        """Whether a call with these arguments is interpreted."""
        # Without Numba, interpreting is the only way, however long it takes.
        if (self._left <= 0 and can_compile()) or not self._may(*args):
            return False
        if self._written is None:
            if self._on_disk(args):
                self._left = 0.0
                return False
            self._written = _as_written(self._function)
        return True

    def __call__(self, *args: Any) -> Any:
        """Call it interpreted, with everything it calls."""
        assert self._written is not None, "`takes` must be called first"
        began = time.perf_counter()
        try:
            with np.errstate(over="ignore"):  # the generator of random bits relies on it
                return self._written(*args)
        finally:
            self._left -= time.perf_counter() - began


def _as_written(function: Any) -> Callable:
    """A copy of a function of the rules that calls the interpreted copies of other rules."""
    copied = types.FunctionType(function.__code__, _space(function.__globals__), function.__name__)
    copied.__defaults__, copied.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return copied


class _Module:
    """A module's namespace in which rules are replaced by interpreted copies."""

    def __init__(self, space: dict[str, Any]):
        self.__dict__ = space


# By the id of the original namespace, which is held here so that its id is not reused.
_spaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}


def _space(names: dict[str, Any]) -> dict[str, Any]:
    """The global names that interpreted copies see: functions and modules replaced in the same way."""
    if id(names) not in _spaces:
        space = dict(names)
        _spaces[id(names)] = names, space  # before the loop, since modules may name each other
        for name, value in names.items():
            if hasattr(value, "py_func"):
                space[name] = _as_written(value.py_func)
            elif isinstance(value, types.ModuleType) and value.__name__.startswith(__package__.split(".")[0]):
                space[name] = _Module(_space(vars(value)))
    return _spaces[id(names)][1]
