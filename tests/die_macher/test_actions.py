"""The catalogue of actions."""

import numpy as np
import pytest

from hustings.envs.die_macher.actions import ACTIONS

from . import playing as p


@pytest.mark.rule("MAC-14.2")
def test_one_catalogue_of_actions_for_all_numbers_of_players():
    assert [p.deal(players).games.num_actions for players in (3, 4, 5)] == [115] * 3
    sizes = {"pass": 1, "yes": 1, "number": 57, "region": 4, "option": 7, "player": 5, "force": 4, "kind": 14}
    sizes |= {"card": 7, "lobby": 5, "accept": 5, "refuse": 5}
    starts = np.cumsum([0, *sizes.values()]).tolist()
    assert [(block.name, block.start, block.size) for block in ACTIONS] == list(
        zip(sizes, starts, sizes.values())
    )
    firsts = "- y 0 r0 o1.1 p0 f1 +wel A votes a1 x1"
    assert p.actions(firsts) == starts[:-1]


@pytest.mark.rule("MAC-14.2", "MAC-14.16")
def test_every_action_is_legal_somewhere_and_has_words():
    met = p.lay("START_BID", 5, cash=[300] * 5).games.legal[0]
    games = p.deal(5, num_games=150, seed=2).games
    rng, step = np.random.default_rng(0), 0
    while not games.over.all() and not met.all():
        masks = games.legal
        for action in np.flatnonzero(masks.any(axis=0) & (~met | (step % 50 == 0))):
            words = games.describe(int(masks[:, action].argmax()), int(action))
            assert words
            assert "\n" not in words
        met |= masks.any(axis=0)
        games.step(p.random_actions(games, rng, 0.6))
        step += 1
    assert met.all(), np.flatnonzero(~met)
