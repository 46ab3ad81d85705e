"""Flat search in pairs: every action is played out in the same deals, and compared with the policy's own.

The deals, and the chance in them, are common to all actions, so their difference is told apart with few
playouts. After each stage the worse half of the actions drops out (sequential halving); the policy's own
stays in. Another is chosen only if it leads that one by some standard errors of the paired difference.
"""

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import count
from .playout import MOST_SEATS, hash_of
from .values import early_worth, worth_of

FEWEST = 3  # deals that each action gets at least; if there are too many, some are left out at random
MANY = 8  # with fewer deals than that for each action, of numbers that are much alike only some are tried
SAME = 4  # deals after which an action that came to the same as the policy's in all of them drops out
STAGE = 16  # deals between two looks at the last two
UNLIKELY = 0.002  # actions that a trained policy takes so seldom are not tried
HOPELESS = 3.0  # standard errors behind the policy's


def _unbound(*_):
    raise NotImplementedError


advance = deal = playout = policy = rules_round = _unbound


THOUGHT = np.dtype(
    [
        ("key", np.uint64),  # of its deals
        ("round", np.int64),  # the present one
        ("me", np.int64),  # who thinks
        ("own", np.int64),  # the action to beat
        ("left", np.int64),  # actions that are still tried; 0 before it has begun
        ("deals", np.int64),  # played so far
        ("used", np.int64),  # playouts so far
        ("done", np.bool_),
    ]
)


def think_in_pairs_template(
    box,
    tables,
    masks,
    rows,
    first,
    last,
    out,
    report,
    plan,
    seed,
    guides,
    memory,
    leaves,
    scratch,
    dealt,
    raw,
):
    """Fill out[k] for the seat to decide in game rows[k].

    With a `plan` that judges leaves by a network, a call plays one stage of every decision: the tables on
    which playouts stopped are put into `leaves`, and whoever calls adds what they are worth, and calls again
    until all are done.

    Args:
        report: (R, A, 3) float64 for the playouts of each action, their mean, and the standard error of its
            lead over the one to beat; or (0, A, 3) for none.
        plan: a `Plan`.
        guides: (R, A) float32, how likely a trained policy is to take each action; or (0, A) for none.
        memory: (K,) THOUGHT, then for each of them the actions that are left (K, A), the playouts of each
            (K, A) and what came of each deal (K, A, D). K is 1, or last - first where leaves are judged.
        leaves: (L,) tables, and where they belong, (L, 3): decision, action, deal.
        scratch, dealt: a table each to work on; `raw` is `dealt` as bytes.

    Returns:
        How many decisions were simulated, and the number of leaves.
    """
    thoughts, alive, tries, outcome = memory
    stopped, belongs = leaves
    legal, ends = np.zeros(masks.shape[1], np.bool_), np.zeros((3, MOST_SEATS))
    table, afresh = scratch[0], dealt[0]  # they follow what is written into the arrays
    typical = float(box[0].typical_score)
    simulated, found = 0, 0
    for k in range(first, last):
        row, slot = rows[k], k - first if plan.judged else 0
        thought, known = thoughts[slot], masks[row]
        me, seats = int(tables[row].seat), int(tables[row].seats)
        if plan.judged and thought.done:
            continue
        if not plan.judged or thought.left == 0:
            # What chance is keyed with depends only on what the seat knows: the bytes of one redeal.
            dealt[0] = tables[row]
            deal(box[0], afresh, me, seed, seed, False, 0, legal)
            thought.key = hash_of(raw, seed)
            thought.round = rules_round(box[0], tables[row])
            thought.me, thought.deals, thought.used = me, 0, 0
            for action in range(len(known)):
                tries[slot, action] = 0
            if len(guides) > 0:
                thought.own = likeliest(guides[k])
                thought.left = line_up_by(guides[k], thought.own, plan, alive[slot])
            else:
                thought.own = policy(box[0], tables[row], me, known, 0)
                thought.left = line_up(known, thought.own, plan, alive[slot], thought.key)
        else:
            thought.left = halve(alive[slot], thought.left, outcome[slot], thought.deals)
        soon, last_round = thought.round + plan.soon, thought.round + plan.rounds
        thought.done = True
        while thought.left > 1 and thought.used + thought.left <= plan.iterations:
            for _ in range(deals_of_stage(thought.left, plan.iterations - thought.used)):
                dealt[0] = tables[row]
                deal_key, number = chance.fold(thought.key, thought.deals), thought.deals % plan.bots
                deal(box[0], afresh, me, deal_key, chance.fold(deal_key, 1), plan.believe, number, legal)
                for i in range(thought.left):
                    scratch[0] = dealt[0]
                    for action in range(len(known)):
                        legal[action] = known[action]
                    tried = alive[slot, i]
                    advance(box[0], table, tried, legal, False)
                    simulated += 1
                    simulated += playout(box[0], table, legal, soon, last_round, plan.at_random, number, ends)
                    worth = worth_of(me, seats, typical, ends, plan)
                    if plan.judged and table.seat != NOBODY:
                        worth = early_worth(me, seats, typical, ends, plan)
                        stopped[found] = scratch[0]
                        belongs[found, 0], belongs[found, 1], belongs[found, 2] = slot, tried, thought.deals
                        found += 1
                    outcome[slot, tried, thought.deals] = worth
                    tries[slot, tried] += 1
                thought.deals += 1
                thought.used += thought.left
            if plan.judged:
                thought.done = False
                break
            thought.left = halve(alive[slot], thought.left, outcome[slot], thought.deals)
        if not thought.done:
            continue
        out[k] = best_of(alive[slot], thought.left, outcome[slot], thought.deals, plan.trust)
        if len(report) > 0:
            for action in range(len(known)):
                number = tries[slot, action]
                report[k, action, 0] = number
                report[k, action, 1] = mean_of(outcome[slot, action], number)
                report[k, action, 2] = lead(outcome[slot], action, thought.own, number)[1]
    return simulated, found


@rule
def likeliest(guide):
    """The action that a trained policy takes."""
    best = 0
    for action in range(len(guide)):
        if guide[action] > guide[best]:
            best = action
    return best


@rule
def line_up_by(guide, own, plan, alive):
    """A trained policy's action first, then the others that it thinks likely; how many of them there are."""
    number, most = 1, min(plan.breadth, max(2, plan.iterations // FEWEST))
    alive[0] = own
    while number < most:
        best = -1
        for action in range(len(guide)):
            if guide[action] >= UNLIKELY and (best < 0 or guide[action] > guide[best]):
                fresh = True
                for place in range(number):
                    fresh = fresh and alive[place] != action
                best = action if fresh else best
        if best < 0:
            return number
        alive[number] = best
        number += 1
    return number


@rule
def mean_of(outcomes, number):
    """The mean of the first so many; 0 for none."""
    total = 0.0
    for deal in range(number):
        total += outcomes[deal]
    return total / max(1, number)


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
def halve(alive, left, outcome, deals):
    """Put the better actions first, behind the policy's; how many go on."""
    for place in range(2, left):
        at, action = place, alive[place]
        mean = mean_of(outcome[action], deals)
        while at > 1 and mean_of(outcome[alive[at - 1]], deals) < mean:
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
