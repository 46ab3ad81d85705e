"""A digest of everything that a function compiles from, for code from outside the package.

The package's own code is identified by its source files. Of a user's code nobody knows the files, so here the
function's bytecode is followed to all that it refers to: constants, closures, global values, other compiled
functions, attributes of modules. What is of another kind (a plain function, which Numba compiles only by an
overload registered elsewhere, or an object of some class) has no fingerprint, and the function is compiled in
every process. NumPy, Numba and the standard library are known by their versions, which name the folder; an
overload that a user registers for a function of theirs goes unseen.

Numba keeps the values that a function had when it was first compiled. So a function has no fingerprint where
it refers to something else now than when it was first followed, or was compiled before that, as those with
given signatures are; nor has what calls it.
"""

import builtins
import dis
import enum
import functools
import hashlib
import sys
import sysconfig
import types
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

_PLAIN = {type(None), bool, int, float, complex, str, bytes, type(...)}
_LIBRARIES = {"numpy", "numba", *sys.stdlib_module_names} - {"__main__"}
_UNFOLLOWED = (getattr, globals, eval)  # these find values that no name in the bytecode leads to
_LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
_FILLING = ("CACHE", "EXTENDED_ARG", "PRECALL", "PUSH_NULL")  # bytecode without an effect of its own


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
        self._numbers: dict[int, int] = {}
        self._digest = hashlib.sha256()
        self._follow(function)

    def hexdigest(self) -> str:
        """The digest."""
        return self._digest.hexdigest()

    def _follow(self, function: Callable, *, has_code: bool = False) -> None:
        """Add what a function refers to, and what the functions that it calls do."""
        content = _Content(function)
        content.check_unchanged(has_code)
        self._digest.update(content.digest.digest())
        for called in content.called:
            is_new = id(called) not in self._numbers
            number = self._numbers.setdefault(id(called), len(self._numbers))
            self._digest.update(number.to_bytes(4, "little"))
            if is_new and isinstance(called, Dispatcher):
                self._follow(called.py_func, has_code=bool(called.overloads))
            elif is_new:
                self.rules.append(called)
                self._follow(called.py_func, has_code=called.has_code)


