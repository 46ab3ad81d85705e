"""Presses the trends of others down in Die Macher; otherwise plays like the greedy player.

What others lose is worth more to it, by cards of the shadow cabinet and by polls that it publishes.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(attack=2.0)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
