"""The bot's weights, and the layout of its outlook."""

from typing import NamedTuple

import numpy as np

from ....envs.copycat.table import CARDS
from ...weights import record


class Weights(NamedTuple):
    """The bot's weights, in victory points of a round unless stated otherwise."""

    token: float = 1.15
    coin: float = 0.89  # a coin in a later round
    coin_grows: float = 0.07  # what it buys, for each round left, as a share of the points that a coin buys
    coin_doctor: float = 0.11  # what it brings as an investment, for each player more than two
    point: float = 0.9  # a point on a card in a later round
    worker: float = 1.34  # one more worker
    room: float = 0.18  # and for each office per player beyond the usual workers
    trash_for_worker: float = 3.8  # cards by what they do, from here
    extra_office: float = 1.05
    elbows: float = 0.28
    donate: float = 0.82
    double_coins: float = 0.67  # share of the coins of a round
    double_tokens: float = 2.83
    coin_or_vp: float = 0.31  # for having the choice
    reuse_worker: float = 2.61
    copy_card: float = 0.8  # share of the best card's worth
    keep: float = 0.56
    red: float = 0.43  # what a red card costs, besides its place in the hand
    seen: float = 2.38  # cards seen in a round besides the hand, without those that cards draw
    longer: float = 0.32  # rounds that the game lasts beyond what the leader's points suggest
    doctorate: float = 0.69  # rounds in which one doctorate is bought
    late: float = 0.4  # later rounds, if the game may end with this one
    first: float = 3.13  # going first
    missed: float = 0.4  # plus this share of what losing the office that it needs most would cost
    bid_coin: float = 0.61  # share of a coin's usual worth that it keeps without a plan for it
    draw_office: float = 1.3  # share of a card's worth that a card drawn by an office brings
    special: float = 0.46  # how much more the special purchase is worth than an ordinary one
    trash: float = 0.47  # extra worth of getting rid of a card
    end: float = 8.0  # ending the game while ahead


def weights(**changes: float) -> np.ndarray:
    """Greedy's weights with these changes, as (1,) records."""
    return record(Weights(**changes))


GREEDY = weights()
# The outlook is an array of numbers about a player. The deck: the worth of all its cards, their number, the
# cards that they draw, the best card's worth, the coins; what the deck brings in a round, and the share of it
# seen with one card more and less; the rounds after this one, and those in which a card bought now is still
# drawn; the worth of a coin in them, of a red card, of a worker. The cards to be drawn next: coins, other
# worth, their number, and the cards that they draw. This round: what one more coin brings, and a card drawn;
# coins in sight, what each is multiplied by, purchases; how often a token counts; the most purchases and
# coins in the table of purchases.
TOTAL, NUMBER, DRAWS, BEST, DECK_COINS, INCOME, SHARE_MORE, SHARE_LESS = range(8)
LEFT, FUTURE, COIN, RED, WORKER = range(8, 13)
PILE_COINS, PILE_REST, PILE_NUMBER, PILE_DRAWS = range(13, 17)
COIN_NOW, MEAN, COINS, FACTOR, BUYS, TOKENS, MOST, TOP, HAND = range(17, 26)
SIZE = HAND + CARDS + 1  # from HAND on: what each card in hand is worth this round
MOST_COINS, MOST_BUYS = 31, 2  # the size of the purchases table
PLAN_COINS = 7  # the most that offices may add
NOTHING = -1e9
USUAL_ROUNDS = 10.0
GROWTH = 1.85  # points grow with this power of the rounds played
FLOW = 6.0  # cards that leave the street in a round
MOST_COIN = 2.0  # most that a coin is worth now
SOON = 0.5  # less than this share of a round counts as none
OWN_POINTS, THEIR_POINTS = 5.0, 15.0  # what a player still gets in the round of the last doctorate
LEAST_PLAIN = 0.4  # least share of a pile that counts as cards that do not draw
ELBOWS_GAIN = 0.5  # how much more an occupied office must bring
LAPSING = 100.0  # the permission to go there lapses with the turn
MORE_BUYS = 3.0  # worth of using an office's purchases again
MOST_TRASH = 3.0  # the most that getting rid of a card is worth
SOMETHING = 0.1  # worth of effects that are hard to value
