"""What the values of a policy mean."""

import numpy as np


def chances_to_win(values: np.ndarray, players: int) -> np.ndarray:
    """A policy's values as chances to win; they may lie a little outside of 0 to 1.

    The payoff of the reward "win", which policies are trained for, is 1/P below the chance to win.
    """
    return values + 1 / players
