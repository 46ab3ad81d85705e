"""SeatEnv: one seat of a game as a Gymnasium environment; opponents play the other seats."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..engine.game import Game
from ..errors import HustingsError, IllegalAction
from .arguments import check_game, check_render_mode, whole_action
from .batch import GameBatch, Pay
from .opponents import LearnerSeats, OpponentSpecs, row_seeds
from .shown import rendered


class SeatEnv(LearnerSeats, gymnasium.Env):
    """One seat of a game against opponents.

    Observations are (S,) float32 in [-1, 1]. The legal actions are in `info["action_mask"]`, (A,) int8 as
    `action_space.sample` takes it, and in `action_masks()`, which sb3-contrib's MaskablePPO calls. When the
    game is over, both allow every action, since Gymnasium's vector environments ignore the next one. The
    reward is the seat's own payoff, paid at the end of the game. An illegal action ends the episode with
    reward -1; `info["illegal_action"]` says which. Copies, by `copy` or by pickle, are independent.

    Args:
        game: a name in `GAMES`, or a Game.
        num_players: None for the smallest the game takes.
        seat: the learner's seat; None for a random one in each game.
        opponents: one opponent for all other seats: a name as for `hustings.agents.make`, an agent, or None
            for uniformly random play; or a list with one for each other seat, clockwise from the learner; or
            a pool, a mapping from names or agents to shares, from which each seat's opponent is drawn anew in
            every game.
        reward, box, options, ask_forced: as for `GameBatch`.
        render_mode: None, "human" (printed), "ansi" (text) or "rgb_array" (pixels), as the learner sees it.
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(self, game: str | Game, num_players: int | None = None, *, seat: int | None = None,
                 opponents: OpponentSpecs = None, reward: str | Pay = "rank",
                 box: str | Path | np.ndarray | None = None, options: Mapping[str, Any] | None = None,
                 ask_forced: bool = False, render_mode: str | None = None):  # fmt: skip
        games = GameBatch(
            game_of(game), 1, num_players, reward=reward, box=box, options=options, ask_forced=ask_forced
        )
        self._sit_down(games, seat, opponents)
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.observation_space = spaces.Box(-1.0, 1.0, (games.observation_size,), np.float32)
        self.action_space = spaces.Discrete(games.num_actions)
        self._begun = self._running = False

    @property
    def seat(self) -> int:
        """The learner's seat in the current game."""
        return int(self.learner[0])

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict]:
        """Deal a game in which the learner has a decision; `options` is accepted and ignored.

        `seed` determines deals, seats, pools and everything that opponents draw, in this game and later ones.
        (Language models, programs and agent objects without `act_by` are not affected.)

        Returns:
            (S,) float32 observation, and info with "action_mask", (A,) int8.
        """
        del options
        keys = None if seed is None else row_seeds(seed, 1)
        super().reset(seed=None if keys is None else int(keys[0]))
        if keys is None and not self._begun:
            keys = row_seeds(self.np_random.integers(2**63), 1)
        if keys is not None:
            self._begin(self._all, keys)
        self._begun, self._running = True, False
        self._deal(self._all)
        self._play(self._all, np.zeros(1, np.bool_), go_on=True)
        self._running = True
        return self.games.observe()[0], self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        """Take an action, and let the opponents play until the learner is on turn again or the game is over.

        Args:
            action: a whole number, or an array or tensor of one.

        Returns:
            (S,) float32 observation, own seat first; reward, 0 before the end; whether the game is over;
            False (never truncated); info with "action_mask", (A,) int8, and "illegal_action" if an illegal
            action has ended the episode.

        Raises:
            HustingsError: before `reset`, and for anything that is not a whole number.
        """
        if not self._running:
            raise HustingsError("no game is running; call reset() before step()")
        number = whole_action(action, f"player_{self.seat}")
        self._paid = 0.0
        try:
            self.games.step_first(number)
        except IllegalAction as error:
            self._running = False
            info = {"illegal_action": str(error), **self._info()}
            return self.games.observe(self.seat)[0], -1.0, True, False, info
        self._running = False  # if an opponent fails now, its seat must not be the learner's
        self._play(self._all, np.ones(1, np.bool_), go_on=False)
        self._running = not self.games.over[0]
        if self.render_mode == "human":
            self.render()
        return self.games.observe(self.seat)[0], self._paid, not self._running, False, self._info()

    def _finish(self, rows: np.ndarray) -> None:
        self._paid = float(self.games.payoff[0, self.seat])

    def action_masks(self) -> np.ndarray:
        """(A,) int8: 1 for the learner's legal actions; all ones when no game is running."""
        return (self.games.masks()[0] | (not self._running)).view(np.int8)

    def _info(self) -> dict[str, np.ndarray]:
        return {"action_mask": self.action_masks()}

    def render(self) -> str | np.ndarray | None:
        """The table as the learner sees it: text (printed for "human") or pixels, (780, 900, 3) uint8.

        Raises:
            HustingsError: before `reset`.
        """
        if not self._begun:
            raise HustingsError("no game has been dealt; call reset() before render()")
        return rendered(self.games, 0, self.seat, self.render_mode)

    def close(self) -> None:
        """End the programs among opponents given by name."""
        self._others.close()

    def _repr_svg_(self) -> str | None:
        """The table as the learner sees it, for notebooks; None before a game is dealt."""
        return self.games.picture(0, self.seat) if self._begun else None


def game_of(game: str | Game) -> Game:
    """The game of a name in `GAMES`, or of a module such as "liberte_v0"; or `game` itself.

    Raises:
        HustingsError: for an unknown game, or something else.
    """
    from ... import GAMES, PAGES

    if isinstance(game, str):
        return GAMES[game.rpartition("_v")[0] if game in PAGES else game]
    return check_game(game)
