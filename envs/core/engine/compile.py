"""`rule` compiles a function, `bind` makes a generic loop one game's own.

Rules are plain Python over NumPy records. With NUMBA_DISABLE_JIT=1 they run as written.
"""

import itertools
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba

from . import progress
from .cache import PACKAGE, digest_beside, keep, keeper_of, owner
from .interpreting import Interpreted, always, never
from .lowering import RuleDispatcher, SharedDispatcher


def _compiled(
    function: Callable,
    keeper: str | None,
    *parts: str,
    shared: tuple | None = None,
    interpret: Callable[..., bool] = never,
) -> Any:
    """`function` compiled, and kept on disk for `keeper`; `parts` identify the functions bound into it.

    Args:
        shared: the types of its arguments, if all its callers are to share its machine code.
        interpret: whether a call from Python may be interpreted while no code for it is kept.
    """
    if numba.config.DISABLE_JIT:
        return function
    compiled: Any = RuleDispatcher(function) if shared is None else SharedDispatcher(function)
    symbol = None
    if keeper is not None:
        progress.note_function(keeper)
        file = Path(function.__code__.co_filename).resolve().relative_to(PACKAGE).as_posix()
        place = f"{file}:{function.__code__.co_firstlineno}"
        kept = keep(compiled, keeper, f"{place} {function.__qualname__} {parts}")
        symbol = None if shared is None else kept.symbol(shared)
        compiled.interpreted = Interpreted(function, interpret, kept.holds)
    if shared is not None:
        compiled.share(shared, symbol)
    return compiled


def rule(function: Callable) -> Any:
    """Compile a function of the rules. Its arguments are records, arrays and plain numbers.

    The package's own code is kept on disk. Code from outside is not, because edits in the files that it calls
    would go unnoticed.
    """
    return _compiled(function, owner(function), interpret=always)


def bind(
    template: Callable,
    name: str,
    shared: tuple | None = None,
    interpret: Callable[..., bool] = never,
    **functions: Callable,
) -> Any:
    """A copy of the plain function `template` that calls `functions` by these names, compiled.

    Passing compiled functions as arguments instead costs 9 to 15 us a call and is never kept on disk.

    Args:
        shared: the types of its arguments, if all its compiled callers are to share its machine code.
        interpret: whether a call from Python may be interpreted while no code for it is kept.
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
    compiled = _compiled(copy, keeper, *parts, shared=shared, interpret=interpret)
    compiled.bound_for = keeper
    if isinstance(compiled, RuleDispatcher):
        below = [function.shares for function in functions.values() if isinstance(function, RuleDispatcher)]
        compiled.shares = (*dict.fromkeys(itertools.chain(*below, compiled.shares)),)
    return compiled


def compile_source(source: str, name: str, space: Mapping[str, Any], file: str) -> Any:
    """The function `name` that `source` defines, compiled.

    Args:
        space: what its global names mean.
        file: the file that it counts as a part of, and is kept with.
    """
    defined = {"__name__": __name__, **space}  # a compiled function that is loaded looks for its module
    exec(compile(source, file, "exec"), defined)
    return _compiled(defined[name], owner(defined[name]), source, interpret=always)


def _called(function: Callable) -> str:
    plain = getattr(function, "py_func", function)
    return f"{plain.__module__}.{plain.__qualname__}"
