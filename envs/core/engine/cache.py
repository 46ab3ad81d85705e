"""Store compiled code on disk, once per machine for all installations and processes of one version.

Numba's own disk cache is keyed by the path and time of one source file: a second installation compiles again,
an edit in a called file goes unnoticed, and a damaged file breaks every start. Here the folder of a game is
named by a hash of everything that goes into its code, each file holds one compiled function and its digest,
and processes that need the same function wait for the first one to compile it. Functions from outside the
package share a folder, and their files are named by their fingerprints (`fingerprint.py`).

Loading a file means running it, so files are loaded only from places that nobody else can write to, as ssh
does with keys. The folder and every folder above it must belong to this user or to root and be writable by
nobody else, except by a group that only this user is in, or with the sticky bit set (/tmp). Otherwise the
process says so and compiles into a private temporary folder. Folders get mode 0700 and files 0600 whatever
the umask; folders that earlier versions left writable for the user's own group are corrected. A file that
others own or can write is compiled again. Windows has no such modes, so nothing is checked there.
"""

from . import numba_settings  # noqa: F401 (before Numba: it keeps Numba from reading a settings file)

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
from numba import types
from numba.core import serialize, sigutils
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock

from ..errors import HustingsError
from ..io.files import locked, open_regular, user_folder, written_whole
from . import lowering, progress
from .fingerprint import Fingerprint, Unknown
from .owners import digest_of_sources
from .progress import OWN

KEPT_FOLDERS = 8  # per game, of 1 to 3 MB each
KEPT_FILES = 500  # functions from outside the package, of 10 to 300 kB each
MOST_BYTES = 256 * 2**20  # per function; the largest takes 0.5 MB
# The tag defined at bford.info/cachedir, by which backups leave the folder out.
TAG, TAG_TEXT = "CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled code of hustings.\n"
# Types of arguments whose names say all that the code depends on; that of a function's does not.
_TOLD_BY_NAME = types.Number, types.Boolean, types.Array, types.Record, types.Omitted
_MOST_LETTERS = 60  # of a function's name in that of its file
# Settings that differ between processes or machines without changing the generated code.
_NOT_IN_CODE = {"CACHE_DIR", "CACHE_LOCATOR_CLASSES", "COLOR_SCHEME", "DISABLE_CUDA", "NUMBA_NUM_THREADS",
                "NUMBA_DEFAULT_NUM_THREADS", "RUNNING_UNDER_PROFILER"}  # fmt: skip


# --- Folders -------------------------------------------------------------------------------------


def cache_root() -> Path:
    """The folder of all compiled code: in `NUMBA_CACHE_DIR` if that is set, else in the user's cache folder.

    Only the environment is read: Numba's own setting may come from a file in the current folder.
    """
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(named) / "hustings"
    return user_folder(platformdirs.user_cache_dir, "NUMBA_CACHE_DIR to a folder for compiled code")


@functools.cache
def cache_folder(name: str) -> Path:
    """The folder of one owner's compiled code; it may not exist yet."""
    settings = {key: getattr(numba.config, key) for key in sorted(dir(numba.config)) if _is_in_code(key)}
    python = sys.implementation.cache_tag, getattr(sys, "abiflags", "")
    made_of = digest_of_sources(name), numba.__version__, np.__version__, python, settings
    return _safe(cache_root()) / f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}"


@functools.cache
def _safe(root: Path) -> Path:
    """`root`, or a temporary folder of this process if other users could write to `root`."""
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
    """The first of `root` and the folders above it that other users could have changed; None if safe.

    If only the user's own group can write to `root` itself, that right is removed.
    """
    if not hasattr(os, "geteuid"):
        return None
    # With and without links resolved: whoever can replace a link on the way decides where `root` leads.
    for folder in (path for found in {root.absolute(), root.resolve()} for path in (found, *found.parents)):
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            status = folder.stat()
            if others_can_write(status):
                return folder
            if folder == root.absolute() and status.st_mode & stat.S_IWGRP:
                folder.chmod(0o700)
    return None


def others_can_write(status: os.stat_result) -> bool:
    """Whether users other than this one and root can write to this file or folder."""
    if not hasattr(os, "geteuid"):
        return False
    if status.st_uid not in (0, os.geteuid()):
        return True
    # In a sticky folder such as /tmp others can add entries, but not replace this user's.
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False
    by_group = status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)
    return bool(by_group or status.st_mode & stat.S_IWOTH)


@functools.cache
def _is_own_group(group: int) -> bool:
    """Whether a group has the user's name and no other member: the private group most Linux systems make."""
    import grp  # neither module exists on Windows
    import pwd

    try:
        found, user = grp.getgrgid(group), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return found.gr_name == user and set(found.gr_mem) <= {user}


