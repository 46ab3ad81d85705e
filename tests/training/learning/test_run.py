"""Training runs: what they leave behind, that they can be killed and resumed, and what they refuse."""

import contextlib
import dataclasses
import io
import json
import multiprocessing
import random
import re
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from matplotlib.figure import Figure
from rich.console import Console

from hustings.agents import PolicyAgent, make
from hustings.agents.policy import foreign
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.evaluation.curves import curves
from hustings.training.evaluation.plots import save_plot
from hustings.training.evaluation.statistics import Estimate
from hustings.training.learning import checkpoint, evaluator, run_state, warm_start
from hustings.training.learning import run as runs
from hustings.training.learning.algorithms.ppo import PPO
from hustings.training.learning.evaluator import Evaluator
from hustings.training.learning.imitation import Imitation
from hustings.training.learning.process_state import logs, own_streams
from hustings.training.learning.run import Run, train
from hustings.training.learning.settings import read_settings, settings_for

from ... import tinygame
from ...support import saved_policy, workers_here
from .runs import (
    DECISIONS,
    EXPERT,
    PLAYERS,
    SETTINGS,
    asked,
    content,
    ends,
    go,
    last,
    new_run,
    refused,
    saved,
)


def test_a_run_leaves_a_policy_logs_and_evaluations(run):
    out, result = run
    assert (result.rollouts, result.stopped) == (4, False)
    assert 4 * DECISIONS <= result.steps < 4 * (DECISIONS + SETTINGS.num_games)
    assert list(result.win_shares) == ["random"]
    share = result.win_shares["random"]
    assert 0 <= share.low <= share.value <= share.high <= 1
    assert result.to_frame()["win_share"].tolist() == [share.value]
    assert "2 x random" in result._repr_html_()
    policy = PolicyAgent.load(result.policy, tinygame.GAME)
    assert policy.facts.num_players == PLAYERS
    assert policy.facts.about["settings"]["decisions"] == DECISIONS
    assert policy.facts.about["hustings"] == version("hustings")
    evaluations = json.loads((out / "evaluations.json").read_text())
    assert [entry["rollout"] for entry in evaluations] == [0, 1, 2, 3, 4]
    assert {entry["num_players"] for entry in evaluations} == {PLAYERS}
    assert list((out / "tensorboard").iterdir())
    assert len(checkpoint.complete(out / "checkpoints")) == 2


def test_a_policy_is_chosen_on_other_deals_than_those_it_is_measured_on(tmp_path, monkeypatch):
    run, seeds = new_run(tmp_path), [SETTINGS.seed]  # a tournament's is often the run's
    share = lambda *given, **_: seeds.append(given[4]) or Estimate(0, 0, 0)  # noqa: E731
    monkeypatch.setattr(evaluator, "win_share", share)
    run.evaluate()
    run.evaluator.final(30, run.reporter.doing)
    assert len({*seeds}) == len(seeds) == 3


def test_evaluations_are_json_also_where_an_interval_is_not_a_number(tmp_path):
    alone = {"evaluate_games": 1, "num_players": None}
    go(tmp_path / "run", steps=128, **alone)
    assert curves([tmp_path / "run"]).curves[0].fair == 1 / 2, "which the settings do not say"
    text = (tmp_path / "run" / "evaluations.json").read_text()
    shares = json.loads(text, parse_constant=pytest.fail)[0]["win_shares"]["random"]
    assert shares[1:] == [None, None]
    assert go(tmp_path / "run", resume=True, steps=256, **alone).rollouts == 2


def measuring(monkeypatch, shares, half=0.0):
    """Let each evaluation measure the next of these win shares, give or take a half of an interval."""
    coming = iter(shares)

    def measure(self, policy, state, tell=None):
        share = next(coming)
        about = {"rollout": state.rollouts, "steps": state.steps, "seconds": 0.0}
        state.evaluations.append({**about, "win_shares": {"random": [share, share - half, share + half]}})
        return {}

    monkeypatch.setattr(Evaluator, "measure", measure)
    monkeypatch.setattr(Evaluator, "final", lambda *_: {})


