"""Whose compiled code is, a game's or its bots', and which files it comes from.

What is compiled is what stands in these folders: `core/engine`, a game's own folder without its `text`, and
its folder of bots.
"""

import functools
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from .progress import BOTS, CORE

ENVS = Path(__file__).resolve().parents[2]
PACKAGE = ENVS.parent
AGENTS = PACKAGE / "agents"
ENGINE = ENVS / CORE / "engine"
TEXT = "text"  # of a game's folder: what is told and shown of it is not compiled


def owner(function: Callable) -> str | None:
    """Whose a function is: a game's, its bots' ("GAME_bots"), "core", or None.

    Bots are kept apart, so that editing one does not compile the rules again. None is the owner of what
    `sources` does not name: code from outside the package, and templates kept with what is bound into them.
    """
    if hasattr(function, "bound_for"):
        return function.bound_for
    path = Path(getattr(function, "py_func", function).__code__.co_filename).resolve()
    if path.is_relative_to(ENGINE):
        return CORE
    for root, kind in ((ENVS, ""), (AGENTS, BOTS)):
        if path.is_relative_to(root):
            game, *below = path.relative_to(root).parts
            return game + kind if is_game(game) and below[0] != TEXT else None
    return None


def is_game(name: str) -> bool:
    """Whether a folder of this name holds a game."""
    return name != CORE and (ENVS / name).is_dir()


def keeper_of(owners: set[str | None]) -> str | None:
    """Who keeps code that calls functions of these owners: one game, its bots if there are any among them."""
    games = {name and name.removesuffix(BOTS) for name in owners - {CORE}}
    return max(filter(None, owners - {CORE}), key=len) if len(games) == 1 and None not in games else None


@functools.cache
def digest_beside(file: str) -> str:
    """What the modules of a file's folder hold: for templates that belong to no game, nor to the core."""
    digest = hashlib.sha256()
    for path in sorted(Path(file).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def digest_of_files(files: Iterable[Path]) -> str:
    """SHA-256 of files of the package, by their place in it and what they hold."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def sources(name: str) -> list[Path]:
    """The files that the compiled code of one owner comes from: whole folders, a game's `text` left out."""
    files = sorted(ENGINE.glob("*.py"))
    if name != CORE:
        folder = ENVS / name.removesuffix(BOTS)
        files += [path for path in sorted(folder.rglob("*.py")) if path.relative_to(folder).parts[0] != TEXT]
        if name.endswith(BOTS):
            files += sorted((AGENTS / folder.name).rglob("*.py"))
    return files
