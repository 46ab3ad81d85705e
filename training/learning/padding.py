"""A common form for the views of tables of every size, so that one network plays at all of them."""

import functools
import itertools
from typing import Final

import numpy as np

from ...envs.core.engine.game import Game
from ...envs.core.engine.layout import Block, Layout
from ...envs.core.errors import HustingsError

ANY: Final = "any"
"""In place of a number of players: all numbers that the game takes."""
SEAT = "seat"
"""The axis of blocks that have an entry for each seat."""
PRESENT = "present"


class Padding:
    """Pads views to the size of the largest table.

    Entries about absent seats are 0, and an additional last block says which seats are present.

    Attributes:
        players: the number of seats of the largest table.
        layout: the layout of padded views.
        counts: (C,) int64, the numbers of players that the game takes.
        sizes: (C,) int64, the size S of a view at each of these tables; all are different.
        columns: (C, layout.size) int64, the source of each entry: 0 for a zero, 1 for a one, 2 + i for
            entry i.
    """

    def __init__(self, game: Game):
        self.players = max(game.player_counts)
        largest = game.observation(self.players)
        blocks = [(block.name, dict(block.axes) or block.size, block.about, block.scale) for block in largest]
        self.layout = Layout(*blocks, (PRESENT, {SEAT: self.players}, "seats at this table"))
        self.counts = np.array(game.player_counts)
        self.sizes = np.array([game.observation(players).size for players in game.player_counts])
        # An exported network has only the size of a view to tell tables apart by.
        if len(set(self.sizes)) < len(self.sizes):
            raise HustingsError(
                f"num_players: views of {game.title} do not tell how many play; train one policy for each"
            )
        self.columns = np.stack([self._columns(game, players) for players in game.player_counts])
        self._runs = {int(size): _runs(columns) for size, columns in zip(self.sizes, self.columns)}

    def _columns(self, game: Game, players: int) -> np.ndarray:
        columns = np.zeros(self.layout.size, np.int64)
        for block in game.observation(players):
            columns[_places(self.layout[block.name], block)] = 2 + np.arange(block.start, block.stop)
        present = self.layout[PRESENT].start
        columns[present : present + players] = 1
        return columns

    def __call__(self, observations: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """(R, layout.size) float32: the padded views of (R, S) views of one table, in `out` if given."""
        wide = np.empty((len(observations), self.layout.size), np.float32) if out is None else out
        for there, source in self._runs[observations.shape[1]]:
            wide[:, there] = source if isinstance(source, int) else observations[:, source]
        return wide


def _runs(columns: np.ndarray) -> list[tuple[slice, slice | int]]:
    """Neighbouring entries with one source: a number, or neighbouring entries of the view.

    A few copies of runs are six times as fast as gathering every entry by its index.
    """
    steps = np.diff(columns)
    alike = np.where(columns[1:] > 1, steps == 1, steps == 0)
    bounds = [0, *(np.flatnonzero(~alike) + 1).tolist(), len(columns)]
    return [
        (slice(first, last), slice(begin - 2, begin - 2 + last - first) if begin > 1 else begin)
        for first, last in itertools.pairwise(bounds)
        for begin in [int(columns[first])]
    ]


def _places(wide: Block, block: Block) -> np.ndarray:
    """The places of a block's entries in the same block at the largest table."""
    everywhere = np.arange(wide.start, wide.stop)
    if not block.axes:
        return everywhere[: block.size]
    there = tuple(slice(length) for length in block.axes.values())
    return everywhere.reshape(tuple(wide.axes.values()))[there].reshape(-1)


@functools.cache
def padding_of(game: Game) -> Padding:
    """The padding of a game, made once."""
    return Padding(game)
