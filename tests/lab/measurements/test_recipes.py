"""Recipes, measured."""

import sys
import tomllib
from types import SimpleNamespace

import pytest

from hustings.envs import GAMES
from hustings.training.evaluation.statistics import Estimate
from hustings.training.learning.settings import settings_for
from measurements import policies, recipes, runs


@pytest.mark.parametrize("idea", recipes.IDEAS)
def test_an_idea_changes_the_recipe_of_copycat_and_suits_every_game(idea):
    changed = {game: settings_for(game, minutes=1, **recipes.IDEAS[idea]) for game in GAMES}
    assert (changed["copycat"] == settings_for("copycat", minutes=1)) == (idea == recipes.RECIPE)


def test_a_row_may_meet_what_the_recipe_has_learnt_with_each_other_seed(monkeypatch):
    met = []

    def tournament(game, agents, games, num_players, seed):
        met.append((agents[1].rpartition("=")[2], games, seed))
        share = {"greedy": 0.5, "1": 0.2, "3": 0.4}[met[-1][0]]
        return SimpleNamespace(figures=[SimpleNamespace(win_share=Estimate(share, share - 0.1, share + 0.2))])

    monkeypatch.setattr(policies, "tournament", tournament)
    monkeypatch.setattr(recipes, "run", lambda game, idea, budget, seed: (str(seed), budget.steps))
    row = recipes.measured(GAMES["copycat"], recipes.RECIPE, recipes.Budget(None, 4000), 2, 101, [1, 2, 3])
    assert met == [("greedy", 101, 0), ("1", 51, 0), ("3", 51, 1)], "other deals for each"
    assert row[-2:] == ["50.0 (40.0-70.0)", "30.0 (22.9-44.1)"]


def test_a_row_compares_an_idea_with_the_recipe_and_goes_on_from_the_file(tmp_path, monkeypatch):
    learnt, played = [], []

    def train(game, out, **settings):
        learnt.append((out.name, settings["seed"], settings.get("clip_range"), settings["resume"]))
        out.mkdir(exist_ok=True)
        (out / "settings.json").touch()
        return SimpleNamespace(stopped=False, steps=2_340_000)

    def tournament(game, agents, games, num_players, seed):
        played.append(([agent.rpartition("/")[2] for agent in agents], games))
        return SimpleNamespace(figures=[SimpleNamespace(win_share=Estimate(0.5, 0.4, 0.6))])

    monkeypatch.setattr(runs, "train", train)
    monkeypatch.setattr(policies, "tournament", tournament)
    monkeypatch.setattr(recipes, "ROOT", tmp_path)
    out = tmp_path / "rows.toml"
    command = ["recipes.py", "--only", "liberte", "--ideas", "the recipe", "narrower clip", "--seeds", "2"]
    monkeypatch.setattr(sys, "argv", [*command, "--out", str(out)])
    recipes.main()
    recipes.main()
    assert learnt == [
        ("liberte-the_recipe-10_minutes-2", 2, None, False),
        ("liberte-the_recipe-10_minutes-1", 1, None, False),
        ("liberte-narrower_clip-10_minutes-2", 2, 0.1, False),
        ("liberte-the_recipe-10_minutes-1", 1, None, True),
    ], "the second time the rows are there"
    assert played[2:] == [
        (["liberte-narrower_clip-10_minutes-2", *["other=greedy"] * 3], 1000),
        (["liberte-narrower_clip-10_minutes-2", *["liberte-the_recipe-10_minutes-1"] * 3], 1000),
    ]
    assert tomllib.loads(out.read_text())["rows"][1] == [
        "Liberté, 4",
        "narrower clip",
        "`clip_range=0.1`",
        "2",
        "2.3 M",
        "50.0 (40.0-60.0)",
        "50.0 (40.0-60.0)",
    ]
