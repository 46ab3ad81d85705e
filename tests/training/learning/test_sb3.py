"""Stable-Baselines3 on the suite's games: its environment, and its MaskablePPO as an algorithm of a run."""

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor

from hustings.envs import SeatEnv, SeatVectorEnv
from hustings.envs.core.errors import HustingsError
from hustings.training import sb3_vec_env
from hustings.training.learning import networks
from hustings.training.learning.algorithms.sb3 import Sb3
from hustings.training.learning.sb3 import SeatVecEnv
from hustings.training.learning.settings import RECIPES, read_config

from ... import tinygame
from .runs import PLAYERS, ends, go, new_run

GAME, N = tinygame.GAME, 6
SB3 = {"algorithm": "sb3", **read_config(RECIPES / "algorithms" / "sb3.toml"), "steps": 4 * 60,
       "num_games": N, "decisions": 60, "layers": (8,), "reward": "win", "threads": 1}  # fmt: skip


def drawn(masks, stream):
    """(N,) legal actions, drawn."""
    return (stream.random(masks.shape) * masks).argmax(axis=1)


# --- The environment -----------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", ["random", ["random", "random"], {"random": 1.0}])
def test_rows_are_those_of_the_vector_environment(opponents):
    seats = SeatVectorEnv(GAME, N, PLAYERS, opponents=opponents, reward="win", autoreset_mode="SameStep")
    env, stream = sb3_vec_env(GAME, N, PLAYERS, opponents=opponents, seed=5), np.random.default_rng(1)
    observations, _ = seats.reset(seed=5)
    assert (env.reset() == observations).all()
    lengths, over = np.zeros(N, np.int64), 0
    for _ in range(40):
        masks = np.stack(env.env_method("action_masks"))
        assert masks.dtype == np.bool_
        assert (masks == seats.action_masks()).all()
        actions = drawn(masks, stream)
        observations, rewards, terminations, _, infos = seats.step(actions)
        found = env.step(actions)
        assert (found[0] == observations).all()
        assert found[1].dtype == np.float32
        assert (found[1] == rewards.astype(np.float32)).all()
        assert (found[2] == terminations).all()
        lengths += 1
        for row, info in enumerate(found[3]):
            assert bool(info) == terminations[row]
            if info:
                assert (info["terminal_observation"] == infos["final_obs"][row]).all()
                assert info["episode"] == {"r": rewards[row], "l": lengths[row]}
        over += terminations.sum()
        lengths[terminations] = 0
    assert over > 2 * N


def test_a_seed_begins_again_and_without_one_the_next_games_are_dealt():
    env = sb3_vec_env(GAME, 32, PLAYERS, seed=3)
    first, second = env.reset(), env.reset()
    assert (first != second).any()
    env.seed(3)
    assert (env.reset() == first).all()
    assert (sb3_vec_env(GAME, 32, PLAYERS, seed=4).reset() != first).any()


def test_zero_follows_the_largest_seed():
    env = sb3_vec_env(GAME, 2, PLAYERS, seed=2**64 - 1)
    assert np.array_equal(env.reset()[1], sb3_vec_env(GAME, 1, PLAYERS, seed=0).reset()[0])


def test_it_is_asked_row_by_row():
    env = sb3_vec_env(GAME, N, PLAYERS, render_mode="ansi")
    env.reset()
    assert [len(env.env_method("render", indices=rows)) for rows in (None, 1, [0, 2])] == [N, 1, 2]
    assert env.get_attr("num_envs", [1, 2]) == [N, N]
    assert env.get_attr("seat") == env.seats.learner.tolist()
    assert env.has_attr("action_masks")
    assert not env.has_attr("nothing")
    assert (env.env_is_wrapped(VecMonitor), env.env_is_wrapped(Monitor, 1)) == ([False] * N, [True])
    assert sb3_vec_env(GAME, N, PLAYERS).get_images() == [None] * N


def test_an_episode_that_is_cut_or_ended_by_an_illegal_action_is_told_as_stable_baselines_wants_it():
    seats, alike = (
        SeatVectorEnv(GAME, N, PLAYERS, autoreset_mode="SameStep", max_episode_steps=1) for _ in range(2)
    )
    env = SeatVecEnv(seats, seed=1)
    env.reset()
    alike.reset(seed=1)
    actions = env.action_masks().argmax(axis=1)
    actions[2] = 99
    _, _, dones, infos = env.step(actions)
    assert dones.all()
    _, _, ends, cuts, _ = alike.step(actions)
    assert [info.get("TimeLimit.truncated", False) for info in infos] == (cuts & ~ends).tolist()
    assert 0 < ends.sum() < N
    assert all(len(info["terminal_observation"]) and info["episode"]["l"] == 1 for info in infos)
    assert [row for row, info in enumerate(infos) if "99" in info.get("illegal_action", "")] == [2]
    assert infos[2]["episode"]["r"] == -1
    assert np.stack(env.env_method("action_masks")).any(axis=1).all()


