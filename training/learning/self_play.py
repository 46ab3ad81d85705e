"""Self-play: many games at once, in which the learning network takes some seats, and opponents the others.

The network learns from every seat that it plays. A tick is one decision in every game, whoever is on turn, so
that no game waits for another; a game that is over is dealt anew.

In the shapes below N is the number of games, P of players, R of simultaneous decisions, S + H the size of an
observation (see `CriticView`), and G the number of goals: the payoff, and the margin of points.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import NOBODY
from ...envs.core.errors import HustingsError
from .checkpoint import check_arrays
from .critic_view import CriticView
from .opponents import LEARNER, Pool, act_at_tables
from .rollout import GOALS, MARGIN, PAY, Asked, Rollout, Tick, own_first
from .settings import ALL_CARDS, TrainSettings


class Decided(NamedTuple):
    """The network's output at R decisions.

    Attributes:
        actions: (R,) int64.
        log_probs: (R,) float32, the log-probabilities of the actions.
        values: (R, G, P) float32, each seat's expected payoff and margin, the seat on turn first.
    """

    actions: np.ndarray
    log_probs: np.ndarray
    values: np.ndarray


Decide = Callable[[Any, Any], Callable[[], Decided]]
"""Begins the network's decisions, given observations (R, S + H) and the legal actions (R, A), arrays or, from
a `RolloutOnGPU`, tensors; what it returns waits for them."""
Judge = Callable[[np.ndarray], np.ndarray]
"""The network's values (R, G, P), given observations (R, S + H)."""


