"""Taking decisions back, as long as nothing hidden has been shown and nobody else has decided since."""

import copy
import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..envs.core.api.batch import GameBatch

WORLDS = 32  # consistent deals, in all of which each person must see the same


class Point(NamedTuple):
    """A position in which a person was asked, to which they can go back.

    Attributes:
        seat: the person's seat.
        moves: the number of moves before it.
        games: the game at that point.
        note: the caller's data.
    """

    seat: int
    moves: int
    games: GameBatch
    note: Any


def first_of_last_run(moves: Sequence[tuple[int, int, str]]) -> int:
    """The place of the first of the last moves, all of one seat: what may be taken back after a stop."""
    return max((place for place, move in enumerate(moves, 1) if move[0] != moves[-1][0]), default=0)


class Takeback:
    """The points to which the person who decided last can go back, one decision at a time.

    Args:
        games: the game, a batch of one.
        people: the seats of people.
    """

    def __init__(self, games: GameBatch, people: Iterable[int]):
        self._points: list[Point] = []
        self._games, self._people = games, frozenset(people)

    @functools.cached_property
    def _worlds(self) -> GameBatch:
        """Redealt games, made once a person has decided; games of bots need none."""
        games = self._games
        return GameBatch(games.game, WORLDS, games.num_players, box=games.box, ask_forced=games.ask_forced)

    def asked(self, games: GameBatch, moves: int, note: Any = None) -> None:
        """Note that a person is about to decide after `moves` moves; `note` is returned with the point."""
        seat = int(games.seat[0])
        if not self._points or self._points[-1].moves < moves:
            self._points.append(Point(seat, moves, copy.copy(games), note))

    def decided(self, before: np.ndarray, action: int, games: GameBatch, *, by_person: bool) -> None:
        """Note a decision: the (1,) tables before it, the action, and the game after it."""
        seat = int(before["seat"][0])
        own = by_person and bool(self._points) and self._points[-1].seat == seat
        if not own or any(self._has_shown(before, action, games, person) for person in self._people):
            self._points.clear()
        self._points = [point for point in self._points if point.seat == seat]

    def possible(self, seat: int | None, moves: int) -> bool:
        """Whether a seat can take its last decision back after `moves` moves."""
        decided = [point for point in self._points if point.moves < moves]
        return bool(decided) and decided[-1].seat == seat

    def take_back(self, moves: int) -> Point | None:
        """Return to the point before the last decision, after `moves` moves; None if there is none."""
        while self._points:
            point = self._points.pop()
            if point.moves < moves:
                return point
        return None

    def _has_shown(self, before: np.ndarray, action: int, games: GameBatch, person: int) -> bool:
        """Whether an action showed a person anything that was hidden from them or decided by chance.

        It did not if their seat sees the same in every deal consistent with what it knew, of those in which
        the action could be taken: another's may have needed a card that they cannot know of.
        """
        worlds = self._worlds
        worlds.tables = np.repeat(before, WORLDS)
        worlds.redeal(person, seed=len(self._points))
        actions = np.full(WORLDS, action)
        rows = np.flatnonzero(worlds.are_legal(actions) & (worlds.seat == before["seat"][0]))
        if not len(rows):  # nobody can tell
            return True
        worlds.step(actions[rows], rows=rows)
        seen = worlds.observe(person, rows=rows)
        return bool((seen != games.observe(person)).any() or (worlds.seat[rows] != games.seat[0]).any())
