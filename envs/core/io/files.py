"""Files: read within limits, write completely or not at all, lock between processes."""

import contextlib
import functools
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, ParamSpec, TypeVar

from ..errors import HustingsError
from .parsing import parse_json

try:
    import fcntl
except ImportError:  # Windows: without locks, nobody waits
    fcntl = None  # type: ignore[assignment]

P = ParamSpec("P")
R = TypeVar("R")
_LONGEST_NAME, _LONGEST_SUFFIX = 255, 16  # bytes: the limit of common file systems, and ours for suffixes


def exists(path: str | Path) -> bool:
    """Whether a path exists; False for text that cannot be a path."""
    with contextlib.suppress(OSError, ValueError):
        return Path(path).exists()
    return False


def open_regular(path: str | Path, *, remedy: str, error: type[HustingsError] = HustingsError) -> BinaryIO:
    """Open a regular file for reading; see `read_bytes`."""
    try:
        # O_NONBLOCK, since opening a FIFO would wait for its writer; the open file is checked, not the path.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return open(handle, "rb")  # noqa: PTH123
        os.close(handle)
    except OSError as reason:
        raise error(f"{path}: cannot be read ({reason.strerror}); {remedy}") from None
    except ValueError as reason:
        raise error(f"{path}: cannot be a path ({reason}); {remedy}") from None
    raise error(f"{path_in_words(path)}: not a regular file; {remedy}")


def path_in_words(path: str | Path) -> str:
    """A path in a message; an empty one would be told as the current folder that it stands for.

    >>> path_in_words("games/one.json"), path_in_words(Path(""))
    ('games/one.json', "'.' (which an empty path names)")
    """
    return "'.' (which an empty path names)" if Path(path) == Path() else str(path)


def read_bytes(
    path: str | Path, most: int, *, remedy: str, error: type[HustingsError] = HustingsError
) -> bytes:
    """Read a file named by a user; FIFOs and devices, which may never end, are refused.

    Args:
        path: a regular file.
        most: the largest allowed size in bytes.
        remedy: the end of the error message, which says what to do.
        error: the class of the error.

    Raises:
        HustingsError: of the class `error`, naming `path`.
    """
    try:
        with open_regular(path, remedy=remedy, error=error) as file:
            status = os.fstat(file.fileno())
            content = file.read(most + 1) if status.st_size <= most else b""
    except OSError as reason:
        raise error(f"{path}: cannot be read ({reason.strerror}); {remedy}") from None
    if max(status.st_size, len(content)) > most:
        size = f"{most // 2**20} MiB" if most >= 2**20 else f"{most // 2**10} KiB"
        raise error(f"{path}: more than {size}, the limit for such files; {remedy}")
    return content


def read_json(path: str | Path, most: int, *, remedy: str, error: type[HustingsError] = HustingsError) -> Any:
    """Read and parse a JSON file named by a user; see `read_bytes` and `parse_json`."""
    content = read_bytes(path, most, remedy=remedy, error=error)
    try:
        return parse_json(content.decode())
    except UnicodeDecodeError:
        raise error(f"{path}: damaged, not JSON; take another copy") from None
    except ValueError as reason:
        raise error(f"{path}: {reason}; take another copy") from None


@contextlib.contextmanager
def written_whole(
    path: Path, *, new: bool = False, private: bool = False, error: type[HustingsError] | None = HustingsError
) -> Iterator[Path]:
    """Yield the path of a temporary file, which replaces `path` at the end of the `with` block.

    If anything goes wrong, the old file at `path` stays, and the temporary one is removed.

    Args:
        path: the file to write; the temporary one has the same suffix.
        new: refuse a `path` that exists, even one that appears during the block.
        private: never let anybody but the user read or write it.
        error: the class of the error; None for the OSError itself.

    Raises:
        HustingsError: of the class `error`, naming `path`, if it cannot be written.
    """
    _check_path(path, error or HustingsError)
    begin, end = _around(path)
    part = path.with_name(f"{begin}.{secrets.token_hex(4)}.part{end}")
    handle = None
    try:
        if new:
            check_new(path, error or HustingsError)
        handle = _held(part, 0o600 if private else 0o666)
        yield part
        if not new:
            part.replace(path)
        elif not _linked(part, path, error or HustingsError):
            check_new(path, error or HustingsError)
            part.replace(path)
    except OSError as reason:
        if error is None:
            raise
        if not exists(path.parent):
            raise error(f"{path.parent}: no such folder; make it first") from None
        raise error(
            f"{path}: cannot be written ({reason.strerror or reason}); make room or choose another place"
        ) from None
    finally:
        _remove(part)
        if handle is not None:
            os.close(handle)


