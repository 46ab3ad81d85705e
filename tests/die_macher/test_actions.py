"""The catalogue of actions."""

import numpy as np
import pytest

from hustings.envs.die_macher import GAME

from ..support import all_ways, deal, met
from . import playing as p


@pytest.mark.rule("MAC-14.2", "MAC-14.16")
def test_every_action_is_legal_somewhere():
    legal = p.lay("START_BID", players=5, cash=[300] * 5).games.legal[0]
    for players, other_way in all_ways(GAME):
        tables = met(GAME, players, other_way)
        games = deal(GAME, len(tables), players, other_way)
        games.tables[:] = tables
        legal |= games.legal.any(axis=0)
    assert legal.all(), np.flatnonzero(~legal)


@pytest.mark.rule("MAC-14.2")
def test_one_catalogue_of_actions_for_all_numbers_of_players():
    assert [p.deal(players).num_actions for players in (3, 4, 5)] == [115] * 3
