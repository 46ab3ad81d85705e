"""The loops over many games, written once and bound to each game's rules.

In the templates below, `rules_setup`, `rules_legal`, ... stand for the game's compiled functions; `bind`
substitutes them. `rows` are the games of a batch that a loop works on, and [first, last) is one thread's
share of `rows`.
"""

import functools
from collections.abc import Callable
from enum import IntEnum
from types import SimpleNamespace

import numpy as np

from . import chance
from .compile import bind, bind_loop, rule, unbound
from .game import NOBODY, Game
from .owners import owner_of
from .record import ON_TURN


class Reward(IntEnum):
    """How a finished game pays its seats; every kind sums to zero over the seats."""

    RANK = 0
    WIN = 1
    MARGIN = 2


CHECK, APPLY = 1, 2  # flags of `step_many`: with threads, all actions are checked before any is applied
CHANCE_OF_PLAYOUTS = np.uint64(0x706C61796F757473)  # "playouts": keeps random play independent of the deals
MOST_DEALS = 1000  # of games without a single decision, one after another


rules_setup = rules_legal = rules_apply = rules_score = rules_standing = unbound
rules_observe = rules_redeal = rules_check = unbound
advance = deal = observe = choose = decide = unbound


@rule
def pay(reward, typical_score, scores, standings, out):
    """Fill `out` (P,) float32 with the payoffs of one finished game, which sum to zero."""
    seats = len(scores)
    total = 0.0
    winners = 0
    for seat in range(seats):
        total += scores[seat]
        better = 0
        for other in range(seats):
            better += standings[other] > standings[seat]
        winners += better == 0
    for seat in range(seats):
        better, tied = 0, 0
        for other in range(seats):
            better += standings[other] > standings[seat]
            tied += standings[other] == standings[seat]
        if reward == Reward.RANK:
            # Tied seats share the places they occupy, so each gets their mean.
            out[seat] = 1.0 - 2.0 * (better + 0.5 * (tied - 1)) / (seats - 1)
        elif reward == Reward.WIN:
            out[seat] = (1.0 / winners if better == 0 else 0.0) - 1.0 / seats
        else:
            out[seat] = (scores[seat] - (total - scores[seat]) / (seats - 1)) / typical_score


@rule
def count(legal):
    """The number of legal actions."""
    choices = 0
    for i in range(len(legal)):
        choices += legal[i]
    return choices


@rule
def first_legal(legal):
    """The lowest legal action; there must be one."""
    action = 0
    while not legal[action]:
        action += 1
    return action


@rule
def first_choice(box, table, seat, legal):
    """A bot that takes its first legal action."""
    return first_legal(legal)


def advance_template(box, table, action, legal, ask_forced):
    """Do `action` (none if negative) and all forced ones after it; fill `legal` for the next decision."""
    while True:
        if action >= 0:
            rules_apply(box, table, action)
        for i in range(len(legal)):  # a loop, since `legal[:] = False` takes Numba longer to compile
            legal[i] = False
        if table.seat == NOBODY:
            return
        rules_legal(box, table, legal)
        if ask_forced or count(legal) != 1:
            return
        action = first_legal(legal)


def observe_template(box, table, seat, view):
    """Fill `view` (S,) float32 with what `seat` knows."""
    rules_observe(box, table, seat, view)


def deal_template(box, tables, row, blank, seats, seed, legal, ask_forced):
    """Set up a new game in `tables[row]`, up to its first decision."""
    tables[row] = blank[0]  # the rules expect zeros
    table = tables[row]
    chance.start(table, seed)
    table.seats = seats
    rules_setup(box, table)
    advance(box, table, NOBODY, legal, ask_forced)


def deal_many_template(box, tables, masks, rows, first, last, blank, seats, seeds, ask_forced):
    """Set up a new game in each of `rows`."""
    for k in range(first, last):
        deal(box[0], tables, rows[k], blank, seats, seeds[k], masks[rows[k]], ask_forced)


def legal_many_template(box, tables, masks, rows, first, last):
    """Recompute the masks of these games from their tables."""
    for k in range(first, last):
        table, legal = tables[rows[k]], masks[rows[k]]
        for i in range(len(legal)):
            legal[i] = False
        if table.seat != NOBODY:
            rules_legal(box[0], table, legal)


