"""Compile functions: `rule` a single one, `bind` one with others filled in, `bind_loop` a loop over games.

All are plain Python over NumPy records. A rule that Python calls runs as written; compiled code calls its
compiled form. A loop runs compiled: from the game's library, made ahead of time (`library.py`), or by Numba,
imported only if needed (`lowering.py`). With NUMBA_DISABLE_JIT=1 everything runs as written.
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

import numpy as np

from ..errors import extra
from . import progress
from .interpreting import ONLY_INTERPRETED, waits_for_compiler
from .library import library_of
from .owners import PACKAGE, common_owner, digest_beside, digest_of_sources, owner_of
from .progress import OWN

if TYPE_CHECKING:
    from .lowering import RuleDispatcher


class Rule:
    """A function of the rules: Python runs it as written, compiled code calls its dispatcher.

    Args:
        function: the plain Python function.
        owner: in whose folder its code is stored; None for code from outside the package, which is stored by
            its fingerprint.
        identity: distinguishes it from all other functions of its owner, if it has one.
        shared: returns the types of its arguments, if all callers share one piece of machine code.
        below: functions that it calls.
        noalias: promises LLVM that its arguments never overlap in memory, so that it can vectorise writes.

    Attributes:
        py_func: the plain Python function.
        written: the same for Python to call.
        symbol: its name in the game's library; "" if it is in none.
    """

    def __init__(
        self,
        function: Callable,
        owner: str | None = None,
        identity: str | None = None,
        shared: Callable[[], tuple] | None = None,
        below: Iterable[Callable] = (),
        noalias: bool = False,
    ):
        functools.update_wrapper(self, function)
        self.py_func = self.written = function
        self.symbol = _symbol(function.__name__, identity) if identity else ""
        self.shared, self.noalias = shared, noalias
        self._owner, self._identity = owner, identity
        self._below = tuple(rule for rule in below if isinstance(rule, Rule))

    def __call__(self, *args: Any) -> Any:
        """Run the function as written."""
        return self.written(*args)

    @functools.cached_property
    def dispatcher(self) -> "RuleDispatcher":
        """The Numba dispatcher of the same function.

        Raises:
            HustingsError: where Numba is not installed.
        """
        with extra("jit", f"compiling {self.__name__}, which no installed library has,"):
            from .cache import attach_cache
            from .lowering import NoAliasCompiler, RuleCompiler, RuleDispatcher, SharedDispatcher
        shared = self.shared and self.shared()
        kind = RuleDispatcher if shared is None else SharedDispatcher
        made = kind(self.py_func, pipeline_class=NoAliasCompiler if self.noalias else RuleCompiler)
        made.rule = self
        below = itertools.chain(*(rule.dispatcher.shares for rule in self._below))
        made.shares = tuple(dict.fromkeys(below))
        cache = attach_cache(made, self._owner or OWN, self._identity)
        if shared is not None:
            made.share(shared, cache.symbol(shared))
        return made

    @property
    def has_code(self) -> bool:
        """Whether Numba has compiled it with values that may have changed since; the package's own do not."""
        made = vars(self).get("dispatcher")
        return self._owner is None and made is not None and bool(made.overloads or made.lowered)

    def address(self) -> int:
        """The address of the machine code of a function with `shared` types."""
        library = library_of(self._owner)
        return (library and library.address(self.symbol)) or self.dispatcher.address()

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


class Loop(Rule):
    """A loop over games, which Python calls compiled."""

    one_step = False

    def __call__(self, *args: Any) -> Any:
        """Run the loop."""
        return self._call(*args)

    def _call(self, *args: Any) -> Any:
        """Find the compiled loop, which serves all later calls."""
        library = library_of(self._owner)
        function = library and library.function(self.symbol)
        if function is None and self.one_step and not waits_for_compiler() and len(args[1]) == 1:
            return self.py_func(*args)
        self._call = function or self.dispatcher.entry()  # type: ignore[method-assign]
        return self._call(*args)


def _rule_of(dispatcher: Any) -> Rule:
    """The rule of a dispatcher; a new one if the dispatcher was pickled in another process."""
    if dispatcher.rule is None:
        dispatcher.rule = Rule(dispatcher.py_func)
        dispatcher.rule.dispatcher = dispatcher
    return dispatcher.rule


