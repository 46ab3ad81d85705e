"""Buys the radios, newspapers and televisions of Copycat; otherwise plays like the greedy player.

Points that come with a card round after round are worth more to it than they bring; what else cards do, less.
"""

from ...envs.core.compile import rule
from ..greedy.copycat import decide
from ..greedy.copycat.weights import GREEDY

PUBLISHER = GREEDY._replace(point=1.4 * GREEDY.point, trash_for_worker=0.7 * GREEDY.trash_for_worker)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, PUBLISHER)
