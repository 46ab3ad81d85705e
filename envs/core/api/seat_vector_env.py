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
from ..errors import HustingsError, IllegalAction, NoAttribute
from ..text.raster import pixels
from .arguments import check_render_mode
from .batch import GameBatch, Pay, positive, whole_actions
from .opponents import Given, KeyedSeats, row_seeds
from .seat_env import game_of

_ROWS = {"seat", "action_masks", "render"}
"""What each row has of its own, besides what is set."""
_SHARED = {
    "observation_space": "single_observation_space",
    "action_space": "single_action_space",
    "metadata": "metadata",
    "render_mode": "render_mode",
    "spec": "spec",
}
"""What all rows have alike, by the name that a single environment has for it."""


class SeatVectorEnv(KeyedSeats, VectorEnv):
    """One seat of each of N games against opponents: what `gymnasium.make_vec` makes of the suite's games.

    Row i is the `SeatEnv` that is reset with seed + i, game for game, whatever N and the number of threads:
    observations (N, S) float32, rewards (N,) float64, terminations and truncations (N,) bool, and infos as
    `gymnasium.vector.SyncVectorEnv` gives them. Every row has its own streams, whoever draws: agents that are
    named, and those given that have `act_by`. (Others that are given keep a stream of their own, which all
    rows share; and the last digits of a network may depend on how many rows it sees at once.)

    The legal actions are in `infos["action_mask"]`, (N, A) int8 as Gymnasium's spaces take it, and in
    `action_masks()`, the same, for all rows: also for those that an info is not about, where Gymnasium has
    zeros. Where a game is over, every action is allowed, since any is ignored: logits masked by them stay
    finite. An illegal action ends its episode with reward -1, the others go on;
    `infos["illegal_action"]` says which.

    Args:
        game: a name in `GAMES`, or a Game.
        num_envs: N.
        num_players, seat, opponents, reward, box, options, ask_forced: as for `SeatEnv`.
        threads: how many threads share the games, 1,024 or more each; changes no byte.
        autoreset_mode: when the next game is dealt where one is over, one of Gymnasium's `AutoresetMode` or
            its value. "NextStep", as Gymnasium's own: in the next step, which ignores the action there and
            pays nothing. "SameStep": at once; the last observation is in `infos["final_obs"]`. "Disabled":
            by `reset(options={"reset_mask": ...})`, which all modes take. It is the attribute
            `autoreset_mode`, too, as Gymnasium's vectors of environments have it.
        max_episode_steps: an episode with this many of the learner's decisions is truncated, as by
            Gymnasium's `TimeLimit`: its row begins another. None or -1 for no limit.
        copy: return fresh arrays; otherwise the next step overwrites the observations.
        render_mode: None, "ansi" (text) or "rgb_array" (pixels), each game as the learner sees it.
    """

    def __init__(self, game: str | Game, num_envs: int = 1, num_players: int | None = None, *,
                 seat: int | None = None, opponents: Given = None, reward: str | Pay = "rank",
                 box: str | Path | np.ndarray | None = None, options: Mapping[str, Any] | None = None,
                 ask_forced: bool = False, threads: int = 1,
                 autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, copy: bool = True,
                 max_episode_steps: int | None = None, render_mode: str | None = None):  # fmt: skip
        self.num_envs = positive("num_envs", num_envs)
        games = GameBatch(game_of(game), num_envs, num_players, reward=reward, box=box, options=options,
                          threads=threads, ask_forced=ask_forced)  # fmt: skip
        self._sit_down_with(games, seat, opponents)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": ["ansi", "rgb_array"],
            "render_fps": 1,
            "autoreset_mode": self.autoreset_mode,
        }
        self._limit = _limit(max_episode_steps)
        self._given: dict[str, list[Any]] = {}  # attributes of rows that the user has set
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.single_observation_space = spaces.Box(-1.0, 1.0, (games.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(games.num_actions)
        self.observation_space: gymnasium.Space = batch_space(self.single_observation_space, num_envs)
        self.action_space: gymnasium.Space = batch_space(self.single_action_space, num_envs)
        self._seen = None if copy else np.zeros((num_envs, games.observation_size), np.float32)
        self._begun = False
        self._running = np.zeros(num_envs, np.bool_)  # whether a row takes the next action
        self._over = np.ones(num_envs, np.bool_)  # whether there is no game in a row
        self._lengths = np.zeros(num_envs, np.int64)  # decisions in the episodes under way

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
        asked, fresh = np.flatnonzero(self._running), np.flatnonzero(~self._running)
        played, illegal = self._do(actions, asked)
        self._lengths[asked] += 1
        cut = self._running & (self._lengths >= self._limit)
        self._rewards, self._ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._last: dict[int, tuple[np.ndarray, np.ndarray | int]] = {}
        self._note(list(illegal), -1.0)
        at_once = self.autoreset_mode == AutoresetMode.SAME_STEP
        if at_once:
            fresh = np.array(list(illegal), np.int64)
        self._next_games(fresh, played)
        self._lengths[self._ended] = 0
        if at_once:
            self._next_after(np.flatnonzero(cut & ~self._ended))
        self._over = self._ended & (not at_once)
        self._running = ~(self._ended | cut) | at_once
        infos = self._infos(self._all, {} if at_once else illegal)
        if self._last:
            infos |= self._final_infos(illegal)
        return self._observe(), self._rewards, self._ended.copy(), cut, infos

    def _next_after(self, rows: np.ndarray) -> None:
        """Deal the next games where an episode is cut, and keep what the learner saw and might have done."""
        if len(rows):
            self._keep(rows, self.games.masks(rows=rows).view(np.int8))
            self._next_games(rows, rows[:0])

    def action_masks(self) -> np.ndarray:
        """(N, A) int8: 1 for what the learner may do; for everything where its game is over."""
        return (self.games.masks() | self._over[:, None]).view(np.int8)

    def _check_begun(self) -> None:
        if not self._begun:
            raise HustingsError("no game is running; call reset() before step()")
        if self.autoreset_mode == AutoresetMode.DISABLED and not self._running.all():
            row = int(self._running.argmin())
            raise HustingsError(
                f"game {row} is over; deal the next with "
                "reset(options={'reset_mask': terminations | truncations})"
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
        self._running[fresh], self._over[fresh], self._lengths[fresh] = True, False, 0
        self._deal(fresh)
        asked = np.zeros(self.num_envs, np.bool_)
        asked[played] = True
        rows = np.sort(np.concatenate([fresh, played]))
        self._play(rows, asked, go_on=self.autoreset_mode == AutoresetMode.SAME_STEP)

    def _finish(self, rows: np.ndarray) -> None:
        payoffs = self.games.results(rows=rows)[1]
        self._note(rows, payoffs[np.arange(len(rows)), self.learner[rows]])

    def _note(self, rows: Sequence[int] | np.ndarray, paid: np.ndarray | float) -> None:
        """The episodes in these rows are over."""
        self._rewards[rows], self._ended[rows] = paid, True
        if self.autoreset_mode == AutoresetMode.SAME_STEP and len(rows):
            self._keep(np.asarray(rows), np.ones((len(rows), self.games.num_actions), np.int8))

    def _keep(self, rows: np.ndarray, masks: np.ndarray) -> None:
        """Keep what the learner sees at the end of these episodes."""
        views = self.games.observe(self.learner[rows], rows=rows)
        self._last.update(zip(rows.tolist(), zip(views, masks), strict=True))

    def _observe(self) -> np.ndarray:
        return self.games.observe(self.learner, out=self._seen)

    def _infos(self, rows: np.ndarray, illegal: Mapping[int, str] | None = None) -> dict[str, Any]:
        """The infos of these rows as Gymnasium has them: arrays, each with a mask of the rows it is about."""
        told = np.zeros(self.num_envs, np.bool_)
        told[rows] = True
        return {"action_mask": self.action_masks(), "_action_mask": told, **self._why(illegal or {})}

    def _final_infos(self, illegal: Mapping[int, str]) -> dict[str, Any]:
        """What SAME_STEP says of the episodes that are over."""
        views, ended = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
        masks = np.zeros((self.num_envs, self.games.num_actions), np.int8)
        for row, (view, mask) in self._last.items():
            views[row], masks[row], ended[row] = view, mask, True
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

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """What each row has of this name, as in Gymnasium's vectors of environments.

        Args:
            name: "seat", the learner's; "action_masks" or "render", what these return; "observation_space",
                "action_space", "metadata", "render_mode" or "spec"; or what `set_attr` has set.
            args, kwargs: none; no row has a method that takes any.

        Raises:
            NoAttribute: for another name, also an AttributeError.
            HustingsError: for arguments.
        """
        if args or kwargs:
            raise HustingsError(f"call: {name!r} takes no arguments; leave them out")
        if name in self._given:
            return tuple(self._given[name])
        if name in _SHARED:
            return (getattr(self, _SHARED[name]),) * self.num_envs
        if name == "seat":
            return tuple(self.learner.tolist())
        if name == "action_masks":
            return tuple(self.action_masks())
        if name == "render":
            return self.render() or (None,) * self.num_envs
        there = ", ".join(sorted({*_ROWS, *_SHARED, *self._given}))
        raise NoAttribute(f"no row has {name!r:.60}; choose from {there}")

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each row, as `call` has it."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Give each row an attribute, for `get_attr`.

        Args:
            name: a new one.
            values: a list or tuple of N, one for each row; anything else is for all rows.

        Raises:
            HustingsError: for what a row has already, since all rows are one batch; and for another number.
        """
        if name in _ROWS or hasattr(self, name):
            raise HustingsError(f"set_attr: all rows are one batch, which has {name}; make another with it")
        values = list(values) if isinstance(values, list | tuple) else [values] * self.num_envs
        if len(values) != self.num_envs:
            raise HustingsError(
                f"set_attr: {self.num_envs} rows, but {len(values)} values; give one for each"
            )
        self._given[name] = values

    def render(self) -> tuple[Any, ...] | None:
        """Each game as its learner sees it: text, or (780, 900, 3) uint8.

        Raises:
            HustingsError: before `reset`.
        """
        if self.render_mode is None:
            return None
        if not self._begun:
            raise HustingsError("no game has been dealt; call reset() before render()")
        seats = self.learner.tolist()
        if self.render_mode == "ansi":
            return tuple(self.games.board(row, seat) for row, seat in enumerate(seats))
        return tuple(pixels(self.games.picture(row, seat)) for row, seat in enumerate(seats))


def _limit(steps: int | None) -> int:
    """The most decisions of an episode, as a user gives it."""
    if steps is None or (isinstance(steps, int) and steps == -1):
        return np.iinfo(np.int64).max
    return positive("max_episode_steps", steps)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        words = ", ".join(repr(known.value) for known in AutoresetMode)
        raise HustingsError(f"autoreset_mode: {mode!r} is not one of {words}") from None
