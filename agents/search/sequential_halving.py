"""Paired flat search: play every candidate out in the same deals and compare it with a baseline.

The baseline is the move of the playout bot, or of the guide. All actions share the deals and the chance in
them (common random numbers), so few playouts suffice to tell them apart. After each stage the worse half of
the candidates drops out (sequential halving), but never the baseline. Another action is chosen only if it
leads the baseline by some standard errors of the paired difference.
"""

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import count
from .playout import MOST_SEATS, bots_of, hash_of
from .values import early_worth, worth_of

FEWEST = 3  # least deals per candidate; if there are too many candidates for that, random ones are left out
MANY = 8  # with fewer deals per action than this, only some amounts are tried
SAME = 4  # deals after which a candidate that always equalled the baseline drops out
STAGE = 16  # deals in a stage of the last two candidates
UNLIKELY = 0.002  # actions with a lower probability by the guide are not tried
HOPELESS = 3.0  # a candidate this many standard errors behind the baseline drops out


def _unbound(*_):
    raise NotImplementedError


advance = deal = playout = bot_move = rules_round = _unbound


THOUGHT = np.dtype(
    [
        ("key", np.uint64),  # of the deals
        ("round", np.int64),  # the current one
        ("me", np.int64),  # the seat that searches
        ("baseline", np.int64),  # the action to beat
        ("left", np.int64),  # remaining candidates; 0 before the first stage
        ("deals", np.int64),  # so far
        ("used", np.int64),  # playouts so far
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

    If a network evaluates leaves, a call plays one stage of every decision and stores the tables where
    playouts stopped in `leaves`. The caller adds their values and calls again until all decisions are made.

    Args:
        report: (R, A, 3) float64, filled with each action's number of playouts, mean outcome, and standard
            error of its lead over the baseline; or (0, A, 3) for no report.
        plan: a `SearchPlan`.
        guides: (R, A) float32, a trained policy's probability of each action; or (0, A) for no guide.
        memory: (K,) THOUGHT, the candidates (K, A), the number of playouts of each action (K, A), and the
            outcome of each deal (K, A, D). K is 1, or last - first if leaves are evaluated.
        leaves: (L,) tables, and (L, 3) the decision, action and deal of each.
        scratch, dealt: one table each as working memory; `raw` is `dealt` as bytes.

    Returns:
            The numbers of simulated decisions and of leaves.
    """
    thoughts, candidates, tries, outcome = memory
    stopped, belongs = leaves
    legal, results = np.zeros(masks.shape[1], np.bool_), np.zeros((3, MOST_SEATS))
    table, redealt = scratch[0], dealt[0]  # views into the arrays
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
                thought.baseline = bot_move(box[0], tables[row], me, known, 0)
                thought.left = initial_candidates(
                    known, thought.baseline, plan, candidates[slot], thought.key
                )
        else:
            thought.left = halve(candidates[slot], thought.left, outcome[slot], thought.deals)
        soon, last_round = thought.round + plan.soon, thought.round + plan.rounds
        thought.done = True
        while thought.left > 1 and thought.used + thought.left <= plan.iterations:
            # Deals in the outer loop, candidates inside: each deal is dealt once, and all candidates share
            # it.
            for _ in range(deals_of_stage(thought.left, plan.iterations - thought.used)):
                dealt[0] = tables[row]
                deal_key = chance.mix(thought.key, thought.deals)
                bots = bots_of(plan, deal_key, thought.deals, me)
                deal(box[0], redealt, me, deal_key, chance.mix(deal_key, 1), plan.believe, bots, legal)
                for i in range(thought.left):
                    scratch[0] = dealt[0]
                    for action in range(len(known)):
                        legal[action] = known[action]
                    tried = candidates[slot, i]
                    advance(box[0], table, tried, legal, False)
                    simulated += 1
                    simulated += playout(
                        box[0], table, legal, soon, last_round, plan.at_random, bots, results
                    )
                    worth = worth_of(me, seats, typical, results, plan)
                    if plan.evaluated and table.seat != NOBODY:
                        worth = early_worth(me, seats, typical, results, plan)
                        stopped[found] = scratch[0]
                        belongs[found, 0], belongs[found, 1], belongs[found, 2] = slot, tried, thought.deals
                        found += 1
                    outcome[slot, tried, thought.deals] = worth
                    tries[slot, tried] += 1
                thought.deals += 1
                thought.used += thought.left
            if plan.evaluated:  # the next stage needs the network's values first
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
    """The action with the highest probability."""
    best = 0
    for action in range(len(guide)):
        if guide[action] > guide[best]:
            best = action
    return best


@rule
def guided_candidates(guide, baseline, plan, candidates):
    """Fill in the baseline and the guide's likeliest other actions; return how many there are."""
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
    """The mean of the first `number` outcomes; 0 for none."""
    total = 0.0
    for deal in range(number):
        total += outcomes[deal]
    return total / max(1, number)


@rule
def initial_candidates(known, baseline, plan, candidates, key):
    """Fill in the baseline and the other legal actions in random order; return how many can be tried."""
    number = 1
    candidates[0] = baseline
    # Bidding 17 is worth about as much as bidding 18: with few deals, some amounts stand for all.
    thinned = count(known) > plan.iterations // MANY
    for action in range(len(known)):
        if (
            known[action]
            and action != baseline
            and not (thinned and is_between(known, baseline, action, plan))
        ):
            candidates[number] = action
            number += 1
    # Shuffled, because the list is cut off where deals run out; index 0 is the baseline.
    for place in range(2, number):
        key = chance.mix(key, place)
        other = 1 + int(((key >> np.uint64(32)) * np.uint64(place)) >> np.uint64(32))
        candidates[place], candidates[other] = candidates[other], candidates[place]
    return min(number, max(2, plan.iterations // FEWEST))


@rule
def is_between(known, baseline, action, plan):
    """Whether an action is an amount to skip: neither the highest nor 1, 2, 4, ... from the baseline.

    If the baseline is not an amount, the lowest legal amount takes its place.
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
    distance = abs(action - near)
    return action != highest and distance & (distance - 1) != 0  # not a power of 2


@rule
def deals_of_stage(left, budget):
    """The number of deals of the next stage, given the remaining candidates and playouts."""
    stages = 1
    while (1 << stages) < left:
        stages += 1
    deals = max(1, budget // (stages * left))
    # The last two would get the whole rest at once; in steps, a hopeless one can drop out early.
    return min(deals, STAGE) if left == 2 else deals


@rule
def lead(outcome, action, baseline, deals):
    """The mean and standard error of an action's lead over the baseline."""
    total, squares = 0.0, 0.0
    for deal in range(deals):
        difference = float(outcome[action, deal]) - float(outcome[baseline, deal])
        total += difference
        squares += difference * difference
    mean = total / max(1, deals)
    return mean, np.sqrt(max(0.0, squares / max(1, deals) - mean * mean) / max(1, deals - 1))


@rule
def halve(candidates, left, outcome, deals):
    """Sort the candidates after the baseline, best first; return how many remain."""
    # Insertion sort: the lists are short, and Numba compiles it much faster than `np.argsort`.
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