class _Content:
    """What one function refers to itself.

    Attributes:
        digest: of its code and of the values that it refers to.
        called: the rules and dispatchers that it refers to.
    """

    def __init__(self, function: Any):
        self.function, self.digest = function, hashlib.sha256()
        self.called: list[Any] = []
        # Numba looks up the modules of all functions when it loads the code.
        if function.__module__ not in sys.modules:
            raise Unknown(function.__module__)
        self._add(function.__module__, function.__qualname__)
        codes = list(_codes(function.__code__))
        for code in codes:
            self._add_code(code)
        self._add_value(function.__defaults__)
        self._add_value(tuple(sorted((function.__kwdefaults__ or {}).items())))
        closed = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        names = {name for code in codes for name in code.co_names}
        for name, attributes in sorted(_loads(codes).items()):
            self._add(name)
            try:
                if name in closed:
                    self._add_named(closed[name].cell_contents, attributes, names)
                elif name in function.__globals__:
                    self._add_named(function.__globals__[name], attributes, names)
                elif hasattr(builtins, name):
                    self._add_value(getattr(builtins, name))
            except ValueError as error:  # a variable of the function around it, not assigned yet
                raise Unknown(name) from error

    def check_unchanged(self, has_code: bool) -> None:
        """Raise Unknown if the function may have been compiled when it referred to something else."""
        now = self.digest.digest(), [weakref.ref(called) for called in self.called]
        was = _first_contents.get(self.function)
        if was is None and not has_code:
            _first_contents[self.function] = now
        elif was != now:  # two references are equal if their functions are the same
            raise Unknown(f"{self.function.__qualname__} has changed since it was compiled")

    def _add(self, *parts: object) -> None:
        self.digest.update(repr(parts).encode() + b"\0")

    def _add_code(self, code: types.CodeType) -> None:
        numbers = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        named = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        self._add("code", code.co_code, code.co_exceptiontable, numbers, named)
        for constant in code.co_consts:
            if not isinstance(constant, types.CodeType):
                self._add_value(constant)

    def _add_named(self, value: Any, attributes: set[str], names: set[str]) -> None:
        """Add a value that has a name; of a module, its `attributes`, or all `names` without any."""
        if not isinstance(value, types.ModuleType) or _is_of_a_library(value):
            self._add_value(value)
            return
        self._add("module", value.__name__)
        for name in sorted(attributes or names):
            if hasattr(value, name):
                self._add("attribute", name)
                self._add_named(getattr(value, name), set(), names - {name})

    def _add_value(self, value: Any) -> None:
        if type(value) in _PLAIN:
            self._add(type(value).__name__, value)
        elif isinstance(value, slice):
            self._add_value(("slice", value.start, value.stop, value.step))
        elif isinstance(value, tuple | frozenset):
            self._add(*_name(type(value)), getattr(value, "_fields", ()), len(value))
            for part in value if isinstance(value, tuple) else sorted(value, key=repr):
                self._add_value(part)
        elif isinstance(value, np.ndarray | np.generic):
            self._add(type(value).__name__, _numba_type(value.dtype), value.shape, np.isfortran(value))
            self.digest.update(value.tobytes())
        elif isinstance(value, np.dtype):
            self._add("dtype", _numba_type(value))
        elif isinstance(value, enum.Enum):
            self._add(value.name)
            self._add_class(type(value))
        elif isinstance(value, numba.types.Number):
            self._add("type", str(value))
        elif isinstance(value, Dispatcher) and getattr(value, "rule", None) is None:
            self._add_dispatcher(value)
        elif hasattr(value, "noalias") or isinstance(value, Dispatcher):
            rule = getattr(value, "rule", value)
            self._add("rule", rule.noalias)
            self.called.append(rule)
        elif isinstance(value, type) and not _is_of_a_library(value):
            self._add_class(value)
        elif _is_of_a_library(value) and value not in _UNFOLLOWED:
            self._add(*_name(value))
        else:
            raise Unknown(_name(type(value)))

    def _add_class(self, value: Any) -> None:
        """Add a class of a kind that Numba knows: an enumeration, a named tuple, or an exception."""
        self._add(*_name(value), [_name(base) for base in value.__mro__])
        if issubclass(value, enum.Enum):
            members: Any = value.__members__
            self._add({name: member.value for name, member in members.items()})
        elif issubclass(value, tuple) and hasattr(value, "_fields"):
            self._add(value._fields)
            self._add_value(tuple(sorted(value._field_defaults.items())))
        elif not issubclass(value, BaseException):
            raise Unknown(_name(value))

    def _add_dispatcher(self, value: Any) -> None:
        options = {
            name: sorted(of) if isinstance(of, set) else of for name, of in value.targetoptions.items()
        }
        self._add("dispatcher", sorted(options.items()), sorted(value.locals.items()))
        self.called.append(value)


_first_contents: "weakref.WeakKeyDictionary[Any, tuple[bytes, list[Any]]]" = weakref.WeakKeyDictionary()


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and those of the functions defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _loads(codes: list[types.CodeType]) -> dict[str, set[str]]:
    """The names that are loaded, with the attributes looked up at once, or none if one is used otherwise."""
    found: dict[str, set[str]] = {}
    for code in codes:
        steps = [step for step in dis.get_instructions(code) if step.opname not in _FILLING]
        for step, following in zip(steps, [*steps[1:], steps[-1]]):
            if step.opname in _LOADS:
                direct = following.opname in _ATTRIBUTES
                here = {following.argval} if direct else set()
                known = found.get(step.argval)
                found[step.argval] = here if known is None else known | here if known and here else set()
    return found


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
    kinds = types.ModuleType, type, types.BuiltinFunctionType, types.FunctionType, np.ufunc, type(np.sum)
    return isinstance(value, kinds) and isinstance(named, str) and _is_library(named.partition(".")[0])


@functools.cache
def _is_library(name: str) -> bool:
    """Whether a module of this name is NumPy, Numba or of the standard library, and not a user's."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    if name not in _LIBRARIES or spec is None:
        return False
    places = [sysconfig.get_path("stdlib"), *(str(Path(str(one.__file__)).parent) for one in (np, numba))]
    return spec.origin in ("built-in", "frozen") or str(spec.origin).startswith(tuple(places))


def _name(value: Any) -> tuple[str | None, str]:
    return getattr(value, "__module__", None), getattr(value, "__qualname__", value.__name__)
