"""Flat search in pairs: every action is played out in the same deals, and compared with the policy's own.

The deals, and the chance in them, are common to all actions, so their difference is told apart with few
playouts. After each stage the worse half of the actions drops out (sequential halving); the policy's own
stays in. Another is chosen only if it leads that one by some standard errors of the paired difference.
"""

import numpy as np

from ...envs.core import chance
from ...envs.core.compile import rule
from ...envs.core.loops import count, first_legal
from .playout import MOST_SEATS, hash_of
from .values import worth_of

FEWEST = 3  # deals that each action gets at least; if there are too many, some are left out at random
STAGE = 16  # deals between two looks at the last two
HOPELESS = 3.0  # standard errors behind the policy's


def _unbound(*_):
    raise NotImplementedError


advance = deal = playout = policy = rules_round = _unbound


def think_in_pairs_template(
    box, tables, masks, rows, first, last, out, report, plan, seed, scratch, dealt, raw
):
    """Fill out[k] for the seat to decide in game rows[k].

    Args:
        report: (R, A, 3) float64 for the playouts of each action, their mean, and the standard error of its
            lead over the policy's; or (0, A, 3) for none.
        plan: a `Plan`.
        scratch, dealt: a table each to work on; `raw` is `dealt` as bytes.
    """
    width = masks.shape[1]
    legal = np.zeros(width, np.bool_)
    alive = np.zeros(width, np.int64)
    outcome = np.zeros((width, plan.iterations + 1), np.float32)
    played = np.zeros(width, np.int64)
    sums = np.zeros(width)
    scores, standings = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    table, afresh = scratch[0], dealt[0]  # they follow what is written into the arrays
    typical = float(box[0].typical_score)
    for k in range(first, last):
        row = rows[k]
        known = masks[row]
        if count(known) == 1:
            out[k] = first_legal(known)
            continue
        me, seats = int(tables[row].seat), int(tables[row].seats)
        # What chance is keyed with depends only on what the seat knows: the bytes of one redeal.
        dealt[0] = tables[row]
        deal(box[0], afresh, me, seed, seed)
        key = hash_of(raw, seed)
        own = policy(box[0], tables[row], me, known)
        left = line_up(known, own, alive, max(2, plan.iterations // FEWEST), key)
        last_round = rules_round(box[0], tables[row]) + plan.rounds
        for action in range(width):
            sums[action], played[action] = 0.0, 0
        deals, used = 0, 0
        while left > 1 and used + left <= plan.iterations:
            for _ in range(deals_of_stage(left, plan.iterations - used)):
                dealt[0] = tables[row]
                deal_key = chance.fold(key, deals)
                deal(box[0], afresh, me, deal_key, chance.fold(deal_key, 1))
                for i in range(left):
                    scratch[0] = dealt[0]
                    for action in range(width):
                        legal[action] = known[action]
                    advance(box[0], table, alive[i], legal, False)
                    playout(box[0], table, legal, last_round, plan.at_random, scores, standings)
                    worth = worth_of(me, seats, typical, scores, standings, plan)
                    outcome[alive[i], deals] = worth
                    sums[alive[i]] += worth
                    played[alive[i]] += 1
                deals += 1
                used += left
            left = halve(alive, left, sums, outcome, deals)
        out[k] = best_of(alive, left, outcome, deals, plan.trust)
        if len(report) > 0:
            for action in range(width):
                report[k, action, 0] = played[action]
                report[k, action, 1] = sums[action] / max(1, played[action])
                report[k, action, 2] = lead(outcome, action, own, played[action])[1]


@rule
def line_up(known, own, alive, most, key):
    """The policy's action first, then the other legal ones in random order; how many of them can be tried."""
    number = 1
    alive[0] = own
    for action in range(len(known)):
        if known[action] and action != own:
            alive[number] = action
            number += 1
    for place in range(2, number):
        key = chance.fold(key, place)
        other = 1 + int(((key >> np.uint64(32)) * np.uint64(place)) >> np.uint64(32))
        alive[place], alive[other] = alive[other], alive[place]
    return min(number, most)


@rule
def deals_of_stage(left, budget):
    """How many deals are played with so many actions left, of a budget in playouts."""
    stages = 1
    while (1 << stages) < left:
        stages += 1
    deals = max(1, budget // (stages * left))
    return min(deals, STAGE) if left == 2 else deals


@rule
def lead(outcome, action, own, deals):
    """The mean of an action's lead over the policy's own in so many deals, and its standard error."""
    total, squares = 0.0, 0.0
    for deal in range(deals):
        difference = float(outcome[action, deal]) - float(outcome[own, deal])
        total += difference
        squares += difference * difference
    mean = total / max(1, deals)
    return mean, np.sqrt(max(0.0, squares / max(1, deals) - mean * mean) / max(1, deals - 1))


@rule
def halve(alive, left, sums, outcome, deals):
    """Put the better actions first, behind the policy's; how many go on."""
    for place in range(2, left):
        at, action = place, alive[place]
        while at > 1 and sums[alive[at - 1]] < sums[action]:
            alive[at] = alive[at - 1]
            at -= 1
        alive[at] = action
    left = max(2, (left + 1) // 2)
    while left > 1 and deals >= STAGE:
        mean, error = lead(outcome, alive[left - 1], alive[0], deals)
        if mean > -HOPELESS * error:
            break
        left -= 1
    return left


@rule
def best_of(alive, left, outcome, deals, trust):
    """The action that leads the policy's by most standard errors more than `trust`, or the policy's."""
    best, chosen = 0.0, alive[0]
    for place in range(1, left):
        mean, error = lead(outcome, alive[place], alive[0], deals)
        if mean - trust * error > best:
            best, chosen = mean - trust * error, alive[place]
    return chosen
