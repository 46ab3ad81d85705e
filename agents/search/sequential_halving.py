"""Paired flat search: play every candidate out in the same deals and compare it with a baseline.

The baseline is the move of the playout bot, or of the guide. All actions share the deals and the chance in
them (common random numbers), so few playouts suffice to tell them apart. After each stage the worse half of
the candidates drops out (sequential halving), but never the baseline. Another action is chosen only if it
leads the baseline by some standard errors of the paired difference.
"""

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule, unbound
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import count, first_legal
from .playout import MOST_SEATS, place_of
from .values import early_worth, worth_of

FEWEST = 3  # deals per candidate, at least; if candidates are too many for that, random ones are left out
MANY = 8  # with fewer deals per action than this, only some amounts are tried
SAME = 4  # deals after which a candidate that always equalled the baseline drops out
STAGE = 16  # deals in a stage of the last two candidates
UNLIKELY = 0.002  # actions to which the guide, at the search's temperature, gives less are not tried
HOPELESS = 3.0  # a candidate this many standard errors behind the baseline drops out


advance = begin = bot_move = determinize = key_of = play_stage = playout = rules_round = unbound


_FIELDS = [
    ("key", np.uint64),  # of the deals
    ("this_round", np.int64),
    ("me", np.int64),  # the seat that searches
    ("baseline", np.int64),  # the action to beat
    ("left", np.int64),  # remaining candidates; 0 before the first stage
    ("deals", np.int64),  # so far
    ("used", np.int64),  # playouts so far
    ("done", np.bool_),
]
THOUGHT = np.dtype((np.record, _FIELDS))  # whose fields are attributes in interpreted code, too


def sequential_halving_template(games, first, last, asked, answers, work):
    """Choose for the seat to decide in games.rows[k], for k from `first` to `last`.

    If a network evaluates leaves, a call plays one stage of every decision and stores the tables where
    playouts stopped in `work`. The caller adds their values and calls again until all decisions are made.

    Args:
        games: the `Games`.
        asked: what is `Asked`.
        answers: the `Answers`, of which those for k are filled in. The report has each action's number of
            playouts, mean outcome, and standard error of its lead over the baseline.
        work: the `Work`.

    Returns:
        The numbers of simulated decisions and of leaves.
    """
    plan = asked.plan
    legal, results = np.zeros(games.masks.shape[1], np.bool_), np.zeros((3, MOST_SEATS))
    simulated, found = 0, 0
    for k in range(first, last):
        slot = k - first if plan.evaluated else 0
        thought, candidates, outcome = work.thoughts[slot], work.candidates[slot], work.outcome[slot]
        if plan.evaluated and thought.done:
            continue
        start, known = games.tables[games.rows[k]], games.masks[games.rows[k]]
        if not plan.evaluated or thought.left == 0:
            begin(games.box[0], start, known, asked, k, work, slot, legal)
        else:
            thought.left = halve(candidates, thought.left, outcome, thought.deals)
        thought.done = True
        while thought.left > 1 and thought.used + thought.left <= plan.iterations:
            done, found = play_stage(games.box[0], start, known, plan, work, slot, found, legal, results)
            simulated += done
            if plan.evaluated:  # the next stage needs the network's values first
                thought.done = False
                break
            thought.left = halve(candidates, thought.left, outcome, thought.deals)
        if not thought.done:
            continue
        answers.out[k] = best_of(candidates, thought.left, outcome, thought.deals, plan.trust)
        if len(answers.report) > 0:
            fill_report(answers.report[k], work.tries[slot], outcome, thought.baseline)
    return simulated, found


def begin_template(box, start, known, asked, k, work, slot, legal):
    """Begin the search of a decision: its key of chance, its baseline and its candidates."""
    thought, candidates = work.thoughts[slot], work.candidates[slot]
    thought.key = key_of(box, start, asked.seed, work, legal)
    thought.this_round = rules_round(box, start)
    thought.me, thought.deals, thought.used = int(start.seat), 0, 0
    for action in range(len(known)):
        work.tries[slot, action] = 0
    if len(asked.guides) > 0:
        thought.baseline = likeliest(asked.guides[k])
        thought.left = guided_candidates(asked.guides[k], thought.baseline, asked.plan, candidates)
    else:
        thought.baseline = first_legal(known)
        if not asked.plan.at_random:
            first = place_of(asked.plan, 0) << (4 * thought.me)
            thought.baseline = bot_move(box, start, thought.me, known, first)
        thought.left = initial_candidates(known, thought.baseline, asked.plan, candidates, thought.key)


def play_stage_template(box, start, known, plan, work, slot, found, legal, results):
    """Play every remaining candidate out in the deals of one stage.

    Deals are in the outer loop, candidates inside: each deal is dealt once, and all candidates share it.

    Returns:
        The numbers of simulated decisions, and of leaves so far, of which there were `found`.
    """
    thought, candidates, outcome = work.thoughts[slot], work.candidates[slot], work.outcome[slot]
    table, redealt, me, seats = work.scratch[0], work.dealt[0], int(start.seat), int(start.seats)
    soon, last_round = thought.this_round + plan.soon, thought.this_round + plan.rounds
    typical = float(box.typical_score)
    simulated = 0
    for _ in range(deals_of_stage(thought.left, plan.iterations - thought.used)):
        work.dealt[0] = start
        bots = determinize(box, redealt, me, thought.key, thought.deals, plan, legal)
        for i in range(thought.left):
            work.scratch[0] = work.dealt[0]
            for action in range(len(known)):
                legal[action] = known[action]
            tried = candidates[i]
            advance(box, table, tried, legal, False)
            simulated += 1
            simulated += playout(box, table, legal, soon, last_round, plan.at_random, bots, results, False)
            worth = worth_of(me, seats, typical, results, plan)
            if plan.evaluated and table.seat != NOBODY:
                worth = early_worth(me, seats, typical, results, plan)
                work.stopped[found] = work.scratch[0]
                belongs = work.belongs[found]
                belongs[0], belongs[1], belongs[2] = slot, tried, thought.deals
                found += 1
            outcome[tried, thought.deals] = worth
            work.tries[slot, tried] += 1
        thought.deals += 1
        thought.used += thought.left
    return simulated, found


@rule
def fill_report(report, tries, outcome, baseline):
    """Fill the report of one decision, (A, 3).

    An action that dropped out early has seen fewer deals than the baseline, perhaps only lucky ones, so its
    mean is the baseline's plus its lead in the deals that both have seen.
    """
    mean = mean_of(outcome[baseline], tries[baseline])
    for action in range(len(tries)):
        number = tries[action]
        ahead, error = lead(outcome, action, baseline, number)
        report[action, 0] = number
        report[action, 1] = min(1.0, max(0.0, mean + ahead)) if number > 0 else 0.0
        report[action, 2] = error


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
    if deals < FEWEST:  # errors are unknown
        return chosen
    for place in range(1, left):
        mean, error = lead(outcome, candidates[place], candidates[0], deals)
        if mean - trust * error > best:
            best, chosen = mean - trust * error, candidates[place]
    return chosen
