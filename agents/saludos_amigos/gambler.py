"""Throws its dice again and again in Saludos Amigos!; otherwise plays like the greedy player.

Cards are worth little to it, so it holds few of them, and pays the journalists hardly anything.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(card=0.03, fine=0.6, pip=2.0)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
