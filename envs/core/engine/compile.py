"""`rule` compiles a function, `bind` makes a generic loop one game's own.

Rules are plain Python over NumPy records. With NUMBA_DISABLE_JIT=1 they run as written.
"""

import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba

from .cache import PACKAGE, digest_beside, keep, keeper_of, owner


def _compiled(function: Callable, keeper: str | None, *parts: str) -> Any:
    """`function` compiled, and kept on disk for `keeper`; `parts` identify the functions bound into it."""
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if keeper is not None and not numba.config.DISABLE_JIT:
        file = Path(function.__code__.co_filename).resolve().relative_to(PACKAGE).as_posix()
        keep(compiled, keeper, f"{file}:{function.__code__.co_firstlineno} {function.__qualname__} {parts}")
    return compiled


def rule(function: Callable) -> Any:
    """Compile a function of the rules. Its arguments are records, arrays and plain numbers.

    The package's own code is kept on disk. Code from outside is not, because edits in the files that it calls
    would go unnoticed.
    """
    return _compiled(function, owner(function))


def bind(template: Callable, name: str, **functions: Callable) -> Any:
    """A copy of the plain function `template` that calls `functions` by these names, compiled.

    Passing compiled functions as arguments instead costs 9 to 15 us a call and is never kept on disk.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **functions}, name)
    copy.__qualname__ = name
    keeper = keeper_of({owner(function) for function in functions.values()})
    parts = [f"{part}={_called(function)}" for part, function in sorted(functions.items())]
    if owner(template) is None and keeper is not None:
        if Path(template.__code__.co_filename).resolve().is_relative_to(PACKAGE):
            parts.append(digest_beside(template.__code__.co_filename))
        else:  # an edit in it would go unseen
            keeper = None
    compiled = _compiled(copy, keeper, *parts)
    compiled.bound_for = keeper
    return compiled


def compile_source(source: str, name: str, space: Mapping[str, Any], file: str) -> Any:
    """The function `name` that `source` defines, compiled.

    Args:
        space: what its global names mean.
        file: the file that it counts as a part of, and is kept with.
    """
    defined = {"__name__": __name__, **space}  # a compiled function that is loaded looks for its module
    exec(compile(source, file, "exec"), defined)
    return _compiled(defined[name], owner(defined[name]), source)


def _called(function: Callable) -> str:
    plain = getattr(function, "py_func", function)
    return f"{plain.__module__}.{plain.__qualname__}"
