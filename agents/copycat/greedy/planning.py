"""Phase 1: the bid."""

import numpy as np

from ....envs.copycat import actions as say
from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, IN_DRAW, KNOWN, OFFICES, Effect
from ....envs.core.engine.compile import rule
from . import weights as at
from .offices import LISTED, missed, plan, survey_offices


@rule
def choose_bid(box, table, seat, legal, w, view, worth, held):
    """A card that is likely to go first and costs little to lose."""
    offices, lists, workers = np.zeros((OFFICES, 3)), np.empty((4, LISTED), np.int64), int(table.pool[seat])
    survey_offices(box, table, seat, w, view, offices, lists, held, False)
    total, mask = plan(offices, lists, workers, view, worth, -1)
    stakes = w.first + w.missed * most_missed(offices, lists, workers, view, worth, total, mask)
    ahead, loss_of_coin = share_of_lower_cards(table, seat, held), np.zeros(4)
    best, action = at.NOTHING, 0
    for place in range(1, held[0] + 1):
        card = int(held[place])
        loss, strength = view[at.HAND + place], min(3, int(box.card_strength[card]))
        if effect_of(box, card) == Effect.COIN:
            if loss_of_coin[strength] == 0.0:
                loss_of_coin[strength] = 0.01 + coin_loss(
                    offices, lists, workers, view, worth, w, total, strength
                )
            loss = loss_of_coin[strength]
        gain = stakes * ahead[place] - loss
        if gain > best:
            best, action = gain, say.CARD + card
    return action


@rule
def coin_loss(offices, lists, workers, view, worth, w, total, strength):
    """The cost of doing without `strength` coins: what they usually bring, or what the plan loses."""
    money = strength * view[at.FACTOR]
    view[at.COINS] -= money
    less = total - plan(offices, lists, workers, view, worth, -1)[0]
    view[at.COINS] += money
    return max(less, w.bid_coin * view[at.COIN_NOW] * money)


@rule
def share_of_lower_cards(table, seat, held):
    """For each card in hand, the share of the others' cards that are lower."""
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
    """The highest cost of losing an office of the best plan."""
    most = 0.0
    for office in range(OFFICES):
        if mask >> office & 1:
            most = max(most, missed(offices, lists, workers, view, worth, office, total, mask))
    return most
