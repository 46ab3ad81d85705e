"""Strikes with special cards in Liberté as soon as they do anything; otherwise plays like the greedy player.

It takes them face up and keeps them.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(special_early=0.05, special_late=0.0, keep_special=3.0, take_special=0.8)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
