"""What is compiled before the clock of a run starts."""

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.loops import compiling_calls
from hustings.training.learning import compile_ahead as compiling_ahead
from hustings.training.learning.compile_ahead import compile_ahead

from ... import tinygame
from .runs import PLAYERS, HighBidder


class Noting(HighBidder):
    """Notes how often it was asked."""

    asked = 0

    def __init__(self, *_):
        pass

    def act(self, games, rows):
        Noting.asked += len(rows)
        return super().act(games, rows)


def test_the_loops_that_a_run_plays_by_are_called_and_every_agent_is_asked_once(monkeypatch):
    called = []

    def noted(game):
        return {
            name: lambda name=name, call=call: called.append((name, call()))
            for name, call in compiling_calls(game).items()
        }

    monkeypatch.setattr(compiling_ahead, "compiling_calls", noted)
    games = GameBatch(tinygame.GAME, 1, PLAYERS, seed=1)
    before = games.tables.copy()
    compile_ahead(games, [f"{__name__}:Noting", "random", f"{__name__}:Noting"])
    assert {name for name, _ in called} == set(compiling_ahead._LOOPS)
    assert Noting.asked == 1
    assert np.array_equal(games.tables, before)
