"""Self-play at tables of every size, side by side in one environment."""

from collections.abc import Mapping, Sequence

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from ...envs.core.api.batch import GameBatch
from ...envs.core.errors import HustingsError
from .critic_view import CriticView
from .opponents import Pool
from .padding import ANY
from .self_play_env import SelfPlayVecEnv
from .settings import ALL_CARDS, TrainSettings
from .vec_env import SharedVecEnv

_PART = 4  # part of its streams' key; the warm start, rollouts and workers have others


class MultiCountVecEnv(SharedVecEnv):
    """The rows of several `SelfPlayVecEnv`, one after another.

    Args:
        parts: one for each number of players, all with the same pool and with padded views.
    """

    def __init__(self, parts: Sequence[SelfPlayVecEnv]):
        self.parts = list(parts)
        first = self.parts[0]
        self.critic_view, self.pool = first.critic_view, first.pool
        self._stops = np.cumsum([part.num_envs for part in self.parts])
        super().__init__(int(self._stops[-1]), first.observation_space, first.action_space)

    @property
    def games(self) -> GameBatch:
        """Those of the smallest table; the game and the box are the same at all tables."""
        return self.parts[0].games

    @property
    def asked(self) -> np.ndarray:
        """As for `SelfPlayVecEnv`, at all tables."""
        return np.sum([part.asked for part in self.parts], axis=0)

    def _split(self, array: np.ndarray) -> list[np.ndarray]:
        return np.split(array, self._stops[:-1])

    def reset(self) -> np.ndarray:
        """(N, S) observations of the learner in new games."""
        return np.concatenate([part.reset() for part in self.parts])

    def observe(self) -> np.ndarray:
        """(N, S) what the learner is shown now."""
        return np.concatenate([part.observe() for part in self.parts])

    def step_async(self, actions: np.ndarray) -> None:
        """Take the learner's actions (N,), for `step_wait` to play."""
        for part, theirs in zip(self.parts, self._split(np.asarray(actions))):
            part.step_async(theirs)

    def step_wait(self) -> VecEnvStepReturn:
        """As `SelfPlayVecEnv.step_wait`, for all tables."""
        observations, rewards, dones, infos = zip(*(part.step_wait() for part in self.parts))
        joined = [info for theirs in infos for info in theirs]
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), joined

    def action_masks(self) -> np.ndarray:
        """(N, A) bool: what the learner may do."""
        return np.concatenate([part.action_masks() for part in self.parts])

    def begin(self, seed: int, rollout: int) -> None:
        """Start the streams of a rollout: they depend on `seed` and `rollout` only, so none is saved."""
        for number, part in enumerate(self.parts):
            part.key(_PART, seed, rollout, number)
        self.pool.seed = seed
        self.pool.begin(rollout)

    def state(self) -> dict[str, np.ndarray]:
        """The games under way, as plain arrays, those of each part named "NUMBER/KEY"."""
        return {
            f"{number}/{key}": array
            for number, part in enumerate(self.parts)
            for key, array in part.state().items()
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Take up the games of `state()`; the pool must be as it was then.

        Raises:
            HustingsError: when they are not games of these tables.
        """
        states: list[dict[str, np.ndarray]] = [{} for _ in self.parts]
        for name, array in state.items():
            number, _, key = name.partition("/")
            if not number.isdecimal() or int(number) >= len(states):
                raise HustingsError(f"games.safetensors: {name!r} is missing or unknown")
            states[int(number)][key] = array
        for part, theirs in zip(self.parts, states):
            part.restore(theirs)


def make_env(
    settings: TrainSettings, batches: Sequence[GameBatch], pool: Pool
) -> SelfPlayVecEnv | MultiCountVecEnv:
    """The games of a run, or some of them: a batch for each number of players."""
    s = settings
    critic_view = CriticView(batches[0], all_cards=s.critic == ALL_CARDS, padded=s.padded)
    made = [
        SelfPlayVecEnv(games, pool, s.seed, shaping=s.shaping, staggered=s.staggered, critic_view=critic_view)
        for games in batches
    ]
    return MultiCountVecEnv(made) if s.num_players == ANY else made[0]