def step_many_template(box, tables, masks, rows, first, last, actions, ask_forced, work):
    """Check all actions, then apply them; return the place of the first illegal one, -1 if all are legal."""
    if work & CHECK:
        for k in range(first, last):
            row, action = rows[k], actions[k]
            if tables[row].seat != NOBODY:
                if action < 0 or action >= masks.shape[1] or not masks[row, action]:
                    return k
    if work & APPLY:
        for k in range(first, last):
            table = tables[rows[k]]
            if table.seat != NOBODY:
                advance(box[0], table, actions[k], masks[rows[k]], ask_forced)
    return -1


def observe_many_template(box, tables, rows, first, last, seats, out):
    """Fill out[k] with what seats[k] knows of game rows[k]; ON_TURN stands for who decides, NOBODY for 0s."""
    for k in range(first, last):
        table = tables[rows[k]]
        seat = int(seats[k])
        if seat == ON_TURN:
            seat = int(table.seat)
        view = out[k]
        if seat == NOBODY:
            for i in range(len(view)):
                view[i] = 0.0
        else:
            observe(box[0], table, seat, view)


def results_many_template(box, tables, rows, first, last, reward, scores, payoffs):
    """Fill scores[k] (int32) and payoffs[k] (float32), which are zeros until the game is over."""
    seats = scores.shape[1]
    standings = np.zeros(seats, np.int64)
    for k in range(first, last):
        table = tables[rows[k]]
        for seat in range(seats):
            scores[k, seat] = rules_score(box[0], table, seat)
            payoffs[k, seat] = 0.0
        if table.seat == NOBODY:
            for seat in range(seats):
                standings[seat] = rules_standing(box[0], table, seat)
            pay(reward, float(box[0].typical_score), scores[k], standings, payoffs[k])


def redeal_many_template(box, tables, rows, first, last, seats, seed):
    """Redeal game rows[k] for seats[k], -1 to skip it. Chance is keyed by (seed, row)."""
    for k in range(first, last):
        table = tables[rows[k]]
        seat = int(seats[k])
        if seat == ON_TURN:
            seat = int(table.seat)
        if seat != NOBODY:
            key = chance.derive(seed, rows[k], 0)
            chance.start(table, key)
            rules_redeal(box[0], table, seat)
            # Rewind, so that later chance does not depend on how often the redeal drew.
            chance.start(table, key)


def playouts_template(box, tables, masks, first, last, blank, seats, seed, deals, states, steps, ask_forced):
    """Do `steps` uniformly random legal actions in each row, dealing the next game when one is over.

    Returns the number of decisions, or -1 if `MOST_DEALS` games in a row have none, and of games that ended.
    `deals` (N,) uint64 counts the games dealt in each row; `states` (N,) uint64 is the random state of each,
    0 before its first action, and is updated.
    """
    decisions, games = 0, 0
    for row in range(first, last):
        if states[row] == 0:
            states[row] = chance.derive(seed ^ CHANCE_OF_PLAYOUTS, row, deals[row])
        table, legal = tables[row], masks[row]
        for _ in range(steps):
            dealt = 0
            while table.seat == NOBODY:  # not `if`: a game without a choice is over when it is dealt
                if dealt == MOST_DEALS:
                    return -1, games
                games += int(dealt > 0)
                dealt += 1
                deals[row] += np.uint64(1)
                next_seed = chance.derive(seed, row, deals[row])
                deal(box[0], tables, row, blank, seats, next_seed, legal, ask_forced)
            states[row] = chance.mix(states[row], 0)
            advance(box[0], table, pick(legal, states[row]), legal, ask_forced)
            decisions += 1
            games += int(table.seat == NOBODY)
    return decisions, games


@rule
def pick(legal, state):
    """A uniformly random legal action, chosen by the 64 random bits `state`."""
    choices = count(legal)
    left = int(((state >> np.uint64(32)) * np.uint64(choices)) >> np.uint64(32))
    for i in range(len(legal)):
        if legal[i]:
            if left == 0:
                return i
            left -= 1
    return -1


