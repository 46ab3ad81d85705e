"""Agents of one habit each, which no bot has: strangers to meet, not opponents to train or tune on.

`habits/GAME.toml` declares them. A habit is a list of wishes, "first buy" or "last number": where a legal
action is in that block of the game's actions, the first or the last of them is taken. What no wish is about
is decided as `greedy` does. So they draw nothing, and play alike in every batch.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, suggestion
from ..bots import CompiledAgent, make_bot
from ..specs import HABIT

FOLDER = Path(__file__).parent
_BASE = "greedy"
_ENDS = ("first", "last")


class Habit(NamedTuple):
    """A habit as it is declared: what it does, without a subject, and its wishes, the strongest first."""

    does: str
    wishes: tuple[str, ...]


class HabitAgent:
    """Plays by the first of its wishes that can be met, and otherwise as `greedy` does.

    Args:
        game: what it plays.
        name: of one of its `habits`.

    Raises:
        HustingsError: where the game has no such habit, naming those that it has.
    """

    def __init__(self, game: Game, name: str):
        declared = habits(game.name)
        if name not in declared:
            known = ", ".join(f"{HABIT}:{one}" for one in declared) or f"none: {game.title} has no habits"
            raise HustingsError(f"agent {HABIT}:{name}{suggestion(name, declared)}; choose from {known}")
        self.name = f"{HABIT}:{name}"
        self._base: CompiledAgent = make_bot(_BASE, game)
        self._wishes = [_wish(game, text) for text in reversed(declared[name].wishes)]

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            HustingsError: for a batch of another game, or a row that is no running game.
        """
        actions = np.array(self._base.act(games, rows))
        legal = games.masks(rows=rows)
        for block in self._wishes:  # the strongest last, which has the last word
            allowed = legal[:, block]
            met = allowed.any(axis=1)
            actions[met] = np.asarray(block)[allowed[met].argmax(axis=1)]
        return actions


@cache
def habits(game: str) -> dict[str, Habit]:
    """The habits of a game, given by its name; none where none are declared."""
    file = declaration(game)
    if not file.is_file():
        return {}
    declared = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: Habit(entry["does"], tuple(entry["wishes"])) for name, entry in declared.items()}


def declaration(game: str) -> Path:
    """The file that declares a game's habits, which may not be there."""
    return FOLDER / f"{game}.toml"


def _wish(game: Game, text: str) -> np.ndarray:
    """The actions of a wish, the one that is wanted most first."""
    end, name = text.split()
    block = game.actions[name]
    actions = np.arange(block.start, block.stop)
    return actions if _ENDS.index(end) == 0 else actions[::-1]
