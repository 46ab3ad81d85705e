"""Plays sensibly, without search.

It values everything in victory points. A card is worth what it adds to the income of a round, times the
rounds in which it will still be drawn; the worth of coins and purchases follows from that. Workers go to the
offices that suit the hand best, first to the one whose loss would cost most.
"""

import numpy as np

from ....envs.copycat import actions as say
from ....envs.copycat.table import CARDS, Phase
from ....envs.core.engine.compile import rule
from ....envs.core.engine.loops import first_legal
from .effects import play_for_more, play_freely
from .offices import choose_office
from .planning import choose_bid
from .purchases import choose_at_table, choose_in_hand, choose_target
from .street import bought, coins, survey
from .weights import BUYS, MOST_BUYS, MOST_COINS, SIZE
from .weights import GREEDY as WEIGHTS


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])


@rule
def decide(box, table, seat, legal, w):
    """The action of `seat` by the weights `w`."""
    action = wanted(box, table, seat, legal, w)
    return action if 0 <= action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, w):
    """The action that the bot wants, legal or not."""
    phase, stop = int(table.phase), say.PASS if table.fresh == 0 else say.END_TURN
    placing = table.due > 0 and table.pool[seat] > 0
    if phase == Phase.TURN:
        action = play_freely(box, table, seat, legal)
        if action >= 0:
            return action
        if action < -1 and not placing:
            return stop
    view, held = np.zeros(SIZE), np.empty(CARDS + 1, np.int64)
    worth = np.zeros((MOST_BUYS + 1, MOST_COINS))
    survey(box, table, seat, w, view, worth, held)
    if phase == Phase.BID:
        return choose_bid(box, table, seat, legal, w, view, worth, held)
    if phase != Phase.TURN:
        return settle(box, table, seat, legal, w, view, worth, held)
    action = play_for_more(box, table, seat, legal, w, view, worth, held)
    if action < 0 and placing:
        action = choose_office(box, table, seat, legal, w, view, worth, held)
    return action if action >= 0 else stop


@rule
def settle(box, table, seat, legal, w, view, worth, held):
    """Decisions after the turns, and choices within an action."""
    phase = int(table.phase)
    if phase == Phase.HAND:
        return choose_in_hand(box, table, seat, legal, w, view, worth, held)
    if phase == Phase.TABLE:
        return choose_at_table(box, table, seat, legal, w, view, worth)
    if phase == Phase.INVEST:
        rest = coins(table) - 1
        return say.INVEST_ONE if 1.0 + bought(worth, view, view[BUYS], rest) > 1.0 + rest else say.INVEST_ALL
    return choose_target(box, table, seat, legal, w, view, worth, held)
