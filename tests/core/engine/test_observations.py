"""Every block of every game's observation shows what it says, by the oracle of observed.py."""

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch

from ...observed import expected, module_of
from ...support import each_table, label, laid, met, play_out, positions


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_every_block_shows_what_it_says(game):
    known, varied = set(), set()
    for players in game.player_counts:
        for other_way in (False, True):
            tables = met(game, players, other_way)
            games = laid(game, tables, other_way)
            for seat in range(players):
                seen = games.observe(seat)
                for block in game.observation(players):
                    wanted = expected(game, block, games.box[0], tables, seat)
                    if wanted is None:
                        continue
                    known.add(block.name)
                    shown = seen[:, block.start : block.stop]
                    if np.ptp(shown):
                        varied.add(block.name)
                    about = f"{block.name} of {players} players: {block.about}"
                    np.testing.assert_allclose(shown, wanted, atol=1e-6, err_msg=about)
    assert varied == known, f"never changed, so nothing is proven: {known - varied}"
    if module_of(game):  # otherwise only plain blocks are checked
        missing = {block.name for block in game.observation(game.max_players)} - known
        assert not missing, f"tests/{game.name}/observed.py does not say what these blocks show: {missing}"


@each_table
def test_observations_fit_the_layout_and_the_range(game, players):
    games = GameBatch(game, 32, players, seed=2)
    assert games.observation_size == game.observation(players).size
    for step in positions(games, 2, 300):
        poisoned = np.full((32, games.observation_size), np.nan, np.float32)
        for seat in (None, step % players):
            observed = games.observe(seat, out=poisoned)
            assert np.isfinite(observed).all()
            assert np.abs(observed).max() <= 1.0
    play_out(games)
    assert not games.observe().any()
    assert games.observe(0).any()
