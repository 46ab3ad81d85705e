"""How rules become machine code: once, and only what Python calls or many loops share.

Numba gives every function that a compiled one calls a library of its own: linked with all that it calls in
turn, optimised, and turned into machine code that nobody runs. Of the hundreds of functions of a game Python
calls a handful. So

- a `RuleDispatcher` that is called by compiled code stops at LLVM's IR. What Python calls is linked with the
  IR of everything below it, and optimised once.
- a `SharedDispatcher`, such as the one that advances a game, is turned into machine code by itself. The loops
  that call it hold its name, not another copy of all the rules.

Where a version of Numba cannot be driven so, its own way is taken, which is slower and otherwise the same.
"""

from . import numba_settings  # noqa: F401 (before Numba: it says what that reads)

# isort: split
import contextlib
import copy
import gc
import itertools
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import llvmlite.binding
from numba import types
from numba.core import compiler, config, errors, sigutils, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from . import progress

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
_numbers = itertools.count()
_definitions: "weakref.WeakKeyDictionary[JITCodeLibrary, frozenset[str]]" = weakref.WeakKeyDictionary()


class LoweredLibrary(JITCodeLibrary):
    """The IR of one function, never optimised by itself.

    Attributes:
        needed: this library and those of all functions that it calls, as keys, each after one that calls it:
            LLVM links only what is called by then.
        symbol: the name of its function.
    """

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.needed: dict[JITCodeLibrary, None] = {self: None}
        self.symbol = ""

    def add_linking_library(self, library: JITCodeLibrary) -> None:
        """Note a library that this one may need."""
        self.needed[library] = None

    def settle(self, symbol: str) -> None:
        """Take the name of its function, and need only what it calls."""
        self.symbol = symbol
        self.needed = {self: None, **_called(self, self.needed)}

    def finalize(self) -> None:
        """Leave the IR as it is: whoever links it optimises it."""
        self._finalized = True


class LinkedLibrary(JITCodeLibrary):
    """The machine code of one function, linked with the IR of all that it calls.

    Attributes:
        ir: the optimised IR, as bitcode; kept only inside `for_library`.
    """

    ir = b""

    def finalize(self) -> None:
        """Link and optimise."""
        self._linking_libraries = [*_called(self, self._linking_libraries)]
        super().finalize()

    def _finalize_final_module(self) -> None:
        if is_for_library():
            self.ir = self._final_module.as_bitcode()
        super()._finalize_final_module()


class ApartLibrary(LinkedLibrary):
    """The machine code of a function whose arguments do not overlap: neighbouring numbers go in vectors."""

    def _optimize_final_module(self) -> None:
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1
        try:
            super()._optimize_final_module()
        finally:
            config.SLP_VECTORIZE = before


def _called(caller: JITCodeLibrary, asked: Iterable[JITCodeLibrary]) -> dict[JITCodeLibrary, None]:
    """Of the libraries that a function asked for, as keys, those that it needs, each after one that calls it.

    A call in a branch that is never taken is asked for, but is gone from the IR. Linked in its place, before
    what really calls it, that library would be dropped, and the call be to null.
    """
    names = {function.name for function in caller._final_module.functions if function.is_declaration}
    needed: dict[JITCodeLibrary, None] = {}
    for library in asked:
        if isinstance(library, LoweredLibrary):
            if library.symbol in names:
                needed.update(library.needed)
        elif not names.isdisjoint(_defined(library)):
            needed[library] = None
    return needed


def _defined(library: JITCodeLibrary) -> frozenset[str]:
    """The names of the functions that a library of Numba's own is there for, not of those it has linked."""
    if library not in _definitions:
        found = [function for function in library._final_module.functions if not function.is_declaration]
        own = [function for function in found if function.linkage == llvmlite.binding.Linkage.external]
        _definitions[library] = frozenset(function.name for function in own or found)
    return _definitions[library]


class RuleCompiler(compiler.Compiler):
    """Numba's compiler, which makes a `LinkedLibrary`."""

    library: type[LinkedLibrary] = LinkedLibrary

    def compile_extra(self, func: Callable) -> compiler.CompileResult:
        """Compile a function."""
        if self.state.library is None and works():
            self.state.library = self.library(self.state.targetctx.codegen(), func.__qualname__)
            self.state.library.enable_object_caching()
        return super().compile_extra(func)


class ApartCompiler(RuleCompiler):
    """The same for a function whose arguments do not overlap in memory."""

    library = ApartLibrary

    def compile_extra(self, func: Callable) -> compiler.CompileResult:
        """Compile a function."""
        self.state.flags.noalias = True
        return super().compile_extra(func)


