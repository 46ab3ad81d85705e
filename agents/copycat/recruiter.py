"""Goes for workers in Copycat: PR campaigns and campaign offices; otherwise plays like the greedy player.

It buys what recruits before all else, and has more placements than others in later rounds.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(worker=1.9, trash_for_worker=4.4)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
