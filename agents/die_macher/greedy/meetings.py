"""Meetings, and their conversion."""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.die_macher.rules.common import factor_of
from ....envs.die_macher.table import MOST_VOTES, REGIONS
from .money import cost
from .region import shift
from .weights import FACTOR, MEETINGS, NOTHING, NUMBER, VOTES

# --- Meetings ------------------------------------------------------------------------------------


@rule
def choose_meetings(box, table, me):
    """Allot meetings one by one to the regions where they bring most; return this region's number."""
    regions, here = int(table.regions), int(table.region)
    cash, supply = float(table.cash[me.seat]), int(table.meeting_supply[me.seat])
    bought = np.zeros(REGIONS, np.int64)
    gains = np.full(REGIONS, NOTHING)
    for region in range(here, regions):
        take_back(me, region)
        gains[region] = meeting_gain(box, table, me, region, supply, 0)
    price = float(box.meeting_price)
    while supply > 0 and cash >= price:
        found = here
        for region in range(here, regions):
            if gains[region] > gains[found]:
                found = region
        if gains[found] <= cost(box, table, me, cash, price):
            break
        bought[found] += 1
        cash -= price
        supply -= 1
        me.seen.plan[found, me.seat, VOTES] += me.seen.plan[found, me.seat, FACTOR]
        gains[found] = meeting_gain(box, table, me, found, supply, bought[found])
    return NUMBER + bought[here]


@rule
def take_back(me, region):
    """Remove the meetings that are now being decided from the forecast."""
    me.seen.plan[region, me.seat, MEETINGS] -= me.w.rate
    me.seen.plan[region, me.seat, VOTES] -= me.w.rate * me.seen.plan[region, me.seat, FACTOR]


@rule
def meeting_gain(box, table, me, region, supply, bought):
    """What one more meeting brings, less what it would be worth elsewhere."""
    room = int(box.most_meetings) - int(table.meetings[region, me.seat])
    if bought >= min(int(box.meetings_bought), room):
        return NOTHING
    gain = shift(table, me, region, me.seat, me.seen.plan[region, me.seat, FACTOR])
    return gain - (me.w.cube / (1.0 + supply) if region > 0 else 0.0)


# --- Conversion ----------------------------------------------------------------------------------


@rule
def choose_conversion(box, table, me):
    """Convert at a good factor or when meetings are short, but never to the end of the vote track."""
    region = int(table.region)
    meetings, factor = int(table.meetings[region, me.seat]), factor_of(table, region, me.seat)
    scarce = 1.0 - int(table.meeting_supply[me.seat]) / max(1.0, float(box.meetings))
    threshold = me.w.convert - me.w.convert_short * scarce
    if factor <= 0 or factor < threshold:
        return NUMBER
    room = (MOST_VOTES - 1 - int(table.votes[region, me.seat])) // factor
    return NUMBER + max(0, min(meetings, room))
