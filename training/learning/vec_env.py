"""What Stable-Baselines3 asks of a VecEnv, for rows that share their attributes and are stepped together."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from ...envs.core.errors import HustingsError


class SharedVecEnv(VecEnv):
    """A VecEnv whose rows share their attributes; subclasses add `begin`, play and observations."""

    render_mode = None

    def begin(self, seed: int, rollout: int) -> None:
        """Start the streams of a rollout."""
        raise NotImplementedError

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Start the streams from `seed`; None leaves them as they are."""
        if seed is not None:
            self.begin(int(seed), 0)
        return [seed] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        """Whether all rows have the attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The shared attribute, once for each row."""
        return [getattr(self, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set the shared attribute, which is possible for all rows only."""
        if indices is not None:
            raise HustingsError("indices: rows share their attributes; leave indices out")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """What a method of the whole environment returns, such as `action_masks`: one entry for each row."""
        return list(getattr(self, method_name)(*method_args, **method_kwargs)[self._indices(indices)])

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        """False for each row."""
        return [False] * len(self._indices(indices))

    def close(self) -> None:
        """Nothing is held open."""

    def _indices(self, indices: VecEnvIndices) -> np.ndarray:
        return np.arange(self.num_envs) if indices is None else np.atleast_1d(np.asarray(indices, np.int64))
