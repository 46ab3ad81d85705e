"""The catalogue of actions."""

import numpy as np
import pytest

from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.actions import ACTIONS

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
    sizes = {"pass": 1, "yes": 1, "number": 57, "region": 4, "option": 7, "player": 5, "force": 4, "kind": 14}
    sizes |= {"card": 7, "lobby": 5, "accept": 5, "refuse": 5}
    starts = np.cumsum([0, *sizes.values()]).tolist()
    assert [(block.name, block.start, block.size) for block in ACTIONS] == list(
        zip(sizes, starts, sizes.values())
    )
    firsts = "- y 0 r0 o1.1 p0 f1 +wel A votes a1 x1"
    assert p.actions(firsts) == starts[:-1]
