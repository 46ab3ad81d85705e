"""Buys opinion polls in Die Macher; otherwise plays like the greedy player.

It pays more for a poll than that brings.
"""

from ...envs.core.compile import rule
from ..greedy.die_macher import decide
from ..greedy.die_macher.weights import weights

WEIGHTS = weights(poll=2.5)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
