"""Information-set Monte Carlo tree search (SO-ISMCTS): one tree for the searching seat, over many deals.

A node stands for the sequence of actions since the root, averaged over chance and hidden cards. The legal
actions of a node differ from deal to deal, so exploration counts how often an action was available. The
values of all seats are backed up, and each seat maximises its own (max^n). With `follow`, the other seats
play the playout bot's moves instead. The bot's move may also get a prior (PUCT).
"""

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import count, first_legal
from .playout import MOST_SEATS, bots_of, hash_of
from .values import worth_of


def _unbound(*_):
    raise NotImplementedError


advance = deal = playout = bot_move = rules_round = _unbound


def ismcts_template(
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
    """Fill out[k] for the seat to decide in game rows[k]; arguments and result as in `sequential_halving`.

    The report has the visits of each action, its mean outcome and standard error. `memory` and `leaves` are
    not used; both algorithms have the same signature.
    """
    width = masks.shape[1]
    size = plan.iterations + 2
    children = np.zeros((size, width), np.int32)  # 0 means none, since the root is never a child
    visits, available = np.zeros(size, np.int64), np.zeros(size, np.int64)
    totals, squares = np.zeros((size, MOST_SEATS)), np.zeros(size)
    path = np.zeros(size, np.int64)
    legal = np.zeros(width, np.bool_)
    results = np.zeros((3, MOST_SEATS))
    table, redealt = scratch[0], dealt[0]
    typical = float(box[0].typical_score)
    simulated = 0
    for k in range(first, last):
        row = rows[k]
        known = masks[row]
        if count(known) == 1:
            out[k] = first_legal(known)
            continue
        me, seats = int(tables[row].seat), int(tables[row].seats)
        # The key of chance depends only on what the seat knows: the bytes of one redeal.
        dealt[0] = tables[row]
        deal(box[0], redealt, me, seed, seed, False, 0, legal)
        key = hash_of(raw, seed)
        this_round = rules_round(box[0], tables[row])
        soon, last_round = this_round + plan.soon, this_round + plan.rounds
        nodes = clear(0, children, visits, available, totals, squares)
        for iteration in range(plan.iterations):
            at = iteration % plan.deals if plan.deals > 0 else iteration
            scratch[0] = tables[row]
            deal_key = chance.mix(key, at)
            bots = bots_of(plan, deal_key, at, me)
            deal(box[0], table, me, deal_key, chance.mix(deal_key, 1), plan.believe, bots, legal)
            # At the root `legal` must be the real mask, but dealing has used it as scratch memory.
            for action in range(width):
                legal[action] = known[action]
            state = chance.mix(key, iteration)
            node, length, in_tree = 0, 1, True
            while in_tree and table.seat != NOBODY:
                mover = int(table.seat)
                bot_action = -1
                if (plan.prior > 0.0 or (plan.follow and mover != me)) and not plan.at_random:
                    bot_action = bot_move(box[0], table, mover, legal, bots)
                if plan.follow and mover != me:
                    action = bot_action
                elif plan.prior > 0.0:
                    action = by_prior(
                        node, mover, legal, children, visits, totals, plan, bot_action, guides[k : k + 1]
                    )
                else:
                    state = chance.mix(state, length)
                    action = by_bounds(node, mover, legal, children, visits, available, totals, plan, state)
                child = int(children[node, action])
                in_tree = child > 0
                if not in_tree:
                    child = nodes
                    children[node, action] = child
                    nodes = clear(child, children, visits, available, totals, squares)
                # Counts all legal siblings: otherwise actions that are rarely legal would look
                # under-explored.
                for other in range(width):
                    if legal[other] and children[node, other] > 0:
                        available[children[node, other]] += 1
                node = child
                path[length] = node
                length += 1
                advance(box[0], table, action, legal, False)
            simulated += length - 1
            simulated += playout(box[0], table, legal, soon, last_round, plan.at_random, bots, results)
            for seat in range(seats):
                worth = worth_of(seat, seats, typical, results, plan)
                for place in range(length):
                    totals[path[place], seat] += worth
                    squares[path[place]] += worth * worth if seat == me else 0.0
            for place in range(length):
                visits[path[place]] += 1
        out[k] = most_visited(known, me, children, visits, totals)
        if len(report) > 0:
            fill_report(report[k], me, children, visits, totals, squares)
    return simulated, 0


@rule
def fill_report(report, me, children, visits, totals, squares):
    """Fill the report of one decision, (A, 3), from the root's children."""
    for action in range(len(report)):
        child = int(children[0, action])
        tries = visits[child] if child > 0 else 0
        mean = totals[child, me] / max(1, tries)
        spread = max(0.0, squares[child] / max(1, tries) - mean * mean)
        report[action, 0] = tries
        report[action, 1] = mean if tries > 0 else 0.0
        report[action, 2] = np.sqrt(spread / max(1, tries - 1)) if tries > 0 else 0.0


@rule
def clear(node, children, visits, available, totals, squares):
    """Clear the arrays of the new node; return the number of nodes."""
    for action in range(children.shape[1]):
        children[node, action] = 0
    for seat in range(MOST_SEATS):
        totals[node, seat] = 0.0
    visits[node], available[node], squares[node] = 0, 0, 0.0
    return node + 1


@rule
def by_bounds(node, mover, legal, children, visits, available, totals, plan, state):
    """UCB1: a random legal action without a child, otherwise the one with the highest upper bound."""
    untried = 0
    for action in range(len(legal)):
        untried += legal[action] and children[node, action] == 0
    left = int(((state >> np.uint64(32)) * np.uint64(untried)) >> np.uint64(32))
    best, chosen = -np.inf, 0
    for action in range(len(legal)):
        child = int(children[node, action])
        if legal[action] and untried > 0:
            if child == 0:
                if left == 0:
                    return action
                left -= 1
        elif legal[action]:
            tries = visits[child]
            bound = totals[child, mover] / tries + plan.explore * np.sqrt(
                np.log(available[child] + 1.0) / tries
            )
            if bound > best:
                best, chosen = bound, action
    return chosen


@rule
def by_prior(node, mover, legal, children, visits, totals, plan, bot_action, guide):
    """PUCT: the bot's move has the prior `plan.prior`, and the other legal actions share the rest.

    An untried action is valued at the mean of its node. At the root the guide's probabilities, (1, A), are
    the prior; (0, A) for no guide.
    """
    choices, tries = 0, 0
    for action in range(len(legal)):
        if legal[action]:
            choices += 1
            if children[node, action] > 0:
                tries += visits[children[node, action]]
    rest = (1.0 - plan.prior) / max(1, choices - 1)
    mean = totals[node, mover] / max(1, visits[node])
    best, chosen = -np.inf, bot_action
    for action in range(len(legal)):
        if legal[action]:
            child = int(children[node, action])
            seen = visits[child] if child > 0 else 0
            worth = totals[child, mover] / seen if seen > 0 else mean
            weight = plan.prior if action == bot_action else rest
            if node == 0 and len(guide) > 0:
                weight = guide[0, action]
            bound = worth + plan.explore * weight * np.sqrt(tries + 1.0) / (1.0 + seen)
            if bound > best:
                best, chosen = bound, action
    return chosen


@rule
def most_visited(known, me, children, visits, totals):
    """The action with the most visits; the best mean breaks ties."""
    best, chosen = -1.0, first_legal(known)
    for action in range(len(known)):
        child = int(children[0, action])
        if known[action] and child > 0:
            # Means are at most 1, so half a mean only breaks ties.
            worth = visits[child] + 0.5 * totals[child, me] / visits[child]
            if worth > best:
                best, chosen = worth, action
    return chosen
