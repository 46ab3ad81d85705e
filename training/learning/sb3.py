"""The suite's games as an environment for Stable-Baselines3: one seat in each of many games.

In the shapes below N is the number of games, S the size of an observation and A of actions.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from ...envs.core.api.opponents import OpponentSpecs
from ...envs.core.api.seat_vector_env import SeatVectorEnv
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError


def sb3_vec_env(
    game: str | Game,
    num_games: int,
    num_players: int | None = None,
    *,
    opponents: OpponentSpecs = "random",
    seed: int = 0,
    seat: int | None = None,
    reward: Any = "win",
    box: str | Path | np.ndarray | None = None,
    options: Mapping[str, Any] | None = None,
    ask_forced: bool = False,
    threads: int = 1,
    render_mode: str | None = None,
) -> "SeatVecEnv":
    """N games in one batch for Stable-Baselines3, with the learner in one seat of each.

    sb3-contrib's MaskablePPO learns on it directly. Row i has the games of a `SeatEnv` reset with seed + i::

        model = MaskablePPO("MlpPolicy", sb3_vec_env("liberte", 64), gamma=1.0)

    Args:
        game: a name in `GAMES`, or a Game.
        num_games: N.
        num_players: None for the smallest number that the game takes.
        opponents: the players of the other seats: an agent or its name, a list of these for the seats
            clockwise from the learner, or a mapping from these to shares, drawn from in every game.
        seed: of all randomness.
        seat: the learner's; None to draw it anew for each game.
        reward: what a finished game pays: "win", "rank", "margin", or a function as for `GameBatch`.
        box, options, ask_forced, threads, render_mode: as for `SeatVectorEnv`.

    Raises:
        HustingsError: for arguments that `SeatVectorEnv` refuses.
    """
    seats = SeatVectorEnv(
        game,
        num_games,
        num_players,
        seat=seat,
        opponents=opponents,
        reward=reward,
        box=box,
        options=options,
        ask_forced=ask_forced,
        threads=threads,
        autoreset_mode=AutoresetMode.SAME_STEP,
        render_mode=render_mode,
    )
    return SeatVecEnv(seats, seed)


class SeatVecEnv(VecEnv):
    """A `SeatVectorEnv` in the form of Stable-Baselines3.

    Observations are (N, S) float32, rewards (N,) float32 and dones (N,) bool. After the end of a game the
    next one has begun, and the row's info has the last view as `terminal_observation`, (S,), and in `episode`
    the payoff `r` and the number `l` of the learner's decisions. `env_method("action_masks")` returns the
    legal actions, (A,) bool for each row.

    Args:
        seats: in `AutoresetMode.SAME_STEP`, so that the next game is dealt at once.
        seed: of all randomness.
    """

    def __init__(self, seats: SeatVectorEnv, seed: int = 0):
        self.seats = seats
        self.lengths = np.zeros(seats.num_envs, np.int64)  # the learner's decisions in the current games
        super().__init__(seats.num_envs, seats.single_observation_space, seats.single_action_space)
        self.seed(seed)

    def reset(self) -> np.ndarray:
        """(N, S) observations of new games, those of the seed or the next ones."""
        # The base class counts up from a seed, beyond the largest one, after which 0 follows.
        seeds = [None if seed is None else seed - 2**64 * (seed >= 2**64) for seed in self._seeds]
        observations, _ = self.seats.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self.lengths[:] = 0
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Store the learner's actions (N,) for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Observations (N, S), rewards (N,), dones (N,) and N infos.

        Raises:
            HustingsError: before `reset`, and for anything but N whole numbers. An illegal action only ends
                its own game, with reward -1; the info's `illegal_action` says why.
        """
        observations, rewards, ends, cuts, found = self.seats.step(self._actions)
        dones = ends | cuts
        self.lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(dones).tolist():
            episode = {"r": float(rewards[row]), "l": int(self.lengths[row])}
            infos[row] = {"terminal_observation": found["final_obs"][row], "episode": episode}
            if cuts[row] and not ends[row]:
                infos[row]["TimeLimit.truncated"] = True
            why = found["final_info"].get("illegal_action")
            if why is not None and why[row] is not None:
                infos[row]["illegal_action"] = why[row]
        self.lengths[dones] = 0
        return observations, rewards.astype(np.float32), dones, infos

    def action_masks(self) -> np.ndarray:
        """(N, A) bool: the learner's legal actions."""
        return self.seats.action_masks().view(np.bool_)

    def close(self) -> None:
        """End the programs among opponents given by name."""
        self.seats.close()

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The learner's "seat" in each row, or an attribute of the `SeatVectorEnv`, the same in all rows."""
        if attr_name == "seat":
            return [int(self.seats.learner[row]) for row in self._rows(indices)]
        return [getattr(self.seats, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Raise HustingsError, since all rows are one batch.

        Raises:
            HustingsError: always.
        """
        raise HustingsError(f"{attr_name}: the rows of one batch have no attributes; make another with it")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """The result of `action_masks` or `render` for each row.

        Raises:
            HustingsError: for another method, or arguments.
        """
        if method_name not in ("action_masks", "render") or method_args or method_kwargs:
            raise HustingsError(
                f"env_method: {method_name!r} is not one of action_masks, render, without arguments"
            )
        results = self.action_masks() if method_name == "action_masks" else self.seats.render()
        return [None if results is None else results[row] for row in self._rows(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        """True for `Monitor`, since infos have its `episode`; False for other wrappers, since none exist."""
        return [wrapper_class is Monitor] * len(self._rows(indices))

    def get_images(self) -> list[np.ndarray | None]:
        """Each game as its learner sees it, (780, 900, 3) uint8; None without a render mode."""
        return list(self.seats.render() or [None] * self.num_envs)

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        return [int(row) for row in self._get_indices(indices)]
