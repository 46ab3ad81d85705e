"""The table of lengths, in small."""

import numpy as np
import pytest

from hustings.envs import GAMES, GameBatch
from measurements.lengths import AGENTS, FANCIFUL, Whimsical, decisions


@pytest.mark.parametrize("agent", AGENTS)
def test_decisions_are_those_that_are_asked(agent):
    asked = decisions(GAMES["copycat"], 2, agent, 3, seed=1)
    alone = decisions(GAMES["copycat"], 2, agent, 3, seed=1)
    assert asked.shape == (3,)
    assert (asked == alone).all()
    assert asked.min() > 50


def test_fanciful_players_choose_what_is_legal():
    games = GameBatch(GAMES["liberte"], 4, 3, seed=1)
    bot, rows = Whimsical(games, 1), np.arange(4)
    for _ in range(50):
        actions = bot.act(games, rows)
        assert games.legal[rows, actions].all()
        games.step(actions)
    assert FANCIFUL in AGENTS
