"""Bots choose what is legal, wherever others have led the game."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch

from ..support import bots, each_table, positions


@pytest.mark.parametrize(("num_games", "every"), [(192, 3), pytest.param(512, 1, marks=pytest.mark.slow)])
@each_table
def test_bots_find_a_legal_action_wherever_the_others_have_led(game, players, num_games, every):
    games = GameBatch(game, num_games, players, seed=12)
    agents = [make(name, game) for name in bots(game)]
    for step in positions(games, 12, 1000):
        if step % every:
            continue
        rows = np.flatnonzero(~games.over)
        masks = games.masks(rows=rows)
        for agent in agents:
            assert masks[np.arange(len(rows)), agent.act(games, rows)].all(), agent.name
