"""Games in which one seat is the learner's and opponents play the other seats.

`SeatEnv` and its vectorised form are built on these classes.

In the shapes below N is the number of games, R the number of games in a call, P the number of players.
"""

import copy
import functools
import importlib
import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from ..engine import chance
from ..engine.game import NOBODY, Game
from ..engine.loops import pick, play_at_random
from ..errors import HustingsError, IllegalAction, error_line
from .agent import Agent, DrawsByRow
from .arguments import check_seed, seed_array, whole_actions
from .batch import GameBatch
from .shown import ShownBatch
from .streams import Streams

LEARNER, AT_RANDOM = -1, -2
"""In place of an opponent's number: the learner's own seat, and uniformly random play."""
# The purposes of random bits, each with its own stream, so that a new purpose changes no other.
_GAME, _SEAT, _DEAL, _PLAY, _POOL, _AGENT = range(6)
_PATIENCE = 1000
"""Turns of opponents in a row after which it is checked that they have a choice; games in a row in which the
learner was never on turn, after which no more are dealt."""

OpponentSpec = str | Agent | None
OpponentSpecs = OpponentSpec | Sequence[OpponentSpec] | Mapping[Any, float]
"""Opponents as users specify them, see `Opponents`."""


class LearnerSeats:
    """The games of a batch, in each of which the learner has one seat.

    Games are keyed by a seed for each row and the number of games dealt from it. This way a row in a large
    batch has the same games as a single environment with that row's seed.

    Attributes:
        games: the batch.
        learner: (N,) int8, the learner's seat.
        opponents: (N, P) int16, the number of the opponent in each seat, `LEARNER` or `AT_RANDOM`.
    """

    games: GameBatch

    def _sit_down(self, games: GameBatch, seat: int | None, opponents: OpponentSpecs) -> None:
        """Start with these games; seats are assigned by `_deal`."""
        rows, players = games.num_games, games.num_players
        whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if seat is not None and not (whole and 0 <= seat < players):
            raise HustingsError(f"seat: {seat!r} is not a seat from 0 to {players - 1}")
        self.games = games
        self.learner = np.zeros(rows, np.int8)
        self.opponents = np.full((rows, players), LEARNER, np.int16)
        self._all = np.arange(rows)
        self._at_random = np.zeros((rows, players), np.bool_)
        self._states = np.zeros(rows, np.uint64)  # the random state of random play in each game
        self._fixed_seat = seat
        self._others = Opponents(opponents, games.game, players, rows)
        if self._others.listen:
            games.listen()
        self._keys = np.zeros(rows, np.uint64)
        self._dealt = np.zeros(rows, np.uint64)

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def _begin(self, rows: np.ndarray, keys: np.ndarray) -> None:
        """Key future games in `rows`, and everything drawn in them, by (R,) uint64 seeds."""
        self._keys[rows] = keys
        self._dealt[rows] = 0
        self._others.begin(rows, keys)

    def _draw(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(R,) the learner's seats, (R, P) the opponents by seat, and (R,) uint64 seeds of the next games."""
        keys = chance.derive_many(_GAME, self._keys[rows], self._dealt[rows])
        self._dealt[rows] += np.uint64(1)
        self._states[rows] = _drawn(keys, _PLAY)
        players = self.games.num_players
        if self._fixed_seat is None:
            seats = _below(_drawn(keys, _SEAT), players)
        else:
            seats = np.full(len(rows), self._fixed_seat)
        return seats, self._others.draw(keys, seats), _drawn(keys, _DEAL)

    def _finish(self, rows: np.ndarray) -> None:
        """Record the results of finished games in which the learner decided, before new ones are dealt."""
        raise NotImplementedError

    def _play(self, rows: np.ndarray, asked: np.ndarray, *, go_on: bool) -> None:
        """Let the opponents act until the learner is on turn in each of `rows`.

        A game that ends before the learner was on turn is dealt again and does not count.

        Args:
            rows: (R,) the games.
            asked: (N,) bool, whether the learner has been on turn in the current game; updated.
            go_on: whether to deal the next game when one is over; otherwise it stays as it ended.
        """
        unasked: Counter[int] = Counter()  # games by row, one after another
        for turn in itertools.count(1):
            seat = self.games.seat[rows]
            over = seat == NOBODY
            if over.any():
                done = rows[over]
                ended = asked[done]
                if ended.any():
                    self._finish(done[ended])
                unasked.update(done[~ended].tolist())
                self._check_asked(unasked)
                if not go_on:
                    # Finished games stay, except those without a decision of the learner.
                    left = ~over
                    left[over] = ~ended
                    rows, done = rows[left], done[~ended]
                asked[done] = False  # `_deal` puts the next games into these rows
                self._deal(done)
                seat = self.games.seat[rows]
            # A game just dealt may already be over, if no seat had a choice: the next pass deals it again.
            waiting = seat != self.learner[rows]
            rows, seat = rows[waiting], seat[waiting]
            if not len(rows):
                return
            running = seat != NOBODY
            if turn % _PATIENCE == 0:
                self._check_choice(rows[running])
            self._act(rows[running], seat[running])

    def _check_asked(self, unasked: Mapping[int, int]) -> None:
        """HustingsError if so many games of a row were over before the learner was on turn in any."""
        if any(games >= _PATIENCE for games in unasked.values()):
            raise HustingsError(
                f"{self.games.game.title}: the learner was not on turn in {_PATIENCE} games in a row; "
                "give it another seat"
            )

    def _check_choice(self, rows: np.ndarray) -> None:
        """HustingsError if nothing is legal in one of these games, where random play would wait for ever."""
        stuck = ~self.games.masks(rows=rows).any(axis=1)
        if stuck.any():
            raise HustingsError(self.games.why_illegal(int(rows[stuck][0]), 0))

    def _act(self, rows: np.ndarray, seat: np.ndarray) -> None:
        """Take one action of each opponent on turn.

        Random play goes on until another seat is on turn, unless somebody listens to what is played.
        """
        who = self.opponents[rows, seat]
        at_random = who == AT_RANDOM
        if at_random.any() and not self.games.listening:
            loop = play_at_random(self.games.game)
            self.games.play_by(loop, rows[at_random], self._at_random, self._states)
            rows, who = rows[~at_random], who[~at_random]
            if not len(rows):
                return
        actions = np.empty(len(rows), np.int64)
        for number in np.unique(who):
            theirs = who == number
            actions[theirs] = self._actions_of_member(int(number), rows[theirs])
        try:
            self.games.step(actions, rows=rows)
        except IllegalAction as error:
            number = int(who[~self.games.are_legal(actions, rows=rows)][0])
            if number == AT_RANDOM:
                raise HustingsError(error_line(error)) from error
            raise self._blamed(number, error) from error

    def _actions_of_member(self, number: int, rows: np.ndarray) -> np.ndarray:
        """(R,) int64: the actions of a member; HustingsError, naming it, if it fails."""
        if number == AT_RANDOM:
            return self._drawn_in_steps(rows)
        member = self._others.members[number]
        # Python reads attributes more slowly once a batch has a view: 5 % of the steps of a single game.
        games = self.games if getattr(member, "only_looks", False) else ShownBatch(self.games)
        try:
            return whole_actions(member.act(games, rows), len(rows))
        except Exception as error:  # whatever a user's agent raises
            raise self._blamed(number, error) from error

    def _drawn_in_steps(self, rows: np.ndarray) -> np.ndarray:
        """(R,) int64: what `play_at_random` plays next, to be told to those who listen."""
        self._states[rows] = states = chance.mix(self._states[rows], 0)
        return np.array([pick(mask, state) for mask, state in zip(self.games.masks(rows=rows), states)])

    def _blamed(self, number: int, error: Exception) -> HustingsError:
        return HustingsError(f"opponent {_name_of(self._others.members[number])}: {error_line(error)}")

    def _deal(self, rows: np.ndarray) -> None:
        """Deal new games in `rows`."""
        if not len(rows):
            return
        self.learner[rows], self.opponents[rows], drawn = self._draw(rows)
        self._at_random[rows] = self.opponents[rows] == AT_RANDOM
        self.games.reset(rows=rows, seeds=drawn)


class Opponents:
    """The agents in the other seats.

    Args:
        given: the opponents, as for `SeatEnv`; "random" is None.
        game, players, rows: the game, its number of players and the number of games.

    Attributes:
        members: the opponents by number; None for random play.
        numbers: (K,) the number of each member: its index or `AT_RANDOM`.
        listen: whether a member reads what happens in games, so that they have to record it.

    Raises:
        HustingsError: for anything else.
    """

    def __init__(self, given: OpponentSpecs, game: Game, players: int, rows: int):
        self._players = players
        self._shares: np.ndarray | None = None
        self._places = np.zeros(players - 1, np.int64)
        if isinstance(given, Mapping):
            whom, self._shares = list(given), _shares(list(given.values()))
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
            None if who is None or (isinstance(who, str) and who == "random") else _seated(who, game, streams)
            for who, streams in zip(whom, self._streams)
        ]
        self.numbers = np.array(
            [AT_RANDOM if who is None else number for number, who in enumerate(self.members)]
        )
        self.listen = any(getattr(who, "listens", False) for who in self.members)
        self._own = [member for who, member in zip(whom, self.members) if isinstance(who, str)]

    def close(self) -> None:
        """End the programs among those given by name; they start again if they are asked."""
        for member in self._own:
            if hasattr(member, "close"):
                member.close()

    def begin(self, rows: np.ndarray, keys: np.ndarray) -> None:
        """Restart the members' random streams in `rows` from (R,) uint64 seeds; other rows continue."""
        for number, (member, streams) in enumerate(zip(self.members, self._streams)):
            streams.begin(rows, _drawn(keys, _AGENT, number))
            if isinstance(member, AgentPerRow):
                member.begin(rows)

    def draw(self, keys: np.ndarray, learner: np.ndarray) -> np.ndarray:
        """(R, P) the opponents' numbers by seat, for (R,) keys of games and (R,) seats of the learner."""
        rows, others = len(keys), self._players - 1
        if self._shares is None:
            drawn = np.broadcast_to(self._places, (rows, others))
        else:
            bits = np.stack([_drawn(keys, _POOL, place) for place in range(others)], axis=1)
            # 53 random bits make a float in [0, 1).
            drawn = np.searchsorted(self._shares, (bits >> np.uint64(11)) * 2.0**-53, side="right")
        seated = np.full((rows, self._players), LEARNER)
        clockwise = (learner[:, None] + 1 + np.arange(others)) % self._players
        np.put_along_axis(seated, clockwise, self.numbers[drawn], axis=1)
        return seated


