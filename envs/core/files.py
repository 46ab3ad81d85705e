"""Files that are written whole or not at all, and locks between processes."""

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

from .errors import HustingsError

try:
    import fcntl
except ImportError:  # Windows: everybody goes on without waiting
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def written_whole(
    path: Path, *, new: bool = False, error: type[HustingsError] | None = HustingsError
) -> Iterator[Path]:
    """A fresh name beside `path` to write to; at the end that file takes the place of `path`.

    Whatever goes wrong, what stood at `path` stays, and nothing is left beside it.

    Args:
        path: the file to be; its suffix is kept in the fresh name.
        new: refuse a `path` that exists, also one that has appeared meanwhile.
        error: what to raise; None for the OSError itself.

    Raises:
        HustingsError: of the kind `error`, naming `path`, when it cannot be written.
    """
    part = path.with_name(f".{path.stem}.{secrets.token_hex(4)}.part{path.suffix}")
    try:
        if new:
            check_new(path, error or HustingsError)
        yield part
        if new:
            check_new(path, error or HustingsError)
        part.replace(path)
    except OSError as reason:
        if error is None:
            raise
        raise error(
            f"{path}: cannot be written ({reason.strerror or reason}); make room or choose another place"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def write_text(
    path: Path, text: str, *, new: bool = False, error: type[HustingsError] = HustingsError
) -> None:
    """Write a text file as `written_whole` does."""
    with written_whole(path, new=new, error=error) as part:
        part.write_text(text, encoding="utf-8")


def make_folder(path: Path, *, new: bool = False, error: type[HustingsError] = HustingsError) -> None:
    """Make a folder and those above it; raise `error` when it cannot be made, or exists and must be `new`."""
    try:
        path.mkdir(parents=True, exist_ok=not new)
    except OSError as reason:
        raise error(f"{path}: cannot be made ({reason.strerror or reason}); choose another place") from None


def check_new(path: Path, error: type[HustingsError] = HustingsError) -> None:
    """Raise `error` when `path` exists."""
    if path.exists():
        raise error(f"{path} exists; choose another file or remove it")


@contextlib.contextmanager
def locked(path: Path, busy: Callable[[], object]) -> Iterator[None]:
    """Hold the lock file `path`. While another process holds it, call `busy`, which may raise, and wait.

    The lock ends with the process, however that ends. Where a lock cannot be had (a file system without
    them, a full disk) everybody goes on.
    """
    handle = None
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o666)
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
