"""2 Actions in turn."""

from ...core.engine.compile import rule
from ..actions import CARD, END_TURN, OFFICE, PASS, PLACE
from ..box import effect_of
from ..table import CARDS, NO_CARD, NO_WORKER, OFFICES, STANDING, USED, Effect, Phase
from .common import in_hand, is_upright, lay_worker_down
from .effects import begin, can_begin


@rule
def next_turn(table):
    """Give the turn to the next player on the bus with a worker left; players without one are out."""
    seats = int(table.seats)
    for step in range(seats):
        place = (int(table.turn_place) + step) % seats
        seat = int(table.order[place])
        if table.pool[seat] == 0:
            table.passed[seat] = 1
        if not table.passed[seat]:
            table.turn_place = place
            table.seat = seat
            table.due = 1
            table.phase = Phase.TURN
            return
    table.turn_place = 0
    table.phase = Phase.NEXT_BUYER


@rule
def end_turn(table):
    table.due = 0
    table.elbows = 0
    table.fresh = 0
    table.undoubled = 0
    table.turn_place = (int(table.turn_place) + 1) % int(table.seats)
    table.phase = Phase.NEXT_TURN


@rule
def legal_take_turn(box, table, legal):
    """Mark cards, own offices and placements; also END_TURN after a placement, or PASS before one."""
    seat = int(table.seat)
    legal[PASS if table.fresh == 0 else END_TURN] = True
    hand = int(table.hand_size[seat]) - 1  # without the card itself
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card):
            legal[CARD + card] = can_begin(box, table, seat, effect_of(box, card), card, hand)
    for office in range(OFFICES):
        if is_upright(table, seat, office):
            effect = int(box.office_effect[office])
            # Blue offices may be limited to the turn in which their worker was placed.
            late = box.blue_office_immediate and not int(table.fresh) >> office & 1
            if effect == Effect.REUSE_CARD or not late:
                legal[OFFICE + office] = can_begin(box, table, seat, effect, NO_CARD, hand + 1)
        elif table.due > 0 and table.pool[seat] > 0:
            legal[PLACE + office] = can_place(table, seat, office)


@rule
def take_turn(box, table, action):
    if action == PASS:
        table.passed[int(table.seat)] = 1
        end_turn(table)
    elif action == END_TURN:
        end_turn(table)
    elif action < PLACE:
        play_card(box, table, action - CARD)
    elif action < OFFICE:
        place_worker(table, action - PLACE)
    else:
        use_office(box, table, action - OFFICE)


@rule
def can_place(table, seat, office):
    """Whether an office is empty, or taken by others while elbows are due; never beside one's own worker."""
    if not table.open[office] or table.worker[seat, office] != NO_WORKER:
        return False
    return table.elbows > 0 or table.crowd[office] == 0


@rule
def place_worker(table, office):
    """Place a worker and take the office's tokens."""
    seat = int(table.seat)
    table.due -= 1
    table.pool[seat] -= 1
    if table.crowd[office] > 0:
        table.elbows -= 1
    table.crowd[office] += 1
    table.worker[seat, office] = STANDING
    table.fresh |= 1 << office
    table.tokens[seat] += table.office_tokens[office]
    table.office_tokens[office] = 0


@rule
def play_card(box, table, card):
    """Play a card of the hand, or use one laid down."""
    seat = int(table.seat)
    if in_hand(table, seat, card):
        table.hand_size[seat] -= 1
    table.zone[seat, card] = USED
    table.undoubled = 0
    begin(box, table, effect_of(box, card), int(box.card_strength[card]), card)


@rule
def use_office(box, table, office):
    """Use an office; its worker lies down."""
    lay_worker_down(table, int(table.seat), office)
    table.undoubled = 0
    begin(box, table, int(box.office_effect[office]), int(box.office_strength[office]), NO_CARD)
