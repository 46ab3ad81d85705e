"""The recipes of the policies that come with hustings, and the command that trains by them."""

import importlib.util
import shutil
from types import SimpleNamespace

import numpy as np
import onnx
import pytest
import torch
from onnx.numpy_helper import to_array

from hustings.agents import PolicyAgent
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.training import settings_for
from hustings.training.learning.settings import OF_IMITATION, read_config, save_settings

from ..support import ROOT, policy_file

FOLDER = ROOT / "training" / "policies"
RECIPES = sorted(FOLDER.glob("*.toml"))


@pytest.fixture
def trainer(monkeypatch):
    monkeypatch.chdir(ROOT)  # it changes to other folders; back at the end
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module("train")


def loaded(name):
    spec = importlib.util.spec_from_file_location(f"{name}_policies", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_policy_has_its_recipe():
    policies = (ROOT / "agents" / "policies").glob("*.onnx")
    assert [path.stem for path in RECIPES] == sorted(path.stem for path in policies)


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_is_made_of_settings(path):
    given = {name: value for name, value in read_config(path).items() if name not in OF_IMITATION}
    assert settings_for(path.stem, minutes=1, **read_config(path)).imitate, "where there is no policy"
    policy = str(ROOT / "agents" / "policies" / f"{path.stem}.onnx")
    assert settings_for(path.stem, start=policy, minutes=1, **given).num_players == "any"


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_gpu_learns_by_the_recipe(trainer, path, monkeypatch, tmp_path):
    remote, given = loaded("remote"), {}

    def refuse(name, out, resume, **settings):
        given.update(settings)
        raise HustingsError("enough")

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(trainer, "train", refuse)
    with pytest.raises(SystemExit, match="enough"):
        remote.run(path.stem, 1.0, tmp_path, ['device = "cpu"'])
    recipe, changed = read_config(path), {*remote.ON_A_GPU, *remote.UNTIL_TAKEN, *OF_IMITATION}
    assert given.items() >= {name: recipe[name] for name in recipe.keys() - changed}.items()


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_policies_are_stored_in_half_precision(trainer, path):
    policy = (ROOT / "agents" / "policies" / f"{path.stem}.onnx").read_bytes()
    assert trainer.halved(policy) == policy


def test_half_precision_plays_nearly_the_same(trainer):
    games = GameBatch(GAMES["copycat"], 50, 2, seed=1)
    single = policy_file(GAMES["copycat"], 2)
    half = trainer.halved(single)
    assert len(half) < 0.8 * len(single)
    (logits, _), (near, _) = (
        PolicyAgent(policy).policy_and_values(games.observe(), games.legal) for policy in (single, half)
    )
    assert (logits != near).any()
    assert np.allclose(logits, near, atol=5e-3)


def test_a_mixture_lies_between_two_policies_of_one_network():
    mixed, game = loaded("mix").mixed, GAMES["saludos_amigos"]
    before, after = (policy_file(game, 4, seed) for seed in (1, 2))
    games = GameBatch(game, 3, 4)
    views = games.observe(), games.legal
    between = PolicyAgent(mixed(before, after, 0.5))
    assert between.facts.about["mixed"] == 0.5
    for share, policy in ((0.0, before), (1.0, after)):
        at_the_end = PolicyAgent(mixed(before, after, share)).policy_and_values(*views)
        for found, wanted in zip(at_the_end, PolicyAgent(policy).policy_and_values(*views), strict=True):
            np.testing.assert_array_equal(found, wanted)
    weights = [
        {array.name: to_array(array) for array in onnx.load_from_string(policy).graph.initializer}
        for policy in (before, after, mixed(before, after, 0.25))
    ]
    for name, found in weights[2].items():
        np.testing.assert_allclose(found, 0.75 * weights[0][name] + 0.25 * weights[1][name], atol=1e-6)
    with pytest.raises(HustingsError, match="one is for saludos_amigos, the other for copycat"):
        mixed(before, policy_file(GAMES["copycat"], 2), 0.5)
    with pytest.raises(HustingsError, match="share: nan is outside 0 to 1"):
        mixed(before, after, float("nan"))
    with pytest.raises(HustingsError, match="after: not an ONNX model"):
        mixed(before, b"", 0.5)


def test_those_that_exploit_a_policy_are_a_fifth_of_its_opponents(trainer):
    shares = trainer.with_exploiters({"latest": 3.0, "greedy": 1.0}, ["one", "other"])
    assert shares == pytest.approx({"latest": 0.6, "greedy": 0.2, "one": 0.1, "other": 0.1})


@pytest.mark.parametrize("in_place", [True, False])
def test_what_was_stopped_goes_on(trainer, tmp_path, monkeypatch, in_place):
    run, asked = tmp_path / "build" / "policies" / "liberte", []

    def stopped(name, out, resume, **settings):
        asked.append((resume, settings))
        (run / "policy").mkdir(parents=True, exist_ok=True)
        (run / "evaluations.json").write_text("[]")
        shutil.copy(ROOT / "agents" / "policies" / "liberte.onnx", run / "policy" / "policy.onnx")
        save_settings(settings_for("liberte", minutes=5), run)
        return SimpleNamespace(stopped=True, policy=run / "policy")

    out = tmp_path / "out"
    monkeypatch.setattr(trainer, "ROOT", tmp_path)
    monkeypatch.setattr(trainer, "POLICIES", out if in_place else tmp_path)
    monkeypatch.setattr(trainer, "train", stopped)
    for minutes in (5, 7):
        assert trainer.train_on("liberte", minutes, out).stopped
    (first, begun), (second, gone_on) = asked
    assert (first, second) == (False, True)
    assert begun["num_games"] == 512
    assert "start" not in begun, "there is none"
    assert gone_on == {"minutes": 7}
    assert len([*out.iterdir()]) == (0 if in_place else 2), "what it has learnt so far"
    with pytest.raises(
        HustingsError, match=r"^--against: the run that was stopped does not meet .*strong; leave"
    ):
        trainer.train_on("liberte", 7, out, [str(tmp_path / "strong")])
