"""Agents with one simple habit each, which no policy that comes with hustings has met in training.

`habits/GAME.toml` declares them. A habit is a list of wishes such as "first buy" or "last number": play the
first or last legal action in that block of the game's actions. Where no wish applies, the agent plays like
`greedy`. Habits are deterministic, so they play alike in every batch.
"""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, suggestion
from ..bots import CompiledAgent, make_bot
from ..specs import HABIT


class HabitAgent:
    """Plays by its first wish that can be met, otherwise like `greedy`.

    Args:
        game: the game to play.
        name: one of the game's `habits`.

    Raises:
        HustingsError: for an unknown habit, listing the known ones.
    """

    def __init__(self, game: Game, name: str):
        declared = habits(game.name)
        if name not in declared:
            known = ", ".join(f"{HABIT}:{one}" for one in declared) or f"none: {game.title} has no habits"
            raise HustingsError(f"agent {HABIT}:{name}{suggestion(name, declared)}; choose from {known}")
        self.name = f"{HABIT}:{name}"
        self._base: CompiledAgent = make_bot("greedy", game)
        self._wishes = [_wish(game, text) for text in reversed(declared[name])]

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            HustingsError: for a batch of another game, or a row whose game is not running.
        """
        actions = np.array(self._base.act(games, rows))
        legal = games.masks(rows=rows)
        for block in self._wishes:  # by rising priority: later wishes overwrite earlier ones
            allowed = legal[:, block]
            met = allowed.any(axis=1)
            actions[met] = np.asarray(block)[allowed[met].argmax(axis=1)]
        return actions


@cache
def habits(game: str) -> dict[str, list[str]]:
    """The wishes of each declared habit of a game, by priority; empty if there are none."""
    file = Path(__file__).with_name(f"{game}.toml")
    if not file.is_file():
        return {}
    declared = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: entry["wishes"] for name, entry in declared.items()}


def _wish(game: Game, text: str) -> np.ndarray:
    """The actions of a wish, most wanted first."""
    end, name = text.split()
    block = game.actions[name]
    actions = np.arange(block.start, block.stop)
    return {"first": actions, "last": actions[::-1]}[end]