def _symbol(name: str, identity: str) -> str:
    return f"{re.sub('[^A-Za-z0-9_]', '_', name)}_{hashlib.sha256(identity.encode()).hexdigest()[:16]}"


def _compiled(
    function: Callable, owner: str | None, *parts: str, kind: type[Rule] = Rule, **given: Any
) -> Any:
    """Wrap `function` for compilation, its code stored on disk for `owner`.

    Args:
        owner, given: as for `Rule`.
        parts: identify the functions bound into it.
        kind: a rule or a loop.
    """
    if ONLY_INTERPRETED:
        return function
    identity = None
    if owner is not None:
        digest_of_sources(owner)  # now, since the sources may be edited before it compiles
        progress.note_function(owner)
        file = Path(function.__code__.co_filename).resolve().relative_to(PACKAGE).as_posix()
        # The line number tells functions of the same name apart, such as lambdas.
        identity = f"{file}:{function.__code__.co_firstlineno} {function.__qualname__} {parts}"
    return kind(function, owner, identity, **given)


def rule(function: Callable) -> Any:
    """Compile a function of the rules; its arguments are records, arrays and plain numbers.

    The machine code is stored on disk: the package's own by the digest of its files, code from outside by
    what it refers to (`fingerprint.py`).
    """
    return _compiled(function, owner_of(function))


def wrapping_rule(function: Callable) -> Any:
    """A rule whose 64-bit numbers wrap around, of which NumPy would warn where it runs as written."""
    compiled = rule(function)
    compiled.written = np.errstate(over="ignore")(function)
    return compiled.written if ONLY_INTERPRETED else compiled


def unbound(*_: Any) -> Any:
    """Stands for a global name of a template until `bind` or `bind_loop` puts a function in its place."""
    raise NotImplementedError


def bind(
    template: Callable,
    name: str,
    shared: Callable[[], tuple] | None = None,
    noalias: bool = False,
    **functions: Callable,
) -> Any:
    """A rule: a copy of `template` with `functions` substituted for its global names.

    Passing compiled functions as arguments instead costs 9 to 15 us per call and is never stored on disk.

    Args:
        template: a plain Python function.
        shared, noalias: as for `Rule`.
    """
    return _bound(template, name, functions, shared=shared, noalias=noalias)


def bind_loop(template: Callable, name: str, one_step: bool = False, **functions: Callable) -> Any:
    """A loop over games, for Python to call: `template` as for `bind`, with arguments (box, tables, ...).

    Args:
        one_step: whether a call takes each game one step at most; then one game may run as written inside
            `without_compiling`.
    """
    loop = _bound(template, name, functions, kind=Loop)
    loop.one_step = one_step
    return loop


def _bound(template: Callable, name: str, functions: Mapping[str, Callable], **given: Any) -> Any:
    copy = types.FunctionType(template.__code__, {**template.__globals__, **functions}, name)
    copy.__qualname__ = name
    owner = common_owner({owner_of(function) for function in functions.values()})
    parts = [f"{part}={_called(function)}" for part, function in sorted(functions.items())]
    if owner_of(template) is None and owner is not None:
        # The folder's name covers the sources of `owner`, but not those of the template.
        if Path(template.__code__.co_filename).resolve().is_relative_to(PACKAGE):
            parts.append(digest_beside(template.__code__.co_filename))
        else:  # an edit in it would go unnoticed there; its fingerprint tells
            owner = None
    compiled = _compiled(copy, owner, *parts, below=functions.values(), **given)
    compiled.bound_for = owner
    return compiled


def compile_source(source: str, name: str, space: Mapping[str, Any], file: str, noalias: bool = False) -> Any:
    """Compile the function `name` that `source` defines.

    Args:
        space: its global names.
        file: the source file that it is attributed to, which decides its owner.
        noalias: as for `Rule`.
    """
    defined = {"__name__": __name__, **space}  # Numba looks up the module when it loads the code
    exec(compile(source, file, "exec"), defined)
    return _compiled(defined[name], owner_of(defined[name]), source, noalias=noalias)


def _called(function: Callable) -> str:
    """What tells a function from all others: of one that is stored, the symbol, which says what it calls."""
    if symbol := getattr(function, "symbol", ""):
        return symbol
    written = getattr(function, "py_func", function)
    return f"{written.__module__}.{written.__qualname__}"
