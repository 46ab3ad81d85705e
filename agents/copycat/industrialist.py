"""Buys coins in Copycat, and much for them; otherwise plays like the greedy player.

A coin in a round to come is worth more to it, so it trashes few of them, and buys industrialists and bankers.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(coin=1.15, trash=0.1)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
