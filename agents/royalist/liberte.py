"""Goes for the counter-revolution in Liberté; otherwise plays like the greedy player."""

from ...envs.core.compile import rule
from ..greedy.liberte import decide
from ..greedy.liberte.weights import ROYALISM


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, ROYALISM)