def rollouts_of(folder: Path) -> int:
    """After how many updates a policy was saved."""
    return PolicyAgent.load(folder, tinygame.GAME).facts.about["rollouts"]


MEETS_A_BOT = {"opponents": {"greedy": 0.5, "latest": 0.5}}  # which this game lacks


@pytest.mark.parametrize(("changes", "half", "kept"), [
    ({"keep": "best"}, 0.0, 2),  # the later of two that are as good
    ({"keep": "best"}, 0.3, 3),  # not better by more than the interval
    ({"keep": "auto"}, 0.0, 3),
    ({"keep": "auto", **MEETS_A_BOT}, 0.0, 2),
])  # fmt: skip
def test_the_best_policy_is_kept_or_the_last(tmp_path, monkeypatch, changes, half, kept):
    measuring(monkeypatch, [0.1, 0.4, 0.4, 0.2], half)
    result = go(tmp_path / "run", steps=DECISIONS * 3, evaluate_seconds=0, **changes)
    found = [rollouts_of(tmp_path / "run" / name) for name in ("policy", "policy_last", "policy_best")]
    assert found == [kept, 3, 2]
    assert rollouts_of(result.policy) == kept
    assert ("the best measured" in result.table().caption) == bool(result.kept) == (kept == 2)


def test_what_is_kept_may_be_changed_when_nothing_is_left_to_do(tmp_path, monkeypatch):
    measuring(monkeypatch, [0.1, 0.4, 0.2])
    out = tmp_path / "run"
    for keep, kept in (("last", 2), ("best", 1), ("last", 2)):
        go(out, resume=out.exists(), steps=DECISIONS * 2, keep=keep, evaluate_seconds=0)
        assert rollouts_of(out / "policy") == kept
    assert read_settings(out).keep == "last"


def test_a_runs_own_policy_is_not_tried_in_another_process(tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "_accepted", set())
    monkeypatch.setattr(foreign, "_in_other_process", lambda *_: pytest.fail("it is tried"))
    result = go(tmp_path / "run", steps=DECISIONS)
    assert PolicyAgent.load(result.policy, tinygame.GAME).facts.num_players == PLAYERS


def weights_by_hand(given: list[dict], average: float) -> dict:
    """The mean of weights after each update, in which the n-th counts for 1 / (1 + average * (n - 1))."""
    mean = given[0]
    for number, now in enumerate(given[1:], 1):
        part = 1 / (1 + average * number)
        mean = {name: (1 - part) * mean[name] + part * array for name, array in now.items()}
    return mean


@pytest.mark.parametrize("average", [0.2, 0.0, 1.0])
def test_an_average_of_the_weights_is_measured_and_kept(tmp_path, average):
    made, given = new_run(tmp_path, average=average, steps=10**6, learning_rate=1e-2), []
    made.state.warm = True
    for _ in range(4):
        made.update()
        given.append(made.network.weights())
    expected, last = weights_by_hand(given, average), given[-1]
    assert all(
        np.allclose(array, expected[name], atol=1e-5) for name, array in made.average.weights().items()
    )
    name = "action_net.plain.weight"
    assert np.allclose(expected[name], last[name], atol=1e-5) == (average == 0)
    if average == 1:  # all count alike
        assert np.allclose(expected[name], np.mean([one[name] for one in given], axis=0), atol=1e-5)
    made.evaluate()
    policy = PolicyAgent.load(tmp_path / "policy", tinygame.GAME)
    games = GameBatch(tinygame.GAME, 20, PLAYERS, seed=2)
    with torch.no_grad():
        _, values = made.average.policy_and_values(*asked(games))
    assert np.allclose(policy.policy_and_values(games.observe(), games.legal)[1], values, atol=1e-5)


