"""Agents by name: the part of a spec before the colon selects the function that makes the agent."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..envs.core.api.arguments import check_game, check_seed
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError, error_line, extra, place_in_own_code, suggestion
from ..envs.core.io.files import exists
from .bots import RANDOM, RandomAgent, bot_names, is_bot, make_bot, names
from .habits import HabitAgent
from .interface import Agent
from .policy import POLICY, has_policy, load_policy
from .replaced import Replaced
from .settings import from_text
from .specs import (
    HABIT,
    HUMAN,
    PROGRAM,
    is_module_name,
    is_path,
    is_person,
    person_name,
    policy_path,
    replaced,
    settings_of,
    user_module,
)


def _random(game: Game, seed: int, settings: str) -> Agent:
    if settings:
        raise HustingsError(f"agent {RANDOM}:{settings}: {RANDOM} takes no settings; leave them out")
    return RandomAgent(game, seed)


def _search(game: Game, seed: int, settings: str) -> Agent:
    from .search import SearchAgent, SearchSettings

    return SearchAgent(game, seed, **_settings(settings, SearchSettings, "search"))


def _strong(game: Game, seed: int, settings: str) -> Agent:
    from .search import SearchSettings, StrongAgent

    return StrongAgent(game, seed, **_settings(settings, SearchSettings, "strong"))


def _llm(game: Game, seed: int, settings: str) -> Agent:
    with extra("llm", "a language model"):
        from .llm import LlmAgent, LlmSettings

    return LlmAgent(game, seed, **_settings(settings, LlmSettings, "llm"))


def _program(game: Game, seed: int, settings: str) -> Agent:
    from .program import ProgramAgent
    from .program.settings import ProgramSettings, parsed

    command, limits = parsed(settings)
    from_text(ProgramSettings, limits, PROGRAM)
    return ProgramAgent(command, game, seed, **limits)


def _human(game: Game, seed: int, settings: str) -> Agent:
    with extra("cli", "a person at the terminal"):
        from .terminal.human import HumanAgent

    person_name(f"{HUMAN}:{settings}")
    return HumanAgent(game)


def _settings(text: str, cls: type, whose: str) -> dict[str, str]:
    """The settings in a spec, of a dataclass; none is another argument of the agent, such as its seed."""
    given = settings_of(text, whose)
    from_text(cls, given, whose)
    return given


class Maker(NamedTuple):
    """Makes the agents of a name that all games share.

    Attributes:
        make: (game, seed, settings as text) -> agent; imports what it needs.
        does: what the agent does, a sentence without a subject for docs/reference/players.md.
    """

    make: Callable[[Game, int, str], Agent]
    does: str


MAKERS = {
    RANDOM: Maker(_random, "plays uniformly random legal actions"),
    POLICY: Maker(partial(load_policy, POLICY), "plays the trained network that comes with the game"),
    "search": Maker(_search, "simulates what may follow each action"),
    "strong": Maker(_strong, "searches, guided by the trained network"),
    "llm": Maker(_llm, "asks a language model"),
    PROGRAM: Maker(_program, "asks a program in any language, as in `exec:./bot --fast`"),
    HUMAN: Maker(_human, "asks a person at the terminal; `human:Anna` has a name"),
}


def make(spec: str, game: Game, seed: int = 0) -> Agent:
    """Make an agent by name.

    Args:
        spec: "random"; a bot of the game, such as "greedy"; "search" or "search:iterations=400,..." with
            `hustings.agents.search.SearchSettings`; "strong" or "strong:seconds=0.2,...", a search guided by
            the game's policy; "policy", the game's own policy, or the folder of another, which plays its most
            probable action, or samples with ":sample=true"; "habit:NAME", a stranger (see
            `hustings.training.evaluate`); "llm:model=...,url=...", a language model with
            `hustings.agents.llm.LlmSettings`; "exec:COMMAND", a program in any language, its limits before
            the command as in "exec:seconds=2 ./bot" (`hustings.agents.program.ProgramSettings`); "human" or
            "human:Anna"; "package.module:name" or "package.module:name:depth=3,...", your own agent, called
            as name(game, seed=seed, depth="3"). Any of these plus "@PHASE=OTHER" lets another agent decide in
            a phase (`Replaced`).
        game: the game to play.
        seed: of the agent's random stream.

    Raises:
        HustingsError: naming the spec and the choices.
    """
    check_game(game)
    if not isinstance(spec, str):
        raise HustingsError(f"agent {spec!r:.60} is not a name; give one of {', '.join(_choices(game))}")
    seed = check_seed(seed)
    if spec in bot_names(game.name):
        return make_bot(spec, game)
    agent, others = ("", {}) if is_path(spec) else replaced(spec)
    if others:
        return _replaced(spec, agent, others, game, seed)
    kind, _, settings = spec.partition(":")
    if kind in MAKERS:
        return MAKERS[kind].make(game, seed, settings)
    if kind == HABIT:  # not in MAKERS: lists of agents leave it out
        return HabitAgent(game, settings)
    path, settings = policy_path(spec)
    if path:
        return load_policy(path, game, seed, settings)
    if ":" in spec:
        return _imported_agent(spec, game, seed)
    raise _unknown(spec, game)


def _replaced(spec: str, agent: str, others: dict[str, str], game: Game, seed: int) -> Agent:
    if any(map(is_person, (agent, *others.values()))):
        raise HustingsError(f"agent {spec}: a person decides in every phase; leave out what follows the @")
    keys = np.random.SeedSequence(seed).generate_state(len(others), np.uint64).tolist()
    made = {phase: make(other, game, key) for (phase, other), key in zip(others.items(), keys)}
    return Replaced(game, make(agent, game, seed), made, spec)


def is_imported(spec: str) -> bool:
    """Whether a user's module makes this agent, or any agent in AGENT@PHASE=OTHER."""
    agent, others = replaced(spec)
    if others:
        return any(map(is_imported, (agent, *others.values())))
    kind, colon, _ = spec.partition(":")
    return bool(colon) and kind not in MAKERS and kind != HABIT and not policy_path(spec)[0]


