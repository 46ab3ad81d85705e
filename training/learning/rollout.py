"""The network's decisions between two updates, with their advantages and returns.

In the shapes below M is the number of decisions, P of seats, A of actions, S + H the size of an observation
(see `CriticView`), and G the number of goals, which is 2: the payoff, and the margin of points.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...envs.core.api.batch import GameBatch
from .critic_view import CriticView

GOALS = PAY, MARGIN = 0, 1


class Asked(NamedTuple):
    """The decisions that the network is asked for at a table.

    Attributes:
        span: where the rollout has them.
        games: the table's batch.
        rows: (R,) the games.
    """

    span: slice
    games: GameBatch
    rows: np.ndarray


class Tick(NamedTuple):
    """One decision in each of N games.

    Attributes:
        span: where the rollout has the network's decisions.
        rows, seats: (R,) their games and seats.
        over: (K,) the games that were over after the tick.
        paid: (K, G, P) payoffs and margins of these games, from seat 0 on.
    """

    span: slice
    rows: np.ndarray
    seats: np.ndarray
    over: np.ndarray
    paid: np.ndarray


class Rollout:
    """Decisions to learn from, with room for `most` of them.

    Args:
        most, observation_size, num_actions, players: the sizes.

    Attributes:
        size: M, the number so far.
        observations: (M, S + H) float32, an array; a tensor in a `RolloutOnGPU`.
        masks: (M, A) bool, the legal actions, likewise.
        actions: (M,) int64.
        log_probs: (M,) float32, of the actions when they were taken.
        values: (M, G, P) float32, as predicted by the network, the seat that decides first.
        advantages: (M, G) float32, of the seat that decides.
        returns: (M, G, P) float32, the targets of the values.
        outcomes: (M, P) float32, payoffs of games that have `ended`, (M,) bool; NaN for seats that the table
            lacks.
    """

    FIELDS = (
        *("observations", "masks", "actions", "log_probs", "values"),
        *("advantages", "returns", "outcomes", "ended"),
    )

    def __init__(self, most: int, observation_size: int, num_actions: int, players: int):
        self.size = 0
        self.observations, self.masks = self.inputs(most, observation_size, num_actions)
        self.actions = np.empty(most, np.int64)
        self.log_probs = np.empty(most, np.float32)
        self.values = np.empty((most, len(GOALS), players), np.float32)
        self.advantages = np.empty((most, len(GOALS)), np.float32)
        self.returns = np.zeros((most, len(GOALS), players), np.float32)
        self.outcomes = np.zeros((most, players), np.float32)
        self.ended = np.empty(most, np.bool_)

    def reserve(self, decisions: int) -> slice:
        """Make room for the next decisions, and return where they go."""
        span = slice(self.size, self.size + decisions)
        self.size += decisions
        return span

    def inputs(self, most: int, observation_size: int, num_actions: int) -> tuple[Any, Any]:
        """Memory for the observations and masks."""
        return np.empty((most, observation_size), np.float32), np.empty((most, num_actions), np.bool_)

    def look(self, view: CriticView, asked: Sequence[Asked]) -> tuple[Any, Any]:
        """The observations and masks of all decisions that are asked for, which follow each other."""
        for span, games, rows in asked:
            view(games, rows=rows, out=self.observations[span])
            games.masks(rows=rows, out=self.masks[span])
        span = slice(asked[0].span.start, asked[-1].span.stop)
        return self.observations[span], self.masks[span]

    def arrays(self) -> dict[str, Any]:
        """Views of the decisions, by name."""
        return {name: getattr(self, name)[: self.size] for name in self.FIELDS}

    def add(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Append decisions that were played elsewhere."""
        span = self.reserve(len(arrays["actions"]))
        for name, array in arrays.items():
            getattr(self, name)[span] = array

    def credit(self, ticks: Sequence[Tick], outlook: np.ndarray, gae_lambda: float) -> None:
        """Compute advantages and returns of the decisions in consecutive ticks.

        The seat that decides gets undiscounted generalised advantage estimates (Schulman et al. 2016,
        arXiv:1506.02438) over its own decisions, and the matching returns. The values of the other seats
        learn the payoff, or the outlook in a game that is not over.

        Args:
            ticks: in the order in which they were played.
            outlook: (N, G, P) each seat's expected payoff and margin in the games after the last tick;
                changed.
            gae_lambda: 0 trusts the values, 1 the outcomes.
        """
        seats = outlook.shape[2]
        # By game and seat: the value, and the advantage, at the seat's next decision. Backwards in time,
        # since each advantage builds on the next one of the same seat.
        ahead, later = outlook.copy(), np.zeros_like(outlook)
        ended = np.zeros(len(outlook), np.bool_)
        for span, rows, seat, over, paid in reversed(ticks):
            # What follows in this row, seen backwards, is the game that has just ended here.
            ahead[over] = outlook[over] = paid
            later[over], ended[over] = 0, True
            own = self.values[span, :, 0]
            advantages = ahead[rows, :, seat] - own + gae_lambda * later[rows, :, seat]
            returns = own_first(outlook[rows], seat)
            self.ended[span], self.outcomes[span, :seats] = ended[rows], returns[:, PAY]
            returns[:, :, 0] = own + advantages
            self.advantages[span], self.returns[span, :, :seats] = advantages, returns
            self.returns[span, :, seats:], self.outcomes[span, seats:] = 0, np.nan
            ahead[rows, :, seat], later[rows, :, seat] = own, advantages


def own_first(figures: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(R, G, P) figures of all seats from seat 0 on, begun with `seats` (R,); `-seats` undoes it."""
    players = figures.shape[2]
    order = (seats[:, None] + np.arange(players)) % players
    return np.take_along_axis(figures, order[:, None], axis=2)
