"""Where compiled code is kept: once per machine, for every installation and process of the same version.

Numba's own disk cache goes by the path and time of one source file: a second installation compiles again, an
edit in a called file goes unnoticed, and a damaged file stops every start. Here the folder of a game is named
by a hash of everything that goes into its code, a file holds one compiled function with its digest, and
processes that need the same function wait for the first to compile it.

What is kept is code, so it is loaded only from where nobody else could have put it, as ssh does with keys. A
folder, and each above it, must belong to this user or to root, and be writable by nobody else: not by its
group, unless that is the user's own group, and not by all, unless its sticky bit is set (/tmp). Where it is
otherwise, this process says so and compiles anew in a folder of its own. Folders are made with mode 0700 and
files with 0600, whatever the umask; what earlier versions made writable for the user's own group is mended. A
file that belongs to others or can be written by them is compiled again. Windows has no such modes: nothing is
checked there.
"""

from . import numba_settings  # noqa: F401 (before Numba: it says what that reads)

# isort: split
import atexit
import contextlib
import functools
import hashlib
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import serialize, sigutils
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock

from ..errors import HustingsError
from ..io.files import locked, open_regular, written_whole
from . import lowering, progress
from .owners import digest_of_files, sources

KEPT_FOLDERS = 8  # a game; one is 1 to 3 MB
MOST_BYTES = 256 * 2**20  # a function; the largest has 0.5 MB
# The format that bford.info/cachedir defines, so that backups leave the folder out.
TAG, TAG_TEXT = "CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled code of hustings.\n"
# What changes from process to process or machine to machine without changing any code.
_NOT_IN_CODE = {"CACHE_DIR", "CACHE_LOCATOR_CLASSES", "COLOR_SCHEME", "DISABLE_CUDA", "NUMBA_NUM_THREADS",
                "NUMBA_DEFAULT_NUM_THREADS", "RUNNING_UNDER_PROFILER"}  # fmt: skip


# --- Folders -------------------------------------------------------------------------------------


def cache_root() -> Path:
    """The folder of all compiled code: in `NUMBA_CACHE_DIR` where that is set, else in the user's cache.

    Only the environment is asked: Numba's own setting may come from a file in the current folder.
    """
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(named) / "hustings"
    return Path(platformdirs.user_cache_dir("hustings", appauthor=False))


@functools.cache
def cache_folder(name: str) -> Path:
    """The folder of the compiled code of one owner; it need not be there yet."""
    settings = {key: getattr(numba.config, key) for key in sorted(dir(numba.config)) if _is_in_code(key)}
    python = sys.implementation.cache_tag, getattr(sys, "abiflags", "")
    made_of = digest_of_files(sources(name)), numba.__version__, np.__version__, python, settings
    return _safe(cache_root()) / f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}"


@functools.cache
def _safe(root: Path) -> Path:
    """The folder of all compiled code, or another for this process alone where others could write in that."""
    unsafe = _unsafe(root)
    if unsafe is None:
        return root
    private = Path(tempfile.mkdtemp(prefix="hustings-"))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    progress.tell(
        f"{unsafe} belongs to others or can be written by them, so no code is loaded from {root}, and every "
        "process compiles anew; take away their right to write, or set NUMBA_CACHE_DIR to a folder of yours"
    )
    return private


def _unsafe(root: Path) -> Path | None:
    """The first folder, of `root` and those above it, that others could have changed; None for none.

    `root` itself is mended if only the user's own group could write there.
    """
    if not hasattr(os, "geteuid"):
        return None
    for folder in (path for found in {root.absolute(), root.resolve()} for path in (found, *found.parents)):
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            status = folder.stat()
            if others_can_write(status):
                return folder
            if folder == root.absolute() and status.st_mode & stat.S_IWGRP:
                folder.chmod(0o700)
    return None


def others_can_write(status: os.stat_result) -> bool:
    """Whether somebody but this user and root could write a file, or in a folder that is not sticky."""
    if not hasattr(os, "geteuid"):
        return False
    if status.st_uid not in (0, os.geteuid()):
        return True
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False
    by_group = status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)
    return bool(by_group or status.st_mode & stat.S_IWOTH)


@functools.cache
def _is_own_group(group: int) -> bool:
    """Whether nobody but this user is in a group: it has the user's name and no other member."""
    import grp
    import pwd

    try:
        found, user = grp.getgrgid(group), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return found.gr_name == user and set(found.gr_mem) <= {user}


def _is_in_code(setting: str) -> bool:
    return setting.isupper() and not setting.startswith(("_", "CUDA")) and setting not in _NOT_IN_CODE


def _make(folder: Path, name: str) -> None:
    """Make the folder, mark it as ours and as used now, and drop the longest unused beyond `KEPT_FOLDERS`."""
    tag = folder / TAG
    if not tag.exists():
        folder.parent.mkdir(0o700, parents=True, exist_ok=True)
        folder.mkdir(0o700, exist_ok=True)
        tag.write_text(TAG_TEXT, encoding="utf-8")
        drop_old(folder, name)


