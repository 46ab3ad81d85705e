"""Hoards cards and calls councils in Saludos Amigos!; otherwise plays like the greedy player.

It does not mind fines, and calls a council even where the opposition looks somewhat weaker.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(card=0.3, fine=0.1, call=-4.0, join=-5.0, attack=0.6)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
