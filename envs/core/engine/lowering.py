"""Compile rules to machine code once, and only where Python calls them or many loops share them.

By default Numba links, optimises and compiles every function that a compiled function calls, although that
machine code never runs: Python calls only a handful of a game's hundreds of functions. So

- a `RuleDispatcher` called by compiled code stops at LLVM's IR. A function that Python calls is linked with
  the IR of everything below it and optimised once.
- a `SharedDispatcher`, such as the one that advances a game, becomes machine code by itself. The loops that
  call it refer to its symbol instead of each holding a copy of all the rules.
- a record is copied into an array as a block of memory, not byte by byte.

If the installed Numba has other internals, its own way is used: slower, with the same results.
"""

from . import numba_settings  # noqa: F401 (before Numba: it keeps Numba from reading a settings file)

# isort: split
import contextlib
import copy
import functools
import gc
import itertools
import operator
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import llvmlite.binding
from numba import types
from numba.core import cgutils, compiler, config, errors, sigutils, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import lower_builtin
from numba.core.registry import CPUDispatcher
from numba.np import arrayobj

from . import progress

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
_numbers = itertools.count()
_definitions: "weakref.WeakKeyDictionary[JITCodeLibrary, frozenset[str]]" = weakref.WeakKeyDictionary()


# Numba writes a function's argument types before each of its passes; records took a twelfth of all time.
types.Record.__repr__ = functools.cache(types.Record.__repr__)  # type: ignore[method-assign]


@lower_builtin(operator.setitem, types.Array, types.Integer, types.Record)
def set_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Lower `array[i] = record`."""
    array, _, record = signature.args
    if array.ndim == 1 and array.dtype == record:
        with contextlib.suppress(Exception):  # any kind, since these are internals of Numba
            return _copy_record(context, builder, signature, arguments)
    return arrayobj.setitem_array(context, builder, signature, arguments)


def _copy_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index, record = signature.args
    made = arrayobj.make_array(array)(context, builder, arguments[0])
    kinds, indices = arrayobj.normalize_indices(context, builder, (index,), (arguments[1],))
    place, _, _ = arrayobj.basic_indexing(
        context, builder, array, made, kinds, indices, boundscheck=context.enable_boundscheck
    )
    size = context.get_constant(types.intp, record.size)
    cgutils.raw_memmove(builder, place, arguments[2], size, 1)
    return context.get_dummy_value()


class LoweredLibrary(JITCodeLibrary):
    """The IR of one function, never optimised by itself.

    Attributes:
        needed: as keys, this library and the libraries of all functions it calls, callers first, since LLVM
            links a library only if one linked before calls it.
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
        """Set the symbol of its function, and drop from `needed` what it does not call."""
        self.symbol = symbol
        self.needed = {self: None, **_called(self, self.needed)}

    def finalize(self) -> None:
        """Leave the IR unoptimised: the function it is linked into is optimised as a whole."""
        self._finalized = True


class LinkedLibrary(JITCodeLibrary):
    """The machine code of one function, linked with the IR of everything it calls.

    Attributes:
        ir: the optimised IR as bitcode; empty outside `for_library`.
    """

    ir = b""

    def finalize(self) -> None:
        """Link and optimise."""
        self._linking_libraries = [*_called(self, self._linking_libraries)]
        super().finalize()

    def _finalize_final_module(self) -> None:
        if is_for_library():
            self.ir = self._final_module.as_bitcode()
        if _runs:
            super()._finalize_final_module()
        self._finalized = True


class NoAliasLibrary(LinkedLibrary):
    """The machine code of a function whose arguments do not overlap in memory.

    This lets LLVM write neighbouring numbers as one vector. Numba switches that off by default, because it
    once gave wrong results.
    """

    def _optimize_final_module(self) -> None:
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1
        try:
            super()._optimize_final_module()
        finally:
            config.SLP_VECTORIZE = before


