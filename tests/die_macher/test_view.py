"""What a seat observes, beside what observed.py says of each block: its size, its secrets, the state."""

import numpy as np
import pytest

from hustings.envs import die_macher_v0
from hustings.envs.die_macher import GAME

from . import playing as p


@pytest.mark.rule("MAC-14.5")
def test_the_state_has_everything_hidden_things_too():
    raw = die_macher_v0.raw_env(num_players=3, seed=1, ask_forced=True)
    raw.reset()
    fields = [field for field in GAME.table_fields if field.name not in ("seed", "draws")]
    assert raw.state().shape == (sum(int(np.prod(field.shape)) for field in fields),) == raw.state_space.shape
    before = raw.state()
    raw.games.tables["bid"][0, 1] = 150
    changed = np.flatnonzero(raw.state() != before)
    assert raw.state()[changed].tolist() == [0.5]
    assert raw.state_space.contains(raw.state())


@pytest.mark.rule("MAC-14.4")
def test_sizes_of_the_observation():
    assert [p.deal(players).observation_size for players in (3, 4, 5)] == [750, 843, 936]
    blocks = [block.name for block in GAME.observation(4)]
    assert (blocks[0], blocks[-1]) == ("phase", "contribution")
