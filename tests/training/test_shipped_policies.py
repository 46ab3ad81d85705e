"""The recipes of the policies that come with hustings, and the command that trains by them."""

import importlib.util
import shutil
from functools import partial

import numpy as np
import onnx
import pytest
import torch
from onnx.numpy_helper import to_array

from hustings.agents import PolicyAgent, make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.training import settings_for
from hustings.training.learning import warm_start
from hustings.training.learning.settings import OF_IMITATION, read_config, save_settings

from ..support import ROOT, policy_file

FOLDER = ROOT / "training" / "policies"
RECIPES = sorted(FOLDER.glob("*.toml"))
SMALL = """\
num_players = "any"
seed = 1
num_games = 16
decisions = 128
minibatches = 2
evaluate_games = 4
evaluate_against = ["random"]
keep = "last"
"""


@pytest.fixture
def trainer(monkeypatch):
    monkeypatch.chdir(ROOT)  # it changes to other folders; back at the end
    monkeypatch.setattr(warm_start, "LESSON_GAMES", 8)
    monkeypatch.syspath_prepend(FOLDER)
    return loaded("train")


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
def test_a_gpu_learns_by_the_recipe(path, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(FOLDER)
    remote, given = loaded("remote"), {}

    def refuse(name, out, console, final_games, **settings):
        given.update(settings)
        raise HustingsError("enough")

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr("hustings.training.train", refuse)
    monkeypatch.chdir(ROOT)  # and back at the end
    with pytest.raises(SystemExit, match="enough"):
        remote.run(path.stem, 1.0, tmp_path, ['device = "cpu"'])
    monkeypatch.undo()
    recipe, changed = read_config(path), {*remote.ON_A_GPU, *remote.UNTIL_TAKEN, *OF_IMITATION}
    assert given.items() >= {name: recipe[name] for name in recipe.keys() - changed}.items()


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_policies_are_stored_in_half_precision(path):
    policy = (ROOT / "agents" / "policies" / f"{path.stem}.onnx").read_bytes()
    assert loaded("halve").halved(policy) == policy


def test_half_precision_plays_nearly_the_same():
    games = GameBatch(GAMES["copycat"], 50, 2, seed=1)
    single = policy_file(GAMES["copycat"], 2)
    half = loaded("halve").halved(single)
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


@pytest.mark.slow
def test_a_policy_is_trained_on_and_takes_its_place(trainer, tmp_path, monkeypatch):
    policies = tmp_path / "agents" / "policies"
    policies.mkdir(parents=True)
    shutil.copy(ROOT / "agents" / "policies" / "saludos_amigos.onnx", policies)
    before = (policies / "saludos_amigos.onnx").read_bytes()
    (tmp_path / "saludos_amigos.toml").write_text(SMALL)
    monkeypatch.setattr(trainer, "HERE", tmp_path)
    monkeypatch.setattr(trainer, "ROOT", tmp_path)
    monkeypatch.setattr(trainer, "train", partial(trainer.train, final_games=8))
    assert trainer.train_on("saludos_amigos", 0.01)
    assert (policies / "saludos_amigos.onnx").read_bytes() != before
    assert (policies / "saludos_amigos.json").is_file()
    assert make(str(policies / "saludos_amigos.onnx"), GAMES["saludos_amigos"]).facts.num_players is None
    assert not (tmp_path / "build" / "policies" / "saludos_amigos").exists()


def test_what_was_stopped_goes_on(trainer, tmp_path, monkeypatch):
    asked = []

    class Found:
        stopped = True

    monkeypatch.setattr(trainer, "ROOT", tmp_path)
    monkeypatch.setattr(
        trainer, "train", lambda *given, **settings: asked.append((given, settings)) or Found()
    )
    assert not trainer.train_on("liberte", 5)
    run = tmp_path / "build" / "policies" / "liberte"
    run.mkdir()
    save_settings(settings_for("liberte", minutes=5), run)
    assert not trainer.train_on("liberte", 7)
    (first, begun), (second, gone_on) = asked
    assert (first[2], second[2]) == (False, True)
    assert begun["num_games"] == 512
    assert "start" not in begun, "there is none"
    assert gone_on.keys() == {"console", "minutes"}
    with pytest.raises(
        HustingsError, match=r"^--against: the run that was stopped does not meet .*strong; leave"
    ):
        trainer.train_on("liberte", 7, [str(tmp_path / "strong")])
