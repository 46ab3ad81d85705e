"""Phase 1: which bid."""

import numpy as np

from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, IN_DRAW, KNOWN, OFFICES, Effect
from ....envs.core.engine.compile import rule
from .offices import LISTED, missed, plan, survey_offices
from .weights import CARD, COIN_NOW, COINS, FACTOR, HAND, NOTHING


@rule
def choose_bid(box, table, seat, legal, w, view, worth, held):
    """A card that is ahead of others' and is not missed."""
    offices, lists, workers = np.zeros((OFFICES, 3)), np.empty((4, LISTED), np.int64), int(table.pool[seat])
    survey_offices(box, table, seat, w, view, offices, lists, held, False)
    total, mask = plan(offices, lists, workers, view, worth, -1)
    stakes = w.first + w.missed * most_missed(offices, lists, workers, view, worth, total, mask)
    ahead, loss_of_coin = chances(table, seat, held), np.zeros(4)
    best, action = NOTHING, 0
    for place in range(1, held[0] + 1):
        card = int(held[place])
        loss, strength = view[HAND + place], min(3, int(box.card_strength[card]))
        if effect_of(box, card) == Effect.COIN:
            if loss_of_coin[strength] == 0.0:
                loss_of_coin[strength] = 0.01 + coin_loss(
                    offices, lists, workers, view, worth, w, total, strength
                )
            loss = loss_of_coin[strength]
        gain = stakes * ahead[place] - loss
        if gain > best:
            best, action = gain, CARD + card
    return action


@rule
def coin_loss(offices, lists, workers, view, worth, w, total, strength):
    """What it costs to do without so many coins: what they usually bring, or the plan needs them for."""
    money = strength * view[FACTOR]
    view[COINS] -= money
    less = total - plan(offices, lists, workers, view, worth, -1)[0]
    view[COINS] += money
    return max(less, w.bid_coin * view[COIN_NOW] * money)


@rule
def chances(table, seat, held):
    """For each card of the hand, the share of the others' cards that are lower."""
    lower, number = np.zeros(held[0] + 1), 0.001
    for other in range(int(table.seats)):
        if other != seat:
            for rival in range(1, CARDS + 1):
                if IN_DRAW <= table.zone[other, rival] <= KNOWN:
                    number += 1.0
                    for place in range(1, held[0] + 1):
                        lower[place] += 1.0 if rival < held[place] else 0.5 if rival == held[place] else 0.0
    for place in range(1, held[0] + 1):
        lower[place] /= number
    return lower


@rule
def most_missed(offices, lists, workers, view, worth, total, mask):
    """What it costs to lose the office of the best plan that is missed most."""
    most = 0.0
    for office in range(OFFICES):
        if mask >> office & 1:
            most = max(most, missed(offices, lists, workers, view, worth, office, total, mask))
    return most
