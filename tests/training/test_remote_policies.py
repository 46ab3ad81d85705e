"""Training a policy on another machine: what is packed, what comes back, and when it takes its place."""

import json
import os
import shutil
import tarfile
import tomllib
from types import SimpleNamespace

import pytest

import hustings.training
from hustings.agents import PolicyAgent
from hustings.agents.policy import load_policy
from hustings.envs import GAMES
from hustings.training.evaluation.strangers import play
from hustings.training.learning import warm_start

from ..support import ROOT, policy_file
from .test_shipped_policies import FOLDER, loaded

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
def remote(monkeypatch):
    monkeypatch.chdir(ROOT)  # it changes to other folders; back at the end
    monkeypatch.syspath_prepend(FOLDER)
    return loaded("remote")


def test_the_sources_and_the_wheels_are_packed(remote, tmp_path, monkeypatch):
    asked = []

    def download(command):
        asked.extend(command)
        (tmp_path / command[command.index("--dest") + 1] / "pydantic-2-py3-none-any.whl").write_bytes(b"")

    monkeypatch.setattr(remote, "_quietly", download)
    remote.pack(tmp_path / "new" / "pack.tar", "3.12")
    with tarfile.open(tmp_path / "new" / "pack.tar") as file:
        packed = set(file.getnames())
    assert {"hustings/wheels/pydantic-2-py3-none-any.whl", "hustings/training/policies/train.py"} <= packed
    assert {"hustings/setup.py", "hustings/agents/policies/liberte.onnx"} <= packed
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {name.split("/")[1] for name in packed if name.count("/") > 1}
    assert {*setuptools["package-dir"].values()} <= folders, "or it could not be installed"
    wanted = [word.partition("==")[0] for word in asked if "==" in word]
    assert sorted(wanted) == sorted(remote.WHEELS), "each has its version in constraints.txt"


def test_what_comes_back_is_a_policy_its_curve_and_a_summary(remote, tmp_path, monkeypatch):
    kept, back = tmp_path / "agents" / "policies", tmp_path / "back"
    kept.mkdir(parents=True)
    shutil.copy(remote.POLICIES / "saludos_amigos.onnx", kept)
    (tmp_path / "saludos_amigos.toml").write_text(SMALL)
    for name, there in {"HERE": tmp_path, "ROOT": tmp_path, "POLICIES": kept}.items():
        monkeypatch.setattr(f"train.{name}", there)
    monkeypatch.setitem(remote.UNTIL_TAKEN, "evaluate_games", 4)
    monkeypatch.setattr(warm_start, "LESSON_GAMES", 8)
    remote.run_all(["saludos_amigos"], 5, back, ["learning_rate=0.0001", "steps=200"])
    assert {path.name for path in back.iterdir()} == {"saludos_amigos.onnx", "saludos_amigos.json"}
    found = json.loads((back / "saludos_amigos.json").read_text())
    summary = found["summary"]
    assert summary["decisions"] == found["curve"][-1]["steps"] > 0
    assert summary["policy"] == "saludos_amigos"
    assert summary["decisions_per_second"] * summary["minutes"] * 60 == pytest.approx(
        summary["decisions"], rel=0.2
    )
    agent = load_policy(str(back / "saludos_amigos.onnx"), GAMES["saludos_amigos"])
    settings = agent.facts.about["settings"]
    assert agent.facts.num_players is None
    assert settings["start"] == "agents/policies/saludos_amigos.onnx"
    assert settings["learning_rate"] == 0.0001
    assert [path.name for path in kept.iterdir()] == ["saludos_amigos.onnx"], "which stays until it is taken"
    assert not (tmp_path / "build" / "policies" / "saludos_amigos").exists(), "it is over"


@pytest.mark.parametrize(("change", "said"), [
    ("pace=3", r"^pace: no such setting"),
    ("opponents = 'greedy,random'", r"^opponents: 'greedy,random': write NAME=SHARE, by comma"),
    ("minibatches", r"^--set: Expected '=' after a key .*; write NAME=VALUE as in policies/copycat.toml$"),
    ("seed=1", r"file/out: cannot be made \(Not a directory\); choose another place$"),
])  # fmt: skip
def test_a_wrong_setting_or_folder_is_one_line_before_anything_is_learnt(
    remote, tmp_path, monkeypatch, change, said
):
    monkeypatch.setattr("train.train", None)
    (tmp_path / "file").touch()
    out = tmp_path / ("file" if "file" in said else "") / "out"
    with pytest.raises(SystemExit, match=said):
        remote.run_all(["copycat"], 0.1, out, [change])
    assert not out.exists()


def test_a_run_that_is_stopped_at_once_is_one_line(remote, tmp_path, monkeypatch):
    stopped = SimpleNamespace(stopped=True, policy=tmp_path / "none", win_shares={})
    monkeypatch.setattr("train.train", lambda *given, **settings: stopped)
    for name in ("ROOT", "POLICIES"):
        monkeypatch.setattr(f"train.{name}", tmp_path)
    with pytest.raises(SystemExit, match=r"^copycat: stopped before anything was learnt; the same command"):
        remote.run("copycat", 1.0, tmp_path / "out")
    assert not [*(tmp_path / "out").iterdir()]


