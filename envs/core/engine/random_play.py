"""A compiled loop that plays some seats at random until another seat has to decide."""

import functools
from collections.abc import Callable

from . import chance
from .compile import bind_loop, unbound
from .game import NOBODY, Game
from .loops import loops_of, pick

advance = unbound


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
    """The loop bound to one game, for `GameBatch.play_by`."""
    return bind_loop(play_at_random_template, f"play_at_random_{game.name}", advance=loops_of(game).advance)
