"""Playing a schedule of games between agents, and timing their decisions."""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...agents import Agent, make
from ...agents.specs import named
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.shown import ShownBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, IllegalAction, NoAnswer, place_in_own_code, told

Progress = Callable[[int, int], None]
"""Called with the games that are done and their total."""
_NO_GAME = -1


class Clock:
    """How long each agent has taken over its decisions.

    An agent's first call compiles what it needs and is left out, so fewer decisions are timed than made.

    Args:
        agents: how many there are, K.
        warm: which of them have been called before.

    Attributes:
        seconds: (K,) wall time in `act`, of all timed decisions together.
        decisions: (K,) how many those were.
        last: seconds for each decision of the last call; nan if that was an agent's first.
    """

    def __init__(self, agents: int, warm: Sequence[bool] | None = None):
        self.seconds = np.zeros(agents)
        self.decisions = np.zeros(agents, np.int64)
        self.last = math.nan
        self._warm = np.array(warm if warm else [False] * agents)

    def act(self, number: int, agent: Agent, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """`agent.act(games, rows)`, timed as agent `number`."""
        begin = time.perf_counter()
        actions = agent.act(games, rows)
        self.last = math.nan
        if self._warm[number]:
            spent = time.perf_counter() - begin
            self.seconds[number] += spent
            self.decisions[number] += len(rows)
            self.last = spent / len(rows)
        self._warm[number] = True
        return actions


def milliseconds(seconds: Sequence[float], decisions: Sequence[int]) -> list[float]:
    """Mean milliseconds per decision, nan where none was timed."""
    return [1000 * s / d if d else math.nan for s, d in zip(seconds, decisions)]


class Arena:
    """Agents play a schedule of games, side by side.

    In the shapes below G is the length of the schedule and P the number of players.

    Args:
        games: the batch to play in; its reward is set to "rank", from which ranks are read.
        agents: by number, as the seatings have them.
        deals: (G,) seeds.
        seatings: (G, P) the agent in each seat.
        clock: times the agents.

    Attributes:
        deals, seatings: the schedule.
        done: (G,) bool, the games that are over.
        scores, ranks: (G, P) their results; rank 1 is the best, ties are averaged.
        failed: why an agent cannot go on, by its number. Its games are abandoned.
    """

    def __init__(
        self,
        games: GameBatch,
        agents: Sequence[Agent],
        deals: np.ndarray,
        seatings: np.ndarray,
        clock: Clock,
    ):
        games.reward = "rank"
        self._games, self._agents, self._clock = games, agents, clock
        self._shown = ShownBatch(games)
        self.deals, self.seatings = deals, seatings
        self.done = np.zeros(len(deals), np.bool_)
        self.scores = np.zeros(seatings.shape, np.int32)
        self.ranks = np.zeros(seatings.shape)
        self.failed: dict[int, str] = {}

    def play(self, on_progress: Progress | None = None, *, spare_others: bool = False) -> None:
        """Play the whole schedule; a row of the batch whose game is over takes the next one.

        Args:
            on_progress: called with the games done and their total.
            spare_others: if an agent raises or acts illegally, go on without its games and say so in
                `failed`. The batch must hold the whole schedule.

        Raises:
            HustingsError: for an agent that raises or acts illegally, naming it.
            NoAnswer: for one whose server answers no more, even if others are to be spared.
        """
        games, deals = self._games, self.deals
        place = np.arange(games.num_games)  # of each row's game in the schedule
        coming = games.num_games
        games.reset(seeds=deals[:coming])
        while (place != _NO_GAME).any():
            ended = np.flatnonzero(games.over & (place != _NO_GAME))
            if len(ended):
                self._on_games_over(place[ended], ended)
                fresh = np.arange(coming, min(coming + len(ended), len(deals)))
                coming += len(fresh)
                place[ended] = _NO_GAME
                place[ended[: len(fresh)]] = fresh
                self._deal(ended[: len(fresh)], deals[fresh])
                if on_progress:
                    on_progress(int(self.done.sum()), len(deals))
                continue
            self._move(place, spare_others)

    def _move(self, place: np.ndarray, spare_others: bool) -> None:
        """Every agent decides once in the games where it is on turn."""
        rows = np.flatnonzero(place != _NO_GAME)
        on_turn = self.seatings[place[rows], self._games.seat[rows]]
        for number in np.unique(on_turn):
            mine = rows[on_turn == number]
            mine = mine[place[mine] != _NO_GAME]  # another may have failed just now
            try:
                if len(mine):
                    self._act(int(number), mine)
            except HustingsError as error:
                if not spare_others or isinstance(error, NoAnswer):
                    raise
                self.failed[int(number)] = str(error).removeprefix(self._prefix(number))
                place[(self.seatings[place] == number).any(axis=1)] = _NO_GAME

    def _act(self, number: int, rows: np.ndarray) -> None:
        agent = self._agents[number]
        try:
            actions = self._clock.act(number, agent, self._shown, rows)
        except NoAnswer as error:
            raise NoAnswer(f"{self._prefix(number)}{error}") from error
        except (Exception, SystemExit) as error:  # whatever a user's agent may raise
            if isinstance(error, HustingsError) and not place_in_own_code(error):
                raise
            raise HustingsError(self._prefix(number) + told(error)) from error
        try:
            self._games.step(actions, rows=rows)
        except HustingsError as error:
            kind = IllegalAction if isinstance(error, IllegalAction) else HustingsError
            raise kind(f"{self._prefix(number)}{error}") from None
        self._on_actions(number, actions, rows)

    def _on_actions(self, number: int, actions: np.ndarray, rows: np.ndarray) -> None:
        """For subclasses: agent `number` took these actions in these rows."""

    def _prefix(self, number: int) -> str:
        return f"agent {self._agents[number].name}: "

    def _on_games_over(self, places: np.ndarray, rows: np.ndarray) -> None:
        scores, payoffs = self._games.results(rows=rows)
        self.scores[places] = scores
        self.ranks[places] = ranks_of(payoffs)
        self.done[places] = True

    def _deal(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        where = np.zeros(self._games.num_games, np.bool_)
        where[rows] = True
        self._games.reset(where, seeds)


def ranks_of(payoffs: np.ndarray) -> np.ndarray:
    """(R, P) ranks, 1 is the best, ties averaged, from what the reward "rank" has paid.

    That falls evenly from +1 for first to -1 for last; ties make half ranks.
    """
    last = payoffs.shape[1] - 1
    return np.round(2 + last * (1 - payoffs.astype(np.float64))) / 2


def resolve_agent(entry: str | Agent, game: Game, *key: int) -> Agent:
    """An agent as it was given, or made from its name, with a random stream of its own for `key`.

    Raises:
        HustingsError: for what is not an agent, and for "human".
    """
    stream = np.random.SeedSequence(key).generate_state(1, np.uint64)
    agent: Any = make(named(entry)[1], game, int(stream[0])) if isinstance(entry, str) else entry
    if not isinstance(agent, Agent) or agent.name == "human":
        raise HustingsError(f"agent {entry!r} cannot play a tournament; give bots or policies")
    return agent


def name_of(entry: str | Agent) -> str:
    """Its name in results."""
    return entry if isinstance(entry, str) else entry.name
