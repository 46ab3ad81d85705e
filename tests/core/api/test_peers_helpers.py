"""The helpers by which peers check environments, on every game at its smallest and its largest table.

OpenSpiel's are with its games, in tests/test_openspiel.py.
"""

import contextlib
import warnings

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

from hustings.envs import SeatEnv
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.text.drawing import HEIGHT, WIDTH

from ...support import each_end, each_game, each_known_end


def names(game):
    """A game's in PettingZoo, and in Gymnasium."""
    camel = game.name.title().replace("_", "")
    return f"hustings/{game.name.replace('_', '-')}-v{game.version}", f"hustings/{camel}-v{game.version}"


@pytest.fixture(autouse=True)
def _without_a_warning():
    """Helpers say by warnings what is amiss."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation")  # it is a dict, as in PettingZoo's own classics
        yield


@contextlib.contextmanager
def played_without_masks():
    """Some helpers play anything."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".* loses by an illegal action")
        yield


@each_end
def test_pettingzoos_api_test(game, players):
    for make_env in makers_of(game)[:2]:
        api_test(make_env(players), num_cycles=120)


@each_end
def test_pettingzoos_seed_test(game, players):
    env, _, _, _, parallel_env = makers_of(game)
    seed_test(lambda: env(players), num_cycles=60)
    with played_without_masks():
        parallel_seed_test(lambda: parallel_env(players), num_cycles=60)


@each_end
def test_pettingzoos_state_test(game, players):
    env, _, _, _, parallel_env = makers_of(game)
    with played_without_masks():
        state_test(env(players), parallel_env(players))


@each_game
def test_pettingzoos_render_test(game, capsys):
    render_test(lambda render_mode: makers_of(game).env(render_mode=render_mode))
    assert capsys.readouterr().out


@each_known_end
def test_pettingzoos_parallel_api_test(game, players):
    parallel_api_test(pettingzoo.make("parallel", names(game)[0], num_players=players), num_cycles=120)
    assert pettingzoo.make("aec", names(game)[0], num_players=players).max_num_agents == players


@each_known_end
def test_gymnasiums_check_env_in_every_mode(game, players, capsys):
    for given in ({}, {"opponents": "greedy", "ask_forced": True}):
        check_env(gymnasium.make(names(game)[1], num_players=players, **given).unwrapped)
    assert capsys.readouterr().out


@each_game
def test_stable_baselines_check_env_and_masked_evaluation(game):
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from stable_baselines3.common.env_checker import check_env as stable_baselines_check_env

    from hustings.training import sb3_vec_env

    env = SeatEnv(game, reward="win", render_mode="rgb_array")
    several = sb3_vec_env(game, 2)
    stable_baselines_check_env(env)
    small = {"policy_kwargs": {"net_arch": []}, "device": "cpu"}
    model = MaskablePPO("MlpPolicy", env, n_steps=2, batch_size=2, **small)
    for environment in (model.get_env(), several):
        pay, lengths = evaluate_policy(model, environment, n_eval_episodes=2, return_episode_rewards=True)
        assert all(-1 < paid <= 1 for paid in pay), "an illegal action would have cost 1"
        assert min(lengths) >= 1
    assert model.get_env().render().shape == (HEIGHT, WIDTH, 3)


@pytest.mark.slow
@each_game
def test_torchrls_check_env_specs(game):
    warnings.simplefilter("ignore")  # TorchRL's own
    wrapper, utils = (pytest.importorskip(f"torchrl.envs.{name}") for name in ("libs.pettingzoo", "utils"))
    env = wrapper.PettingZooWrapper(makers_of(game).env(), use_mask=True, seed=1)
    utils.check_env_specs(env)
    steps = env.rollout(10_000)["next"]
    assert steps["done"][-1]
    paid = [steps[agent, "reward"].sum().item() for agent in env.group_map]
    assert sum(paid) == pytest.approx(0, abs=1e-6)
    assert any(paid)