def _is_in_code(setting: str) -> bool:
    return setting.isupper() and not setting.startswith(("_", "CUDA")) and setting not in _NOT_IN_CODE


def _make(folder: Path, name: str) -> None:
    """Create and tag the folder if needed; then keep only the `KEPT_FOLDERS` most recently used ones."""
    tag = folder / TAG
    if not tag.exists():
        folder.parent.mkdir(0o700, parents=True, exist_ok=True)
        folder.mkdir(0o700, exist_ok=True)
        tag.write_text(TAG_TEXT, encoding="utf-8")
        drop_old(folder, name)


def drop_old(current: Path, name: str) -> None:
    """Remove old folders of a game beside the current one, but only folders that `is_ours` recognises."""
    others = [path for path in current.parent.glob(f"{name}-*") if path != current and is_ours(path, name)]
    for path in sorted(others, key=lambda path: _last_used(path / TAG), reverse=True)[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def drop_old_files(folder: Path) -> None:
    """Keep the `KEPT_FILES` most recently used functions, with their locks."""
    kept = [path for path in folder.iterdir() if path.name != TAG and path.suffix != ".lock"]
    for path in sorted(kept, key=_last_used, reverse=True)[KEPT_FILES:]:
        for file in (path, path.with_suffix(".lock")):
            file.unlink(missing_ok=True)


def is_ours(path: Path, name: str) -> bool:
    """Whether this is a folder of compiled code, judged by its name and the tag inside."""
    if not re.fullmatch(re.escape(name) + "-[0-9a-f]{16}", path.name) or path.is_symlink():
        return False
    try:
        return (path / TAG).read_text(encoding="utf-8") == TAG_TEXT
    except (OSError, ValueError):
        return False


def _last_used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0


# --- One function --------------------------------------------------------------------------------


class FunctionCache:
    """The compiled forms of one function on disk; stands in for Numba's own cache of a dispatcher.

    Args:
        dispatcher: the function.
        owner: the owner in whose folder the code is stored, see `owners.py`.
        identity: distinguishes it from every other function in that folder; None where the function can be
            told from others by its fingerprint alone. Without one, nothing is stored.
    """

    def __init__(self, dispatcher: Any, owner: str, identity: str | None):
        self._dispatcher = dispatcher
        self._owner = owner
        self._identity = identity
        self._found: dict[str, Any] = {}
        self._paths: dict[Any, Path | None] = {}  # of signatures that are compiling

    @property
    def cache_path(self) -> str:
        """The folder, as Numba asks for it."""
        return str(cache_folder(self._owner))

    def compile(self, sig: Any) -> Any:
        """The entry point for a signature: loaded, or compiled by one process while the others wait."""
        compile_here = type(self._dispatcher).compile
        # Code from disk calls these by symbol, so the symbols must exist before it is loaded.
        for shared in self._dispatcher.shares:
            if shared is not self._dispatcher:
                shared.load()
        with global_compiler_lock:
            if tuple(sigutils.normalize_signature(sig)[0]) in self._dispatcher.overloads:
                return compile_here(self._dispatcher, sig)
            self._paths[sig] = path = self._path(sig)
            if path is None:
                return compile_here(self._dispatcher, sig)
            found = _load(path, self._dispatcher.targetctx)
            if found is not None:  # no lock needed: files appear whole or not at all
                _note_use(cache_folder(self._owner))
                if self._owner == OWN:
                    _mark_as_used(path)
                self._found[path.name] = found
                return compile_here(self._dispatcher, sig)
            with self._lock(path):
                return compile_here(self._dispatcher, sig)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code on disk or None; Numba calls this before it compiles."""
        path = self._paths[sig]
        return path and (self._found.pop(path.name, None) or _load(path, target_context))

    def save_overload(self, sig: Any, code: Any) -> None:
        """Write compiled code to disk; Numba calls this after it has compiled."""
        # Numba's own condition for what can be stored.
        if code.lifted or code.library.has_dynamic_globals:
            return
        path = self._path(sig)
        if path is None or path != self._paths[sig]:  # a value has changed meanwhile
            return
        data = serialize.dumps(code._reduce())
        with _tolerate_write_errors(path.parent):
            _make(path.parent, self._owner)
            with written_whole(path, private=True, error=None) as part:
                part.write_bytes(hashlib.sha256(data).digest() + data)
            if self._owner == OWN:
                drop_old_files(path.parent)

    def symbol(self, sig: Any) -> str | None:
        """A unique name for the code of this signature; None if nothing is stored."""
        path = self._path(sig)
        return f"{path.parent.name}.{path.name}" if path else None

    def _path(self, sig: Any) -> Path | None:
        arguments = tuple(sigutils.normalize_signature(sig)[0])
        identity = self._identity or self._fingerprint(arguments)
        if identity is None:
            return None
        target = self._dispatcher.targetctx.codegen().magic_tuple()
        key = repr((identity, arguments, target)).encode()
        name = re.sub(r"\W", "_", self._dispatcher.py_func.__name__, flags=re.ASCII)[:_MOST_LETTERS]
        return cache_folder(self._owner) / f"{name}-{hashlib.sha256(key).hexdigest()[:24]}"

    def _fingerprint(self, arguments: tuple) -> str | None:
        """What tells the function's code, as it is now, from all other; None if that cannot be told."""
        try:
            found = Fingerprint(self._dispatcher.py_func)
            told = [_told(kind) for kind in arguments]
        except Unknown:
            return None
        shares = [shared for shared in self._dispatcher.shares if shared is not self._dispatcher]
        # Code from disk calls these by symbol, so each must be known and still stand for the same code.
        called = {rule.dispatcher for rule in found.rules if rule.shared}
        if not called <= {*shares} or any(shared.symbol != shared.current_symbol() for shared in shares):
            return None
        return repr((found.hexdigest(), told, [shared.symbol for shared in shares]))

    @contextlib.contextmanager
    def _lock(self, path: Path) -> Iterator[None]:
        """Hold the lock of a file, so that no other process compiles the same function meanwhile."""
        if path in _compiling:  # a recursive function would wait for itself
            yield
            return
        with _tolerate_write_errors(path.parent):
            _make(path.parent, self._owner)
        with locked(path.with_suffix(".lock"), lambda: progress.tell_waiting(self._owner)):
            # If the process that held the lock before has compiled it, it only has to be loaded.
            report = contextlib.nullcontext() if path.exists() else progress.compiling(self._owner)
            _compiling.add(path)
            try:
                with report:
                    yield
            finally:
                _compiling.discard(path)


_compiling: set[Path] = set()


def _told(kind: Any) -> object:
    """All that code depends on in the type of an argument. Raises Unknown if its name does not say it."""
    if isinstance(kind, types.BaseTuple):
        made = getattr(kind, "instance_class", tuple)
        named = made.__module__, made.__qualname__, getattr(kind, "fields", ())
        return named, [_told(part) for part in kind]
    if not isinstance(kind, _TOLD_BY_NAME):
        raise Unknown(str(kind))
    return str(kind)


def attach_cache(dispatcher: Any, owner: str, identity: str | None) -> FunctionCache:
    """Make `dispatcher` look for its code on disk first, and store there what it compiles."""
    cache = FunctionCache(dispatcher, owner, identity)
    dispatcher._cache = cache
    dispatcher.compile = cache.compile
    return cache


def _load(path: Path, target_context: Any) -> Any:
    """The compiled function in a file; None if there is none. A damaged or unsafe file is removed."""
    if lowering.is_for_library():  # a library needs the IR, and files hold machine code alone
        return None
    try:
        with open_regular(path, remedy="it is compiled again") as file:
            # The open file is checked, since the path may lead to another file by now.
            if others_can_write(os.fstat(file.fileno())):
                _remove(path, "belongs to others or can be written by them")
                return None
            content = file.read(MOST_BYTES)
    except (HustingsError, OSError):  # missing, or not a regular file
        return None
    digest, data = content[:32], content[32:]
    # The digest comes first, since damaged machine code could crash the process.
    if hashlib.sha256(data).digest() == digest:
        with contextlib.suppress(Exception):  # intact, but not what this Numba expects: errors of many kinds
            target_context.refresh()
            return CompileResult._rebuild(target_context, *pickle.loads(data))
    _remove(path, "is damaged")
    return None


def _remove(path: Path, why: str) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
    progress.tell(f"{path} {why}; it is compiled again")


# --- Write errors, and use -----------------------------------------------------------------------


@contextlib.contextmanager
def _tolerate_write_errors(folder: Path) -> Iterator[None]:
    """Continue without a file if it cannot be written."""
    try:
        yield
    except OSError as error:
        _warn_not_written(folder.parent, error.strerror or str(error))


@functools.cache
def _warn_not_written(root: Path, reason: str) -> None:
    progress.tell(
        f"compiled code cannot be kept in {root} ({reason}), every process compiles anew; "
        "make room, or set NUMBA_CACHE_DIR to a folder you can write to"
    )


@functools.cache
def _note_use(folder: Path) -> None:
    """Mark a folder as in use, once per process, so that `drop_old` spares it."""
    _mark_as_used(folder / TAG)


def _mark_as_used(path: Path) -> None:
    with contextlib.suppress(OSError):
        os.utime(path)
