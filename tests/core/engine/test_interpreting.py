"""What runs as plain Python: a rule that Python calls, and a game shown to people; it gives the same."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import chance
from hustings.envs.core.engine.compile import Rule, bind_loop
from hustings.envs.core.engine.interpreting import without_compiling

from ...support import run_python

MOVES = 150
GAME = """
    import io
    from pathlib import Path
    from rich.console import Console
    from hustings.envs.core.engine import cache
    from hustings.envs import GAMES
    from hustings.training.play import play
    game = GAMES[{name!r}]
    seats = ["greedy"] * min(game.player_counts)
    replay = play(game, seats, seed=7, console=Console(file=io.StringIO()))
    print(cache.cache_root().exists(), [action for _, action, _ in replay.moves[:{moves}]])
"""


def add(one, other):
    return one + other


inner = Rule(add)


def twice(number):
    return inner(number, number)


def count_template(box, tables):
    return twice(len(tables))


def test_a_rule_that_python_calls_runs_as_written_with_all_that_it_calls():
    outer = Rule(twice)
    assert outer(2) == 4
    assert not outer.dispatcher.overloads
    assert not inner.dispatcher.overloads


def test_numbers_of_64_bits_wrap_around_without_a_warning(recwarn):
    assert chance.mix(np.uint64(2**63), 2**62) == chance.mix.dispatcher(np.uint64(2**63), 2**62)
    assert not recwarn.list


def test_only_one_step_of_one_game_runs_as_written_and_only_where_nobody_waits_for_the_compiler():
    def compiled(games, **given):
        loop = bind_loop(count_template, "count", twice=Rule(twice), **given)
        assert loop(np.zeros(1), np.zeros(games)) == 2 * games
        return len(loop.dispatcher.overloads)

    with without_compiling():
        assert [compiled(1, one_step=True), compiled(2, one_step=True), compiled(1)] == [0, 1, 1]
    assert compiled(1, one_step=True) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_game_among_bots_is_played_as_ever_and_compiles_nothing(name, tmp_path):
    done = run_python(GAME.format(name=name, moves=MOVES), NUMBA_CACHE_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    game = GAMES[name]
    games = GameBatch(game, 1, min(game.player_counts))
    games.reset(seeds=[7])
    bots = [make("greedy", game) for _ in range(games.num_players)]
    actions = []
    while not games.over[0] and len(actions) < MOVES:
        actions.append(int(bots[games.seat[0]].act(games, np.zeros(1, np.int64))[0]))
        games.step(np.array(actions[-1:]))
    assert done.stdout.split(" ", 1) == ["False", f"{actions}\n"]
    assert done.stderr == ""
