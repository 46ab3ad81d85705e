"""What the bot wants: its weights, and the numbers it reckons with."""

from typing import NamedTuple

from ....envs.copycat import actions as say

PASS, END_TURN, DONE = say.PASS, say.END_TURN, say.DONE
CARD, PLACE, OFFICE, BUY = say.CARD, say.PLACE, say.OFFICE, say.BUY


class Weights(NamedTuple):
    """What it goes for, in victory points of a round unless it says otherwise."""

    token: float = 1.0
    coin_early: float = 1.0  # a coin in a round to come, as in the first round
    coin_late: float = 0.8  # the same as in the last
    point: float = 1.3  # a point of a card in a round to come
    worker: float = 2.0  # the cards by what they do
    trash_for_worker: float = 1.5
    extra_office: float = 1.0
    elbows: float = 0.5
    donate: float = 1.2
    double_coins: float = 2.5
    double_tokens: float = 3.0
    coin_or_vp: float = 1.9
    reuse_worker: float = 3.0
    copy_card: float = 0.6  # as a part of the best card's worth
    keep: float = 1.0
    red: float = 0.3  # what a red card costs, besides its place in the hand
    hand: float = 7.0  # cards seen in a round without any that draw
    longer: float = 0.5  # rounds that the game lasts beyond what the leader's points suggest
    doctorate: float = 0.9  # rounds in which one doctorate is bought
    late: float = 0.4  # rounds to come where the game may end with this one
    first: float = 2.2  # to go before all others
    missed: float = 0.8  # part of the worth of the office missed most that is added to it
    draw_office: float = 0.9  # part of a card's worth that one drawn by an office brings
    special: float = 0.7  # how much more the special purchase is worth than a plain one
    end: float = 8.0  # to end the game when ahead


GREEDY = Weights()
# The outlook of a player is an array of numbers. Of the deck: the worth of all its cards, their number, the
# cards that they draw, the best card's worth; rounds after this one, and those in which a card bought now
# still comes; a coin's worth in them. Of this round: what one more coin brings, and a card drawn; coins in
# sight, what each is multiplied with, purchases; how often a token counts.
TOTAL, NUMBER, DRAWS, BEST, LEFT, FUTURE, COIN, COIN_NOW, MEAN, COINS, FACTOR, BUYS, TOKENS, SIZE = range(14)
MOST_COINS, MOST_BUYS = 31, 3  # of the table of purchases
PLAN_WORKERS, PLAN_COINS = 4, 7  # of the table of plans
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
