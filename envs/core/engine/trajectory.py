"""Games played once more from their actions, with what their seats saw, compiled.

It has a folder of its own because compiled code is kept by what the folder of its source holds.
"""

import functools
from collections.abc import Callable

from .compile import bind
from .game import Game
from .loops import loops_of


def _unbound(*_):
    raise NotImplementedError


advance = rules_observe = _unbound


def once_more_template(
    box, tables, masks, rows, first, last, ask_forced, begins, actions, seats, views, legals
):
    """Do the legal actions[begins[k] : begins[k + 1]] in game rows[k], and note who did each, knowing what.

    `seats` is (M,) uint8, `views` (M, S) float32, `legals` (M, A) bool, for M actions.
    """
    for k in range(first, last):
        table, legal = tables[rows[k]], masks[rows[k]]
        for at in range(begins[k], begins[k + 1]):
            seats[at] = table.seat
            rules_observe(box[0], table, int(table.seat), views[at])
            for i in range(len(legal)):
                legals[at, i] = legal[i]
            advance(box[0], table, actions[at], legal, ask_forced)


@functools.cache
def once_more(game: Game) -> Callable:
    """The loop bound to one game, for `GameBatch.play_by`."""
    advance = loops_of(game).advance
    return bind(once_more_template, f"once_more_{game.name}", advance=advance, rules_observe=game.observe)
