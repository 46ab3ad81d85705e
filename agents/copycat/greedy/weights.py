"""What the bot wants: its weights, and the numbers it reckons with."""

from typing import NamedTuple

import numpy as np

from ....envs.copycat import actions as say
from ....envs.copycat.table import CARDS
from ...weights import record

PASS, END_TURN, DONE = say.PASS, say.END_TURN, say.DONE
CARD, PLACE, OFFICE, BUY = say.CARD, say.PLACE, say.OFFICE, say.BUY


class Weights(NamedTuple):
    """What it goes for, in victory points of a round unless it says otherwise."""

    token: float = 1.15
    coin: float = 0.89  # a coin in a round to come
    coin_grows: float = 0.07  # what it buys, as a part of the points that a coin buys, for each round left
    coin_doctor: float = 0.11  # what it brings as an investment, for each player more than two
    point: float = 0.9  # a point of a card in a round to come
    worker: float = 1.34  # one more worker
    room: float = 0.18  # the same for each office there is for a player beyond the usual workers
    trash_for_worker: float = 3.8  # the cards by what they do
    extra_office: float = 1.05
    elbows: float = 0.28
    donate: float = 0.82
    double_coins: float = 0.67  # as a part of the coins of a round
    double_tokens: float = 2.83
    coin_or_vp: float = 0.31  # that there is a choice
    reuse_worker: float = 2.61
    copy_card: float = 0.8  # as a part of the best card's worth
    keep: float = 0.56
    red: float = 0.43  # what a red card costs, besides its place in the hand
    seen: float = 2.38  # cards seen in a round besides the hand, without those that cards draw
    longer: float = 0.32  # rounds that the game lasts beyond what the leader's points suggest
    doctorate: float = 0.69  # rounds in which one doctorate is bought
    late: float = 0.4  # rounds to come where the game may end with this one
    first: float = 3.13  # to go before all others
    missed: float = 0.4  # part of the worth of the office missed most that is added to it
    bid_coin: float = 0.61  # part of a coin's usual worth that it keeps where no plan needs it
    draw_office: float = 1.3  # part of a card's worth that one drawn by an office brings
    special: float = 0.46  # how much more the special purchase is worth than a plain one
    trash: float = 0.47  # what getting rid of a card is worth besides
    end: float = 8.0  # to end the game when ahead


def weights(**changes: float) -> np.ndarray:
    """Greedy's weights but for these, as (1,) records."""
    return record(Weights(**changes))


GREEDY = weights()
# The outlook of a player is an array of numbers. Of the deck: the worth of all its cards, their number, the
# cards that they draw, the best card's worth, the coins; what the deck brings in a round, and the part of it
# seen with one card more or less; rounds after this one, and those in which a card bought now still comes;
# a coin's worth in them, what a red card brings, a worker's worth. Of the cards to be drawn next: coins,
# all else, their number, and the cards that they draw. Of this round: what one more coin brings, and a card
# drawn; coins in sight, what each is multiplied with, purchases; how often a token counts; how many purchases
# and coins the table of purchases goes up to.
TOTAL, NUMBER, DRAWS, BEST, DECK_COINS, INCOME, SHARE_MORE, SHARE_LESS = range(8)
LEFT, FUTURE, COIN, RED, WORKER = range(8, 13)
PILE_COINS, PILE_REST, PILE_NUMBER, PILE_DRAWS = range(13, 17)
COIN_NOW, MEAN, COINS, FACTOR, BUYS, TOKENS, MOST, TOP, HAND = range(17, 26)
SIZE = HAND + CARDS + 1  # from HAND on what each card of the hand is worth in this round
MOST_COINS, MOST_BUYS = 31, 2  # of its purchases table.
PLAN_COINS = 7  # that offices may add
NOTHING = -1e9
USUAL_ROUNDS = 10.0
GROWTH = 1.85  # points grow with this power of the rounds played
FLOW = 6.0  # cards that leave the street in a round
MOST_COIN = 2.0  # worth of a coin now, however near a good purchase is
SOON = 0.5  # part of a round that counts as none
OWN_POINTS, THEIR_POINTS = 5.0, 15.0  # what a player still gets in the round of the last doctorate
LEAST_PLAIN = 0.4  # least part of a pile that counts as cards that do not draw
ELBOWS_GAIN = 0.5  # how much more an office that others hold must bring
LAPSING = 100.0  # the permission to go there lapses with the turn
MORE_BUYS = 3.0  # worth of the purchases of an office once more
MOST_TRASH = 3.0  # the most that getting rid of a card is worth
SOMETHING = 0.1  # worth of effects that are hard to value
IMPOSSIBLE = -1e6
