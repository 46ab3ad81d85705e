"""Rules that run as plain Python at first: a few calls compile nothing, and give the same."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import interpreting
from hustings.envs.core.engine.compile import Rule
from hustings.envs.core.engine.interpreting import interpret_first

from ...support import run_python

MOVES = 150
GAME = """
    import io
    from pathlib import Path
    from rich.console import Console
    from hustings.envs.core.engine import cache, interpreting
    interpreting.PATIENCE = 60.0  # however busy the machine is
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


def test_a_function_is_interpreted_until_that_took_as_long_as_compiling_might(monkeypatch):
    monkeypatch.setattr(interpreting, "PATIENCE", 1e-9)
    function = Rule(add, interpret=interpreting.always)
    for overloads in (0, 1, 1):
        assert function(1, 2) == 3
        assert len(function.dispatcher.overloads) == overloads


def test_what_lies_on_disk_is_not_interpreted(monkeypatch):
    kept = Rule(add, interpret=interpreting.always)
    monkeypatch.setattr(kept._interpreted, "_on_disk", lambda args: args == (1, 2))
    assert kept(1, 2) == 3
    assert kept.dispatcher.overloads


def test_what_an_interpreted_function_calls_is_interpreted_with_it():
    outer = Rule(twice, interpret=interpreting.always)
    assert outer(2) == 4
    assert not inner.dispatcher.overloads


def test_an_error_in_an_interpreted_rule_is_pythons_own():
    failing = Rule(lambda numbers: numbers[3], interpret=interpreting.always)
    with pytest.raises(IndexError):
        failing(np.zeros(2))


def test_an_environment_compiles_at_once_and_one_game_inside_interpret_first_does_not():
    calls = []
    may = interpreting.over_one_game(lambda rows, first, last: None)
    calls.append(may([0], 0, 1))
    with interpret_first():
        calls += [may([0], 0, 1), may([0, 1], 0, 2), may([0], 0, 0)]
    calls.append(may([0], 0, 1))
    assert calls == [False, True, False, False, False]


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