def _linked(part: Path, path: Path, error: type[HustingsError]) -> bool:
    """Give a file a second name, if the file system can; raise `error` if something has that name."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise _is_there(path, error) from None
    except OSError:
        return False
    return True


def _around(path: Path) -> tuple[str, str]:
    """The beginning and end of the names of auxiliary files for `path`, cut to the limit for file names."""
    end = path.suffix if len(path.suffix) <= _LONGEST_SUFFIX else ""
    room = _LONGEST_NAME - len(os.fsencode(f"..{'0' * 8}.part{end}"))
    return "." + os.fsencode(path.stem)[:room].decode(errors="ignore"), end


def _held(part: Path, mode: int) -> int | None:
    """Create a temporary file and lock it, so that `remove_dead_parts` sees that its writer lives."""
    handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    if fcntl is None:
        os.close(handle)
        return None
    with contextlib.suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return handle


def remove_dead_parts(path: Path) -> dict[Path, int]:
    """Remove temporary files of `path` left behind by killed processes; return their sizes by path.

    A file is removed if it has such a name, is a regular file of this user, and is not locked by a live
    writer. Without file locks nothing is removed.
    """
    removed: dict[Path, int] = {}
    begin, end = _around(path)
    name = re.compile(re.escape(f"{begin}.") + "[0-9a-f]{8}" + re.escape(f".part{end}"))
    with contextlib.suppress(OSError):
        for part in path.parent.iterdir() if fcntl is not None else ():
            if name.fullmatch(part.name):
                size = _remove_dead(part)
                removed |= {} if size is None else {part: size}
    return removed


def _remove_dead(part: Path) -> int | None:
    """Remove a temporary file of this user whose writer is dead; return its size, or None if it stays."""
    try:
        handle = os.open(part, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
            return None
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        part.unlink()
    except OSError:  # its writer lives, or the file system has no locks
        return None
    finally:
        os.close(handle)
    return status.st_size


def write_text(
    path: Path,
    text: str,
    *,
    new: bool = False,
    private: bool = False,
    error: type[HustingsError] = HustingsError,
) -> None:
    """Write a text file completely or not at all; see `written_whole`."""
    with written_whole(path, new=new, private=private, error=error) as part:
        try:
            part.write_text(text, encoding="utf-8", newline="\n")  # the same bytes on every system
        except UnicodeEncodeError as reason:
            letter = reason.object[reason.start : reason.end]
            raise error(f"{path}: cannot be written: {letter!r:.60} is not text; remove it") from None


def make_folder(path: Path, *, new: bool = False, error: type[HustingsError] = HustingsError) -> None:
    """Make a folder and its parents; raise `error` if that fails, or if it exists although `new` is set."""
    _check_path(path, error)
    try:
        path.mkdir(parents=True, exist_ok=not new)
    except OSError as reason:
        raise error(f"{path}: cannot be made ({reason.strerror or reason}); choose another place") from None


def user_folder(found_by: Callable[..., str], remedy: str) -> Path:
    """The folder that a function of platformdirs finds for hustings; HustingsError without a home folder."""
    with contextlib.suppress(RuntimeError):
        folder = Path(found_by("hustings", appauthor=False))
        if folder.is_absolute():  # versions before 4.14 leave a ~ as it is
            return folder
    raise HustingsError(f"this user has no home folder; set HOME, or {remedy}")


def check_new(path: Path, error: type[HustingsError] = HustingsError) -> None:
    """Raise `error` if `path` exists, or its folder does not or cannot be written to."""
    if exists_already(path, error):
        raise _is_there(path, error)
    if not path.parent.is_dir():
        raise error(f"{path.parent}: no such folder; make it first")
    if not os.access(path.parent, os.W_OK):
        raise error(f"{path}: cannot be written (no file can be made in its folder); choose another place")


def exists_already(path: Path, error: type[HustingsError] = HustingsError) -> bool:
    """Whether a path to write to exists; raise `error` if nothing could be written there by that name."""
    _check_path(path, error)
    try:
        path.stat()  # not exists(), which hides from Python 3.14 on that a name is too long
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as reason:
        raise error(f"{path}: cannot be written ({reason.strerror}); choose another place") from None
    return True


def _check_path(path: Path, error: type[HustingsError]) -> None:
    """Raise `error` for text that cannot be a path."""
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:  # surrogates
        possible = False
    if not possible:
        raise error(f"{path}: cannot be a path; choose another name")


def _is_there(path: Path, error: type[HustingsError]) -> HustingsError:
    return error(f"{path_in_words(path)} exists; choose another file or remove it")


def check_no_links(folder: Path) -> None:
    """Raise HustingsError for a symbolic link in a folder: writing through it would change other files."""
    for holder, folders, names in os.walk(folder):
        for path in (Path(holder, name) for name in (*folders, *names)):
            if path.is_symlink():
                raise HustingsError(
                    f"{path}: a symbolic link; nothing is written or deleted through links, so replace it "
                    "by the file or folder it points to"
                )


@contextlib.contextmanager
def locked(path: Path, busy: Callable[[], object]) -> Iterator[None]:
    """Hold the lock file `path`; if another process holds it, call `busy`, which may raise, and wait.

    The lock ends with the process, even a killed one. Where locks are impossible (on some file systems, with
    a full disk, or with a symbolic link at `path`) nobody waits.
    """
    handle = None
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        if handle is not None and fcntl is not None:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                busy()
                fcntl.flock(handle, fcntl.LOCK_EX)
            except OSError:
                pass
        yield
    finally:
        if handle is not None:
            os.close(handle)


@contextlib.contextmanager
def sole_writer(path: Path, error: type[HustingsError] = HustingsError) -> Iterator[None]:
    """Make this the only writer of a file during the `with` block, so that no other overwrites its work.

    During the block a hidden lock file exists beside it. Where locks are impossible nobody is refused.

    Raises:
        HustingsError: of the class `error`, if another process or caller is writing it.
    """
    _check_path(path, error)
    begin, end = _around(path)
    lock = path.parent / f"{begin}.lock{end}"
    with contextlib.ExitStack() as stack:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                handle = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
                stack.callback(os.close, handle)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    # If it is another file, its holder has just removed the lock.
                    ours = os.path.samestat(os.fstat(handle), lock.stat())
                except (BlockingIOError, FileNotFoundError):
                    ours = False
                if not ours:
                    raise error(
                        f"{path} is in use by another hustings process; wait for it or choose another file"
                    )
                stack.callback(_remove, lock)
        yield


def sole_writer_of_out(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function to be the only writer of the file in its keyword `out`; see `sole_writer`."""

    @functools.wraps(function)
    def held(*args: P.args, **given: P.kwargs) -> R:
        out: Any = given.get("out")
        with contextlib.nullcontext() if out is None else sole_writer(Path(out)):
            return function(*args, **given)

    return held


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