def _shares(shares: list[float]) -> np.ndarray:
    """The upper ends of the members' intervals in [0, 1), except the last member with a positive share.

    That one needs no end: rounding could leave it below 1, and a draw above it would find no member.
    """
    try:
        given = np.array(shares, np.float64)
    except (TypeError, ValueError):
        given = np.array([np.nan])
    if not (np.isfinite(given).all() and (given >= 0).all() and given.any()):
        raise HustingsError("opponents: a pool needs shares of at least 0 that are not all 0")
    given /= given.max()  # so that huge ones have a sum
    return np.cumsum(given / given.sum())[: np.flatnonzero(given)[-1]]


def _name_of(agent: Any) -> str:
    return str(getattr(agent, "name", "without a name"))


class ByRow:
    """An agent that draws from each row's own random stream."""

    def __init__(self, agent: DrawsByRow, streams: Streams):
        self.agent, self.streams = agent, streams
        self.name = _name_of(agent)
        self.listens = getattr(agent, "listens", False)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """Act like `Agent.act`."""
        return self.agent.act_by(games, rows, self.streams)


class AgentPerRow:
    """One agent for each row, made on its first turn there: for agents that own their random stream.

    Args:
        name: for errors.
        make: makes an agent from a seed.
        streams: the streams whose keys are the rows' seeds.
        listens: whether the agents read what happens in games.
    """

    def __init__(self, name: str, make: Callable[[int], Agent], streams: Streams, *, listens: bool):
        self._make, self._streams, self.name, self.listens = make, streams, name, listens
        self._agents: dict[int, Agent] = {}

    def begin(self, rows: np.ndarray) -> None:
        """Drop the agents of these rows; new ones are made when needed."""
        for row in rows.tolist():
            self._agents.pop(row, None)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """Act like `Agent.act`."""
        return np.concatenate([self._of(row).act(games, np.array([row])) for row in rows.tolist()])

    def close(self) -> None:
        """Close the agents that can be closed."""
        for agent in self._agents.values():
            if hasattr(agent, "close"):
                agent.close()

    def _of(self, row: int) -> Agent:
        if row not in self._agents:
            self._agents[row] = self._make(int(self._streams.keys[row]))
        return self._agents[row]


