"""Training runs: what they leave behind, that they can be killed and resumed, and what they refuse."""

import contextlib
import dataclasses
import itertools
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from safetensors.numpy import load_file

import tinygame
from hustings.agents import PolicyAgent, make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import public
from hustings.envs.core.errors import HustingsError
from hustings.training.benchmarks import training as bench_training
from hustings.training.learning import checkpoint
from hustings.training.learning import run as runs
from hustings.training.learning.imitation import imitate, lessons
from hustings.training.learning.learner import Learner, export
from hustings.training.learning.networks import LOWEST, EntityPolicy
from hustings.training.learning.run import _Run, train
from hustings.training.learning.self_play_env import SelfPlayVecEnv
from hustings.training.learning.settings import (
    TrainSettings,
    load_settings,
    recipe,
    save_settings,
    settings_for,
)
from support import ROOT, workers_here

PLAYERS = 3
SETTINGS = TrainSettings(
    game="tinygame",
    steps=16 * 8 * 4,
    num_players=PLAYERS,
    reward="rank",
    num_games=16,
    rollout_steps=8,
    batch_size=64,
    epochs=2,
    layers=(16, 16),
    thing_width=8,
    kl_weight=0.1,
    freeze_every=1,
    pool_size=2,
    evaluate_seconds=0,
    evaluate_games=30,
    checkpoint_seconds=0,
)


def go(out: Path, resume: bool = False, **changes: object):
    settings = dataclasses.replace(SETTINGS, **changes)
    return train(settings, out, resume, game=tinygame.GAME, final_games=30)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("train") / "run"
    return out, go(out)


def last(out: Path) -> Path:
    return checkpoint.complete(out / "checkpoints")[-1]


class HighBidder:
    """Always bids its highest card: a teacher with something to imitate."""

    name = "high"

    def act(self, games, rows):
        masks = games.masks(rows=rows)
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


# --- What a run leaves -----------------------------------------------------------------------------


def test_a_run_leaves_a_policy_logs_and_evaluations(run):
    out, result = run
    assert (result.steps, result.rollouts, result.stopped) == (512, 4, False)
    assert list(result.win_shares) == ["random"]
    share = result.win_shares["random"]
    assert 0 <= share.low <= share.value <= share.high <= 1
    assert result.to_frame()["win_share"].tolist() == [share.value]
    assert "2 x random" in result._repr_html_()
    policy = PolicyAgent.load(result.policy, tinygame.GAME)
    assert policy.facts.num_players == PLAYERS
    assert policy.facts.about["settings"]["rollout_steps"] == 8
    evaluations = json.loads((out / "evaluations.json").read_text())
    assert [entry["rollout"] for entry in evaluations] == [0, 1, 2, 3, 4]
    assert list((out / "tensorboard").iterdir())
    assert len(checkpoint.complete(out / "checkpoints")) == 2


def test_evaluations_are_json_also_where_an_interval_is_not_a_number(tmp_path):
    go(tmp_path / "run", steps=128, evaluate_games=1)
    text = (tmp_path / "run" / "evaluations.json").read_text()
    shares = json.loads(text, parse_constant=pytest.fail)[0]["win_shares"]["random"]
    assert shares[1:] == [None, None]
    assert go(tmp_path / "run", resume=True, steps=256, evaluate_games=1).rollouts == 2


def test_settings_are_saved_and_read_back(run):
    assert load_settings(run[0]) == SETTINGS


def test_every_setting_is_documented():
    source = Path(sys.modules[TrainSettings.__module__].__file__).read_text(encoding="utf-8")
    body = source[source.index("class TrainSettings") :].split("def __post_init__")[0]
    for item in dataclasses.fields(TrainSettings):
        after = body.split(f"\n    {item.name}: ")[1].split("\n    ")
        following = [line for line in after if line.startswith('"""')]
        assert following, item.name


def test_the_saved_policy_is_the_network(run, tmp_path):
    tables = _Run(SETTINGS, tinygame.GAME, tmp_path, _quiet())
    observations, masks = tables.env.reset(), tables.env.action_masks()
    weights = export(tables.model.policy)
    with torch.no_grad():
        logits, values = tables.model.policy.policy_and_values(
            torch.from_numpy(observations), torch.from_numpy(masks)
        )
    given = tables._policy().judge(observations, masks)
    assert np.allclose(given[0], np.where(masks, logits, -np.inf), atol=1e-5)
    assert np.allclose(given[1], values, atol=1e-5)
    assert np.ptp(logits.numpy()) > 0
    tables.model.policy.action_net.plain.bias.data += 1
    name = "action_net.plain.bias"
    assert (export(tables.model.policy)[name] != weights[name]).all(), "the export is a copy"


def _quiet():
    from rich.console import Console

    return Console(quiet=True)


def test_a_critic_that_sees_all_cards_is_not_saved_with_the_policy(tmp_path):
    policy = PolicyAgent.load(go(tmp_path / "run", critic="all cards").policy, tinygame.GAME)
    games = GameBatch(tinygame.GAME, 5, PLAYERS)
    assert policy.facts.observation_size == games.observation_size
    assert policy.judge(games.observe(), games.legal)[1].shape == (5, PLAYERS)
    assert "critic" not in str(onnx.load_from_string(policy._model).graph)


