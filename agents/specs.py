"""How agents are named: NAME, NAME:SETTING=VALUE,..., a folder, or package.module:name."""

import importlib
import re
import sys
import unicodedata
from pathlib import Path
from types import ModuleType

from ..envs.core.errors import CONTROL, HustingsError

SEARCHES = ("search", "strong")
"""The agents that search."""
HABIT = "habit"
"""The agents of one habit each; `habit:NAME` is one."""
PROGRAM = "exec"
"""A program; `exec:./bot --fast` is one with an argument."""
HUMAN = "human"
"""A person; `human:Anna` is one with a name."""
NAMED = re.compile(r"([A-Za-z_][\w-]*)=(.+)", re.DOTALL)
"""An agent with a short name, or a setting."""
_REPLACED = re.compile(r"(.*\S)@([^@=/:,]+)=([^@]+)", re.DOTALL)
_KNOWN = (*SEARCHES, HABIT, HUMAN, "policy")
_LONGEST_NAME = 16  # letters of a person's name
_LONGEST = 1000  # of any agent's


def named(spec: str) -> tuple[str, str]:
    """The short name of an agent given as NAME=SPEC, and its spec; one without is its own name.

    >>> named("fast=search:iterations=8"), named("search:iterations=8")
    (('fast', 'search:iterations=8'), ('search:iterations=8', 'search:iterations=8'))
    """
    found = NAMED.fullmatch(spec)
    return (found[1], found[2]) if found else (spec, spec)


def replaced(spec: str) -> tuple[str, dict[str, str]]:
    """The agent of AGENT@PHASE=OTHER, and the others who decide in some phases instead, by phase.

    >>> replaced("mine:Bot@PLACE=greedy@TIE=search:iterations=8"), replaced("greedy")
    (('mine:Bot', {'PLACE': 'greedy', 'TIE': 'search:iterations=8'}), ('greedy', {}))
    """
    others: dict[str, str] = {}
    while found := _REPLACED.fullmatch(spec):
        spec, phase, other = found.groups()
        if phase in others:
            raise HustingsError(f"agent {spec}@{phase}={other}: {phase} is there twice; name it once")
        others = {phase: other, **others}
    return spec, others


def parts_of(spec: str) -> list[str]:
    """The specs of all who decide: one, or with AGENT@PHASE=OTHER several; without a short name.

    >>> parts_of("x=mine:Bot@PLACE=greedy")
    ['mine:Bot', 'greedy']
    """
    agent, others = replaced(named(spec)[1])
    return [agent, *others.values()]


def check_name(name: str, whose: str = "agents") -> str:
    """`name`, if it can be told from others, and kept in a file that can be read again.

    Raises:
        HustingsError: for characters that are not seen, beginning with `whose`.
    """
    if not plain_name(name):
        remedy = "rename it" + (", NAME=AGENT" if whose == "agents" else "")
        raise HustingsError(f"{whose}: '{name:.60}' has characters that are not seen, or too many; {remedy}")
    return name


def plain_name(name: str) -> bool:
    """Whether a name can be told from others by whoever reads it.

    >>> plain_name("runs/x"), plain_name("runs/x\u200b"), plain_name(" ")
    (True, False, False)
    """
    begins_with_a_mark = unicodedata.combining(name[:1] or " ") > 0
    seen = not CONTROL.search(name) and name == name.strip() and not begins_with_a_mark
    return seen and 0 < len(name) <= _LONGEST


def is_person(spec: str) -> bool:
    """Whether a seat's agent is a person.

    >>> is_person("human"), is_person("human:Anna"), is_person("greedy")
    (True, True, False)
    """
    return spec.partition(":")[0] == HUMAN


def person_name(spec: str) -> str:
    """The name of a person, "" without one.

    Raises:
        HustingsError: for a name that has no room on a page, or looks like a setting.

    >>> person_name("human:Anna"), person_name("human")
    ('Anna', '')
    """
    name = spec.partition(":")[2].strip()
    if len(name) > _LONGEST_NAME or not name.isprintable() or re.search(r"[=<>&]|player_\d", name):
        raise HustingsError(
            f"{spec[:60]!r}: a name has at most {_LONGEST_NAME} letters, without = < > &, as in human:Anna"
        )
    return name


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


def runs_user_code(spec: str) -> bool:
    """Whether making this agent may run code that is not the suite's.

    An `llm` counts, too, for it sends a key to a server that its settings name. A file must not decide on
    either.
    """
    return any(":" in part and part.partition(":")[0] not in _KNOWN for part in parts_of(spec))


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
