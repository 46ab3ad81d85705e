"""How agents are named: NAME, NAME:SETTING=VALUE,..., a folder, or package.module:name."""

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

from ..envs.core.errors import HustingsError
from .bots import bot_names

SEARCHES = ("search", "strong")
"""The agents that search."""
NAMED = re.compile(r"([A-Za-z_][\w-]*)=(.+)", re.DOTALL)
"""An agent with a short name, or a setting."""


def named(spec: str) -> tuple[str, str]:
    """The short name of an agent given as NAME=SPEC, and its spec; one without is its own name.

    >>> named("fast=search:iterations=8"), named("search:iterations=8")
    (('fast', 'search:iterations=8'), ('search:iterations=8', 'search:iterations=8'))
    """
    found = NAMED.fullmatch(spec)
    return (found[1], found[2]) if found else (spec, spec)


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
    spec = named(spec)[1]
    known = spec in bot_names(game) or spec.partition(":")[0] in (*SEARCHES, "policy")
    return ":" in spec and not known


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
