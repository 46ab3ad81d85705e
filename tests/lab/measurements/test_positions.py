"""Critical positions: that those in the files are as they are found, and how they are found."""

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.training.evaluation.quiz import saved_positions
from hustings.training.evaluation.quiz.positions import load_positions
from measurements import positions


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_frozen_positions_are_as_their_module_says(name):
    asked = saved_positions(GAMES[name])
    games = asked.batch()
    if asked.revision == GAMES[name].revision:  # of older ones those that are still reached are left
        assert len(asked.positions) == positions.NUMBER
    assert len({position.seed for position in asked.positions}) == len(asked.positions), "a deal for each"
    for position, mask in zip(asked.positions, games.masks(), strict=True):
        assert sorted(position.actions) == np.flatnonzero(mask).tolist(), "values of all actions"
        lost, errors = position.regrets[1:], np.array(position.errors[1:])
        assert (lost > positions.SURE * errors - 1e-4).all()
        assert (lost > positions.MATTERS - 1e-4).all()


@pytest.mark.slow
def test_finding_is_a_matter_of_the_seed(tmp_path, monkeypatch):
    """The same seed finds the same, which is written and read as it was; every look leaves fewer."""
    small = {"SECOND": 16, "THIRD": 16, "FOURTH": 32, "BATCH": 64, "SURE": 1.0, "MATTERS": 0.002}
    for setting, value in {**small, "STRONG": "strong:iterations=16"}.items():
        monkeypatch.setattr(positions, setting, value)
    game, players = GAMES["saludos_amigos"], 4
    found = [next(positions.find(game, players, 1, 78, 1)) for _ in range(2)]
    assert found[0] == found[1]
    passed = [*found[0].found["decisions"].values()]
    assert passed == sorted(passed, reverse=True)
    assert passed[0] > passed[-1] > 0
    found[0].save(tmp_path / "found.json")
    assert load_positions(tmp_path / "found.json", game) == found[0]
    assert found[0].batch().num_games == 1
