"""Offices, and the plan for the rest of the round."""

import numpy as np

from ....envs.copycat import actions as say
from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, NO_CARD, NO_WORKER, OFFICES, REDS, Effect
from ....envs.core.engine.compile import rule
from . import weights as at
from .effects import best_again, later_copy, least
from .street import bought, buys_of, coins_of

LISTED = 7


@rule
def choose_office(box, table, seat, legal, w, view, worth, held):
    """The office of the best plan whose loss would cost most; -1 for none."""
    offices, lists, workers = np.zeros((OFFICES, 3)), np.empty((4, LISTED), np.int64), int(table.pool[seat])
    survey_offices(box, table, seat, w, view, offices, lists, held, table.elbows > 0)
    total, mask = plan(offices, lists, workers, view, worth, -1)
    elbows = elbows_card(box, table, legal)
    if elbows != NO_CARD:
        survey_offices(box, table, seat, w, view, offices, lists, held, True)
        if plan(offices, lists, workers, view, worth, -1)[0] > total + at.ELBOWS_GAIN:
            return say.CARD + elbows
        survey_offices(box, table, seat, w, view, offices, lists, held, False)
    best, action = at.NOTHING, -1
    for office in range(OFFICES):
        if mask >> office & 1 and legal[say.PLACE + office]:
            loss = 0.0
            if workers > 1:
                loss = missed(offices, lists, workers, view, worth, office, total, mask)
            if table.crowd[office] > 0:
                loss += at.LAPSING
            if loss > best:
                best, action = loss, say.PLACE + office
    if action < 0:
        for office in range(OFFICES):
            if legal[say.PLACE + office]:
                return say.PLACE + office
    return action


@rule
def missed(offices, lists, workers, view, worth, office, total, mask):
    """What losing an office of the plan costs: a substitute takes its place, or the plan changes."""
    if offices[office, 0] > 0.0 or offices[office, 1] > 0.0:
        return total - plan(offices, lists, workers, view, worth, office)[0]
    return offices[office, 2] - fill(offices, lists, mask, 1)[0]


@rule
def elbows_card(box, table, legal):
    """A card in hand that allows offices occupied by others."""
    for card in range(REDS + 1, CARDS + 1):
        if legal[say.CARD + card] and effect_of(box, card) == Effect.ELBOWS:
            return card
    return NO_CARD


@rule
def survey_offices(box, table, seat, w, view, offices, lists, held, taken):
    """Fill in each office's purchases, coins and other worth; nothing for offices that are not available.

    The four lists hold the best of all offices, of those with coins, with one purchase, and with more.
    """
    for kind in range(4):
        for place in range(LISTED):
            lists[kind, place] = -1
    trash = -max(-at.MOST_TRASH, least(box, table, w, view, held, True, NO_CARD)[0])
    for office in range(OFFICES):
        offices[office, 0] = -1.0
        if table.open[office] and table.worker[seat, office] == NO_WORKER:
            if taken or table.crowd[office] == 0:
                offices[office, 0] = buys_of(box, office)
                offices[office, 1] = coins_of(box, office)
                offices[office, 2] = office_worth(box, table, seat, office, w, view, held)
                if box.office_effect[office] == Effect.TRASH_FOR_COIN:
                    offices[office, 1] = 1.0
                    offices[office, 2] += trash
                line_up(offices, lists, office, view[at.COIN_NOW] * view[at.FACTOR])


@rule
def line_up(offices, lists, office, coin):
    """Insert an office into its lists."""
    insert(offices, lists, 0, LISTED, office, 0.0)
    if offices[office, 1] > 0.0:
        insert(offices, lists, 1, 4, office, coin)
    if offices[office, 0] > 0.0:
        insert(offices, lists, 2 if offices[office, 0] == 1.0 else 3, 3, office, 0.0)


