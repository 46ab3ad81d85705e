"""The table of lengths, in small."""

import numpy as np
import pytest

from hustings.envs import GAMES, GameBatch
from measurements.lengths import AGENTS, COLUMNS, FANCIFUL, Whimsical, decisions, measured


@pytest.mark.parametrize("agent", AGENTS)
def test_decisions_are_those_that_are_asked(agent):
    asked = decisions(GAMES["copycat"], 2, agent, 3, seed=1)
    alone = decisions(GAMES["copycat"], 2, agent, 3, seed=1)
    assert asked.shape == (3,)
    assert (asked == alone).all()
    assert asked.min() > 50


def test_a_row_has_the_average_and_the_longest_of_each_kind():
    row = measured(GAMES["saludos_amigos"], 4, 3, 2)
    assert len(row) == len(COLUMNS)
    found = decisions(GAMES["saludos_amigos"], 4, "random", 3, 2)
    assert row[:3] == ["Saludos Amigos!, 4", f"{found.mean():,.0f}", f"{found.max():,}"]


def test_fanciful_players_choose_what_is_legal():
    games = GameBatch(GAMES["liberte"], 4, 3, seed=1)
    bot, rows = Whimsical(games, 1), np.arange(4)
    for _ in range(50):
        actions = bot.act(games, rows)
        assert games.legal[rows, actions].all()
        games.step(actions)
    assert FANCIFUL in AGENTS
