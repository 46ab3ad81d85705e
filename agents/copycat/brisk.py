"""Plays fast, for searches with `playouts=brisk`.

It surveys the round like the greedy bot, but does not plan for its workers: each goes where it brings most by
itself. A coin is worth what one more usually buys, a purchase what it buys with a few more coins.
"""

import numpy as np

from ...envs.copycat import actions as say
from ...envs.copycat.table import CARDS, OFFICES, Effect, Phase
from ...envs.core.engine.compile import rule
from ...envs.core.engine.loops import first_legal
from .greedy import settle
from .greedy import weights as at
from .greedy.effects import least, play_for_more, play_freely
from .greedy.offices import office_worth
from .greedy.planning import share_of_lower_cards
from .greedy.street import bought, buys_of, coins_of, survey

STAKES = 4.0  # worth of going first
COINS_TO_COME = 1.5  # for each worker still to be placed, two at most


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    action = wanted(box, table, seat, legal)
    return action if 0 <= action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal):
    """The action that the bot wants, legal or not."""
    phase, stop = int(table.phase), say.PASS if table.fresh == 0 else say.END_TURN
    placing = table.due > 0 and table.pool[seat] > 0
    if phase == Phase.TURN:
        action = play_freely(box, table, seat, legal)
        if action >= 0:
            return action
        if action < -1 and not placing:
            return stop
    view, held = np.zeros(at.SIZE), np.empty(CARDS + 1, np.int64)
    worth = np.zeros((at.MOST_BUYS + 1, at.MOST_COINS))
    survey(box, table, seat, at.GREEDY[0], view, worth, held)
    if phase == Phase.BID:
        return bid(table, seat, view, held)
    if phase != Phase.TURN:
        return settle(box, table, seat, legal, at.GREEDY[0], view, worth, held)
    action = play_for_more(box, table, seat, legal, at.GREEDY[0], view, worth, held)
    if action < 0 and placing:
        action = place(box, table, seat, legal, view, worth, held)
    return action if action >= 0 else stop


@rule
def bid(table, seat, view, held):
    """The card with the best chance to go first, less what playing it costs."""
    ahead = share_of_lower_cards(table, seat, held)
    best, action = at.NOTHING, -1
    for number in range(1, held[0] + 1):
        gain = STAKES * ahead[number] - view[at.HAND + number]
        if gain > best:
            best, action = gain, say.CARD + held[number]
    return action


@rule
def place(box, table, seat, legal, view, worth, held):
    """The office that brings most by itself."""
    others = min(2, int(table.pool[seat]) - 1)
    trash = -max(-at.MOST_TRASH, least(box, table, at.GREEDY[0], view, held, True, 0)[0])
    best, action = at.NOTHING, -1
    for office in range(OFFICES):
        if legal[say.PLACE + office]:
            value, coins = (
                office_worth(box, table, seat, office, at.GREEDY[0], view, held),
                coins_of(box, office),
            )
            if box.office_effect[office] == Effect.TRASH_FOR_COIN:
                value, coins = value + trash, 1
            value += in_coins(box, office, coins, others, view, worth)
            if value > best:
                best, action = value, say.PLACE + office
    return action


@rule
def in_coins(box, office, coins, others, view, worth):
    """What an office's coins and purchases bring, with `others` workers still to be placed."""
    buys, money = buys_of(box, office), view[at.COINS] + COINS_TO_COME * others
    if buys > 0:
        return bought(worth, view, view[at.BUYS] + buys, money) - bought(worth, view, view[at.BUYS], money)
    if coins == 0:
        return 0.0
    if others > 0:
        return coins * view[at.COIN_NOW] * view[at.FACTOR]
    return bought(worth, view, view[at.BUYS], money + coins * view[at.FACTOR]) - bought(
        worth, view, view[at.BUYS], money
    )