def act_template(box, tables, masks, rows, first, last, out):
    """Fill out[k] with the choice of a compiled bot for the seat on turn in game rows[k]."""
    for k in range(first, last):
        table = tables[rows[k]]
        out[k] = choose(box[0], table, int(table.seat), masks[rows[k]])


def act_by_weights_template(box, tables, masks, rows, first, last, out, weights):
    """Like `act`, for a bot with weights, (1,) records: all bots of a kind share one compiled loop."""
    for k in range(first, last):
        table = tables[rows[k]]
        out[k] = decide(box[0], table, int(table.seat), masks[rows[k]], weights[0])


def check_many_template(box, tables, first, last, out):
    """Fill out[k] with the fault of tables[k], 0 for none; all values must be within their ranges."""
    for k in range(first, last):
        out[k] = rules_check(box[0], tables[k])


_SHARED = advance_template, deal_template, observe_template
_LOOPS = (
    deal_many_template,
    legal_many_template,
    step_many_template,
    observe_many_template,
    results_many_template,
    redeal_many_template,
    playouts_template,
)


@functools.cache
def loops_of(game: Game) -> SimpleNamespace:
    """The loops bound to one game, compiled on first use and then stored on disk."""
    named = {
        "rules_setup": game.setup,
        "rules_legal": game.legal,
        "rules_apply": game.apply,
        "rules_score": game.score,
        "rules_standing": game.standing,
        "rules_observe": game.observe,
        "rules_redeal": game.redeal,
    }
    # The order matters, since later templates call earlier ones.
    for template in (*_SHARED, *_LOOPS):
        name = template.__name__.removesuffix("_template")
        used = {key: named[key] for key in template.__code__.co_names if key in named}
        full = f"{name}_{game.name}"
        if template in _SHARED:
            types = functools.partial(_types_of, game, template)
            named[name] = bind(template, full, types, noalias=template is observe_template, **used)
        else:
            named[name] = bind_loop(template, full, one_step=template is not playouts_template, **used)
    return SimpleNamespace(**named)


def _types_of(game: Game, template: Callable) -> tuple:
    """The types of the arguments of a function that all loops share: one that holds most of a game's code."""
    from numba import from_dtype, types  # only here, since with a library Numba is not needed

    box, table = from_dtype(game.box_spec.dtype), from_dtype(game.table)
    tables, legal, view = types.Array(table, 1, "C"), types.boolean[::1], types.float32[::1]
    return {
        advance_template: (box, table, types.int64, legal, types.boolean),
        deal_template: (box, tables, types.int64, tables, types.int64, types.uint64, legal, types.boolean),
        observe_template: (box, table, types.int64, view),
    }[template]


def choose_template(box, table, seat, legal):
    """The choice of a bot."""
    return choose(box, table, seat, legal)


def decide_template(box, table, seat, legal, weights):
    """The choice of a bot with weights."""
    return decide(box, table, seat, legal, weights)


@functools.cache
def share_decision(game: Game, function: Callable, weights: np.dtype | None = None) -> Callable:
    """A bot's decision, as machine code that the loop `act` and all searches call instead of holding a copy.

    A function of a user's stays as it is: only of the suite's is it known that their arguments never overlap,
    which makes searches of Die Macher 4 % faster.

    Args:
        function: choose(box, table, seat, legal), or with `weights`, their type, decide(..., weights).
    """
    if owner_of(function) is None:
        return function
    types = functools.partial(_types_of_decision, game, weights)
    if weights is None:
        return bind(choose_template, f"choose_{game.name}", types, noalias=True, choose=function)
    return bind(decide_template, f"decide_{game.name}", types, noalias=True, decide=function)


def _types_of_decision(game: Game, weights: np.dtype | None) -> tuple:
    from numba import from_dtype, types

    own = () if weights is None else (from_dtype(weights),)
    return from_dtype(game.box_spec.dtype), from_dtype(game.table), types.int64, types.boolean[::1], *own


@functools.cache
def bind_bot(game: Game, name: str, choose: Callable) -> Callable:
    """The loop `act` for a compiled bot: choose(box, table, seat, legal) -> action."""
    shared = share_decision(game, choose)
    return bind_loop(act_template, f"act_{game.name}_{name}", one_step=True, choose=shared)


