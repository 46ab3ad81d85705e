"""A good partner in Saludos Amigos!; otherwise plays like the greedy player.

It offers more than it must, asks for no more than it settles for, and does not mind who is ahead.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(opening=0.85, greed=0.0, shun=0.0, resent=0.0)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
