"""What callers may give for an action and a number of players, and how an unknown render mode is refused."""

from typing import Any

import numpy as np

from ..engine.game import Game
from ..errors import HustingsError


class UnknownRenderMode(HustingsError, TypeError):
    """A way to render that there is not.

    Also a TypeError: on that, Stable-Baselines3 asks again without pictures.
    """


def whole_action(action: Any, agent: str) -> int:
    """An action as a plain int: a whole number, or an array or tensor of any library that holds just one.

    Raises:
        HustingsError: for anything else, None, bools and floats with a whole value included.
    """
    if type(action) is int:
        return action
    try:
        number = action.item()
    except (AttributeError, TypeError, ValueError, RuntimeError):  # RuntimeError: torch, of several numbers
        number = action
    if type(number) is not int:
        raise HustingsError(f"{agent}: an action is a whole number, not {action!r:.60}; see action_space")
    return number


def players_of(game: Game, num_players: Any) -> int:
    """A number of players that a game takes, its smallest for None; HustingsError for anything else."""
    if isinstance(num_players, np.ndarray):  # of which Python does not say whether it is among the numbers
        raise HustingsError(f"num_players: {num_players!r:.60} is not a whole number")
    return game.check_players(num_players)


def check_render_mode(mode: str | None, known: list[str]) -> str | None:
    """`mode`, if it is None or known."""
    if mode is not None and not (isinstance(mode, str) and mode in known):
        raise UnknownRenderMode(f"render_mode: {mode!r} is not one of None, {', '.join(map(repr, known))}")
    return mode
