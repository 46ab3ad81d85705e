"""Bots: random play, and the compiled players of each game, found by their files.

A module or package of `agents/GAME` is a bot. It has `choose(box, table, seat, legal)`, compiled, and the
first line of its docstring says what it does. One that weighs things has `decide`, which takes the weights
besides, and its own as `WEIGHTS`: a line of the game's `styles.py` is then another bot.
"""

import hashlib
import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from ..envs.core.api.batch import GameBatch
from ..envs.core.api.streams import Rows, Streams
from ..envs.core.engine.compile import bind
from ..envs.core.engine.game import Game
from ..envs.core.engine.loops import bind_bot, bind_by_weights
from ..envs.core.engine.owners import is_game
from ..envs.core.errors import HustingsError
from ..envs.core.text.docstrings import docstring
from .weights import Style

FOLDER = Path(__file__).parent
RANDOM = "random"
_STYLES = "styles"


class RandomAgent:
    """Plays uniformly among the legal actions, from its own seeded stream."""

    name = RANDOM

    def __init__(self, game: Game, seed: int = 0):
        del game
        self._stream = np.random.default_rng(seed)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) int64, a legal action in each of the games `rows`.

        Raises:
            HustingsError: where a row is no running game.
        """
        return self._drawn(games, games.running(rows), self._stream)

    def act_by(self, games: GameBatch, rows: np.ndarray, streams: Streams) -> np.ndarray:
        """As `act`, drawing from a stream for each row."""
        rows = games.running(rows)
        return self._drawn(games, rows, streams.at(rows))

    def _drawn(self, games: GameBatch, rows: np.ndarray, stream: np.random.Generator | Rows) -> np.ndarray:
        masks = games.masks(rows=rows)
        # random() may be 0, which would lose to an illegal action; 1 - random() never is.
        return ((1.0 - stream.random(masks.shape, np.float32)) * masks).argmax(axis=1)


class CompiledAgent:
    """A bot whose decision is one compiled function: choose(box, table, seat, legal) -> action.

    With `weights`, (1,) records, it is decide(box, table, seat, legal, weights) instead, and all that decide
    by the same function with weights of the same kind share one loop, compiled once.

    A bot of the suite is pickled by name: a function that is pickled itself is compiled again by every
    process that receives it.

    Attributes:
        compiled: the compiled loop.
        loop: the same with the weights filled in: loop(box, tables, masks, rows, first, last, out).
    """

    def __init__(self, game: Game, name: str, function: Callable, weights: np.ndarray | None = None):
        self.name = name
        self._game = game
        self._made_of = (function, weights)
        self.compiled = bind_bot(game, name, function) if weights is None else bind_by_weights(game, function)
        self.loop = self.compiled if weights is None else lambda *over: self.compiled(*over, weights)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.name in bot_names(self._game.name):
            theirs = _functions(self.name, self._game.name)
            if all(own is other for own, other in zip(self._made_of, theirs)):
                return make_bot, (self.name, self._game)
        return CompiledAgent, (self._game, self.name, *self._made_of)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            HustingsError: for a batch of another game.
        """
        if games.game is not self._game:
            raise HustingsError(
                f"{self.name} plays {self._game.title}, not {games.game.title}; make one for it"
            )
        return games.decide(self.loop, rows)


# --- Finding them --------------------------------------------------------------------------------


def names(game: Game) -> list[str]:
    """The players that a game has without any file of yours: "random", then its bots."""
    return [RANDOM, *bot_names(game.name)]


@cache
def bot_names(game: str) -> tuple[str, ...]:
    """The compiled bots of a game, given by its name, in alphabetical order."""
    modules = {module.name for module in pkgutil.iter_modules([str(FOLDER / game)])} - {_STYLES}
    return tuple(sorted(modules | styles(game).keys()))


@cache
def styles(game: str) -> dict[str, Style]:
    """The bots of a game that differ from its greedy only by their weights."""
    if not (FOLDER / game / f"{_STYLES}.py").is_file():
        return {}
    return _module(_STYLES, game).STYLES


def is_bot(name: str) -> bool:
    """Whether any game has a bot of this name."""
    return any(name in bot_names(folder.name) for folder in FOLDER.iterdir() if is_game(folder.name))


def what_it_does(name: str, game: str) -> str:
    """The sentence about a bot, without a subject: "plays fast"."""
    if name in styles(game):
        return styles(game)[name].does
    sentence = docstring(_module(name, game)).partition("\n")[0].removesuffix(".")
    return sentence[:1].lower() + sentence[1:]


def make_bot(name: str, game: Game) -> CompiledAgent:
    """A bot by one of the `bot_names`; those that weigh by the same function share a loop."""
    return CompiledAgent(game, name, *_functions(name, game.name))


@cache
def decision_function(name: str, game: Game) -> Callable:
    """The compiled decision of a bot: choose(box, table, seat, legal) -> action."""
    if name not in styles(game.name):
        return _module(name, game.name).choose
    # Greedy's own with other weights, constants to the compiler: a style's function needs a name of its own.
    greedy, weights = _module("greedy", game.name), styles(game.name)[name].weights
    template = getattr(greedy.choose, "py_func", greedy.choose)
    copy = FunctionType(template.__code__, {**template.__globals__, "WEIGHTS": weights})
    digest = hashlib.sha256(weights.tobytes()).hexdigest()[:16]
    return bind(copy, f"choose_{game.name}_{name}_{digest}", decide=greedy.decide)


def _functions(name: str, game: str) -> tuple[Callable, np.ndarray | None]:
    """What `CompiledAgent` is made of."""
    if name in styles(game):
        return _module("greedy", game).decide, styles(game)[name].weights
    module = _module(name, game)
    return (module.decide, module.WEIGHTS) if hasattr(module, "WEIGHTS") else (module.choose, None)


def _module(name: str, game: str) -> ModuleType:
    return importlib.import_module(f"{__package__}.{game}.{name}")
