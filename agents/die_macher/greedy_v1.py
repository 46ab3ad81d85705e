"""The first version of the greedy player: it plays on as it did, as a yardstick for those who come after."""

from ...envs.core.engine.compile import rule
from .greedy import decide
from .greedy.weights import weights

WEIGHTS = weights(
    money_2=0.6, money_0=0.018, rich=25.0, crowd=0.0, need=21.0, scarce=2.2, member_prize=0.05, keep=1.2,
    alone=0.21, hasty=0.0, sheet_marker=0.18, sheet_more=1.0,
)  # fmt: skip


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])
