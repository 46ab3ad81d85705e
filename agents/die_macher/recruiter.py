"""Lives on the members of its party in Die Macher; otherwise plays like the greedy player.

A member is worth more to it: it keeps polls to itself, which bring members, and refuses
contributions.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(member_prize=1.5)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
