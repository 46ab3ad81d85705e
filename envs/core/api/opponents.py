"""One seat of each game is the learner's, the others are its opponents'.

`SeatEnv`, its vectorised form and self-play are built on this.

In the shapes below N is the number of games, R of those that a call is about, P of players.
"""

import copy
import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from ..engine import chance
from ..engine.game import NOBODY, Game
from ..engine.random_play import play_at_random
from ..errors import HustingsError
from .agent import Agent, DrawsByRow
from .batch import GameBatch, check_seed
from .streams import Streams

LEARNER, AT_RANDOM = -1, -2
"""Stand for the number of an opponent: the learner's own seat, and uniformly random play."""
_GAME, _SEAT, _DEAL, _PLAY, _POOL, _AGENT = range(6)  # what random bits are drawn for
_RANDOM = "random"

Others = str | Agent | None
Given = Others | Sequence[Others] | Mapping[Any, float]
"""Opponents as a user gives them: see `Opponents`."""


class Seats:
    """The games of a batch; the learner has one seat in each.

    Attributes:
        games: the batch.
        learner: (N,) int8, the learner's seat.
        opponents: (N, P) int16, the number of the opponent in each seat, `LEARNER` or `AT_RANDOM`.
    """

    games: GameBatch

    def _sit_down(self, games: GameBatch) -> None:
        """Start with these games; nobody has a seat before `_deal`."""
        rows, players = games.num_games, games.num_players
        self.games = games
        self.learner = np.zeros(rows, np.int8)
        self.opponents = np.full((rows, players), LEARNER, np.int16)
        self._all = np.arange(rows)
        self._at_random = np.zeros((rows, players), np.bool_)
        self._states = np.zeros(rows, np.uint64)  # of random play

    def _draw(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What the next games in `rows` are: (R,) learner's seats, (R, P) opponents, (R,) uint64 seeds."""
        raise NotImplementedError

    def _agent(self, number: int) -> Agent:
        """The opponent of this number."""
        raise NotImplementedError

    def _finish(self, rows: np.ndarray) -> None:
        """Record the results of games that the learner took part in; they are dealt again only after that."""
        raise NotImplementedError

    def _play(self, rows: np.ndarray, asked: np.ndarray, *, go_on: bool) -> None:
        """Let the opponents act until the learner is asked in every one of `rows`.

        A game that ends before the learner was asked is dealt again and does not count.

        Args:
            asked: (N,) bool, whether the learner has been asked in the game under way; written to.
            go_on: deal the next game where one is over; otherwise leave it as it ended.
        """
        while True:
            seat = self.games.seat[rows]
            over = seat == NOBODY
            if over.any():
                done = rows[over]
                ended = asked[done]
                if ended.any():
                    self._finish(done[ended])
                if not go_on:
                    left = ~over
                    left[over] = ~ended
                    rows, done = rows[left], done[~ended]
                asked[done] = False  # what follows is the next game
                self._deal(done)
                seat = self.games.seat[rows]
            # A game just dealt can be over, too (no seat had a choice): the next pass deals it again.
            waiting = seat != self.learner[rows]
            rows, seat = rows[waiting], seat[waiting]
            if not len(rows):
                return
            running = seat != NOBODY
            self._act(rows[running], seat[running])

    def _act(self, rows: np.ndarray, seat: np.ndarray) -> None:
        """One action of the opponents on turn in `rows`; random play goes on until somebody else is asked."""
        who = self.opponents[rows, seat]
        at_random = who == AT_RANDOM
        if at_random.any():
            loop = play_at_random(self.games.game)
            self.games.play_by(loop, rows[at_random], self._at_random, self._states)
            rows, who = rows[~at_random], who[~at_random]
            if not len(rows):
                return
        actions = np.empty(len(rows), np.int64)
        for number in np.unique(who):
            theirs = who == number
            actions[theirs] = self._agent(number).act(self.games, rows[theirs])
        self.games.step(actions, rows=rows)

    def _deal(self, rows: np.ndarray) -> None:
        """New games in `rows`."""
        if not len(rows):
            return
        self.learner[rows], self.opponents[rows], drawn = self._draw(rows)
        self._at_random[rows] = self.opponents[rows] == AT_RANDOM
        self.games.reset(rows=rows, seeds=drawn)


class KeyedSeats(Seats):
    """Seats whose games are keyed by a seed for each row, and by how many games were dealt from it.

    So the games of one row among many are those that a single environment with that row's seed deals.
    """

    def _sit_down_with(self, games: GameBatch, seat: int | None, opponents: Given) -> None:
        players = games.num_players
        if seat is not None and (not isinstance(seat, int | np.integer) or not 0 <= seat < players):
            raise HustingsError(f"seat: {seat!r} is not a seat from 0 to {players - 1}")
        self._sit_down(games)
        self._fixed_seat = seat
        self._others = Opponents(opponents, games.game, players, games.num_games)
        self._keys = np.zeros(games.num_games, np.uint64)
        self._dealt = np.zeros(games.num_games, np.uint64)

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def _begin(self, rows: np.ndarray, keys: np.ndarray) -> None:
        """Deal later games in `rows` from these seeds, (R,) uint64, and let all draw from them."""
        self._keys[rows] = keys
        self._dealt[rows] = 0
        self._others.begin(rows, keys)

    def _draw(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        keys = chance.derive_many(_GAME, self._keys[rows], self._dealt[rows])
        self._dealt[rows] += np.uint64(1)
        self._states[rows] = _drawn(keys, _PLAY)
        players = self.games.num_players
        if self._fixed_seat is None:
            seats = _below(_drawn(keys, _SEAT), players)
        else:
            seats = np.full(len(rows), self._fixed_seat)
        return seats, self._others.draw(keys, seats), _drawn(keys, _DEAL)

    def _agent(self, number: int) -> Agent:
        return self._others.members[number]


class Opponents:
    """Who takes the other seats.

    Args:
        given: for all other seats, a name as for `hustings.agents.make`, an agent, or None for uniformly
            random play, as "random"; or a list, one of these for each other seat clockwise from the learner;
            or a pool, a mapping from names or agents to shares, from which each seat's is drawn in every
            game.
        game, players, rows: what is played, and in how many games.

    Attributes:
        members: who plays, by number; None for random play.
        numbers: (K,) of each one given: its place, or `AT_RANDOM`.

    Raises:
        HustingsError: for anything else.
    """

    def __init__(self, given: Given, game: Game, players: int, rows: int):
        self._players = players
        self._chances: np.ndarray | None = None
        self._places = np.zeros(players - 1, np.int64)
        if isinstance(given, Mapping):
            whom, self._chances = list(given), _shares(list(given.values()))
        elif isinstance(given, Sequence) and not isinstance(given, str):
            whom, self._places = list(given), np.arange(players - 1)
            if len(given) != players - 1:
                raise HustingsError(
                    f"opponents: {players - 1} other seats, but {len(given)} agents; give one for each"
                )
        else:
            whom = [given]
        self._streams = [Streams(rows) for _ in whom]
        self.members: list[Any] = [
            None if _plays_at_random(who) else _seated(who, game, streams)
            for who, streams in zip(whom, self._streams)
        ]
        self.numbers = np.array(
            [AT_RANDOM if who is None else number for number, who in enumerate(self.members)]
        )

    def begin(self, rows: np.ndarray, keys: np.ndarray) -> None:
        """Let each draw afresh in `rows`, from these seeds, (R,) uint64; other rows go on."""
        for number, (member, streams) in enumerate(zip(self.members, self._streams)):
            streams.begin(rows, _drawn(keys, _AGENT, number))
            if isinstance(member, OneEach):
                member.begin(rows)

    def draw(self, keys: np.ndarray, learner: np.ndarray) -> np.ndarray:
        """(R, P) numbers of opponents by seat, for games with (R,) keys and the learner's seats."""
        rows, others = len(keys), self._players - 1
        if self._chances is None:
            drawn = np.broadcast_to(self._places, (rows, others))
        else:
            bits = np.stack([_drawn(keys, _POOL, place) for place in range(others)], axis=1)
            drawn = np.searchsorted(self._chances, (bits >> np.uint64(11)) * 2.0**-53, side="right")
        seated = np.full((rows, self._players), LEARNER)
        clockwise = (learner[:, None] + 1 + np.arange(others)) % self._players
        np.put_along_axis(seated, clockwise, self.numbers[drawn], axis=1)
        return seated


def _shares(shares: list[float]) -> np.ndarray:
    """Where each one's part of [0, 1) ends, for all but the last that has any."""
    try:
        given = np.array(shares, np.float64)
    except (TypeError, ValueError):
        given = np.array([np.nan])
    if not (np.isfinite(given).all() and (given >= 0).all() and given.sum() > 0):
        raise HustingsError("opponents: a pool needs shares of at least 0 that are not all 0")
    return np.cumsum(given / given.sum())[: np.flatnonzero(given)[-1]]


def _plays_at_random(who: Others) -> bool:
    return who is None or (isinstance(who, str) and who == _RANDOM)


class ByRow:
    """An agent that draws in each row from the row's own stream."""

    def __init__(self, agent: DrawsByRow, streams: Streams):
        self.agent, self.streams = agent, streams

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """As `Agent.act`."""
        return self.agent.act_by(games, rows, self.streams)


class OneEach:
    """One agent for each row, made when it is first asked there: for agents that keep a stream of their own.

    Args:
        make: a seed -> agent.
        streams: has the seed of each row.
    """

    def __init__(self, make: Callable[[int], Agent], streams: Streams):
        self._make, self._streams = make, streams
        self._agents: dict[int, Agent] = {}

    def begin(self, rows: np.ndarray) -> None:
        """Have new agents in these rows."""
        for row in rows.tolist():
            self._agents.pop(row, None)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """As `Agent.act`."""
        return np.concatenate([self._of(row).act(games, np.array([row])) for row in rows.tolist()])

    def _of(self, row: int) -> Agent:
        if row not in self._agents:
            self._agents[row] = self._make(int(self._streams.keys[row]))
        return self._agents[row]


def _seated(who: Any, game: Game, streams: Streams) -> Any:
    """The agent of a name, or the one given, so that it draws by rows if that can be."""
    agent = who
    if isinstance(who, str):  # `hustings.agents` is loaded for that, and only then
        package = __name__.removesuffix(".envs.core.api.opponents")
        registration = importlib.import_module(f"{package}.agents.registration")
        agent = registration.make(who, game)
        if registration.is_imported(who) and not isinstance(agent, DrawsByRow):
            return OneEach(functools.partial(registration.make, who, game), streams)
    if isinstance(agent, DrawsByRow):
        return ByRow(agent, streams)
    if not hasattr(agent, "act"):
        raise HustingsError("opponents: every one needs a method act(games, rows); see hustings.agents.make")
    return agent


def _drawn(keys: np.ndarray, what: int, place: int = 0) -> np.ndarray:
    """64 random bits for each of (R,) games."""
    return chance.derive_many(what, keys, np.full(len(keys), place, np.uint64))


def _below(bits: np.ndarray, limit: int) -> np.ndarray:
    """Whole numbers in [0, limit) from 64 random bits each."""
    return (((bits >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32)).astype(np.int64)


def row_seeds(seed: Any, rows: int) -> np.ndarray:
    """(rows,) uint64: seed, seed + 1, ... as Gymnasium has it, or those given one by one.

    Raises:
        HustingsError: for another number of seeds, and for what is no seed.
    """
    if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
        if len(seed) != rows:
            raise HustingsError(
                f"seed: {rows} games, but {len(seed)} seeds; give one for each, or one for all"
            )
        return np.array([check_seed(one) for one in seed], np.uint64)
    return np.arange(rows, dtype=np.uint64) + np.uint64(check_seed(seed))
