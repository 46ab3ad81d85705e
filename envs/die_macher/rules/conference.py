"""The programme conference (5.2.2): hidden cards are renewed, and one may go into the open programme."""

from ...core.engine.compile import rule
from .. import actions as say
from ..table import (
    FACE_DOWN,
    FACE_UP,
    HAND,
    IN_DECK,
    IN_HAND,
    KINDS,
    NO_CARD,
    OPEN,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    PROGRAMME_DECK,
    Phase,
)
from .common import begin, pick, seat_on_turn


@rule
def next_conference(table):
    """The next player fills the hand up and looks at it."""
    if table.turn == table.seats:
        begin(table, Phase.NEXT_PLACING)
        return
    seat = seat_on_turn(table)
    while hand_size(table, seat) < HAND:
        draw_programme(table, IN_HAND + seat)
    table.seat = seat
    table.phase = Phase.DISCARD


@rule
def legal_discard(table, legal):
    """Any of the hidden cards, one after another."""
    legal[say.PASS] = True
    for kind in range(KINDS):
        legal[say.KIND + kind] = hand_card(table, int(table.seat), kind) != NO_CARD


@rule
def discard(table, action):
    """New cards are drawn once all have been discarded."""
    seat = int(table.seat)
    if action != say.PASS:
        table.zone[hand_card(table, seat, action - say.KIND)] = FACE_DOWN + seat
        table.renewed += 1
        if table.renewed < HAND:
            return
    while table.renewed > 0:
        draw_programme(table, IN_HAND + seat)
        table.renewed -= 1
    table.phase = Phase.NEW_CARD


@rule
def legal_choose_new_card(table, legal):
    """A hidden card that is not in the programme; the contrary of an open one can only replace that one."""
    seat = int(table.seat)
    legal[say.PASS] = True
    for kind in range(KINDS):
        if not table.programme[seat, kind]:
            legal[say.KIND + kind] = hand_card(table, seat, kind) != NO_CARD


@rule
def choose_new_card(table, action):
    if action == say.PASS:
        end_conference(table)
    else:
        seat = int(table.seat)
        table.picked = action - say.KIND
        table.zone[hand_card(table, seat, int(table.picked))] = OPEN
        table.phase = Phase.OLD_CARD


@rule
def legal_choose_old_card(table, legal):
    """The open card that goes: five issues must remain."""
    seat = int(table.seat)
    contrary = int(table.picked) ^ 1
    for kind in range(KINDS):
        if table.programme[seat, kind]:
            legal[say.KIND + kind] = table.programme[seat, contrary] == 0 or kind == contrary


@rule
def choose_old_card(table, action):
    seat = int(table.seat)
    old, new = action - say.KIND, int(table.picked)
    table.zone[card_in(table, OPEN, old)] = FACE_UP
    table.programme[seat, old] = 0
    table.programme[seat, new] = 1
    table.picked = NO_CARD
    end_conference(table)


@rule
def end_conference(table):
    table.turn += 1
    table.phase = Phase.NEXT_CONFERENCE


# --- Programme cards ------------------------------------------------------------------------------


@rule
def kind_of(card):
    """The stand that a programme card is for."""
    return card // PROGRAMME_COPIES


@rule
def draw_programme(table, zone):
    """Draw the deck's next programme card into a zone, and return it."""
    if table.programme_deck == 0:
        shuffle_programmes(table)
    card = pick(table, PROGRAMME_DECK, table.zone, IN_DECK)
    table.programme_deck -= 1
    table.zone[card] = zone
    table.drawn[card] = table.programme_shuffle
    return card


@rule
def shuffle_programmes(table):
    """The discards become the deck. Whoever saw a card go there knows that no earlier hand has it."""
    table.programme_shuffle += 1
    for card in range(PROGRAMME_CARDS):
        zone = int(table.zone[card])
        if FACE_UP <= zone < IN_HAND:
            if zone == FACE_UP:
                table.returned[card] = table.programme_shuffle
            else:
                table.own_returned[zone - FACE_DOWN, card] = table.programme_shuffle
            table.zone[card] = IN_DECK
            table.drawn[card] = 0
            table.programme_deck += 1


@rule
def card_in(table, zone, kind):
    """A card of this kind in a zone, or no card."""
    for copy in range(PROGRAMME_COPIES):
        card = kind * PROGRAMME_COPIES + copy
        if table.zone[card] == zone:
            return card
    return NO_CARD


@rule
def hand_card(table, seat, kind):
    """A card of this kind in a hand, or no card."""
    return card_in(table, IN_HAND + seat, kind)


@rule
def hand_size(table, seat):
    size = 0
    for card in range(PROGRAMME_CARDS):
        size += table.zone[card] == IN_HAND + seat
    return size
