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
from .rare_starts import RareStarts
from .vec_env import SharedVecEnv

RENEWED = 2
"""Decisions of the learner after which the table that is kept in each row is another."""
CUT = 16
"""Decisions of the learner after which a game that began shortly before a rare phase is cut, or up to half as
many more: few rows alone take the opponents nearly as long as many, so several are cut together."""
_RARE = "rare/"


class SelfPlayVecEnv(Seats, SharedVecEnv):
    """N games in one batch, the learner in one seat of each, as Stable-Baselines3 wants its environments.

    It plays as our Gymnasium environment `SeatVectorEnv` does, but opponents change and their results are
    recorded.

    Masks come through `env_method("action_masks")`, as sb3-contrib's MaskablePPO asks for them. A game that
    ends before the learner is asked is dealt again and pays nothing. No game is truncated but those of
    `rare_starts`.

    The potential of shaping is the learner's score minus the others' mean, over the box's typical score. A
    step pays `shaping` times its growth, so an episode's rewards sum to
    payoff + shaping * (final potential - potential at the learner's first decision).

    With `rare_starts` the table at one of the learner's latest decisions is kept in each row. When somebody
    is asked in a phase that is rare (see `RareStarts`), that table is one in which later games can begin: the
    learner has the seat that it had, the opponents are drawn as ever, and what that seat does not know is
    dealt anew, chance to come included. Whoever had chosen in secret has then chosen at random. To the end
    of a long game such a start would make up for little, so the game is cut some `CUT` decisions of the
    learner later: it pays nothing, and is truncated as Stable-Baselines3 has it, whose learners then add the
    value that they expect. It says little of who is stronger: the pool does not record it, and its info has
    no `episode`.

    Args:
        games: the batch; its reward is what the learner is paid.
        pool: the opponents.
        seed: seed of seats, opponents and deals.
        shaping: coefficient of the shaping; 0 for none.
        staggered: begin each row at a decision of the learner drawn from its whole game. Otherwise all games
            begin and end together, and a rollout sees only one part of the game.
        rare_starts: the share of games that begin shortly before a rare phase, once there are positions.
        critic_view: what the learner is shown; None for the view of its seat.

    Attributes:
        asked: decisions of the learner since `begin`, by phase.
        begun: (2,) games begun since `begin`: all, and those shortly before a rare phase.
    """

    def __init__(
        self,
        games: GameBatch,
        pool: Pool,
        seed: int = 0,
        *,
        shaping: float = 0.0,
        staggered: bool = False,
        rare_starts: float = 0.0,
        critic_view: CriticView | None = None,
    ):
        self.critic_view = critic_view or CriticView(games)
        self._sit_down(games)
        self.pool = pool
        self.shaping = shaping
        self.staggered = staggered
        self.rare_starts = rare_starts
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
        self.begun = np.zeros(2, np.int64)
        self._begun_rare = np.zeros(rows, np.bool_)
        if rare_starts:
            self._rare = RareStarts(games)
            self._kept = np.zeros(rows, games.game.table)
            self._is_kept = np.zeros(rows, np.bool_)
            self._given = np.zeros((rows, len(self.asked)), np.bool_)  # the kept table, for these phases
        self.seed(seed)

    # --- Play ------------------------------------------------------------------------------------

    def reset(self) -> np.ndarray:
        """(N, S) observations of the learner in new games."""
        self._rewards[:] = 0
        self._lengths[:] = 0
        if self.rare_starts:
            self._rare.clear()
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
        seat's), or `TimeLimit.truncated` where it was cut.
        """
        self.asked += np.bincount(self.games.phase, minlength=len(self.asked))
        if self.rare_starts:
            self._note(self._all)
            self._keep()
        self.games.step(self._actions)
        self._lengths += 1
        self._ended = {}
        self._play(self._all, np.ones(self.num_envs, np.bool_), go_on=True)
        if self.rare_starts and self._steps % (CUT // 2) == 0:
            self._cut()
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
            infos[row] = {"terminal_observation": end.observation}
            if end.counts:
                length = int(self._lengths[row])
                infos[row]["episode"] = {"r": float(self._rewards[row]), "l": length, "payoff": end.payoff}
            if end.cut:
                infos[row]["TimeLimit.truncated"] = True
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
            super()._act(rows, self.games.seat[rows])
            rows = rows[self.games.seat[rows] != NOBODY]
        self.games.tables = kept
        self.opponents = own

    def _act(self, rows: np.ndarray, seat: np.ndarray) -> None:
        if self.rare_starts:
            self._note(rows)
        super()._act(rows, seat)

    def _note(self, rows: np.ndarray) -> None:
        """Count the decisions that are asked for in `rows`; before rare ones, the kept tables are given away.

        Games that began with such a table give none: they would be copies of copies.
        """
        rows = rows[~self._begun_rare[rows]]
        phases = self.games.phase[rows]
        self._rare.asked += np.bincount(phases, minlength=len(self.asked))
        wanted = self._rare.rare[phases] & self._is_kept[rows] & ~self._given[rows, phases]
        for row, phase in zip(rows[wanted], phases[wanted]):
            self._rare.keep(phase, self._kept[row], self._stream)
        self._given[rows[wanted], phases[wanted]] = True

    def _keep(self) -> None:
        """Keep the tables at the learner's decisions, every few of them and where none is kept."""
        rows = self._all if self._steps % RENEWED == 0 else np.flatnonzero(~self._is_kept)
        self._kept[rows] = self.games.tables[rows]
        self._is_kept[rows] = True
        self._given[rows] = False
        self._steps += 1

    def _deal(self, rows: np.ndarray) -> None:
        super()._deal(rows)
        self.begun[0] += len(rows)
        if self.rare_starts and len(rows):
            self._is_kept[rows] = self._begun_rare[rows] = False
            self._begin_rare(rows[self._stream.random(len(rows)) < self.rare_starts])

    def _begin_rare(self, rows: np.ndarray) -> None:
        """Begin shortly before rare phases in `rows`; where there are no positions, leave them as dealt."""
        tables = self._rare.draw(len(rows), self._stream)
        if not len(tables):
            return
        seats = np.full(self.num_envs, NOBODY, np.int8)
        seats[rows] = self.learner[rows] = tables["seat"]
        self.opponents[rows] = self.pool.draw(self._stream, len(rows), self.games.num_players)
        self.opponents[rows, self.learner[rows]] = LEARNER
        self.games.tables[rows] = tables
        self.games.redeal(seats, int(self._stream.integers(2**63)))
        self._begun_rare[rows] = True
        self.begun[1] += len(rows)

    def _cut(self) -> None:
        """Deal anew where a game that began shortly before a rare phase has gone on long enough."""
        going_on = np.ones(self.num_envs, np.bool_)
        going_on[list(self._ended)] = False
        rows = np.flatnonzero(going_on & self._begun_rare & (self._lengths >= CUT))
        if not len(rows):
            return
        for row, potential, view in zip(
            rows, self._potentials(rows), self.critic_view(self.games, rows=rows)
        ):
            self._ended[int(row)] = Ended(0.0, float(potential), view, counts=False, cut=True)
        self._deal(rows)
        self._play(rows, np.zeros(self.num_envs, np.bool_), go_on=True)

    def _agent(self, number: int) -> Agent:
        return self.pool.members[number].agent

    def _finish(self, rows: np.ndarray) -> None:
        payoffs = self.games.results(rows=rows)[1]
        mine = self.of_learner(payoffs, rows)
        views = self.critic_view(self.games, self.learner[rows], rows=rows)
        potentials = self._potentials(rows)
        counts = ~self._begun_rare[rows]
        self.pool.record(self.opponents[rows[counts]], mine[counts], payoffs[counts])
        for k, row in enumerate(rows):
            self._ended[int(row)] = Ended(float(mine[k]), float(potentials[k]), views[k], bool(counts[k]))

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
        self.begun[:] = 0
        if self.rare_starts:
            self._rare.begin()
            self._keep_none()

    def _keep_none(self) -> None:
        """Keep tables from now on; those kept so far need not be saved."""
        self._is_kept[:] = False
        self._steps = 0

    def state(self) -> dict[str, np.ndarray]:
        """The games under way, and positions for others to begin in, as plain arrays: with `begin`, all that
        is needed to go on.
        """
        if not self.rare_starts:
            return self._games_state()
        positions = {f"{_RARE}{name}": array for name, array in self._rare.state().items()}
        return self._games_state() | positions | {"begun_rare": self._begun_rare.copy()}

    def _games_state(self) -> dict[str, np.ndarray]:
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
        if self.rare_starts:
            state = self._restore_rare(state)
        check_arrays("games.safetensors", state, self._games_state())
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

    def _restore_rare(self, state: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Take up the positions to begin in; return the rest of the state."""
        positions = {name: array for name, array in state.items() if name.startswith(_RARE)}
        self._rare.restore({name.removeprefix(_RARE): array for name, array in positions.items()})
        begun = {name: array for name, array in state.items() if name == "begun_rare"}
        check_arrays("games.safetensors", begun, {"begun_rare": self._begun_rare})
        self._begun_rare[:] = begun["begun_rare"]
        self._keep_none()
        return {name: array for name, array in state.items() if name not in positions | begun}


def potentials(games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R, P) float32: each seat's score minus the others' mean, over the box's typical score."""
    scores = games.results(rows=rows)[0].astype(np.float32)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (games.num_players - 1)
    return (scores - others) / np.float32(games.box["typical_score"][0])


@dataclass(frozen=True)
class Ended:
    """A game that is over, or cut.

    Attributes:
        payoff: the learner's; 0 where it was cut.
        potential: the learner's.
        observation: (S,) the learner's last view.
        counts: whether it began at the deal or was staggered.
        cut: whether it was cut.
    """

    payoff: float
    potential: float
    observation: np.ndarray
    counts: bool
    cut: bool = False
