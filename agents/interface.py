"""What an agent is, and how it can explain itself."""

from typing import NamedTuple

import numpy as np

from ..envs.core.api.agent import Agent

__all__ = ["Agent", "Explanation"]


class Explanation(NamedTuple):
    """What an agent thinks of one decision.

    An agent that can tell has a method `explain(games, rows)`, which returns a list of these, one a row.

    Attributes:
        probabilities: (A,) float32, how likely it is to take each action.
        value: what it expects, from 0 to 1.
        details: (A,) arrays by name: anything else that it can tell of the actions.
    """

    probabilities: np.ndarray
    value: float
    details: dict[str, np.ndarray]
