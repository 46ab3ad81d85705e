"""What both searches repeat: redeal what a seat cannot know, and play on from there."""

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import pick

MOST_SEATS = 8
EARLY, SCORE, STANDING = range(3)  # rows of a playout's `ends`


def _unbound(*_):
    raise NotImplementedError


advance = policy = bot = others = _unbound
rules_redeal = rules_reopen = rules_round = rules_score = rules_standing = rules_sudden_end = _unbound


def only_policy_template(box, table, seat, legal, bots):
    """The move of the only bot, whatever the `bots`."""
    return bot(box, table, seat, legal)


def policy_template(box, table, seat, legal, bots):
    """The move of a seat's bot by its number, four bits of `bots`: 0 for this one, or one of the others."""
    if (bots >> (4 * seat)) & 15 == 0:
        return bot(box, table, seat, legal)
    return others(box, table, seat, legal, bots - (1 << (4 * seat)))


@rule
def bots_of(plan, key, number, me):
    """The bots that play deal `number`, four bits for each seat; with seats apart, `key` draws them."""
    bots = 0
    for seat in range(MOST_SEATS):
        bot = np.int64(number) % plan.bots
        if plan.apart:
            drawn = (chance.fold(key, seat) >> np.uint64(32)) * np.uint64(plan.bots)
            bot = np.int64(0) if seat == me else np.int64(drawn >> np.uint64(32))
        bots |= bot << (4 * seat)
    return bots


def deal_template(box, table, seat, key, after, believe, bots, legal):
    """Redeal with `key` what `seat` cannot know; later chance is keyed with `after`.

    With `believe`, others have chosen in secret what their `bots` would choose; without, that may be
    anything. `legal` is a mask to work on.
    """
    chance.start(table, key)
    rules_redeal(box, table, seat)
    if believe and rules_reopen(box, table, seat):
        advance(box, table, NOBODY, legal, True)
        while table.seat != seat:
            other = int(table.seat)
            advance(box, table, policy(box, table, other, legal, bots), legal, False)
    chance.start(table, after)


def playout_template(box, table, legal, soon, last_round, at_random, bots, ends):
    """Play on with the `bots` until the game is over, or the round after `last_round` has begun.

    Args:
        legal: the mask of the seat to decide; written to.
        at_random: draw moves uniformly.
        ends: (3, `MOST_SEATS`), filled by seat with the points when the round after `soon` begins (EARLY; at
            the end, if that comes first or wipes them out), the points at the end (SCORE), and what ranks
            the seats there (STANDING): points, if the game goes on.

    Returns:
        The number of decisions taken.
    """
    state, decisions, noted = table.seed, 0, False
    while table.seat != NOBODY:
        round_now = rules_round(box, table)
        if round_now > soon and not noted:
            noted = True
            for seat in range(int(table.seats)):
                ends[EARLY, seat] = rules_score(box, table, seat)
        if round_now > last_round:
            break
        if at_random:
            state = chance.fold(state, 0)
            action = pick(legal, state)
        else:
            seat = int(table.seat)
            action = policy(box, table, seat, legal, bots)
        advance(box, table, action, legal, False)
        decisions += 1
    over = table.seat == NOBODY
    for seat in range(int(table.seats)):
        ends[SCORE, seat] = rules_score(box, table, seat)
        ends[STANDING, seat] = rules_standing(box, table, seat) if over else ends[SCORE, seat]
        if not noted or (over and rules_sudden_end(box, table)):  # an early lead was worth nothing
            ends[EARLY, seat] = ends[SCORE, seat]
    return decisions


@rule
def hash_of(raw, key):
    """64 bits of a table's bytes."""
    for first in range(0, len(raw), 8):
        word = np.uint64(0)
        for byte in range(8):
            word = (word << np.uint64(8)) | np.uint64(raw[first + byte])
        key = chance.fold(key, word)
    return key
