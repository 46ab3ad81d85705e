"""Phase 1: which bid."""

import numpy as np

from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, IN_DRAW, KNOWN, OFFICES, Effect
from ....envs.core.engine.compile import rule
from .deck import now
from .offices import plan, survey_offices
from .weights import CARD, COINS, FACTOR, NOTHING


@rule
def choose_bid(box, table, seat, legal, w, view, worth):
    """A card that is ahead of others' and is not missed."""
    offices = np.zeros((OFFICES, 3))
    survey_offices(box, table, seat, w, view, offices, False)
    workers, best, action = int(table.pool[seat]), NOTHING, 0
    value, mask = plan(offices, workers, view, worth, -1)
    stakes = w.first + w.missed * most_missed(offices, workers, view, worth, value, mask)
    coin_loss = np.zeros(4)
    for card in range(1, CARDS + 1):
        if legal[CARD + card]:
            loss, strength = now(box, card, w, view), min(3, int(box.card_strength[card]))
            if effect_of(box, card) == Effect.COIN:
                if coin_loss[strength] == 0.0:
                    money = strength * view[FACTOR]
                    view[COINS] -= money
                    coin_loss[strength] = 0.01 + value - plan(offices, workers, view, worth, -1)[0]
                    view[COINS] += money
                loss = coin_loss[strength]
            gain = stakes * chance_first(table, seat, card) - loss
            if gain > best:
                best, action = gain, CARD + card
    return action


@rule
def chance_first(table, seat, card):
    """The share of the others' cards that are lower."""
    lower, number = 0.0, 0.001
    for other in range(int(table.seats)):
        if other != seat:
            for rival in range(1, CARDS + 1):
                zone = int(table.zone[other, rival])
                if IN_DRAW <= zone <= KNOWN:
                    number += 1.0
                    lower += 1.0 if rival < card else 0.5 if rival == card else 0.0
    return lower / number


@rule
def most_missed(offices, workers, view, worth, value, mask):
    """What it costs to lose the office of the best plan that is missed most."""
    most = 0.0
    for office in range(OFFICES):
        if mask >> office & 1:
            most = max(most, value - plan(offices, workers, view, worth, office)[0])
    return most
