"""How agents are named: NAME, NAME:SETTING=VALUE,..., a folder, or package.module:name."""

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

from ..envs.core.errors import HustingsError
from .bots import bot_names


def split_specs(specs: str) -> list[str]:
    """The names in a list that commas separate. A SETTING=VALUE belongs to the name before it.

    >>> split_specs("search:iterations=400,threads=2,greedy")
    ['search:iterations=400,threads=2', 'greedy']
    """
    found: list[str] = []
    for piece in specs.split(","):
        if found and re.match(r"\w+=", piece):
            found[-1] += f",{piece}"
        else:
            found.append(piece)
    return found


def settings_of(text: str, whose: str) -> dict[str, str]:
    """NAME=VALUE,NAME=VALUE as a mapping.

    Args:
        text: the settings; none if empty.
        whose: whose they are, the beginning of the error.

    Raises:
        HustingsError: for anything but NAME=VALUE.

    >>> settings_of("iterations=400,threads=2", "search")
    {'iterations': '400', 'threads': '2'}
    """
    given = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise HustingsError(f"{whose}: {pair!r}: write NAME=VALUE, as in search:iterations=400")
        given[name.strip()] = value.strip()
    return given


def runs_user_code(spec: str, game: str) -> bool:
    """Whether making this agent of a game, given by its name, may run code that is not the suite's.

    An `llm` counts, too, for it sends a key to a server that its settings name. A file must not decide on
    either.
    """
    return ":" in spec and spec not in bot_names(game) and not spec.startswith(("search:", "policy:"))


def user_module(name: str) -> ModuleType:
    """A module of the user's own, by its name; also one in the current folder, where commands do not look."""
    here = str(Path.cwd())
    if here in sys.path:
        return importlib.import_module(name)
    sys.path.append(here)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(here)
