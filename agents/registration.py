"""The one interface of agents, the plain ones, and how an agent is found by name."""

import importlib
import importlib.util
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from ..envs.core.api.batch import GameBatch, check_seed
from ..envs.core.engine.cache import BOTS, is_game, owner
from ..envs.core.engine.game import Game
from ..envs.core.engine.loops import bind_bot, bind_by_weights
from ..envs.core.errors import HustingsError, extra
from ..envs.core.io.files import exists

if TYPE_CHECKING:
    from .policy.agent import PolicyAgent

_PACKAGE = __package__
POLICY = "policy"
"""The agent that plays the policy that comes with hustings."""
POLICIES = Path(__file__).with_name("policies")


@runtime_checkable
class Agent(Protocol):
    """Plays seats in any number of games at once. It may keep a stream of its own, never a game's."""

    name: str

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions for the seats on turn in the games `rows`, (R,) indices of running games.

        An honest agent uses only what those seats may know.
        """
        ...


class Explanation(NamedTuple):
    """What an agent thought of one decision; `explain(games, rows)`, which agents may have, gives one a row.

    Attributes:
        probabilities: (A,) float32, how likely it is to take each action.
        value: what it expects, from 0 to 1.
        details: (A,) arrays by name, whatever else it can tell of the actions.
    """

    probabilities: np.ndarray
    value: float
    details: dict[str, np.ndarray]


class RandomAgent:
    """Plays uniformly among the legal actions, from its own seeded stream."""

    name = "random"

    def __init__(self, game: Game, seed: int = 0):
        del game
        self._stream = np.random.default_rng(seed)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        masks = games.masks(rows=games.running(rows))
        # random() may be 0, which would lose to an illegal action; 1 - random() never is.
        return ((1.0 - self._stream.random(masks.shape, np.float32)) * masks).argmax(axis=1)


class CompiledAgent:
    """A bot whose decision is one compiled function: choose(box, table, seat, legal) -> action.

    With `weights`, (1,) records, it is choose(box, table, seat, legal, weights) instead, and all that choose
    by the same function with weights of the same kind share one loop, compiled once.

    A bot of the suite is pickled as its name: a function that is pickled itself is compiled anew by every
    process that it comes to.

    Attributes:
        compiled: the compiled loop.
        loop: the same, called with the weights: loop(box, tables, masks, rows, first, last, out).
    """

    def __init__(self, game: Game, name: str, choose: Callable, weights: np.ndarray | None = None):
        self.name = name
        self._game = game
        self._made_of = (choose, weights)
        self.compiled = bind_bot(game, name, choose) if weights is None else bind_by_weights(game, choose)
        self.loop = self.compiled if weights is None else lambda *over: self.compiled(*over, weights)

    def __reduce__(self):
        if owner(self._made_of[0]) == self._game.name + BOTS:
            return make, (self.name, self._game)
        return CompiledAgent, (self._game, self.name, *self._made_of)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        if games.game is not self._game:
            raise HustingsError(
                f"{self.name} plays {self._game.title}, not {games.game.title}; make one for it"
            )
        return games.decide(self.loop, rows)


def names(game: Game) -> list[str]:
    """The bots that play a game without any file of yours.

    "greedy:v1" is the first version of greedy, which plays on as it did: a yardstick that stays.
    """
    return ["random", *_bots(game.name)]


@cache
def _bots(game: str) -> tuple[str, ...]:
    folder = Path(__file__).parent / game
    modules = sorted(module.name for module in pkgutil.iter_modules([str(folder)]))
    return tuple(re.sub(r"_v(\d+)$", r":v\1", module) for module in modules)


def is_bot(name: str) -> bool:
    """Whether any game has a bot of this name."""
    return any(
        name in _bots(folder.name) for folder in Path(__file__).parent.iterdir() if is_game(folder.name)
    )


def chooser(name: str, game: Game) -> Callable:
    """The compiled decision of a bot of the suite: choose(box, table, seat, legal) -> action."""
    return _source(name, game).choose


def _source(name: str, game: Game) -> ModuleType:
    return importlib.import_module(f"{_PACKAGE}.{game.name}.{name.replace(':', '_')}")


def _bot(name: str, game: Game) -> CompiledAgent:
    """A bot of the suite: with weights of its own it shares the loop of those that decide as it does."""
    source = _source(name, game)
    if hasattr(source, "WEIGHTS"):
        return CompiledAgent(game, name, source.decide, source.WEIGHTS)
    return CompiledAgent(game, name, source.choose)


def split(specs: str) -> list[str]:
    """The names in a list by comma. A NAME=VALUE belongs to the name before it.

    >>> split("search:iterations=400,threads=2,greedy")
    ['search:iterations=400,threads=2', 'greedy']
    """
    found: list[str] = []
    for piece in specs.split(","):
        if found and re.match(r"\w+=", piece):
            found[-1] += f",{piece}"
        else:
            found.append(piece)
    return found


def make(spec: str, game: Game, seed: int = 0) -> Agent:
    """An agent by name.

    Args:
        spec: "random"; a bot of the game ("greedy"); "search" or "search:iterations=400,...", with
            settings of `hustings.agents.search.SearchSettings`; "llm:model=...,url=...", a language model,
            with settings of `hustings.agents.llm.LlmSettings`; "human"; "policy", the one that comes with
            the game (and another for its other tables, where there is one), or a folder with one, played at
            its best, or "FOLDER:sample=true", which draws actions by its probabilities; or
            "package.module:name" or "package.module:name:depth=3,...", an agent of your own, called with
            (game, seed) and the settings as text by name.
        game: the game it is to play.
        seed: of the agent's own stream.

    Raises:
        HustingsError: naming the spec and what there is to choose from.
    """
    if not isinstance(game, Game):
        raise HustingsError(f"game: {game!r:.60} is no Game; take one of hustings.envs.GAMES")
    if not isinstance(spec, str):
        raise HustingsError(f"agent {spec!r:.60} is no name; give one of {_choices(game)}")
    seed = check_seed(seed)
    if spec == "random":
        return RandomAgent(game, seed)
    if spec == "human":
        with extra("cli", "a person at the terminal"):
            from .terminal.human import HumanAgent

        return HumanAgent(game)
    if spec == "search" or spec.startswith("search:"):
        from .search import SearchAgent

        return SearchAgent(game, seed, **settings_of(spec.removeprefix("search").removeprefix(":"), "search"))
    if spec == "llm" or spec.startswith("llm:"):
        with extra("llm", "a language model"):
            from .llm import LlmAgent

        return LlmAgent(game, seed, **settings_of(spec.removeprefix("llm").removeprefix(":"), "llm"))
    if spec in names(game):
        return _bot(spec, game)
    if spec == POLICY or spec.startswith(f"{POLICY}:"):
        return policy_in(POLICY, game, spec.removeprefix(POLICY).removeprefix(":"), seed)
    if spec and exists(spec):  # an empty path is the current folder
        return policy_in(spec, game, seed=seed)
    path, _, settings = spec.rpartition(":")
    if path and "=" in settings and exists(path):
        return policy_in(path, game, settings, seed)
    if ":" in spec:
        return _own(spec, game, seed)
    raise HustingsError(
        f"unknown agent {spec!r}; choose from {_choices(game)}, a policy folder, or module:name"
    )


def foreign(spec: str, game: str) -> bool:
    """Whether to make this agent would run code that is not the suite's."""
    return ":" in spec and spec not in _bots(game) and not spec.startswith(("search:", f"{POLICY}:"))


