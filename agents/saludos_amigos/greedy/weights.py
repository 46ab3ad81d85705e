"""The bot's weights, which a style changes."""

from typing import NamedTuple

import numpy as np

from ...weights import record


class Weights(NamedTuple):
    """The bot's weights, in millions unless stated otherwise."""

    price: float = 1.2  # of a place in a coalition, as a share of the pie by strength
    equal: float = -0.29  # of a place, as an equal share of the pie
    opening: float = 0.67  # added to the price, then rounded down, for a first offer
    claim: float = 0.48  # the same, for what it settles for itself
    hope: float = 0.8  # share of what proposing could earn that is worth waiting for
    patience: float = 0.75  # factor of that for each player who proposes before
    greed: float = 1.0  # share of what the proposer keeps beyond its own price that it asks for
    resent: float = 0.3  # how much more a place costs a proposer far ahead
    shun: float = 0.03  # how much less a million is worth when a partner is a million ahead
    grudge: float = 0.75  # how much less a coalition with somebody who has refused this round is worth
    wait: float = 0.44  # share of its price that it expects when others propose
    shaky: float = 0.31  # worth of a million in an offer that could be beaten
    hand: float = 1.42  # strength of each card in a council
    spread: float = 10.0  # strength between a certain win and a certain loss in council
    card: float = 0.15  # worth of a card in each later round
    fine: float = 0.41  # weight of the fines that a card will cost
    pip: float = 1.0  # worth of one more pip, as a share of the pie by strength
    call: float = 1.0  # lead in strength that the opposition needs to call a council
    join: float = 0.0  # and to join one
    cover: float = 0.8  # share of the other side's cards that the coalition expects
    attack: float = 0.8  # the same for the opposition
    reach: float = 0.73  # it gives up if more than this multiple of its side's cards is needed


def weights(**changes: float) -> np.ndarray:
    """Greedy's weights with these changes, as (1,) records."""
    return record(Weights(**changes))


GREEDY = weights()
NOTHING = -1e9  # worth less than anything
MEAN_PIPS = 3.5
MEAN_CARD = 1.9  # value of an unseen card
FAR_AHEAD = 10.0  # millions
USUAL_STRENGTH = 30.0  # of a table of four
LEFT_OVER = 4  # tiles usually left in the bag when the game ends
