"""Lives on the members of its party in Die Macher; otherwise plays like the greedy player.

A member is worth more to it: it keeps polls to itself, which bring members, and refuses
contributions.
"""

from ...envs.core.compile import rule
from ..greedy.die_macher import decide
from ..greedy.die_macher.weights import weights

WEIGHTS = weights(member_prize=1.5)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