def test_it_learns_the_same_as_on_single_environments_side_by_side():
    single = make_vec_env(lambda: SeatEnv(GAME, PLAYERS, reward="win"), n_envs=N, seed=2)
    many = sb3_vec_env(GAME, N, PLAYERS, seed=2)
    found = [
        MaskablePPO("MlpPolicy", env, n_steps=10, batch_size=20, seed=2, device="cpu").learn(120).policy
        for env in (single, many)
    ]
    first, second = (policy.state_dict() for policy in found)
    assert all((first[name] == second[name]).all() for name in first)


@pytest.mark.parametrize(("method", "given", "words"), [
    ("env_method", ("shuffle",), "'shuffle' is not one of action_masks, render"),
    ("set_attr", ("seat", 1), "seat: the rows of one batch"),
])  # fmt: skip
def test_what_cannot_be_is_refused_in_a_line(method, given, words):
    with pytest.raises(HustingsError, match=words) as refusal:
        getattr(sb3_vec_env(GAME, N), method)(*given)
    assert "\n" not in str(refusal.value)


# --- The algorithm -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run, not to be changed."""
    out = tmp_path_factory.mktemp("sb3") / "run"
    result = go(out, **SB3)
    assert result.steps == 4 * 60
    return out


def test_a_run_goes_on_exactly_where_it_stopped(whole, tmp_path):
    out = tmp_path / "run"
    go(out, **SB3 | {"steps": 2 * 60})
    go(out, resume=True, **SB3)
    assert ends(out) == ends(whole)


def test_another_seed_learns_otherwise(whole, tmp_path):
    go(tmp_path / "run", **SB3 | {"seed": 1})
    assert ends(tmp_path / "run") != ends(whole)


def test_its_games_share_the_threads_and_its_weights_are_counted_without_building_it(tmp_path):
    run = new_run(tmp_path, **SB3 | {"threads": 3})
    assert run.algorithm.seats.games.threads == 3
    count = sum(parameter.numel() for parameter in run.network.parameters())
    assert networks._weights_of_sb3(run.network.spec) == count


def test_it_learns_the_weights_that_the_run_measures_and_tells_the_pool_its_results(tmp_path):
    run = new_run(tmp_path, **SB3)
    before = run.network.weights()
    metrics = run.update()
    assert run.pool.members[0].games > 2 * N
    assert {"train/value_loss", "train/approx_kl", "train/learning_rate"} <= metrics.keys()
    after = run.network.weights()
    assert all(
        (before[name] != after[name]).any() for name in before if "policy_net" in name or "value_net" in name
    )


@pytest.mark.parametrize(("changes", "words"), [
    ({"network": "flat"}, "network: algorithm 'sb3' learns with 'sb3', not 'flat'"),
    ({"opponents": {"latest": 0.5, "random": 0.5}}, "opponents: .* 'latest' is none; try opponents=random"),
    ({"opponents": {"greedy": 1.0}}, "opponents: .* the game has none of these"),
    ({"any_table": True}, "num_players: algorithm 'sb3' plays at one table"),
    ({"decisions": N - 1}, f"decisions: 5 are less than one in each of {N} games"),
    ({"minibatches": 10**6}, "minibatches: 1000000 leave one of .* decisions alone"),
    ({"critic": "all cards"}, "critic: network 'sb3' has no critic that sees all cards"),
])  # fmt: skip
def test_settings_that_it_cannot_learn_with_are_refused_in_a_line(tmp_path, changes, words):
    with pytest.raises(HustingsError, match=words) as refusal:
        new_run(tmp_path, **SB3 | changes)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "value"), [("learner", 2), ("learner", 9), ("opponents", 5), ("lengths", -1)]
)
def test_games_that_nobody_can_have_left_are_refused(tmp_path, name, value):
    run = new_run(tmp_path, **SB3)
    run.update()
    state = run.algorithm.state()
    again = new_run(tmp_path, **SB3)
    state[f"games/{name}"][...] = value
    with pytest.raises(HustingsError, match=r"model\.safetensors"):
        again.algorithm.restore(state, 1)


def test_its_network_trains_with_the_suites_own_algorithms_too(tmp_path):
    run = new_run(tmp_path, network="sb3")
    assert not isinstance(run.algorithm, Sb3)
    assert run.update()["train/batches"] >= 1
