"""`rule` compiles a function, `bind` makes a generic loop one game's own, `record` lays out a dtype.

Rules are plain Python over NumPy records. With NUMBA_DISABLE_JIT=1 they run as written.
"""

import contextlib
import functools
import hashlib
import shutil
import sys
import tempfile
import types
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import platformdirs

ENVS = Path(__file__).resolve().parents[1]
AGENTS = ENVS.parent / "agents"
CORE = "core"
KEPT_FOLDERS = 3
# Where compiled code is kept and how many threads numba itself may use change nothing in the code.
_NOT_IN_CODE = {"CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DEFAULT_NUM_THREADS"}


# --- Records -------------------------------------------------------------------------------------


class Field(NamedTuple):
    """One field of a box or a table: its name, type, shape, declared range (inclusive) and meaning."""

    name: str
    type: Any
    shape: tuple[int, ...] = ()
    low: int = 0
    high: int = 1
    about: str = ""


def record(fields: Iterable[Field]) -> np.dtype:
    """The dtype of a record with these fields: sorted by alignment, no gap, an explicit pad at the end.

    Without gaps, equal games have equal bytes. Flags are int8: numba compiles no bool array in a record.
    """
    fields = list(fields)
    for field in fields:
        if hasattr(np.record, field.name):
            raise AssertionError(f"a field named {field.name} would hide behind np.record.{field.name}")
    ordered = sorted(fields, key=lambda field: -np.dtype(field.type).alignment)
    parts: list[tuple] = [(field.name, field.type, field.shape) for field in ordered]
    size = np.dtype(parts).itemsize
    if size % 8:
        parts.append(("pad", np.uint8, (8 - size % 8,)))
    dtype = np.dtype((np.record, parts))
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        raise AssertionError("a record with gaps")
    return dtype


# --- Where compiled code is kept -----------------------------------------------------------------


def owner(function: Callable) -> str | None:
    """The game a function belongs to, "core", or None for a function from outside the package."""
    if hasattr(function, "bound_for"):
        return function.bound_for
    path = Path(getattr(function, "py_func", function).__code__.co_filename).resolve()
    if path.is_relative_to(ENVS):
        folder = path.relative_to(ENVS).parts[0]
        return folder if (ENVS / folder).is_dir() else None
    if path.is_relative_to(AGENTS) and (ENVS / path.stem).is_dir():
        return path.stem
    return None


def _sources(name: str) -> list[Path]:
    files = sorted((ENVS / CORE).glob("*.py"))
    if name != CORE:
        files += sorted((ENVS / name).rglob("*.py")) + sorted(AGENTS.glob(f"*/{name}.py"))
    return files


@functools.cache
def cache_folder(name: str) -> str:
    """The folder of one game's compiled code, named by everything that goes into it.

    Numba itself notices no edit in a called file and no changed setting, hence the hash.
    """
    digest = hashlib.sha256()
    for path in _sources(name):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    settings = {key: getattr(numba.config, key) for key in dir(numba.config) if key.isupper()}
    settings = {key: value for key, value in settings.items() if key not in _NOT_IN_CODE}
    digest.update(repr((numba.__version__, np.__version__, sys.version, sorted(settings.items()))).encode())
    parent = _cache_root()
    folder = parent / f"{name}-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # another process may drop it as an old one at this moment
        folder.touch()
    _drop_old(parent, name)
    return str(folder)


@functools.cache
def _cache_root() -> Path:
    root = Path(numba.config.CACHE_DIR or platformdirs.user_cache_dir("hustings", appauthor=False))
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        substitute = Path(tempfile.mkdtemp(prefix="hustings-"))
        warnings.warn(
            f"cannot write to {root}: compiled code is kept in {substitute} for this process only; "
            "set NUMBA_CACHE_DIR to a folder you can write to",
            stacklevel=2,
        )
        return substitute
    return root


def _drop_old(parent: Path, name: str) -> None:
    def changed(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:  # dropped by another process
            return 0.0

    folders = sorted(parent.glob(f"{name}-*"), key=changed, reverse=True)
    for path in folders[KEPT_FOLDERS:]:
        shutil.rmtree(path, ignore_errors=True)


# --- Compiling -----------------------------------------------------------------------------------


def _compiled(function: Callable, keeper: str | None) -> Any:
    """Compile in `keeper`'s cache folder; numba reads its setting while it decorates, so restore it."""
    before = numba.config.CACHE_DIR
    if keeper is not None and not numba.config.DISABLE_JIT:
        numba.config.CACHE_DIR = cache_folder(keeper)
    try:
        return numba.njit(cache=keeper is not None, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before


def rule(function: Callable) -> Any:
    """Compile a function of the rules. Arguments are records, arrays and plain numbers.

    A game's code is kept on disk. Code from outside the package is not, because an edit in a file it calls
    would go unseen; nor is the core's, which becomes part of each game's.
    """
    keeper = owner(function)
    return _compiled(function, None if keeper == CORE else keeper)


def bind(template: Callable, name: str, **functions: Callable) -> Any:
    """A copy of the plain function `template` that calls `functions` by these names, compiled.

    Passing compiled functions as arguments instead costs 9 to 15 us a call and is never kept on disk.
    `name` must differ between the copies made for one game: numba tells cached functions apart by it.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **functions}, name)
    copy.__qualname__ = name
    owners = {owner(function) for function in functions.values()} - {CORE}
    keeper = owners.pop() if len(owners) == 1 else None
    compiled = _compiled(copy, keeper)
    compiled.bound_for = keeper
    return compiled
