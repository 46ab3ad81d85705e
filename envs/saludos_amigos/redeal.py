"""Deals afresh what a seat cannot know, in place of what is there.

Every card that lies unseen before another player, or that the player has shown since the draw pile was
shuffled last, is fresh, drawn from that pile, or old, held since before. Fresh cards and the pile itself come
out of what was shuffled, old ones out of all the rest.
"""

import numpy as np

from ..core.engine import chance
from ..core.engine.compile import rule
from .rules.common import cards_before, cards_of
from .rules.payment import open_bidding
from .table import REDEAL, SEATS, VALUES, Phase

TRIES = (
    1000  # to guess what others have buried: 39 were needed once in a million; all else is dealt in one go
)


@rule
def redeal(box, table, seat):
    """Deal afresh the cards that `seat` has not seen; chance has been reseeded.

    What everybody knows a player to hold stays with that player, and what is known of the draw pile stays
    true of it. Which cards a player has pushed forward or laid down, and how many were laid down, is drawn
    anew. If no guess of what others have buried fits, everything stays as it is.
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
    """Count what is to be dealt: what was shuffled and not drawn by `seat`, and the old cards.

    Cards that others have buried count as old ones, until they are.
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
    """Guess what others had discarded face down before the shuffle, including what `seat` drew of it."""
    left = 0
    for other in range(int(table.seats)):
        if other != seat:
            for value in range(VALUES):
                left += int(table.buried[other, value])
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
    """Whether every card shown can be called fresh or old, with as many left of each as are to be dealt.

    What a seat has shown of some values beyond its old cards was fresh, and lay in the pile; and the other
    way round. Room for these, for every set of values, is enough (Hoffman's theorem on flows).
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
    """Call the cards that others have shown fresh or old, by chance where both are possible."""
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
    """Draw whether a card that was shown was fresh, with its odds among the cards still to be dealt."""
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
    in_pile, in_old = 0, 0
    for v in range(VALUES):
        in_pile += int(pile[v])
        in_old += int(old[v])
    fresh = fresh_left[other] * int(pile[value]) * in_old
    return chance.below(table, REDEAL, fresh + old_left[other] * int(old[value]) * in_pile) < fresh


@rule
def deal_unseen(table, seat, fresh_left, old_left, pile, old, buried):
    """Deal each player as many fresh and old cards as they have; what is left of the pile is the pile."""
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
    """Replace `cards` by as many, drawn from those that are `left`."""
    number = 0
    for value in range(VALUES):
        number += int(cards[value])
        cards[value] = 0
    for _ in range(number):
        cards[chance.draw(table, stream, left)] += 1


@rule
def push_and_bid(table, other):
    """Draw the card that a player has pushed forward, and how many and which cards were laid down."""
    if table.pushed[other] > 0:
        table.pushed[other] = 1 + chance.draw(table, REDEAL, table.hand[other])
    if table.phase == Phase.BID and (table.bid_done[other] or other == table.seat):
        for _ in range(chance.below(table, REDEAL, cards_before(table, other) + 1)):
            table.bid[other, chance.draw(table, REDEAL, table.hand[other])] += 1


@rule
def reopen_secret_choices(box, table, seat):
    """Cards that others have laid down in a council go back to their hands, and they lay down again."""
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
