"""Load libraries: a game's code compiled ahead of time, so that playing needs neither a compiler nor Numba.

A library has every function of a game, its bots and their searches that Python calls, compiled by
`hustings.agents.libraries`: machine code with a symbol for each, an index of their arguments, and a digest
of the sources. It is used only if that digest matches the current sources, so that edited rules never
run as old code. Wheels contain libraries; a checkout has none. Beside each library is a file with the
library's own digest, because loading a truncated or altered library would crash the process.

HUSTINGS_LIBRARIES names another folder to load from; if it is empty, no libraries are used.
"""

import ctypes
import functools
import hashlib
import json
import os
import platform
from collections.abc import Callable
from pathlib import Path

from ..io.files import read_bytes
from ..native import IN_C, Function, supports
from . import progress
from .owners import AGENTS, ENVS, digest_of_files, sources
from .progress import BOTS, CORE

FOLDER = ENVS / CORE / "native" / "libraries"
INDEX = "hustings_index"  # the symbol of the index, a JSON text
MOST_BYTES = 2**28  # per library; the largest takes half a MB
NATIVE = "native"  # compiled for the very processor it was made on
X86_LEVELS = ("x86-64-v3", "x86-64-v2")  # best first


class Library:
    """The library of one game.

    Attributes:
        index: "digest", the digest of the sources; "functions", a mapping from symbols to the kinds of the
            arguments and of the result, as `native/_function.c` reads them; "shared", the symbols that are
            called by address.
    """

    def __init__(self, path: Path):
        self._loaded = ctypes.CDLL(str(path))
        self.index = json.loads(ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(self._loaded, INDEX))))

    def function(self, symbol: str) -> Callable | None:
        """The function with this symbol, for Python to call; None if the library lacks it."""
        if symbol not in self.index["functions"]:
            return None
        arguments, result = self.index["functions"][symbol]
        return Function(self._address(f"call_{symbol}"), symbol, arguments, result)

    def address(self, symbol: str) -> int | None:
        """The address of a shared function; None if the library lacks it."""
        return self._address(symbol) if symbol in self.index["shared"] else None

    def _address(self, symbol: str) -> int:
        address = ctypes.cast(getattr(self._loaded, symbol), ctypes.c_void_p).value
        assert address is not None
        return address


@functools.cache
def library_of(owner: str | None) -> Library | None:
    """The library of a game, which also holds its bots; None if no current library exists."""
    # They are compiled without bounds checks, so a run that asks for these compiles its code itself.
    bounds_are_checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
    # Only the extension in C can call them.
    if owner is None or owner == CORE or not IN_C or bounds_are_checked:
        return None
    if owner.endswith(BOTS):
        return library_of(owner.removesuffix(BOTS))
    for path in _paths(owner):
        if is_current(path, owner):
            return Library(path)
        if path.exists():
            progress.tell(
                f"{path} is not used: damaged, or built from other sources; build it again or remove it"
            )
    return None


def is_current(path: Path, game: str) -> bool:
    """Whether this is an intact library of a game, built from the current sources."""
    try:
        written = read_bytes(digest_file(path), 2**10, remedy="make it again")
        whole = written == digest_line(path.name, read_bytes(path, MOST_BYTES, remedy="make it again"))
        return whole and Library(path).index["digest"] == digest_of(game)  # loaded only if it is whole
    except (OSError, ValueError):  # no such file, or built for another machine
        return False


def digest_file(path: Path) -> Path:
    """The file with the digest of a library, for `sha256sum --check`."""
    return path.with_suffix(".sha256")


def digest_line(name: str, content: bytes) -> bytes:
    """The content of the file at `digest_file`."""
    return f"{hashlib.sha256(content).hexdigest()}  {name}\n".encode()


def file_name(game: str, processor: str) -> str:
    """The file name of a game's library for a kind of processor."""
    return f"{game}.{processor}.so"


def digest_of(game: str) -> str:
    """Digest of every source that goes into a library: the game, its bots, the searches."""
    return digest_of_files([*sources(game + BOTS), *sorted((AGENTS / "search").glob("*.py"))])


def processors() -> tuple[str, ...]:
    """The kinds of processor that libraries are made for and this one can run, best first."""
    if platform.machine().lower() in ("x86_64", "amd64"):
        return tuple(level for level in X86_LEVELS if supports(level))
    return (platform.machine().lower(),)


def _paths(game: str) -> list[Path]:
    folder = os.environ.get("HUSTINGS_LIBRARIES", str(FOLDER))
    return [Path(folder) / file_name(game, kind) for kind in (NATIVE, *processors())] if folder else []
