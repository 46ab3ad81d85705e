"""Check cards and displays."""

from ...core.engine.compile import rule
from ..box import CLUB, SANS_CULOTTE
from ..rules.cards import displayed
from ..table import CARDS, DISPLAY, FACE_UP, FACE_UP_ROW, HAND, IN_DECK, IN_SET_B, NO_CARD
from .faults import Fault


@rule
def check_cards(table):
    for card in range(CARDS + 1):
        if table.known[card] and not HAND <= table.place[card] < DISPLAY:
            return Fault.A_CARD_IS_KNOWN_IN_NO_HAND
    if cards_in(table, IN_DECK) != table.deck_cards:
        return Fault.CARDS_OF_THE_DECK_ARE_MISCOUNTED
    if table.shuffles > 0 and cards_in(table, IN_SET_B) > 0:
        return Fault.SET_B_LIES_UNDER_A_SHUFFLED_DECK
    if not lie_in(table, table.face_up, FACE_UP_ROW):
        return Fault.CARDS_FACE_UP_LIE_ELSEWHERE
    if table.deck_cards > 0 and cards_in(table, FACE_UP_ROW) < FACE_UP:
        return Fault.A_PLACE_BESIDE_THE_DECK_IS_EMPTY
    for seat in range(int(table.seats)):
        if cards_in(table, HAND + seat) != table.hand_size[seat]:
            return Fault.CARDS_OF_A_HAND_ARE_MISCOUNTED
    return Fault.NONE


@rule
def cards_in(table, place):
    """The number of cards in a place."""
    number = 0
    for card in range(1, CARDS + 1):
        number += table.place[card] == place
    return number


@rule
def lie_in(table, cards, place):
    """Whether these cards, except empty entries, are distinct and exactly those in a place."""
    number = 0
    for at in range(len(cards)):
        card = int(cards[at])
        if card != NO_CARD:
            number += 1
            if table.place[card] != place:
                return False
            for before in range(at):
                if cards[before] == card:
                    return False
    return number == cards_in(table, place)


# --- Displays ------------------------------------------------------------------------------------


@rule
def check_displays(box, table):
    for seat in range(int(table.seats)):
        shown = displayed(table, seat)
        if not lie_in(table, table.display[seat], DISPLAY + seat):
            return Fault.CARDS_ON_DISPLAY_LIE_ELSEWHERE
        room = int(box.display_size)
        for at in range(shown):
            card = int(table.display[seat, at])
            if box.card_kind[card] > CLUB:
                return Fault.A_SPECIAL_CARD_IS_ON_DISPLAY
            if box.card_silhouette[card] == SANS_CULOTTE:
                room = int(box.display_size) + 1
        if shown > room:
            return Fault.TOO_MANY_CARDS_ARE_ON_DISPLAY
    return Fault.NONE
