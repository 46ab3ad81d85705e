"""Offices, and the plan for the rest of the round."""

import numpy as np

from ....envs.copycat import rules
from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, NO_CARD, NO_WORKER, OFFICES, REDS, Effect
from ....envs.core.engine.compile import rule
from .deck import now
from .effects import best_again, later_copy, least
from .street import bought, buys_of, coins_of
from .weights import (
    BUYS,
    CARD,
    COINS,
    ELBOWS_GAIN,
    FACTOR,
    IMPOSSIBLE,
    LAPSING,
    MEAN,
    MOST_BUYS,
    MOST_TRASH,
    NOTHING,
    PLACE,
    PLAN_COINS,
    PLAN_WORKERS,
    TOKENS,
)


@rule
def choose_office(box, table, seat, legal, w, view, worth):
    """The office of the best plan that it would miss most; -1 if there is none."""
    offices = np.zeros((OFFICES, 3))
    survey_offices(box, table, seat, w, view, offices, table.elbows > 0)
    workers = int(table.pool[seat])
    value, mask = plan(offices, workers, view, worth, -1)
    elbows = elbows_card(box, table, legal)
    if elbows != NO_CARD:
        survey_offices(box, table, seat, w, view, offices, True)
        if plan(offices, workers, view, worth, -1)[0] > value + ELBOWS_GAIN:
            return CARD + elbows
        survey_offices(box, table, seat, w, view, offices, False)
    best, action = NOTHING, -1
    for office in range(OFFICES):
        if mask >> office & 1 and legal[PLACE + office]:
            loss = 0.0
            if workers > 1:
                loss = value - plan(offices, workers, view, worth, office)[0]
            if table.crowd[office] > 0:
                loss += LAPSING
            if loss > best:
                best, action = loss, PLACE + office
    if action < 0:
        for office in range(OFFICES):
            if legal[PLACE + office]:
                return PLACE + office
    return action


@rule
def elbows_card(box, table, legal):
    """A card in hand that opens the offices that others hold."""
    for card in range(REDS + 1, CARDS + 1):
        if legal[CARD + card] and effect_of(box, card) == Effect.ELBOWS:
            return card
    return NO_CARD


@rule
def survey_offices(box, table, seat, w, view, offices, taken):
    """For each office its purchases, its coins and all else it brings; nothing where it cannot be had."""
    for office in range(OFFICES):
        offices[office, 0] = -1.0
        if table.open[office] and table.worker[seat, office] == NO_WORKER:
            if taken or table.crowd[office] == 0:
                offices[office, 0] = buys_of(box, office)
                offices[office, 1] = coins_of(box, office)
                offices[office, 2] = office_worth(box, table, seat, office, w, view)
                if box.office_effect[office] == Effect.TRASH_FOR_COIN:
                    offices[office, 1] = 1.0


@rule
def office_worth(box, table, seat, office, w, view):
    """What an office brings besides coins and purchases."""
    effect, strength = int(box.office_effect[office]), int(box.office_strength[office])
    value = w.token * view[TOKENS] * int(table.office_tokens[office])
    if effect == Effect.VP:
        return value + strength
    if effect == Effect.DRAW:
        return value + w.draw_office * strength * view[MEAN]
    if effect == Effect.SWAP:
        return value + swap_worth(box, table, seat, strength, w, view)
    if effect == Effect.BUY_SPECIAL:
        return value + w.special
    if effect == Effect.TRASH_FOR_COIN:
        return value - max(-MOST_TRASH, least(box, table, seat, w, view, True)[0])
    if effect == Effect.REUSE_CARD:
        best = best_again(box, table, seat, w, view, CARD + 1, PLACE)
        return value + max(best, later_copy(box, table, seat, w, view))
    return value


@rule
def swap_worth(box, table, seat, strength, w, view):
    """What swapping a number of cards of the hand brings."""
    first, second, third = 0.0, 0.0, 0.0
    for card in range(1, CARDS + 1):
        if rules.common.in_hand(table, seat, card):
            value = view[MEAN] - now(box, card, w, view)
            if value > first:
                first, second, third = value, first, second
            elif value > second:
                second, third = value, second
            elif value > third:
                third = value
    return first + second + (third if strength > 2 else 0.0)


@rule
def plan(offices, workers, view, worth, without):
    """The best offices for a number of workers: what they bring, and a mask with a bit for each."""
    workers = min(workers, PLAN_WORKERS)
    value = np.full((PLAN_WORKERS + 1, MOST_BUYS + 1, PLAN_COINS + 1), NOTHING)
    masks = np.zeros((PLAN_WORKERS + 1, MOST_BUYS + 1, PLAN_COINS + 1), np.int64)
    value[0, 0, 0] = 0.0
    for office in range(OFFICES):
        if offices[office, 0] >= 0.0 and office != without:
            more_buys, more_coins, rest = int(offices[office, 0]), int(offices[office, 1]), offices[office, 2]
            for number in range(workers - 1, -1, -1):
                for buys in range(min(MOST_BUYS, 2 * number) + 1):
                    for money in range(min(PLAN_COINS, 3 * number) + 1):
                        total = value[number, buys, money] + rest
                        b, m = min(MOST_BUYS, buys + more_buys), min(PLAN_COINS, money + more_coins)
                        if total > max(value[number + 1, b, m], IMPOSSIBLE):
                            value[number + 1, b, m] = total
                            masks[number + 1, b, m] = masks[number, buys, money] | 1 << office
    best, mask = NOTHING, 0
    for number in range(workers + 1):
        for buys in range(MOST_BUYS + 1):
            for money in range(PLAN_COINS + 1):
                total = value[number, buys, money]
                if total > IMPOSSIBLE:
                    total += bought(worth, view[BUYS] + buys, view[COINS] + money * view[FACTOR])
                    if total > best:
                        best, mask = total, masks[number, buys, money]
    return best, mask
