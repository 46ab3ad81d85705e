"""What the public modules offer, and the names under which games are registered."""

import importlib
import importlib.metadata
import inspect
import pickle
import warnings

import pytest

import hustings.envs
from hustings.envs import GAMES


def test_stable_baselines_takes_the_registered_names():
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Gymnasium's, of a render_mode that is not there
        make_vec_env("hustings/SaludosAmigos-v0", n_envs=2).reset()
        PPO("MlpPolicy", "hustings/SaludosAmigos-v0", n_steps=8, batch_size=8).learn(8)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_public_module_offers_is_documented_and_pickled_by_name(name):
    module = importlib.import_module(f"hustings.envs.{name}_v{GAMES[name].version}")
    assert inspect.getmodule(module.env().unwrapped).__doc__ == module.__doc__
    for function in (module.env, module.raw_env, module.batch, module.state):
        assert pickle.loads(pickle.dumps(function)) is function
        arguments = inspect.signature(function).parameters
        assert {"num_players", "seed", "reward", "box", "options", "ask_forced"} <= set(arguments)
        for argument in arguments:
            assert f"\n        {argument}: " in function.__doc__, argument
        assert "{" not in function.__doc__


def test_games_are_listed_and_shown_in_a_line():
    for name, game in GAMES.items():
        assert f"{name}_v{game.version}" in dir(hustings.envs)
        assert getattr(hustings.envs, f"{name}_v{game.version}").env
        assert game.title in repr(game)
    assert hustings.envs.__version__ == importlib.metadata.version("hustings")
