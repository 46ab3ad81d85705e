"""Training runs: what they leave behind, that they can be killed and resumed, and what they refuse."""

import dataclasses
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

import tinygame
from hustings.agents import PolicyAgent, make
from hustings.envs.core.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training import checkpoint
from hustings.training.imitation import imitate, lessons
from hustings.training.selfplay import SelfPlayVecEnv
from hustings.training.train import TrainSettings, _Run, export, load_settings, train

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
    policy = PolicyAgent.load(result.policy, tinygame.GAME)
    assert policy.facts.num_players == PLAYERS
    assert policy.facts.about["settings"]["rollout_steps"] == 8
    evaluations = json.loads((out / "evaluations.json").read_text())
    assert [entry["rollout"] for entry in evaluations] == [0, 1, 2, 3, 4]
    assert list((out / "tensorboard").iterdir())
    assert len(checkpoint.complete(out / "checkpoints")) == 2


def test_settings_are_saved_and_read_back(run):
    assert load_settings(run[0]) == SETTINGS


def test_every_setting_is_documented():
    source = Path(sys.modules[TrainSettings.__module__].__file__).read_text(encoding="utf-8")
    body = source[source.index("class TrainSettings") :].split("def __post_init__")[0]
    for item in dataclasses.fields(TrainSettings):
        after = body.split(f"\n    {item.name}: ")[1].split("\n    ")
        following = [line for line in after if line.startswith('"""')]
        assert following, item.name


def test_the_exported_weights_reproduce_the_networks_logits(run, tmp_path):
    tables = _Run(SETTINGS, tinygame.GAME, tmp_path, _quiet())
    observations = tables.env.reset()
    weights = export(tables.model)
    with torch.no_grad():
        latent = tables.model.policy.mlp_extractor.forward_actor(torch.from_numpy(observations))
        expected = tables.model.policy.action_net(latent).numpy()
    given = tables._policy().logits(observations)
    assert np.allclose(given, expected, atol=1e-5)
    assert np.ptp(expected) > 0
    tables.model.policy.action_net.bias.data += 1
    assert (export(tables.model)["2.bias"] != weights["2.bias"]).all(), "the export is a copy"


def _quiet():
    from rich.console import Console

    return Console(quiet=True)


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


def test_a_resumed_run_ends_where_an_uninterrupted_one_does(tmp_path):
    go(tmp_path / "run", steps=256, final_learning_rate=1.0)
    resumed = go(tmp_path / "run", resume=True, steps=512, final_learning_rate=1.0)
    straight = go(tmp_path / "straight", final_learning_rate=1.0)
    assert resumed.rollouts == straight.rollouts == 4
    ends = [last(tmp_path / name) for name in ("run", "straight")]
    for name in ("model.safetensors", "pool.safetensors", "games.safetensors"):
        one, other = (load_file(end / name) for end in ends)
        assert one.keys() == other.keys()
        assert all((one[key] == other[key]).all() for key in one), name
    kept = [load_file(tmp_path / name / "policy" / "policy.safetensors") for name in ("run", "straight")]
    assert all((kept[0][key] == kept[1][key]).all() for key in kept[0])


_SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
import tinygame
from hustings.training.train import TrainSettings, train
train(TrainSettings(**{settings!r}), sys.argv[1], game=tinygame.GAME, final_games=30)
"""


def _start(out: Path) -> subprocess.Popen:
    settings = dataclasses.asdict(dataclasses.replace(SETTINGS, steps=10**9))
    script = _SCRIPT.format(tests=str(Path(tinygame.__file__).parent), settings=settings)
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


def test_a_run_goes_on_after_a_kill_and_stops_in_order_at_ctrl_c(tmp_path):
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

    process = _start(tmp_path / "other")
    _wait_for_checkpoints(process, tmp_path / "other", 2)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0, process.stderr.read().decode()
    assert checkpoint.load(last(tmp_path / "other"))[0]["rollouts"] >= 1


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


# --- What is refused -------------------------------------------------------------------------------


def test_a_folder_that_exists_is_not_touched(run):
    out, _ = run
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    with pytest.raises(HustingsError, match="exists; give another folder, or resume"):
        go(out)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_resuming_nothing_is_refused(tmp_path):
    with pytest.raises(HustingsError, match="not there"):
        go(tmp_path / "none", resume=True)
    assert not (tmp_path / "none").exists()


def test_resuming_with_other_settings_names_them(run):
    with pytest.raises(HustingsError, match=r"learning_rate 0\.5, not 0\.0015; gamma 0\.9, not 1\.0"):
        go(run[0], resume=True, learning_rate=0.5, gamma=0.9)
    assert load_settings(run[0]) == SETTINGS


def test_damaged_settings_are_one_clear_line(run, tmp_path):
    for text in ("{", "[]", '{"game": "tinygame"}', '{"layers": [4], "evaluate_against": [], "no": 1}'):
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
        ("reward", "money"),
        ("opponents", {}),
        ("opponents", {"gredy": 1.0}),
        ("options", {"no such": 1}),
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
    assert set(np.unique(plain.returns)) <= {-1.0, -0.5, 0.0, 0.5, 1.0}
    # At the deal all scores are equal: the potential grows by the whole final lead.
    first = taught.returns[0] - plain.returns[0]
    lead = games.scores - (games.scores.sum(axis=1, keepdims=True) - games.scores) / (PLAYERS - 1)
    assert first == pytest.approx(0.5 * lead[0, 0] / float(games.box["typical_score"][0]), abs=1e-6)


def test_imitation_learns_the_teachers_moves(tmp_path):
    learner = _Run(SETTINGS, tinygame.GAME, tmp_path, _quiet())
    shares = []

    def go_on(seen, right, loss):
        shares.append(right)
        return len(shares) < 25

    stream = np.random.default_rng(0)
    games = GameBatch(tinygame.GAME, 64, PLAYERS)
    imitate(learner.model.policy, games, HighBidder(), stream, go_on, learning_rate=1e-2, batch_size=64)
    assert shares[-1] > 0.95 > shares[1]


def test_a_run_may_begin_with_imitation(tmp_path):
    result = go(tmp_path / "run", steps=256, warm_start="random", warm_start_share=0.5)
    assert result.rollouts == 2
    assert make("random", tinygame.GAME).name == "random"
