"""A network and an algorithm of a user's own: those of docs/howto/own_network.md, and what is refused."""

import re
import shutil
import sys

import numpy as np
import pytest
import torch
from torch import nn

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training import tournament
from hustings.training.learning import checkpoint
from hustings.training.learning.algorithms import ALGORITHMS, Algorithm, UpdateResult
from hustings.training.learning.networks import NETWORKS, NetworkSpec, build_network
from hustings.training.learning.networks.entity import EntityNetwork
from hustings.training.learning.registry import make_reward

from ... import tinygame
from ...support import ROOT
from .runs import DECISIONS, EXPERT, PLAYERS, ends, go, goes_on, saved

OWN = {"network": "mine:Net:width=8", "algorithm": "mine:Reinforce", "steps": 2000}


@pytest.fixture(autouse=True)
def mine(tmp_path_factory, monkeypatch):
    """The module of the page, at most 40 lines, importable."""
    page = (ROOT / "docs/howto/own_network.md").read_text("utf-8")
    text, pay = re.findall(r"```python\n((?:import numpy|def pay).*?)```", page, re.DOTALL)
    assert len([line for line in text.splitlines() if line.strip()]) <= 40
    folder = tmp_path_factory.mktemp("mine")
    (folder / "mine.py").write_text(
        f"{text}\n\n{pay}\n\ndef scaled(games, rows, by):\n    return float(by) * pay(games, rows)\n"
    )
    monkeypatch.syspath_prepend(folder)
    yield
    sys.modules.pop("mine", None)


def test_the_pages_network_and_algorithm_train_a_policy_that_plays(tmp_path, monkeypatch):
    """And a run of them that is resumed ends where an uninterrupted one does."""
    monkeypatch.setattr(checkpoint, "KEPT", 99)
    settings = {"imitate": "random", "imitate_share": 0.2, **OWN}
    straight, out = tmp_path / "straight", tmp_path / "stopped"
    result = go(straight, **settings)
    assert result.rollouts > 3
    before, *_, after = [arrays["model"] for state, arrays in saved(straight) if state["warm"]]
    layers, kinds = ("body.0", "logits", "values"), ("weight", "bias")
    parts = {f"policy/module.{layer}.{kind}" for layer in layers for kind in kinds}
    assert {name for name in after if name.startswith("policy/")} == parts | {"policy/logit_scale"}
    assert (after["policy/module.logits.weight"] != before["policy/module.logits.weight"]).any()
    played = tournament(tinygame.GAME, [str(result.policy), "random", "random"], 12, num_players=PLAYERS)
    assert played.games == 12
    shutil.copytree(straight, out)
    for later in checkpoint.complete(out / "checkpoints")[-2:]:
        shutil.rmtree(later)
    go(out, resume=True, **settings)
    assert ends(out) == ends(straight)


@pytest.mark.parametrize("changes", [
    {"network": "mine:Net"},
    {"algorithm": "mine:Reinforce"},
    {"network": "mine:Net", **EXPERT, "steps": 100},
    {"network": "mine:Net", "num_players": "any", "imitate": "random", "imitate_share": 0.2},
], ids=["ppo", "entity network", "expert", "any table"])  # fmt: skip
def test_each_goes_with_what_the_suite_has(tmp_path, changes):
    result = go(tmp_path / "run", **{"steps": 256, "evaluate_seconds": 1e6, **changes})
    agent = make(str(result.policy), tinygame.GAME)
    assert agent.facts.about["settings"]["network"] == changes.get("network", "entity")


def test_a_reward_of_ones_own_is_what_the_learner_is_paid(tmp_path):
    out = tmp_path / "run"
    result = go(out, steps=256, reward="mine:scaled:by=0.5", evaluate_seconds=1e6)
    assert make(str(result.policy), tinygame.GAME).facts.about["settings"]["reward"] == "mine:scaled:by=0.5"
    games = GameBatch(tinygame.GAME, 8, PLAYERS, reward=make_reward("mine:scaled:by=0.5"))
    while not games.over.all():
        assert not games.payoff[~games.over].any()
        games.step(games.legal.argmax(axis=1))
    mean = games.scores.mean(axis=1, keepdims=True)
    assert np.allclose(games.payoff, 0.5 * (games.scores - mean) / games.box["typical_score"][0])
    with pytest.raises(HustingsError, match=r"reward names the reward 'mine:scaled:by=0\.5'"):
        goes_on(out)
    go(out, resume=True, steps=384, reward="mine:scaled:by=0.5", evaluate_seconds=1e6)


@pytest.mark.parametrize("paid", [np.zeros(3), np.full((4, PLAYERS), np.nan), "much"])
def test_what_a_reward_may_not_return_is_said(paid):
    games = GameBatch(tinygame.GAME, 4, PLAYERS, reward=lambda games, rows: paid)
    while not games.over.all():
        games.step(games.legal.argmax(axis=1))
    with pytest.raises(HustingsError, match=r"^reward: .* must return finite numbers of shape"):
        _ = games.payoff
    assert games.scores.shape == (4, PLAYERS), "scores ask nobody"


