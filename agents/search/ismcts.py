"""Information-set Monte Carlo tree search (SO-ISMCTS): one tree for the searching seat, over many deals.

A node stands for the sequence of actions since the root, averaged over chance and hidden cards. The legal
actions of a node differ from deal to deal, so exploration counts how often an action was available. The
values of all seats are backed up, and each seat maximises its own (max^n). With `follow`, the other seats
play the playout bot's moves instead. The bot's move may also get a prior (PUCT).
"""

from typing import NamedTuple

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule, unbound
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import count, first_legal
from .playout import MOST_SEATS
from .values import worth_of

advance = bot_move = descend = determinize = key_of = note_early = playout = rules_round = select = unbound


class Tree(NamedTuple):
    """The nodes of a search in the order in which they were added; the root is node 0."""

    children: np.ndarray  # (T, A) int32, the node after each action; 0 for none, since the root is no child
    visits: np.ndarray  # (T,) iterations through the node
    available: np.ndarray  # (T,) iterations in which the node's action was legal
    totals: np.ndarray  # (T, MOST_SEATS) the sum of the values of these iterations to each seat
    squares: np.ndarray  # (T,) the sum of their squares to the searching seat
    path: np.ndarray  # (T,) the nodes of the current iteration, from the root


def ismcts_template(games, first, last, asked, answers, work):
    """Choose for the seat to decide in games.rows[k]; arguments and result as in `sequential_halving`.

    The report has the visits of each action, its mean outcome and standard error. Of `work` only the two
    tables are used; both algorithms have the same signature.
    """
    box, plan = games.box[0], asked.plan
    tree = tree_of(plan.iterations + 2, games.masks.shape[1])
    legal, results = np.zeros(games.masks.shape[1], np.bool_), np.zeros((3, MOST_SEATS))
    table = work.scratch[0]
    simulated = 0
    for k in range(first, last):
        start, known = games.tables[games.rows[k]], games.masks[games.rows[k]]
        if count(known) == 1:
            answers.out[k] = first_legal(known)
            continue
        me = int(start.seat)
        key = key_of(box, start, asked.seed, work, legal)
        this_round = rules_round(box, start)
        soon, last_round = this_round + plan.soon, this_round + plan.rounds
        nodes = clear(tree, 0)
        for iteration in range(plan.iterations):
            number = iteration % plan.deals if plan.deals > 0 else iteration
            work.scratch[0] = start
            bots = determinize(box, table, me, key, number, plan, legal)
            # At the root `legal` must be the real mask, but dealing has used it as scratch memory.
            for action in range(len(known)):
                legal[action] = known[action]
            random, guide = chance.mix(key, iteration), asked.guides[k : k + 1]
            stops = (soon, last_round, results)
            length, nodes, noted = descend(
                box, table, legal, bots, tree, nodes, plan, me, guide, random, stops
            )
            simulated += length - 1
            simulated += playout(box, table, legal, soon, last_round, plan.at_random, bots, results, noted)
            backward(tree, length, me, int(start.seats), float(box.typical_score), results, plan)
        answers.out[k] = most_visited(tree, me, known)
        if len(answers.report) > 0:
            fill_report(answers.report[k], tree, me)
    return simulated, 0


def descend_template(box, table, legal, bots, tree, nodes, plan, me, guide, random, stops):
    """Play from the root to a node not visited before, which is added, or as far as a playout goes.

    Args:
        stops: the arguments `soon`, `last_round` and `results` of the playout.

    Returns:
        The lengths of the path and of the tree, and whether row EARLY of the results is filled.
    """
    soon, last_round, results = stops
    node, length, in_tree, noted = 0, 1, True, False
    while in_tree and table.seat != NOBODY and rules_round(box, table) <= last_round:
        noted = note_early(box, table, soon, noted, results)
        action, random = select(box, table, legal, bots, tree, node, plan, me, guide, random, length)
        in_tree = tree.children[node, action] > 0
        if not in_tree:
            nodes = expand(tree, node, action, nodes)
        note_available(tree, node, legal)
        node = int(tree.children[node, action])
        tree.path[length] = node
        length += 1
        advance(box, table, action, legal, False)
    return length, nodes, noted


def select_template(box, table, legal, bots, tree, node, plan, me, guide, random, depth):
    """The action to take in a node, and the random bits to go on with."""
    mover = int(table.seat)
    bot_action = -1
    if (plan.prior > 0.0 or (plan.follow and mover != me)) and not plan.at_random:
        bot_action = bot_move(box, table, mover, legal, bots)
    if plan.follow and mover != me:
        return bot_action, random
    if plan.prior > 0.0 or (node == 0 and len(guide) > 0):
        return by_prior(tree, node, mover, legal, plan, bot_action, guide), random
    random = chance.mix(random, depth)
    return by_bounds(tree, node, mover, legal, plan.explore, random), random