def test_several_policies_train_each_on_its_share_of_the_cores(remote, tmp_path, monkeypatch, capfd):
    program = tmp_path / "remote.py"
    program.write_text("import os, sys; print(sys.argv[2:], os.sched_getaffinity(0))")
    monkeypatch.setattr(remote, "__file__", str(program))
    cores = sorted(os.sched_getaffinity(0))
    remote.run_all(["copycat", "liberte"], 2.5, tmp_path, ["seed=3"])
    shares = [set(cores[place::2] or cores) for place in range(2)]
    assert sorted(capfd.readouterr().out.splitlines()) == [
        f"{[name, '--minutes', '2.5', '--out', str(tmp_path), '--set', 'seed=3']} {share}"
        for name, share in zip(("copycat", "liberte"), shares)
    ]
    program.write_text("import sys; sys.exit(sys.argv[2] == 'copycat')")
    with pytest.raises(SystemExit, match=r"^copycat: failed, see above$"):
        remote.run_all(["copycat", "liberte"], 2.5, tmp_path)


@pytest.mark.parametrize(("new", "replaces"), [
    ({4: (0.33, 0.29), 5: (0.30, 0.30)}, True),
    ({4: (0.33, 0.33), 5: (0.30, 0.30)}, False),  # at a table a stranger wins three points more
    ({4: (0.28, 0.20), 5: (0.28, 0.20)}, False),  # it wins less
])  # fmt: skip
def test_a_policy_takes_its_place_if_it_is_better_and_no_easier(
    remote, tmp_path, monkeypatch, capsys, new, replaces
):
    kept, back = tmp_path / "agents" / "policies", tmp_path / "back"
    kept.mkdir(parents=True)
    back.mkdir()
    (back / "copycat.onnx").write_text("new")
    (back / "copycat.json").write_text(json.dumps({"summary": {}, "curve": [{"steps": 7}]}))
    (kept / "copycat.onnx").write_text("old")
    measures = {back / "copycat.onnx": new, kept / "copycat.onnx": {4: (0.30, 0.30), 5: (0.29, 0.30)}}
    monkeypatch.setattr(
        remote, "measured", lambda name, policies, games, seed: [measures[policy] for policy in policies]
    )
    monkeypatch.setattr(remote, "ROOT", tmp_path)
    monkeypatch.setattr(remote, "POLICIES", kept)
    remote.take("copycat", back, 100, 1)
    assert (kept / "copycat.onnx").read_text() == ("new" if replaces else "old")
    assert (kept / "copycat.json").exists() == replaces
    assert not replaces or json.loads((kept / "copycat.json").read_text()) == [{"steps": 7}]
    assert ("is the new one" if replaces else "stays as it was") in capsys.readouterr().out


def test_a_folder_that_run_has_not_written_is_refused(remote, tmp_path):
    with pytest.raises(SystemExit, match=r"copycat.json not found; give the folder that `run` wrote"):
        remote.take("copycat", tmp_path, 100, 1)


@pytest.mark.parametrize(("damaged", "given", "words"), [
    ("copycat.json", {}, "copycat.json: damaged; copy it again"),
    ("copycat.onnx", {}, "copycat.onnx: not an ONNX model"),
    (None, {"games": 0}, "games: 0"),
    (None, {"seed": 2**64 - 1}, "seed: 18446744073709551616"),
])  # fmt: skip
def test_what_cannot_be_taken_in_is_one_line(remote, tmp_path, damaged, given, words):
    shutil.copy(remote.POLICIES / "copycat.onnx", tmp_path)
    (tmp_path / "copycat.json").write_text(json.dumps({"summary": {}, "curve": []}))
    if damaged:
        (tmp_path / damaged).write_bytes((tmp_path / damaged).read_bytes()[:20])
    with pytest.raises(SystemExit, match=words):
        remote.take_all(["copycat"], tmp_path, **{"games": 2, "seed": 1, **given})


@pytest.mark.slow
def test_both_figures_are_those_of_an_evaluation(remote, tmp_path, monkeypatch):
    """The hardest stranger of either policy plays again with both."""
    bots = ["greedy", "random"]
    monkeypatch.setattr(play, "strangers_of", lambda game, players: [*bots, "policy"])
    monkeypatch.setattr(PolicyAgent, "plays", lambda self, players: players == 2)  # one table is enough
    monkeypatch.setattr(remote, "AGAIN", 1)
    policies = [ROOT / "agents" / "policies" / "copycat.onnx", tmp_path / "untrained.onnx"]
    policies[1].write_bytes(policy_file(GAMES["copycat"], 2))
    found = remote.measured("copycat", policies, 64, 1)

    def played(policy, names, games, seed):
        return hustings.training.evaluate(
            str(policy), "copycat", agents=names, games=games, num_players=2, seed=seed
        )

    firsts = [played(policy, bots, 64, 1) for policy in policies]
    names = sorted({max(first.by_stranger, key=lambda one: one.among_copies.value).name for first in firsts})
    for policy, first, figures in zip(policies, firsts, found):
        again = played(policy, names, 64 * len(names), 2)
        assert figures == {2: (first.visitor.win_share.value, again.best_stranger.among_copies.value)}
    with pytest.raises(SystemExit, match=r"^2 games are too few; give more --games$"):
        remote.measured("copycat", policies[:1], 2, 1)
