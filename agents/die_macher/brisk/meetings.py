"""Meetings."""

from ....envs.core.engine.compile import rule
from ..greedy.meetings import take_back
from ..greedy.money import cost
from ..greedy.weights import FACTOR, NUMBER, VOTES
from .region import promise


@rule
def choose_meetings(box, table, me):
    """Buy meetings for this region while the next one brings more than its price and its worth elsewhere."""
    region, price = int(table.region), float(box.meeting_price)
    cash, supply = float(table.cash[me.seat]), int(table.meeting_supply[me.seat])
    room = min(int(box.most_meetings) - int(table.meetings[region, me.seat]), supply)
    take_back(me, region)
    plan, number = me.seen.plan[region, me.seat], 0
    promised = promise(table, me, region, plan[VOTES])
    while number < min(int(box.meetings_bought), room) and cash >= price:
        plan[VOTES] += plan[FACTOR]
        then = promise(table, me, region, plan[VOTES])
        elsewhere = me.w.cube / (1.0 + supply - number) if region > 0 else 0.0
        if then - promised - elsewhere <= cost(box, table, me, cash, price):
            break
        cash, number, promised = cash - price, number + 1, then
    return NUMBER + number
