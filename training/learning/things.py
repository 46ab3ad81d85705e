"""Finds the entries of a view about each thing on the table, and the actions that name it."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...envs.core.engine.game import Game
from ...envs.core.engine.layout import Layout
from .padding import SEAT


class Things(NamedTuple):
    """One kind of thing on the table.

    Attributes:
        name: the name of its axis.
        entries: (n, F) for each of the n things, the indices in the observation of the F numbers about it.
    """

    name: str
    entries: np.ndarray


class Pointer(NamedTuple):
    """`number` actions from `start` on, each naming a thing, the first one thing `first`."""

    name: str
    start: int
    number: int
    first: int


def things(game: Game, players: int, view: Layout | None = None) -> list[Things]:
    """The seats, and the things named by blocks of actions, if the observation has numbers about them.

    Args:
        game, players: the table.
        view: the layout of the observation, if it is not the view at this table.
    """
    view = view or game.observation(players)
    axes = {SEAT: players}
    for block in game.actions:
        if len(block.axes) == 1:
            axes |= {name: length for name, length in block.axes.items() if name not in axes}
    found = [Things(name, _entries(view, name, length)) for name, length in axes.items()]
    # A single number about a thing is not worth an encoder.
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
    """The blocks of actions that name things of a kind in `known`, a mapping from kinds to numbers of things.

    An axis of seats is as long as the largest table and counts from one's own seat, or is one shorter and
    counts from the player to the left. Places beyond the seats of this table are never legal.
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
