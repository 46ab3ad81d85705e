"""The Python version of `_one_game.c`: slower, otherwise the same. There is none of `_function.c`."""

import operator
from collections.abc import Callable
from typing import Any, Self

import numpy as np

from ..engine.record import NOBODY


class Calls:
    """The rules of a game, its box, and its sizes.

    Args:
        loops: the loops of `core/engine/loops.py` over a batch, here of one game. (The C version takes the
            addresses of `deal`, `advance` and `observe` instead. To call these from Python costs more than
            the loops, since Numba takes long to convert a record.)
        work: the flags with which `loops.step_many` checks and does an action.
        box, blank: (1,) the box, and a table of zeros.
        seat_at: the offset of the field `seat` in a table; only the C version needs it.
        actions, seats, view_size: A, P and S.
        ask_forced: ask decisions with a single legal action too.
        empty: returns a new array, (S,) float32.
    """

    def __init__(self, loops: Any, work: int, box: np.ndarray, blank: np.ndarray, seat_at: int, actions: int,
                 seats: int, view_size: int, ask_forced: bool, empty: Callable[[], np.ndarray]):  # fmt: skip
        self.loops, self.work = loops, work
        self.box, self.blank, self.actions, self.seats = box, blank, actions, seats
        self.view_size, self.ask_forced, self.empty = view_size, ask_forced, empty


_ROW = np.zeros(1, np.int64), 0, 1  # the arguments rows, first and last of a loop over a batch of one


class OneGame:
    """One game."""

    __slots__ = ("_masks", "_tables", "calls")
    calls: Calls
    _tables: np.ndarray  # (1,)
    _masks: np.ndarray  # (1, A)

    @classmethod
    def _blank(cls, calls: Calls) -> Self:
        made = object.__new__(cls)
        made.calls = calls
        made._tables, made._masks = calls.blank.copy(), np.zeros((1, calls.actions), np.bool_)
        return made

    @classmethod
    def _lent(cls, calls: Calls, arrays: tuple[np.ndarray, np.ndarray]) -> Self:
        made = cls._blank(calls)
        made._tables, made._masks = arrays[0].view(calls.blank.dtype)[:1], arrays[1][:1]
        return made

    def __bytes__(self) -> bytes:
        return self._tables.tobytes()

    def _deal(self, seed: int) -> None:
        calls, seeds = self.calls, np.array((seed,), np.uint64)
        calls.loops.deal_many(calls.box, self._tables, self._masks, *_ROW, calls.blank, calls.seats, seeds,
                              calls.ask_forced)  # fmt: skip

    def _load(self, content: Any) -> None:
        if len(content) != self._tables.nbytes:
            raise ValueError("a table of another size")
        # A bytearray, since an array over bytes could not be written to.
        self._tables = np.frombuffer(bytearray(content), self._tables.dtype)
        self.calls.loops.legal_many(self.calls.box, self._tables, self._masks, *_ROW)

    def _mask(self) -> bytearray:
        return bytearray(self._masks.tobytes())

    def _checked_seat(self, seat: Any) -> int:
        raise NotImplementedError

    def _refuse_array(self) -> None:
        raise NotImplementedError

    def _refuse(self, action: Any) -> None:
        raise NotImplementedError

    def current_player(self) -> int:
        """The seat to decide; -1 when the game is over."""
        return int(self._tables["seat"][0])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == NOBODY

    def legal_actions(self, seat: int | None = None, /) -> list[int]:
        """The legal actions of a seat, ascending: none unless it is to decide.

        Args:
            seat: None for the seat to decide.

        Raises:
            HustingsError: for a seat out of range.
        """
        if seat is not None and self._checked_seat(seat) != self.current_player():
            return []
        return np.flatnonzero(self._masks).tolist()

    def apply_action(self, action: int, /) -> None:
        """Do an action of the seat to decide, and everything that follows without a choice.

        Raises:
            IllegalAction: naming seat, phase and action; the game has not changed.
        """
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        calls, inside = self.calls, 0 <= number < self.calls.actions
        actions = np.array((number if inside else NOBODY,))
        if self.is_terminal() or calls.loops.step_many(
            calls.box, self._tables, self._masks, *_ROW, actions, calls.ask_forced, calls.work
        ) >= 0:  # fmt: skip
            self._refuse(action)

    def clone(self) -> Self:
        """A copy that continues exactly as this game does."""
        made = self._blank(self.calls)
        made._tables, made._masks = self._tables.copy(), self._masks.copy()
        return made

    def child(self, action: int, /) -> Self:
        """A copy in which the action has been done; this game does not change.

        Raises:
            IllegalAction: as `apply_action`.
        """
        made = self.clone()
        made.apply_action(action)
        return made

    def observation_tensor(self, seat: int | None = None, *, into: np.ndarray | None = None) -> np.ndarray:
        """(S,) float32 in [-1, 1]: what a seat may know, its own seat first.

        Args:
            seat: None for the seat to decide; zeros when the game is over.
            into: an array to fill instead of a new one.

        Raises:
            HustingsError: for a seat out of range, or an array of another shape or type.
        """
        calls = self.calls
        seat = self.current_player() if seat is None else self._checked_seat(seat)
        into = calls.empty() if into is None else into
        fits = isinstance(into, np.ndarray) and into.dtype == np.float32 and into.shape == (calls.view_size,)
        if not (fits and into.flags.c_contiguous and into.flags.writeable):
            self._refuse_array()
        seats = np.array((seat,), np.int8)
        calls.loops.observe_many(calls.box, self._tables, *_ROW, seats, into[None])
        return into


class Function:
    """A function of a game's library at an address; see `_function.c`."""

    def __init__(self, address: int, name: str, arguments: str, result: str):
        raise NotImplementedError

    def __call__(self, *args: Any) -> Any:
        """Call it."""
        raise NotImplementedError


def supports(level: str) -> bool:
    """Whether this processor runs code for a level of x86-64; without C, no library is used."""
    return False
