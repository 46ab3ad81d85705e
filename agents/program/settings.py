"""What is settled before a program is started: its command, its limits, and what it then asks for."""

import select
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ...envs.core.errors import HustingsError

VERSION = 1
"""Of the protocol."""
MOST_ROWS = 4096
"""In a batch."""
VIEWS = ("none", "base64", "blocks", "binary")
"""How a program may have its view."""


@dataclass(frozen=True)
class ProgramSettings:
    """The limits of a program. Past one of them it forfeits the game and is started anew."""

    seconds: float = 10.0
    """For a decision; for a batch, as many times that as it has rows."""
    game_seconds: float = 600.0
    """For all decisions of a seat in a game; those of a batch share its time evenly."""
    memory: float = 1024.0
    """MiB, with the processes that it starts; without what it shares with others, such as libraries. Only
    where there is /proc, as on Linux."""


@dataclass(frozen=True)
class Wants:
    """What a program wants to be told with every question, as it says at the start.

    Attributes:
        view: one of `VIEWS`.
        words: the legal actions in words.
        told: what has happened since its seat's last decision.
        board: the table as text.
        batch: rows in a question, at most; 0 for one game at a time.
    """

    view: str = "none"
    words: bool = False
    told: bool = False
    board: bool = False
    batch: int = 0


def command_of(command: str | Sequence[str]) -> list[str]:
    """A command as words.

    Raises:
        HustingsError: for one that is none, or whose program is not there.
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else [*command]
    except ValueError as error:
        raise HustingsError(f"exec:{command}: {str(error).lower()}; close the quotes") from None
    if not words or not all(isinstance(word, str) for word in words):
        raise HustingsError("exec: which program? write exec:COMMAND, as in exec:./bot or exec:node bot.js")
    if not hasattr(select, "poll"):
        raise HustingsError("exec: programs need a system with poll, such as Linux or macOS")
    _check_program(words[0])
    return words


def _check_program(program: str) -> None:
    if shutil.which(program) is not None:
        return
    if Path(program).is_file() and ("/" in program):
        raise HustingsError(
            f"exec:{program}: is not executable; chmod +x {program}, or name what runs it, as in "
            f"exec:python3 {program}"
        )
    here = f"; did you mean exec:./{program}" if Path(program).is_file() else ", as in exec:./bot"
    raise HustingsError(f"exec:{program}: there is no such program; give its path{here}")


def parsed(text: str) -> tuple[str, dict[str, str]]:
    """The command in a spec, and the settings before it.

    >>> parsed("seconds=2 memory=512 ./bot --fast")
    ('./bot --fast', {'seconds': '2', 'memory': '512'})
    """
    given: dict[str, str] = {}
    rest = text.strip()
    while "=" in (word := rest.partition(" ")[0]) and word.partition("=")[0].isidentifier():
        name, _, value = word.partition("=")
        given[name] = value
        rest = rest[len(word) :].strip()
    return rest, given


def settings_from(given: dict[str, Any]) -> ProgramSettings:
    """The limits; HustingsError for others, and for what is no number above 0."""
    known = [part.name for part in fields(ProgramSettings)]
    values: dict[str, float] = {}
    for name, value in given.items():
        if name not in known:
            raise HustingsError(
                f"exec: no setting {name!r}; choose from {', '.join(known)}, as in exec:seconds=2 ./bot"
            )
        try:
            values[name] = float(value)
        except (TypeError, ValueError):
            values[name] = 0.0
        if not 0 < values[name] < 10**7:
            raise HustingsError(f"exec: {name}={value}: needs a number above 0")
    return ProgramSettings(**values)