class Constant(nn.Module):
    """Says the same of everything; whatever it is asked for in `shape` is wrong."""

    def __init__(self, spec: NetworkSpec, shape: str = "(R, A)"):
        super().__init__()
        self.said = nn.Parameter(torch.zeros(spec.actions.size + (shape != "(R, A)")))
        self.players, self.measured = spec.players, []

    def forward(self, observations, legal):
        rows = 0 * observations[:, :1]
        return rows + self.said, rows.expand(-1, self.players)

    def measure(self, observations):
        self.measured.append(observations.shape)


class Norms(nn.Module):
    """A network that can be asked about a single decision only outside of training."""

    def __init__(self, spec: NetworkSpec):
        super().__init__()
        self.norm, self.out = nn.BatchNorm1d(spec.observation.size), nn.Linear(spec.observation.size, 99)
        self.actions, self.players = spec.actions.size, spec.players

    def forward(self, observations, legal):
        found = self.out(self.norm(observations))
        return found[:, : self.actions], found[:, -self.players :]


def test_a_network_plays_as_it_is_saved_not_as_it_learns_and_is_started_from(tmp_path, monkeypatch):
    """Norms count their batches, which nothing that is saved does."""
    monkeypatch.setitem(NETWORKS, "norms", Norms)
    small = {"network": "norms", "num_games": 2, "decisions": 16, "most_decisions": 16, "steps": 64,
             "opponents": {"random": 1.0}}  # fmt: skip
    go(tmp_path / "run", **small)
    assert go(tmp_path / "on", start=str(tmp_path / "run"), **small).steps >= 64


class Counts(Algorithm):
    """Learns nothing, counts what it is told, and has arrays of its own, by any names."""

    def __init__(self, context):
        super().__init__(context)
        self.told = []

    def update(self, number, progress, stream):
        self.told.append((number, progress))
        return UpdateResult(np.int64(self.context.settings.num_games), {"counts/number": float(number)})

    def note_snapshot(self, weights):
        self.told.append(sorted(weights))

    def state(self):
        return {"average/module.said": np.arange(3), "policy/more": np.zeros(1), "algorithm/": np.ones(2)}


def test_names_may_be_registered(tmp_path, monkeypatch):
    made = []
    monkeypatch.setitem(NETWORKS, "constant", Constant)
    monkeypatch.setitem(ALGORITHMS, "counts", lambda context: made.append(Counts(context)) or made[-1])
    own = {"network": "constant", "algorithm": "counts", "freeze_every": 2}
    result = go(tmp_path / "run", steps=64, **own)
    assert (result.steps, result.rollouts) == (64, 4)
    weights = ["logit_scale", "module.said"]
    assert made[0].told == [weights, (0, 0.0), (1, 0.25), weights, (2, 0.5), (3, 0.75), weights]
    assert len(made[0].context.network.module.measured) == 1
    assert go(tmp_path / "run", resume=True, steps=96, **own).rollouts == 6
    monkeypatch.delitem(NETWORKS, "constant")
    with pytest.raises(HustingsError, match="network: 'constant' is unknown; choose from entity, flat, sb3"):
        go(tmp_path / "run", resume=True, steps=128, **own)


@pytest.mark.parametrize("result", [(64, {}), None, UpdateResult(-5, {})])
def test_what_an_update_may_not_return_is_said(tmp_path, monkeypatch, result):
    monkeypatch.setattr(Counts, "update", lambda *_: result)
    monkeypatch.setitem(ALGORITHMS, "counts", Counts)
    with pytest.raises(HustingsError, match=r"^algorithm 'counts': update returned .*, not an UpdateResult"):
        go(tmp_path / "run", algorithm="counts")


class Masked(Constant):
    """Adds to all logits what a causal mask lets through."""

    def __init__(self, spec: NetworkSpec):
        super().__init__(spec)
        self.register_buffer("mask", torch.full((2, 2), -torch.inf).triu(1))

    def forward(self, observations, legal):
        logits, values = super().forward(observations, legal)
        return logits + torch.softmax(observations[:, None, :2] + self.mask, dim=2)[:, 1, :1], values


def test_a_network_with_a_mask_learns_is_resumed_and_started_from(tmp_path, monkeypatch):
    monkeypatch.setitem(NETWORKS, "masked", Masked)
    out, own = tmp_path / "run", {"network": "masked", "opponents": {"latest": 0.5, "snapshots": 0.5}}
    go(out, steps=DECISIONS, **own)
    assert go(out, resume=True, steps=2 * DECISIONS, **own).rollouts == 2
    _, arrays = saved(out)[-1]
    for name in ("policy", "average"):
        assert arrays["model"][f"{name}/module.mask"].tolist() == [[0, -np.inf], [0, 0]]
    assert go(tmp_path / "on", start=str(out), steps=DECISIONS, **own).rollouts == 1


