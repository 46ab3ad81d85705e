"""The start player."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher.rules.common import elections, left_of
from .money import best_bid
from .region import prize
from .weights import NOTHING, NUMBER, START


@rule
def best_start(table, me):
    """The best start player, and how much better that is than another's choice."""
    best, found, total = NOTHING, 0, 0.0
    seats = int(table.seats)
    for places in range(seats):
        me.seen.own[START] = left_of(table, me.seat, places)
        value = prize(table, me, 0)
        if places != 1:
            total += value
        if value > best + 1e-6 or (places == 1 and value > best - 1e-6):
            best, found = value, places
    return best - total / (seats - 1), found


@rule
def choose_start_bid(box, table, me):
    """Bid a share of what choosing the start player is worth."""
    cash = float(table.cash[me.seat])
    value = me.w.bid * best_start(table, me)[0]
    most = cash - me.w.need if table.round_number + 1 == elections(box) else me.w.most_bid
    return NUMBER + best_bid(box, table, me, value, min(most, float(box.max_start_bid)))
