"""The table of the ladder and the rating of its rungs, in small."""

import pytest

from hustings.envs import GAMES
from hustings.training import ladder
from hustings.training.evaluation.display import format_estimate
from hustings.training.evaluation.ladder import saved_rungs
from hustings.training.evaluation.ladder.rungs import load_rungs
from measurements import rungs
from measurements.ladder import AGENTS, COLUMNS, measured

from ...support import each_grown_name

SALUDOS = GAMES["saludos_amigos"]


@pytest.mark.slow
def test_a_row_is_what_the_ladder_says():
    row = measured(SALUDOS, 4, "greedy", 16, 3)
    ratings = [format_estimate(ladder("greedy", SALUDOS, games=16, seed=seed).rating, 0) for seed in (3, 4)]
    assert len(row) == len(COLUMNS)
    assert row == ["Saludos Amigos!, 4", "`greedy`", ratings[0], "16", ratings[1], "16"]
    assert AGENTS.keys() == GAMES.keys()


@pytest.mark.slow
def test_rungs_are_rated_and_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(rungs, "KEPT", tmp_path)
    found = rungs.rated(SALUDOS, ("random", "greedy", "councillor"), 2, 1, 7)
    found.save(tmp_path / "rungs.json")
    assert load_rungs(tmp_path / "rungs.json", SALUDOS) == found
    monkeypatch.setattr(rungs, "tournament", None)  # what was played is kept
    assert rungs.rated(SALUDOS, ("random", "greedy", "councillor"), 2, 1, 7) == found
    assert (found.number, found.num_players) == (7, 4)
    assert next(rung for rung in found.rungs if rung.name == "greedy").rating == 1000


@each_grown_name
def test_the_rungs_that_come_with_a_game_are_those_of_the_lab(name):
    assert {rung.name for rung in saved_rungs(GAMES[name]).rungs} == set(rungs.RUNGS[name])