def _called(caller: JITCodeLibrary, asked: Iterable[JITCodeLibrary]) -> dict[JITCodeLibrary, None]:
    """The libraries in `asked` that `caller` really calls, as keys, callers first.

    Numba also asks for functions called only in a branch that it has pruned from the IR. Linked here, before
    its real caller, such a library would be dropped, and the real call would jump to address 0.
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
    """The names of the functions that a library made by Numba itself defines, without linked-in ones."""
    if library not in _definitions:
        found = [function for function in library._final_module.functions if not function.is_declaration]
        own = [function for function in found if function.linkage == llvmlite.binding.Linkage.external]
        _definitions[library] = frozenset(function.name for function in own or found)
    return _definitions[library]


class RuleCompiler(compiler.Compiler):
    """Numba's compiler, with a `LinkedLibrary` for the result."""

    library: type[LinkedLibrary] = LinkedLibrary

    def compile_extra(self, func: Callable) -> compiler.CompileResult:
        """Compile a function."""
        if self.state.library is None and fits_numba():
            self.state.library = self.library(self.state.targetctx.codegen(), func.__qualname__)
            self.state.library.enable_object_caching()
        return super().compile_extra(func)


class NoAliasCompiler(RuleCompiler):
    """The compiler of functions whose arguments do not overlap in memory."""

    library = NoAliasLibrary

    def compile_extra(self, func: Callable) -> compiler.CompileResult:
        """Compile a function."""
        self.state.flags.noalias = True
        return super().compile_extra(func)


