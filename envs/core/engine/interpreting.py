"""Rules as plain Python: what is called a few times would take longer to compile than to interpret.

A function that Python calls is interpreted, with all that it calls, until that has taken as long as compiling
might, `PATIENCE`. Code that lies on disk is loaded at once.

- Rules that Python calls by themselves, for boards, prompts and events, begin so.
- Loops over games begin so inside `unhurried`, which is for commands that show or play one game, and only
  when they go over one game. Everywhere else they are compiled at the first call.
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

_unhurried = False


@functools.cache
def can_compile() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def always(*_: Any) -> bool:
    """Any call may be interpreted."""
    return True


def never(*_: Any) -> bool:
    """No call may be interpreted."""
    return False


def over_one_game(template: Callable) -> Callable[..., bool]:
    """Whether a call may be interpreted, for a loop that goes from `first` to `last`: one game, unhurried."""
    first = template.__code__.co_varnames.index("first")
    return lambda *args: _unhurried and args[first + 1] - args[first] == 1


@contextlib.contextmanager
def unhurried() -> Iterator[None]:
    """Inside, single games begin interpreted in this process, instead of waiting for the compiler."""
    global _unhurried
    before, _unhurried = _unhurried, True
    try:
        yield
    finally:
        _unhurried = before


class Interpreted:
    """A function as it is written, and the seconds that it may still take.

    Args:
        function: the function, not compiled.
        may: says of a call's arguments whether it may be interpreted.
        kept: says of them whether there is compiled code for it on disk; asked once.
    """

    def __init__(self, function: Callable, may: Callable[..., bool] = never, kept: Callable = never):
        self._function, self._may, self._kept, self._left = function, may, kept, PATIENCE
        self._written: Callable | None = None

    def takes(self, args: tuple[Any, ...]) -> bool:
        """Whether a call with these arguments is interpreted."""
        if (self._left <= 0 and can_compile()) or not self._may(*args):
            return False
        if self._written is None:
            if self._kept(args):
                self._left = 0.0
                return False
            self._written = _as_written(self._function)
        return True

    def __call__(self, *args: Any) -> Any:
        """Call it, and all that it calls, interpreted."""
        assert self._written is not None, "asked by `takes` before"
        began = time.perf_counter()
        try:
            with np.errstate(over="ignore"):  # the generator of random bits relies on it
                return self._written(*args)
        finally:
            self._left -= time.perf_counter() - began


def _as_written(function: Any) -> Callable:
    """A copy of a function of the rules that calls no compiled ones, but copies like itself."""
    copied = types.FunctionType(function.__code__, _space(function.__globals__), function.__name__)
    copied.__defaults__, copied.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return copied


class _Module:
    """Stands for a module, with other meanings of its names."""

    def __init__(self, space: dict[str, Any]):
        self.__dict__ = space


# By the id of the original, which is kept so that no other gets its id.
_spaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}


def _space(names: dict[str, Any]) -> dict[str, Any]:
    """What the global names mean to such copies: functions as they are written, modules that hold such."""
    if id(names) not in _spaces:
        space = dict(names)
        _spaces[id(names)] = names, space
        for name, value in names.items():
            if hasattr(value, "py_func"):
                space[name] = _as_written(value.py_func)
            elif isinstance(value, types.ModuleType) and value.__name__.startswith(__package__.split(".")[0]):
                space[name] = _Module(_space(vars(value)))
    return _spaces[id(names)][1]
