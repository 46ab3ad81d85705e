"""How agents are named: NAME, NAME:SETTING=VALUE,..., a folder, or package.module:name."""

import importlib
import re
import sys
import unicodedata
from pathlib import Path
from types import ModuleType

from ..envs.core.errors import CONTROL, HustingsError
from ..envs.core.io.files import exists

SEARCHES = ("search", "strong")
"""The names of searching agents."""
HABIT = "habit"
"""The prefix of agents with one habit, as in `habit:NAME`."""
PROGRAM = "exec"
"""The prefix of programs, as in `exec:./bot --fast`."""
LLM = "llm"
"""A language model."""
HUMAN = "human"
"""A person; `human:Anna` has a name."""
NAMED = re.compile(r"([A-Za-z_][\w-]*)=(.+)", re.DOTALL)
"""An agent with a short name, or a setting."""
_REPLACED = re.compile(r"(.*\S)@([^@=/:,]+)=([^@]+)", re.DOTALL)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_KNOWN = (*SEARCHES, HABIT, HUMAN, "policy")
_LONGEST_NAME = 16  # letters of a person's name
_LONGEST = 1000  # of any agent's


def named(spec: str) -> tuple[str, str]:
    """Split NAME=SPEC into a short name and a spec; without a short name, the spec is its own name.

    >>> named("fast=search:iterations=8"), named("search:iterations=8")
    (('fast', 'search:iterations=8'), ('search:iterations=8', 'search:iterations=8'))
    """
    found = NAMED.fullmatch(spec)
    return (found[1], found[2]) if found else (spec, spec)


def replaced(spec: str) -> tuple[str, dict[str, str]]:
    """Split AGENT@PHASE=OTHER into the agent and the others by phase.

    >>> replaced("mine:Bot@PLACE=greedy@TIE=search:iterations=8"), replaced("greedy")
    (('mine:Bot', {'PLACE': 'greedy', 'TIE': 'search:iterations=8'}), ('greedy', {}))

    What a program's command quotes is not split.

    >>> replaced("exec:./bot --to 'me@host=7'@PLACE=greedy")
    ("exec:./bot --to 'me@host=7'", {'PLACE': 'greedy'})
    """
    others: dict[str, str] = {}
    while found := _REPLACED.fullmatch(_without_quotes(spec)):
        phase, other = spec[slice(*found.span(2))], spec[slice(*found.span(3))]
        spec = spec[: found.end(1)]
        if phase in others:
            raise HustingsError(f"agent {spec}@{phase}={other}: {phase} appears twice; name it once")
        others = {phase: other, **others}
    return spec, others


def _without_quotes(spec: str) -> str:
    """A spec with a program in which all quoted characters are replaced."""
    if f"{PROGRAM}:" not in spec:
        return spec
    return _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), spec)


def parts_of(spec: str) -> list[str]:
    """The specs of all who decide, without a short name: several in AGENT@PHASE=OTHER, otherwise one.

    >>> parts_of("x=mine:Bot@PLACE=greedy")
    ['mine:Bot', 'greedy']
    """
    agent, others = replaced(named(spec)[1])
    return [agent, *others.values()]


def check_name(name: str, whose: str = "agents") -> str:
    """Return `name` if it is unambiguous to a reader and can be saved and read again.

    Raises:
        HustingsError: for no name, invisible characters or too long a name, in a line that begins with
            `whose`.
    """
    if not name.strip():
        raise HustingsError(f"{whose}: a name is missing; write one in place of '{name:.60}'")
    if not is_readable(name):
        remedy = "rename it" + (", NAME=AGENT" if whose == "agents" else "")
        raise HustingsError(f"{whose}: '{name:.60}' has invisible characters, or is too long; {remedy}")
    return name


def is_readable(name: str) -> bool:
    """Whether a name has no invisible characters and is of bounded length.

    >>> is_readable("runs/x"), is_readable("runs/x\u200b"), is_readable(" ")
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
    """The name in `human:NAME`; "" if there is none.

    Raises:
        HustingsError: for a name that is too long for a page or looks like a setting.

    >>> person_name("human:Anna"), person_name("human")
    ('Anna', '')
    """
    name = spec.partition(":")[2].strip()
    if len(name) > _LONGEST_NAME or not name.isprintable() or re.search(r"[=<>&]|(?i:player_\d)", name):
        raise HustingsError(
            f"{spec[:60]!r}: a name has at most {_LONGEST_NAME} letters, none of = < > &, none invisible, "
            "and is not a seat's, such as player_1; write one as in human:Anna"
        )
    return name


def settings_of(text: str, whose: str) -> dict[str, str]:
    """Parse NAME=VALUE,NAME=VALUE into a mapping.

    Args:
        text: the settings; "" for none.
        whose: the owner of the settings, named at the beginning of the error.

    Raises:
        HustingsError: for anything but NAME=VALUE, or a name that is given twice.

    >>> settings_of("iterations=400,threads=2", "search")
    {'iterations': '400', 'threads': '2'}
    """
    given: dict[str, str] = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise HustingsError(f"{whose}: {pair!r}: write NAME=VALUE")
        add_setting(given, name.strip(), value.strip(), whose)
    return given


def add_setting(given: dict[str, str], name: str, value: str, whose: str) -> None:
    """Add a setting to those `given`; HustingsError if it is among them."""
    if name in given:
        raise HustingsError(f"{whose}: {name} is given twice, as {given[name]} and {value}; give it once")
    given[name] = value


def runs_user_code(spec: str) -> bool:
    """Whether making this agent may run a user's code or send a secret, which no file may decide.

    An `llm` counts because it sends a key to the server that its settings name.
    """
    return any(map(_runs_user_code, parts_of(spec)))


def _runs_user_code(spec: str) -> bool:
    kind, colon, _ = spec.partition(":")
    if not colon or kind in _KNOWN:
        return False
    return kind in (PROGRAM, LLM) or (is_module_name(kind) and not policy_path(spec)[0])


def is_module_name(name: str) -> bool:
    """Whether a module may have this name; no other is imported.

    >>> is_module_name("package.module"), is_module_name("runs/x"), is_module_name("x=search")
    (True, False, False)
    """
    return all(part.isidentifier() for part in name.split("."))


def policy_path(spec: str) -> tuple[str, str]:
    """Split the spec of a policy that is there into its path and settings; ("", "") for any other spec."""
    if is_path(spec):
        return spec, ""
    path, _, settings = spec.rpartition(":")
    return (path, settings) if "=" in settings and is_path(path) else ("", "")


def is_path(spec: str) -> bool:
    """Whether a spec is a file or folder that is there."""
    return bool(spec) and exists(spec)  # an empty path is the current folder


def user_module(name: str) -> ModuleType:
    """Import a user's module by name, also from the current folder, which is not on the commands' path.

    The folder stays on the path, at its end, since the module may import its neighbours later.
    """
    here = str(Path.cwd())
    if here in sys.path:
        return importlib.import_module(name)
    sys.path.append(here)
    try:
        return importlib.import_module(name)
    except BaseException:
        sys.path.remove(here)
        raise
