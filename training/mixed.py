"""Self-play at tables of every size, side by side in one environment."""

from collections.abc import Mapping, Sequence

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from ..envs.core.batch import GameBatch
from ..envs.core.errors import HustingsError
from .selfplay import SelfPlayVecEnv
from .shared import SharedVecEnv


class MixedVecEnv(SharedVecEnv):
    """The rows of several `SelfPlayVecEnv`, one after another.

    Args:
        tables: one for each number of players, all with the same pool and in the form of any table.
    """

    def __init__(self, tables: Sequence[SelfPlayVecEnv]):
        self.tables = list(tables)
        first = self.tables[0]
        self.sight, self.pool = first.sight, first.pool
        self.render_mode = None
        self._stops = np.cumsum([table.num_envs for table in self.tables])
        super().__init__(int(self._stops[-1]), first.observation_space, first.action_space)

    @property
    def games(self) -> GameBatch:
        """Those of the smallest table; the game and the box are the same at all."""
        return self.tables[0].games

    def _split(self, array: np.ndarray) -> list[np.ndarray]:
        return np.split(array, self._stops[:-1])

    def reset(self) -> np.ndarray:
        """(N, S) observations of the learner in new games."""
        return np.concatenate([table.reset() for table in self.tables])

    def observe(self) -> np.ndarray:
        """(N, S) what the learner is shown now."""
        return np.concatenate([table.observe() for table in self.tables])

    def step_async(self, actions: np.ndarray) -> None:
        for table, theirs in zip(self.tables, self._split(np.asarray(actions))):
            table.step_async(theirs)

    def step_wait(self) -> VecEnvStepReturn:
        """As `SelfPlayVecEnv.step_wait`, for all tables."""
        observations, rewards, dones, infos = zip(*(table.step_wait() for table in self.tables))
        joined = [info for part in infos for info in part]
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), joined

    def action_masks(self) -> np.ndarray:
        """(N, A) bool: what the learner may do."""
        return np.concatenate([table.action_masks() for table in self.tables])

    def begin(self, seed: int, rollout: int) -> None:
        """Start the streams of a rollout: they depend on `seed` and `rollout` only, so none is saved."""
        for number, table in enumerate(self.tables):
            table.key(seed, rollout, number)
        self.pool.seed = seed
        self.pool.begin(rollout)

    def state(self) -> dict[str, np.ndarray]:
        """The games under way, as plain arrays, those of each table named "NUMBER/KEY"."""
        return {
            f"{number}/{key}": array
            for number, table in enumerate(self.tables)
            for key, array in table.state().items()
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Take up the games of `state()`; the pool must be the one of then.

        Raises:
            HustingsError: when they are not games of these tables.
        """
        parts: list[dict[str, np.ndarray]] = [{} for _ in self.tables]
        for name, array in state.items():
            number, _, key = name.partition("/")
            if not number.isdecimal() or int(number) >= len(parts):
                raise HustingsError(f"games.safetensors: {name!r} is missing or unknown")
            parts[int(number)][key] = array
        for table, part in zip(self.tables, parts):
            table.restore(part)
