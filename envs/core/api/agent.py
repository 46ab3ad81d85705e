"""The one protocol of agents; `hustings.agents` has a collection of them."""

from typing import Protocol, runtime_checkable

import numpy as np

from .batch import GameBatch
from .streams import Streams

PATIENCE = 60.0
"""Seconds that an agent may waste in one go before it is asked no more."""


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


@runtime_checkable
class DrawsByRow(Protocol):
    """An agent that can draw from a stream for each row, so that no row depends on how many others there are.

    Vector environments ask it that way. Without it, an agent of your own that is named there is made once for
    each row, and one that is given has its own stream, which all rows share.
    """

    def act_by(self, games: GameBatch, rows: np.ndarray, streams: Streams) -> np.ndarray:
        """As `Agent.act`, drawing from `streams.at(rows)` in place of its own stream.

        Args:
            games, rows: as for `act`.
            streams: a stream for each row of the batch, and in `streams.keys` its seed, (N,) uint64.
        """
        ...


@runtime_checkable
class HearsResults(Protocol):
    """An agent that is told how the games end that it has played."""

    def hear_results(self, games: GameBatch, rows: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Hear how games have ended; it does not raise.

        Args:
            games, rows: as for `Agent.act`, but the games are over.
            scores, ranks: (R, P) of each seat; rank 1 is the best, ties are averaged.
        """
        ...


def ranks_of(payoffs: np.ndarray) -> np.ndarray:
    """(R, P) ranks, 1 is the best, ties averaged, from what the reward "rank" has paid.

    That falls evenly from +1 for first to -1 for last; ties make half ranks.
    """
    last = payoffs.shape[1] - 1
    return np.round(2 + last * (1 - payoffs.astype(np.float64))) / 2
