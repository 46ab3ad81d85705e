"""The protocol of agents; `hustings.agents` has a collection of them."""

from typing import Protocol, runtime_checkable

import numpy as np

from ..errors import HustingsError
from .arguments import whole_actions
from .batch import GameBatch
from .shown import ShownBatch
from .streams import Streams

PATIENCE = 60.0
"""Seconds that an agent may waste in a row before it is no longer asked."""


@runtime_checkable
class Agent(Protocol):
    """An agent, which plays seats in any number of games at once.

    Attributes:
        name: its name in tables and errors.
    """

    name: str

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """Choose actions for the seats on turn in some games of a batch, without stepping the games.

        An honest agent uses only what those seats may know. It may have its own random stream, but does not
        touch the games' streams.

        Args:
            games: the batch.
            rows: (R,) indices of games that are not over.

        Returns:
            (R,) whole numbers, a legal action for each.
        """
        ...


@runtime_checkable
class DrawsByRow(Protocol):
    """An agent that can draw from one random stream per row, so that no row depends on the others.

    Vector environments call `act_by` if it exists. Your own agent without it is made once per row if it is
    given by name; an agent object without it uses its own stream in all rows.
    """

    def act_by(self, games: GameBatch, rows: np.ndarray, streams: Streams) -> np.ndarray:
        """Like `Agent.act`, drawing from `streams.at(rows)` instead of its own stream.

        Args:
            games, rows: as for `act`.
            streams: a stream for each row of the batch; `streams.keys`, (N,) uint64, are their seeds.
        """
        ...


@runtime_checkable
class HearsResults(Protocol):
    """An agent that receives the results of the games it has played."""

    def hear_results(self, games: GameBatch, rows: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Receive the results of finished games; must not raise.

        Args:
            games, rows: as for `Agent.act`, but the games are over.
            scores, ranks: (R, P) by seat; rank 1 is the best, ties are averaged.
        """
        ...


def actions_of(agent: Agent, games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R,) int64: an agent's actions in `rows`; HustingsError, naming the agent, if they are not that."""
    found = agent.act(ShownBatch(games), rows.copy())
    try:
        return whole_actions(found, len(rows))
    except HustingsError as error:
        raise HustingsError(f"{agent.name}: {error}") from None


def ranks_of(payoffs: np.ndarray) -> np.ndarray:
    """(R, P) ranks from payoffs of the reward "rank"; 1 is the best, ties are averaged.

    That reward falls evenly from +1 for first to -1 for last, so ties give half ranks.
    """
    last = payoffs.shape[1] - 1
    return np.round(2 + last * (1 - payoffs.astype(np.float64))) / 2
