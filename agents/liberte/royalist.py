"""Goes for the counter-revolution in Liberté; otherwise plays like the greedy player.

It collects white cards, and royal provinces are worth points to it; battles are not.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(royalism=1.2, whiteness=0.2, keep_white=1.2, glory=0.3)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