class RuleDispatcher(CPUDispatcher):
    """A function that is compiled if Python calls it, and only lowered to IR if compiled code does.

    Attributes:
        shares: the `SharedDispatcher`s that it may call, directly or indirectly.
        lowered: its IR by the types of its arguments.
        rule: the `Rule` that it belongs to.
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
        self.lowered: dict[tuple[types.Type, ...], compiler.CompileResult] = {}

    def compile(self, sig: Any) -> Any:
        """The entry point for a signature, for calls from Python."""
        if _for_library is not None:
            _for_library[self] = None
        enabled = gc.isenabled()
        gc.disable()  # it would take a seventh of the compile time
        try:
            return super().compile(sig) if _runs else self._link(sig)
        finally:
            if enabled:
                gc.enable()

    def entry(self) -> Callable:
        """The function for Python to call."""
        return self if _runs else self._compile_and_run_as_written

    def _compile_and_run_as_written(self, *args: Any) -> Any:
        self.compile(tuple(map(self.typeof_pyval, args)))
        return self.py_func(*args)

    def get_call_template(self, args: Any, kws: Any) -> tuple:
        """The signature for these argument types, for the type inference of a caller."""
        if not fits_numba():
            return super().get_call_template(args, kws)
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(map(_widened, args))
        with global_compiler_lock, self._compiling_counter:
            if args not in self.lowered:
                self._lower(args)
        signatures = [self.lowered[args].signature]
        name = self.py_func.__name__
        return typing.make_concrete_template(name, key=name, signatures=signatures), pysig, args, {}

    def get_overload(self, sig: Any) -> Any:
        """The key of the code for a signature, for the lowering of a caller."""
        lowered = self.lowered.get(tuple(sigutils.normalize_signature(sig)[0]))
        return super().get_overload(sig) if lowered is None else lowered.library

    def _link(self, sig: Any) -> None:
        """Compile for a library alone: without machine code for this process."""
        args = tuple(sigutils.normalize_signature(sig)[0])
        with global_compiler_lock:
            if args not in self.overloads:
                self.overloads[args] = self._compiled_into(self._compiler.pipeline_class.library, args)
                self.overloads[args].library.finalize()

    def _lower(self, args: tuple[types.Type, ...]) -> None:
        lowered = self._compiled_into(LoweredLibrary, args)
        library = lowered.library
        library.settle(lowered.fndesc.llvm_func_name)
        self.targetdescr.target_context.insert_user_function(library, lowered.fndesc, [*library.needed])
        self.lowered[args] = lowered
        progress.note_lowered()

    def _compiled_into(
        self, kind: type[JITCodeLibrary], args: tuple[types.Type, ...]
    ) -> compiler.CompileResult:
        """The IR alone: no machine code, and no entry points for Python or C."""
        target = self.targetdescr.target_context
        flags: Any = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        flags.noalias = issubclass(self._compiler.pipeline_class, NoAliasCompiler)
        try:
            return compiler.compile_extra(
                self.targetdescr.typing_context,
                target,
                self.py_func,
                args=args,
                return_type=None,
                flags=flags,
                locals=self.locals,
                library=kind(target.codegen(), self.py_func.__qualname__),
            )
        except errors.ForceLiteralArg as error:
            raise error.bind_fold_arguments(
                lambda args, kws: self._compiler.fold_argument_types(args, kws)[1]
            ) from error


class SharedDispatcher(RuleDispatcher):
    """A function whose machine code all compiled callers share and refer to by symbol.

    Attributes:
        args: the types of its arguments.
        symbol: its unique name in the machine code of its callers, which may be stored on disk.
    """

    def share(self, args: tuple[types.Type, ...], symbol: str | None) -> None:
        """Export under `symbol` (None for a new one) for callers with arguments of these types."""
        self.args, self.symbol = args, symbol or f"hustings.{next(_numbers)}.{self.py_func.__name__}"
        self.shares = (*self.shares, self)

    def current_symbol(self) -> str | None:
        """The symbol under which the code, as it is now, is stored on disk; None if it is not stored."""
        return self._cache.symbol(self.args)

    def load(self) -> None:
        """Make the symbol known to LLVM; call this before a caller is loaded from disk."""
        if fits_numba():
            with global_compiler_lock:
                if self.args not in self.lowered:
                    self._lower(self.args)

    def address(self) -> int:
        """The address of its machine code."""
        self.compile(self.args)
        code = self.overloads[self.args]
        address = code.library.get_pointer_to_function(code.fndesc.llvm_func_name)
        assert address, f"{code.fndesc.llvm_func_name} is not in its library"
        return address

    def _lower(self, args: tuple[types.Type, ...]) -> None:
        if args != self.args:  # a caller with other types gets a copy, as from any rule
            super()._lower(args)
            return
        if _runs:
            llvmlite.binding.add_symbol(self.symbol, self.address())
        else:
            self.compile(args)
        code = self.overloads[args]
        # Callers see a descriptor named by the symbol; the code keeps its own name.
        named = copy.copy(code.fndesc)
        named.mangled_name = self.symbol
        self.targetdescr.target_context.insert_user_function(code.library, named)
        self.lowered[args] = code


def _widened(argument: types.Type) -> types.Type:
    """The type that a rule is lowered for: not literal, and int64 for narrower integers.

    This way a rule is lowered once, not for each constant and width. Arithmetic widens integers anyway, and
    LLVM propagates constants where it pays.
    """
    general = types.unliteral(argument)
    narrow = isinstance(general, types.Integer) and general.signed and general.bitwidth < 64
    return types.int64 if narrow else general


_for_library: dict[RuleDispatcher, None] | None = None
_runs = True  # whether what is compiled runs in this process


def is_for_library() -> bool:
    """Whether this process is making a library."""
    return _for_library is not None


@contextlib.contextmanager
def for_library(runs: bool = True) -> Iterator[dict[RuleDispatcher, None]]:
    """Collect the functions compiled inside the `with` block, as keys, with their IR.

    Args:
        runs: whether this process runs what it compiles; otherwise loops run as written.
    """
    global _for_library, _runs
    fits_numba()  # its trial runs
    _for_library, _runs = {}, runs
    try:
        yield _for_library
    finally:
        _for_library, _runs = None, True


_tried: list[bool] = []


def fits_numba() -> bool:
    """Whether this module works with the installed Numba, tested once on two small functions."""
    if not _tried:
        _tried.append(True)  # the trial itself calls `fits_numba`
        try:
            inner, outer = SharedDispatcher(_add), RuleDispatcher(_add_twice(RuleDispatcher(_add)))
            inner.share((types.int64, types.int64), None)
            _tried[0] = outer(1, 2) == 4 and RuleDispatcher(_add_twice(inner))(1, 2) == 4
        except Exception:  # any kind, since these are internals of Numba
            _tried[0] = False
    return _tried[0]


def _add(one: Any, other: Any) -> Any:
    return one + other


def _add_twice(add: Callable) -> Callable:
    return lambda one, other: add(add(one, one), other)
