"""Functions that several chapters share: seats around the table, cards, the open draft."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..actions import CARD, PASS
from ..table import VALUES, Draft

# --- Around the table ----------------------------------------------------------------------------


@rule
def clockwise(table, seat, places):
    """The seat `places` places clockwise of `seat`, at most once round."""
    there = seat + places
    seats = int(table.seats)
    return there - seats if there >= seats else there


@rule
def places_to(table, seat, other):
    """How many places clockwise of `seat` the `other` sits."""
    places = other - seat
    return places + int(table.seats) if places < 0 else places


@rule
def number_of(cards):
    """The number of cards of all values together."""
    return int(cards[0]) + int(cards[1]) + int(cards[2])


@rule
def cards_of(table, seat, value):
    """A seat's number of cards of a value (0 for the ones), pushed or laid down ones included."""
    pushed = 1 if table.pushed[seat] == value + 1 else 0
    return int(table.hand[seat, value]) + int(table.bid[seat, value]) + pushed


@rule
def next_of(table, group, seat, first):
    """The next seat of `group` after `seat`, before `first` comes round again; NOBODY if there is none."""
    seat = clockwise(table, seat, 1)
    while seat != first:
        if group[seat] > 0:
            return seat
        seat = clockwise(table, seat, 1)
    return NOBODY


@rule
def size_of(table, group):
    size = 0
    for seat in range(int(table.seats)):
        if group[seat] > 0:
            size += 1
    return size


@rule
def legal_pass_or_card(table, legal):
    """Mark PASS and `legal_cards`."""
    legal[PASS] = True
    legal_cards(table, legal)


@rule
def legal_cards(table, legal):
    """Mark the values of cards in the hand of the seat on turn."""
    seat = int(table.seat)
    for value in range(1, VALUES + 1):
        if table.hand[seat, value - 1] > 0:
            legal[CARD + value - 1] = True


@rule
def clear_draft(table):
    for seat in range(int(table.seats)):
        table.in_draft[seat] = 0
        table.draft_share[seat] = 0
        table.accepted[seat] = 0
        table.asked[seat] = 0
    table.draft = Draft.NONE
    table.responder = 0