def is_available(spec: str, game: Game) -> bool:
    """Whether a game has this agent; False if only other games have it, as with many bots.

    Specs with a colon count as available, because only `make` can tell.

    Raises:
        HustingsError: for a name that no game has, listing the choices.
    """
    agent, others = replaced(spec)
    if others:
        return all(is_available(part, game) for part in (agent, *others.values()))
    if spec == POLICY:
        return has_policy(game)
    if spec in bot_names(game.name) or spec in MAKERS:
        return True
    if is_bot(spec):
        return False
    if ":" in spec or is_path(spec):
        return True
    raise _unknown(spec, game)


def _unknown(spec: str, game: Game) -> HustingsError:
    if "/" in spec:
        return HustingsError(f"agent {spec!r}: no such folder; give the folder of a run or policy")
    if exists(f"{spec.removesuffix('.py')}.py"):
        return HustingsError(
            f"unknown agent {spec!r}; name a class of that module, as in {spec.removesuffix('.py')}:Bot"
        )
    known = _choices(game)
    return HustingsError(
        f"unknown agent {spec!r}{suggestion(spec, known)}; choose from {', '.join(known)}, a run's folder, "
        "module:name"
    )


def _choices(game: Game) -> list[str]:
    others = [name for name in MAKERS if name != RANDOM and (name != POLICY or has_policy(game))]
    return [*names(game), *others]


def _imported_agent(spec: str, game: Game, seed: int) -> Agent:
    """Make a user's agent from "package.module:name" or "package.module:name:settings"."""
    module, _, place = spec.partition(":")
    bot_with_settings = f"agent {spec!r}: {module} takes no settings; leave out what follows it"
    if module in names(game) and not place.isidentifier():
        raise HustingsError(bot_with_settings)
    place, _, settings = place.partition(":")
    failed = f"agent {spec!r} cannot be loaded"
    if not is_module_name(module):
        raise HustingsError(f"{failed}: {module!r} is not the name of a module; write package.module:name")
    given = settings_of(settings, f"agent {spec!r}")
    try:
        loaded = user_module(module)
    except (Exception, SystemExit) as error:  # whatever a user's module raises
        if module in names(game) and isinstance(error, ModuleNotFoundError) and error.name == module:
            raise HustingsError(bot_with_settings) from None
        where = f"; it was looked for here, in {Path.cwd()}" if isinstance(error, ModuleNotFoundError) else ""
        raise HustingsError(f"{failed} ({error_line(error)}){where}") from error
    maker = getattr(loaded, place, None)
    if not callable(maker):
        there = [name for name, value in vars(loaded).items() if callable(value) and not name.startswith("_")]
        raise HustingsError(f"{failed}: {module} has no {place!r}; choose from {', '.join(there)}")
    seeded: dict[str, int] = {}
    try:
        seeded = {"seed": seed} if "seed" in inspect.signature(maker).parameters else {}
        made: Any = maker(game, **seeded, **given)
    except (Exception, SystemExit) as error:  # whatever a user's module raises
        passed = (f"{name}={value!r}" for name, value in given.items())
        called = ", ".join(["game", *(f"{name}=..." for name in seeded), *passed])
        remedy = "correct it there" if place_in_own_code(error) else f"it is called as {place}({called})"
        raise HustingsError(f"{failed} ({error_line(error)}); {remedy}") from error
    if inspect.isclass(made) or not isinstance(made, Agent):
        raise HustingsError(f"agent {spec!r} has no act(games, rows) and name; see hustings.agents.Agent")
    return made
