"""Where points come from: the sources add up to the scores."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GameBatch
from hustings.envs.core.text.prompts import prompts_of
from hustings.training.browser.outcome import Tally

from ...support import grown_games, label
from ...tinygame import GAME

MOST_MOVES = 400


@pytest.mark.parametrize("game", [*grown_games(), GAME], ids=label)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_sources_add_up(game, bot):
    gains, row = prompts_of(game).gains, np.zeros(1, np.int64)
    games = GameBatch(game, 1, max(game.player_counts))
    games.reset(seeds=[7])
    agent, tally, named = make(bot if game is not GAME else "random", game, 1), Tally(games), set()
    for _ in range(MOST_MOVES):
        if games.over[0]:
            break
        before, was = games.tables.copy(), games.scores[0].astype(np.int64)
        action = int(agent.act(games, row)[0])
        games.step([action])
        found = gains(games.box[0], before[0], action, games.tables[0])
        named |= {source for source, points in found.items() if points.any()}
        assert (sum(found.values(), np.zeros_like(was)) == games.scores[0] - was).all(), found
        tally.moved(before, action, games)
    assert named
    assert np.sum([points for _, points in tally.sources()], axis=0).tolist() == tally.totals
    assert tally.totals == games.scores[0].tolist()
