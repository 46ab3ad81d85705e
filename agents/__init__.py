"""Agents: anything that can play a seat, over batches of games.

>>> from hustings.agents import make
>>> from hustings.envs import GAMES, saludos_amigos_v0
>>> games = saludos_amigos_v0.batch(num_games=8, num_players=4)
>>> greedy = make("greedy", GAMES["saludos_amigos"])
>>> greedy.act(games, games.running([0, 3])).shape  # for the seats on turn in these games
(2,)
"""

from typing import TYPE_CHECKING, Any

from ..envs.core.errors import NoAnswer, extra
from .bots import names
from .interface import Agent, Explanation
from .registration import make
from .replaced import Replaced

if TYPE_CHECKING:
    from .policy.agent import PolicyAgent, PolicyError

__all__ = ["Agent", "Explanation", "NoAnswer", "PolicyAgent", "PolicyError", "Replaced", "make", "names"]


def __getattr__(name: str) -> Any:
    if name not in ("PolicyAgent", "PolicyError"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with extra("cli", "a trained policy"):
        from .policy import agent as policy
    return getattr(policy, name)
