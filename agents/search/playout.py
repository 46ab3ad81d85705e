"""The inner loop of both searches: redeal what a seat cannot know, and play the game out."""

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.engine.compile import rule, unbound
from ...envs.core.engine.game import NOBODY
from ...envs.core.engine.loops import pick

MOST_SEATS = 8
EARLY, SCORE, STANDING = range(3)  # rows of a playout's `results`


advance = bot_move = bot = deal = note_early = other_bots = unbound
rules_redeal = rules_reopen = rules_round = rules_score = rules_standing = rules_sudden_end = unbound


def only_bot_template(box, table, seat, legal, bots):
    """The end of the chain: the last bot's move, whatever `bots` says."""
    return bot(box, table, seat, legal)


def bot_move_template(box, table, seat, legal, bots):
    """A link of the chain: this bot's move if the seat's four bits in `bots` are 0, else a later bot's."""
    if (bots >> (4 * seat)) & 15 == 0:
        return bot(box, table, seat, legal)
    return other_bots(box, table, seat, legal, bots - (1 << (4 * seat)))


@rule
def bots_of(plan, key, number, me):
    """The bots of deal `number`, four bits per seat; with `seats=apart`, drawn by `key` for each seat."""
    bots = 0
    for seat in range(MOST_SEATS):
        turn = np.int64(number) % plan.bots
        if plan.draw_bots:
            drawn = (chance.mix(key, seat) >> np.uint64(32)) * np.uint64(plan.bots)
            turn = np.int64(0) if seat == me else np.int64(drawn >> np.uint64(32))
        bots |= place_of(plan, turn) << (4 * seat)
    return bots


@rule
def place_of(plan, turn):
    """The place, among the bots compiled into the search, of the one whose turn it is."""
    return np.int64((plan.places >> np.uint64(4 * turn)) & np.uint64(15))


def deal_template(box, table, seat, key, after, believe, bots, legal):
    """Redeal what `seat` cannot know, seeded by `key`; chance after that is seeded by `after`.

    With `believe`, the others' secret choices become what their `bots` would choose; otherwise they are
    redealt like everything else. `legal` is scratch memory for a mask.
    """
    chance.start(table, key)
    rules_redeal(box, table, seat)
    if believe and rules_reopen(box, table, seat):
        # -1 is no action: this only fills `legal` for the first seat that chooses again.
        advance(box, table, NOBODY, legal, True)
        while table.seat != seat:
            other = int(table.seat)
            advance(box, table, bot_move(box, table, other, legal, bots), legal, False)
    chance.start(table, after)


def key_of_template(box, table, seed, work, legal):
    """The key of chance in the search of one decision.

    It depends only on the seed and on what the seat to decide knows: the bytes of one redeal.
    """
    work.dealt[0] = table
    deal(box, work.dealt[0], int(table.seat), seed, seed, False, 0, legal)
    return hash_of(work.raw, seed)


def determinize_template(box, table, me, key, number, plan, legal):
    """Deal number `number` of a search in `table`, for the seat `me`; return the bots that play it."""
    deal_key = chance.mix(key, number)
    bots = bots_of(plan, deal_key, number, me)
    deal(box, table, me, deal_key, chance.mix(deal_key, 1), plan.believe, bots, legal)
    return bots


def note_early_template(box, table, soon, noted, results):
    """Fill row EARLY of `results` once the round after `soon` has begun; return whether it is filled."""
    if noted or rules_round(box, table) <= soon:
        return noted
    for seat in range(int(table.seats)):
        results[EARLY, seat] = rules_score(box, table, seat)
    return True


def playout_template(box, table, legal, soon, last_round, at_random, bots, results, noted):
    """Play on with the `bots` until the game is over or the round after `last_round` begins.

    Args:
        legal: the mask of the seat to decide; overwritten.
        at_random: draw moves uniformly instead of asking the bots.
        results: (3, `MOST_SEATS`), filled by seat: EARLY, the points when the round after `soon` begins
            (those at the end if that comes first or makes them worthless); SCORE, the points at the end of
            the playout; STANDING, what ranks the seats there (points, if the game goes on).
        noted: whether EARLY is filled already.

    Returns:
        The number of decisions taken.
    """
    state, decisions = table.seed, 0
    while table.seat != NOBODY:
        noted = note_early(box, table, soon, noted, results)
        if rules_round(box, table) > last_round:
            break
        if at_random:
            state = chance.mix(state, 0)
            action = pick(legal, state)
        else:
            seat = int(table.seat)
            action = bot_move(box, table, seat, legal, bots)
        advance(box, table, action, legal, False)
        decisions += 1
    over = table.seat == NOBODY
    for seat in range(int(table.seats)):
        results[SCORE, seat] = rules_score(box, table, seat)
        results[STANDING, seat] = rules_standing(box, table, seat) if over else results[SCORE, seat]
        if not noted or (over and rules_sudden_end(box, table)):  # then the early lead was worth nothing
            results[EARLY, seat] = results[SCORE, seat]
    return decisions


@rule
def hash_of(raw, key):
    """A 64-bit hash of a table's bytes."""
    for first in range(0, len(raw), 8):  # tables are padded to a multiple of 8
        word = np.uint64(0)
        for byte in range(8):
            word = (word << np.uint64(8)) | np.uint64(raw[first + byte])
        key = chance.mix(key, word)
    return key
