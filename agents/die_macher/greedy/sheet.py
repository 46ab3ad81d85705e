"""The sheet of the preliminary round."""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher import actions as say
from ....envs.die_macher.table import FIRST_SECTION, ITEMS, REGIONS, SECOND_SECTION, Item
from .media import media_gain
from .region import shift
from .weights import FACTOR, MEETINGS, MEMBER, NOTHING, VOTES


@rule
def choose_sheet(box, table, me):
    """The option of section 1, the places of its items, then section 2."""
    step = int(table.step)
    if step == 0:
        best, found = NOTHING, 0
        for option in range(FIRST_SECTION):
            plan = me.seen.plan.copy()
            value = sheet_value(box, table, me, option)
            me.seen.plan[:] = plan
            if value > best:
                best, found = value, option
        return say.OPTION + found
    option = int(table.section[0, me.seat]) - 1
    for item in range(min(ITEMS, step - 1)):
        put_item(box, me, option, item, int(table.place_of[item, me.seat]) - 1)
    if step <= ITEMS:
        return say.REGION + best_place(box, table, me, option, step - 1)[1]
    return choose_members(box, table, me, step)


@rule
def put_item(box, me, option, item, region):
    """Count an item of the sheet into the forecast."""
    kind, amount = int(box.sheet_item[option, item]), int(box.sheet_amount[option, item])
    if kind == Item.TREND:
        me.seen.plan[region, me.seat, FACTOR] += amount
        me.seen.plan[region, me.seat, VOTES] += amount * me.seen.plan[region, me.seat, MEETINGS]
    elif kind == Item.VOTES:
        me.seen.plan[region, me.seat, VOTES] += amount
    else:
        me.seen.plan[region, me.seat, MEETINGS] += amount
        me.seen.plan[region, me.seat, VOTES] += amount * me.seen.plan[region, me.seat, FACTOR]


@rule
def best_place(box, table, me, option, item):
    """The best region for an item of the sheet, and what it brings there."""
    kind, amount = int(box.sheet_item[option, item]), int(box.sheet_amount[option, item])
    best, found = NOTHING, 0
    for region in range(REGIONS):
        votes = float(amount)
        if kind == Item.TREND:
            votes = amount * me.seen.plan[region, me.seat, MEETINGS]
        elif kind == Item.MEETINGS:
            votes = amount * me.seen.plan[region, me.seat, FACTOR]
        value = shift(table, me, region, me.seat, votes)
        if value > best:
            best, found = value, region
    return best, found


@rule
def sheet_value(box, table, me, option):
    """What an option of section 1 brings with each item in its best region; adds them to the forecast."""
    total = 0.0
    for item in range(ITEMS):
        value, region = best_place(box, table, me, option, item)
        put_item(box, me, option, item, region)
        total += value
    return total


@rule
def choose_members(box, table, me, step):
    """The option of section 2, members against media markers in their best places; then those places."""
    gains = np.zeros(REGIONS)
    for region in range(REGIONS):
        gains[region] = marker_gain(box, table, me, region)
    return members_by_gains(box, me, step, gains)


@rule
def members_by_gains(box, me, step, gains):
    """The option of section 2, given what a marker brings in each region."""
    if step > ITEMS + 1:
        return say.REGION + int(gains.argmax())
    best, found = NOTHING, 0
    for option in range(SECOND_SECTION):
        left = gains.copy()
        value, part = me.seen.own[MEMBER] * int(box.sheet_members[option]), 1.0
        for _ in range(int(box.sheet_media[option])):
            region = int(left.argmax())
            value += part * left[region]
            part *= me.w.sheet_more
            left[region] = 0.0
        if value > best:
            best, found = value, option
    return say.OPTION + FIRST_SECTION + found


@rule
def marker_gain(box, table, me, region):
    """What the first marker of the sheet in a region brings."""
    for entry in range(ITEMS, 2 * ITEMS):
        if table.place_of[entry, me.seat] == region + 1:
            return 0.0
    return me.w.sheet_marker * media_gain(box, table, me, region, NOBODY)
