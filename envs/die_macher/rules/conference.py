"""The programme conference (5.2.2): players renew hidden cards and may open one in their programme."""

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
    """Let the next player fill up the hand and begin to discard."""
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
    """Mark the hidden cards, one of which is discarded at a time, and PASS."""
    legal[say.PASS] = True
    for kind in range(KINDS):
        legal[say.KIND + kind] = hand_card(table, int(table.seat), kind) != NO_CARD


@rule
def discard(table, action):
    """Discard a card, or after the last one draw as many new cards (MAC-3.4)."""
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
    """Mark hidden cards that are not in the programme, and PASS (MAC-3.6)."""
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
    """Mark the open cards that the new one may replace, so that five issues remain (MAC-3.6)."""
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
    """The kind of a programme card."""
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
    """Make the discards the new deck, noting who saw which cards go there.

    A card seen to go there cannot be in a hand drawn earlier, and a redeal respects that (MAC-3.11).
    """
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
    """The first card of this kind in a zone; NO_CARD if there is none."""
    for copy in range(PROGRAMME_COPIES):
        card = kind * PROGRAMME_COPIES + copy
        if table.zone[card] == zone:
            return card
    return NO_CARD


@rule
def hand_card(table, seat, kind):
    """The first card of this kind in a hand; NO_CARD if there is none."""
    return card_in(table, IN_HAND + seat, kind)


@rule
def hand_size(table, seat):
    size = 0
    for card in range(PROGRAMME_CARDS):
        size += table.zone[card] == IN_HAND + seat
    return size
