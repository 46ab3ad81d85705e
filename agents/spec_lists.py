"""Comma-separated lists of agents, each with its settings."""

import re
import shlex
from dataclasses import fields

from ..envs.core.errors import HustingsError
from .llm_settings import LlmSettings
from .program.settings import ProgramSettings
from .search.settings import SearchSettings
from .specs import LLM, NAMED, PROGRAM, SEARCHES, named, parts_of

_LIMITS = {item.name for item in fields(ProgramSettings)}
_SETTINGS = {**dict.fromkeys(SEARCHES, SearchSettings), LLM: LlmSettings}


def split_specs(specs: str) -> list[str]:
    """Split a comma-separated list of agents.

    NAME=VALUE is a setting of the agent before it, if that has such a setting, otherwise an agent with a
    short name.

    >>> split_specs("search:iterations=400,threads=2,greedy")
    ['search:iterations=400,threads=2', 'greedy']
    >>> split_specs("fast=search:iterations=8,slow=search:iterations=400,mine=runs/x")
    ['fast=search:iterations=8', 'slow=search:iterations=400', 'mine=runs/x']
    >>> split_specs("mine:Bot@PLACE=search:iterations=8,threads=2,greedy")
    ['mine:Bot@PLACE=search:iterations=8,threads=2', 'greedy']

    Commas in a program's command must be quoted.

    >>> split_specs("mine=exec:./bot --moves '1,2',greedy")
    ["mine=exec:./bot --moves '1,2'", 'greedy']
    """
    found: list[str] = []
    for piece in specs.split(","):
        setting = NAMED.fullmatch(piece)
        if (found and _is_open(named(found[-1])[1])) or (
            found and setting and _has_setting(named(found[-1])[1], setting[1])
        ):
            found[-1] += f",{piece}"
        else:
            found.append(piece)
    return found


def split_share(piece: str) -> tuple[str, str]:
    """Split AGENT=SHARE; without a share it is "", and what follows "=" in AGENT is its last setting.

    The value of a program's limit, option or NAME=VALUE is no share.

    >>> split_share("greedy=0.5"), split_share("search:iterations=8,rounds=1=0.5")
    (('greedy', '0.5'), ('search:iterations=8,rounds=1', '0.5'))
    >>> split_share("greedy"), split_share("search:iterations=8"), split_share("mine:Bot=2")
    (('greedy', ''), ('search:iterations=8', ''), ('mine:Bot', '2'))
    >>> split_share("exec:./bot --depth=3"), split_share("exec:./bot --depth=3=0.5")
    (('exec:./bot --depth=3', ''), ('exec:./bot --depth=3', '0.5'))
    >>> split_share("exec:seconds=2 ./bot"), split_share("exec:./bot D=3"), split_share("exec:bot=0.5")
    (('exec:seconds=2 ./bot', ''), ('exec:./bot D=3', ''), ('exec:bot', '0.5'))
    """
    agent, equals, share = piece.rpartition("=")
    if not equals or _is_unfinished(agent, share):
        return piece, ""
    return agent, share


def _is_unfinished(spec: str, value: str) -> bool:
    """Whether "=" and this value may follow: for a phase, a word of a program's command, or a setting."""
    *_, last = parts_of(spec)
    if re.search(r"@[^@=/:,]+$", last):
        return True
    kind, _, command = last.partition(":")
    if kind == PROGRAM:
        *before, word = command.split() or [""]
        has_program = any(one.partition("=")[0] not in _LIMITS for one in before)
        is_option = has_program and re.fullmatch(r"-[^=]+|[^\W\d]\w*", word)
        return word in _LIMITS or bool(is_option) or not _is_number(value)
    name = re.split("[,:]", spec)[-1]
    return "=" not in name and _has_setting(spec, name)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def split_phases(text: str) -> dict[str, str]:
    """Parse PHASE=AGENT,PHASE=AGENT into a mapping; the settings of an agent stay with it.

    Raises:
        HustingsError: for any other text.

    >>> split_phases("PLACE=search:iterations=8,threads=2,TIE=greedy")
    {'PLACE': 'search:iterations=8,threads=2', 'TIE': 'greedy'}
    >>> split_phases("PLACE=mine:Bot:x=1,TIE=exec:sh -c 'a,b'")
    {'PLACE': 'mine:Bot:x=1', 'TIE': "exec:sh -c 'a,b'"}
    """
    phases: dict[str, str] = {}
    last = ""
    for piece in text.split(","):
        phase, equals, agent = (part.strip() for part in piece.partition("="))
        # Settings are in small letters, unlike the names of phases.
        is_setting = equals and not phase.isupper() and last and _has_setting(phases[last], phase)
        if last and (is_setting or _is_open(phases[last])):
            phases[last] += f",{piece}"
            continue
        if not (phase and equals and agent) or phase in phases:
            raise HustingsError(f"replace: {piece!r}: write PHASE=AGENT, each phase once, as in PLACE=greedy")
        phases[phase], last = agent, phase
    return phases


def _is_open(spec: str) -> bool:
    """Whether a program's command has an open quote."""
    kind, _, command = parts_of(spec)[-1].partition(":")
    if kind != PROGRAM:
        return False
    try:
        shlex.split(command)
    except ValueError:
        return True
    return False


def _has_setting(spec: str, name: str) -> bool:
    """Whether an agent may have a setting of this name; a user's own agent may have any."""
    kind, colon, rest = parts_of(spec)[-1].partition(":")
    if kind in _SETTINGS:
        return name in {item.name for item in fields(_SETTINGS[kind])}
    own = ":" in rest and kind != PROGRAM
    return bool(colon) and (own or name == "sample")