def policy_in(path: str, game: Game, settings: str = "", seed: int = 0) -> "PolicyAgent":
    """The trained policy in a folder, or "policy" for the game's own, with settings as text.

    Raises:
        HustingsError: where there is none, or the settings are not those of policies.
    """
    with extra("cli", "a trained policy"):
        from .policy.agent import PolicyAgent

    given = settings_of(settings, f"agent {path!r}")
    sample = given.pop("sample", "false")
    if given or sample not in ("true", "false"):
        raise HustingsError(f"agent {path}:{settings}: a policy takes sample=true or sample=false, no more")
    if path != POLICY:
        return PolicyAgent.load(path, game, seed, greedy=sample == "false")
    if not has_policy(game):
        raise HustingsError(f"no policy comes with {game.title}; train one with `hustings train`")
    load = partial(PolicyAgent.load, game=game, seed=seed, greedy=sample == "false")
    other = POLICIES / f"{game.name}_any.onnx"
    elsewhere = partial(load, other) if other.is_file() else None
    agent = load(POLICIES / f"{game.name}.onnx", elsewhere=elsewhere)
    agent.name = POLICY
    return agent


def has_policy(game: Game) -> bool:
    """Whether a policy comes with the game; `make("policy", game)` plays it."""
    return (POLICIES / f"{game.name}.onnx").is_file()


def _choices(game: Game) -> str:
    return ", ".join([*names(game), *[POLICY] * has_policy(game), "search", "llm", "human"])


def settings_of(text: str, whose: str) -> dict[str, str]:
    """NAME=VALUE,NAME=VALUE as a mapping; `whose` they are begins the complaint."""
    given = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise HustingsError(f"{whose}: {pair!r}: write NAME=VALUE, as in search:iterations=400")
        given[name.strip()] = value.strip()
    return given


def _imported(name: str) -> ModuleType:
    """A module by its name, also one in the current folder, where commands do not look."""
    here = str(Path.cwd())
    if here in sys.path:
        return importlib.import_module(name)
    sys.path.append(here)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(here)


def _own(spec: str, game: Game, seed: int) -> Agent:
    place, _, settings = spec.partition(":")[2].partition(":")
    module_name = spec.partition(":")[0]
    given = settings_of(settings, f"agent {spec!r}")
    try:
        made: Any = getattr(_imported(module_name), place)(game, seed, **given)
    except Exception as error:  # whatever somebody's module may raise
        plain = isinstance(error, ImportError | AttributeError | TypeError | ValueError)
        why = " ".join((str(error) if plain else f"{type(error).__name__}: {error}").split())
        raise HustingsError(f"agent {spec!r} cannot be loaded ({why}); give module:name") from error
    if inspect.isclass(made) or not isinstance(made, Agent):
        raise HustingsError(f"agent {spec!r} has no act(games, rows) and name; see hustings.agents.Agent")
    return made
