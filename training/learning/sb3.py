"""The suite's games as Stable-Baselines3 wants its environments: one seat of each of many games.

In the shapes below N is the number of games, S the size of an observation and A of actions.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from ...envs.core.api.opponents import Given
from ...envs.core.api.seat_vector_env import SeatVectorEnv
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError

BY_ROW = ("action_masks", "render")
"""The methods that are asked for row by row."""


def sb3_vec_env(
    game: str | Game,
    num_games: int,
    num_players: int | None = None,
    *,
    opponents: Given = "random",
    seed: int = 0,
    seat: int | None = None,
    reward: Any = "win",
    box: str | Path | np.ndarray | None = None,
    options: Mapping[str, Any] | None = None,
    ask_forced: bool = False,
    threads: int = 1,
    render_mode: str | None = None,
) -> "SeatVecEnv":
    """N games in one batch, the learner in one seat of each, for Stable-Baselines3.

    sb3-contrib's MaskablePPO learns on it as it is; row i is the `SeatEnv` that is reset with seed + i::

        model = MaskablePPO("MlpPolicy", sb3_vec_env("liberte", 64), gamma=1.0)

    Args:
        game: a name in `GAMES`, or a Game.
        num_games: N.
        num_players: None for the smallest number that the game takes.
        opponents: who takes the other seats: an agent or its name, a list of these for the seats clockwise
            from the learner, or a mapping of them to shares, drawn from in every game.
        seed: of everything random.
        seat: the learner's; None to draw it anew for each game.
        reward: what a finished game pays: "win", "rank", "margin", or a function as for `GameBatch`.
        box, options, ask_forced, threads, render_mode: as for `SeatVectorEnv`.

    Raises:
        HustingsError: for what `SeatVectorEnv` refuses.
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

    Observations are (N, S) float32, rewards (N,) float32 and dones (N,) bool. Where a game is over, the next
    has begun, and the row's info has the last view as `terminal_observation` (S,), and as `episode` the
    game's pay `r` and the learner's decisions `l`. The legal actions, (A,) bool of each row, come by
    `env_method("action_masks")`.

    Args:
        seats: deals the next game at once where one is over: `AutoresetMode.SAME_STEP`.
        seed: of everything random.
    """

    def __init__(self, seats: SeatVectorEnv, seed: int = 0):
        self.seats = seats
        self.lengths = np.zeros(seats.num_envs, np.int64)  # decisions in the games under way
        super().__init__(seats.num_envs, seats.single_observation_space, seats.single_action_space)
        self.seed(seed)

    def reset(self) -> np.ndarray:
        """(N, S) observations of new games: those of the seed, or the next ones."""
        seeds = None if None in self._seeds else self._seeds
        observations, _ = self.seats.reset(seed=seeds)  # type: ignore[arg-type]
        self._reset_seeds()
        self._reset_options()
        self.lengths[:] = 0
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Take the learner's actions (N,), for `step_wait` to do."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Observations (N, S), rewards (N,), dones (N,) and N infos.

        Raises:
            HustingsError: before `reset`, and for what are no N whole numbers. An illegal action only ends
                its game, with reward -1, and `illegal_action` says why.
        """
        observations, rewards, ends, cuts, told = self.seats.step(self._actions)
        dones = ends | cuts
        self.lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(dones).tolist():
            episode = {"r": float(rewards[row]), "l": int(self.lengths[row])}
            infos[row] = {"terminal_observation": told["final_obs"][row], "episode": episode}
            if cuts[row] and not ends[row]:
                infos[row]["TimeLimit.truncated"] = True
            why = told["final_info"].get("illegal_action")
            if why is not None and why[row] is not None:
                infos[row]["illegal_action"] = why[row]
        self.lengths[dones] = 0
        return observations, rewards.astype(np.float32), dones, infos

    def action_masks(self) -> np.ndarray:
        """(N, A) bool: what the learner may do."""
        return self.seats.action_masks().view(np.bool_)

    def close(self) -> None:
        """Nothing is open."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """For each row the learner's "seat", or an attribute of the `SeatVectorEnv`, which all rows share."""
        if attr_name == "seat":
            return [int(self.seats.learner[row]) for row in self._rows(indices)]
        return [getattr(self.seats, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Nothing that can be done.

        Raises:
            HustingsError: always, since all rows are one batch.
        """
        raise HustingsError(f"{attr_name}: the rows of one batch have no attributes; make another with it")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """What `action_masks` or `render` says of each row.

        Raises:
            HustingsError: for another method, or arguments.
        """
        if method_name not in BY_ROW or method_args or method_kwargs:
            raise HustingsError(
                f"env_method: {method_name!r} is not one of {', '.join(BY_ROW)}, without arguments"
            )
        said = self.action_masks() if method_name == "action_masks" else self.seats.render()
        return [None if said is None else said[row] for row in self._rows(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        """False for each row: nothing is around a game."""
        return [False] * len(self._rows(indices))

    def get_images(self) -> list[np.ndarray | None]:
        """Each game as its learner sees it, if it is drawn: (780, 900, 3) uint8."""
        return list(self.seats.render() or [None] * self.num_envs)

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        return [int(row) for row in self._get_indices(indices)]
