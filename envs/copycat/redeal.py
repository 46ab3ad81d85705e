"""The redeal: replace everything that a seat cannot know by a random possibility."""

import numpy as np

from ..core.engine import chance
from ..core.engine.compile import rule
from .rules.common import in_hand
from .rules.planning import next_bid
from .table import CARDS, IN_DRAW, IN_HAND, NO_CARD, REDEAL, Phase


@rule
def redeal(box, table, seat):
    """Redeal the other players' hidden cards, and choices not shown yet; chance is reseeded before.

    Everybody knows which cards a deck has, and which hand cards are older than the current draw pile. All
    other cards of hand and pile may change places.
    """
    for other in range(int(table.seats)):
        if other != seat:
            redeal_hand(table, other)
            if table.phase == Phase.BID and table.bid[other] != NO_CARD:
                table.bid[other] = hand_card(
                    table, other, chance.below(table, REDEAL, int(table.hand_size[other]))
                )
    if table.keeping > 0 and table.seat != seat:
        redeal_kept(table, int(table.seat))


@rule
def redeal_hand(table, seat):
    holders = np.zeros(2, np.int64)  # draw pile, hand
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == IN_DRAW:
            holders[0] += 1
        elif table.zone[seat, card] == IN_HAND:
            holders[1] += 1
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == IN_DRAW or table.zone[seat, card] == IN_HAND:
            table.zone[seat, card] = IN_HAND if chance.draw(table, REDEAL, holders) == 1 else IN_DRAW


@rule
def hand_card(table, seat, number):
    """The card at this index of a hand sorted by number."""
    card = 1
    while True:
        if in_hand(table, seat, card):
            if number == 0:
                return card
            number -= 1
        card += 1


@rule
def redeal_kept(table, seat):
    """Choose random cards of the hand as those being kept, as many as before."""
    holders = np.zeros(2, np.int64)  # the rest, those kept
    holders[1] = table.keeping
    holders[0] = int(table.hand_size[seat]) - int(table.keeping)
    for card in range(1, CARDS + 1):
        table.kept[card] = 0
        if in_hand(table, seat, card):
            table.kept[card] = chance.draw(table, REDEAL, holders)


@rule
def reopen_secret_choices(box, table, seat):
    """Take back the cards chosen for the order of turns, so that their owners choose again."""
    if table.phase != Phase.BID or table.bids == 0:
        return False
    for other in range(int(table.bids)):
        table.bid[other] = NO_CARD
    table.bids = 0
    next_bid(table)
    return table.seat != seat
