"""Buys the radios, newspapers and televisions of Copycat; otherwise plays like the greedy player.

Points that come with a card round after round are worth more to it than they bring.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(point=1.3)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
