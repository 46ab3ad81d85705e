"""What an agent is, and how it can explain itself."""

from typing import Any, NamedTuple

import numpy as np

from ..envs.core.api.agent import Agent
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError

__all__ = ["Agent", "Explanation"]


class Explanation(NamedTuple):
    """What an agent thinks of one decision.

    Agents that can explain themselves have `explain(games, rows)`, which returns a list of these, one a row.

    Attributes:
        probabilities: (A,) float32, its probability of taking each action.
        value: the outcome it expects, from 0 to 1.
        details: further (A,) arrays by name, such as visits or priors.
    """

    probabilities: np.ndarray
    value: float
    details: dict[str, np.ndarray]


class Composed:
    """An agent that asks others, such as a search with a guide.

    Attributes:
        parts: those others.
    """

    parts: list[Any]


def check_batch(name: str, games: Any) -> None:
    """Raise HustingsError if an agent is asked about anything but a batch, such as a state."""
    if not isinstance(games, GameBatch):
        kind = type(games).__name__
        raise HustingsError(f"{name} plays batches, not a {kind}; give a game's batch() or state.to_batch()")


def check_own_game(name: str, game: Game, games: GameBatch) -> None:
    """Raise HustingsError if an agent that was made for `game` is asked about another, or about no batch."""
    check_batch(name, games)
    if games.game is not game:
        raise HustingsError(f"{name} plays {game.title}, not {games.game.title}; make one for it")
