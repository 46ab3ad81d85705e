"""A compiled loop that replays games from their actions and records observations and masks."""

import functools
from collections.abc import Callable

from .compile import bind_loop, unbound
from .game import Game
from .loops import loops_of

advance = observe = unbound


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
    """The loop bound to one game, for `GameBatch.play_by`."""
    loops = loops_of(game)
    return bind_loop(
        trajectory_template, f"trajectory_{game.name}", advance=loops.advance, observe=loops.observe
    )
