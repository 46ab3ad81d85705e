"""Check the turn, the order of play, and whose turn it is."""

from ...core.engine.compile import rule
from ..table import DECISIONS, Phase
from .faults import Fault


@rule
def check_turn(box, table):
    if not has_colour(table):
        return Fault.SOMETHING_HAS_NO_COLOUR
    if table.turn > box.turns:
        return Fault.THE_TURN_IS_AFTER_THE_LAST
    if not orders_all_seats(table):
        return Fault.THE_ORDER_OF_PLAY_LACKS_A_SEAT
    if table.phase >= DECISIONS and table.phase != Phase.OVER:
        return Fault.THE_PHASE_IS_NOT_ONE_OF_DECISIONS
    if not is_on_turn(table):
        return Fault.ANOTHER_SEAT_IS_ON_TURN
    return Fault.NONE


@rule
def has_colour(table):
    """Whether entry 0, which is no colour, is unused in all counts by colour."""
    for seat in range(int(table.seats)):
        if table.collected[0, seat]:
            return False
    if table.stock[0] or table.aside[0] or table.votes[0] or table.strength[0]:
        return False
    return not table.tied_colour[0] and not table.tied_before[0]


@rule
def orders_all_seats(table):
    found = 0
    for place in range(int(table.seats)):
        found |= 1 << int(table.order[place])
    return found == (1 << int(table.seats)) - 1


@rule
def is_on_turn(table):
    """Whether the seat to decide is at its place in the order of play; ties count places separately."""
    if table.turn_place >= table.seats or table.tie_place >= table.seats:
        return False
    if table.phase == Phase.OVER:
        return True
    place = table.tie_place if table.phase == Phase.TIE else table.turn_place
    return table.order[int(place)] == table.seat
