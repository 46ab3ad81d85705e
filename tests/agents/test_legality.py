"""Bots choose what is legal, wherever others have led the game."""

import numpy as np

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch

from ..support import bots, each_table, positions


@each_table
def test_bots_find_a_legal_action_wherever_the_others_have_led(game, players):
    games = GameBatch(game, 512, players, seed=12)
    agents = [make(name, game) for name in bots(game)]
    for _ in positions(games, 12, 1000):
        rows = np.flatnonzero(~games.over)
        masks = games.masks(rows=rows)
        for agent in agents:
            assert masks[np.arange(len(rows)), agent.act(games, rows)].all(), agent.name
