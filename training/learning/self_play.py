"""Self-play: many games at once, in which the network that learns takes seats, and opponents the others.

Every seat that the network holds is learnt from, at its own decisions. A tick is one decision in every game,
whoever is on turn, so nobody waits for anybody; a game that is over is dealt anew.

In the shapes below N is the number of games, P of players, R of decisions at once, S + H the size of an
observation (see `CriticView`), and G of goals: what the game pays, and the margin of points.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import NOBODY
from ...envs.core.errors import HustingsError
from .checkpoint import check_arrays
from .critic_view import CriticView
from .opponents import LEARNER, Pool
from .rollout import GOALS, MARGIN, PAY, Rollout, Tick
from .settings import ALL_CARDS, TrainSettings


class Decided(NamedTuple):
    """What the network does at R decisions.

    Attributes:
        actions: (R,) int64.
        log_probs: (R,) float32, the log-probabilities of the actions.
        values: (R, G, P) float32, what each seat can expect, that on turn first.
    """

    actions: np.ndarray
    log_probs: np.ndarray
    values: np.ndarray


Decide = Callable[[np.ndarray, np.ndarray], Decided]
"""The network's decisions, given observations (R, S + H) and the legal actions (R, A)."""
Judge = Callable[[np.ndarray], np.ndarray]
"""The network's values (R, G, P), given observations (R, S + H)."""


