"""Self-play as a vectorised environment: every row is one game, in which the learner holds one seat.

The learner's seat is drawn for each game; the other seats are taken by opponents drawn from a pool. A step
takes the learner's action in every row and returns when the learner is asked again in every row, in the same
game or in the next one. What the learner is paid is its own seat's payoff, losses included.

In the shapes below N is the number of rows (games), P of players and A of actions, and S is the size of an
observation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from ...agents import Agent
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.opponents import LEARNER, Seats
from ...envs.core.engine.game import NOBODY
from ...envs.core.errors import HustingsError
from .checkpoint import check_arrays
from .critic_view import CriticView
from .opponents import Pool
from .vec_env import SharedVecEnv


class SelfPlayVecEnv(Seats, SharedVecEnv):
    """N games in one batch, the learner in one seat of each, as Stable-Baselines3 wants its environments.

    It plays as our Gymnasium environment `SeatVectorEnv` does, but opponents change and their results are
    recorded.

    Masks come through `env_method("action_masks")`, as sb3-contrib's MaskablePPO asks for them. A game that
    ends before the learner is asked is dealt again and pays nothing. No game is truncated.

    The potential of shaping is the learner's score minus the others' mean, over the box's typical score. A
    step pays `shaping` times its growth, so an episode's rewards sum to
    payoff + shaping * (final potential - potential at the learner's first decision).

    Args:
        games: the batch; its reward is what the learner is paid.
        pool: the opponents.
        seed: seed of seats, opponents and deals.
        shaping: coefficient of the shaping; 0 for none.
        staggered: begin each row at a decision of the learner drawn from its whole game. Otherwise all games
            begin and end together, and a rollout sees only one part of the game.
        critic_view: what the learner is shown; None for the view of its seat.

    Attributes:
        asked: decisions of the learner since `begin`, by phase.
    """

    def __init__(
        self,
        games: GameBatch,
        pool: Pool,
        seed: int = 0,
        *,
        shaping: float = 0.0,
        staggered: bool = False,
        critic_view: CriticView | None = None,
    ):
        self.critic_view = critic_view or CriticView(games)
        self._sit_down(games)
        self.pool = pool
        self.shaping = shaping
        self.staggered = staggered
        SharedVecEnv.__init__(
            self,
            games.num_games,
            spaces.Box(-1.0, 1.0, (self.critic_view.size,), np.float32),
            spaces.Discrete(games.num_actions),
        )
        rows = games.num_games
        self._potential = np.zeros(rows, np.float32)
        self._rewards = np.zeros(rows, np.float32)  # of the episode so far
        self._lengths = np.zeros(rows, np.int64)
        self._actions = np.zeros(rows, np.int64)
        self._ended: dict[int, Ended] = {}
        self.asked = np.zeros(1 + max(games.game.phases), np.int64)
        self.seed(seed)

    # --- Play ------------------------------------------------------------------------------------

    def reset(self) -> np.ndarray:
        """(N, S) observations of the learner in new games."""
        self._rewards[:] = 0
        self._lengths[:] = 0
        self._deal(self._all)
        if self.staggered:
            self._stagger()
        self._play(self._all, np.zeros(self.num_envs, np.bool_), go_on=True)
        self._potential = self._potentials(self._all)
        return self.observe()

    def step_async(self, actions: np.ndarray) -> None:
        """Take the learner's actions (N,), for `step_wait` to play."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> VecEnvStepReturn:
        """Observations (N, S), rewards (N,), dones (N,) and infos.

        Where a game is over, the observation is that of the next one, and the info holds
        `terminal_observation` and `episode` (r: sum of rewards, l: decisions of the learner, payoff: its
        seat's).
        """
        self.asked += np.bincount(self.games.phase, minlength=len(self.asked))
        self.games.step(self._actions)
        self._lengths += 1
        self._ended = {}
        self._play(self._all, np.ones(self.num_envs, np.bool_), go_on=True)
        rewards = np.zeros(self.num_envs, np.float32)
        dones = np.zeros(self.num_envs, np.bool_)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        potential = self._potentials(self._all)
        reached = potential.copy()
        for row, end in self._ended.items():
            rewards[row], reached[row], dones[row] = end.payoff, end.potential, True
        if self.shaping:
            rewards += self.shaping * (reached - self._potential)
        self._potential = potential
        self._rewards += rewards
        for row, end in self._ended.items():
            length = int(self._lengths[row])
            episode = {"r": float(self._rewards[row]), "l": length, "payoff": end.payoff}
            infos[row] = {"terminal_observation": end.observation, "episode": episode}
        self._rewards[dones] = 0
        self._lengths[dones] = 0
        return self.observe(), rewards, dones, infos

    def observe(self) -> np.ndarray:
        """(N, S) what the learner is shown now."""
        return self.critic_view(self.games)

    def action_masks(self) -> np.ndarray:
        """(N, A) bool: what the learner may do."""
        return self.games.masks()

    def _stagger(self) -> None:
        """Play the games out, opponents in the learner's seats too, and go back to one decision of each."""
        kept, asked = self.games.tables.copy(), np.zeros(self.num_envs, np.int64)
        own = self.opponents.copy()
        mine = own == LEARNER
        self.opponents[mine] = self.pool.draw(self._stream, self.num_envs, self.games.num_players)[mine]
        rows = self._all[self.games.seat != NOBODY]
        while len(rows):
            here = rows[self.games.seat[rows] == self.learner[rows]]
            asked[here] += 1
            # The k-th replaces the one kept so far with a chance of 1/k: in the end all are equally likely.
            here = here[self._stream.random(len(here)) * asked[here] < 1]
            kept[here] = self.games.tables[here]
            self._act(rows, self.games.seat[rows])
            rows = rows[self.games.seat[rows] != NOBODY]
        self.games.tables = kept
        self.opponents = own

    def _agent(self, number: int) -> Agent:
        return self.pool.members[number].agent

    def _finish(self, rows: np.ndarray) -> None:
        payoffs = self.games.results(rows=rows)[1]
        mine = self.of_learner(payoffs, rows)
        views = self.critic_view(self.games, self.learner[rows], rows=rows)
        potentials = self._potentials(rows)
        self.pool.record(self.opponents[rows], mine, payoffs)
        for k, row in enumerate(rows):
            self._ended[int(row)] = Ended(float(mine[k]), float(potentials[k]), views[k])

    def _draw(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        seats, opponents = self.draw_seats(rows, self._stream)
        opponents[np.arange(len(rows)), seats] = LEARNER
        return seats, opponents, self._stream.integers(2**64, size=len(rows), dtype=np.uint64)

    def _potentials(self, rows: np.ndarray) -> np.ndarray:
        if not self.shaping:
            return np.zeros(len(rows), np.float32)
        return self.of_learner(potentials(self.games, rows), rows)

    # --- What a subclass may do otherwise --------------------------------------------------------

    def draw_seats(self, rows: np.ndarray, stream: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """(R,) the learner's seats in the next games in `rows`; (R, P) opponents, in its seat anybody."""
        seats = stream.integers(self.games.num_players, size=len(rows))
        return seats, self.pool.draw(stream, len(rows), self.games.num_players)

    def of_learner(self, figures: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(R,) the learner's, of figures (R, P) of all seats in `rows`: their payoffs, or their leads."""
        own: np.ndarray = figures[np.arange(len(rows)), self.learner[rows]]
        return own

    # --- Chance, and going on where one stopped --------------------------------------------------

    def begin(self, seed: int, rollout: int) -> None:
        """Start the streams of a rollout: they depend on `seed` and `rollout` only, so none is saved."""
        self.key(seed, rollout)
        self.pool.seed = seed
        self.pool.begin(rollout)

    def key(self, *key: int) -> None:
        """Start the stream of seats, opponents and deals; the pool has its own."""
        self._stream = np.random.default_rng(key)
        self.asked[:] = 0

    def state(self) -> dict[str, np.ndarray]:
        """The games under way, as plain arrays: with `begin`, all that is needed to go on."""
        tables = np.ascontiguousarray(self.games.tables)
        return {
            "tables": tables.view(np.uint8).reshape(self.num_envs, -1).copy(),
            "learner": self.learner.copy(),
            "opponents": self.opponents.copy(),
            "potential": self._potential.copy(),
            "rewards": self._rewards.copy(),
            "lengths": self._lengths.copy(),
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Take up the games of `state()`; the pool must be as it was then.

        Raises:
            HustingsError: when they are not games of this environment.
        """
        check_arrays("games.safetensors", state, self.state())
        learner, opponents, lengths = state["learner"], state["opponents"], state["lengths"]
        if not (learner.min() >= 0 and learner.max() < self.games.num_players and lengths.min() >= 0):
            raise HustingsError("games.safetensors: a learner's seat or length is out of range")
        if not (opponents.min() >= LEARNER and opponents.max() < len(self.pool.members)):
            raise HustingsError("games.safetensors: an opponent is not in the pool")
        tables = np.ascontiguousarray(state["tables"])
        self.games.tables = tables.view(self.games.tables.dtype).reshape(self.num_envs)
        mine = np.arange(self.games.num_players) == learner[:, None]
        begun = (opponents != LEARNER).any()
        if begun and ((self.games.seat != learner).any() or ((opponents == LEARNER) != mine).any()):
            raise HustingsError(
                "games.safetensors: the learner is not on turn, or not in the seat marked as its own"
            )
        self.learner[:] = learner
        self.opponents[:] = opponents
        self._potential = state["potential"].copy()
        self._rewards[:] = state["rewards"]
        self._lengths[:] = lengths


def potentials(games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R, P) float32: each seat's score minus the others' mean, over the box's typical score."""
    scores = games.results(rows=rows)[0].astype(np.float32)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (games.num_players - 1)
    return (scores - others) / np.float32(games.box["typical_score"][0])


@dataclass(frozen=True)
class Ended:
    """A game that is over.

    Attributes:
        payoff: the learner's.
        potential: the learner's.
        observation: (S,) the learner's last view.
    """

    payoff: float
    potential: float
    observation: np.ndarray