@rule
def tree_of(size, width):
    """A tree with memory for `size` nodes of `width` actions each."""
    children, totals = np.zeros((size, width), np.int32), np.zeros((size, MOST_SEATS))
    visits, available, path = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
    return Tree(children, visits, available, totals, np.zeros(size), path)


@rule
def expand(tree, node, action, nodes):
    """Add the child of an action as the last node; return the number of nodes."""
    tree.children[node, action] = nodes
    return clear(tree, nodes)


@rule
def note_available(tree, node, legal):
    """Count for all children of legal actions that they were available."""
    # All siblings: otherwise actions that are rarely legal would look under-explored.
    for other in range(len(legal)):
        if legal[other] and tree.children[node, other] > 0:
            tree.available[tree.children[node, other]] += 1


@rule
def backward(tree, length, me, seats, typical, results, plan):
    """Add the value of a playout to each seat to all nodes of the path."""
    for seat in range(seats):
        worth = worth_of(seat, seats, typical, results, plan)
        for place in range(length):
            tree.totals[tree.path[place], seat] += worth
            tree.squares[tree.path[place]] += worth * worth if seat == me else 0.0
    for place in range(length):
        tree.visits[tree.path[place]] += 1


@rule
def fill_report(report, tree, me):
    """Fill the report of one decision, (A, 3), from the root's children."""
    for action in range(len(report)):
        child = int(tree.children[0, action])
        tries = tree.visits[child] if child > 0 else 0
        mean = tree.totals[child, me] / max(1, tries)
        spread = max(0.0, tree.squares[child] / max(1, tries) - mean * mean)
        report[action, 0] = tries
        report[action, 1] = mean if tries > 0 else 0.0
        report[action, 2] = np.sqrt(spread / max(1, tries - 1)) if tries > 0 else 0.0


@rule
def clear(tree, node):
    """Clear the arrays of the new node; return the number of nodes."""
    for action in range(tree.children.shape[1]):
        tree.children[node, action] = 0
    for seat in range(MOST_SEATS):
        tree.totals[node, seat] = 0.0
    tree.visits[node], tree.available[node], tree.squares[node] = 0, 0, 0.0
    return node + 1


@rule
def by_bounds(tree, node, mover, legal, explore, random):
    """UCB1: a random legal action without a child, otherwise the one with the highest upper bound."""
    untried = 0
    for action in range(len(legal)):
        untried += legal[action] and tree.children[node, action] == 0
    left = int(((random >> np.uint64(32)) * np.uint64(untried)) >> np.uint64(32))
    best, chosen = -np.inf, 0
    for action in range(len(legal)):
        child = int(tree.children[node, action])
        if legal[action] and untried > 0:
            if child == 0:
                if left == 0:
                    return action
                left -= 1
        elif legal[action]:
            tries = tree.visits[child]
            bound = tree.totals[child, mover] / tries + explore * np.sqrt(
                np.log(tree.available[child] + 1.0) / tries
            )
            if bound > best:
                best, chosen = bound, action
    return chosen


@rule
def by_prior(tree, node, mover, legal, plan, bot_action, guide):
    """PUCT: the bot's move has the prior `plan.prior`, and the other legal actions share the rest.

    An untried action is valued at the mean of its node. At the root the guide's probabilities, (1, A), are
    the prior; (0, A) for no guide.
    """
    choices, tries = 0, 0
    for action in range(len(legal)):
        if legal[action]:
            choices += 1
            if tree.children[node, action] > 0:
                tries += tree.visits[tree.children[node, action]]
    rest = (1.0 - plan.prior) / max(1, choices - 1)
    mean = tree.totals[node, mover] / max(1, tree.visits[node])
    best, chosen = -np.inf, bot_action
    for action in range(len(legal)):
        if legal[action]:
            child = int(tree.children[node, action])
            seen = tree.visits[child] if child > 0 else 0
            worth = tree.totals[child, mover] / seen if seen > 0 else mean
            weight = plan.prior if action == bot_action else rest
            if node == 0 and len(guide) > 0:
                weight = guide[0, action]
            bound = worth + plan.explore * weight * np.sqrt(tries + 1.0) / (1.0 + seen)
            if bound > best:
                best, chosen = bound, action
    return chosen


@rule
def most_visited(tree, me, known):
    """The action with the most visits; the best mean breaks ties."""
    best, chosen = -1.0, first_legal(known)
    for action in range(len(known)):
        child = int(tree.children[0, action])
        if known[action] and child > 0:
            # Means are at most 1, so half a mean only breaks ties.
            worth = tree.visits[child] + 0.5 * tree.totals[child, me] / tree.visits[child]
            if worth > best:
                best, chosen = worth, action
    return chosen
