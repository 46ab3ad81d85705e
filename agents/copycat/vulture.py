"""Lives on the tokens of Copycat's offices; otherwise plays like the greedy player.

Tokens are worth more to it than they bring, and so is what finds and doubles them: workers, campaign trails.
"""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(token=1.4, worker=1.9, double_tokens=5.0)


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
