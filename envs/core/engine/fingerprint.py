"""A digest of everything that a function compiles from, for code from outside the package.

The package's own code is identified by its source files. Of a user's code nobody knows the files, so here the
function's bytecode is followed to all that it refers to: constants, closures, global values, other compiled
functions, attributes of modules. What is of another kind (a plain function, which Numba compiles only by an
overload registered elsewhere, or an object of some class) has no fingerprint, and the function is compiled in
every process. NumPy, Numba and the standard library are known by their versions, which name the folder; an
overload that a user registers for a function of theirs goes unseen.
"""

import dis
import enum
import hashlib
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

_PLAIN = {type(None), bool, int, float, complex, str, bytes}
_LIBRARIES = {"numpy", "numba", *sys.stdlib_module_names} - {"__main__"}
_UNFOLLOWED = {"getattr", "globals", "eval"}  # these find values that no name in the bytecode leads to


class Unknown(Exception):
    """A value whose effect on the compiled code cannot be told."""


class Fingerprint:
    """Collects what one function compiles from.

    Attributes:
        rules: the rules that it may call, directly or indirectly.
    """

    def __init__(self, function: Callable):
        """Raises `Unknown` if the function refers to something that cannot be followed."""
        self.rules: list[Any] = []
        self._met: dict[int, tuple[int, Any]] = {}
        self._digest = hashlib.sha256()
        # Numba looks up the module when it loads the code.
        if function.__module__ not in sys.modules:
            raise Unknown(function.__module__)
        self._add(function.__module__, function.__qualname__)
        self._follow_function(function)

    def hexdigest(self) -> str:
        """The digest."""
        return self._digest.hexdigest()

    def _add(self, *parts: object) -> None:
        self._digest.update(repr(parts).encode() + b"\0")

    def _follow(self, value: Any) -> None:
        if type(value) in _PLAIN:
            self._add(type(value).__name__, value)
        elif isinstance(value, tuple | frozenset):
            self._add(*_name(type(value)), len(value))
            for part in value if isinstance(value, tuple) else sorted(value, key=repr):
                self._follow(part)
        elif id(value) in self._met:
            self._add("met", self._met[id(value)][0])
        else:
            # Kept with the number, so that no other value gets the same id.
            self._met[id(value)] = len(self._met), value
            self._follow_new(value)

    def _follow_new(self, value: Any) -> None:
        if isinstance(value, np.ndarray | np.generic):
            self._add("array", _numba_type(value.dtype), value.shape, np.isfortran(value))
            self._digest.update(value.tobytes())
        elif isinstance(value, np.dtype):
            self._add("dtype", _numba_type(value))
        elif isinstance(value, enum.EnumType):
            members: Any = value.__members__
            self._add(*_name(value), {name: member.value for name, member in members.items()})
        elif isinstance(value, enum.Enum):
            self._add(value.name)
            self._follow(type(value))
        elif isinstance(value, Dispatcher):
            self._add("dispatcher", sorted(value.targetoptions.items()), sorted(value.locals.items()))
            self._follow_function(value.py_func)
        elif hasattr(value, "noalias"):
            self.rules.append(value)
            self._add("rule", value.noalias)
            self._follow_function(value.py_func)
        elif _is_of_a_library(value):
            self._add(*_name(value))
        else:
            raise Unknown(repr(value))

    def _follow_function(self, function: Any) -> None:
        self._add("function", function.__qualname__)
        self._follow(function.__defaults__)
        self._follow(tuple(sorted((function.__kwdefaults__ or {}).items())))
        codes = list(_codes(function.__code__))
        names = {name for code in codes for name in code.co_names}
        for code in codes:
            self._follow_code(code)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                self._follow_named(cell.cell_contents, names)
            except ValueError as error:  # not assigned yet
                raise Unknown(name) from error
        for name in sorted({name for code in codes for name in _globals_of(code)}):
            self._add("global", name)
            if name in function.__globals__:
                self._follow_named(function.__globals__[name], names)
            elif name in _UNFOLLOWED:
                raise Unknown(name)

    def _follow_code(self, code: types.CodeType) -> None:
        numbers = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        named = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        self._add("code", code.co_code, code.co_exceptiontable, numbers, named)
        for constant in code.co_consts:
            if not isinstance(constant, types.CodeType):
                self._follow(constant)

    def _follow_named(self, value: Any, names: set[str]) -> None:
        """Follow a global or closed-over value; of a module what may be looked up in it."""
        if not isinstance(value, types.ModuleType) or _is_of_a_library(value):
            self._follow(value)
            return
        self._add("module", value.__name__)
        for name in sorted(names):
            if hasattr(value, name):
                self._add("attribute", name)
                self._follow_named(getattr(value, name), names - {name})


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and those of the functions defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _globals_of(code: types.CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval


def _numba_type(dtype: np.dtype) -> str:
    if dtype.hasobject:
        raise Unknown(str(dtype))
    try:
        return str(numba.from_dtype(dtype))
    except NumbaError as error:
        raise Unknown(str(dtype)) from error


def _is_of_a_library(value: Any) -> bool:
    """Whether this is a module, type or function that a version of a library stands for."""
    named = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    kinds = types.ModuleType, type, types.BuiltinFunctionType, types.FunctionType, np.ufunc
    return isinstance(value, kinds) and isinstance(named, str) and named.partition(".")[0] in _LIBRARIES


def _name(value: Any) -> tuple[str | None, str]:
    return getattr(value, "__module__", None), getattr(value, "__qualname__", value.__name__)
