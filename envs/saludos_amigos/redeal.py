"""The redeal: replace everything that a seat cannot know by a random possibility.

Every unseen card of another player, and every card the player has shown since the last shuffle, is either
fresh (drawn from the shuffled pile) or old (held since before). Fresh cards and the pile are dealt from what
was shuffled, old cards from all others (SAL-9.12).
"""

import numpy as np

from ..core.engine import chance
from ..core.engine.compile import rule
from .rules.common import cards_of, number_of
from .rules.payment import open_bidding
from .table import REDEAL, SEATS, VALUES, Phase

# Attempts to guess the cards others have buried; in a million redeals at most 39 were needed. The rest of the
# deal needs no retry.
TRIES = 1000


@rule
def redeal(box, table, seat):
    """Redeal the cards that `seat` has not seen; chance is reseeded before.

    Cards that everybody knows a player to hold stay there, and everything known of the draw pile stays true.
    The cards pushed forward or laid down, and the number laid down, are drawn anew. If no guess of buried
    cards fits in `TRIES` attempts, nothing changes.
    """
    shown = np.zeros((SEATS, VALUES), np.int8)
    fresh_left, old_left = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    pile, old, buried = np.zeros(VALUES, np.int8), np.zeros(VALUES, np.int8), np.zeros(VALUES, np.int8)
    for _ in range(TRIES):
        count_out(table, seat, shown, fresh_left, old_left, pile, old)
        bury(table, seat, pile, old, buried)
        if fits(table, shown, fresh_left, old_left, pile, old):
            deal_shown(table, seat, shown, fresh_left, old_left, pile, old)
            deal_unseen(table, seat, fresh_left, old_left, pile, old, buried)
            for other in range(int(table.seats)):
                if other != seat:
                    push_and_bid(table, other)
            return


@rule
def count_out(table, seat, shown, fresh_left, old_left, pile, old):
    """Count the cards to deal: the shuffled ones that `seat` has not drawn, and the old ones.

    Cards that others have buried count as old until `bury` moves them to the pile.
    """
    for value in range(VALUES):
        pile[value] = (
            int(table.shuffled[value]) + int(table.buried[seat, value]) - int(table.fresh[seat, value])
        )
        old[value] = int(table.pile[value]) - int(pile[value])
    for other in range(int(table.seats)):
        fresh_left[other] = 0
        old_left[other] = 0
        if other != seat:
            for value in range(VALUES):
                unseen = cards_of(table, other, value) - int(table.known[other, value])
                shown[other, value] = table.shown[other, value]
                cards = unseen + int(table.face_down[other, value]) + int(shown[other, value])
                old[value] += cards
                fresh_left[other] += int(table.fresh[other, value])
                old_left[other] += cards - int(table.fresh[other, value])


@rule
def bury(table, seat, pile, old, buried):
    """Guess the cards that others had discarded face down before the shuffle, and move them to the pile.

    Those that `seat` has since drawn from the pile are certain.
    """
    left = 0
    for other in range(int(table.seats)):
        if other != seat:
            left += number_of(table.buried[other])
    for value in range(VALUES):
        drawn = max(0, -int(pile[value]))
        left -= drawn
        buried[value] = drawn
        old[value] -= drawn
        pile[value] += drawn
    for _ in range(left):
        value = chance.draw(table, REDEAL, old)
        buried[value] += 1
        pile[value] += 1


@rule
def fits(table, shown, fresh_left, old_left, pile, old):
    """Whether every card shown can be labelled fresh or old, with enough of both left to deal.

    Cards that a seat has shown of some values beyond its number of old cards must be fresh, so come from the
    pile, and vice versa. Room for these in every set of values suffices (Hoffman's circulation theorem).
    """
    for values in range(1, 1 << VALUES):  # a set of values, a bit for each
        room_in_pile, room_in_old = 0, 0
        for value in range(VALUES):
            if values >> value & 1:
                room_in_pile += int(pile[value])
                room_in_old += int(old[value])
        for other in range(int(table.seats)):
            cards = 0
            for value in range(VALUES):
                if values >> value & 1:
                    cards += int(shown[other, value])
            room_in_pile -= max(0, cards - old_left[other])
            room_in_old -= max(0, cards - fresh_left[other])
        if room_in_pile < 0 or room_in_old < 0:
            return False
    return True


