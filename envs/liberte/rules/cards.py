"""Cards: drawing, discarding, the display."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ..box import CLUB
from ..table import DECK, DISCARDED, DISPLAY, FACE_UP, FACE_UP_ROW, HAND, IN_DECK, IN_SET_B, NO_CARD, SHOWN


@rule
def draw_card(table):
    """Draw the top card of the deck, which must not be empty, and return it."""
    number = chance.below(table, DECK, int(table.deck_cards))
    card = 1
    while True:
        if table.place[card] == IN_DECK:
            if number == 0:
                break
            number -= 1
        card += 1
    table.deck_cards -= 1
    return card


@rule
def put_in_hand(table, seat, card, known):
    table.place[card] = HAND + seat
    table.known[card] = known
    table.hand_size[seat] += 1


@rule
def leave_hand(box, table, seat, card):
    """Take a card out of a hand, and return it.

    Copies of a special card look the same. If one is known to be there, that one goes: otherwise it would
    stay known, and everybody would learn that there were two (LIB-9.5).
    """
    if box.card_kind[card] > CLUB and not table.known[card]:
        for copy in range(1, int(box.cards) + 1):
            same = box.card_kind[copy] == box.card_kind[card]
            if same and table.place[copy] == HAND + seat and table.known[copy]:
                card = copy
    table.known[card] = 0
    table.hand_size[seat] -= 1
    return card


@rule
def discard(box, table, card):
    table.place[card] = DISCARDED
    tend_deck(box, table)


@rule
def tend_deck(box, table):
    """Renew an empty deck and fill empty places beside it, as far as there are cards."""
    while True:
        if table.deck_cards == 0 and not renew_deck(box, table):
            return
        empty = 0
        while empty < FACE_UP and table.face_up[empty] != NO_CARD:
            empty += 1
        if empty == FACE_UP:
            return
        card = draw_card(table)
        table.place[card] = FACE_UP_ROW
        table.face_up[empty] = card


@rule
def renew_deck(box, table):
    """Make set B, or after it the shuffled discards, the deck; return whether there is a deck again."""
    under = DISCARDED
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == IN_SET_B:
            under = IN_SET_B
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == under:
            table.place[card] = IN_DECK
            table.shuffle[card] = int(table.shuffles) + 1
            table.deck_cards += 1
    if table.deck_cards == 0:
        return False
    table.shuffles += 1
    return True


@rule
def displayed(table, seat):
    """The number of cards in a personal display."""
    number = 0
    while number < SHOWN and table.display[seat, number] != NO_CARD:
        number += 1
    return number


@rule
def leave_display(table, card):
    """Take a card out of its display and close the gap."""
    seat = int(table.place[card]) - DISPLAY
    at = 0
    while table.display[seat, at] != card:
        at += 1
    while at + 1 < SHOWN:
        table.display[seat, at] = table.display[seat, at + 1]
        at += 1
    table.display[seat, at] = NO_CARD
