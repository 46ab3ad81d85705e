"""Contributions."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher import actions as say
from ....envs.die_macher.rules.common import elections
from ....envs.die_macher.table import CARD_IN_HAND, CONTRIBUTIONS
from ..greedy.contributions import acceptance_worth, refusal_worth
from ..greedy.money import member_worth, round_now
from ..greedy.weights import NOTHING


@rule
def choose_contribution(box, table, me):
    """The card that would lose most value by waiting for the next round."""
    number, best, action = round_now(table), NOTHING, 0
    member, later = member_worth(box, table, me.w, number), member_worth(box, table, me.w, number + 1)
    waits = number <= min(CONTRIBUTIONS, elections(box) - 2)
    for card in range(CONTRIBUTIONS):
        if table.contribution[me.seat, card] == CARD_IN_HAND:
            accept = acceptance_worth(box, table, me, card, number, member)
            refuse = refusal_worth(box, table, me, card, member)
            value = max(accept, refuse)
            if waits:
                value -= max(
                    acceptance_worth(box, table, me, card, number + 1, later),
                    refusal_worth(box, table, me, card, later),
                )
            if value > best:
                best, action = value, card + (say.ACCEPT if accept > refuse else say.REFUSE)
    return action
