"""Compile functions: `rule` a single one, `bind` a generic loop specialised for one game.

Rules are plain Python over NumPy records. A call takes one of three routes: the game's library, compiled
ahead of time (`library.py`); Numba, imported only if needed (`lowering.py`); or the interpreter
(`interpreting.py`). With NUMBA_DISABLE_JIT=1 everything is interpreted.
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
from .owners import PACKAGE, common_owner, digest_beside, owner_of
from .progress import CORE

if TYPE_CHECKING:
    from .lowering import RuleDispatcher


class Rule:
    """A function of the rules, or a loop over games, called by the fastest available route.

    Attributes:
        py_func: the plain Python function.
        symbol: its name in the game's library; "" if it is in none.
    """

    def __init__(
        self,
        function: Callable,
        owner: str | None = None,
        identity: str = "",
        shared: Callable[[], tuple] | None = None,
        interpret: Callable[..., bool] = never,
        below: Iterable[Callable] = (),
        noalias: bool = False,
    ):
        """See `_compiled`; `identity` distinguishes the function from all others of its owner."""
        functools.update_wrapper(self, function)
        self.py_func = function
        self.symbol = _symbol(function.__name__, identity) if owner else ""
        self._owner, self._identity, self._shared, self._noalias = owner, identity, shared, noalias
        self._below = tuple(rule for rule in below if isinstance(rule, Rule))
        self._interpreted = Interpreted(function, interpret, self._is_on_disk)
        self._call: Callable = self._call_at_first

    def __call__(self, *args: Any) -> Any:
        """Call the function."""
        return self._call(*args)

    def _call_at_first(self, *args: Any) -> Any:
        """Handle calls until one is not interpreted; its route is fixed for all later calls."""
        library = library_of(self._owner)
        function = library and library.function(self.symbol)
        if function is None and self._interpreted.takes(args):
            return self._interpreted(*args)
        self._call = function or self.dispatcher
        return self._call(*args)

    @functools.cached_property
    def dispatcher(self) -> "RuleDispatcher":
        """The Numba dispatcher of the same function.

        Raises:
            HustingsError: where Numba is not installed.
        """
        with extra("jit", f"compiling {self.__name__}, which no installed library has,"):
            from .cache import attach_cache
            from .lowering import NoAliasCompiler, RuleCompiler, RuleDispatcher, SharedDispatcher
        shared = self._shared and self._shared()
        kind = RuleDispatcher if shared is None else SharedDispatcher
        made = kind(self.py_func, pipeline_class=NoAliasCompiler if self._noalias else RuleCompiler)
        made.rule = self
        cache = attach_cache(made, self._owner, self._identity) if self._owner else None
        if shared is not None:
            made.share(shared, cache and cache.symbol(shared))
        below = itertools.chain(*(rule.dispatcher.shares for rule in self._below), made.shares)
        made.shares = tuple(dict.fromkeys(below))
        return made

    def address(self) -> int:
        """The address of the machine code of a function with `shared` types."""
        library = library_of(self._owner)
        return (library and library.address(self.symbol)) or self.dispatcher.address()

    def _is_on_disk(self, args: tuple[Any, ...]) -> bool:
        """Whether there is code on disk for a call with these arguments."""
        # The dispatcher is asked last, because it imports Numba.
        compiles = can_compile() and library_of(self._owner) is None
        return compiles and self._owner not in (None, CORE) and self.dispatcher.is_on_disk(args)

    @property
    def _numba_type_(self) -> Any:
        """The Numba type of this function, for compiled code that calls it."""
        return self.dispatcher._numba_type_

    def __reduce__(self) -> Any:
        """Pickle by name where another process can import it, else by its code, as Numba does."""
        module = sys.modules.get(self.__module__)
        if self.__module__ != "__main__" and getattr(module, self.__qualname__, None) is self:
            return self.__qualname__
        return _rule_of, (self.dispatcher,)


def _rule_of(dispatcher: Any) -> Rule:
    """The rule of a dispatcher; a new one if the dispatcher was pickled in another process."""
    if dispatcher.rule is None:
        dispatcher.rule = Rule(dispatcher.py_func)
        dispatcher.rule.dispatcher = dispatcher
    return dispatcher.rule


def _symbol(name: str, identity: str) -> str:
    return f"{re.sub('[^A-Za-z0-9_]', '_', name)}_{hashlib.sha256(identity.encode()).hexdigest()[:16]}"


def _compiled(
    function: Callable,
    owner: str | None,
    *parts: str,
    shared: Callable[[], tuple] | None = None,
    interpret: Callable[..., bool] = never,
    below: Iterable[Callable] = (),
    noalias: bool = False,
) -> Any:
    """Wrap `function` for compilation, its code stored on disk for `owner` (None: not stored).

    Args:
        parts: identify the functions bound into it.
        shared: returns the types of its arguments, if all callers should share one piece of machine code.
        interpret: whether a call from Python may be interpreted while no code for it is on disk.
        below: functions that it calls.
        noalias: promises LLVM that its arguments never overlap in memory, so that it can vectorise writes.
    """
    if ONLY_INTERPRETED:
        return function
    identity = ""
    if owner is not None:
        progress.note_function(owner)
        file = Path(function.__code__.co_filename).resolve().relative_to(PACKAGE).as_posix()
        # The line number tells functions of the same name apart, such as lambdas.
        identity = f"{file}:{function.__code__.co_firstlineno} {function.__qualname__} {parts}"
    return Rule(function, owner, identity, shared, interpret if owner else never, below, noalias)


def rule(function: Callable) -> Any:
    """Compile a function of the rules; its arguments are records, arrays and plain numbers.

    The package's own code is stored on disk. Code from outside is not, because edits in the files it calls
    would go unnoticed.
    """
    return _compiled(function, owner_of(function), interpret=always)


def bind(
    template: Callable,
    name: str,
    shared: Callable[[], tuple] | None = None,
    interpret: Callable[..., bool] = never,
    noalias: bool = False,
    **functions: Callable,
) -> Any:
    """Compile a copy of `template` with `functions` substituted for its global names.

    Passing compiled functions as arguments instead costs 9 to 15 us per call and is never stored on disk.

    Args:
        template: a plain Python function.
        shared, interpret, noalias: as for `_compiled`.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **functions}, name)
    copy.__qualname__ = name
    owner = common_owner({owner_of(function) for function in functions.values()})
    parts = [f"{part}={_called(function)}" for part, function in sorted(functions.items())]
    if owner_of(template) is None and owner is not None:
        # The folder's name covers the sources of `owner`, but not those of the template.
        if Path(template.__code__.co_filename).resolve().is_relative_to(PACKAGE):
            parts.append(digest_beside(template.__code__.co_filename))
        else:  # an edit in it would go unnoticed
            owner = None
    compiled = _compiled(
        copy, owner, *parts, shared=shared, interpret=interpret, below=functions.values(), noalias=noalias
    )
    compiled.bound_for = owner
    return compiled


def compile_source(source: str, name: str, space: Mapping[str, Any], file: str, noalias: bool = False) -> Any:
    """Compile the function `name` that `source` defines.

    Args:
        space: its global names.
        file: the source file that it is attributed to, which decides its owner.
        noalias: as for `_compiled`.
    """
    defined = {"__name__": __name__, **space}  # Numba looks up the module when it loads the code
    exec(compile(source, file, "exec"), defined)
    return _compiled(defined[name], owner_of(defined[name]), source, interpret=always, noalias=noalias)


def _called(function: Callable) -> str:
    written = getattr(function, "py_func", function)
    return f"{written.__module__}.{written.__qualname__}"
