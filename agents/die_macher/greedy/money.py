"""Money and members."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher.box import ALL
from ....envs.die_macher.rules.common import elections
from ....envs.die_macher.rules.start_player import amount_of, rungs_up_to
from ....envs.die_macher.table import DIE, Phase
from .weights import LATER, USUAL_SEATS


@rule
def round_now(table):
    """The round that decisions are about; for the sheet and contributions, the next one."""
    return int(table.round_number) + (table.phase == Phase.SHEET or table.phase == Phase.CONTRIBUTION)


@rule
def money_in(box, table, w, number):
    """What a thousand is worth in a round, to a party that has as much as it needs."""
    left = elections(box) - 1 - number
    if left < 0:
        return 0.0
    scale = (w.money_0, w.money_1, w.money_2, w.money_3, w.money_4, w.money_5)
    return scale[min(LATER, left)] * (1.0 + w.crowd * (USUAL_SEATS / int(table.seats) - 1.0))


@rule
def money_for(box, table, w, number, cash):
    """What a thousand is worth in a round, to a party with this cash."""
    early = table.phase < Phase.MEETINGS or table.phase == Phase.CONTRIBUTION
    need = w.need if early else w.need_later
    value = money_in(box, table, w, number)
    if cash < need:
        return value + w.scarce * (1.0 - cash / need)
    return value * w.rich / (w.rich + cash - need)


@rule
def cost(box, table, me, cash, spent):
    """What spending `spent` costs, in points."""
    return spent * money_for(box, table, me.w, round_now(table), cash - 0.5 * spent)


@rule
def auctions_paid(box, table):
    """Auctions in which it pays, per auction that it wins, among equal bidders."""
    return int(table.seats) if box.auction_payment == ALL else 1


@rule
def best_bid(box, table, me, value, most):
    """The number of the highest bid, up to `most`, that costs no more than `value`."""
    cash, times = float(table.cash[me.seat]), auctions_paid(box, table)
    rung = max(0, rungs_up_to(int(min(cash, most))) - 1)
    while rung > 0 and times * cost(box, table, me, cash, float(amount_of(rung))) > value:
        rung -= 1
    return rung


@rule
def member_worth(box, table, w, number):
    """What a member won in a round is worth."""
    value = 1.0 + w.member_prize
    for election in range(number - 1, elections(box) - 2):
        if box.members_pay[election]:
            value += money_in(box, table, w, election + 2)
    return value


@rule
def die_mean(box):
    """The members that one die brings on average."""
    total = 0.0
    for face in range(DIE):
        total += int(box.die[face])
    return total / DIE
