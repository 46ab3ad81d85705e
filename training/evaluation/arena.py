"""Playing a schedule of games between agents, and timing their decisions."""

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...agents import Agent, make
from ...agents.specs import check_name, named
from ...envs.core.api.agent import PATIENCE, HearsResults, ranks_of
from ...envs.core.api.arguments import whole_actions
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.shown import ShownBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, NoAnswer, blamed_on, error_line, one_line

Progress = Callable[[int, int], None]
"""Called with the number of finished games and their total."""
_NOBODY = -1
_FORFEITED = 15  # purposes of random streams
_LONGEST = 500  # letters of the reason for a forfeit


class Clock:
    """Times each agent's decisions.

    An agent's first call compiles what it needs and is not timed, so fewer decisions are timed than made.

    Args:
        agents: the number of agents, K.
        warm: which of them have been called before.

    Attributes:
        seconds: (K,) wall time in `act` of all timed decisions.
        decisions: (K,) the number of timed decisions.
        last: seconds per decision of the last call; nan if that was an agent's first.
    """

    def __init__(self, agents: int, warm: Sequence[bool] | None = None):
        self.seconds = np.zeros(agents)
        self.decisions = np.zeros(agents, np.int64)
        self.last = math.nan
        self._warm = np.array(warm if warm else [False] * agents)

    def act(self, number: int, agent: Agent, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """`agent.act(games, rows)`, timed as agent `number`."""
        begin = time.perf_counter()
        actions = agent.act(games, rows.copy())  # which may write into them
        self.last = math.nan
        if self._warm[number]:
            spent = time.perf_counter() - begin
            self.seconds[number] += spent
            self.decisions[number] += len(rows)
            self.last = spent / len(rows)
        self._warm[number] = True
        return actions


def milliseconds(seconds: Sequence[float], decisions: Sequence[int]) -> list[float]:
    """Mean milliseconds per decision; nan if none was timed."""
    return [1000 * s / d if d else math.nan for s, d in zip(seconds, decisions)]


class Arena:
    """Plays a schedule of games between agents, side by side.

    An agent that raises, exits or acts illegally forfeits the game: its seat is placed last, and plays random
    legal actions from then on, so that the game still counts for the others. If a call about several games
    raises, the agent is asked about each game alone and forfeits those in which it fails; if it fails in
    none, it forfeits them all. An agent that raises as it hears results gets no more of them, and plays on.

    Below, G is the length of the schedule and P the number of players.

    Args:
        games: a batch of G games to play in; its reward is set to "rank", from which ranks are read.
        agents: the agents; seatings are indices into them.
        deals: (G,) seeds.
        seatings: (G, P) the agent in each seat.
        clock: times the agents.

    Attributes:
        deals, seatings: the schedule.
        done: (G,) bool, the games that are over.
        scores, ranks: (G, P) their results; rank 1 is the best, ties are averaged.
        forfeits: (G, P) bool, the seats that have forfeited their game.
        reasons: why an agent first forfeited a game or failed to hear results, by its number.
    """

    def __init__(
        self, games: GameBatch, agents: Sequence[Agent], deals: np.ndarray, seatings: np.ndarray, clock: Clock
    ):
        games.reward = "rank"
        self._games, self._agents, self._clock = games, agents, clock
        self._shown = ShownBatch(games)
        self.deals, self.seatings = deals, seatings
        self.done = np.zeros(len(deals), np.bool_)
        self.scores = np.zeros(seatings.shape, np.int32)
        self.ranks = np.zeros(seatings.shape)
        self.forfeits = np.zeros(seatings.shape, np.bool_)
        self.reasons: dict[int, str] = {}
        self._hearers = {k: agent for k, agent in enumerate(agents) if isinstance(agent, HearsResults)}
        self._wasted = np.zeros(len(agents))  # seconds of failed calls since an agent's last action
        self._streams: dict[int, np.random.Generator] = {}  # of forfeited seats, by game

    def play(self, on_progress: Progress | None = None) -> None:
        """Play the whole schedule.

        Args:
            on_progress: called with the number of finished games and their total.
        """
        self._games.reset(seeds=self.deals)
        while not self.done.all():
            ended = np.flatnonzero(self._games.over & ~self.done)
            if len(ended):
                self._on_games_over(ended)
                if on_progress:
                    on_progress(int(self.done.sum()), len(self.deals))
            else:
                self._move(np.flatnonzero(~self.done))

    def _move(self, rows: np.ndarray) -> None:
        """Have every agent decide once in the games where it is on turn."""
        seats = self._games.seat[rows]
        on_turn = self.seatings[rows, seats]
        if self.reasons:
            on_turn = np.where(self.forfeits[rows, seats], _NOBODY, on_turn)
        for number in np.unique(on_turn):
            mine = rows[on_turn == number]
            if number == _NOBODY:
                self._games.step(self._drawn(mine), rows=mine)
            else:
                self._act(int(number), mine)

    def _act(self, number: int, rows: np.ndarray) -> None:
        begin, actions = time.perf_counter(), None
        try:
            self._check_patience(number)
            actions = self._clock.act(number, self._agents[number], self._shown, rows)
            self._games.step(actions, rows=rows)
        except (Exception, SystemExit) as error:  # whatever a user's agent raises
            self._on_failure(number, error)
            self._wasted[number] += time.perf_counter() - begin
            actions = self._valid_actions(number, rows, actions, error)
            lost = actions < 0
            self.forfeits[rows[lost], self._games.seat[rows[lost]]] = True
            rows, actions = rows[~lost], actions[~lost]
            self._games.step(actions, rows=rows)
        if len(rows):
            self._wasted[number] = 0.0
            self._on_actions(number, actions, rows)

    def _on_failure(self, number: int, error: BaseException) -> None:
        """Handle an error of agent `number`, in a call or from its actions."""
        self.reasons.setdefault(number, one_line(error_line(error))[:_LONGEST])

    def _check_patience(self, number: int) -> None:
        if self._wasted[number] > PATIENCE:
            raise NoAnswer(f"it has failed for {PATIENCE:.0f} s and is not asked again")

    def _valid_actions(self, number: int, rows: np.ndarray, actions: Any, error: BaseException) -> np.ndarray:
        """(R,) the legal actions of an agent whose call failed, -1 where it has none.

        Args:
            actions: what it returned; None if it raised.
            error: what it raised.
        """
        given = getattr(error, "actions", None) if actions is None else actions
        try:
            found = whole_actions(given, len(rows))
        except HustingsError:
            found = self._ask_singly(number, rows)
        return np.where(self._games.are_legal(found, rows=rows), found, -1)

    def _ask_singly(self, number: int, rows: np.ndarray) -> np.ndarray:
        """(R,) an agent's actions, asked about each game alone; -1 for failures, all -1 without any."""
        found = np.full(len(rows), -1)
        for place in range(len(rows) if len(rows) > 1 else 0):
            begin, row = time.perf_counter(), rows[place : place + 1]
            with contextlib.suppress(Exception, SystemExit):
                self._check_patience(number)
                found[place : place + 1] = whole_actions(self._agents[number].act(self._shown, row.copy()), 1)
            self._wasted[number] += time.perf_counter() - begin
        # Legal alone but not together: no game is to blame, so all are forfeited.
        return np.full(len(rows), -1) if self._games.are_legal(found, rows=rows).all() else found

    def _drawn(self, rows: np.ndarray) -> np.ndarray:
        """(R,) random legal actions, seeded by each game's deal alone."""
        for row in rows.tolist():
            if row not in self._streams:
                self._streams[row] = np.random.default_rng((int(self.deals[row]), _FORFEITED))
        masks = zip(rows.tolist(), self._games.masks(rows=rows), strict=True)
        return np.array([self._streams[row].choice(np.flatnonzero(mask)) for row, mask in masks])

    def _on_actions(self, number: int, actions: np.ndarray, rows: np.ndarray) -> None:
        """Hook for subclasses: agent `number` took these actions in these rows."""

    def _on_games_over(self, rows: np.ndarray) -> None:
        scores, payoffs = self._games.results(rows=rows)
        scores, ranks = placed_last(scores, ranks_of(payoffs), self.forfeits[rows])
        self.scores[rows], self.ranks[rows], self.done[rows] = scores, ranks, True
        for number in list(self._hearers):
            played = (self.seatings[rows] == number).any(axis=1)
            if played.any():
                self._tell(number, rows[played], scores[played], ranks[played])

    def _tell(self, number: int, rows: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        try:
            self._hearers[number].hear_results(self._shown, rows, scores, ranks)
        except (Exception, SystemExit) as error:  # whatever a user's agent raises
            del self._hearers[number]
            self._on_failure(number, HustingsError(f"hear_results: {error_line(error)}"))


def placed_last(scores: np.ndarray, ranks: np.ndarray, forfeits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(R, P) scores and ranks, with the seats in `forfeits`, (R, P) bool, moved to last place.

    They share it, with the lowest score of the game; the others keep their order.

    >>> placed_last(np.array([[9, 5, 7]]), np.array([[1.0, 3, 2]]), np.array([[True, False, False]]))
    (array([[5, 5, 7]]), array([[3., 2., 1.]]))
    """
    if not forfeits.any():
        return scores, ranks
    order = np.where(forfeits, ranks.shape[1] + 1, ranks)
    ahead = (order[:, None, :] < order[:, :, None]).sum(axis=2)
    level = (order[:, None, :] == order[:, :, None]).sum(axis=2)
    return np.where(forfeits, scores.min(axis=1, keepdims=True), scores), ahead + (level + 1) / 2


def acted(agent: Agent, games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """Step games by an agent's actions; return these, (R,).

    Raises:
        HustingsError: for an agent that raises or acts illegally, with its name.
    """
    try:
        actions = agent.act(ShownBatch(games), rows.copy())
    except NoAnswer as error:
        raise NoAnswer(f"agent {agent.name}: {error}") from error
    except (Exception, SystemExit) as error:  # whatever a user's agent raises
        raise blamed_on(f"agent {agent.name}", error) from error
    try:
        games.step(actions, rows=rows)
    except HustingsError as error:
        raise HustingsError(f"agent {agent.name}: {error}") from None
    return np.asarray(actions)


def resolve_agent(entry: str | Agent, game: Game, *key: int) -> Agent:
    """Return an agent as given, or make it from its name, with its random stream seeded by `key`.

    Raises:
        HustingsError: for something that is not an agent, for "human", and for a name that is ambiguous.
    """
    stream = np.random.SeedSequence(key).generate_state(1, np.uint64)
    agent: Any = make(named(entry)[1], game, int(stream[0])) if isinstance(entry, str) else entry
    if not isinstance(agent, Agent) or agent.name == "human":
        raise HustingsError(f"agent {entry!r} cannot be measured; give bots or policies")
    if not isinstance(agent.name, str):
        raise HustingsError(f"agent {entry!r:.60}: its name, {agent.name!r:.60}, is no text; give it one")
    name = name_of(entry)
    short = check_name(named(name)[0])
    if agent is entry and short != name:
        raise HustingsError(f"agents: {name!r:.60} reads as NAME=AGENT; give it a name without =")
    return agent


def name_of(entry: str | Agent) -> str:
    """An agent's name in results."""
    return entry if isinstance(entry, str) else entry.name
