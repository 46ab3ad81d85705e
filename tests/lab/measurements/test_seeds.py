"""Learners at equal decisions, over five seeds."""

import sys
import tomllib

import numpy as np
import pytest

from hustings.agents import make
from hustings.training.learning.plots import interquartile_means
from measurements import seeds


@pytest.mark.slow
def test_a_row_tells_the_middle_of_five_seeds(tmp_path, monkeypatch, capsys):
    learnt = []

    def learn(steps, seed):
        learnt.append((steps, seed))
        return make("greedy" if seed > 1 else "random", seeds.GAME, seed)

    monkeypatch.setattr(seeds, "METHODS", {"`mine`": learn})
    out = tmp_path / "seeds.toml"
    monkeypatch.setattr(sys, "argv", ["seeds.py", "--steps", "64", "--games", "48", "--out", str(out)])
    seeds.main()
    seeds.main()
    assert learnt == [(64, seed) for seed in range(1, 6)], "the second time the row is in the file"
    (row,) = tomllib.loads(out.read_text())["rows"]
    assert len(row) == len(seeds.COLUMNS)
    assert row[:2] == ["`mine`", "64"]
    assert row[3].startswith("25.0 ("), (
        "greedy among greedy has its fair share, and one seed of five does not count"
    )
    assert "row 1 of 1: in the file" in capsys.readouterr().err


def test_the_interquartile_mean_leaves_out_the_ends():
    values = np.array([[0.0], [0.4], [0.5], [0.6], [1.0]])
    mean, low, high = interquartile_means(values)
    assert mean[0] == pytest.approx(0.5)
    assert 0 <= low[0] < 0.5 < high[0] <= 1


@pytest.mark.parametrize("method", [name for name in seeds.METHODS if "algorithm" in name])
def test_the_suite_learns_without_an_imitation(method, monkeypatch):
    given = {}
    monkeypatch.setattr(seeds, "train", lambda game, **settings: given.update(settings, game=game))
    monkeypatch.setattr(seeds, "make", lambda path, game: path)
    seeds.METHODS[method](100, 4)
    assert (given.get("imitate", ""), given["steps"], given["seed"], given["num_players"]) == ("", 100, 4, 4)