def test_a_wrapped_modules_logits_can_be_scaled():
    made = build_network("mine:Net", NetworkSpec(tinygame.GAME, PLAYERS))
    views = torch.zeros(2, made.spec.observation.size)
    legal = torch.ones(2, made.spec.actions.size, dtype=torch.bool)
    with torch.no_grad():
        before, values = made.policy_and_values(views, legal)
        made.scale_logits(3.0)
        after, same = made.policy_and_values(views, legal)
    assert torch.equal(after, 3 * before)
    assert torch.equal(values, same)
    assert list(made.value_parameters()) == []


@pytest.mark.parametrize(("changes", "line"), [
    ({"network": "deep"}, "^network: 'deep' is unknown; choose from entity, flat, "),
    ({"algorithm": "sac"}, "^algorithm: 'sac' is unknown; choose from ppo, expert, sb3, or give package"),
    ({"network": "gone:Net"}, r"^network 'gone:Net' cannot be built \(ModuleNotFoundError"),
    ({"network": "mine:Gone"}, r"^network 'mine:Gone' cannot be built \(AttributeError"),
    ({"network": "mine:Net:depth=2"}, r"^network 'mine:Net:depth=2' cannot be built \(TypeError"),
    ({"network": "mine:Net:8"}, r"'8': write NAME=VALUE"),
    ({"network": "mine:Reinforce"}, "^network 'mine:Reinforce' "),
    ({"algorithm": "mine:Net"}, "^algorithm 'mine:Net' "),
    ({"algorithm": "mine:np"}, r"^algorithm 'mine:np' cannot be built \(TypeError"),
    ({"network": "mine:Net", "critic": "all cards"},
     "^critic: network 'mine:Net' has no critic that sees all"),
    ({"network": "wide"}, r"^network 'wide' gives logits and values of shapes \[\(2, 5\), \(2, 3\)\]; they "),
    ({"network": "mine:Net", "precision": "bfloat16"}, "^precision: network 'mine:Net' learns in float32; "),
    ({"network": "mine:Net", "margin": 0.2}, "^margin: network 'mine:Net' learns no margins; leave margin"),
    ({"network": "folds"}, r"^network 'folds' cannot be played from an ONNX file \("),
    ({"network": "branches"}, r"^network 'branches' cannot be played from an ONNX file \(the file gives oth"),
    ({"network": "empty"}, "^network 'empty' has no parameters to learn; give it layers"),
    ({"network": "frozen"}, "^network 'frozen' has no parameters to learn; give it layers"),
    ({"reward": "gone:pay"}, r"^reward 'gone:pay' cannot be loaded \(ModuleNotFoundError"),
    ({"reward": "mine:gone"}, r"^reward 'mine:gone' cannot be loaded \(AttributeError"),
    ({"reward": "luck"}, "^reward: 'luck' is not one of rank, win, margin"),
    (EXPERT | {"search": "guide=policy"}, "^search: the network that learns is the guide"),
    (EXPERT | {"search": "depth=3"}, "no setting 'depth'"),
    (EXPERT | {"search": "playouts=random,rounds=1"}, "^reward: rank: the search takes values for chances"),
    (EXPERT | {"critic": "all cards"}, "^critic: expert iteration has none"),
])  # fmt: skip
def test_what_cannot_be_trained_is_refused_before_anything_is_written(
    tmp_path, monkeypatch, capfd, changes, line
):
    monkeypatch.setitem(NETWORKS, "wide", lambda spec: Constant(spec, "(R, A + 1)"))
    monkeypatch.setitem(NETWORKS, "folds", Folds)
    monkeypatch.setitem(NETWORKS, "branches", Branches)
    monkeypatch.setitem(NETWORKS, "empty", lambda spec: nn.Identity())
    monkeypatch.setitem(NETWORKS, "frozen", lambda spec: Constant(spec).requires_grad_(False))
    with pytest.raises(HustingsError, match=line):
        go(tmp_path / "run", **changes)
    assert not (tmp_path / "run").exists()
    assert not capfd.readouterr().out, "torch would print the graph"


class Folds(Constant):
    """What it does, ONNX has no operator for."""

    def forward(self, observations, legal):
        logits, values = super().forward(observations, legal)
        return torch.linalg.svd(logits, full_matrices=False)[0][:, :1] * logits, values


class Branches(EntityNetwork):
    """Decides in Python, which a file does once and for all."""

    def forward(self, observations, legal):
        logits, values = super().forward(observations, legal)
        return (logits + 1 if observations.any() else logits), values
