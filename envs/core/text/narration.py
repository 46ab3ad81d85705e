"""Describe a game to a language model or a person: the board, recent events, the legal actions.

A batch has no history until it is asked for events. From then on it records the steps of each game, back to
the last decision of each seat.
"""

from collections import deque
from typing import NamedTuple

import numpy as np

from ..engine.game import NOBODY, Game
from .events import Event, event_lines
from .prompts import prompts_of
from .snapshot import snapshot
from .words import player

_UNKNOWN = "What happened is not known: the table was changed from outside."
_UNRECORDED = "What happened before was not recorded."


class _Step(NamedTuple):
    """One action in one game, between two tables, as bytes: NumPy copies tables field by field."""

    before: bytes
    action: int
    after: bytes


class _GameHistory:
    """The steps of one game since the earliest of the seats' last decisions."""

    def __init__(self, players: int, table: bytes, *, dealt: bool):
        self.begun = table  # as long as no step is recorded
        self.dealt = dealt  # whether the record begins with the deal
        self._steps: deque[_Step] = deque()
        self._dropped = 0  # the number of steps that no seat needs any more
        self._since = [-1] * players  # the number of each seat's last step; -1 for none yet

    def note(self, seat: int, step: _Step) -> None:
        self._since[seat] = self._dropped + len(self._steps)
        self._steps.append(step)
        while self._dropped < min(self._since):
            self._steps.popleft()
            self._dropped += 1

    def replace_last(self, after: bytes) -> None:
        self.begun = after
        if self._steps:
            self._steps[-1] = self._steps[-1]._replace(after=after)

    def decided(self, seat: int) -> bool:
        return self._since[seat] >= 0

    def since(self, seat: int) -> list[_Step]:
        """The steps from the seat's last decision on."""
        return list(self._steps)[max(self._since[seat], 0) - self._dropped :]


class History:
    """The recorded steps of all games in a batch.

    Args:
        tables: (N,) the current tables.
        dealt: (N,) bool, whether they are as they were dealt.
        players: P.
    """

    def __init__(self, tables: np.ndarray, dealt: np.ndarray, players: int):
        self._players = players
        self._games: dict[int, _GameHistory] = {}
        self.begin(np.arange(len(tables)), tables, dealt)

    def begin(self, rows: np.ndarray, tables: np.ndarray, dealt: np.ndarray) -> None:
        """Forget the steps of games `rows` and continue from `tables`, (N,) the tables of the whole batch.

        `dealt` (R,) says which of these games are as they were dealt.
        """
        for row, begins in zip(rows.tolist(), dealt.tolist(), strict=True):
            self._games[row] = _GameHistory(self._players, tables[row].tobytes(), dealt=begins)

    def note(self, rows: np.ndarray, before: np.ndarray, actions: np.ndarray, after: np.ndarray) -> None:
        """Record a step in each of these games: (R,) tables before and after, (R,) actions."""
        seats = before["seat"].tolist()  # at once: fields of records are slow
        steps = zip(rows.tolist(), seats, _each(before), actions.tolist(), _each(after), strict=True)
        for row, seat, *step in steps:
            if seat != NOBODY:
                self._games[row].note(seat, _Step(*step))

    def replace_last(self, tables: np.ndarray) -> None:
        """Replace the final tables by redealt ones, (N,), so that the recorded steps lead to these."""
        for row, history in self._games.items():
            history.replace_last(tables[row].tobytes())

    def events(self, game: Game, box: np.record, table: np.record, row: int, seat: int) -> list[Event]:
        """The events in game `row` from the last decision of `seat` on, as far as the seat may know them.

        `table` is the current table; if it does not follow from the recorded steps, the event says so.
        """
        history = self._games[row]
        steps = history.since(seat)
        tables = [step.before for step in steps] + [table.tobytes()]
        reached = [step.after for step in steps]
        if tables[1:] != reached or (not steps and tables[0] != history.begun):
            return [Event(_UNKNOWN)]
        found, met = [], np.frombuffer(b"".join(tables), table.dtype)
        if not history.decided(seat):
            found += prompts_of(game).opening(box, met[0]) if history.dealt else [Event(_UNRECORDED)]
        for number, step in enumerate(steps):
            found += game.events(box, met[number], step.action, met[number + 1], seat)
        return found


def _each(tables: np.ndarray) -> list[bytes]:
    """The bytes of each of these tables."""
    data, size = tables.tobytes(), tables.itemsize
    return [data[first : first + size] for first in range(0, len(data), size)]


def tell(
    game: Game,
    box: np.record,
    table: np.record,
    seat: int,
    events: list[Event],
    legal: list[int],
    scores: list[int],
) -> str:
    """Describe a game to the reader in `seat`; see `GameBatch.tell`.

    Args:
        game, box, table: the game.
        seat: the reader.
        events: the events since the reader's last decision.
        legal: the legal actions of the seat on turn.
        scores: (P,) the points, used if the game is over.
    """
    box, table = snapshot(box), snapshot(table)
    happened = event_lines(events) or ["Nothing has happened."]
    parts = [
        f"{game.title}, {int(table.seats)} players. You are {player(seat)}.",
        game.board(box, table, seat),
        "\n".join(["Since your last decision:", *(f"- {line}" for line in happened)]),
    ]
    if table.seat == NOBODY:
        in_words = prompts_of(game).points
        points = ", ".join(f"{player(who)} {in_words(table, score)}" for who, score in enumerate(scores))
        return "\n\n".join([*parts, f"The game is over: {points}."])
    if table.seat != seat:
        return "\n\n".join([*parts, f"{player(table.seat)} decides."])
    choices = [f"{action}: {game.describe(box, table, action)}" for action in legal]
    matters = prompts_of(game).matters(box, table, seat)
    return "\n\n".join([*parts, "\n".join([*matters, "Your legal actions:", *choices])])
