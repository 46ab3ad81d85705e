"""Seats, the turn, and whose turn it is."""

from ...core.engine.compile import rule
from ..table import (
    COLOURS,
    DECISIONS,
    IDLE_ROUNDS,
    NO_CARD,
    PROVINCES,
    ROUNDS,
    SEATS,
    SHOWN,
    WHITE,
    Ending,
    Phase,
)
from .faults import Fault


@rule
def check_turn(box, table):
    if not belongs_to_players(table):
        return Fault.SOMETHING_BELONGS_TO_NOBODY
    if not has_colour(table):
        return Fault.SOMETHING_HAS_NO_COLOUR
    if table.turn > box.turns:
        return Fault.THE_TURN_IS_AFTER_THE_LAST
    if not orders_all_seats(table):
        return Fault.THE_ORDER_OF_PLAY_LACKS_A_SEAT
    if table.phase >= DECISIONS and table.phase != Phase.OVER:
        return Fault.THE_PHASE_IS_NOT_ONE_OF_DECISIONS
    over = table.phase == Phase.OVER
    if over != (table.seat < 0) or over != (table.ending != Ending.NONE):
        return Fault.THE_GAME_IS_OVER_AND_NOT_OVER
    if table.ending == Ending.FOUR_TURNS and table.turn != box.turns:
        return Fault.THE_GAME_IS_OVER_BEFORE_THE_LAST_TURN
    if not is_on_turn(table):
        return Fault.ANOTHER_SEAT_IS_ON_TURN
    if not over and table.phase != Phase.TIE and table.rounds >= ROUNDS:
        return Fault.THE_ACTIONS_OF_THE_TURN_ARE_OVER
    if is_acting(table) and table.idle_rounds >= IDLE_ROUNDS:
        return Fault.THE_ACTIONS_OF_THE_TURN_ARE_OVER
    if is_acting(table) and not table.closing and is_a_stock_empty(table):
        return Fault.A_STOCK_IS_EMPTY_BUT_THE_ROUND_IS_NOT_THE_LAST
    return Fault.NONE


@rule
def belongs_to_players(table):
    """Seats that nobody plays have nothing."""
    for seat in range(int(table.seats), SEATS):
        if table.order[seat] or table.vp[seat] or table.cannons[seat] or table.presence[seat]:
            return False
        if table.hand_size[seat] or table.contender[seat] or table.chosen[seat] or table.fell[seat]:
            return False
        for at in range(SHOWN):
            if table.display[seat, at] != NO_CARD:
                return False
        for colour in range(COLOURS):
            if table.collected[colour, seat]:
                return False
        for province in range(PROVINCES):
            if table.height[province, seat] or table.colour[province, seat]:
                return False
    return True


@rule
def has_colour(table):
    """Entry 0 of what is counted by colours is unused."""
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
    """The seat to decide has its place in the order of play; a tie has an order of its own."""
    if table.turn_place >= table.seats or table.tie_place >= table.seats:
        return False
    if table.phase == Phase.OVER:
        return True
    place = table.tie_place if table.phase == Phase.TIE else table.turn_place
    return table.order[int(place)] == table.seat


@rule
def is_acting(table):
    return Phase.ACTION <= table.phase < Phase.TIE


@rule
def is_a_stock_empty(table):
    for colour in range(WHITE, COLOURS):
        if table.stock[colour] == 0:
            return True
    return False
