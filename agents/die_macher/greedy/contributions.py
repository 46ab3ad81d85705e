"""Contributions."""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.die_macher import actions as say
from ....envs.die_macher.rules.common import elections
from ....envs.die_macher.table import CARD_IN_HAND, CONTRIBUTIONS
from .money import die_mean, member_worth, money_for, round_now
from .weights import NOTHING


@rule
def highest_card(table, seat):
    """The best contribution card that a player has left; -1 for none."""
    for card in range(CONTRIBUTIONS - 1, -1, -1):
        if table.contribution[seat, card] == CARD_IN_HAND:
            return card
    return -1


@rule
def refusal_worth(box, table, me, card, member):
    """The worth of refusing a contribution: members, and the bonus if nobody else refuses as much."""
    bonus = float(box.refusal_bonus)
    for other in range(int(table.seats)):
        if other != me.seat and highest_card(table, other) >= card:
            bonus *= me.w.alone
    return (int(box.contribution_refusal[card]) + bonus) * die_mean(box) * member


@rule
def acceptance_worth(box, table, me, card, number, member):
    """The worth of accepting it: the money, less valuable the more there is, minus the members it costs."""
    loss = min(float(box.most_loss), int(box.contribution_risk[card]) * die_mean(box))
    amount = float(box.contribution_amount[card])
    cash = float(table.cash[me.seat]) if number == round_now(table) else me.w.cash_later
    return amount * money_for(box, table, me.w, number, cash + 0.5 * amount) - loss * member


@rule
def choose_contribution(box, table, me):
    """Plan the best order of cards over the remaining rounds, and decide on the first one."""
    first = round_now(table) - 1
    last = min(CONTRIBUTIONS, elections(box) - 2)
    best = np.zeros(1 << CONTRIBUTIONS)
    action, used = 0, 0
    for card in range(CONTRIBUTIONS):
        used |= (table.contribution[me.seat, card] != CARD_IN_HAND) << card
    for cards in range((1 << CONTRIBUTIONS) - 1, -1, -1):
        election = first
        for card in range(CONTRIBUTIONS):
            election += (cards & ~used) >> card & 1
        if cards & used == used and election <= last:
            best[cards] = NOTHING
            for card in range(CONTRIBUTIONS):
                if not cards >> card & 1:
                    member = member_worth(box, table, me.w, election + 1)
                    accept = acceptance_worth(box, table, me, card, election + 1, member)
                    refuse = refusal_worth(box, table, me, card, member)
                    value = max(accept, refuse) + best[cards | 1 << card]
                    if value > best[cards]:
                        best[cards] = value
                        action = card + (say.ACCEPT if accept > refuse else say.REFUSE)
    return action
