"""Positions from shortly before phases that hardly ever happen, for games of training to begin in.

In the shapes below F is the number of phases, up to the highest number of one, and B the bytes of a table.
"""

from collections.abc import Mapping

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import NOBODY
from ...envs.core.errors import HustingsError
from .checkpoint import check_arrays

SLOTS = 32
"""Positions kept for each phase."""
SELDOM = 0.01
"""A phase in which a smaller share of decisions falls is rare."""
_FORGET = 0.95


class RareStarts:
    """Which phases are rare, and positions that led to them.

    A phase is rare while less than `SELDOM` of the decisions fall in it: those of all seats, in games that
    began at the deal. Older decisions count for less, so what the learner has come to avoid becomes rare.

    Args:
        games: a batch of the games that are played; it is left as it is.

    Attributes:
        asked: (F,) float64, decisions by phase, older ones discounted.
        filled: (F,) int64, how many positions there are for each phase.
        tables: (F, SLOTS) tables, the positions; a seat that is to learn is on turn in each.
    """

    def __init__(self, games: GameBatch):
        self._games = games
        phases = 1 + max(games.game.phases)
        self.asked = np.zeros(phases)
        self.filled = np.zeros(phases, np.int64)
        self.tables = np.zeros((phases, SLOTS), games.game.table)

    @property
    def rare(self) -> np.ndarray:
        """(F,) bool, the phases that are rare."""
        return self.asked < SELDOM * self.asked.sum()

    def begin(self) -> None:
        """Older decisions count for less from now on; positions are dropped where a phase is not rare."""
        self.asked *= _FORGET
        self.filled[~self.rare] = 0

    def clear(self) -> None:
        """Forget everything."""
        self.asked[:] = 0
        self.filled[:] = 0

    def keep(self, phase: int, table: np.ndarray, stream: np.random.Generator) -> None:
        """Keep a table for a phase; where all slots are full, one drawn at random makes room."""
        place = self.filled[phase]
        if place == SLOTS:
            place = stream.integers(SLOTS)
        else:
            self.filled[phase] += 1
        self.tables[phase, place] = table

    def draw(self, number: int, stream: np.random.Generator) -> np.ndarray:
        """(number,) tables, every rare phase as likely; none while there are none."""
        phases = np.flatnonzero(self.rare & (self.filled > 0))
        if not len(phases):
            return self.tables[0, :0]
        chosen = stream.choice(phases, number)
        return self.tables[chosen, stream.integers(self.filled[chosen])]

    # --- Going on where one stopped --------------------------------------------------------------

    def state(self) -> dict[str, np.ndarray]:
        """Plain arrays: "asked" and "filled", and "tables" (K, B) uint8, those that are there, by phase."""
        there = np.ascontiguousarray(self.tables[self._places(self.filled)])
        return {
            "asked": self.asked.copy(),
            "filled": self.filled.copy(),
            "tables": there.view(np.uint8).reshape(len(there), self.tables.itemsize),
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Take up the positions of `state()`.

        Raises:
            HustingsError: when they are not positions of these games that can be played on.
        """
        size = self.tables.itemsize
        length = state["tables"].size // size if "tables" in state else 0
        like = self.state() | {"tables": np.zeros((min(length, self.tables.size), size), np.uint8)}
        check_arrays("games.safetensors: rare starts", state, like)
        asked, filled = state["asked"], state["filled"]
        if asked.min() < 0 or filled.min() < 0 or filled.max() > SLOTS or filled.sum() != length:
            raise HustingsError("games.safetensors: rare starts: a number of them is out of range")
        tables = np.ascontiguousarray(state["tables"]).view(self.tables.dtype).reshape(length)
        if length:
            self._check(tables)
        self.asked[:] = asked
        self.filled[:] = filled
        self.tables[self._places(filled)] = tables

    @staticmethod
    def _places(filled: np.ndarray) -> np.ndarray:
        """(F, SLOTS) bool, where there is a position."""
        return np.arange(SLOTS) < filled[:, None]

    def _check(self, tables: np.ndarray) -> None:
        """Raise HustingsError unless somebody is on turn in every one of these (K,) tables."""
        games = self._games
        trial = GameBatch(games.game, len(tables), games.num_players, box=games.box)
        trial.tables = tables
        if (trial.seat == NOBODY).any():
            raise HustingsError("games.safetensors: rare starts: nobody is on turn in one of them")