class RuleDispatcher(CPUDispatcher):
    """A function that is compiled when Python calls it, and only lowered to IR when compiled code does.

    Attributes:
        shares: the `SharedDispatcher`s that it may call, directly or not.
        rule: the `Rule` that it was made for.
    """

    rule: Any = None

    def __init__(
        self,
        py_func: Callable,
        locals: Any = None,
        targetoptions: Any = None,
        pipeline_class: type[compiler.CompilerBase] = RuleCompiler,
    ):
        super().__init__(py_func, locals, targetoptions or OPTIONS, pipeline_class)
        self.shares: tuple[SharedDispatcher, ...] = ()
        self._lowered: dict[tuple[types.Type, ...], compiler.CompileResult] = {}

    def is_kept(self, args: tuple[Any, ...]) -> bool:
        """Whether there is code on disk for a call with these arguments."""
        return self._cache.holds(args)

    def compile(self, sig: Any) -> Any:
        """The entry point for a signature, for calls from Python."""
        if _for_library is not None:
            _for_library[self] = None
        with collecting_later():
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> tuple:
        """What a caller's type inference asks for: the signatures for these types of arguments."""
        if not works():
            return super().get_call_template(args, kws)
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(map(_plain_type, args))
        with global_compiler_lock, self._compiling_counter:
            if args not in self._lowered:
                self._lower(args)
        signatures = [lowered.signature for lowered in self._lowered.values()]
        name = self.py_func.__name__
        return typing.make_concrete_template(name, key=name, signatures=signatures), pysig, args, {}

    def get_overload(self, sig: Any) -> Any:
        """What a caller's lowering asks for: the key of the code for a signature."""
        lowered = self._lowered.get(tuple(sigutils.normalize_signature(sig)[0]))
        return super().get_overload(sig) if lowered is None else lowered.library

    def _lower(self, args: tuple[types.Type, ...]) -> None:
        target = self.targetdescr.target_context
        library = LoweredLibrary(target.codegen(), self.py_func.__qualname__)
        flags: Any = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        flags.noalias = issubclass(self._compiler.pipeline_class, ApartCompiler)
        try:
            lowered = compiler.compile_extra(
                self.targetdescr.typing_context,
                target,
                self.py_func,
                args=args,
                return_type=None,
                flags=flags,
                locals=self.locals,
                library=library,
            )
        except errors.ForceLiteralArg as error:
            raise error.bind_fold_arguments(
                lambda args, kws: self._compiler.fold_argument_types(args, kws)[1]
            ) from error
        library.settle(lowered.fndesc.llvm_func_name)
        target.insert_user_function(library, lowered.fndesc, [*library.needed])
        self._lowered[args] = lowered
        progress.note_lowered()


class SharedDispatcher(RuleDispatcher):
    """A function whose machine code all its compiled callers share; they find it by its symbol.

    Attributes:
        args: the types of its arguments.
        symbol: its name in the machine code of its callers, which may be kept on disk; no other code has it.
    """

    def share(self, args: tuple[types.Type, ...], symbol: str | None) -> None:
        """Be shared by callers with arguments of these types, found by this name; None for a new one."""
        self.args, self.symbol = args, symbol or f"hustings.{next(_numbers)}.{self.py_func.__name__}"
        self.shares = (*self.shares, self)

    def load(self) -> None:
        """Have the machine code ready, before that of any caller is loaded."""
        if works():
            with global_compiler_lock:
                if self.args not in self._lowered:
                    self._lower(self.args)

    def address(self) -> int:
        """Where its machine code is."""
        self.compile(self.args)
        code = self.overloads[self.args]
        address = code.library.get_pointer_to_function(code.fndesc.llvm_func_name)
        assert address, f"{code.fndesc.llvm_func_name} is not in its library"
        return address

    def _lower(self, args: tuple[types.Type, ...]) -> None:
        if args != self.args:
            super()._lower(args)
            return
        llvmlite.binding.add_symbol(self.symbol, self.address())
        code = self.overloads[args]
        named = copy.copy(code.fndesc)
        named.mangled_name = self.symbol
        self.targetdescr.target_context.insert_user_function(code.library, named)
        self._lowered[args] = code


def _plain_type(argument: types.Type) -> types.Type:
    """The type that a rule is lowered for: constants as any number, narrow integers as int64.

    Arithmetic makes int64 of them anyway, and LLVM carries constants into the rule where it pays.
    """
    plain = types.unliteral(argument)
    narrow = isinstance(plain, types.Integer) and plain.signed and plain.bitwidth < 64
    return types.int64 if narrow else plain


_for_library: dict[RuleDispatcher, None] | None = None


def is_for_library() -> bool:
    """Whether a library is being made in this process."""
    return _for_library is not None


@contextlib.contextmanager
def for_library() -> Iterator[dict[RuleDispatcher, None]]:
    """Inside, note the functions that get machine code, as keys, and keep their IR."""
    global _for_library
    _for_library = {}
    try:
        yield _for_library
    finally:
        _for_library = None


@contextlib.contextmanager
def collecting_later() -> Iterator[None]:
    """Without the cyclic garbage collector, which takes a seventh of the time that compiling does."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


_tried: list[bool] = []


def works() -> bool:
    """Whether this version of Numba can be driven so; tried once, on two small functions."""
    if not _tried:
        _tried.append(True)  # while it is tried
        try:
            inner, outer = SharedDispatcher(_add), RuleDispatcher(_add_twice(RuleDispatcher(_add)))
            inner.share((types.int64, types.int64), None)
            _tried[0] = outer(1, 2) == 4 and RuleDispatcher(_add_twice(inner))(1, 2) == 4
        except Exception:  # of any kind: these are another library's insides
            _tried[0] = False
    return _tried[0]


def _add(one: Any, other: Any) -> Any:
    return one + other


def _add_twice(add: Callable) -> Callable:
    return lambda one, other: add(add(one, one), other)
