"""Goes for the radicals in Liberté and their landslide; otherwise plays like the greedy player.

It collects red cards, and each red vote is worth a point to it.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(radicalism=1.0, keep_red=1.5)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
