"""What an agent is, and how it can explain itself."""

from typing import NamedTuple

import numpy as np

from ..envs.core.api.agent import Agent

__all__ = ["Agent", "Explanation"]


class Explanation(NamedTuple):
    """What an agent thinks of one decision.

    Agents that can explain themselves have `explain(games, rows)`, which returns a list of these, one a row.

    Attributes:
        probabilities: (A,) float32, its probability of taking each action.
        value: the outcome it expects, from 0 to 1.
        details: further (A,) arrays by name, such as visits or priors.
    """

    probabilities: np.ndarray
    value: float
    details: dict[str, np.ndarray]