def _seated(who: Any, game: Game, streams: Streams) -> Any:
    """The agent with the name `who`, or `who` itself, wrapped to draw row by row if possible."""
    agent = who
    if isinstance(who, str):  # `envs` does not depend on `agents`, so names are looked up at run time
        package = __name__.removesuffix(".envs.core.api.opponents")
        registration = importlib.import_module(f"{package}.agents.registration")
        agent = registration.make(who, game)
        if registration.is_imported(who) and not isinstance(agent, DrawsByRow):
            make, listens = functools.partial(registration.make, who, game), getattr(agent, "listens", False)
            return AgentPerRow(who, make, streams, listens=listens)
    if isinstance(agent, DrawsByRow):
        return ByRow(agent, streams)
    if not hasattr(agent, "act"):
        raise HustingsError("opponents: each needs a method act(games, rows); see hustings.agents.make")
    return agent


def _drawn(keys: np.ndarray, what: int, place: int = 0) -> np.ndarray:
    """(R,) 64 random bits for each game, for one purpose."""
    return chance.derive_many(what, keys, np.full(len(keys), place, np.uint64))


def _below(bits: np.ndarray, limit: int) -> np.ndarray:
    """Whole numbers in [0, limit), each from 64 random bits."""
    return (((bits >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32)).astype(np.int64)


def row_seeds(seed: Any, rows: int) -> np.ndarray:
    """(rows,) uint64: seed, seed + 1, ... as in Gymnasium, or a list of seeds.

    Raises:
        HustingsError: for a wrong number of seeds, or something that is not a seed.
    """
    if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str) and np.ndim(seed):
        if len(seed) != rows:
            raise HustingsError(
                f"seed: {rows} games, but {len(seed)} seeds; give one seed per game, or a single one"
            )
        return seed_array(seed)
    return np.arange(rows, dtype=np.uint64) + np.uint64(check_seed(seed))
