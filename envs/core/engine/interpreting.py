"""When loops over games run as written instead of compiled."""

import contextlib
import functools
import importlib.util
import os
from collections.abc import Iterator

ONLY_INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

_compiling = True


@functools.cache
def can_compile() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


@contextlib.contextmanager
def without_compiling() -> Iterator[None]:
    """Inside, one step of one game that no library has runs as written.

    For commands that show or play one game: a move takes milliseconds so, and compiling half a minute.
    """
    global _compiling
    before, _compiling = _compiling, False
    try:
        yield
    finally:
        _compiling = before


def waits_for_compiler() -> bool:
    """Whether a step of one game is compiled where no library has it."""
    return _compiling
