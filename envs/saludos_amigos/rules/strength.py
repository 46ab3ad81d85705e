"""2 Negotiation strength: dice, cards, rerolls."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ..actions import CARD, PASS
from ..box import ONE_PASS
from ..table import DICE, REROLL, VALUES, Phase
from .common import clockwise, number_of
from .negotiation import open_negotiation


@rule
def roll(box, table):
    """Roll all dice; rerolls begin with the bag-holder."""
    for seat in range(int(table.seats)):
        table.die[seat] = chance.roll(table, DICE, int(box.dice_sides))
        table.strength[seat] = int(table.die[seat]) + number_of(table.hand[seat])
    table.seat = table.bag_holder
    table.phase = Phase.REROLL


@rule
def reroll(box, table, action):
    seat = int(table.seat)
    if action == PASS:
        table.streak += 1
        if table.streak == table.seats:
            open_negotiation(box, table)
        else:
            table.seat = clockwise(table, seat, 1)
        return
    value = action - CARD + 1
    table.hand[seat, value - 1] -= 1
    if box.open_discards:
        table.discard[value - 1] += 1
        show(table, seat, value)
    else:
        table.face_down[seat, value - 1] += 1
        for v in range(VALUES):  # nobody else knows which card is gone
            table.known[seat, v] = 0
    table.die[seat] = chance.roll(table, REROLL + seat, int(box.dice_sides))
    table.strength[seat] = int(table.die[seat]) + number_of(table.hand[seat])
    if box.reroll != ONE_PASS:
        table.streak = 0  # rerolls go round until all have passed in a row (SAL-2.7)


@rule
def show(table, seat, value):
    """Record that a card of this value was seen to leave a seat: a known one, else an old or fresh one."""
    if table.known[seat, value - 1] > 0:
        table.known[seat, value - 1] -= 1
    elif int(table.shown[seat, value - 1]) < number_of(table.fresh[seat]):
        table.shown[seat, value - 1] += 1
