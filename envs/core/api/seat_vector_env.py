"""SeatVectorEnv: many `SeatEnv`s as one vector environment, with all games in one batch."""

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
from .arguments import check_render_mode, positive, whole_actions
from .batch import GameBatch, Pay
from .opponents import LearnerSeats, OpponentSpecs, row_seeds
from .seat_env import game_of
from .shown import rendered

_ROWS = {"seat", "action_masks", "render"}
"""Attributes and methods that differ from row to row, besides those set by `set_attr`."""
_SHARED = {
    "observation_space": "single_observation_space",
    "action_space": "single_action_space",
    "metadata": "metadata",
    "render_mode": "render_mode",
    "spec": "spec",
}
"""Attributes that all rows share: their names in a single environment, and here."""


class SeatVectorEnv(LearnerSeats, VectorEnv):
    """One seat in each of N games against opponents, as made by `gymnasium.make_vec`.

    Row i has the games of a `SeatEnv` reset with seed + i, whatever N and the number of threads. Observations
    are (N, S) float32, rewards (N,) float64, terminations and truncations (N,) bool, and infos as in
    `gymnasium.vector.SyncVectorEnv`. Opponents given by name, and those with `act_by`, draw from a random
    stream per row. (Language models, programs and other agent objects have one for all rows; and the last
    digits of a network may depend on the number of rows it gets at once.)

    The legal actions are in `infos["action_mask"]`, (N, A) int8, and in `action_masks()`;
    `action_space.sample` takes them as `tuple(mask)`. Both are of all rows, also after a reset of some, where
    `SyncVectorEnv` has zeros for the others. Where a game is over, the action is ignored and every one is
    allowed, so that masked logits stay finite. An illegal action ends the episode of its row with reward -1;
    `infos["illegal_action"]` says which.

    Args:
        game: a name in `GAMES`, or a Game.
        num_envs: N.
        num_players, seat, opponents, reward, box, options, ask_forced: as for `SeatEnv`.
        threads: as for `GameBatch`; results do not depend on it.
        autoreset_mode: when to deal the next game after one is over, one of Gymnasium's `AutoresetMode` or
            its value. "NextStep", Gymnasium's default: in the next step, which ignores the row's action and
            gives no reward. "SameStep": at once; the last observation is in `infos["final_obs"]`. "Disabled":
            only by `reset(options={"reset_mask": ...})`, which all modes accept. It is also an attribute, as
            in Gymnasium's vector environments.
        max_episode_steps: truncate an episode after this many of the learner's decisions, as Gymnasium's
            `TimeLimit` does, and begin another one. None or -1 for no limit.
        copy: whether to return new arrays; otherwise the next step overwrites the observations.
        render_mode: None, "ansi" (text) or "rgb_array" (pixels), each game as the learner sees it.
    """

    def __init__(self, game: str | Game, num_envs: int = 1, num_players: int | None = None, *,
                 seat: int | None = None, opponents: OpponentSpecs = None, reward: str | Pay = "rank",
                 box: str | Path | np.ndarray | None = None, options: Mapping[str, Any] | None = None,
                 ask_forced: bool = False, threads: int = 1,
                 autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, copy: bool = True,
                 max_episode_steps: int | None = None, render_mode: str | None = None):  # fmt: skip
        num_envs = self.num_envs = positive("num_envs", num_envs)
        games = GameBatch(game_of(game), num_envs, num_players, reward=reward, box=box, options=options,
                          threads=threads, ask_forced=ask_forced)  # fmt: skip
        self._sit_down(games, seat, opponents)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": ["ansi", "rgb_array"],
            "render_fps": 1,
            "autoreset_mode": self.autoreset_mode,
        }
        self._limit = _limit(max_episode_steps)
        self._given: dict[str, list[Any]] = {}  # attributes set by `set_attr`, a value per row
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.single_observation_space = spaces.Box(-1.0, 1.0, (games.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(games.num_actions)
        self.observation_space: gymnasium.Space = batch_space(self.single_observation_space, num_envs)
        self.action_space: gymnasium.Space = batch_space(self.single_action_space, num_envs)
        self._seen = None if copy else np.zeros((num_envs, games.observation_size), np.float32)
        self._begun = False
        self._running = np.zeros(num_envs, np.bool_)  # whether the next action of a row counts
        self._over = np.ones(num_envs, np.bool_)  # whether the game of a row is over
        self._lengths = np.zeros(num_envs, np.int64)  # the learner's decisions in the current episodes

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal games in which the learner has a decision.

        Args:
            seed: row i gets seed + i; or a list with a seed per row; None, also in the list, for the next
                game of a row.
            options: {"reset_mask": (N,) bool}, the rows to deal; all by default. Anything else is ignored.

        Raises:
            HustingsError: for a wrong seed or mask, or options that are no dict.
        """
        if not isinstance(options, Mapping | None):
            raise HustingsError("options: needs a dict, as in {'reset_mask': terminations | truncations}")
        rows = self._chosen((options or {}).get("reset_mask"))
        seeded, seeds = self._seeded(seed)
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        if not self._begun and len(seeded) < self.num_envs:
            self._begin(self._all, row_seeds(self.np_random.integers(2**63), self.num_envs))
        chosen = np.isin(seeded, rows)
        if chosen.any():
            self._begin(seeded[chosen], seeds[chosen])
        self._next_games(rows, self._all[:0])
        return self._observe(), self._infos(rows)

    def _seeded(self, seed: int | Sequence[int | None] | None) -> tuple[np.ndarray, np.ndarray]:
        """The rows that get a seed, and their seeds."""
        if seed is None:
            return self._all[:0], np.zeros(0, np.uint64)
        if not isinstance(seed, list | tuple):
            return self._all, row_seeds(seed, self.num_envs)
        seeds = row_seeds([0 if one is None else one for one in seed], self.num_envs)
        given = np.array([one is not None for one in seed], np.bool_)
        return self._all[given], seeds[given]

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
        """Take the learner's actions, and let the opponents play until it is on turn or the game is over.

        Args:
            actions: (N,) whole numbers; ignored in rows whose next game is dealt in this step.

        Raises:
            HustingsError: before `reset`; for anything but (N,) whole numbers; and, with autoreset disabled,
                if a game is over. No game has changed.
        """
        actions = whole_actions(actions, self.num_envs)
        self._check_begun()
        asked, fresh = np.flatnonzero(self._running), np.flatnonzero(~self._running)
        played, illegal = self._do(actions, asked)
        self._lengths[asked] += 1
        cut = self._running & (self._lengths >= self._limit)
        # Set before the games go on, since `_finish` fills them in while the opponents play.
        self._rewards, self._ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._last: dict[int, tuple[np.ndarray, np.ndarray | int]] = {}
        self._note(list(illegal), -1.0)
        at_once = self.autoreset_mode == AutoresetMode.SAME_STEP
        if at_once:  # no row waits; `_play` deals after finished games, but not after illegal actions
            fresh = np.array(list(illegal), np.int64)
        self._next_games(fresh, played)
        self._lengths[self._ended] = 0
        if at_once:
            rows = np.flatnonzero(cut & ~self._ended)
            if len(rows):
                self._record_last(rows, self.games.masks(rows=rows).view(np.int8))
                self._next_games(rows, rows[:0])
        self._over = self._ended & (not at_once)
        self._running = ~(self._ended | cut) | at_once
        # With SAME_STEP the infos are about the next games, and `final_info` is about the finished ones.
        infos = self._infos(self._all, {} if at_once else illegal)
        if self._last:
            infos |= self._final_infos(illegal)
        return self._observe(), self._rewards, self._ended.copy(), cut, infos

    def action_masks(self) -> np.ndarray:
        """(N, A) int8: 1 for the learner's legal actions; all ones where no game is running."""
        return (self.games.masks() | self._over[:, None] | (not self._begun)).view(np.int8)

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
        """Do the actions; return the rows where they were legal, and the error messages by row elsewhere."""
        try:  # all at once, since illegal actions are rare
            self.games.step(actions[rows], rows=rows)
        except IllegalAction:
            legal = self.games.are_legal(actions[rows], rows=rows)
            self.games.step(actions[rows[legal]], rows=rows[legal])
            wrong = rows[~legal].tolist()
            return rows[legal], {row: self.games.why_illegal(row, int(actions[row])) for row in wrong}
        return rows, {}

    def _next_games(self, fresh: np.ndarray, played: np.ndarray) -> None:
        """Deal games in the rows `fresh`, and let the opponents play there and in the rows `played`."""
        self._running[fresh], self._over[fresh], self._lengths[fresh] = True, False, 0
        self._deal(fresh)
        asked = np.zeros(self.num_envs, np.bool_)
        asked[played] = True
        rows = np.sort(np.concatenate([fresh, played]))
        self._begun = False  # if an opponent fails now, its seat must not be the learner's
        self._play(rows, asked, go_on=self.autoreset_mode == AutoresetMode.SAME_STEP)
        self._begun = True

    def _finish(self, rows: np.ndarray) -> None:
        payoffs = self.games.results(rows=rows)[1]
        self._note(rows, payoffs[np.arange(len(rows)), self.learner[rows]])

    def _note(self, rows: Sequence[int] | np.ndarray, paid: np.ndarray | float) -> None:
        """Record the end of the episodes in these rows and their rewards."""
        self._rewards[rows], self._ended[rows] = paid, True
        if self.autoreset_mode == AutoresetMode.SAME_STEP and len(rows):
            self._record_last(np.asarray(rows), np.ones((len(rows), self.games.num_actions), np.int8))

    def _record_last(self, rows: np.ndarray, masks: np.ndarray) -> None:
        """Record the final observations and masks of these episodes, for `_final_infos`."""
        views = self.games.observe(self.learner[rows], rows=rows)
        self._last.update(zip(rows.tolist(), zip(views, masks), strict=True))

    def _observe(self) -> np.ndarray:
        return self.games.observe(self.learner, out=self._seen)

    def _infos(self, rows: np.ndarray, illegal: Mapping[int, str] | None = None) -> dict[str, Any]:
        """The infos of these rows in Gymnasium's form: arrays, each with a mask of the rows it is about."""
        concerned = np.zeros(self.num_envs, np.bool_)
        concerned[rows] = True
        return {"action_mask": self.action_masks(), "_action_mask": concerned, **self._why(illegal or {})}

    def _final_infos(self, illegal: Mapping[int, str]) -> dict[str, Any]:
        """The additional infos of SAME_STEP about finished episodes."""
        views, ended = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
        masks = np.zeros((self.num_envs, self.games.num_actions), np.int8)
        for row, (view, mask) in self._last.items():
            views[row], masks[row], ended[row] = view, mask, True
        final = {"action_mask": masks, "_action_mask": ended.copy(), **self._why(illegal)}
        where = {"_final_obs": ended.copy(), "_final_info": ended.copy()}
        return {"final_obs": views, "final_info": final, **where}

    def _why(self, illegal: Mapping[int, str]) -> dict[str, Any]:
        if not illegal:
            return {}
        words, where = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
        for row, why in illegal.items():
            words[row], where[row] = why, True
        return {"illegal_action": words, "_illegal_action": where}

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Each row's attribute or method result, as in Gymnasium's vector environments.

        Args:
            name: "seat", "action_masks", "render", "observation_space", "action_space", "metadata",
                "render_mode" or "spec"; or an attribute set by `set_attr`.
            args, kwargs: must be empty, since no row has a method with arguments.

        Raises:
            NoAttribute: for another name; also an AttributeError.
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
        known = ", ".join(sorted({*_ROWS, *_SHARED, *self._given}))
        raise NoAttribute(f"no row has {name!r:.60}; choose from {known}")

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each row, as returned by `call`."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Give each row an attribute, for `get_attr`.

        Args:
            name: a new name.
            values: a list or tuple of N values, one for each row; any other value is given to all rows.

        Raises:
            HustingsError: for an attribute of the environment itself, or a wrong number of values.
        """
        if name in _ROWS or hasattr(self, name):
            raise HustingsError(
                f"set_attr: {name} belongs to the whole environment; give it when making the environment"
            )
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
        mode, seats = self.render_mode, self.learner.tolist()
        return tuple(rendered(self.games, row, seat, mode) for row, seat in enumerate(seats))

    def close(self, **kwargs: Any) -> None:
        """End the programs among opponents given by name."""
        super().close(**kwargs)
        self._others.close()


def _limit(steps: int | None) -> int:
    """The most decisions in an episode, from the user's argument."""
    if steps is None or (isinstance(steps, int | np.integer) and steps == -1):
        return np.iinfo(np.int64).max
    return positive("max_episode_steps", steps)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        words = ", ".join(repr(known.value) for known in AutoresetMode)
        raise HustingsError(f"autoreset_mode: {mode!r} is not one of {words}") from None
