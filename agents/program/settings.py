"""A program's command, its limits, and what it asks to be told."""

import os
import select
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from ...envs.core.errors import HustingsError
from ..settings import Range
from ..specs import add_setting

VERSION = 1
"""The version of the protocol."""
MOST_ROWS = 4096
"""The most rows in a batch."""
VIEWS = ("none", "base64", "blocks", "binary")
"""The formats of a view."""


Limit = Annotated[float, Range(0.001, 10**7)]


@dataclass(frozen=True)
class ProgramSettings:
    """The limits of a program. If it exceeds one, it forfeits the game and is restarted."""

    seconds: Limit = 10.0
    """Seconds for a decision; a batch of N rows has N times as long."""
    game_seconds: Limit = 600.0
    """Seconds for all decisions of a seat in a game; the rows of a batch share its time evenly."""
    memory: Limit = 1024.0
    """MiB of memory, including its child processes, excluding shared memory such as libraries. Enforced
    only where there is /proc, as on Linux."""


@dataclass(frozen=True)
class Wants:
    """What a program wants in every question, as it says in `ready`.

    Attributes:
        view: one of `VIEWS`.
        words: the legal actions in words.
        told: events since the seat's last decision.
        board: the table as text.
        batch: the most rows in a question; 0 for one game at a time.
    """

    view: str = "none"
    words: bool = False
    told: bool = False
    board: bool = False
    batch: int = 0


def command_of(command: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[str]:
    """Split a command into words, as a shell does; a path is one word.

    Raises:
        HustingsError: for an empty or malformed command, or a program that does not exist.
    """
    given = [command] if isinstance(command, os.PathLike) else command
    words: list[str] | None
    try:
        words = shlex.split(given) if isinstance(given, str) else [os.fspath(word) for word in given or ()]
    except ValueError as error:
        raise HustingsError(f"exec:{command}: {str(error).lower()}; close the quotes") from None
    except TypeError:
        words = None
    if words is None or not all(isinstance(word, str) for word in words):
        raise HustingsError(f"exec: {command!r:.60} is no command; give text or a list of texts")
    if not words:
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
            f"exec:{program}: is not executable; run chmod +x {program}, or name its interpreter, as in "
            f"exec:python3 {program}"
        )
    here = f"; did you mean exec:./{program}" if Path(program).is_file() else ", as in exec:./bot"
    raise HustingsError(f"exec:{program}: there is no such program; give its path{here}")


def parsed(text: str) -> tuple[str, dict[str, str]]:
    """Split the text after `exec:` into the command and the settings before it.

    Raises:
        HustingsError: for a setting that is given twice.

    >>> parsed("seconds=2 memory=512 ./bot --fast")
    ('./bot --fast', {'seconds': '2', 'memory': '512'})
    """
    given: dict[str, str] = {}
    rest = text.strip()
    while "=" in (word := rest.partition(" ")[0]) and word.partition("=")[0].isidentifier():
        name, _, value = word.partition("=")
        add_setting(given, name, value, "exec")
        rest = rest[len(word) :].strip()
    return rest, given
