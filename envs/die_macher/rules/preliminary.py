"""The preliminary round (5.1): everybody fills in a sheet in secret, then all are carried out."""

import numpy as np

from ...core.engine import chance
from ...core.engine.compile import rule
from .. import actions as say
from ..table import FIRST_SECTION, ITEMS, ORDER, REGIONS, SEATS, SECOND_SECTION, Item, Phase
from .common import gain_members, gain_votes, move_trend, seat_on_turn


@rule
def legal_fill_in_sheet(table, legal):
    """Mark options or regions: an option of section 1, a region per item, then the same for section 2."""
    if table.step == 0:
        for option in range(FIRST_SECTION):
            legal[say.OPTION + option] = True
    elif table.step == ITEMS + 1:
        for option in range(SECOND_SECTION):
            legal[say.OPTION + FIRST_SECTION + option] = True
    else:
        for region in range(REGIONS):
            legal[say.REGION + region] = True


@rule
def fill_in_sheet(box, table, action):
    seat = int(table.seat)
    step = int(table.step)
    table.step += 1
    if step == 0:
        table.section[0, seat] = action - say.OPTION + 1
        return
    if step == ITEMS + 1:
        table.section[1, seat] = action - say.OPTION - FIRST_SECTION + 1
    else:
        table.place_of[step - 1 - (step > ITEMS), seat] = action - say.REGION + 1
    if table.step > ITEMS + 1:
        option = int(table.section[1, seat]) - 1
        if table.step == ITEMS + 2 + int(box.sheet_media[option]):
            end_sheet(table)


@rule
def end_sheet(table):
    table.step = 0
    table.turn += 1
    if table.turn == table.seats:
        table.phase = Phase.REVEAL_SHEETS
    else:
        table.seat = seat_on_turn(table)


@rule
def reveal_sheets(box, table):
    """Carry out the sheets in random order, which ranks level votes (MAC-1.8)."""
    order = np.zeros(SEATS, np.int64)
    chance.permute(table, ORDER, order, int(table.seats))
    for place in range(int(table.seats)):
        carry_out_sheet(box, table, int(order[place]))
    table.turn = 0
    table.phase = Phase.NEW_ROUND


@rule
def carry_out_sheet(box, table, seat):
    option = int(table.section[0, seat]) - 1
    for item in range(ITEMS):
        amount = int(box.sheet_amount[option, item])
        place_item(
            box, table, seat, int(box.sheet_item[option, item]), amount, int(table.place_of[item, seat]) - 1
        )
    option = int(table.section[1, seat]) - 1
    gain_members(box, table, seat, int(box.sheet_members[option]))
    for marker in range(int(box.sheet_media[option])):
        table.media[int(table.place_of[ITEMS + marker, seat]) - 1, seat] += 1
        table.media_supply[seat] -= 1
    for entry in range(2 * ITEMS):
        table.place_of[entry, seat] = 0


@rule
def place_item(box, table, seat, item, amount, region):
    if item == Item.TREND:
        move_trend(table, region, seat, amount)
    elif item == Item.VOTES:
        gain_votes(table, region, seat, amount)
    else:
        table.meetings[region, seat] += amount
        table.meeting_supply[seat] -= amount
