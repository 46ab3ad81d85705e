"""The bot's weights, and the layout of its outlook."""

from typing import NamedTuple

import numpy as np

from ....envs.liberte import actions as say
from ...weights import record

PASS, CARD, TAKE, PROVINCE = say.PASS, say.CARD, say.FACE_UP_CARD, say.PROVINCE
NOTHING = -1e9  # worth less than anything
FAR = 15.0  # spreads beyond which a lead is as good as certain
LONG = 20.0  # blocks in the smallest stock when an election is far away

# The outlook is an array. Row 0 has single numbers. Rows by seat: the blocks of each colour that it will take
# (WHITE to RED), victory points, what one of its points is worth to the deciding seat, its best card
# for ties in each colour (TIE_CARD + colour; special cards have colour 0), readiness for battle, its lead
# in each colour (LEAD + colour), what one more block is worth (PRICE + colour), points after a sudden end
# and their worth. Rows by colour: the odds and the chances to govern and to oppose, the same with one more
# vote, what such a vote is worth, and what the places are worth.
POINTS, REGARD, TIE_CARD, READY, LEAD, PRICE = 4, 5, 6, 10, 10, 13
WHITE_POINTS, RED_POINTS, WHITE_PRICE, RED_PRICE = 17, 18, 19, 20
ODDS, GOVERNS, OPPOSES, GOVERNS_MORE, OPPOSES_MORE, VOTE_PRICE, IN_GOVERNMENT, IN_OPPOSITION = range(21, 29)
ROWS = 29
# The numbers of row 0.
PROGRESS, SHARP, SHARPER, OPEN, TIED, TIE_WEIGHT, LASTS, ROYAL, HELD, ROYAL_PRICE, GROW, MORE, REVOLT = range(
    13
)
WIDTH = 13
UNKNOWN = 1e9  # a price not computed yet


class Weights(NamedTuple):
    """The bot's weights, in victory points unless stated otherwise."""

    # The election of a province
    sharp_early: float = 5.6  # weight of a second block, relative to the first, early in a turn
    sharp_late: float = 34.0  # and at its end
    open: float = 0.43  # weight of a newcomer taking a province, relative to a single block
    stalemate: float = 1.7  # weight of a tie lasting, relative to each tied stack
    tie_card: float = 0.41  # what each block on the best card adds to the chance to win a tie
    lasting: float = 0.31  # a block that stays on the map for the next turn
    # The election as a whole
    votes_early: float = 8.8  # votes that a faction may still gain on another
    votes_late: float = 0.58
    taken_early: float = 2.7  # blocks that a player may still gain on another
    taken_late: float = 0.91
    points_last: float = 2.2  # points that can still be made up in the last turn
    points_turn: float = 2.7  # and per remaining turn
    hand: float = 0.3  # share of the blocks in hand that it expects to take
    envy: float = 1.0  # weight of others' points against its own
    # Sudden ends
    revolt_margin: float = 1.1  # margin below the number needed at which a revolt is as likely as not
    revolt_early: float = -0.26  # before it can happen
    revolt_spread: float = 0.47
    revolt_hope: float = 0.9  # share of a revolt's chance that it relies on
    slide_margin: float = 0.74
    slide_spread: float = 0.82
    sudden_spread: float = 1.4  # points that can still be made up before a sudden end
    least_unit: float = 0.02  # least chance to win that a point is worth
    royalism: float = 0.0  # extra worth of a royal province
    whiteness: float = 0.0  # and of a white point
    radicalism: float = 0.0  # and of a red vote
    # Battles
    glory: float = 0.83  # share of a battle's points
    nobody_early: float = 3.3  # weight of nobody winning
    nobody_late: float = 0.53
    surprise: float = 0.15  # readiness without a known general
    show_early: float = 0.88  # cost of showing a general early
    # Playing and drawing
    pace: float = 0.31  # blocks of the scarcest colour that a player places in a round
    draw: float = 3.7  # the deck's top card, while there is time to play it
    reserve: float = -1.3  # actions beyond the cards in hand before drawing pays
    reach: float = 3.2  # further actions until it pays in full
    taking: float = -0.49  # a face-up card compared with the deck's top card
    take_share: float = 0.17  # plus this share of what it brings
    take_general: float = 0.6
    take_special: float = 0.6
    hold: float = 0.27  # share of a card's cost that keeps it in hand early
    again: float = 0.51  # worth of a further block in the best province, relative to the first
    special_early: float = 1.0  # what a special card must bring early
    special_late: float = 0.14
    shown: float = 0.68  # worth of displaying a card, as a share of its cost
    # Cards
    cost_two: float = 0.45  # of losing a card of two blocks
    cost_three: float = 1.4
    general_cost: float = 0.48
    last_cost: float = 0.21  # share of that in the last turn
    tie_denial: float = 0.18  # share of a tie's stake for drawing level
    throw_out: float = 1.9  # discard cards worth less, in blocks
    new_card: float = 1.4  # a card expected from the deck
    strong: float = 1.4  # display cards worth more
    keep_general: float = 0.43
    keep_cannon: float = 0.27
    keep_club: float = 0.06
    keep_special: float = 1.0
    keep_white: float = -0.16
    keep_red: float = -0.28


def weights(**changes: float) -> np.ndarray:
    """Greedy's weights with these changes, as (1,) records."""
    return record(Weights(**changes))


GREEDY = weights()
