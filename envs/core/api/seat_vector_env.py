"""SeatVectorEnv: `SeatEnv` many times over, all games in one batch."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..engine.game import Game
from ..errors import HustingsError, IllegalAction
from ..text.raster import pixels
from .arguments import check_render_mode
from .batch import GameBatch, Pay, positive, whole_actions
from .opponents import Given, KeyedSeats, row_seeds
from .seat_env import game_of


class SeatVectorEnv(KeyedSeats, VectorEnv):
    """One seat of each of N games against opponents: what `gymnasium.make_vec` makes of the suite's games.

    Row i is the `SeatEnv` that is reset with seed + i, game for game, whatever N and the number of threads:
    observations (N, S) float32, rewards (N,) float64, terminations and truncations (N,) bool, and infos as
    `gymnasium.vector.SyncVectorEnv` gives them. Every row has its own streams, whoever draws: agents that are
    named, and those given that have `act_by`. (Others that are given keep a stream of their own, which all
    rows share; and the last digits of a network may depend on how many rows it sees at once.)

    The legal actions are in `infos["action_mask"]`, (N, A) int8 as Gymnasium's spaces take it, and in
    `action_masks()`, the same. Where a game is over, both allow every action, since any is ignored: logits
    masked by them stay finite. An illegal action ends its episode with reward -1, the others go on;
    `infos["illegal_action"]` says which.

    Args:
        game: a name in `GAMES`, or a Game.
        num_envs: N.
        num_players, seat, opponents, reward, box, options, ask_forced: as for `SeatEnv`.
        threads: how many threads share the games, 1,024 or more each; changes no byte.
        autoreset_mode: when the next game is dealt where one is over, one of Gymnasium's `AutoresetMode` or
            its value. "NextStep", as Gymnasium's own: in the next step, which ignores the action there and
            pays nothing. "SameStep": at once; the last observation is in `infos["final_obs"]`. "Disabled":
            by `reset(options={"reset_mask": ...})`, which all modes take.
        copy: return fresh arrays; otherwise the next step overwrites the observations.
        render_mode: None, "ansi" (text) or "rgb_array" (pixels), each game as the learner sees it.
    """

    def __init__(self, game: str | Game, num_envs: int = 1, num_players: int | None = None, *,
                 seat: int | None = None, opponents: Given = None, reward: str | Pay = "rank",
                 box: str | Path | np.ndarray | None = None, options: Mapping[str, Any] | None = None,
                 ask_forced: bool = False, threads: int = 1,
                 autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, copy: bool = True,
                 render_mode: str | None = None):  # fmt: skip
        self.num_envs = positive("num_envs", num_envs)
        games = GameBatch(game_of(game), num_envs, num_players, reward=reward, box=box, options=options,
                          threads=threads, ask_forced=ask_forced)  # fmt: skip
        self._sit_down_with(games, seat, opponents)
        self._mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1, "autoreset_mode": self._mode}
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.single_observation_space = spaces.Box(-1.0, 1.0, (games.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(games.num_actions)
        self.observation_space: gymnasium.Space = batch_space(self.single_observation_space, num_envs)
        self.action_space: gymnasium.Space = batch_space(self.single_action_space, num_envs)
        self._seen = None if copy else np.zeros((num_envs, games.observation_size), np.float32)
        self._begun = False
        self._running = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal games in which the learner has a decision.

        Args:
            seed: row i goes by seed + i; or one seed for each; None for each row's next game.
            options: {"reset_mask": (N,) bool}: the rows to deal, without it all. Anything else is ignored.
        """
        rows = self._chosen((options or {}).get("reset_mask"))
        keys = None if seed is None else row_seeds(seed, self.num_envs)
        super().reset(seed=seed if isinstance(seed, int) else None)
        if keys is not None:
            self._begin(rows, keys[rows])
        elif not self._begun:
            self._begin(self._all, row_seeds(self.np_random.integers(2**63), self.num_envs))
        self._begun = True
        self._next_games(rows, self._all[:0])
        return self._observe(), self._infos(rows)

    def _chosen(self, mask: Any) -> np.ndarray:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise HustingsError(f"reset_mask: needs a ({self.num_envs},) bool array")
        if not mask.any():
            raise HustingsError("reset_mask: needs a True; leave it out to deal all games")
        if not self._begun and not mask.all():
            raise HustingsError("reset_mask: no game has been dealt yet; call reset() without it first")
        return np.flatnonzero(mask)

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Do the learner's actions, and let the others play until it is asked again or the game is over.

        Args:
            actions: (N,) whole numbers; those in rows that are dealt anew are ignored.

        Raises:
            HustingsError: before `reset`; for what are no (N,) whole numbers; and, with autoreset disabled,
                where a game is over. Nothing has changed.
        """
        actions = whole_actions(actions, self.num_envs)
        self._check_begun()
        fresh = np.flatnonzero(~self._running)
        played, illegal = self._do(actions, np.flatnonzero(self._running))
        self._rewards, self._ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._last: dict[int, np.ndarray] = {}
        self._note(list(illegal), -1.0)
        at_once = self._mode == AutoresetMode.SAME_STEP
        if at_once:
            fresh = np.array(list(illegal), np.int64)
        self._next_games(fresh, played)
        self._running = ~self._ended | at_once
        infos = self._infos(self._all, {} if at_once else illegal)
        if at_once and self._ended.any():
            infos |= self._final_infos(illegal)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observe(), self._rewards, self._ended.copy(), truncated, infos

    def action_masks(self) -> np.ndarray:
        """(N, A) int8: 1 for what the learner may do; for everything where its game is over."""
        return (self.games.masks() | ~self._running[:, None]).view(np.int8)

    def _check_begun(self) -> None:
        if not self._begun:
            raise HustingsError("no game is running; call reset() before step()")
        if self._mode == AutoresetMode.DISABLED and not self._running.all():
            row = int(self._running.argmin())
            raise HustingsError(
                f"game {row} is over; deal the next with reset(options={{'reset_mask': terminations}})"
            )

    def _do(self, actions: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, dict[int, str]]:
        """Do the actions in these rows: where they were legal, and what is said of those that were not."""
        try:
            self.games.step(actions[rows], rows=rows)
        except IllegalAction:
            chosen, masks = actions[rows], self.games.masks(rows=rows)
            inside = (chosen >= 0) & (chosen < self.games.num_actions)
            legal = inside & masks[np.arange(len(rows)), np.where(inside, chosen, 0)]
            self.games.step(chosen[legal], rows=rows[legal])
            wrong = rows[~legal].tolist()
            return rows[legal], {row: self.games.why_illegal(row, int(actions[row])) for row in wrong}
        return rows, {}

    def _next_games(self, fresh: np.ndarray, played: np.ndarray) -> None:
        """Deal in the rows `fresh`, and let the others play there and in the rows that were `played`."""
        self._running[fresh] = True
        self._deal(fresh)
        asked = np.zeros(self.num_envs, np.bool_)
        asked[played] = True
        rows = np.sort(np.concatenate([fresh, played]))
        self._play(rows, asked, go_on=self._mode == AutoresetMode.SAME_STEP)

    def _finish(self, rows: np.ndarray) -> None:
        payoffs = self.games.results(rows=rows)[1]
        self._note(rows, payoffs[np.arange(len(rows)), self.learner[rows]])

    def _note(self, rows: Sequence[int] | np.ndarray, paid: np.ndarray | float) -> None:
        """The episodes in these rows are over."""
        self._rewards[rows], self._ended[rows] = paid, True
        if self._mode == AutoresetMode.SAME_STEP and len(rows):
            views = self.games.observe(self.learner[rows], rows=np.asarray(rows))
            self._last.update(zip(map(int, rows), views, strict=True))

    def _observe(self) -> np.ndarray:
        return self.games.observe(self.learner, out=self._seen)

    def _infos(self, rows: np.ndarray, illegal: Mapping[int, str] | None = None) -> dict[str, Any]:
        """The infos of these rows as Gymnasium has them: arrays, each with a mask of the rows it is about."""
        masks = self.action_masks()
        told = np.zeros(self.num_envs, np.bool_)
        told[rows] = True
        masks[~told] = 0
        return {"action_mask": masks, "_action_mask": told, **self._why(illegal or {})}

    def _final_infos(self, illegal: Mapping[int, str]) -> dict[str, Any]:
        """What SAME_STEP says of the episodes that are over."""
        ended = self._ended
        views = np.full(self.num_envs, None, object)
        for row, view in self._last.items():
            views[row] = view
        masks = np.repeat(ended[:, None], self.games.num_actions, axis=1).view(np.int8)
        final = {"action_mask": masks, "_action_mask": ended.copy(), **self._why(illegal)}
        told = {"_final_obs": ended.copy(), "_final_info": ended.copy()}
        return {"final_obs": views, "final_info": final, **told}

    def _why(self, illegal: Mapping[int, str]) -> dict[str, Any]:
        if not illegal:
            return {}
        words, where = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
        for row, why in illegal.items():
            words[row], where[row] = why, True
        return {"illegal_action": words, "_illegal_action": where}

    def render(self) -> tuple[Any, ...] | None:
        """Each game as its learner sees it: text, or (600, 900, 3) uint8."""
        if self.render_mode is None:
            return None
        seats = self.learner.tolist()
        if self.render_mode == "ansi":
            return tuple(self.games.board(row, seat) for row, seat in enumerate(seats))
        return tuple(pixels(self.games.picture(row, seat)) for row, seat in enumerate(seats))


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        words = ", ".join(repr(known.value) for known in AutoresetMode)
        raise HustingsError(f"autoreset_mode: {mode!r} is not one of {words}") from None
