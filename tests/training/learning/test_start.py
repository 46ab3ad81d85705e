"""Going on from a policy: its weights are taken, by whatever name it is given, or refused in one line."""

import shutil
from types import SimpleNamespace

import numpy as np
import onnx
import pytest
import torch
from rich.console import Console

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.errors import HustingsError
from hustings.training import save_policy
from hustings.training.learning import start
from hustings.training.learning.run import Run
from hustings.training.learning.settings import settings_for

from ... import tinygame
from ...support import network, policy_file
from .runs import go, new_run


def said(run, policy, sizes):
    """What a run's network and a policy say of some views, as arrays in pairs."""
    saved = run.evaluator.policy(run.network, run.state)
    for size in sizes:
        views = np.random.default_rng(1).random((9, size), np.float32)
        masks = np.ones((9, run.game.actions.size), np.bool_)
        yield from zip(saved.policy_and_values(views, masks), policy.policy_and_values(views, masks))


@pytest.mark.parametrize("place", ["", "policy", "policy/policy.onnx"])
def test_a_run_begins_with_the_weights_of_the_policy(run, tmp_path, place):
    path, game = str(run[0] / place), tinygame.GAME
    begun = new_run(tmp_path, start=path, seed=7)
    begun.begin()
    assert not begun.context.imitated
    for one, other in said(begun, make(path, game), [begun.context.view.size]):
        assert (one == other).all()


@pytest.mark.parametrize(
    ("name", "players", "table"),
    [("saludos_amigos", None, "any"), ("liberte", 4, 4), ("liberte", "any", "any")],
)
def test_the_policy_that_comes_with_a_game_goes_on_at_its_own_table(tmp_path, name, players, table):
    game = GAMES[name]
    settings = settings_for(name, start="policy", steps=1, num_games=8, num_players=players)
    assert settings.num_players == table
    begun = Run(settings, game, tmp_path, Console(quiet=True))
    begun.begin()
    counts = game.player_counts if table == "any" else [table]
    for one, other in said(begun, make("policy", game), [game.observation(count).size for count in counts]):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-4)


def test_it_learns_and_can_be_resumed(run, tmp_path):
    out, path = tmp_path / "run", str(shutil.copytree(run[0], tmp_path / "first"))
    assert go(out, start=path, steps=128).rollouts == 1
    shutil.rmtree(path)  # it was needed once
    assert go(out, resume=True, start=path, steps=256).rollouts == 2


def test_one_table_of_a_policy_for_all_can_be_gone_on_from_again(tmp_path):
    first, second, third = (tmp_path / name for name in ("all", "one", "again"))
    go(first, num_players="any", steps=64)
    for before, place in ((first, second), (second, third)):
        begins = {"start": str(before), **start.build_of(str(before), tinygame.GAME, (), 2)}
        assert begins["any_table"]
        go(place, steps=64, **begins)


def test_a_policy_for_one_table_goes_on_at_all_of_them(run, tmp_path):
    path, game = str(run[0]), tinygame.GAME
    begun = new_run(tmp_path, **start.build_of(path, game, (), "any"), start=path)
    begun.begin()
    for one, other in said(begun, make(path, game), [begun.game.observation(3).size]):
        np.testing.assert_allclose(one, other, atol=1e-3)
    assert go(tmp_path / "on", start=path, num_players="any", steps=64).num_players is None


def test_what_does_not_fit_is_refused(run, tmp_path):
    path = str(run[0])
    for changes, words in (
        ({"start": str(tmp_path / "none")}, "none/policy.onnx: not found"),
        ({"start": path, "layers": (8,)}, "of shape .*give the same network, layers, thing_width"),
        ({"start": path, "num_players": 2}, "trained with 3 players, not with 2 players"),
    ):
        with pytest.raises(HustingsError, match=words):
            go(tmp_path / "run", **changes)
        assert not (tmp_path / "run").exists()


def test_a_policy_for_one_table_that_lacks_weights_is_refused_at_all_of_them(tmp_path):
    game = GAMES["saludos_amigos"]
    model = onnx.load_from_string(policy_file(game, 4, settings={"network": "entity"}))
    (lost,) = (array for array in model.graph.initializer if array.name.endswith("of_codes.weight"))
    for node in model.graph.node:
        node.input[:] = ["another" if name == lost.name else name for name in node.input]
    lost.name = "another"
    onnx.save(model, tmp_path / "policy.onnx")
    like = network(game, 4).state_dict(keep_vars=True)
    with pytest.raises(HustingsError, match=r"of_codes\.weight is missing"):
        start.policy_weights(str(tmp_path), game, "any", like)


def test_weights_that_are_not_finite_are_refused(run, tmp_path, monkeypatch):
    model = onnx.load(run[0] / "policy" / "policy.onnx")
    (damaged,) = (array for array in model.graph.initializer if array.name.endswith("plain.bias"))
    values = onnx.numpy_helper.to_array(damaged).copy()
    values[-1] = np.nan
    damaged.CopyFrom(onnx.numpy_helper.from_array(values, damaged.name))
    facts = SimpleNamespace(num_players=3, about={})
    read = SimpleNamespace(model=model.SerializeToString(), facts=facts)
    monkeypatch.setattr(start, "_policy", lambda *_: read)
    like = new_run(tmp_path).network.state_dict(keep_vars=True)
    with pytest.raises(HustingsError, match=r"plain\.bias is of shape .*, or not finite"):
        start.policy_weights("damaged", tinygame.GAME, 3, like)


class Own(torch.nn.Module):
    """A network that knows nothing."""

    def forward(self, views, masks):
        return masks.float() + 0 * views[:, :1]


def test_a_policy_that_no_run_has_saved_is_refused(tmp_path):
    save_policy(Own(), "saludos_amigos", 4, tmp_path)
    with pytest.raises(HustingsError, match="does not say how it was trained; give a policy of a run"):
        settings_for("saludos_amigos", start=str(tmp_path), steps=1)
    with pytest.raises(HustingsError, match="its network None is for 4 players, and those of entity and"):
        settings_for("saludos_amigos", start=str(tmp_path), steps=1, num_players="any")


def test_no_code_is_run_because_a_policy_names_it(tmp_path, evil):
    settings = {"network": "evil:Net", "layers": [8], "thing_width": 8}
    save_policy(Own(), "saludos_amigos", 4, tmp_path, settings=settings)
    with pytest.raises(HustingsError, match="names the network 'evil:Net', and no code is run"):
        settings_for("saludos_amigos", start=str(tmp_path), steps=1)
