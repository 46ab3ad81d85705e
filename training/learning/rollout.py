"""What the network has decided between two updates, and how good that turned out to be.

In the shapes below M is the number of decisions, P of seats, A of actions, S + H the size of an observation
(see `CriticView`), and G of goals, which is 2: what the game pays, and the margin of points.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

GOALS = PAY, MARGIN = 0, 1


class Tick(NamedTuple):
    """One decision in each of N games.

    Attributes:
        part: the place of the network's decisions in the rollout.
        rows, seats: (R,) the games and seats in which they were.
        over: (K,) the games that were over after it.
        paid: (K, G, P) what these paid, from seat 0 on.
    """

    part: slice
    rows: np.ndarray
    seats: np.ndarray
    over: np.ndarray
    paid: np.ndarray


class Rollout:
    """Decisions to learn from; there is room for `most` of them.

    Attributes:
        size: M, how many there are.
        observations: (M, S + H) float32.
        masks: (M, A) bool, the legal actions.
        actions: (M,) int64.
        log_probs: (M,) float32, of the actions when they were taken.
        values: (M, G, P) float32, what each seat could expect, the one that decides first.
        advantages: (M, G) float32, how much better it went for the seat that decides.
        returns: (M, G, P) float32, what the values are to learn.
        outcomes: (M, P) float32, what the game paid, in games that have `ended`, (M,) bool; NaN for
            seats that the table lacks.
    """

    FIELDS = (
        *("observations", "masks", "actions", "log_probs", "values"),
        *("advantages", "returns", "outcomes", "ended"),
    )

    def __init__(self, most: int, observation_size: int, num_actions: int, players: int):
        self.size = 0
        self.observations = np.empty((most, observation_size), np.float32)
        self.masks = np.empty((most, num_actions), np.bool_)
        self.actions = np.empty(most, np.int64)
        self.log_probs = np.empty(most, np.float32)
        self.values = np.empty((most, len(GOALS), players), np.float32)
        self.advantages = np.empty((most, len(GOALS)), np.float32)
        self.returns = np.zeros((most, len(GOALS), players), np.float32)
        self.outcomes = np.zeros((most, players), np.float32)
        self.ended = np.empty(most, np.bool_)

    def reserve(self, decisions: int) -> slice:
        """The place of the next decisions."""
        part = slice(self.size, self.size + decisions)
        self.size += decisions
        return part

    def arrays(self) -> dict[str, np.ndarray]:
        """Views of the decisions, by name."""
        return {name: getattr(self, name)[: self.size] for name in self.FIELDS}

    def add(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Copy decisions that somebody else has played."""
        part = self.reserve(len(arrays["actions"]))
        for name, array in arrays.items():
            getattr(self, name)[part] = array

    def credit(self, ticks: Sequence[Tick], outlook: np.ndarray, gae_lambda: float) -> None:
        """Work out advantages and returns of the decisions in consecutive ticks.

        For the seat that decides these are generalised advantage estimates (Schulman et al. 2016,
        arXiv:1506.02438) over its own decisions, undiscounted, and the matching returns. The other seats'
        values learn what the game paid, or the outlook where it goes on.

        Args:
            outlook: (N, G, P) what each seat can expect of the games as they stand after the last tick;
                written to.
            gae_lambda: 0 trusts the values, 1 what came.
        """
        seats = outlook.shape[2]
        ahead, later = outlook.copy(), np.zeros_like(outlook)
        ended = np.zeros(len(outlook), np.bool_)
        for part, rows, seat, over, paid in reversed(ticks):
            ahead[over] = outlook[over] = paid
            later[over], ended[over] = 0, True
            own = self.values[part, :, 0]
            advantages = ahead[rows, :, seat] - own + gae_lambda * later[rows, :, seat]
            returns = own_first(outlook[rows], seat)
            self.ended[part], self.outcomes[part, :seats] = ended[rows], returns[:, PAY]
            returns[:, :, 0] = own + advantages
            self.advantages[part], self.returns[part, :, :seats] = advantages, returns
            self.returns[part, :, seats:], self.outcomes[part, seats:] = 0, np.nan
            ahead[rows, :, seat], later[rows, :, seat] = own, advantages


def own_first(figures: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(R, G, P) figures of all seats, given from seat 0 on, beginning with `seats` (R,)."""
    players = figures.shape[2]
    order = (seats[:, None] + np.arange(players)) % players
    return np.take_along_axis(figures, order[:, None], axis=2)
