"""Goes for the battles of Liberté; otherwise plays like the greedy player.

It keeps generals and cannons, and a battle is worth twice its points to it.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(glory=2.0, keep_general=2.0, keep_cannon=0.6, take_general=1.5)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
