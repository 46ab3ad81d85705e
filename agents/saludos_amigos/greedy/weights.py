"""What the bot goes for: the numbers that a style changes."""

from typing import NamedTuple

import numpy as np

from ...weights import record


class Weights(NamedTuple):
    """How it haggles, in millions unless stated otherwise."""

    price: float = 1.2  # of a place in a coalition, in parts of the pie by strength
    equal: float = -0.29  # of a place, in equal parts of the pie
    opening: float = 0.67  # added to the price, then rounded down: what is offered at first
    claim: float = 0.48  # the same: what one settles for oneself
    hope: float = 0.8  # part of what one could make of the floor that is worth waiting for
    patience: float = 0.75  # factor of that for each player who has the floor before
    greed: float = 1.0  # part of what the proposer keeps beyond its own price that is asked for
    resent: float = 0.3  # how much dearer a place is to a proposer far ahead
    shun: float = 0.03  # how much less a million is worth when a partner is a million ahead
    grudge: float = 0.75  # how much less a coalition with somebody who has refused in this round is worth
    wait: float = 0.44  # part of one's price that one expects when others have the floor
    shaky: float = 0.31  # worth of a million in an offer that could be beaten
    hand: float = 1.42  # strength of each card in a council
    spread: float = 10.0  # strength between a council won for certain and one lost
    card: float = 0.15  # worth of a card in each round to come
    fine: float = 0.41  # weight of the fines that a card will cost
    pip: float = 1.0  # worth of one more pip, in parts of the pie by strength
    call: float = 1.0  # strength by which the opposition must look ahead to call a council
    join: float = 0.0  # the same to join one
    cover: float = 0.8  # part of the other side's cards that the coalition expects
    attack: float = 0.8  # the same for the opposition
    reach: float = 0.73  # how much more than all cards of one's side may be needed before it gives up


def weights(**changes: float) -> np.ndarray:
    """Greedy's weights but for these, as (1,) records."""
    return record(Weights(**changes))


GREEDY = weights()
NOTHING = -1e9  # worth less than anything
MEAN_PIPS = 3.5
MEAN_CARD = 1.9  # value of an unseen card
FAR_AHEAD = 10.0  # millions
USUAL_STRENGTH = 30.0  # of a table of four
LEFT_OVER = 4  # tiles usually left in the bag when the game ends
