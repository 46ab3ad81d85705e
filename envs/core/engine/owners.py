"""Map a compiled function to its owner, a game or its bots, and an owner to its source files.

Code is compiled from these folders: `core/engine`, a game's own folder without `text`, and its folder of
bots.
"""

import functools
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from .progress import BOTS, CORE, OWN

ENVS = Path(__file__).resolve().parents[2]
PACKAGE = ENVS.parent
AGENTS = PACKAGE / "agents"
ENGINE = ENVS / CORE / "engine"
TEXT = "text"  # the subfolder of a game that is never compiled


def owner_of(function: Callable) -> str | None:
    """The owner of a function: a game's name, "GAME_bots", "core", or None.

    Bots are separate, so that editing one does not recompile the rules. None stands for files that `sources`
    does not list: code from outside the package, and templates, whose owner is that of the bound functions;
    and for a file imported after an edit that the digest of its owner's sources came too early to see.
    """
    if hasattr(function, "bound_for"):
        return function.bound_for
    path = Path(getattr(function, "py_func", function).__code__.co_filename).resolve()
    if path.is_relative_to(ENGINE):
        return CORE
    for root, kind in ((ENVS, ""), (AGENTS, BOTS)):
        if path.is_relative_to(root):
            game, *below = path.relative_to(root).parts
            return game + kind if is_game(game) and below[0] != TEXT and _is_as_digested(path) else None
    return None


def is_game(name: str) -> bool:
    """Whether a folder of this name holds a game."""
    return name != CORE and (ENVS / name).is_dir()


def common_owner(owners: set[str | None]) -> str | None:
    """The owner of code that calls functions of all `owners`: one game or its bots; None for a mixture."""
    games = {name and name.removesuffix(BOTS) for name in owners - {CORE}}
    # "GAME_bots" is the longer name: its folder depends on the sources of the game, too.
    return max(filter(None, owners - {CORE}), key=len) if len(games) == 1 and None not in games else None


@functools.cache
def digest_beside(file: str) -> str:
    """Digest of all modules in the folder of `file`, for templates outside games and core."""
    digest = hashlib.sha256()
    for path in sorted(Path(file).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def digest_of_sources(name: str) -> str:
    """The digest of one owner's sources, see `digest_of_files`; taken when its first function is declared."""
    return digest_of_files(sources(name))


def digest_of_files(files: Iterable[Path]) -> str:
    """SHA-256 of files of the package: their paths in it, and their contents when first asked for.

    So the code that is in memory keeps its digest, whatever is saved into its files meanwhile.
    """
    digest = hashlib.sha256()
    for path in files:
        if path not in _digests:
            _digests[path] = _digest_now(path)
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + _digests[path])
    return digest.hexdigest()


_digests: dict[Path, bytes] = {}


@functools.cache  # asked first when a function in the file is declared
def _is_as_digested(path: Path) -> bool:
    return path not in _digests or _digests[path] == _digest_now(path)


def _digest_now(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def sources(name: str) -> list[Path]:
    """The source files of one owner's compiled code: whole folders, without a game's `text`.

    Code from outside the package has the engine's alone; the rest of it is in each function's fingerprint.
    """
    files = sorted(ENGINE.glob("*.py"))
    if name not in (CORE, OWN):
        folder = ENVS / name.removesuffix(BOTS)
        files += [path for path in sorted(folder.rglob("*.py")) if path.relative_to(folder).parts[0] != TEXT]
        if name.endswith(BOTS):
            files += sorted((AGENTS / folder.name).rglob("*.py"))
    return files
