"""Agents: whatever can play a seat, over batches.

greedy = make("greedy", GAMES["saludos_amigos"])
actions = greedy.act(games, rows)      # for the seats on turn in the games `rows`
"""

from typing import TYPE_CHECKING, Any

from ..envs.core.errors import extra
from .bots import names
from .interface import Agent, Explanation
from .registration import make

if TYPE_CHECKING:
    from .policy.agent import PolicyAgent, PolicyError

__all__ = ["Agent", "Explanation", "PolicyAgent", "PolicyError", "make", "names"]


def __getattr__(name: str) -> Any:
    if name not in ("PolicyAgent", "PolicyError"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with extra("cli", "a trained policy"):
        from .policy import agent as policy
    return getattr(policy, name)