def drop_old(current: Path, name: str) -> None:
    """Remove old folders of a game beside the current one, and nothing that is not of our own making."""
    others = [path for path in current.parent.glob(f"{name}-*") if path != current and is_ours(path, name)]
    for path in sorted(others, key=_last_used, reverse=True)[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def is_ours(path: Path, name: str) -> bool:
    """Whether this is a folder of compiled code that was made here: by its name and by its mark."""
    if not re.fullmatch(re.escape(name) + "-[0-9a-f]{16}", path.name) or path.is_symlink():
        return False
    try:
        return (path / TAG).read_text(encoding="utf-8") == TAG_TEXT
    except (OSError, ValueError):
        return False


def _last_used(folder: Path) -> float:
    try:
        return (folder / TAG).stat().st_mtime
    except OSError:  # dropped by another process
        return 0.0


# --- One function --------------------------------------------------------------------------------


class KeptCode:
    """The compiled forms of one function on disk, in the place of numba's own cache of a dispatcher.

    Args:
        dispatcher: the function.
        keeper: the owner in whose folder it is kept.
        identity: what tells it from every other function kept there.
    """

    def __init__(self, dispatcher: Any, keeper: str, identity: str):
        self._dispatcher = dispatcher
        self._keeper = keeper
        self._identity = identity
        self._found: dict[str, Any] = {}

    @property
    def cache_path(self) -> str:
        """The folder, as Numba asks for it."""
        return str(cache_folder(self._keeper))

    def compile(self, sig: Any) -> Any:
        """The entry point for a signature: loaded, or compiled by one process while the others wait."""
        compile_here = type(self._dispatcher).compile
        for shared in self._dispatcher.shares:
            if shared is not self._dispatcher:
                shared.load()
        with global_compiler_lock:
            if tuple(sigutils.normalize_signature(sig)[0]) in self._dispatcher.overloads:
                return compile_here(self._dispatcher, sig)
            path = self._path(sig)
            found = _load(path, self._dispatcher.targetctx)
            if found is not None:
                _note_use(cache_folder(self._keeper))
                self._found[path.name] = found
                return compile_here(self._dispatcher, sig)
            with self._alone(path):
                return compile_here(self._dispatcher, sig)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What numba asks before it compiles: the code on disk, or None."""
        path = self._path(sig)
        return self._found.pop(path.name, None) or _load(path, target_context)

    def save_overload(self, sig: Any, code: Any) -> None:
        """What numba calls when it has compiled."""
        if code.lifted or code.library.has_dynamic_globals:
            return
        path = self._path(sig)
        data = serialize.dumps(code._reduce())
        with _cannot_keep(path.parent):
            _make(path.parent, self._keeper)
            with written_whole(path, private=True, error=None) as part:
                part.write_bytes(hashlib.sha256(data).digest() + data)

    def holds(self, args: tuple[Any, ...]) -> bool:
        """Whether there is code on disk for a call with these arguments."""
        return self._path(tuple(map(numba.typeof, args))).exists()

    def symbol(self, sig: Any) -> str:
        """A name for the code of this signature that no other code has."""
        path = self._path(sig)
        return f"{path.parent.name}.{path.name}"

    def _path(self, sig: Any) -> Path:
        arguments = sigutils.normalize_signature(sig)[0]
        target = self._dispatcher.targetctx.codegen().magic_tuple()
        key = repr((self._identity, tuple(arguments), target)).encode()
        name = self._dispatcher.py_func.__name__
        return cache_folder(self._keeper) / f"{name}-{hashlib.sha256(key).hexdigest()[:24]}"

    @contextlib.contextmanager
    def _alone(self, path: Path) -> Iterator[None]:
        """Compile while nobody else compiles the same."""
        if path in _compiling:  # a recursive function
            yield
            return
        with _cannot_keep(path.parent):
            _make(path.parent, self._keeper)
        with locked(path.with_suffix(".lock"), lambda: progress.tell_waiting(self._keeper)):
            telling = contextlib.nullcontext() if path.exists() else progress.compiling(self._keeper)
            _compiling.add(path)
            try:
                with telling:
                    yield
            finally:
                _compiling.discard(path)


_compiling: set[Path] = set()


def keep(dispatcher: Any, keeper: str, identity: str) -> KeptCode:
    """Keep what `dispatcher` compiles on disk."""
    kept = KeptCode(dispatcher, keeper, identity)
    dispatcher._cache = kept
    dispatcher.compile = kept.compile
    return kept


def _load(path: Path, target_context: Any) -> Any:
    """The compiled function in a file; None when there is none. A damaged or unsafe file is removed."""
    if lowering.is_for_library():  # which is made from more than is kept
        return None
    try:
        with open_regular(path, remedy="it is compiled again") as file:
            if others_can_write(os.fstat(file.fileno())):
                _remove(path, "belongs to others or can be written by them")
                return None
            content = file.read(MOST_BYTES)
    except (HustingsError, OSError):  # not there, or nothing that was kept here
        return None
    digest, data = content[:32], content[32:]
    if hashlib.sha256(data).digest() == digest:
        with contextlib.suppress(Exception):  # whole, and yet another thing: of many kinds
            target_context.refresh()
            return CompileResult._rebuild(target_context, *pickle.loads(data))
    _remove(path, "is damaged")
    return None


def _remove(path: Path, why: str) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
    progress.tell(f"{path} {why}; it is compiled again")


# --- What is said, once each ---------------------------------------------------------------------


@contextlib.contextmanager
def _cannot_keep(folder: Path) -> Iterator[None]:
    """Go on without keeping the code when it cannot be written."""
    try:
        yield
    except OSError as error:
        _say_not_kept(folder.parent, error.strerror or str(error))


@functools.cache
def _say_not_kept(root: Path, reason: str) -> None:
    progress.tell(
        f"compiled code cannot be kept in {root} ({reason}), every process compiles anew; "
        "make room, or set NUMBA_CACHE_DIR to a folder you can write to"
    )


@functools.cache
def _note_use(folder: Path) -> None:
    """Note once a process that a folder is in use, so that it is not taken for an old one."""
    with contextlib.suppress(OSError):
        os.utime(folder / TAG)
