"""Learning curves, from the files that runs leave."""

import json
import shutil

import pytest

from hustings.envs.core.errors import HustingsError
from hustings.training import plot_curves
from hustings.training.evaluation.curves import curve_text, curves


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    shares = [(0.2, 0.5), (0.3, 0.7), (0.4, 0.9)]
    entries = [
        {"rollout": k, "steps": 100 * k, "seconds": 60.0 * k, "num_players": 4,
         "win_shares": {"greedy": [low, 0, 1], "random": [high, 0, 1]}}
        for k, (low, high) in enumerate(shares)
    ]  # fmt: skip
    (folder / "evaluations.json").write_text(json.dumps(entries))
    return folder


def test_curves_as_figures_and_letters(run):
    found = curves([run])
    interval = {"win_share_low": 0, "win_share_high": 1}
    last = {"against": "random", "minutes": 2.0, "steps": 200, "win_share": 0.9, **interval}
    assert found.rows()[-1] == last
    assert found.curves[0].fair == 0.25
    lines = curve_text([run], 60, 15).splitlines()
    assert len(lines) == 15
    assert max(map(len, lines)) <= 60
    drawn = [line for line in reversed(lines[:10]) if "o" in line]
    assert (drawn[0].index("o"), drawn[-1].rindex("o")) == (6, 59)
    assert sum(line.count("o") for line in drawn) == 54, "one for each column"
    assert lines[-1] == "      . fair share, 25 %"
    other = shutil.copytree(run, run.parent / "other")
    names = [curve.name for curve in curves([run, other]).curves]
    assert names == [f"{folder}: {bot}" for folder in (run, other) for bot in ("greedy", "random")]
    assert found.curves[0].intervals == [(0, 1)] * 3


@pytest.mark.parametrize("runs", [5, [5], [], "run"])
def test_what_is_no_list_of_runs_is_refused(runs):
    for measure in (curves, plot_curves):
        with pytest.raises(HustingsError, match="runs: give the folders of one or more runs, in a list"):
            measure(runs)


def write(run, players, match):
    entry = {"steps": 1, "seconds": 1, "win_shares": {match: [0.2, None, None]}, "num_players": players}
    (run / "evaluations.json").write_text(json.dumps([entry]))


@pytest.mark.parametrize(("players", "match"), [(3, "mine x:Bot"), (None, "2 x greedy")])
def test_a_run_says_how_many_play(run, players, match):
    write(run, players, match)
    found = curves([run])
    assert found.curves[0].fair == 1 / 3
    assert found.as_json()[0]["win_share_low"] is None


@pytest.mark.parametrize(("players", "match"), [(0, "greedy"), (None, "greedy"), (None, "-1 x greedy")])
def test_a_number_of_players_that_cannot_be_is_one_line(run, players, match):
    write(run, players, match)
    with pytest.raises(HustingsError, match=r"evaluations.json: damaged"):
        curves([run])
