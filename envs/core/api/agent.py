"""The one protocol of agents; `hustings.agents` has a collection of them."""

from typing import Protocol, runtime_checkable

import numpy as np

from .batch import GameBatch


@runtime_checkable
class Agent(Protocol):
    """Plays seats in any number of games at once.

    Attributes:
        name: what tables and errors call it.
    """

    name: str

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """Choose for the seats on turn in some games of a batch, without stepping them.

        An honest agent uses only what those seats may know. It may have a random stream of its own, but
        leaves the games' streams alone.

        Args:
            games: the batch.
            rows: (R,) indices of games that are not over.

        Returns:
            (R,) whole numbers, a legal action for each.
        """
        ...