def test_the_learner_learns_what_it_is_paid_for(tmp_path, monkeypatch):
    """The tiny game is all luck, so the learner is paid for every highest bid: masks, actions and rewards
    must belong together for it to notice."""
    step_wait = SelfPlayVecEnv.step_wait

    def paid_for_high_bids(env):
        highest = HighBidder().act(env.games, np.arange(env.num_envs))
        observations, rewards, dones, infos = step_wait(env)
        return observations, rewards + (env._actions == highest), dones, infos

    monkeypatch.setattr(SelfPlayVecEnv, "step_wait", paid_for_high_bids)
    changes = {"gamma": 0.0, "learning_rate": 1e-2, "evaluate_seconds": 1e6, "checkpoint_seconds": 1e6}
    result = go(tmp_path / "run", steps=16 * 8 * 60, evaluate_against=(), **changes)
    games = GameBatch(tinygame.GAME, 500, PLAYERS, seed=9)
    chosen = PolicyAgent.load(result.policy, tinygame.GAME).act(games, np.arange(500))
    assert (chosen == HighBidder().act(games, np.arange(500))).mean() > 0.9


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


# --- Resuming --------------------------------------------------------------------------------------


EXPERT = {"algorithm": "expert", "search": "iterations=6,playouts=random", "wave_games": 12, "steps": 400}
SOFT = {**EXPERT, "targets": "means", "steps": 128}


WORKERS = {"workers": 3, "critic": "all cards"}


ANY = {"num_players": "any", "critic": "all cards"}
ALGORITHMS = {"ppo": {}, "workers": WORKERS, "expert": EXPERT, "any table": ANY}


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_a_resumed_run_ends_where_an_uninterrupted_one_does(tmp_path, monkeypatch, algorithm):
    if "workers" in algorithm:
        monkeypatch.setattr(runs, "_workers", lambda *_: contextlib.nullcontext(workers_here))
    monkeypatch.setattr(checkpoint, "KEPT", 99)
    monkeypatch.setattr(runs, "_LESSON_GAMES", 24)
    settings = {"warm_start": "random", "warm_start_share": 0.5, **algorithm}
    straight = go(tmp_path / "straight", **settings)
    stages = [
        (state["waves"], state["rollouts"])
        for state, _ in saved(tmp_path / "straight")
        if state["rollouts"] < 3
    ]
    waves = stages[-1][0]
    assert waves > 2
    assert stages == [*((wave, 0) for wave in range(1, waves + 1)), (waves, 0), (waves, 1), (waves, 2)]
    for number in (1, waves, waves + 2):  # in the warm start, after it, and in the middle
        out = tmp_path / str(number)
        shutil.copytree(tmp_path / "straight", out)
        for later in checkpoint.complete(out / "checkpoints")[number + 1 :]:
            shutil.rmtree(later)
        resumed = go(out, resume=True, **settings)
        assert (resumed.rollouts, resumed.steps) == (straight.rollouts, straight.steps)
        assert straight.rollouts > 3
        ends = [last(tmp_path / "straight"), last(out)]
        for file in ("model.safetensors", "pool.safetensors", "games.safetensors"):
            one, other = (load_file(end / file) for end in ends)
            assert one.keys() == other.keys()
            assert all(one[key].tobytes() == other[key].tobytes() for key in one), file
        kept = [(tmp_path / name / "policy" / "policy.onnx").read_bytes() for name in ("straight", out)]
        assert kept[0] == kept[1]


def saved(out: Path) -> list[tuple[dict, dict]]:
    """The state and the arrays of every checkpoint that is there."""
    return [checkpoint.load(path) for path in checkpoint.complete(out / "checkpoints")]


def agreement(policy, games, teacher) -> float:
    """The share of a teacher's decisions that are the policy's."""
    taught = lessons(games, teacher, np.random.default_rng(1))
    with torch.no_grad():
        legal = torch.from_numpy(taught.masks)
        logits, _ = policy.policy_and_values(torch.from_numpy(taught.observations), legal)
    chosen = logits.masked_fill(~legal, LOWEST).argmax(dim=1).numpy()
    return float((chosen == taught.actions)[taught.masks.sum(axis=1) > 1].mean())


def test_expert_iteration_learns_what_its_search_does(tmp_path, monkeypatch):
    games = GameBatch(tinygame.GAME, 64, PLAYERS, seed=2)
    search = make("search:iterations=40,playouts=random,trust=0", tinygame.GAME)
    before = agreement(_Run(SETTINGS, tinygame.GAME, tmp_path / "none", _quiet()).model.policy, games, search)
    ended = []
    monkeypatch.setattr(_Run, "finish", lambda self, *_: ended.append(self))
    go(
        tmp_path / "run",
        **EXPERT | {"search": "iterations=40,playouts=random,trust=0", "steps": 6000, "evaluate_seconds": 60},
    )
    assert agreement(ended[0].model.policy, games, search) > before + 0.04