@rule
def deal_shown(table, seat, shown, fresh_left, old_left, pile, old):
    """Label the cards that others have shown as fresh or old, at random where both are possible."""
    for other in range(int(table.seats)):
        if other != seat:
            for value in range(VALUES):
                table.fresh[other, value] = 0
                while shown[other, value] > 0:
                    shown[other, value] -= 1
                    if is_fresh(table, other, value, shown, fresh_left, old_left, pile, old):
                        table.fresh[other, value] += 1
                        fresh_left[other] -= 1
                        pile[value] -= 1
                    else:
                        old_left[other] -= 1
                        old[value] -= 1


@rule
def is_fresh(table, other, value, shown, fresh_left, old_left, pile, old):
    """Draw whether a card that was shown was fresh, with its odds among the cards still to deal."""
    if fresh_left[other] == 0 or pile[value] == 0:
        return False
    if old_left[other] == 0 or old[value] == 0:
        return True
    fresh_left[other] -= 1
    pile[value] -= 1
    may_be_fresh = fits(table, shown, fresh_left, old_left, pile, old)
    fresh_left[other] += 1
    pile[value] += 1
    old_left[other] -= 1
    old[value] -= 1
    may_be_old = fits(table, shown, fresh_left, old_left, pile, old)
    old_left[other] += 1
    old[value] += 1
    if not may_be_fresh or not may_be_old:
        return may_be_fresh
    fresh = fresh_left[other] * int(pile[value]) * number_of(old)
    older = old_left[other] * int(old[value]) * number_of(pile)
    return chance.below(table, REDEAL, fresh + older) < fresh


@rule
def deal_unseen(table, seat, fresh_left, old_left, pile, old, buried):
    """Deal each player the number of fresh and old cards they hold; the rest is the new draw pile."""
    unseen = np.zeros(VALUES, np.int8)
    for other in range(int(table.seats)):
        if other != seat:
            for _ in range(fresh_left[other]):
                value = chance.draw(table, REDEAL, pile)
                table.fresh[other, value] += 1
                unseen[value] += 1
            for _ in range(old_left[other]):
                unseen[chance.draw(table, REDEAL, old)] += 1
            deal_again(table, REDEAL, unseen, table.face_down[other])
            deal_again(table, REDEAL, buried, table.buried[other])
            for value in range(VALUES):
                table.hand[other, value] = int(table.known[other, value]) + int(unseen[value])
                table.bid[other, value] = 0
                unseen[value] = 0
    for value in range(VALUES):
        table.pile[value] = pile[value]


@rule
def deal_again(table, stream, left, cards):
    """Replace `cards` by equally many, drawn from `left`."""
    number = 0
    for value in range(VALUES):
        number += int(cards[value])
        cards[value] = 0
    for _ in range(number):
        cards[chance.draw(table, stream, left)] += 1


@rule
def push_and_bid(table, other):
    """Draw the card that a player has pushed forward, and the number and values of cards laid down."""
    if table.pushed[other] > 0:
        table.pushed[other] = 1 + chance.draw(table, REDEAL, table.hand[other])
    if table.phase == Phase.BID and (table.bid_done[other] or other == table.seat):
        for _ in range(chance.below(table, REDEAL, number_of(table.hand[other]) + 1)):
            table.bid[other, chance.draw(table, REDEAL, table.hand[other])] += 1


@rule
def reopen_secret_choices(box, table, seat):
    """Take back the cards that others have laid down in a council, so that they lay down again."""
    if table.phase != Phase.BID:
        return False
    anybody = False
    for other in range(int(table.seats)):
        if other != seat and table.bid_done[other]:
            anybody = True
            table.bid_done[other] = 0
            for value in range(VALUES):
                table.hand[other, value] += table.bid[other, value]
                table.bid[other, value] = 0
    if anybody:
        open_bidding(table)
    return anybody
