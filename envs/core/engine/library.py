"""Libraries: a game's compiled code, made ahead of time, so that nothing is compiled and Numba not needed.

A library holds what Python calls of a game, its bots and their searches, as `hustings.training.libraries`
has compiled it: machine code with a name for each function, an index of their arguments, and the digest of
the sources. It is used only while that is the digest of the sources that are there, so edited rules are never
answered by old code. Wheels bring libraries; a checkout has none. Beside each lies a file with its digest:
a library that was cut or changed would end the process that loads it.

HUSTINGS_LIBRARIES names another folder to take them from; if it is empty, none are used.
"""

import contextlib
import ctypes
import functools
import hashlib
import json
import os
import platform
from collections.abc import Callable
from pathlib import Path

from ..errors import HustingsError
from ..io.files import read_bytes
from ..native import Function, supports
from . import progress
from .owners import AGENTS, ENVS, digest_of_files, sources
from .progress import BOTS, CORE

FOLDER = ENVS / CORE / "native" / "libraries"
INDEX = "hustings_index"  # the symbol of the index: text, JSON
MOST_BYTES = 2**28  # of a library; the largest has some 10 MB
NATIVE = "native"  # for the very processor that it is made on
X86_LEVELS = ("x86-64-v3", "x86-64-v2")  # the best first


class Library:
    """The library of one game.

    Attributes:
        index: "digest", of the sources; "functions", by symbol: the kinds of the arguments, the kind of the
            result, as `native/_function.c` reads them; "shared": the symbols that are called by address.
    """

    def __init__(self, path: Path):
        self._loaded = ctypes.CDLL(str(path))
        self.index = json.loads(ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(self._loaded, INDEX))))

    def function(self, symbol: str) -> Callable | None:
        """A function that Python can call; None if it is not in the library."""
        if symbol not in self.index["functions"]:
            return None
        arguments, result = self.index["functions"][symbol]
        return Function(self._address(f"call_{symbol}"), symbol, arguments, result)

    def address(self, symbol: str) -> int | None:
        """Where the machine code of a shared function is; None if it is not in the library."""
        return self._address(symbol) if symbol in self.index["shared"] else None

    def _address(self, symbol: str) -> int:
        address = ctypes.cast(getattr(self._loaded, symbol), ctypes.c_void_p).value
        assert address is not None
        return address


@functools.cache
def library_of(keeper: str | None) -> Library | None:
    """The library of a game, or of its bots, which is the same; None where there is none that is right."""
    if keeper is None or keeper == CORE or _bounds_are_checked():
        return None
    if keeper.endswith(BOTS):
        return library_of(keeper.removesuffix(BOTS))
    for path in _paths(keeper):
        if is_current(path, keeper):
            return Library(path)
        if path.exists():
            progress.tell(f"{path} is damaged or of other sources, and not used; make it again or remove it")
    return None


def is_current(path: Path, game: str) -> bool:
    """Whether there is a library of a game that was made from the sources that are there."""
    try:
        return is_whole(path) and Library(path).index["digest"] == digest_of(game)
    except (OSError, ValueError):  # for another machine
        return False


def is_whole(path: Path) -> bool:
    """Whether there is a library that is as it was written, by the digest beside it; it is not loaded."""
    with contextlib.suppress(HustingsError):  # none
        written = read_bytes(digest_file(path), 2**10, remedy="make it again")
        return written == digest_line(path.name, read_bytes(path, MOST_BYTES, remedy="make it again"))
    return False


def digest_file(path: Path) -> Path:
    """The file with the digest of a library, for `sha256sum --check`."""
    return path.with_suffix(".sha256")


def digest_line(name: str, content: bytes) -> bytes:
    """What stands in such a file."""
    return f"{hashlib.sha256(content).hexdigest()}  {name}\n".encode()


def file_name(game: str, processor: str) -> str:
    """The file of a game's library for a kind of processor."""
    return f"{game}.{processor}.so"


def digest_of(game: str) -> str:
    """Of all that a game's library is made from: the game, its bots, the searches."""
    return digest_of_files([*sources(game + BOTS), *sorted((AGENTS / "search").glob("*.py"))])


def processors() -> tuple[str, ...]:
    """The kinds of processors that this one is of, the best first, and that libraries are made for."""
    if platform.machine().lower() in ("x86_64", "amd64"):
        return tuple(level for level in X86_LEVELS if supports(level))
    return (platform.machine().lower(),)


def _paths(game: str) -> list[Path]:
    folder = os.environ.get("HUSTINGS_LIBRARIES", str(FOLDER))
    return [Path(folder) / file_name(game, kind) for kind in (NATIVE, *processors())] if folder else []


def _bounds_are_checked() -> bool:
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
