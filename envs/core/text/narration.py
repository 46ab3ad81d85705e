"""What a language model, or anybody who reads, is told of a game: the board, the events, the legal actions.

A batch holds no history. Once it is asked to tell, it keeps one: the steps of each game since the last
decision of each seat.
"""

from collections import deque
from typing import NamedTuple

import numpy as np

from ..engine.game import NOBODY, Game
from .events import Event, event_lines
from .prompts import prompts_of
from .words import player

_UNKNOWN = "What happened is not known: the table was changed from outside."


class _Step(NamedTuple):
    """One action in one game, between two tables."""

    before: np.record
    action: int
    after: np.record


class _GameHistory:
    """The steps of one game that somebody has not been told of yet."""

    def __init__(self, players: int, *, dealt: bool):
        self.dealt = dealt  # whether it is kept from the deal on
        self._steps: deque[_Step] = deque()
        self._dropped = 0  # how many steps have been forgotten
        self._since = [-1] * players  # the number of each seat's last step; -1: none yet

    def note(self, step: _Step) -> None:
        self._since[int(step.before.seat)] = self._dropped + len(self._steps)
        self._steps.append(step)
        while self._dropped < min(self._since):
            self._steps.popleft()
            self._dropped += 1

    def replace_last(self, after: np.record) -> None:
        if self._steps:
            self._steps[-1] = self._steps[-1]._replace(after=after)

    def decided(self, seat: int) -> bool:
        return self._since[seat] >= 0

    def since(self, seat: int) -> list[_Step]:
        """The steps since the seat's last decision, that one included."""
        return list(self._steps)[max(self._since[seat], 0) - self._dropped :]


class History:
    """What has been done in the games of a batch since somebody listens.

    Args:
        tables: (N,) the games as they are now.
        players: P.
    """

    def __init__(self, tables: np.ndarray, players: int):
        self._players = players
        self._games: dict[int, _GameHistory] = {}
        self._begun: dict[int, bytes] = {}
        self.begin(np.arange(len(tables)), tables, dealt=False)

    def begin(self, rows: np.ndarray, tables: np.ndarray, *, dealt: bool) -> None:
        """Forget what was in these games, and go on from `tables`, all those of the batch."""
        for row in rows.tolist():
            self._games[row] = _GameHistory(self._players, dealt=dealt)
            self._begun[row] = tables[row].tobytes()

    def note(self, rows: np.ndarray, before: np.ndarray, actions: np.ndarray, after: np.ndarray) -> None:
        """Keep what was done in these games: (R,) tables before and after, (R,) actions."""
        for row, old, action, new in zip(rows.tolist(), before, actions.tolist(), after, strict=True):
            if old.seat != NOBODY:
                self._games[row].note(_Step(old, action, new))

    def replace_last(self, tables: np.ndarray) -> None:
        """Take (N,) tables for what the games have come to, as if what is hidden had been otherwise."""
        for row, history in self._games.items():
            history.replace_last(tables[row].copy())
            self._begun[row] = tables[row].tobytes()

    def events(self, game: Game, box: np.record, table: np.record, row: int, seat: int) -> list[Event]:
        """What has happened since the seat's last decision, that one included, as far as it may know.

        `table` is the game as it is now.
        """
        history = self._games[row]
        steps = history.since(seat)
        tables = [step.before.tobytes() for step in steps] + [table.tobytes()]
        reached = [step.after.tobytes() for step in steps]
        if tables[1:] != reached or (not steps and tables[0] != self._begun[row]):
            return [Event(_UNKNOWN)]
        told = []
        if history.dealt and not history.decided(seat):
            told += prompts_of(game).opening(box, steps[0].before if steps else table)
        for step in steps:
            told += game.events(box, step.before, step.action, step.after, seat)
        return told


def tell(
    game: Game,
    box: np.record,
    table: np.record,
    seat: int,
    events: list[Event],
    legal: list[int],
    scores: list[int],
) -> str:
    """A game for one who reads, see `GameBatch.tell`.

    Args:
        game, box, table: what is told of.
        seat: who reads.
        events: since its last decision.
        legal: the legal actions of the seat on turn.
        scores: (P,) the points of a game that is over.
    """
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