def test_the_deadline_holds(tmp_path, monkeypatch):
    """Nothing is begun that would not end in time, by a clock that only the work below moves.

    Compiling does not count.
    """
    clock = [0.0]

    def takes(seconds, does):
        def slowly(*arguments):
            clock[0] += seconds
            return does(*arguments)

        return slowly

    monkeypatch.setattr(run_state, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(Run, "_compile", takes(100.0, Run._compile))
    monkeypatch.setattr(PPO, "update", takes(10.0, PPO.update))
    monkeypatch.setattr(Evaluator, "measure", takes(4.0, Evaluator.measure))
    monkeypatch.setattr(Evaluator, "final", lambda *_: {})
    result = go(tmp_path / "run", steps=None, minutes=1.0, evaluate_seconds=30)
    assert (result.rollouts, result.seconds, result.minutes) == (4, 52.0, 1.0)
    assert "in 0.9 of 1 minutes" in result.table().title
    rollouts = [entry["rollout"] for entry in json.loads((tmp_path / "run" / "evaluations.json").read_text())]
    assert rollouts == [0, 3, 4]


def test_global_streams_are_left_as_they_were(tmp_path):
    def numpy_state():
        return [np.asarray(part).tolist() for part in np.random.get_state()]  # noqa: NPY002

    state, threads = torch.get_rng_state(), torch.get_num_threads()
    numbers, python = numpy_state(), random.getstate()
    go(tmp_path / "run", steps=128)
    assert (torch.get_rng_state() == state).all()
    assert numpy_state() == numbers
    assert random.getstate() == python
    assert torch.get_num_threads() == threads


def test_the_stream_of_a_gpu_is_left_as_it_was(monkeypatch):
    restored = []
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "get_rng_state", lambda device: f"of {device}")
    monkeypatch.setattr(torch.cuda, "set_rng_state", lambda *given: restored.append(given))
    with own_streams(1):
        assert not restored
    assert restored == [("of 0", 0), ("of 1", 1)]


ANY = {"num_players": "any", "critic": "all cards",
       "opponents": {"random": 1.0, "latest": 1.0, "snapshots": 1.0}}  # fmt: skip
WORKERS = {"workers": 3, "critic": "all cards"}
EVERYWHERE = ("warm start", "after it", "middle")
ALGORITHMS = {
    "ppo": ({"evaluate_seconds": 0}, EVERYWHERE), "workers": (WORKERS, ("warm start",)),
    "any table": (ANY, ("warm start",)), "expert": (EXPERT, ("warm start", "middle")),
    "expert in one seat": (EXPERT | {"search_seats": "one"}, ("middle",)),
}  # fmt: skip


@pytest.mark.parametrize(("algorithm", "resumed_in"), ALGORITHMS.values(), ids=ALGORITHMS)
def test_a_resumed_run_ends_where_an_uninterrupted_one_does(tmp_path, monkeypatch, algorithm, resumed_in):
    """Where it is resumed in its warm start, it goes through all that comes later."""
    if "workers" in algorithm:
        monkeypatch.setattr(runs, "_workers", lambda *_: contextlib.nullcontext(workers_here))
    monkeypatch.setattr(checkpoint, "KEPT", 99)
    settings = {"imitate": "random", "imitate_share": 0.5, **algorithm}
    straight = go(tmp_path / "straight", **settings)
    states = [state for state, _ in saved(tmp_path / "straight")]
    stages = [(state["waves"], state["rollouts"]) for state in states if state["rollouts"] < 3]
    waves = stages[-1][0]
    assert waves > 2
    assert stages == [*((wave, 0) for wave in range(1, waves + 1)), (waves, 0), (waves, 1), (waves, 2)]
    moments = dict(zip(EVERYWHERE, (1, waves, waves + 2), strict=True))
    for number in map(moments.__getitem__, resumed_in):
        out = tmp_path / str(number)
        shutil.copytree(tmp_path / "straight", out)
        for later in checkpoint.complete(out / "checkpoints")[number + 1 :]:
            shutil.rmtree(later)
        resumed = go(out, resume=True, **settings)
        assert (resumed.rollouts, resumed.steps) == (straight.rollouts, straight.steps)
        assert straight.rollouts > 3
        assert ends(out) == ends(tmp_path / "straight")


