"""Check the players' cards."""

from ...core.engine.compile import rule
from ..box import is_start
from ..rules.common import in_hand
from ..table import CARDS, DISCARD, IN_DRAW, ON_STREET, OWNED, STREET
from .faults import Fault


@rule
def check_cards(table):
    """Check that every card but the start cards is in exactly one place, and that piles are counted right."""
    for card in range(1, CARDS + 1):
        place, shown, owners = int(table.place[card]), on_street(table, card), 0
        for seat in range(int(table.seats)):
            owners += table.zone[seat, card] > 0
        if is_start(card):
            if place != 0 or shown != 0:
                return Fault.A_START_CARD_HAS_A_PLACE
        elif owners != (place == OWNED):
            return Fault.A_CARD_IS_NOT_OWNED_ONCE
        elif shown != (place == ON_STREET):
            return Fault.A_CARD_IS_NOT_ON_THE_STREET_ONCE
    for seat in range(int(table.seats)):
        if not is_deck_counted(table, seat):
            return Fault.CARDS_IN_PILE_HAND_OR_DISCARDS_ARE_MISCOUNTED
    return Fault.NONE


@rule
def on_street(table, card):
    """The number of spaces with this card."""
    times = 0
    for space in range(STREET):
        times += table.street[space] == card
    return times


@rule
def is_deck_counted(table, seat):
    pile, hand, discards = 0, 0, 0
    for card in range(1, CARDS + 1):
        pile += table.zone[seat, card] == IN_DRAW
        hand += in_hand(table, seat, card)
        discards += table.zone[seat, card] == DISCARD
    return (
        pile == table.draw_size[seat]
        and hand == table.hand_size[seat]
        and discards == table.discard_size[seat]
    )