@rule
def office_worth(box, table, seat, office, w, view, held):
    """What an office brings besides coins, purchases and trashed cards."""
    effect, strength = int(box.office_effect[office]), int(box.office_strength[office])
    value = w.token * view[at.TOKENS] * int(table.office_tokens[office])
    if effect == Effect.VP:
        return value + strength
    if effect == Effect.DRAW:
        return value + w.draw_office * strength * view[at.MEAN]
    if effect == Effect.SWAP:
        return value + swap_worth(strength, view, held)
    if effect == Effect.BUY_SPECIAL:
        return value + w.special
    if effect == Effect.REUSE_CARD:
        best = best_again(box, table, seat, w, view, say.CARD + 1, say.PLACE)
        return value + max(best, later_copy(box, view, held))
    return value


@rule
def swap_worth(strength, view, held):
    """What swapping `strength` cards in hand brings."""
    first, second, third = 0.0, 0.0, 0.0
    for place in range(1, held[0] + 1):
        value = view[at.MEAN] - view[at.HAND + place]
        if value > first:
            first, second, third = value, first, second
        elif value > second:
            second, third = value, second
        elif value > third:
            third = value
    return first + second + (third if strength > 2 else 0.0)


@rule
def plan(offices, lists, workers, view, worth, without):
    """The best offices for the workers: what they bring, and a bit mask of them."""
    lost = 1 << without if without >= 0 else 0
    value, mask = fill(offices, lists, lost, workers)
    best = value + bought(worth, view, view[at.BUYS], view[at.COINS])
    if bought(worth, view, at.MOST_BUYS, at.MOST_COINS) == 0.0:
        return best, mask
    one = lists[2, int(lists[2, 0] == without)]
    two = lists[3, int(lists[3, 0] == without)]
    other = lists[2, 1 + int(lists[2, 0] == without or lists[2, 1] == without)]
    for option in range(4):
        chosen, used, value, buys = 0, 0, 0.0, view[at.BUYS]
        if (option == 1 or option == 3) and one >= 0:
            chosen, used, value, buys = 1 << one, 1, offices[one, 2], buys + 1.0
        if option == 2 and two >= 0:
            chosen, used, value, buys = 1 << two, 1, offices[two, 2], buys + offices[two, 0]
        if option == 3 and other >= 0:
            chosen, used, value, buys = chosen | 1 << other, 2, value + offices[other, 2], buys + 1.0
        if used <= workers and buys > 0 and (used > 0 or option == 0):
            value, chosen = with_coins(offices, lists, workers, view, worth, lost, chosen, used, value, buys)
            if value > best:
                best, mask = value, chosen
    return best, mask


@rule
def with_coins(offices, lists, workers, view, worth, lost, chosen, used, value, buys):
    """The best value with `buys` purchases: offices with coins first, then whatever brings most."""
    best, mask, money, place = at.NOTHING, 0, view[at.COINS], 0
    while True:
        more, filled = fill(offices, lists, chosen | lost, workers - used)
        total = value + more + bought(worth, view, buys, money)
        if total > best:
            best, mask = total, chosen | filled
        if place < 4 and lists[1, place] >= 0 and lost >> lists[1, place] & 1:
            place += 1
        if used == workers or place == 4 or lists[1, place] < 0:
            return best, mask
        office = lists[1, place]
        value += offices[office, 2]
        money += offices[office, 1] * view[at.FACTOR]
        chosen |= 1 << office
        used += 1
        place += 1


@rule
def fill(offices, lists, chosen, number):
    """What the best `number` further offices bring, and which they are."""
    value, mask, place = 0.0, 0, 0
    while number > 0 and place < LISTED and lists[0, place] >= 0:
        office = lists[0, place]
        if not chosen >> office & 1:
            value += offices[office, 2]
            mask |= 1 << office
            number -= 1
        place += 1
    return value, mask


@rule
def insert(offices, lists, kind, size, office, coin):
    """Insert an office into a list sorted by worth."""
    worth, place = offices[office, 2] + coin * offices[office, 1], size
    while place > 0:
        other = lists[kind, place - 1]
        if other >= 0 and offices[other, 2] + coin * offices[other, 1] >= worth:
            break
        if place < size:
            lists[kind, place] = other
        place -= 1
    if place < size:
        lists[kind, place] = office
