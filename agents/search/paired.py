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
MANY = 8  # with fewer deals than that for each action, of numbers that are much alike only some are tried
SAME = 4  # deals after which an action that came to the same as the policy's in all of them drops out
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

    Returns:
        How many decisions were simulated.
    """
    width = masks.shape[1]
    legal = np.zeros(width, np.bool_)
    alive = np.zeros(width, np.int64)
    outcome = np.zeros((width, plan.iterations + 1), np.float32)
    played = np.zeros(width, np.int64)
    sums = np.zeros(width)
    ends = np.zeros((3, MOST_SEATS))
    table, afresh = scratch[0], dealt[0]  # they follow what is written into the arrays
    typical = float(box[0].typical_score)
    simulated = 0
    for k in range(first, last):
        row = rows[k]
        known = masks[row]
        if count(known) == 1:
            out[k] = first_legal(known)
            continue
        me, seats = int(tables[row].seat), int(tables[row].seats)
        # What chance is keyed with depends only on what the seat knows: the bytes of one redeal.
        dealt[0] = tables[row]
        deal(box[0], afresh, me, seed, seed, False, 0, legal)
        key = hash_of(raw, seed)
        own = policy(box[0], tables[row], me, known, 0)
        left = line_up(known, own, plan, alive, key)
        this_round = rules_round(box[0], tables[row])
        soon, last_round = this_round + plan.soon, this_round + plan.rounds
        for action in range(width):
            sums[action], played[action] = 0.0, 0
        deals, used = 0, 0
        while left > 1 and used + left <= plan.iterations:
            for _ in range(deals_of_stage(left, plan.iterations - used)):
                dealt[0] = tables[row]
                deal_key, number = chance.fold(key, deals), deals % plan.bots
                deal(box[0], afresh, me, deal_key, chance.fold(deal_key, 1), plan.believe, number, legal)
                for i in range(left):
                    scratch[0] = dealt[0]
                    for action in range(width):
                        legal[action] = known[action]
                    advance(box[0], table, alive[i], legal, False)
                    simulated += 1
                    simulated += playout(box[0], table, legal, soon, last_round, plan.at_random, number, ends)
                    worth = worth_of(me, seats, typical, ends, plan)
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
    return simulated


@rule
def line_up(known, own, plan, alive, key):
    """The policy's action first, then the other legal ones in random order; how many of them can be tried."""
    number = 1
    alive[0] = own
    thinned = count(known) > plan.iterations // MANY
    for action in range(len(known)):
        if known[action] and action != own and not (thinned and is_between(known, own, action, plan)):
            alive[number] = action
            number += 1
    for place in range(2, number):
        key = chance.fold(key, place)
        other = 1 + int(((key >> np.uint64(32)) * np.uint64(place)) >> np.uint64(32))
        alive[place], alive[other] = alive[other], alive[place]
    return min(number, max(2, plan.iterations // FEWEST))


@rule
def is_between(known, own, action, plan):
    """Whether this is a number much like others: not the highest, nor 1, 2, 4, ... from the policy's.

    Where the policy names none, they are counted from the lowest that is legal.
    """
    first, last = plan.numbers
    if action < first or action >= last:
        return False
    highest = action
    for other in range(action + 1, last):
        highest = other if known[other] else highest
    near = own
    if own < first or own >= last:
        near = first
        while not known[near]:
            near += 1
    apart = abs(action - near)
    return action != highest and apart & (apart - 1) != 0


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
    while left > 1 and deals >= SAME:
        mean, error = lead(outcome, alive[left - 1], alive[0], deals)
        same = mean == 0.0 and error == 0.0
        if not same and (deals < STAGE or mean > -HOPELESS * error):
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
