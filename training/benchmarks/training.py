"""Measures training speed and its parts, next to Stable-Baselines3's connect-four tutorial."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from sb3_contrib import MaskablePPO

from ...envs.core.engine.game import Game
from ..learning.process_state import own_streams
from ..learning.run import Run
from ..learning.settings import settings_for
from .games import connect_four

PARTS = ("playing", "thinking", "learning")
"""The parts of the time: rules, views and bots; the network's decisions; updates."""
NETWORKS: dict[str, dict[str, Any]] = {
    "entity": {"network": "entity"},
    "flat": {"network": "flat"},
    "flat, 64 x 64": {"network": "flat", "layers": (64, 64)},  # the tutorial's size
}
"""Settings of the networks to measure, by name."""
TUTORIAL_STEPS = 2048
"""The length of a rollout in the tutorial."""


def training_speed(game: Game, num_players: int, seconds: float, **network: Any) -> dict[str, float]:
    """The learner's decisions per second with the game's recipe on one thread, including updates.

    Args:
        network: settings that replace the recipe's, as in `NETWORKS`.

    Returns:
        "decisions" per second, and each of `PARTS` as a share of the time.
    """
    with learner(game, num_players, **network) as run:
        spent = dict.fromkeys(PARTS, 0.0)
        begin, before = time.perf_counter(), run.state.steps
        while time.perf_counter() - begin < seconds:
            since = time.perf_counter()
            metrics = run.update()
            for part in PARTS:
                spent[part] += metrics[f"time/{part}"] * (time.perf_counter() - since)
        whole = time.perf_counter() - begin
        shares = {part: seconds / whole for part, seconds in spent.items()}
        return {"decisions": (run.state.steps - before) / whole, **shares}


@contextmanager
def learner(game: Game, num_players: int, **network: Any) -> Iterator[Run]:
    """A run with the game's recipe on one thread, in a temporary folder, after its first rollout."""
    fixed: dict[str, Any] = {"num_players": num_players, "steps": 10**9, "threads": 1}
    settings = settings_for(game.name, **fixed, **network)
    with own_streams(1), tempfile.TemporaryDirectory() as folder:
        run = Run(settings, game, Path(folder), Console(quiet=True))
        run.snapshot()
        run.update()
        yield run


def tutorial_speed(seconds: float) -> float | None:
    """Steps per second of MaskablePPO with its defaults on PettingZoo's connect_four, as in the tutorial.

    None if connect_four is not installed.
    """
    env = connect_four()
    if env is None:
        return None
    with own_streams(1):
        model = tutorial_learner(env)
        model.learn(TUTORIAL_STEPS)
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            model.learn(TUTORIAL_STEPS, reset_num_timesteps=False)
            steps += TUTORIAL_STEPS
        return steps / (time.perf_counter() - begin)


def tutorial_learner(env: Any) -> MaskablePPO:
    """The tutorial's learner in a PettingZoo AEC environment."""
    return MaskablePPO("MlpPolicy", OneLearnerEnv(env), device="cpu")


class OneLearnerEnv(gymnasium.Env):
    """A PettingZoo AEC game as a single-agent environment: one learner plays every seat in turn."""

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
