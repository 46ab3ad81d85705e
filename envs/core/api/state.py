"""State: one game as an object, with the method names of OpenSpiel, for searches written in Python."""

import functools
from collections.abc import Callable
from typing import Any, Self

import numpy as np

from ..engine.game import Game
from ..engine.loops import APPLY, CHECK, Reward, loops_of
from ..errors import HustingsError, IllegalAction
from ..native import IN_C, Calls, OneGame
from ..text.snapshot import snapshot
from .arguments import action_number, check_seed, reward_named, whole_number


class Kind(Calls):
    """The settings that all states of one kind share: the compiled rules, the box, and the following.

    Attributes:
        game, num_players, reward, ask_forced: as for `GameBatch`.
        size: S, the size of an observation.
        batch: makes a batch of one game of this kind.
    """

    game: Game
    num_players: int
    reward: Any
    ask_forced: bool
    size: int
    batch: Callable[[], Any]
    _box: np.ndarray  # (1,), options included

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kind) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled by its batch's arguments, since addresses of code mean nothing to another process.
        return _kind_of, (self.batch,)

    def _key(self) -> tuple[Any, ...]:
        return self.game.name, self.num_players, self.reward, self.ask_forced, self._box.tobytes()


def make_kind(
    game: Game, players: int, reward: Any, box: np.ndarray, ask_forced: bool, batch: Callable[[], Any]
) -> Kind:
    """The kind of states with these settings; `box` is (1,), and `batch` makes a batch of one game."""
    loops, fields, size = loops_of(game), game.table.fields, game.observation(players).size
    assert fields is not None
    rules: Any = {"loops": loops, "work": CHECK | APPLY}
    if IN_C:  # C calls machine code of one game by address, Python the loops of a batch
        rules = {name: getattr(loops, name).address() for name in ("deal", "advance", "observe")}
    kind = Kind(
        **rules,
        box=box,
        blank=np.zeros(1, game.table),
        seat_at=int(fields["seat"][1]),
        actions=game.actions.size,
        seats=players,
        view_size=size,
        ask_forced=ask_forced,
        empty=functools.partial(np.empty, size, np.float32),
    )
    kind.game, kind.num_players, kind.reward, kind.ask_forced = game, players, reward, ask_forced
    kind._box, kind.size, kind.batch = box, size, batch
    return kind


def _kind_of(batch: Callable[[], Any]) -> Kind:
    return batch().kind


