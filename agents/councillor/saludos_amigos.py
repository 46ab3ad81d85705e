"""Hoards cards and calls councils in Saludos Amigos!; otherwise plays like the greedy player.

It does not mind fines, and calls a council even where the opposition looks somewhat weaker.
"""

from ...envs.core.compile import rule
from ..greedy.saludos_amigos import decide
from ..greedy.saludos_amigos.weights import weights

WEIGHTS = weights(card=0.3, fine=0.1, call=-4.0, join=-5.0, attack=0.6)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