def test_a_search_that_there_is_not_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(HustingsError, match="no setting 'depth'"):
        go(tmp_path / "run", **EXPERT | {"search": "depth=3"})
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", ["opponents", "later_opponents", "evaluate_against", "warm_start"])
def test_a_policy_for_another_number_of_players_is_refused_before_anything_is_written(tmp_path, name):
    given = {"warm_start": "policy", "evaluate_against": ("policy",)}.get(name, {"policy": 1.0})
    settings = settings_for("liberte", **{"minutes": 1.0, "num_players": 3, "num_games": 2, name: given})
    with pytest.raises(HustingsError, match="trained for liberte with 4 players, not liberte with 3"):
        train(settings, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_restored_model_is_the_one_that_was_saved(run, monkeypatch):
    saved = []
    monkeypatch.setattr(_Run, "finish", lambda self, *_: saved.append(self))
    straight = run[0].parent / "model"
    go(straight)
    (before,) = saved
    after = _Run(SETTINGS, tinygame.GAME, straight, _quiet())
    after.load()
    for name in ("num_timesteps", "_n_updates", "_episode_num", "ep_info_buffer", "ep_success_buffer"):
        assert getattr(after.model, name) == getattr(before.model, name), name
    assert after.model._n_updates == 8
    assert (after.model._last_obs == before.model._last_obs).all()
    assert (after.model._last_episode_starts == before.model._last_episode_starts).all()
    groups = [run.model.policy.optimizer.param_groups[0] for run in (before, after)]
    assert {key: groups[0][key] for key in groups[0].keys() - {"params", "lr"}} == {
        key: groups[1][key] for key in groups[1].keys() - {"params", "lr"}
    }
    assert (after.rollouts, after.steps, after.evaluations) == (4, 512, before.evaluations)


_SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
import tinygame
from hustings.training.learning.run import TrainSettings, train
train(TrainSettings(**{settings!r}), sys.argv[1], game=tinygame.GAME, final_games=30)
"""


def _script(text: str, **changes: object) -> str:
    settings = dataclasses.asdict(dataclasses.replace(SETTINGS, **changes))
    return text.format(tests=str(Path(tinygame.__file__).parent), settings=settings)


def _start(out: Path) -> subprocess.Popen:
    script = _script(_SCRIPT, steps=10**9)
    return subprocess.Popen([sys.executable, "-c", script, str(out)], stderr=subprocess.PIPE)


def _wait_for_checkpoints(process: subprocess.Popen, out: Path, number: int) -> None:
    deadline = time.monotonic() + 90
    while not any(
        int(path.name.split("-")[1]) >= number for path in checkpoint.complete(out / "checkpoints")
    ):
        if process.poll() is not None:
            pytest.fail(process.stderr.read().decode())
        assert time.monotonic() < deadline, "no checkpoint in 90 s"
        time.sleep(0.002)


def test_a_run_goes_on_after_a_kill(tmp_path):
    out = tmp_path / "run"
    process = _start(out)
    _wait_for_checkpoints(process, out, 4)
    process.send_signal(signal.SIGKILL)
    process.wait()
    state, _ = checkpoint.load(last(out))
    done = state["rollouts"]
    assert done >= 3
    result = go(out, resume=True, steps=(done + 2) * 128)
    assert result.rollouts == done + 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_stop_a_run_in_order_and_its_folder_is_its_own(tmp_path, number):
    out = tmp_path / "run"
    process = _start(out)
    _wait_for_checkpoints(process, out, 2)
    with pytest.raises(HustingsError, match="in use by another hustings process; wait for it or") as error:
        go(out, resume=True, steps=10**9)
    assert "\n" not in str(error.value)
    assert process.poll() is None
    process.send_signal(number)
    assert process.wait(60) == 0, process.stderr.read().decode()
    assert process.stderr.read() == b""
    done = checkpoint.load(last(out))[0]["rollouts"]
    assert done >= 2
    assert go(out, resume=True, steps=(done + 1) * 128).rollouts == done + 1
    assert not list(out.rglob("*.part*"))


def test_a_half_written_checkpoint_is_never_taken_for_one(run, tmp_path):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    half = out / "checkpoints" / "checkpoint-000099.part"
    half.mkdir()
    (half / "state.json").write_text("{")
    assert last(out).name != half.name
    assert go(out, resume=True, steps=640).rollouts == 5
    assert not half.exists()


@pytest.mark.parametrize("name", ["model.safetensors", "pool.safetensors", "games.safetensors", "state.json"])
@pytest.mark.parametrize("damage", ["cut", "gone", "changed"])
def test_a_damaged_checkpoint_is_one_clear_line(run, tmp_path, name, damage):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    file = last(out) / name
    content = file.read_bytes()
    if damage == "cut":
        file.write_bytes(content[: len(content) // 2])
    elif damage == "changed":
        file.write_bytes(b"\0" + content[1:])
    else:
        file.unlink()
    with pytest.raises(HustingsError, match=rf"{name}: missing or damaged; delete ") as error:
        go(out, resume=True)
    assert "\n" not in str(error.value)


def test_every_flipped_bit_of_a_checkpoint_is_noticed(run, tmp_path):
    path = tmp_path / "checkpoint-000007"
    shutil.copytree(last(run[0]), path)
    checkpoint.load(path)
    files = sorted(path.iterdir())
    content = {file: file.read_bytes() for file in files}
    rng = np.random.default_rng(0)
    places = [(file, int(rng.integers(len(content[file])))) for file in files for _ in range(40)]
    places += [(path / "state.json", m.start()) for m in re.finditer(rb"\s", content[path / "state.json"])]
    for file, place in places:
        flipped = bytearray(content[file])
        flipped[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(flipped)
        with pytest.raises(checkpoint.CheckpointError, match="missing or damaged; delete") as error:
            checkpoint.load(path)
        assert "\n" not in str(error.value)
        file.write_bytes(content[file])
    assert len(places) > 250
    checkpoint.load(path)


def _rewrite(out: Path, change) -> None:
    """Change what the last checkpoint says, and sign it anew, as somebody could who means harm."""
    state, arrays = checkpoint.load(last(out))
    change(state, arrays)
    shutil.rmtree(last(out))
    checkpoint.save(out / "checkpoints", state, arrays)


def _digest(out: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in sorted(out.rglob("*"))}


def _refused(out: Path, match: str, **changes: object) -> None:
    before = _digest(out)
    with pytest.raises(HustingsError, match=match) as error:
        go(out, resume=True, **changes)
    assert "\n" not in str(error.value)
    assert _digest(out) == before


def _put(group: str, key: str, value):
    """A change of one array of a checkpoint."""

    def change(state, arrays):
        array = arrays[group][key] = arrays[group][key].copy()
        array[...] = value

    return change


_FORGED = {
    "model: name": lambda state, arrays: arrays["model"].pop("recent"),
    "model: extra": lambda state, arrays: arrays["model"].update(more=np.zeros(3)),
    "model: recent": lambda state, arrays: arrays["model"].update(recent=np.zeros((1001, 3))),
    "model: nan": _put("model", "policy/action_net.plain.bias", np.nan),
    "model: below": _put("model", "optimizer/action_net.plain.bias/exp_avg_sq", -1),
    "model: no reference": lambda state, arrays: arrays["model"].pop("reference/action_net.plain.bias"),
    "model: shape": lambda state, arrays: arrays["model"].update(
        {"policy/action_net.plain.bias": np.zeros(2)}
    ),
    "pool: type": lambda state, arrays: arrays["pool"].update(
        {key: array.astype(np.float64) for key, array in arrays["pool"].items()}
    ),
    "pool: fewer": lambda state, arrays: state["members"].pop(),
    "pool: infinite": lambda state, arrays: [array.fill(np.inf) for array in arrays["pool"].values()],
    "games: seat": _put("games", "learner", PLAYERS),
    "games: negative seat": _put("games", "learner", -1),
    "games: another seat": lambda state, arrays: arrays["games"].update(
        learner=(arrays["games"]["learner"] + np.int8(1)) % np.int8(PLAYERS)
    ),
    "games: opponent": _put("games", "opponents", 99),
    "games: no opponent": _put("games", "opponents", -2),
    "games: lengths": _put("games", "lengths", -1),
    "games: potential": _put("games", "potential", np.nan),
    "games: tables": lambda state, arrays: arrays["games"].update(tables=arrays["games"]["tables"][:, :-1]),
    "state: unknown": lambda state, arrays: state.update(more=1),
    "state: missing": lambda state, arrays: state.pop("seconds"),
    "state: rollouts": lambda state, arrays: state.update(rollouts=-1),
    "state: rollouts 0": lambda state, arrays: state.update(rollouts=0),
    "state: rollouts true": lambda state, arrays: state.update(rollouts=True),
    "state: seconds": lambda state, arrays: state.update(seconds=1e300),
    "state: warm seconds": lambda state, arrays: state.update(warm_seconds=-1),
    "state: no members": lambda state, arrays: state.update(members=[]),
    "state: members": lambda state, arrays: state["members"][0].update(games="many"),
    "state: two latest": lambda state, arrays: state["members"][1].update(kind="latest"),
    "state: no evaluation": lambda state, arrays: state.update(evaluations=[]),
    "state: evaluation": lambda state, arrays: state["evaluations"][0].update(win_shares={"random": ["a"]}),
    "state: other bots": lambda state, arrays: state["evaluations"][0].update(win_shares={"x": [1, 1, 1]}),
    "state: game": lambda state, arrays: state.update(game="chess_v0"),
}  # fmt: skip


@pytest.mark.parametrize("forged", _FORGED)
def test_a_checkpoint_that_says_what_cannot_be_is_refused(run, tmp_path, forged):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    _rewrite(out, _FORGED[forged])
    _refused(out, r"checkpoint-\d+: .*; delete |a run of 'chess_v0', not of tinygame_v0; start a new run")


# --- What is refused -------------------------------------------------------------------------------


def test_nothing_that_reads_a_run_can_run_code():
    for part in ("agents", "training"):
        for path in (ROOT / part).rglob("*.py"):
            found = re.findall(
                r"import pickle|pickle\.|torch\.(?:load|save)|PPO\.load|model\.save|set_parameters",
                path.read_text(),
            )
            assert not found, (path, found)


@pytest.fixture
def evil(tmp_path, monkeypatch):
    """A module on the path whose import leaves a trace; the trace."""
    trace = tmp_path / "trace"
    (tmp_path / "evil.py").write_text(f"open({str(trace)!r}, 'w')\nBot = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield trace
    assert not trace.exists()
    assert "evil" not in sys.modules


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("opponents", {"random": 0.5, "evil:Bot": 0.5}),
        ("warm_start", "evil:Bot"),
        ("evaluate_against", ["random", "evil:Bot"]),
    ],
)
def test_an_agent_of_ones_own_that_a_file_names_is_not_imported(run, tmp_path, evil, name, value):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    tree = json.loads((out / "settings.json").read_text())
    (out / "settings.json").write_text(json.dumps({**tree, name: value}))
    before = _digest(out)
    with pytest.raises(HustingsError, match=rf"settings\.json: {name} names .*; give {name} again") as error:
        load_settings(out)
    assert "\n" not in str(error.value)
    with pytest.raises(HustingsError, match="again"):
        load_settings(out, **{other: getattr(SETTINGS, other) for other in ("seed", "gamma")})
    assert getattr(load_settings(out, **{name: getattr(SETTINGS, name)}), name) == getattr(SETTINGS, name)
    _refused(out, f"the run has other settings: {name}")
    assert _digest(out) == before


def test_a_member_that_the_settings_do_not_name_is_not_imported(run, tmp_path, evil):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    _rewrite(out, lambda state, arrays: state["members"][0].update(kind="evil:Bot"))
    _refused(out, r"'evil:Bot', .* are not the opponents of the settings; delete ")
    _rewrite(out, lambda state, arrays: state["members"][0].update(kind="random", name="evil:Bot"))
    _refused(out, r"members: has not just the entries")


def test_a_checkpoint_of_an_earlier_version_is_refused_unread(run, tmp_path):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    (last(out) / "model.zip").write_bytes(b"a pickle")
    (out / ".lock").unlink()
    _refused(out, "of an earlier version of hustings; start a new run")


def test_another_box_than_the_runs_is_noticed(tmp_path):
    box, out = tmp_path / "box.toml", tmp_path / "run"
    text = tinygame.BOX.file.read_text()
    box.write_text(text)
    go(out, steps=128, box=str(box))
    box.write_text(text.replace("sides = { value = 6", "sides = { value = 5"))
    _refused(
        out, rf"{re.escape(str(box))}: not as it was when the run in .* began; put it back", box=str(box)
    )
    box.write_text(text + "# a remark\n")
    assert go(out, resume=True, box=str(box), steps=256).rollouts == 2


def test_a_refused_resume_leaves_the_folder_as_it_was(run, tmp_path):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    _refused(out, "the run has other settings", gamma=0.5, steps=10**6)
    for file in sorted(last(out).iterdir()):
        content = file.read_bytes()
        file.write_bytes(content[:-1])
        _refused(out, "missing or damaged; delete ", steps=10**6)
        file.write_bytes(content)
        (out / ".lock").unlink(missing_ok=True)
    settings = (out / "settings.json").read_bytes()
    (out / "settings.json").write_bytes(settings[:-9])
    _refused(out, "settings.json: damaged")


# --- A full disk -----------------------------------------------------------------------------------

_FULL = """
import sys
sys.path.insert(0, {tests!r})
import json, resource
from pathlib import Path
import tinygame
from hustings.agents import PolicyAgent
from hustings.envs.core.errors import HustingsError
from hustings.training.learning.checkpoint import complete
from hustings.training.evaluation.plot import plot
from hustings.training.evaluation.tournaments import tournament
from hustings.training.learning.process_state import logs
from hustings.training.learning.run import train
from hustings.training.learning.settings import TrainSettings, save_settings

out, settings = Path(sys.argv[1]), TrainSettings(**{settings!r})

def full(limit, do, *arguments):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        do(*arguments)
    except HustingsError as error:
        print(json.dumps(str(error)))
    else:
        print(json.dumps("no error"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

def go(folder, resume):
    train(settings, folder, resume, game=tinygame.GAME, final_games=3)

def log():
    with logs(out.parent / "logs") as logger:
        for step in range(9):
            logger.record("a figure", step)
            logger.dump(step)

played = tournament(tinygame.GAME, ["random"] * 2, 6, num_players=2)
plot(played, out.parent / "works.png")
policy = PolicyAgent.load(out / "policy", tinygame.GAME)
full(200, policy.save, out / "policy")
full(100, plot, played, out.parent / "new.png")
full(150, log)
full(100, go, out.parent / "fresh", False)
full(100, go, out, True)
full(len((out / "settings.json").read_bytes()) + 500, go, out, True)
full(int(sys.argv[2]), go, out, True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit to the size of files stands for a full disk")
def test_a_full_disk_names_the_file_and_keeps_what_stood_there(run, tmp_path):
    out = tmp_path / "run"
    shutil.copytree(run[0], out)
    before = _digest(out / "checkpoints")
    limit = (last(out) / "model.safetensors").stat().st_size - 100
    command = [sys.executable, "-c", _script(_FULL, steps=768), str(out), str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert done.stderr == ""
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    named = [
        "run/policy/policy.onnx", "new.png", "logs", "fresh/settings.json",
        "run/settings.json", "run/tensorboard", "run/checkpoints/checkpoint-000006/model.safetensors",
    ]  # fmt: skip
    assert len(lines) == len(named)
    for line, name in zip(lines, named):
        names = [name, "run/policy/policy.onnx"] if name == "run/tensorboard" else [name]  # which comes first
        begins = tuple(f"{tmp_path / name}: cannot be written (File too large); make room " for name in names)
        assert line.startswith(begins), line
    after = _digest(out / "checkpoints")
    assert after == before
    assert not (tmp_path / "fresh").exists()
    assert not [path for path in tmp_path.rglob("*") if ".part" in path.name]
    assert PolicyAgent.load(out / "policy", tinygame.GAME).facts.about["rollouts"] <= 5
    assert go(out, resume=True, steps=768).rollouts == 6


# --- Again and again -------------------------------------------------------------------------------

_ON_AND_ON = """
import resource, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import tinygame
from hustings.training import runs
from hustings.training.learning.run import TrainSettings, train
runs._LESSON_GAMES = 24
out, limit = Path(sys.argv[1]), int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
train(TrainSettings(**{settings!r}), out, out.exists(), game=tinygame.GAME, final_games=30)
"""


def _ends(out: Path) -> dict[str, bytes]:
    """What a finished run leaves that says nothing of the clock."""
    names = ("model.safetensors", "pool.safetensors", "games.safetensors")
    arrays = (item for name in names for item in sorted(load_file(last(out) / name).items()))
    kept = {f"{at} {name}": array.tobytes() for at, (name, array) in enumerate(arrays)}
    return {**kept, "policy": (out / "policy" / "policy.onnx").read_bytes()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "algorithm", [{"steps": 128 * 60}, {**EXPERT, "steps": 400 * 20}], ids=["ppo", "expert"]
)
def test_twenty_kills_and_five_full_disks_change_nothing(tmp_path, algorithm):
    """At random moments: the run then ends as one that nothing has stopped."""
    settings = {"warm_start": "random", "warm_start_share": 0.3, "evaluate_games": 3, **algorithm}
    script, straight, out = _script(_ON_AND_ON, **settings), tmp_path / "straight", tmp_path / "killed"

    def start(folder: Path, limit: int = 0) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-c", script, str(folder), str(limit)], stderr=subprocess.PIPE
        )

    begin = time.monotonic()
    assert start(straight).wait(600) == 0
    whole, rng, kills, disks = time.monotonic() - begin, np.random.default_rng(1), 0, 0
    full = (last(straight) / "model.safetensors").stat().st_size // 2
    for moment in rng.random(25):
        if out.exists() and not (out / "settings.json").exists():
            shutil.rmtree(out)  # killed before there was a run
        if disks < 5 and kills >= 4 * (disks + 1):
            process, disks = start(out, full), disks + 1
            assert process.wait(600) != 0
            assert b"cannot be written" in process.stderr.read()
            continue
        process, kills = start(out), kills + 1
        time.sleep(3.0 + whole / 8 * moment)
        process.kill()
        process.wait()
    assert (kills, disks) == (20, 5)
    assert start(out).wait(600) == 0
    assert _ends(out) == _ends(straight)


# --- Settings --------------------------------------------------------------------------------------


def test_a_folder_that_exists_is_not_touched(run):
    out, _ = run
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    with pytest.raises(HustingsError, match="exists; give another folder, or resume"):
        go(out)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_a_folder_that_cannot_be_made_is_one_line(run, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(HustingsError, match=r"file/run: cannot be made \(Not a directory\); choose another"):
        go(tmp_path / "file" / "run")
    with pytest.raises(HustingsError, match=r"file: cannot be made \(File exists\); choose another place"):
        PolicyAgent.load(run[1].policy, tinygame.GAME).save(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_resuming_nothing_is_refused(tmp_path):
    with pytest.raises(HustingsError, match="not there"):
        go(tmp_path / "none", resume=True)
    assert not (tmp_path / "none").exists()


def test_resuming_with_other_settings_names_them(run):
    with pytest.raises(HustingsError, match=r"learning_rate 0\.5, not 0\.001; gamma 0\.9, not 1\.0"):
        go(run[0], resume=True, learning_rate=0.5, gamma=0.9)
    assert load_settings(run[0]) == SETTINGS


def test_no_code_of_strangers_is_run_because_settings_name_it_and_the_suites_own_is(tmp_path):
    known = settings_for(
        "liberte",
        minutes=1.0,
        warm_start="search:iterations=8",
        later_opponents={"greedy:v1": 1.0, "policy:sample=true": 1.0},
    )
    save_settings(known, tmp_path)
    assert load_settings(tmp_path) == known
    for changes in ({"opponents": {"evil:Bot": 1.0}}, {"later_opponents": {"evil:Bot": 1.0}},
                    {"warm_start": "evil:Bot"}, {"evaluate_against": ("evil:Bot",)}):  # fmt: skip
        save_settings(dataclasses.replace(known, **changes), tmp_path)
        (name,) = changes
        with pytest.raises(HustingsError, match=rf"{name} names the agent 'evil:Bot', and no code is run"):
            load_settings(tmp_path)
        assert load_settings(tmp_path, **changes) == dataclasses.replace(known, **changes)


def test_damaged_settings_are_one_clear_line(run, tmp_path):
    saved = json.loads((run[0] / "settings.json").read_text())
    for text in ("{", "[]", '{"game": "tinygame"}', "[" * 10**5, json.dumps({**saved, "no": 1}),
                 json.dumps({**saved, "steps": "9"}), json.dumps({**saved, "seed": 1.5})):  # fmt: skip
        (tmp_path / "settings.json").write_text(text)
        with pytest.raises(HustingsError, match=r"settings\.json: ") as error:
            load_settings(tmp_path)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("steps", None),
        ("steps", 0),
        ("steps", 1.5),
        ("minutes", -1),
        ("num_games", 0),
        ("epochs", True),
        ("learning_rate", float("nan")),
        ("gamma", 1.5),
        ("one_kind", "half"),
        ("layers", ()),
        ("layers", (16, 0)),
        ("layers", 16),
        ("evaluate_against", "random"),
        ("opponents", {"random": "often"}),
        ("opponents", "random"),
        ("num_players", 9),
        ("num_players", "many"),
        ("num_players", True),
        ("critic", "nobody"),
        ("reward", "money"),
        ("network", "deep"),
        ("later_opponents", {"random": -1.0}),
        ("opponents", {}),
        ("opponents", {"gredy": 1.0}),
        ("options", {"no such": 1}),
        ("game", 3),
        ("layers", (True,)),
        ("gamma", 10**400),
        ("opponents", {1: 1.0}),
    ],
)
def test_wrong_settings_are_refused_by_name_before_anything_is_written(tmp_path, name, value):
    word = {"opponents": "opponents|gredy", "options": "no such"}.get(name, name)
    with pytest.raises(HustingsError, match=word) as error:
        go(tmp_path / "run", **{name: value})
    assert "\n" not in str(error.value)
    assert not (tmp_path / "run").exists()


# --- The warm start --------------------------------------------------------------------------------


def test_lessons_are_the_teachers_decisions_and_what_they_led_to():
    games = GameBatch(tinygame.GAME, 20, PLAYERS)
    taught = lessons(games, HighBidder(), np.random.default_rng(0), shaping=0.5)
    size = len(taught.actions)
    assert size > 20
    assert taught.observations.shape == (size, games.observation_size)
    assert taught.masks[np.arange(size), taught.actions].all()
    assert (taught.actions == taught.masks.shape[1] - 1 - taught.masks[:, ::-1].argmax(axis=1)).all()
    plain = lessons(games, HighBidder(), np.random.default_rng(0))
    assert plain.returns.shape == (size, PLAYERS)
    assert set(np.unique(plain.returns)) <= {-1.0, -0.5, 0.0, 0.5, 1.0}
    assert np.allclose(plain.returns.sum(axis=1), 0, atol=1e-6)
    # At the deal all scores are equal: the potential grows by the whole final lead. Seat 0 decides first.
    first = taught.returns[0] - plain.returns[0]
    lead = games.scores - (games.scores.sum(axis=1, keepdims=True) - games.scores) / (PLAYERS - 1)
    assert first == pytest.approx(0.5 * lead[0] / float(games.box["typical_score"][0]), abs=1e-6)
    # Who decides comes first, the others clockwise.
    paid = games.payoff
    games.reset(seeds=np.random.default_rng(0).integers(2**64, size=20, dtype=np.uint64))
    assert len(set(games.seat)) > 1
    for game, seat in enumerate(games.seat):
        assert plain.returns[game].tolist() == np.roll(paid[game], -seat).tolist()


@pytest.mark.parametrize("targets", ["visits", "means"])
def test_of_a_search_more_than_its_choice_can_be_taught(targets):
    games, search = (
        GameBatch(tinygame.GAME, 8, PLAYERS),
        make("search:iterations=12,playouts=random", tinygame.GAME),
    )
    taught = lessons(games, search, np.random.default_rng(0), targets=targets)
    assert taught.aims.shape == taught.masks.shape
    assert taught.aims.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert not taught.aims[~taught.masks].any()
    assert (taught.aims.max(axis=1) < 1).any()
    assert (taught.aims[np.arange(len(taught.actions)), taught.actions] > 0).all()
    games.reset(seeds=np.random.default_rng(0).integers(2**64, size=8, dtype=np.uint64))
    rows = np.flatnonzero(~games.over)
    thought = make("search:iterations=12,playouts=random", tinygame.GAME).explain(games, rows)[0]
    assert taught.actions[0] == thought.probabilities.argmax()
    best = thought.details["visits" if targets == "visits" else "mean"]
    tried = thought.details["visits"] > 0
    assert best[taught.aims[0].argmax()] == best[tried].max()


def test_imitation_learns_the_teachers_moves(tmp_path):
    learner = _Run(SETTINGS, tinygame.GAME, tmp_path, _quiet())
    stream = np.random.default_rng(0)
    games = GameBatch(tinygame.GAME, 64, PLAYERS)
    shares = [
        imitate(learner.model.policy, games, HighBidder(), stream, 1e-2 * (1 - wave / 25), batch_size=64)[1]
        for wave in range(25)
    ]
    assert shares[-1] > 0.95 > shares[0]


def test_a_sharper_policy_has_the_same_preferences_more_strongly(tmp_path):
    run = _Run(SETTINGS, tinygame.GAME, tmp_path, _quiet())
    views, masks = torch.from_numpy(run.env.reset()), torch.from_numpy(run.env.action_masks())
    with torch.no_grad():
        before, values = run.model.policy.policy_and_values(views, masks)
        run.model.policy.scale_logits(3.0)
        after, same = run.model.policy.policy_and_values(views, masks)
    assert torch.allclose(after, 3 * before, atol=1e-6)
    assert torch.equal(values, same)
    assert before.std() > 0


@pytest.mark.parametrize(("algorithm", "factors"), [({}, [2.0]), (EXPERT, [])], ids=["ppo", "expert"])
def test_only_ppo_sharpens_what_was_imitated(tmp_path, monkeypatch, algorithm, factors):
    found = []
    monkeypatch.setattr(EntityPolicy, "scale_logits", lambda self, factor: found.append(factor))
    go(tmp_path / "run", **{"warm_start": "random", "sharpness": 2.0, **algorithm, "steps": 128})
    assert found == factors


def test_a_run_may_begin_with_imitation_of_a_bot_or_a_search(tmp_path):
    result = go(tmp_path / "run", steps=256, warm_start="random", warm_start_share=0.5)
    assert result.rollouts == 2
    search = {"warm_start": "search:iterations=6,playouts=random", "warm_start_share": 0.1}
    assert go(tmp_path / "more", **SOFT, **search).steps >= 128
    assert make("random", tinygame.GAME).name == "random"


@pytest.mark.parametrize("critic", ["own view", "all cards"])
def test_only_the_values_learn_at_first(tmp_path, monkeypatch, critic):
    """After a warm start; the policy moves when the critic has had its share of the rollouts."""
    changes = {"warm_start": "random", "warm_start_share": 0.1, "critic_share": 0.5, "kl_weight": 0.0}
    changes["critic"] = critic
    monkeypatch.setattr(checkpoint, "KEPT", 9)
    go(tmp_path / "run", **changes)
    models = [arrays["model"] for state, arrays in saved(tmp_path / "run") if state["warm"]]
    moved = [
        {name for name, array in after.items() if "policy/" in name and (array != before[name]).any()}
        for before, after in itertools.pairwise(models)
    ]
    assert all("value_net" in name or "critic" in name for name in moved[0] | moved[1])
    assert any("critic" in name for name in moved[0]) == (critic == "all cards")
    assert {"policy/value_net.from_trunk.weight", "policy/action_net.plain.weight"} <= moved[2]


@pytest.mark.parametrize(("target", "steps"), [(0.0, 4), (1e-9, 1)])
def test_an_update_ends_where_it_has_moved_the_policy_far_enough(tmp_path, monkeypatch, target, steps):
    """The first step moves it from where it is; two batches twice would be four of them."""
    taken, step = [], Learner._step
    monkeypatch.setattr(Learner, "_step", lambda self, loss: taken.append(step(self, loss)))
    go(tmp_path / "run", steps=128, target_kl=target, kl_weight=0.0, learning_rate=0.1)
    assert len(taken) == steps


# --- Recipes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_recipe_of_known_settings(game):
    settings = settings_for(game, minutes=1.0)
    assert recipe(game)
    for name, value in recipe(game).items():
        assert getattr(settings, name) == value
        assert getattr(settings_for(game, minutes=1.0, **{name: getattr(SETTINGS, name)}), name) == getattr(
            SETTINGS, name
        )
    for spec in {**settings.opponents, **settings.later_opponents, settings.warm_start: 1}:
        if spec not in ("latest", "snapshots"):
            assert make(spec, GAMES[game]).name == spec


def test_a_game_of_ones_own_takes_the_defaults():
    assert settings_for("tinygame", steps=9) == TrainSettings("tinygame", steps=9)


def test_a_gpu_that_is_not_there_is_one_line(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(HustingsError, match="device: 'cuda' is not there, torch sees no GPU") as error:
        dataclasses.replace(SETTINGS, device="cuda")
    assert "\n" not in str(error.value)


# --- How fast it is --------------------------------------------------------------------------------


def test_a_benchmark_of_training_accounts_for_its_time(monkeypatch):
    monkeypatch.setattr(
        bench_training, "settings_for", lambda game, **given: dataclasses.replace(SETTINGS, **given)
    )
    figures = bench_training.training_speed(tinygame.GAME, PLAYERS, 0.05, network="flat", reward="rank")
    parts = [figures[part] for part in bench_training.PARTS]
    assert figures["decisions"] > 0
    assert min(parts) > 0
    assert 0.5 < sum(parts) <= 1


def test_the_tutorial_that_it_is_compared_with_plays_legal_moves_to_the_end():
    env = bench_training.OneAtATime(public(tinygame.GAME)[0](PLAYERS))
    env.reset(seed=1)
    paid, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(int(env.action_masks().argmax()))
        paid = paid or reward
    assert paid


def test_a_step_of_the_tutorial_observes_once(monkeypatch):
    env = public(tinygame.GAME)[0](PLAYERS)
    one = bench_training.OneAtATime(env)
    one.reset(seed=1)
    action, observe, seen = int(one.action_masks().argmax()), env.unwrapped.observe, []
    monkeypatch.setattr(env.unwrapped, "observe", lambda agent: seen.append(agent) or observe(agent))
    one.step(action)
    assert len(seen) == 1
