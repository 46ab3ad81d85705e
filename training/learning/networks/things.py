"""Which entries of a view are about which thing on the table, and which actions name it."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ....envs.core.engine.game import Game
from ....envs.core.engine.layout import Layout
from ..padding import SEAT


class Things(NamedTuple):
    """One kind of thing on the table.

    Attributes:
        name: the name of its axis.
        entries: (n, F) for each of the n things, the places in the observation of the F numbers about it.
    """

    name: str
    entries: np.ndarray


class Pointer(NamedTuple):
    """Actions that name a thing: `number` of them from `start` on; the first names thing `first`."""

    name: str
    start: int
    number: int
    first: int


def things(game: Game, players: int, view: Layout | None = None) -> list[Things]:
    """The seats, and what single-axis blocks of actions name, where the observation has numbers about it.

    Args:
        view: what is observed, if not the view at a table of `players`.
    """
    view = view or game.observation(players)
    axes = {SEAT: players}
    for block in game.actions:
        if len(block.axes) == 1:
            axes |= {name: length for name, length in block.axes.items() if name not in axes}
    found = [Things(name, _entries(view, name, length)) for name, length in axes.items()]
    return [kind for kind in found if kind.entries.shape[1] > 1]


def _entries(view: Layout, axis: str, length: int) -> np.ndarray:
    """(length, F): the entries of all blocks with this axis, for each place on it."""
    parts = []
    for block in view:
        if block.axes.get(axis) == length:
            places = np.arange(block.start, block.stop).reshape(tuple(block.axes.values()))
            parts.append(np.moveaxis(places, list(block.axes).index(axis), 0).reshape(length, -1))
    return np.concatenate(parts, axis=1) if parts else np.zeros((length, 0), np.int64)


def pointers(game: Game, known: Mapping[str, int]) -> list[Pointer]:
    """The blocks of actions that name one of the `known` things, given with their numbers.

    An axis of seats has as many places as the game takes players, counted from oneself, or one fewer, counted
    from the player to the left. Places beyond the seats of this table are never legal.
    """
    found = []
    for block in game.actions:
        for name, length in block.axes.items():
            if len(block.axes) != 1 or name not in known:
                continue
            if name == SEAT:
                first = max(game.player_counts) - length
                found.append(Pointer(name, block.start, min(length, known[name] - first), first))
            elif length == known[name]:
                found.append(Pointer(name, block.start, length, 0))
    return [pointer for pointer in found if pointer.first in (0, 1) and pointer.number > 0]
