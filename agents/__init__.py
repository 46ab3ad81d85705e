"""Agents: whatever can play a seat, over batches.

greedy = make("greedy", GAMES["saludos_amigos"])
actions = greedy.act(games, rows)      # for the seats on turn in the games `rows`
"""

from .base import Agent, make, names
from .policy import PolicyAgent, PolicyError

__all__ = ["Agent", "PolicyAgent", "PolicyError", "make", "names"]
