"""Tables that no game has led to are refused or can be played on, in every game."""

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch

from ...odd_tables import changed_and_accepted, one_of_each_phase, play_on
from ...support import random_actions, run_python


def play_odd_tables(name: str, players: int) -> None:
    games = GameBatch(GAMES[name], 8, players, seed=players, ask_forced=True)
    met = one_of_each_phase(games, np.random.default_rng(players), random_actions)
    odd = changed_and_accepted(games, met, 300, players)
    changed = GameBatch(GAMES[name], len(odd), players, ask_forced=True)
    changed.tables[:] = odd
    odd = odd[changed.legal.any(axis=1)]  # others are refused as well, when they are assigned
    assert 10 < len(odd) < 250, f"{len(odd)} of 300 accepted"
    play_on(GAMES[name], odd, 25)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        (name, count)
        for name, game in GAMES.items()
        for count in (game.player_counts[0], game.player_counts[-1])
    ],
)
def test_odd_tables_that_are_accepted_can_be_played_on(name, players):
    """In a process of its own, which may die of it."""
    code = f"from tests.core.io.test_odd_tables import play_odd_tables; play_odd_tables({name!r}, {players})"
    done = run_python(code)
    assert done.returncode == 0, done.stderr
