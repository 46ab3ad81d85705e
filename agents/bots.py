"""Bots: random play, and the compiled players of each game, found by their files.

Each module or package in `agents/GAME` is a bot. It has a compiled `choose(box, table, seat, legal)`, and the
first line of its docstring says what it does. A bot with tunable weights also has `decide`, which takes them
as one more argument, and its own as `WEIGHTS`. Each line of the game's `styles.py` is then `greedy` with
other weights.
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

from ..envs.core.api.arguments import check_game
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.streams import Rows, Streams
from ..envs.core.engine.compile import bind
from ..envs.core.engine.game import Game
from ..envs.core.engine.loops import bind_bot, bind_by_weights, share_decision
from ..envs.core.engine.owners import is_game
from ..envs.core.text.docstrings import docstring
from .interface import check_batch, check_own_game
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
            HustingsError: for a row whose game is not running.
        """
        check_batch(self.name, games)
        return self._drawn(games, games.running(rows), self._stream)

    def act_by(self, games: GameBatch, rows: np.ndarray, streams: Streams) -> np.ndarray:
        """Like `act`, but draw from a random stream for each row."""
        rows = games.running(rows)
        return self._drawn(games, rows, streams.at(rows))

    def _drawn(self, games: GameBatch, rows: np.ndarray, stream: np.random.Generator | Rows) -> np.ndarray:
        masks = games.masks(rows=rows)
        # random() may be 0, which would lose to an illegal action; 1 - random() never is.
        return ((1.0 - stream.random(masks.shape, np.float32)) * masks).argmax(axis=1)


class CompiledAgent:
    """A bot whose decision is one compiled function: choose(box, table, seat, legal) -> action.

    With `weights`, (1,) records, the function is decide(box, table, seat, legal, weights) instead. Bots with
    the same function and weights of the same type share one loop, compiled once.

    A bot of the suite is pickled by name, because a process that receives a pickled function compiles it
    again.

    Attributes:
        compiled: the compiled loop.
        loop: the same with the weights filled in: loop(box, tables, masks, rows, first, last, out).
        only_looks: it never changes the games, so that environments need not show them read-only.
    """

    only_looks = True

    def __init__(self, game: Game, name: str, function: Callable, weights: np.ndarray | None = None):
        self.name = name
        self._game = game
        self._decision = (function, weights)
        if weights is None:
            self.compiled = self.loop = bind_bot(game, name, function)
        else:
            self.compiled = bind_by_weights(game, function, weights.dtype)
            self.loop = lambda *over: self.compiled(*over, weights)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.name in bot_names(self._game.name):
            named = _decision_and_weights(self.name, self._game.name)
            # A user's agent may have a bot's name, but is not that bot.
            if all(own is other for own, other in zip(self._decision, named)):
                return make_bot, (self.name, self._game)
        return CompiledAgent, (self._game, self.name, *self._decision)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            HustingsError: for a batch of another game.
        """
        check_own_game(self.name, self._game, games)
        return games.decide(self.loop, rows)


# --- Finding them --------------------------------------------------------------------------------


def names(game: Game) -> list[str]:
    """The game's built-in players: "random", then its bots."""
    check_game(game)
    return [RANDOM, *bot_names(game.name)]


@cache
def bot_names(game: str) -> tuple[str, ...]:
    """The names of a game's compiled bots, in alphabetical order."""
    modules = {module.name for module in pkgutil.iter_modules([str(FOLDER / game)])} - {_STYLES}
    return tuple(sorted(modules | styles(game).keys()))


@cache
def styles(game: str) -> dict[str, Style]:
    """The bots of a game that are its greedy with other weights, by name."""
    if not (FOLDER / game / f"{_STYLES}.py").is_file():
        return {}
    return _module(_STYLES, game).STYLES


def is_bot(name: str) -> bool:
    """Whether any game has a bot of this name."""
    return any(name in bot_names(folder.name) for folder in FOLDER.iterdir() if is_game(folder.name))


def what_it_does(name: str, game: str) -> str:
    """What a bot does, as a sentence without a subject: "plays fast"."""
    if name in styles(game):
        return styles(game)[name].does
    sentence = docstring(_module(name, game)).partition("\n")[0].removesuffix(".")
    return sentence[:1].lower() + sentence[1:]


def make_bot(name: str, game: Game) -> CompiledAgent:
    """Make the bot of this name, one of `bot_names`. Bots with the same decision function share a loop."""
    return CompiledAgent(game, name, *_decision_and_weights(name, game.name))


@cache
def decision_function(name: str, game: Game) -> Callable:
    """The compiled decision of a bot: choose(box, table, seat, legal) -> action."""
    decide, weights = _decision_and_weights(name, game.name)
    if weights is None:
        return share_decision(game, decide)
    # Weights are constants of compiled code, so each bot's copy of `choose` needs its own name.
    choose = _module("greedy" if name in styles(game.name) else name, game.name).choose
    template = getattr(choose, "py_func", choose)
    copy = FunctionType(template.__code__, {**template.__globals__, "WEIGHTS": weights})
    digest = hashlib.sha256(weights.tobytes()).hexdigest()[:16]
    shared = share_decision(game, decide, weights.dtype)
    return bind(copy, f"choose_{game.name}_{name}_{digest}", decide=shared)


def _decision_and_weights(name: str, game: str) -> tuple[Callable, np.ndarray | None]:
    """A bot's decision function and its weights, if it has any."""
    if name in styles(game):
        return _module("greedy", game).decide, styles(game)[name].weights
    module = _module(name, game)
    return (module.decide, module.WEIGHTS) if hasattr(module, "WEIGHTS") else (module.choose, None)


def _module(name: str, game: str) -> ModuleType:
    return importlib.import_module(f"{__package__}.{game}.{name}")