class SelfPlay:
    """N games with the same number of players.

    A subclass may override how players are seated (`seat_players`) and what games pay (`payoffs`).

    Args:
        games: the batch; the network learns its reward.
        pool: the opponents.
        view: makes the observations; None for the view of the seat on turn.

    Attributes:
        rows: (N,) all games.
        players: (N, P) int32, the number of the pool's member in each seat, or `LEARNER`.
        by_phase: the number of the network's decisions since `begin`, by phase.
    """

    def __init__(self, games: GameBatch, pool: Pool, view: CriticView | None = None):
        self.games, self.pool, self.view = games, pool, view or CriticView(games)
        self.players = np.full((games.num_games, games.num_players), LEARNER, np.int32)
        self.by_phase = np.zeros(1 + max(games.game.phases), np.int64)
        self.rows, self._dealt = np.arange(games.num_games), False
        self.begin(0)

    def begin(self, *key: int) -> None:
        """Restart the stream of seats and deals, which depends only on `key` and so is not saved."""
        self._stream = np.random.default_rng(key)
        self.by_phase[:] = 0

    # --- Play ------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Deal the first games; a resumed run restores its games instead."""
        if not self._dealt:
            self._deal(self.rows)
            self._stagger()

    def ask(self, rollout: Rollout, rows: np.ndarray) -> Asked:
        """Reserve room in the rollout for the network's decisions in `rows`."""
        self.by_phase += np.bincount(self.games.phase[rows], minlength=len(self.by_phase))
        return Asked(rollout.reserve(len(rows)), self.games, rows)

    def on_turn(self, rows: np.ndarray) -> np.ndarray:
        """(R,) the players on turn in `rows`, numbers of the pool's members or `LEARNER`."""
        return self.players[rows, self.games.seat[rows]]

    def step(self, asked: Asked, rows: np.ndarray, actions: np.ndarray) -> Tick:
        """Take actions (R,) in the games `rows`; `asked` are the network's."""
        seats = self.games.seat[asked.rows]
        self.games.step(actions, rows=None if len(rows) == self.games.num_games else rows)
        over = rows[self.games.over[rows]]
        # `_finish` deals the next games, so payoffs are taken now.
        return Tick(asked.span, asked.rows, seats, over, self._finish(over))

    def _finish(self, over: np.ndarray) -> np.ndarray:
        """Record the games `over` and deal new ones; return (R, G, P) payoffs and margins, from seat 0 on."""
        if not len(over):
            return np.zeros((0, len(GOALS), self.games.num_players), np.float32)
        payoffs = self.games.results(rows=over)[1]
        self.pool.record(self.players[over], payoffs)
        goals = (payoffs, margins(self.games, over))
        paid = np.stack([self.payoffs(figures, over) for figures in goals], axis=1)
        self._deal(over)
        return paid

    def outlook(self, rollout: Rollout, ticks: Sequence[Tick], judge: Judge) -> np.ndarray:
        """(N, G, P) each seat's expected payoff and margin in the running games, from seat 0 on.

        They are judged from the view of the seat on turn, if it is the network's, and else taken from the
        network's last decision in the game. Views of the opponents' seats are never learnt from, so the
        network's values for them would be wrong.
        """
        players = self.games.num_players
        found = np.zeros((len(self.rows), len(GOALS), players), np.float32)
        for span, rows, seats, *_ in ticks:
            found[rows] = own_first(rollout.values[span, :, :players], -seats)
        seats = self.games.seat
        own = np.flatnonzero(self.players[self.rows, seats] == LEARNER)
        if len(own):
            found[own] = own_first(judge(self.view(self.games, rows=own))[:, :, :players], -seats[own])
        if isinstance(self.games.reward, str):  # these rewards sum to zero, and estimates should, too
            found[:, PAY] -= found[:, PAY].mean(axis=1, keepdims=True)
        found[:, MARGIN] -= found[:, MARGIN].mean(axis=1, keepdims=True)
        return found

    def _deal(self, rows: np.ndarray) -> None:
        """Deal new games in `rows`, and again where a game is over before anybody can decide."""
        self._dealt = True
        while len(rows):
            self.players[rows] = self.seat_players(rows, self._stream)
            self.games.reset(rows, self._stream.integers(2**64, size=len(rows), dtype=np.uint64))
            rows = rows[self.games.seat[rows] == NOBODY]

    def _stagger(self) -> None:
        """Move each game to a decision chosen uniformly from a random game.

        Otherwise all games would begin and end together, and a rollout would see one part of the game only.
        """
        games, rows, chosen_tables = self.games, self.rows, self.games.save()
        for asked in range(1, 2**20):
            # Reservoir sampling: the k-th decision replaces the chosen one with a probability of 1/k, after
            # which all are equally likely.
            chosen = rows[self._stream.random(len(rows)) * asked < 1]
            chosen_tables[chosen] = games.save(chosen)
            legal = games.masks(rows=rows)
            games.step((self._stream.random(legal.shape, np.float32) * legal).argmax(axis=1), rows=rows)
            rows = rows[games.seat[rows] != NOBODY]
            if not len(rows):
                break
        games.restore(self.rows, chosen_tables)

    # --- To override in a subclass ---------------------------------------------------------------

    def seat_players(self, rows: np.ndarray, stream: np.random.Generator) -> np.ndarray:
        """(R, P) the players by seat in the next games in `rows`."""
        return self.pool.draw(stream, len(rows), self.games.num_players)

    def payoffs(self, figures: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(R, P) the payoffs, or margins, to learn from, given those of the games `rows`, (R, P)."""
        del rows
        return figures

    # --- Saving and restoring --------------------------------------------------------------------

    def state(self) -> dict[str, np.ndarray]:
        """The running games as arrays; with `begin`, this is all that is needed to continue."""
        dealt = np.full(len(self.rows), self._dealt)
        return {"tables": self.games.save(), "players": self.players.copy(), "dealt": dealt}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue the games of `state()`, with the pool as it was then.

        Raises:
            HustingsError: if they are not games of this table.
        """
        check_arrays("games.safetensors", state, self.state())
        players = state["players"]
        if not np.isin(players, [LEARNER, *self.pool.members]).all():
            raise HustingsError("games.safetensors: an opponent is not in the pool")
        tables = np.ascontiguousarray(state["tables"])
        self.games.tables = tables.view(self.games.game.table).reshape(len(self.rows))
        self.players[:], self._dealt = players, bool(state["dealt"].all())


@dataclass(eq=False)
class Part:
    """Games that are played together.

    Attributes:
        table: whose games.
        rows: (R,) the games.
        missing: the number of decisions that the network is still to make there.
    """

    table: SelfPlay
    rows: np.ndarray
    missing: int


def play(
    tables: Sequence[SelfPlay],
    rollout: Rollout,
    decisions: int,
    decide: Decide,
    judge: Judge,
    gae_lambda: float,
    *,
    in_halves: bool = False,
) -> None:
    """Play until the network has made `decisions` decisions, and add them to a rollout.

    Args:
        tables: with the same pool; each makes decisions in proportion to its games. They play side by side,
            since a network is asked once for all of them.
        rollout: gets the decisions, up to one more for each game.
        decisions: the least number of them.
        decide, judge: the network's functions; its weights must not change meanwhile.
        gae_lambda: for the advantages, see `Rollout.credit`.
        in_halves: whether a half of the games is played while a GPU thinks about the other.
    """
    for table in tables:
        table.ready()
    ticks: dict[SelfPlay, list[Tick]] = {table: [] for table in tables}
    halves = [_parts(tables, decisions, place, 1 + in_halves) for place in range(1 + in_halves)]
    turns: dict[int, Turn] = {}
    while turns or any(part.missing > 0 for half in halves for part in half):
        for place, half in enumerate(halves):
            if place in turns:
                for part, tick in turns.pop(place).end():
                    ticks[part.table].append(tick)
                    part.missing -= len(tick.rows)
            if playing := [part for part in half if part.missing > 0]:
                turns[place] = Turn(playing, rollout, decide)
    for table, its in ticks.items():
        rollout.credit(its, table.outlook(rollout, its, judge), gae_lambda)


def _parts(tables: Sequence[SelfPlay], decisions: int, place: int, number: int) -> list[Part]:
    """One of `number` parts of each table's games."""
    games = sum(len(table.rows) for table in tables)
    rows = [table.rows[place::number] for table in tables]
    return [Part(table, own, -(-decisions * len(own) // games)) for table, own in zip(tables, rows)]


class Turn:
    """A decision in every game of some parts: all players are asked at the beginning, and answer at the end.

    Args:
        parts: of tables with the same pool.
        rollout: gets the network's decisions.
        decide: the network's function.
    """

    def __init__(self, parts: Sequence[Part], rollout: Rollout, decide: Decide):
        self._parts, self._rollout = parts, rollout
        on_turn = [part.table.on_turn(part.rows) for part in parts]
        own = [part.rows[players == LEARNER] for part, players in zip(parts, on_turn)]
        self._asked = [part.table.ask(rollout, rows) for part, rows in zip(parts, own)]
        asked = [one for one in self._asked if len(one.rows)]
        self._decided = decide(*rollout.look(parts[0].table.view, asked)) if asked else None
        self._others = [*self._ask_others(on_turn)]

    def _ask_others(
        self, on_turn: Sequence[np.ndarray]
    ) -> Iterator[tuple[list[int], list[np.ndarray], Callable[[], list[np.ndarray]]]]:
        """Ask the opponents: of each the numbers of its parts, its games there, and what answers."""
        # One call for each opponent, with all its rows: most of the cost is per call.
        for number in np.unique(np.concatenate(on_turn)).tolist():
            if number == LEARNER:
                continue
            places = [place for place, players in enumerate(on_turn) if (players == number).any()]
            rows = [self._parts[place].rows[on_turn[place] == number] for place in places]
            asked = [(self._parts[place].table.games, there) for place, there in zip(places, rows)]
            yield places, rows, act_at_tables(self._parts[0].table.pool.agent(number), asked)

    def end(self) -> Iterator[tuple[Part, Tick]]:
        """Take the actions; yield what came of them in each part."""
        actions = [np.empty(len(part.table.rows), np.int64) for part in self._parts]
        if self._decided is not None:
            self._note(self._decided(), actions)
        for places, rows, answer in self._others:
            for place, there, chosen in zip(places, rows, answer()):
                actions[place][there] = chosen
        for part, asked, chosen in zip(self._parts, self._asked, actions):
            yield part, part.table.step(asked, part.rows, chosen[part.rows])

    def _note(self, decided: Decided, actions: Sequence[np.ndarray]) -> None:
        """Add the network's decisions to the rollout, and to the actions by table and game."""
        rollout, first = self._rollout, self._asked[0].span.start
        for (span, _, rows), there in zip(self._asked, actions):
            there[rows] = decided.actions[span.start - first : span.stop - first]
        span = slice(first, self._asked[-1].span.stop)
        rollout.actions[span], rollout.log_probs[span] = decided.actions, decided.log_probs
        rollout.values[span] = decided.values


def margins(games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R, P) float32: each seat's score minus the others' mean, divided by the box's typical score."""
    scores = games.results(rows=rows)[0].astype(np.float32)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (games.num_players - 1)
    return (scores - others) / np.float32(games.box["typical_score"][0])


def make_tables(settings: TrainSettings, batches: Sequence[GameBatch], pool: Pool) -> tuple[SelfPlay, ...]:
    """The games of a run, or of a worker, one batch for each number of players."""
    view = CriticView(batches[0], all_cards=settings.critic == ALL_CARDS, padded=settings.padded)
    return tuple(SelfPlay(games, pool, view) for games in batches)
