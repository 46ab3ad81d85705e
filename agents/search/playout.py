"""One playout: from a table to the end of the game, or of some rounds, by a bot's moves or at random."""

from ...envs.core.chance import fold
from ...envs.core.game import NOBODY
from ...envs.core.loops import pick


def _unbound(*_):
    raise NotImplementedError


advance = policy = rules_round = _unbound


def playout_template(box, table, legal, last_round, at_random, key):
    """Play on until the game is over, or the round after `last_round` has begun; the decisions made.

    `legal` is the mask of the seat to decide. With `at_random` moves are drawn uniformly from `key` on.
    """
    decisions = 0
    state = key
    while table.seat != NOBODY and rules_round(box, table) <= last_round:
        if at_random:
            state = fold(state, 0)
            action = pick(legal, state)
        else:
            action = policy(box, table, int(table.seat), legal)
        advance(box, table, action, legal, False)
        decisions += 1
    return decisions
