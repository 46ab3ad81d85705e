"""The sheet of the preliminary round."""

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher import actions as say
from ....envs.die_macher.table import FIRST_SECTION, ITEMS, REGIONS, Item
from ..greedy.sheet import members_by_gains, put_item
from ..greedy.weights import FACTOR, MEETINGS, NOTHING
from .media import media_gain
from .region import gain

SOME = 6.0  # votes over which to measure the worth of one


@rule
def choose_sheet(box, table, me):
    """The option of section 1, the places of its items, then section 2."""
    step = int(table.step)
    if step > ITEMS:
        for region in range(REGIONS):
            me.seen.more[region] = marker_gain(table, me, region)
        return members_by_gains(box, me, step, me.seen.more)
    option = int(table.section[0, me.seat]) - 1
    for item in range(step - 1):
        put_item(box, me, option, item, int(table.place_of[item, me.seat]) - 1)
    for region in range(REGIONS):
        me.seen.more[region] = gain(table, me, region, SOME) / SOME
    if step == 0:
        return say.OPTION + best_option(box, me)
    return say.REGION + best_place(box, me, option, step - 1)[1]


@rule
def best_option(box, me):
    """The option of section 1 that brings most with each item in its best region."""
    best, found = NOTHING, 0
    for option in range(FIRST_SECTION):
        value = 0.0
        for item in range(ITEMS):
            value += best_place(box, me, option, item)[0]
        if value > best:
            best, found = value, option
    return found


@rule
def best_place(box, me, option, item):
    """What an item of the sheet brings in its best region, and that region."""
    kind, amount = int(box.sheet_item[option, item]), float(box.sheet_amount[option, item])
    best, found = NOTHING, 0
    for region in range(REGIONS):
        plan, value = me.seen.plan[region, me.seat], amount * me.seen.more[region]
        if kind != Item.VOTES:
            value *= plan[MEETINGS] if kind == Item.TREND else plan[FACTOR]
        if value > best:
            best, found = value, region
    return best, found


@rule
def marker_gain(table, me, region):
    """What the first marker of the sheet in a region brings."""
    for entry in range(ITEMS, 2 * ITEMS):
        if table.place_of[entry, me.seat] == region + 1:
            return 0.0
    return me.w.sheet_marker * media_gain(table, me, region, NOBODY)
