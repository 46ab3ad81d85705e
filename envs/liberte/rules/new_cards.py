"""2 New cards, and the start of a turn."""

from ...core.engine.compile import rule
from ..actions import CARD, PASS
from ..actions import DECK as DRAW
from ..actions import FACE_UP_CARD as TAKE
from ..box import CLUB, OPTIONAL
from ..table import COLOURS, FACE_UP, HAND, NO_CARD, SHOWN, WHITE, Ending, Phase
from .cards import discard, draw_card, leave_hand, put_in_hand, tend_deck
from .order_of_play import order_of_play, start_actions
from .the_end import counter_revolution, finish

# --- The order of play (LIB-1) --------------------------------------------------------------------


@rule
def new_turn(box, table):
    table.turn += 1
    table.rounds = 0
    table.closing = 0
    if table.turn == 2:
        for colour in range(WHITE, COLOURS):
            table.stock[colour] += table.aside[colour]
            table.aside[colour] = 0
    if counter_revolution(box, table):
        finish(box, table, Ending.COUNTER_REVOLUTION)
        return
    order_of_play(table)
    take_back_displays(table)
    table.turn_place = 0
    table.phase = Phase.NEW_CARDS


# --- New cards (LIB-2) ----------------------------------------------------------------------------


@rule
def take_back_displays(table):
    """Return all cards on display to the hands, where everybody knows them."""
    for seat in range(int(table.seats)):
        for at in range(SHOWN):
            card = int(table.display[seat, at])
            if card != NO_CARD:
                put_in_hand(table, seat, card, 1)
                table.display[seat, at] = NO_CARD


@rule
def next_new_cards(box, table):
    """Let the next in order of play discard and draw; after the last one begin the actions."""
    if table.turn_place == table.seats:
        start_actions(table)
    else:
        table.seat = table.order[int(table.turn_place)]
        table.phase = Phase.DISCARD


@rule
def legal_hand(box, table, legal):
    """Mark the cards of the hand; of equal copies of a special card only the first (LIB-9.7)."""
    seat, kinds = int(table.seat), 0  # a bit for each kind of special card seen so far
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat:
            kind = int(box.card_kind[card])
            legal[CARD + card] = kind <= CLUB or not kinds >> kind & 1
            kinds |= 1 << kind


@rule
def legal_discard_card(box, table, legal):
    legal[PASS] = True
    legal_hand(box, table, legal)


@rule
def discard_card(box, table, action):
    if action == PASS:
        go_on_refilling(box, table)
    else:
        discard(box, table, leave_hand(box, table, int(table.seat), action - CARD))


@rule
def go_on_refilling(box, table):
    if table.hand_size[int(table.seat)] < box.hand and cards_to_draw(table):
        table.phase = Phase.REFILL
    else:
        table.turn_place += 1
        table.phase = Phase.NEW_CARDS


@rule
def cards_to_draw(table):
    if table.deck_cards > 0:
        return True
    for at in range(FACE_UP):
        if table.face_up[at] != NO_CARD:
            return True
    return False


@rule
def legal_sources(table, legal):
    """Mark the deck and each card face up beside it."""
    if table.deck_cards > 0:
        legal[DRAW] = True
    for at in range(FACE_UP):
        if table.face_up[at] != NO_CARD:
            legal[TAKE + at] = True


@rule
def take_card(box, table, action):
    """Draw from the deck, or take a face-up card, which everybody sees; return the card."""
    seat = int(table.seat)
    if action == DRAW:
        card = draw_card(table)
        put_in_hand(table, seat, card, 0)
    else:
        card = int(table.face_up[action - TAKE])
        table.face_up[action - TAKE] = NO_CARD
        put_in_hand(table, seat, card, 1)
    tend_deck(box, table)
    return card


@rule
def legal_refill(box, table, legal):
    if box.refill == OPTIONAL:
        legal[PASS] = True
    legal_sources(table, legal)


@rule
def refill(box, table, action):
    if action == PASS:
        table.turn_place += 1
        table.phase = Phase.NEW_CARDS
    else:
        take_card(box, table, action)
        go_on_refilling(box, table)


@rule
def round_now(box, table):
    """The current turn, counted from 1."""
    return int(table.turn)
