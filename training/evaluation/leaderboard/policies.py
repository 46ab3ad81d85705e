"""With which policies a leaderboard was played: digests of their files."""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....agents import Agent
from ....agents.policy import load_policy
from ....agents.policy.files import files_of
from ....agents.registration import policy_of
from ....agents.specs import named
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.io.files import read_bytes

DIGEST = re.compile("[0-9a-f]{64}")
_MOST_READ = 2**28  # bytes, of a policy, and of all that the names of a leaderboard lead to when it is shown


def digests_of(entries: Mapping[str, str | Agent], game: Game, players: int) -> dict[str, str]:
    """The SHA-256 of the policy that each agent plays with, or searches with; without the other agents.

    Args:
        entries: the agents by name.
        game: what they play.
        players: how many play: a game's own policy may have a file for each number.
    """
    found = {name: _policy(entry, game, players) for name, entry in entries.items()}
    return {name: hashlib.sha256(content).hexdigest() for name, content in found.items() if content}


def _policy(entry: Any, game: Game, players: int) -> bytes:
    """What the policy of an agent, or of its guide, is made of; nothing for an agent without one."""
    if isinstance(entry, str):
        path = policy_of(named(entry)[1], game.name)
        return _read(_playing(path, game, players)) if path else b""
    model, given = getattr(entry, "model", None), getattr(entry, "given", None)
    if isinstance(model, bytes) and hasattr(entry, "facts"):
        return model if entry.facts.fits(players) or not entry.has_stand_in else entry.stand_in.model
    guide = given.get("guide") if isinstance(given, dict) else None
    return _policy(guide, game, players) if guide else b""


def _playing(path: str, game: Game, players: int) -> Path:
    """Of the files of a policy, the one that plays with so many players."""
    first, *others = files_of(path, game.name)
    return others[0] if others and not load_policy(path, game).facts.fits(players) else first


def other_policies(digests: Mapping[str, str], game: str) -> list[str]:
    """The agents whose policy is not there any longer, or another by now.

    Args:
        digests: by the name of the agent, as of `digests_of`.
        game: the name of the game.
    """
    there: dict[Path, str] = {}
    left = _MOST_READ
    for name in digests:
        for file in _files(name, game):
            if file not in there:
                content = _read(file, left)
                there[file] = hashlib.sha256(content).hexdigest() if content else ""
                left -= len(content)
    return [name for name, digest in digests.items() if digest not in map(there.get, _files(name, game))]


def has_policy_of(name: str, game: str) -> bool:
    """Whether an agent of this name plays or searches with a policy."""
    return bool(_files(name, game))


def _files(name: str, game: str) -> list[Path]:
    try:
        path = policy_of(named(name)[1], game)
    except HustingsError:  # settings that are none
        return []
    return files_of(path, game) if path else []


def _read(file: Path, most: int = _MOST_READ) -> bytes:
    """The content of a file that may not be there, or be too large; empty then."""
    try:
        return read_bytes(file, most, remedy="")
    except HustingsError:
        return b""
