"""`rule` compiles a function, `bind` makes a generic loop one game's own.

Rules are plain Python over NumPy records, called in one of three ways: out of the game's library, made ahead
of time (`library.py`); compiled by Numba, which is imported only then (`lowering.py`); or as they are written
(`interpreting.py`), all of them with NUMBA_DISABLE_JIT=1.
"""

import functools
import hashlib
import itertools
import re
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import extra
from . import progress
from .interpreting import ONLY_INTERPRETED, Interpreted, always, can_compile, never
from .library import library_of
from .owners import PACKAGE, digest_beside, keeper_of, owner
from .progress import CORE

if TYPE_CHECKING:
    from .lowering import RuleDispatcher


class Rule:
    """A function of the rules, or a loop over games, called the quickest way that there is.

    Attributes:
        py_func: the function as it is written.
        symbol: its name in its game's library; "" if it cannot be in any.
    """

    def __init__(
        self,
        function: Callable,
        keeper: str | None = None,
        identity: str = "",
        shared: Callable[[], tuple] | None = None,
        interpret: Callable[..., bool] = never,
        below: Iterable[Callable] = (),
        apart: bool = False,
    ):
        """Args are those of `_compiled`; `identity` tells it from every other function of its keeper."""
        functools.update_wrapper(self, function)
        self.py_func = function
        self.symbol = _symbol(function.__name__, identity) if keeper else ""
        self._keeper, self._identity, self._shared, self._apart = keeper, identity, shared, apart
        self._below = tuple(rule for rule in below if isinstance(rule, Rule))
        self._interpreted = Interpreted(function, interpret, self._is_kept)
        self._call: Callable = self._call_at_first

    def __call__(self, *args: Any) -> Any:
        """Call the function."""
        return self._call(*args)

    def _call_at_first(self, *args: Any) -> Any:
        """Take the calls until one of them is not interpreted: it decides how all later ones are called."""
        library = library_of(self._keeper)
        function = library and library.function(self.symbol)
        if function is None and self._interpreted.takes(args):
            return self._interpreted(*args)
        self._call = function or self.dispatcher
        return self._call(*args)

    @functools.cached_property
    def dispatcher(self) -> "RuleDispatcher":
        """The same for Numba.

        Raises:
            HustingsError: where Numba is not installed.
        """
        with extra("jit", f"compiling {self.__name__}, which is in no library here,"):
            from .cache import keep
            from .lowering import ApartCompiler, RuleCompiler, RuleDispatcher, SharedDispatcher
        shared = self._shared and self._shared()
        kind = RuleDispatcher if shared is None else SharedDispatcher
        made = kind(self.py_func, pipeline_class=ApartCompiler if self._apart else RuleCompiler)
        made.rule = self
        kept = keep(made, self._keeper, self._identity) if self._keeper else None
        if shared is not None:
            made.share(shared, kept and kept.symbol(shared))
        below = itertools.chain(*(rule.dispatcher.shares for rule in self._below), made.shares)
        made.shares = tuple(dict.fromkeys(below))
        return made

    def address(self) -> int:
        """Where the machine code of a function with `shared` types is."""
        library = library_of(self._keeper)
        return (library and library.address(self.symbol)) or self.dispatcher.address()

    def _is_kept(self, args: tuple[Any, ...]) -> bool:
        """Whether there is code on disk for a call with these arguments; Numba is not asked in vain."""
        compiles = can_compile() and library_of(self._keeper) is None
        return compiles and self._keeper not in (None, CORE) and self.dispatcher.is_kept(args)

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes it for, where compiled code calls it."""
        return self.dispatcher._numba_type_

    def __reduce__(self) -> Any:
        """By its name, if that finds it in another process; else as Numba does it, by its code."""
        module = sys.modules.get(self.__module__)
        if self.__module__ != "__main__" and getattr(module, self.__qualname__, None) is self:
            return self.__qualname__
        return _rule_of, (self.dispatcher,)


def _rule_of(dispatcher: Any) -> Rule:
    """The rule that a dispatcher was made for, which may have come from another process."""
    if dispatcher.rule is None:
        dispatcher.rule = Rule(dispatcher.py_func)
        dispatcher.rule.dispatcher = dispatcher
    return dispatcher.rule


def _symbol(name: str, identity: str) -> str:
    return f"{re.sub('[^A-Za-z0-9_]', '_', name)}_{hashlib.sha256(identity.encode()).hexdigest()[:16]}"


def _compiled(
    function: Callable,
    keeper: str | None,
    *parts: str,
    shared: Callable[[], tuple] | None = None,
    interpret: Callable[..., bool] = never,
    below: Iterable[Callable] = (),
    apart: bool = False,
) -> Any:
    """`function` compiled, and kept on disk for `keeper`; `parts` identify the functions bound into it.

    Args:
        shared: gives the types of its arguments, if all its callers are to share its machine code.
        interpret: whether a call from Python may be interpreted while no code for it is kept.
        below: functions that it calls.
        apart: its arguments never overlap in memory, and there is much to write: LLVM may do more at once.
    """
    if ONLY_INTERPRETED:
        return function
    identity = ""
    if keeper is not None:
        progress.note_function(keeper)
        file = Path(function.__code__.co_filename).resolve().relative_to(PACKAGE).as_posix()
        identity = f"{file}:{function.__code__.co_firstlineno} {function.__qualname__} {parts}"
    return Rule(function, keeper, identity, shared, interpret if keeper else never, below, apart)


def rule(function: Callable) -> Any:
    """Compile a function of the rules. Its arguments are records, arrays and plain numbers.

    The package's own code is kept on disk. Code from outside is not, because edits in the files that it calls
    would go unnoticed.
    """
    return _compiled(function, owner(function), interpret=always)


def bind(
    template: Callable,
    name: str,
    shared: Callable[[], tuple] | None = None,
    interpret: Callable[..., bool] = never,
    apart: bool = False,
    **functions: Callable,
) -> Any:
    """A copy of the plain function `template` that calls `functions` by these names, compiled.

    Passing compiled functions as arguments instead costs 9 to 15 us a call and is never kept on disk.

    Args:
        shared: gives the types of its arguments, if all its compiled callers are to share its machine code.
        interpret: whether a call from Python may be interpreted while no code for it is kept.
        apart: its arguments never overlap in memory, and there is much to write: LLVM may do more at once.
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
    compiled = _compiled(
        copy, keeper, *parts, shared=shared, interpret=interpret, below=functions.values(), apart=apart
    )
    compiled.bound_for = keeper
    return compiled


def compile_source(source: str, name: str, space: Mapping[str, Any], file: str, apart: bool = False) -> Any:
    """The function `name` that `source` defines, compiled.

    Args:
        space: what its global names mean.
        file: the file that it counts as a part of, and is kept with.
        apart: as for `bind`.
    """
    defined = {"__name__": __name__, **space}  # a compiled function that is loaded looks for its module
    exec(compile(source, file, "exec"), defined)
    return _compiled(defined[name], owner(defined[name]), source, interpret=always, apart=apart)


def _called(function: Callable) -> str:
    plain = getattr(function, "py_func", function)
    return f"{plain.__module__}.{plain.__qualname__}"
