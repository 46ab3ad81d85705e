"""Flat search in pairs: every candidate is played out in the same deals, and compared with a baseline.

The baseline is the action that the policy takes. All actions share the deals and the chance in them (common
random numbers), so few playouts tell them apart. After each stage the worse half of the candidates drops out
(sequential halving), but never the baseline. Another action is chosen only if it leads the baseline by some
standard errors of the paired difference.
"""

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import count
from .playout import MOST_SEATS, bots_of, hash_of
from .values import early_worth, worth_of

FEWEST = 3  # deals that each candidate gets; if there are too many candidates, some are left out at random
MANY = 8  # with fewer deals for each action than this, only some of many similar numbers are tried
SAME = 4  # deals after which a candidate drops out that came to the same as the baseline in all of them
STAGE = 16  # deals in a stage of the last two candidates
UNLIKELY = 0.002  # an action to which the guide gives less is not tried
HOPELESS = 3.0  # standard errors behind the baseline


def _unbound(*_):
    raise NotImplementedError


advance = deal = playout = policy = rules_round = _unbound


THOUGHT = np.dtype(
    [
        ("key", np.uint64),  # of the deals
        ("round", np.int64),  # the present one
        ("me", np.int64),  # the seat that thinks
        ("baseline", np.int64),  # the action to beat
        ("left", np.int64),  # candidates that are still tried; 0 before it has begun
        ("deals", np.int64),  # so far
        ("used", np.int64),  # playouts, so far
        ("done", np.bool_),
    ]
)


