"""What a language model, or anybody who reads, is told of a game: the board, the news, the legal actions.

A batch holds no history. Once it is asked to tell, it keeps a diary: the actions of each game from then on,
and the table before each seat's last decision, from which the news since then are told.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..engine.game import NOBODY
from ..errors import HustingsError
from .prompts import asking_of, folded

if TYPE_CHECKING:
    from ..api.batch import GameBatch

_UNKNOWN = "What happened is not known: the table was changed from outside."


class Diary:
    """What has been done in the games of a batch since somebody listens.

    Args:
        tables: (N,) the games as they are now.
        players: P.
    """

    def __init__(self, tables: np.ndarray, players: int):
        self._before = np.zeros((len(tables), players), tables.dtype)  # before each seat's last decision
        self._since = np.zeros((len(tables), players), np.int64)  # where that is in the actions; -1: none yet
        self._actions: list[list[int]] = [[] for _ in range(len(tables))]
        self._dealt = np.zeros(len(tables), np.bool_)  # whether it has been kept from the deal on
        self.begin(np.arange(len(tables)), tables, dealt=False)

    def begin(self, rows: np.ndarray, tables: np.ndarray, *, dealt: bool) -> None:
        """Forget what was in these games, and go on from `tables`, all those of the batch."""
        self._before[rows] = tables[rows, None]
        self._since[rows] = -1
        self._dealt[rows] = dealt
        for row in rows.tolist():
            self._actions[row] = []

    def note(self, rows: np.ndarray, before: np.ndarray, actions: np.ndarray) -> None:
        """Keep what was done in these games, whose tables were `before`, (R,)."""
        for row, table, action in zip(rows.tolist(), before, actions.tolist(), strict=True):
            seat = int(table["seat"])
            if seat != NOBODY:
                self._before[row, seat] = table
                self._since[row, seat] = len(self._actions[row])
                self._actions[row].append(action)

    def news(self, games: "GameBatch", row: int, seat: int) -> list[str]:
        """What has happened since the seat's last decision, that one included, as far as it may know."""
        game, box, asking = games.game, games.box[0], asking_of(games.game)
        twin = type(games)(
            game, 1, games.num_players, box=games.box, ask_forced=games.ask_forced, seed=games.seed
        )
        since = int(self._since[row, seat])
        twin.tables[0] = self._before[row, seat]
        lines = asking.opening(box, twin.tables[0]) if since < 0 and self._dealt[row] else []
        try:
            for action in self._actions[row][max(since, 0) :]:
                before = twin.tables[0].copy()
                twin.step([action])
                lines += game.news(box, before, twin.tables[0], seat)
        except HustingsError:
            return [_UNKNOWN]
        if twin.tables[0].tobytes() != games.tables[row].tobytes():
            return [_UNKNOWN]
        return folded(lines, asking.folds)


def tell(games: "GameBatch", diary: Diary, row: int, seat: int) -> str:
    """What `GameBatch.tell` gives."""
    game, box, table = games.game, games.box[0], games.tables[row]
    news = diary.news(games, row, seat)
    parts = [
        f"{game.title}, {games.num_players} players. You are player_{seat}.",
        games.board(row, seat),
        "\n".join(
            ["Since your last decision:", *(f"- {line}" for line in news or ["Nothing has happened."])]
        ),
    ]
    on_turn = int(table["seat"])
    if on_turn == NOBODY:
        points = ", ".join(f"player_{who} {score}" for who, score in enumerate(games.scores[row]))
        return "\n\n".join([*parts, f"The game is over. Points: {points}."])
    if on_turn != seat:
        return "\n\n".join([*parts, f"player_{on_turn} decides."])
    matters = asking_of(game).matters(box, table, seat)
    legal = np.flatnonzero(games.masks(rows=np.array([row]))[0]).tolist()
    choices = [f"{action}: {games.describe(row, action)}" for action in legal]
    return "\n\n".join([*parts, "\n".join([*matters, "Your legal actions:", *choices])])
