"""SeatEnv: one seat of a game as a Gymnasium environment, the other seats played by given agents."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces

from .arguments import check_render_mode, whole_action
from .batch import GameBatch
from .errors import HustingsError, IllegalAction
from .game import Game
from .raster import pixels


class Acts(Protocol):
    """Whatever can play: `hustings.agents` has a collection."""

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """Actions, (R,) whole numbers, for the seats on turn in the games `rows`."""
        ...


class SeatEnv(gymnasium.Env):
    """One seat of a game against given agents.

    Observations are (S,) float32 in [-1, 1]. The legal actions are in `info["action_mask"]`, (A,) int8 as
    `action_space.sample` takes it, and in `action_masks()`, (A,) bool as sb3-contrib's MaskablePPO asks for.
    The reward is the seat's own payoff, at the end of the game. An illegal action ends the episode with
    reward -1; `info["illegal_action"]` says which.

    Args:
        game: a name in `GAMES`, or a Game.
        num_players: None for the smallest the game takes.
        seat: the learner's seat; None for one drawn anew each game.
        opponents: one agent for all other seats, or one for each of them clockwise from the learner; None
            for uniformly random play.
        reward, box, options, ask_forced: as for `GameBatch`.
        render_mode: None, "human" (printed), "ansi" (text) or "rgb_array" (pixels), as the learner sees it.
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(self, game: str | Game, num_players: int | None = None, *, seat: int | None = None,
                 opponents: Acts | Sequence[Acts] | None = None, reward: str = "rank",
                 box: str | Path | np.ndarray | None = None, options: Mapping[str, Any] | None = None,
                 ask_forced: bool = False, render_mode: str | None = None):  # fmt: skip
        from .. import GAMES

        described = GAMES[game] if isinstance(game, str) else game
        self.games = GameBatch(
            described, 1, num_players, reward=reward, box=box, options=options, ask_forced=ask_forced
        )
        players = self.games.num_players
        if seat is not None and (not isinstance(seat, int | np.integer) or not 0 <= seat < players):
            raise HustingsError(f"seat: {seat!r} is not a seat from 0 to {players - 1}")
        self._fixed_seat = seat
        self._others = _one_each(opponents, players - 1)
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.observation_space = spaces.Box(-1.0, 1.0, (self.games.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self.games.num_actions)
        self.seat = seat or 0
        self._dealt = self._running = False

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict]:
        """Deal a game in which the learner has a decision; `options` is accepted and ignored.

        `seed` keys deals, seats and random opponents; agents given as opponents keep streams of their own.
        """
        super().reset(seed=seed)
        self._dealt = True
        while True:
            if self._fixed_seat is None:
                self.seat = int(self.np_random.integers(self.games.num_players))
            self.games.reset(seeds=[self.np_random.integers(2**63)])
            self._running = self._play_others()
            if self._running:
                return self.games.observe(self.seat)[0], self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        """Do an action, and let the others play until the learner is asked again or the game is over.

        Args:
            action: a whole number, or an array or tensor of one; HustingsError for anything else.
        """
        if not self._running:
            raise HustingsError("no game is running; call reset() before step()")
        number = whole_action(action, f"player_{self.seat}")
        try:
            self.games.step(np.array((number,)))
        except IllegalAction as error:
            self._running = False
            info = {"illegal_action": str(error), **self._info()}
            return self.games.observe(self.seat)[0], -1.0, True, False, info
        asked = self._running = self._play_others()
        if self.render_mode == "human":
            self.render()
        reward = 0.0 if asked else float(self.games.payoff[0, self.seat])
        return self.games.observe(self.seat)[0], reward, not asked, False, self._info()

    def action_masks(self) -> np.ndarray:
        """(A,) bool: the legal actions of the learner; none when no game is running."""
        return self.games.masks()[0] & self._running

    def _info(self) -> dict[str, np.ndarray]:
        return {"action_mask": self.action_masks().view(np.int8)}

    def _play_others(self) -> bool:
        """Play until the learner is asked (True) or the game is over (False)."""
        row = np.zeros(1, np.int64)
        while True:
            seat = int(self.games.seat[0])
            if seat in (self.seat, -1):
                return seat == self.seat
            agent = self._others[(seat - self.seat) % self.games.num_players - 1]
            if agent is None:
                action = self.np_random.choice(np.flatnonzero(self.games.masks()[0]))
            else:
                action = agent.act(self.games, row)[0]
            self.games.step(np.array((action,)))

    def render(self) -> str | np.ndarray | None:
        """The table as the learner sees it: text, printed for "human"; or (600, 900, 3) uint8."""
        if not self._dealt:
            raise HustingsError("no game has been dealt; call reset() before render()")
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return pixels(self.games.picture(0, self.seat))
        text = self.games.board(0, self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table as the learner sees it; nothing before a game is dealt."""
        return self.games.picture(0, self.seat) if self._dealt else None


def _one_each(opponents: Acts | Sequence[Acts] | None, count: int) -> list[Acts | None]:
    if isinstance(opponents, str):
        raise HustingsError(
            f"opponents: {opponents!r} is a name; give hustings.agents.make({opponents!r}, game)"
        )
    if not isinstance(opponents, Sequence):
        opponents = [opponents] * count  # type: ignore[list-item]
    if len(opponents) != count:
        raise HustingsError(f"opponents: {count} other seats, but {len(opponents)} agents; give one for each")
    if any(agent is not None and not hasattr(agent, "act") for agent in opponents):
        raise HustingsError("opponents: every one needs a method act(games, rows); see hustings.agents.make")
    return list(opponents)