def test_a_run_plays_with_one_thread_also_after_a_resume(tmp_path, monkeypatch):
    update, threads = Run.update, []

    def watched(run):
        threads.append(torch.get_num_threads())
        return update(run)

    monkeypatch.setattr(Run, "update", watched)
    go(tmp_path / "run", threads=2)
    before = len(threads)
    go(tmp_path / "run", resume=True, threads=2, steps=2 * SETTINGS.steps)
    assert len(threads) > before > 0
    assert set(threads) == {1}


def test_a_weight_with_two_names_is_averaged_once(tmp_path):
    def tied(value):
        made = torch.nn.Sequential(*[torch.nn.Linear(1, 1)] * 2)
        torch.nn.init.constant_(made[0].weight, value)
        return made

    run = new_run(tmp_path, average=0.2)
    run.network, run.average, run.state.rollouts = tied(1.0), tied(0.0), 6
    run._average_in()
    assert run.average[0].weight.item() == 0.5


def test_ctrl_c_ends_the_final_measurement(tmp_path, monkeypatch):
    monkeypatch.setattr(Run, "finish", lambda *_: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        go(tmp_path / "run")
    assert (tmp_path / "run" / "policy" / "policy.onnx").exists()


@pytest.mark.parametrize("name", ["opponents", "evaluate_against", "imitate"])
def test_a_policy_for_another_number_of_players_is_refused_before_anything_is_written(tmp_path, name):
    spec = saved_policy(GAMES["liberte"], 4, tmp_path / "for four")
    given = {"imitate": spec, "evaluate_against": (spec,)}.get(name, {spec: 1.0})
    settings = settings_for("liberte", **{"minutes": 1.0, "num_players": 3, "num_games": 2, name: given})
    with pytest.raises(HustingsError, match="trained for liberte with 4 players, not liberte with 3"):
        train(settings, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_goes_on_after_a_kill(tmp_path):
    out, spawning = tmp_path / "run", multiprocessing.get_context("spawn")
    process = spawning.Process(target=go, args=(out,), kwargs={"steps": 10**9})
    process.start()
    deadline = time.monotonic() + 90
    while not any(int(path.name[-6:]) >= 4 for path in checkpoint.complete(out / "checkpoints")):
        assert process.is_alive()
        assert time.monotonic() < deadline, "no checkpoint in 90 s"
        time.sleep(0.002)
    process.kill()
    process.join()
    state, _ = checkpoint.load(last(out))
    done = state["rollouts"]
    assert done >= 3
    result = go(out, resume=True, steps=state["steps"] + DECISIONS + 16)
    assert result.rollouts == done + 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_stop_a_run_in_order_and_its_folder_is_its_own(tmp_path, number):
    out, before = tmp_path / "run", signal.getsignal(number)

    def interrupted(evaluation):
        if evaluation.steps >= 2 * DECISIONS:
            with pytest.raises(HustingsError, match="in use by another hustings process; wait for it or"):
                go(out, resume=True, steps=10**9)
            signal.raise_signal(number)

    result = go(out, steps=10**9, evaluate_seconds=0, told=interrupted)
    assert (result.stopped, result.rollouts) == (True, 2)
    assert signal.getsignal(number) is before
    assert checkpoint.load(last(out))[0]["rollouts"] == 2
    assert go(out, resume=True, steps=3 * 128).rollouts == 3
    assert not list(out.rglob("*.part*"))


def stopped(run: Run, update: Callable = Run.update) -> None:
    """An update; Ctrl-C after the third."""
    update(run)
    if run.state.rollouts == 3:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("keep", ["last", "best"])
def test_a_run_that_is_stopped_saves_what_it_has_learnt_unless_it_keeps_the_best(tmp_path, monkeypatch, keep):
    monkeypatch.setattr(Run, "update", stopped)
    result = go(tmp_path / "run", keep=keep, evaluate_seconds=1e6, steps=10**9)
    assert (result.stopped, result.rollouts) == (True, 3)
    assert rollouts_of(result.policy) == (3 if keep == "last" else 0)
    assert ("the policy after 0 decisions, " in result.title) == (keep == "best")
    monkeypatch.undo()
    assert go(tmp_path / "run", resume=True, keep=keep, evaluate_seconds=1e6, steps=512).rollouts == 4


def test_a_run_that_ended_before_its_last_evaluation_is_measured_when_it_is_resumed(tmp_path, monkeypatch):
    out, asked = tmp_path / "run", {"steps": 3 * DECISIONS, "keep": "last"}
    with monkeypatch.context() as patch:
        patch.setattr(Run, "update", stopped)
        go(out, **asked)
    result = go(out, resume=True, **asked)
    assert (result.rollouts, result.stopped) == (3, False)
    assert rollouts_of(result.policy) == 3
    assert json.loads((out / "evaluations.json").read_text())[-1]["rollout"] == 3


@pytest.mark.parametrize("imitation", [{"imitate": "random", "imitate_share": 0.5, "steps": 4000}, {}])
def test_a_run_knows_of_each_evaluation_that_is_told(tmp_path, imitation):
    told, changes = [], {"checkpoint_seconds": 1e6, "evaluate_seconds": 0, **imitation}
    with pytest.raises(ZeroDivisionError):
        go(tmp_path / "run", told=lambda e: told.append(e) or 1 / (3 - len(told)), **changes)
    assert [evaluation.steps > 0 for evaluation in told] == [False, not imitation, not imitation]
    assert len(saved(tmp_path / "run")[-1][0]["evaluations"]) == 3


@pytest.mark.parametrize("learns", [PPO, Imitation])
def test_weights_that_are_no_numbers_end_a_run_and_its_checkpoint_has_none(tmp_path, monkeypatch, learns):
    method, changes = ("update", {}) if learns is PPO else ("study", {"imitate": "random", "steps": 9000})
    does, calls = getattr(learns, method), []

    def diverges(self, *given):
        calls.append(does(self, *given))
        if len(calls) == 2:
            network = (self.context if learns is PPO else self).network
            next(network.parameters()).data.fill_(float("nan"))
        return calls[-1]

    monkeypatch.setattr(learns, method, diverges)
    match = r"^(update 2|wave 2 of the imitation) left weights that are no finite numbers; begin anew, with"
    with pytest.raises(HustingsError, match=match):
        go(tmp_path / "run", **changes)
    monkeypatch.undo()
    assert all(np.isfinite(array).all() for array in saved(tmp_path / "run")[-1][1]["model"].values())
    if learns is PPO:
        assert go(tmp_path / "run", resume=True).rollouts == 4


def test_a_run_with_a_box_goes_on_from_another_folder(tmp_path, monkeypatch):
    box, out, elsewhere = tmp_path / "box.toml", tmp_path / "run", tmp_path / "elsewhere"
    box.write_text(tinygame.BOX.file.read_text())
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    go(out, steps=128, box=box.name)
    monkeypatch.chdir(elsewhere)
    refused(out, r"the run's box box.toml is not here; give its path: --box FILE", box=box.name)
    refused(out, r"the run has other settings: box None, not 'box.toml'")
    box.write_text(box.read_text() + "# a remark\n")
    assert go(out, resume=True, box="../box.toml", steps=256).rollouts == 2
    assert read_settings(out).box == "../box.toml"
    other = elsewhere / "box.toml"
    other.write_text(box.read_text().replace("sides = { value = 6", "sides = { value = 5"))
    refused(out, r"^box.toml: not the box that the run in .* began with; take", box=other.name)


@pytest.mark.parametrize("name", [
    "checkpoints", "policy", "policy/policy.onnx", "evaluations.json", "settings.json", "tensorboard",
    ".lock", "checkpoints/checkpoint-000000.part", "checkpoints/checkpoint-000099",
])  # fmt: skip
def test_no_link_inside_a_run_is_followed(out, tmp_path, name):
    path, elsewhere = out / name, tmp_path / "elsewhere"
    if path.exists():
        path.rename(elsewhere)
    else:
        shutil.copytree(last(out), elsewhere)
    path.symlink_to(elsewhere)
    kept = content(tmp_path)
    refused(out, rf"{re.escape(str(path))}: a symbolic link; nothing is written", steps=10**6)
    assert content(tmp_path) == kept


def test_a_run_that_is_reached_by_a_link_goes_on(out, tmp_path):
    (tmp_path / "link").symlink_to(out)
    assert go(tmp_path / "link", resume=True, steps=640).rollouts == 5


def test_no_checkpoint_is_written_through_a_link(tmp_path):
    (tmp_path / "checkpoints").symlink_to(tmp_path)
    with pytest.raises(checkpoint.CheckpointError, match="checkpoints: a symbolic link"):
        checkpoint.save(tmp_path / "checkpoints", {}, {name: {} for name in checkpoint.ARRAYS})
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoints"]


def said_when_full(limit: int, does: Callable, *given: object, **more: object) -> str:
    """What is said where no file may have more bytes, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)  # Python would leave half a file, and fail to load it
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
        try:
            with pytest.raises(HustingsError) as said:
                does(*given, **more)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    return str(said.value)


def write_logs(folder: Path) -> None:
    with logs(folder) as writer:
        for step in range(9):
            writer.add_scalar("a figure", step, step)


@pytest.mark.skipif(sys.platform != "linux", reason="a limit to the size of files stands for a full disk")
def test_a_full_disk_names_the_file_and_keeps_what_stood_there(out, tmp_path):
    before, policy = content(out / "checkpoints"), PolicyAgent.load(out / "policy", tinygame.GAME)
    settings, model = out / "settings.json", last(out) / "model.safetensors"
    on = {"resume": True, "steps": 768, "evaluate_seconds": 0}
    lines = {
        "run/policy/policy.onnx": said_when_full(200, policy.save, out / "policy"),
        "new.png": said_when_full(100, save_plot, Figure(), tmp_path / "new.png"),
        "logs": said_when_full(150, write_logs, tmp_path / "logs"),
        "fresh/settings.json": said_when_full(100, go, tmp_path / "fresh"),
        "run/settings.json": said_when_full(100, go, out, **on),
        "run/tensorboard": said_when_full(settings.stat().st_size + 500, go, out, **on),
        "run/checkpoints/checkpoint-000005/model.safetensors":
            said_when_full(model.stat().st_size - 100, go, out, **on),
    }  # fmt: skip
    for name, line in lines.items():
        first = [f"run/{folder}/policy.onnx" for folder in ("policy_last", "policy_best", "policy")]
        names = [name, *first] if name == "run/tensorboard" else [name]  # which comes first
        begins = tuple(f"{tmp_path / name}: cannot be written (File too large); make room " for name in names)
        assert line.startswith(begins), line
    assert content(out / "checkpoints") == before
    assert not (tmp_path / "fresh").exists()
    assert not [path for path in tmp_path.rglob("*") if ".part" in path.name]
    assert rollouts_of(out / "policy") <= 5
    assert go(out, resume=True, steps=768).rollouts == 6


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", [{"steps": 7680}, EXPERT | {"steps": 8000}], ids=["ppo", "expert"])
def test_twenty_kills_and_five_full_disks_change_nothing(tmp_path, algorithm):
    """At random moments: the run then ends as one that nothing has stopped."""
    settings = {"imitate": "random", "imitate_share": 0.3, "evaluate_games": 3, **algorithm}
    straight, out, forking = tmp_path / "straight", tmp_path / "killed", multiprocessing.get_context("fork")

    def run(folder: Path, limit: int) -> None:
        sys.dont_write_bytecode = True  # as above
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        go(folder, resume=folder.exists(), evaluate_seconds=0, **settings)

    def start(folder: Path, limit: int = resource.RLIM_INFINITY) -> multiprocessing.Process:
        process = forking.Process(target=run, args=(folder, limit))
        process.start()
        return process

    def ended(process: multiprocessing.Process) -> int:
        process.join(600)
        return process.exitcode

    begin = time.monotonic()
    assert ended(start(straight)) == 0
    whole, rng, kills, disks = time.monotonic() - begin, np.random.default_rng(1), 0, 0
    full = (last(straight) / "model.safetensors").stat().st_size // 2
    for moment in rng.random(25):
        if out.exists() and not (out / "settings.json").exists():
            shutil.rmtree(out)  # killed before there was a run
        if disks < 5 and kills >= 4 * (disks + 1):
            disks += 1
            assert ended(start(out, full)) != 0
            continue
        process, kills = start(out), kills + 1
        time.sleep(whole / 8 * moment)
        process.kill()
        process.join()
    assert (kills, disks) == (20, 5)
    assert ended(start(out)) == 0
    assert ends(out) == ends(straight)


def test_a_folder_that_is_empty_or_has_a_lock_alone_is_new(tmp_path):
    out = tmp_path / "run"
    out.mkdir()
    with pytest.raises(HustingsError, match=r"settings\.json: not found; .* leave out resume"):
        go(out, resume=True)
    (out / ".lock").touch()
    assert go(out, steps=DECISIONS).rollouts == 1


def test_a_run_that_another_process_has_begun_meanwhile_is_not_touched(run, tmp_path, monkeypatch):
    out = tmp_path / "run"
    monkeypatch.setattr(Run, "begin", lambda _: shutil.copytree(run[0], out))
    with pytest.raises(HustingsError, match="exists; give another folder"):
        go(out)
    assert (out / "policy" / "policy.onnx").is_file()


def test_a_folder_that_cannot_be_made_is_one_line(run, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(HustingsError, match=r"file/run: cannot be made \(Not a directory\); choose another"):
        go(tmp_path / "file" / "run")
    with pytest.raises(HustingsError, match=r"file: cannot be made \(File exists\); choose another place"):
        PolicyAgent.load(run[1].policy, tinygame.GAME).save(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_final_games_that_cannot_be_are_refused_before_anything_is_learnt(tmp_path):
    with pytest.raises(HustingsError, match="final_games: -3 is not a whole number above 0"):
        go(tmp_path / "run", final_games=-3)
    assert not (tmp_path / "run").exists()


def test_resuming_with_other_settings_names_them(run):
    was = re.escape(f"learning_rate 0.5, not {SETTINGS.learning_rate}; average 0.9, not {SETTINGS.average}")
    with pytest.raises(HustingsError, match=was):
        go(run[0], resume=True, learning_rate=0.5, average=0.9)
    assert read_settings(run[0]) == SETTINGS


def test_a_teacher_is_needed_only_until_it_has_taught(run, tmp_path):
    teacher = shutil.copytree(run[1].policy, tmp_path / "teacher")
    given = {"imitate": str(teacher), "imitate_share": 0.5, "evaluate_against": ()}
    go(tmp_path / "run", steps=DECISIONS, **given)
    shutil.rmtree(teacher)
    assert go(tmp_path / "run", resume=True, steps=2 * DECISIONS, **given).rollouts == 2
    with pytest.raises(HustingsError, match=r"teacher.: no such folder"):
        go(tmp_path / "other", **given)
    assert not (tmp_path / "other").exists()


def test_a_finished_run_has_nothing_left_to_do(run, out):
    said = io.StringIO()
    minutes = {"steps": None, "minutes": 1.0}
    state = Run(dataclasses.replace(SETTINGS, **minutes), tinygame.GAME, out, Console(quiet=True)).state
    state.ended = 1.0
    assert state.over
    state.settings = dataclasses.replace(SETTINGS, steps=None, minutes=1.1)
    assert not state.over
    again = go(out, resume=True, evaluate_seconds=0, console=Console(file=said, width=300))
    assert said.getvalue().startswith(f"{out}: nothing left to do; to go on, give it more steps\n")
    assert (again.rollouts, again.win_shares) == (run[1].rollouts, run[1].win_shares)


def test_a_run_by_the_name_of_a_game_tells_of_its_evaluations_and_ends_when_told(tmp_path):
    told = []

    def tell(evaluation):
        told.append(evaluation)
        return np.bool_(len(told) == 2)

    given = {name: getattr(SETTINGS, name) for name in ("num_games", "decisions", "most_decisions", "layers")}
    more = {"num_players": PLAYERS, "evaluate_seconds": 0, "evaluate_games": 6, "steps": 512}
    run = tmp_path / "run"
    result = train(tinygame.GAME, out=run, on_evaluation=tell, final_games=6, **given, **more)
    assert told[0].steps == 0
    assert DECISIONS <= told[1].steps < DECISIONS + 16
    assert list(told[0].win_shares) == ["random"]
    assert (result.steps, result.stopped, bool(result.win_shares)) == (told[1].steps, False, True)
    assert train(tinygame.GAME, run, resume=True, steps=256, final_games=6).rollouts == 2
    with pytest.raises(HustingsError, match="setps: no such setting; did you mean steps"):
        train("liberte", tmp_path / "other", setps=9)


def test_a_run_told_to_end_while_it_imitates_learns_nothing_more(tmp_path):
    told = []
    given = {"imitate": "random", "imitate_share": 0.5, "steps": 4000}
    result = go(tmp_path / "run", told=lambda e: told.append(e) or len(told) == 1, **given)
    assert (len(told), result.steps, result.rollouts) == (1, 0, 0)


def test_inputs_are_not_measured_by_a_slow_teacher_and_an_imitation_of_nothing_is_said(tmp_path, monkeypatch):
    made, said = [], io.StringIO()
    monkeypatch.setattr(warm_start, "make", lambda spec, *given: made.append(spec) or make(spec, *given))
    left = iter([99.0])  # there is time to begin a wave, and none left in it
    monkeypatch.setattr(warm_start.WarmStart, "_seconds_left", lambda _: next(left, 0.0))
    given = {"imitate": "search:iterations=4,playouts=random", "imitate_share": 0.5, "steps": 256,
             "evaluate_against": ()}  # fmt: skip
    result = go(tmp_path / "run", console=Console(file=said, width=300), **given)
    assert made[:2] == ["random", given["imitate"]]
    assert f"imitate: no game of {given['imitate']} was over in its time" in said.getvalue()
    assert f"measuring {tmp_path}" not in said.getvalue(), "there is nobody to measure it against"
    assert result.steps >= 256


@pytest.mark.parametrize("name", ["run\ufe0f", "run\udcff", "run ", "x" * 1001])
def test_a_folder_by_whose_name_no_policy_could_be_named_is_refused(name, tmp_path):
    with pytest.raises(HustingsError, match=r"^out: '.*' has invisible characters, or is too long; rename"):
        go(tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("error", [HustingsError, RuntimeError], ids=["ours", "the user's"])
def test_a_run_that_fails_before_it_has_learnt_anything_leaves_no_folder(tmp_path, monkeypatch, error):
    def refuse(*_):
        raise error("out of ideas")

    monkeypatch.setattr(Run, "_compile", refuse)
    with pytest.raises(error, match="out of ideas"):
        go(tmp_path / "run")
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    go(tmp_path / "run")
    before = content(tmp_path / "run")
    monkeypatch.setattr(Run, "_compile", refuse)
    with pytest.raises(error, match="out of ideas"):
        go(tmp_path / "run", resume=True, steps=6 * DECISIONS)
    assert content(tmp_path / "run").keys() == before.keys()
