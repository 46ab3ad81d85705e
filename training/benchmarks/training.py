"""How fast training learns and where the time goes, beside Stable-Baselines3's connect-four tutorial."""

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from rich.console import Console
from sb3_contrib import MaskablePPO

from ...envs.core.engine.game import Game
from ..learning.algorithms.ppo import PPO
from ..learning.process_state import own_streams
from ..learning.run import Run
from ..learning.settings import settings_for

PARTS = ("environment", "opponents", "forward", "update")
NETWORKS: dict[str, dict[str, Any]] = {
    "entity": {"network": "entity"},
    "flat": {"network": "flat"},
    "flat, 64 x 64": {"network": "flat", "layers": (64, 64)},  # the tutorial's size
}
"""The networks that are measured, by name: their settings."""
TUTORIAL_STEPS = 2048
"""A rollout of the tutorial's settings."""


class Profile:
    """Seconds by part; a part that runs within another counts for itself only."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._within = ["the rest"]
        self._since = time.perf_counter()

    def watch(self, owner: Any, method: str, part: str) -> None:
        """Count the time in an object's method as time of a part."""
        watched = getattr(owner, method)

        def timed(*args: Any, **kwargs: Any) -> Any:
            self._turn()
            self._within.append(part)
            try:
                return watched(*args, **kwargs)
            finally:
                self._turn()
                self._within.pop()

        setattr(owner, method, timed)

    def _turn(self) -> None:
        now = time.perf_counter()
        self.spent[self._within[-1]] += now - self._since
        self._since = now


def training_speed(game: Game, num_players: int, seconds: float, **network: Any) -> dict[str, float]:
    """The learner's decisions per second with the game's recipe on one thread, updates included.

    Args:
        network: settings that replace the recipe's, as in `NETWORKS`.

    Returns:
        "decisions" per second, and the share of the time for each of `PARTS`.
    """
    with learner(game, num_players, **network) as run:
        profile = _watched(run)
        begin, before = time.perf_counter(), run.state.steps
        while time.perf_counter() - begin < seconds:
            run.update()
        whole = time.perf_counter() - begin
        shares = {part: profile.spent[part] / whole for part in PARTS}
        return {"decisions": (run.state.steps - before) / whole, **shares}


@contextmanager
def learner(game: Game, num_players: int, **network: Any) -> Iterator[Run]:
    """A run with the game's recipe on one thread, past its first rollout, in a temporary folder."""
    fixed: dict[str, Any] = {"num_players": num_players, "steps": 10**9, "warm_start": "", "threads": 1}
    settings = settings_for(game.name, **fixed, **network)
    with own_streams(1), tempfile.TemporaryDirectory() as folder:
        run = Run(settings, game, Path(folder), Console(quiet=True))
        run.snapshot()
        run.update()
        yield run


def _watched(run: Run) -> Profile:
    profile, env = Profile(), run.env
    profile.watch(env, "step_wait", "environment")
    profile.watch(env, "env_method", "environment")
    profile.watch(env, "_act", "opponents")
    profile.watch(env.games, "step", "environment")
    assert isinstance(run.algorithm, PPO)
    profile.watch(run.algorithm.learner.policy, "forward", "forward")
    profile.watch(run.algorithm.learner, "train", "update")
    return profile


def tutorial_speed(seconds: float) -> float | None:
    """Steps per second of MaskablePPO with its defaults on PettingZoo's connect_four, as in the tutorial.

    None if connect_four is not installed.
    """
    try:
        env = pettingzoo.make("aec", "classic/connect_four-v3")
    except Exception:  # PettingZoo has an error class for each way of not being installed
        return None
    with own_streams(1):
        model = tutorial_learner(env)
        model.learn(TUTORIAL_STEPS)
        return _rate(lambda: model.learn(TUTORIAL_STEPS, reset_num_timesteps=False), seconds)


def tutorial_learner(env: Any) -> MaskablePPO:
    """The tutorial's learner in a PettingZoo AEC environment."""
    return MaskablePPO("MlpPolicy", OneLearnerEnv(env), device="cpu")


def _rate(learn: Callable[[], Any], seconds: float) -> float:
    begin, steps = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        learn()
        steps += TUTORIAL_STEPS
    return steps / (time.perf_counter() - begin)


class OneLearnerEnv(gymnasium.Env):
    """A PettingZoo AEC game in which one learner plays all seats, each step for the seat on turn."""

    def __init__(self, env: Any):
        self._env = env
        env.reset()
        seat = env.possible_agents[0]
        self.observation_space = env.observation_space(seat)["observation"]
        self.action_space = env.action_space(seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict]:
        """Begin a game."""
        super().reset(seed=seed)
        self._env.reset(seed=seed, options=options)
        return self._observed(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict]:
        """Act for the seat on turn."""
        mover = self._env.agent_selection
        self._env.step(action)
        over, cut = self._env.terminations[mover], self._env.truncations[mover]
        return self._observed(), float(self._env.rewards[mover]), over, cut, {}

    def action_masks(self) -> np.ndarray:
        """The legal actions, as `MaskablePPO` asks for them."""
        return np.asarray(self._env.observe(self._env.agent_selection)["action_mask"], np.bool_)

    def _observed(self) -> Any:
        return self._env.observe(self._env.agent_selection)["observation"]