class State(OneGame):
    """One game that is fast to play from Python, to copy and to store; made by `saludos_amigos_v0.state()`.

    Seats are numbered from 0. P is the number of players, A the number of actions, S the size of an
    observation. Future chance follows from the seed, so `child(action)` shows exactly what
    `apply_action(action)` will do, hidden cards and dice included. A search that must not foresee these
    should work on `resample(seat, seed)`.

    States are equal if they are of one kind and their tables agree in every byte. They can be copied, pickled
    and put into sets and dicts (but must not change while they are in one).

    Attributes:
        calls: its `Kind`, shared with other states.
    """

    __slots__ = ()
    calls: Kind

    def __new__(cls) -> Self:
        """Raise HustingsError: states are made by a game."""
        raise HustingsError(
            "State() has no game; call a game's state(), as in liberte_v0.state(num_players=4)"
        )

    def get_game(self) -> Game:
        """The game's description."""
        return self.calls.game

    def num_players(self) -> int:
        """The number of players, P."""
        return self.calls.num_players

    def num_distinct_actions(self) -> int:
        """The number of actions, A, the same in every state."""
        return self.get_game().actions.size

    def legal_actions_mask(self, seat: int | None = None, /) -> np.ndarray:
        """(A,) int8: 1 for the legal actions of a seat, of which there are none unless it is to decide.

        Args:
            seat: None for the seat to decide.

        Raises:
            HustingsError: for a seat out of range.
        """
        if seat is not None and self._checked_seat(seat) != self.current_player():
            return np.zeros(self.num_distinct_actions(), np.int8)
        return np.frombuffer(self._mask(), np.int8)

    def returns(self) -> list[float]:
        """(P,) the payoffs: zeros until the game is over. Those of your own `reward` need not sum to 0."""
        if callable(self.calls.reward):
            return self.to_batch().payoff[0].tolist()
        return self._results()[1][0].tolist()

    def scores(self) -> list[int]:
        """The points of each seat, (P,), by the game's own rules."""
        return self._results()[0][0].tolist()

    def action_to_string(self, action: int) -> str:
        """An action of the seat to decide, in words.

        Raises:
            HustingsError: for an action out of range.
        """
        number = action_number(action, self.num_distinct_actions())
        return self.get_game().describe(self.calls._box[0], self._table()[0], number)

    def resample(self, seat: int, seed: int) -> "State":
        """A random state consistent with what `seat` knows: everything hidden and future chance are redrawn.

        Args:
            seat: the seat whose knowledge is kept.
            seed: the seed of the new deal; the result depends only on it and on what the seat knows.
        """
        tables, rows = self._table(), np.zeros(1, np.int64)
        seats = np.array([self._checked_seat(seat)], np.int8)
        loops_of(self.get_game()).redeal_many(
            self.calls._box, tables, rows, 0, 1, seats, np.uint64(check_seed(seed))
        )
        return state_of(self.calls, tables.tobytes())

    def serialize(self) -> bytes:
        """The table, for `deserialize`."""
        return bytes(self)

    def deserialize(self, content: bytes) -> "State":
        """A state of this kind from the bytes that `serialize` returned.

        Raises:
            HustingsError: if the bytes are not a playable table.
        """
        return checked_state(self.calls, content)

    def to_batch(self) -> Any:
        """A copy as a `GameBatch` of one, for agents, events and everything else a batch can do."""
        games = self.calls.batch()
        games.restore(None, np.frombuffer(bytes(self), np.uint8)[None])
        return games

    def picture(self, seat: int | None = None) -> str:
        """The table as SVG: what `seat` may know, or everything for None."""
        shown = None if seat is None else self._checked_seat(seat)
        return self.get_game().picture(*self._frozen(), shown)

    def _repr_svg_(self) -> str:
        return self.picture()

    def __str__(self) -> str:
        return self.get_game().board(*self._frozen(), None)

    def __repr__(self) -> str:
        seat = self.current_player()
        phase = self.get_game().phases(int(self._table()["phase"][0])).name
        turn = "over" if seat < 0 else f"seat {seat} decides, {phase}"
        return f"<State: {self.get_game().title}, {self.num_players()} players, {turn}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        alike = self.calls is other.calls or self.calls == other.calls
        return alike and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return checked_state, (self.calls, bytes(self))

    def _table(self) -> np.ndarray:
        """(1,) a writeable copy of the table."""
        return np.frombuffer(bytearray(bytes(self)), self.get_game().table)

    def _frozen(self) -> tuple[Any, Any]:
        """The box and the table, to be read often."""
        return snapshot(self.calls._box[0]), snapshot(self._table()[0])

    def _results(self) -> tuple[np.ndarray, np.ndarray]:
        players = self.num_players()
        scores, payoffs = np.empty((1, players), np.int32), np.empty((1, players), np.float32)
        # The scores do not depend on the reward; payoffs by a function are computed in `returns`.
        reward = Reward.RANK if callable(self.calls.reward) else reward_named(self.calls.reward)
        loops_of(self.get_game()).results_many(
            self.calls._box, self._table(), np.zeros(1, np.int64), 0, 1, int(reward), scores, payoffs
        )
        return scores, payoffs

    def _checked_seat(self, seat: Any) -> int:
        number = whole_number("seat", seat)
        if not 0 <= number < self.num_players():
            raise HustingsError(f"seat: {number} is outside 0 to {self.num_players() - 1}")
        return number

    def _refuse_array(self) -> None:
        """Raise HustingsError that says which array is needed."""
        raise HustingsError(f"into: needs a writeable C-ordered float32 array of shape ({self.calls.size},)")

    def _refuse(self, action: Any) -> None:
        """Raise IllegalAction that names the action and the legal ones."""
        number = whole_number("action", action)
        raise IllegalAction(self.to_batch().why_illegal(0, number))


def checked_state(kind: Kind, table: bytes) -> State:
    """The state of a kind with this table, which may come from an untrusted source and is checked.

    Raises:
        HustingsError: if the bytes are not a playable table.
    """
    games = kind.batch()
    if not isinstance(table, bytes) or len(table) != games.tables.nbytes:
        raise HustingsError(f"not a state of {kind.game.title}; give what serialize() has returned")
    games.tables = np.frombuffer(table, kind.game.table)
    return state_of(kind, table)


def deal_state(kind: Kind, seed: int) -> State:
    """A new game, the same as `env.reset(seed=seed)` deals."""
    made = State._blank(kind)
    made._deal(check_seed(seed))
    return made


def state_of(kind: Kind, table: bytes) -> State:
    """The state of a kind with this table, which must be playable and is not checked."""
    made = State._blank(kind)
    made._load(table)
    return made