@functools.cache
def bind_by_weights(game: Game, decide: Callable, weights: np.dtype) -> Callable:
    """The loop `act` for all bots that share decide(box, table, seat, legal, weights) -> action."""
    shared = share_decision(game, decide, weights)
    return bind_loop(act_by_weights_template, f"act_by_weights_{game.name}", one_step=True, decide=shared)


@functools.cache
def bind_check(game: Game) -> Callable:
    """The loop `check_many`, bound separately: only users who bring their own tables need it compiled."""
    return bind_loop(check_many_template, f"check_many_{game.name}", one_step=True, rules_check=game.check)


def play_at_random_template(box, tables, masks, rows, first, last, ask_forced, at_random, states):
    """Play uniformly random actions in these games while a seat marked in `at_random` is on turn.

    `at_random` is (N, P) bool; `states` (N,) uint64 is the random state of each game and is updated. A game
    in which no action is legal, by a fault of its rules, stays as it is.
    """
    for k in range(first, last):
        row = rows[k]
        table, legal = tables[row], masks[row]
        while table.seat != NOBODY and at_random[row, int(table.seat)]:
            states[row] = chance.mix(states[row], 0)
            action = pick(legal, states[row])
            if action < 0:
                break
            advance(box[0], table, action, legal, ask_forced)


@functools.cache
def play_at_random(game: Game) -> Callable:
    """A loop that plays some seats at random until another has to decide, for `GameBatch.play_by`."""
    return bind_loop(play_at_random_template, f"play_at_random_{game.name}", advance=loops_of(game).advance)


def trajectory_template(
    box, tables, masks, rows, first, last, ask_forced, begins, actions, seats, views, legals
):
    """Do actions[begins[k] : begins[k + 1]], all legal, in game rows[k]; record the decision before each.

    Fills `seats` (M,) uint8, `views` (M, S) float32 and `legals` (M, A) bool, for M actions in all.
    """
    for k in range(first, last):
        table, legal = tables[rows[k]], masks[rows[k]]
        for at in range(begins[k], begins[k + 1]):
            seats[at] = table.seat
            observe(box[0], table, int(table.seat), views[at])
            for i in range(len(legal)):
                legals[at, i] = legal[i]
            advance(box[0], table, actions[at], legal, ask_forced)


@functools.cache
def trajectory_loop(game: Game) -> Callable:
    """A loop that replays games and records observations and masks, for `GameBatch.play_by`."""
    loops = loops_of(game)
    return bind_loop(
        trajectory_template, f"trajectory_{game.name}", advance=loops.advance, observe=loops.observe
    )


def compiling_calls(game: Game, act: Callable | None = None) -> dict[str, Callable[[], object]]:
    """Zero-game calls that force compilation, one for each loop of a game and a bot's `act`."""
    loops, box = loops_of(game), game.box_spec.load().copy()
    tables, blank = np.zeros(1, game.table), np.zeros(1, game.table)
    masks = np.zeros((1, game.actions.size), np.bool_)
    rows, seats, seeds = np.zeros(1, np.int64), np.zeros(1, np.int8), np.zeros(1, np.uint64)
    view, scores, key = np.zeros((1, 1), np.float32), np.zeros((1, 1), np.int32), np.uint64(0)
    calls = {
        "deal_many": lambda: loops.deal_many(box, tables, masks, rows, 0, 0, blank, 2, seeds, False),
        "step_many": lambda: loops.step_many(box, tables, masks, rows, 0, 0, rows, False, CHECK),
        "observe_many": lambda: loops.observe_many(box, tables, rows, 0, 0, seats, view),
        "legal_many": lambda: loops.legal_many(box, tables, masks, rows, 0, 0),
        "results_many": lambda: loops.results_many(box, tables, rows, 0, 0, 0, scores, view),
        "redeal_many": lambda: loops.redeal_many(box, tables, rows, 0, 0, seats, key),
        "playouts": lambda: loops.playouts(box, tables, masks, 0, 0, blank, 2, key, seeds, seeds, 0, False),
        "check_many": lambda: bind_check(game)(box, tables, 0, 0, rows),
    }
    if act is not None:
        calls["act"] = lambda: act(box, tables, masks, rows, 0, 0, rows)
    return calls