def sequential_halving_template(
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

    With a `plan` whose leaves a network evaluates, a call plays one stage of every decision: it puts the
    tables at which playouts stopped into `leaves`; the caller adds what they are worth and calls again, until
    all are done.

    Args:
        report: (R, A, 3) float64, filled with the number of playouts of each action, their mean, and the
            standard error of its lead over the baseline; or (0, A, 3) for no report.
        plan: a `Plan`.
        guides: (R, A) float32, how likely a trained policy is to take each action; or (0, A) for no guide.
        memory: (K,) THOUGHT, and for each the candidates (K, A), the number of playouts of each action (K, A)
            and the outcome of each deal (K, A, D). K is 1, or last - first if leaves are evaluated.
        leaves: (L,) tables, and where they belong, (L, 3): decision, action, deal.
        scratch, dealt: one table each, to work on; `raw` is `dealt` as bytes.

    Returns:
        The number of simulated decisions, and of leaves.
    """
    thoughts, candidates, tries, outcome = memory
    stopped, belongs = leaves
    legal, ends = np.zeros(masks.shape[1], np.bool_), np.zeros((3, MOST_SEATS))
    table, redealt = scratch[0], dealt[0]  # views: they follow what is written into the arrays
    typical = float(box[0].typical_score)
    simulated, found = 0, 0
    for k in range(first, last):
        row, slot = rows[k], k - first if plan.evaluated else 0
        thought, known = thoughts[slot], masks[row]
        me, seats = int(tables[row].seat), int(tables[row].seats)
        if plan.evaluated and thought.done:
            continue
        if not plan.evaluated or thought.left == 0:
            # The key of chance depends only on what the seat knows: the bytes of one redeal.
            dealt[0] = tables[row]
            deal(box[0], redealt, me, seed, seed, False, 0, legal)
            thought.key = hash_of(raw, seed)
            thought.round = rules_round(box[0], tables[row])
            thought.me, thought.deals, thought.used = me, 0, 0
            for action in range(len(known)):
                tries[slot, action] = 0
            if len(guides) > 0:
                thought.baseline = likeliest(guides[k])
                thought.left = guided_candidates(guides[k], thought.baseline, plan, candidates[slot])
            else:
                thought.baseline = policy(box[0], tables[row], me, known, 0)
                thought.left = initial_candidates(
                    known, thought.baseline, plan, candidates[slot], thought.key
                )
        else:
            thought.left = halve(candidates[slot], thought.left, outcome[slot], thought.deals)
        soon, last_round = thought.round + plan.soon, thought.round + plan.rounds
        thought.done = True
        while thought.left > 1 and thought.used + thought.left <= plan.iterations:
            for _ in range(deals_of_stage(thought.left, plan.iterations - thought.used)):
                dealt[0] = tables[row]
                deal_key = chance.fold(thought.key, thought.deals)
                bots = bots_of(plan, deal_key, thought.deals, me)
                deal(box[0], redealt, me, deal_key, chance.fold(deal_key, 1), plan.believe, bots, legal)
                for i in range(thought.left):
                    scratch[0] = dealt[0]
                    for action in range(len(known)):
                        legal[action] = known[action]
                    tried = candidates[slot, i]
                    advance(box[0], table, tried, legal, False)
                    simulated += 1
                    simulated += playout(box[0], table, legal, soon, last_round, plan.at_random, bots, ends)
                    worth = worth_of(me, seats, typical, ends, plan)
                    if plan.evaluated and table.seat != NOBODY:
                        worth = early_worth(me, seats, typical, ends, plan)
                        stopped[found] = scratch[0]
                        belongs[found, 0], belongs[found, 1], belongs[found, 2] = slot, tried, thought.deals
                        found += 1
                    outcome[slot, tried, thought.deals] = worth
                    tries[slot, tried] += 1
                thought.deals += 1
                thought.used += thought.left
            if plan.evaluated:
                thought.done = False
                break
            thought.left = halve(candidates[slot], thought.left, outcome[slot], thought.deals)
        if not thought.done:
            continue
        out[k] = best_of(candidates[slot], thought.left, outcome[slot], thought.deals, plan.trust)
        if len(report) > 0:
            fill_report(report[k], tries[slot], outcome[slot], thought.baseline)
    return simulated, found


@rule
def fill_report(report, tries, outcome, baseline):
    """Fill the report of one decision, (A, 3)."""
    for action in range(len(tries)):
        number = tries[action]
        report[action, 0] = number
        report[action, 1] = mean_of(outcome[action], number)
        report[action, 2] = lead(outcome, action, baseline, number)[1]


@rule
def likeliest(guide):
    """The action that the guide takes."""
    best = 0
    for action in range(len(guide)):
        if guide[action] > guide[best]:
            best = action
    return best


@rule
def guided_candidates(guide, baseline, plan, candidates):
    """Fill in the baseline and the other actions that the guide finds likely; return how many there are."""
    number, most = 1, min(plan.breadth, max(2, plan.iterations // FEWEST))
    candidates[0] = baseline
    while number < most:
        best = -1
        for action in range(len(guide)):
            if guide[action] >= UNLIKELY and (best < 0 or guide[action] > guide[best]):
                fresh = True
                for place in range(number):
                    fresh = fresh and candidates[place] != action
                best = action if fresh else best
        if best < 0:
            return number
        candidates[number] = best
        number += 1
    return number


@rule
def mean_of(outcomes, number):
    """The mean of the first `number`; 0 for none."""
    total = 0.0
    for deal in range(number):
        total += outcomes[deal]
    return total / max(1, number)


@rule
def initial_candidates(known, baseline, plan, candidates, key):
    """Fill in the baseline and the other legal actions in random order; return how many can be tried."""
    number = 1
    candidates[0] = baseline
    thinned = count(known) > plan.iterations // MANY
    for action in range(len(known)):
        if (
            known[action]
            and action != baseline
            and not (thinned and is_between(known, baseline, action, plan))
        ):
            candidates[number] = action
            number += 1
    for place in range(2, number):
        key = chance.fold(key, place)
        other = 1 + int(((key >> np.uint64(32)) * np.uint64(place)) >> np.uint64(32))
        candidates[place], candidates[other] = candidates[other], candidates[place]
    return min(number, max(2, plan.iterations // FEWEST))


@rule
def is_between(known, baseline, action, plan):
    """Whether an action is a number much like others: not the highest, nor 1, 2, 4, ... from the baseline.

    If the baseline is not a number, they are counted from the lowest that is legal.
    """
    first, last = plan.numbers
    if action < first or action >= last:
        return False
    highest = action
    for other in range(action + 1, last):
        highest = other if known[other] else highest
    near = baseline
    if baseline < first or baseline >= last:
        near = first
        while not known[near]:
            near += 1
    apart = abs(action - near)
    return action != highest and apart & (apart - 1) != 0


@rule
def deals_of_stage(left, budget):
    """How many deals to play with the candidates left and a budget in playouts."""
    stages = 1
    while (1 << stages) < left:
        stages += 1
    deals = max(1, budget // (stages * left))
    return min(deals, STAGE) if left == 2 else deals


@rule
def lead(outcome, action, baseline, deals):
    """The mean of an action's lead over the baseline in a number of deals, and its standard error."""
    total, squares = 0.0, 0.0
    for deal in range(deals):
        difference = float(outcome[action, deal]) - float(outcome[baseline, deal])
        total += difference
        squares += difference * difference
    mean = total / max(1, deals)
    return mean, np.sqrt(max(0.0, squares / max(1, deals) - mean * mean) / max(1, deals - 1))


@rule
def halve(candidates, left, outcome, deals):
    """Sort the candidates behind the baseline, the best first; return how many go on."""
    for place in range(2, left):
        at, action = place, candidates[place]
        mean = mean_of(outcome[action], deals)
        while at > 1 and mean_of(outcome[candidates[at - 1]], deals) < mean:
            candidates[at] = candidates[at - 1]
            at -= 1
        candidates[at] = action
    left = max(2, (left + 1) // 2)
    while left > 1 and deals >= SAME:
        mean, error = lead(outcome, candidates[left - 1], candidates[0], deals)
        same = mean == 0.0 and error == 0.0
        if not same and (deals < STAGE or mean > -HOPELESS * error):
            break
        left -= 1
    return left


@rule
def best_of(candidates, left, outcome, deals, trust):
    """The action whose lead over the baseline most exceeds `trust` standard errors, or the baseline."""
    best, chosen = 0.0, candidates[0]
    for place in range(1, left):
        mean, error = lead(outcome, candidates[place], candidates[0], deals)
        if mean - trust * error > best:
            best, chosen = mean - trust * error, candidates[place]
    return chosen
