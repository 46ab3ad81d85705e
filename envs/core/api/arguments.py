"""Checks of users' arguments: convert each to one type, or refuse it with an error that names it."""

import operator
from typing import Any

import numpy as np

from ..engine.game import Game
from ..engine.loops import Reward
from ..errors import HustingsError


class UnknownRenderMode(HustingsError, TypeError):
    """An unknown render mode.

    It is also a TypeError, after which Stable-Baselines3 tries again without a render mode.
    """


def whole_action(action: Any, agent: str) -> int:
    """An action as a plain int, from a whole number or a one-element array or tensor of any library.

    Raises:
        HustingsError: for anything else, including None, bools and floats with a whole value.
    """
    if type(action) is int:
        return action
    try:  # arrays of torch, JAX and NumPy all have `item`; none of these need be imported
        number = action.item()
    except (AttributeError, TypeError, ValueError, RuntimeError):  # the last is torch's, for several numbers
        number = action
    if type(number) is not int:
        raise HustingsError(f"{agent}: an action is a whole number, not {action!r:.60}; see action_space")
    return number


def action_number(action: Any, num_actions: int) -> int:
    """`action` as an int; HustingsError if it is none of 0 to `num_actions` - 1."""
    number = whole_number("action", action)
    if not 0 <= number < num_actions:
        raise HustingsError(f"action {number} is outside 0 to {num_actions - 1}")
    return number


def players_of(game: Game, num_players: Any) -> int:
    """The number of players as an int, the game's smallest for None; HustingsError if it does not fit."""
    if isinstance(num_players, np.ndarray):  # `in` would compare entry by entry
        raise HustingsError(f"num_players: {num_players!r:.60} is not a whole number")
    return game.check_players(num_players)


def check_render_mode(mode: str | None, known: list[str]) -> str | None:
    """Return `mode` if it is None or in `known`; UnknownRenderMode otherwise."""
    if mode is not None and not (isinstance(mode, str) and mode in known):
        raise UnknownRenderMode(f"render_mode: {mode!r} is not one of None, {', '.join(map(repr, known))}")
    return mode


def as_array(name: str, values: Any) -> np.ndarray:
    """`values` as an array; HustingsError if it cannot be one, such as a tensor on a GPU."""
    try:
        return np.asarray(values)
    except ValueError:
        raise HustingsError(f"{name}: its rows differ in length; give a regular array") from None
    except (TypeError, RuntimeError):  # of a tensor that is elsewhere, or has gradients
        raise HustingsError(
            f"{name}: {type(values).__name__} cannot be read as an array; give one of NumPy, or a tensor on "
            "the CPU without gradients"
        ) from None


def whole_actions(actions: Any, length: int) -> np.ndarray:
    """`actions` as (length,) int64, one for each game; HustingsError if they are not whole numbers."""
    if actions is None:
        raise HustingsError("actions: needs whole numbers, one for each game, got None")
    array = as_array("actions", actions)
    if array.shape != (length,):
        raise HustingsError(f"actions: needs shape ({length},), one for each game, got {array.shape}")
    if array.dtype.kind not in "iu" and array.size:
        raise HustingsError(f"actions: needs whole numbers, got {array.dtype}; use an integer array")
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(2**63 - 1))  # as illegal, and no other number
    return contiguous(array, np.int64)


def contiguous(array: Any, dtype: Any) -> np.ndarray:
    """The array converted to this dtype, C-ordered and writeable."""
    # Numba would compile the loops anew for any other kind of array.
    if type(array) is np.ndarray and array.dtype == dtype and array.flags.carray:
        return array  # ten times as fast as `require`
    return np.require(array, dtype, ["C", "W"])


def check_seed(seed: Any) -> int:
    """`seed` as a whole number in [0, 2**64); HustingsError otherwise."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 2**64:
        raise HustingsError(f"seed: {seed!r} is not a whole number from 0 to 2**64 - 1")
    return number


def whole_number(name: str, number: Any) -> int:
    """`number` as an int; HustingsError for anything that is not a whole number."""
    try:
        return operator.index(number)
    except TypeError:
        raise HustingsError(f"{name} is a whole number, not {number!r:.60}") from None


def seed_array(seeds: Any) -> np.ndarray:
    """Seeds as an array of uint64."""
    try:
        return np.array([check_seed(seed) for seed in seeds], np.uint64)
    except TypeError:
        raise HustingsError(f"seeds: needs an array of seeds, got {seeds!r}") from None


def check_game(game: Any) -> Game:
    """`game` itself; HustingsError for anything else than a `Game`."""
    if not isinstance(game, Game):
        raise HustingsError(f"game: {game!r:.60} is not a Game; take one of hustings.envs.GAMES")
    return game


def positive(name: str, number: Any) -> int:
    """`number` as an int of at least 1; HustingsError otherwise."""
    try:
        value = operator.index(number)
    except TypeError:
        value = 0
    if value < 1:
        whole = isinstance(number, float) and number >= 1 and number.is_integer()
        remedy = f"; write {number:.0f}" if whole else ""
        raise HustingsError(f"{name}: {number!r} is not a whole number above 0{remedy}")
    return value


def reward_named(name: Any) -> Reward:
    """The reward with this name; HustingsError if it is unknown."""
    try:
        return Reward[str(name).upper()]
    except KeyError:
        words = ", ".join(kind.name.lower() for kind in Reward)
        raise HustingsError(f"reward: {name!r} is not one of {words}") from None


def out_array(name: str, out: np.ndarray | None, shape: tuple[int, int], dtype: Any) -> np.ndarray:
    """`out` if it has this shape and dtype, a new array for None; HustingsError otherwise."""
    if out is None:
        return np.empty(shape, dtype)
    if (
        not isinstance(out, np.ndarray)
        or out.shape != shape
        or out.dtype != dtype
        or not out.flags.c_contiguous
        or not out.flags.writeable
    ):
        raise HustingsError(f"{name}: needs a writeable C-ordered {np.dtype(dtype)} array of shape {shape}")
    return out


def check_distinct(rows: np.ndarray, num_games: int) -> None:
    """Raise HustingsError if `rows` names a game twice."""
    if len(rows) > 1 and np.bincount(rows, minlength=num_games).max() > 1:
        raise HustingsError("rows: names a game twice; name each once")