class SelfPlay:
    """N games at one table.

    A subclass may say otherwise who sits where (`seat_players`) and what games pay (`payoffs`).

    Args:
        games: the batch; its reward is what is learnt.
        pool: the opponents.
        view: what the network is shown; None for the view of the seat on turn.

    Attributes:
        players: (N, P) int32, who sits where: the number of a member of the pool, or `LEARNER`.
        asked: decisions of the network since `begin`, by phase.
    """

    def __init__(self, games: GameBatch, pool: Pool, view: CriticView | None = None):
        self.games, self.pool, self.view = games, pool, view or CriticView(games)
        self.players = np.full((games.num_games, games.num_players), LEARNER, np.int32)
        self.asked = np.zeros(1 + max(games.game.phases), np.int64)
        self._all, self._dealt = np.arange(games.num_games), False
        self.begin(0)

    def begin(self, *key: int) -> None:
        """Start the stream of seats and deals: it depends on `key` only, so it is not saved."""
        self._stream = np.random.default_rng(key)
        self.asked[:] = 0

    # --- Play ------------------------------------------------------------------------------------

    def play(self, rollout: Rollout, decisions: int, decide: Decide, judge: Judge, gae_lambda: float) -> None:
        """Play until the network has decided so often, and add its decisions to a rollout.

        Args:
            rollout: gets the decisions, up to N more than asked for.
            decisions: the least number of them.
            decide, judge: the network, which stays as it is meanwhile.
            gae_lambda: for the advantages, see `Rollout.credit`.
        """
        if not self._dealt:
            self._deal(self._all)
            self._stagger()
        ticks, enough = [], rollout.size + decisions
        while rollout.size < enough:
            ticks.append(self._tick(rollout, decide))
        rollout.credit(ticks, self._outlook(rollout, ticks, judge), gae_lambda)

    def _tick(self, rollout: Rollout, decide: Decide) -> Tick:
        """One decision in every game."""
        games, seats = self.games, self.games.seat
        on_turn = self.players[self._all, seats]
        actions = np.empty(games.num_games, np.int64)
        rows = np.flatnonzero(on_turn == LEARNER)
        part = self._decide(rollout, rows, decide, actions)
        for number in np.unique(on_turn[on_turn != LEARNER]):
            theirs = np.flatnonzero(on_turn == number)
            actions[theirs] = self.pool.agent(int(number)).act(games, theirs)
        games.step(actions)
        over = np.flatnonzero(games.over)
        return Tick(part, rows, seats[rows], over, self._finish(over))

    def _decide(self, rollout: Rollout, rows: np.ndarray, decide: Decide, actions: np.ndarray) -> slice:
        """Let the network decide in `rows`; the place of its decisions in the rollout."""
        part = rollout.reserve(len(rows))
        if len(rows):
            phases = self.games.phase[rows]
            self.asked += np.bincount(phases, minlength=len(self.asked))
            self.view(self.games, rows=rows, out=rollout.observations[part])
            self.games.masks(rows=rows, out=rollout.masks[part])
            decided = decide(rollout.observations[part], rollout.masks[part])
            actions[rows] = rollout.actions[part] = decided.actions
            rollout.log_probs[part], rollout.values[part] = decided.log_probs, decided.values
        return part

    def _finish(self, over: np.ndarray) -> np.ndarray:
        """(R, G, P) what the games `over` have paid, from seat 0 on; they are recorded and dealt anew."""
        if not len(over):
            return np.zeros((0, len(GOALS), self.games.num_players), np.float32)
        payoffs = self.games.results(rows=over)[1]
        self.pool.record(self.players[over], payoffs)
        goals = (payoffs, margins(self.games, over))
        paid = np.stack([self.payoffs(figures, over) for figures in goals], axis=1)
        self._deal(over)
        return paid

    def _outlook(self, rollout: Rollout, ticks: Sequence[Tick], judge: Judge) -> np.ndarray:
        """(N, G, P) what each seat can expect of the games under way, from seat 0 on.

        The seat on turn says so of all, if it is the network's; or else that of its seats that decided last.
        Views of other seats are not learnt from: what the network makes of them is no true value.
        """
        said = np.zeros((len(self._all), len(GOALS), self.games.num_players), np.float32)
        for part, rows, seats, *_ in ticks:
            said[rows] = self._from_first_seat(rollout.values[part], seats)
        seats = self.games.seat
        own = np.flatnonzero(self.players[self._all, seats] == LEARNER)
        if len(own):
            said[own] = self._from_first_seat(judge(self.view(self.games, rows=own)), seats[own])
        if isinstance(self.games.reward, str):  # then what is paid sums to zero
            said[:, PAY] -= said[:, PAY].mean(axis=1, keepdims=True)
        said[:, MARGIN] -= said[:, MARGIN].mean(axis=1, keepdims=True)
        return said

    def _from_first_seat(self, values: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """(R, G, P) values from seat 0 on, of those that begin with `seats` (R,)."""
        players = self.games.num_players
        clockwise = (np.arange(players) - seats[:, None]) % players
        return np.take_along_axis(values, clockwise[:, None], axis=2)

    def _deal(self, rows: np.ndarray) -> None:
        """New games in `rows`; those that are over before anybody is asked do not count."""
        self._dealt = True
        while len(rows):
            self.players[rows] = self.seat_players(rows, self._stream)
            where = np.zeros(len(self._all), np.bool_)
            where[rows] = True
            self.games.reset(where, self._stream.integers(2**64, size=len(rows), dtype=np.uint64))
            rows = rows[self.games.seat[rows] == NOBODY]

    def _stagger(self) -> None:
        """Begin each game at a decision from all over one played at random.

        Otherwise all begin and end together, and a rollout sees only one part of the game.
        """
        games, rows, kept = self.games, self._all, self.games.save()
        for asked in range(1, 2**20):
            # The k-th replaces the one kept so far with a chance of 1/k: in the end all are equally likely.
            chosen = rows[self._stream.random(len(rows)) * asked < 1]
            kept[chosen] = games.save(chosen)
            legal = games.masks(rows=rows)
            games.step((self._stream.random(legal.shape, np.float32) * legal).argmax(axis=1), rows=rows)
            rows = rows[games.seat[rows] != NOBODY]
            if not len(rows):
                break
        games.restore(self._all, kept)

    # --- What a subclass may do otherwise --------------------------------------------------------

    def seat_players(self, rows: np.ndarray, stream: np.random.Generator) -> np.ndarray:
        """(R, P) who sits where in the next games in `rows`."""
        return self.pool.draw(stream, len(rows), self.games.num_players)

    def payoffs(self, figures: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(R, P) what is learnt from, given what the seats are paid, or their margins, (R, P) in `rows`."""
        del rows
        return figures

    # --- Going on where one stopped --------------------------------------------------------------

    def state(self) -> dict[str, np.ndarray]:
        """The games under way, as plain arrays: with `begin`, all that is needed to go on."""
        dealt = np.full(len(self._all), self._dealt)
        return {"tables": self.games.save(), "players": self.players.copy(), "dealt": dealt}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Take up the games of `state()`; the pool must be as it was then.

        Raises:
            HustingsError: when they are not games of this table.
        """
        check_arrays("games.safetensors", state, self.state())
        players = state["players"]
        if not np.isin(players, [LEARNER, *self.pool.members]).all():
            raise HustingsError("games.safetensors: an opponent is not in the pool")
        tables = np.ascontiguousarray(state["tables"])
        self.games.tables = tables.view(self.games.game.table).reshape(len(self._all))
        self.players[:], self._dealt = players, bool(state["dealt"].all())


def margins(games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R, P) float32: each seat's score minus the others' mean, over the box's typical score."""
    scores = games.results(rows=rows)[0].astype(np.float32)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (games.num_players - 1)
    return (scores - others) / np.float32(games.box["typical_score"][0])


def make_tables(settings: TrainSettings, batches: Sequence[GameBatch], pool: Pool) -> tuple[SelfPlay, ...]:
    """The games of a run, or some of them: a batch for each number of players."""
    view = CriticView(batches[0], all_cards=settings.critic == ALL_CARDS, padded=settings.padded)
    return tuple(SelfPlay(games, pool, view) for games in batches)
