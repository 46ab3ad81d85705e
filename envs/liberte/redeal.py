"""The redeal: replace everything that a seat cannot know by a random possibility."""

import numpy as np

from ..core.engine import chance
from ..core.engine.compile import rule
from .table import HAND, IN_DECK, REDEAL, SEATS
from .view import is_in_hand


@rule
def redeal(box, table, seat):
    """Redeal the cards in the others' hands and in the deck; chance is reseeded before.

    Everybody has seen which cards went into each shuffle of the deck and how many each player drew from it,
    so unseen cards change places only within a shuffle (LIB-9.6).
    """
    holders = np.zeros(SEATS + 1, np.int64)  # the deck last
    for shuffle in range(int(table.shuffles) + 1):
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                place = int(table.place[card])
                holders[SEATS if place == IN_DECK else place - HAND] += 1
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                holder = chance.draw(table, REDEAL, holders)
                table.place[card] = IN_DECK if holder == SEATS else HAND + holder


@rule
def is_unseen(table, seat, card):
    """Whether `seat` cannot know if a card is in the deck, or in which other hand."""
    place = int(table.place[card])
    in_other_hand = is_in_hand(int(table.seats), place) and place != HAND + seat
    return place == IN_DECK or (in_other_hand and table.known[card] == 0)
