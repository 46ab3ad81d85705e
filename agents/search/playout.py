"""What both searches do again and again: deal afresh what a seat cannot know, and play on from there."""

import numpy as np

from ...envs.core import chance
from ...envs.core.compile import rule
from ...envs.core.game import NOBODY
from ...envs.core.loops import pick

MOST_SEATS = 8


def _unbound(*_):
    raise NotImplementedError


advance = policy = rules_redeal = rules_round = rules_score = rules_standing = _unbound


def deal_template(box, table, seat, key, after):
    """Deal afresh with `key` what `seat` cannot know; chance goes on from the key `after`."""
    chance.start(table, key)
    rules_redeal(box, table, seat)
    chance.start(table, after)


def playout_template(box, table, legal, last_round, at_random, scores, standings):
    """Play on until the game is over, or the round after `last_round` has begun.

    `legal` is the mask of the seat to decide. With `at_random` moves are drawn uniformly. `scores` and
    `standings` are what it came to, by seat; where the game goes on, points decide who stands where.
    """
    state = table.seed
    while table.seat != NOBODY and rules_round(box, table) <= last_round:
        if at_random:
            state = chance.fold(state, 0)
            action = pick(legal, state)
        else:
            action = policy(box, table, int(table.seat), legal)
        advance(box, table, action, legal, False)
    for seat in range(int(table.seats)):
        scores[seat] = rules_score(box, table, seat)
        over = table.seat == NOBODY
        standings[seat] = rules_standing(box, table, seat) if over else scores[seat]


@rule
def hash_of(raw, key):
    """64 bits of a table's bytes."""
    for first in range(0, len(raw), 8):
        word = np.uint64(0)
        for byte in range(8):
            word = (word << np.uint64(8)) | np.uint64(raw[first + byte])
        key = chance.fold(key, word)
    return key
