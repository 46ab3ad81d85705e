"""What the values of a policy mean."""

from typing import Any

import numpy as np

from ...envs.core.errors import HustingsError

WIN = "win"
"""The reward whose values are chances to win."""
NONE = "none"
"""In place of a reward, of a policy whose network has no values."""


def chances_to_win(values: np.ndarray, players: int) -> np.ndarray:
    """A policy's values as chances to win; they may lie a little outside of 0 to 1.

    The payoff of the reward "win", which policies are trained for, is 1/P below the chance to win.
    """
    return values + 1 / players


def check_chances(agent: Any, name: str) -> None:
    """Raise HustingsError if the values of the agent `name` are of another reward than "win"."""
    reward = reward_of(agent)
    if reward == NONE:
        raise HustingsError(f"agent {name}: its network has no values; save one that returns some, too")
    if reward != WIN:
        raise HustingsError(
            f"agent {name}: its values predict reward={reward!s:.40}; train one with reward={WIN}"
        )


def reward_of(agent: Any) -> Any:
    """The reward that an agent's values predict; "win" unless it says that it was trained for another."""
    about = getattr(getattr(agent, "facts", None), "about", None)
    settings = about.get("settings") if isinstance(about, dict) else None
    return settings.get("reward", WIN) if isinstance(settings, dict) else WIN
