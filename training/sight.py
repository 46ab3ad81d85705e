"""What a learning network is shown: the view of the seat on turn and, behind it, what the others hide.

Only a critic may look at what is behind the view (`EntityPolicy`): one that knows all cards tells better
whether a decision was good or lucky. The policy that is saved never sees it.
"""

from collections.abc import Iterator

import numpy as np

from ..agents.base import RandomAgent
from ..envs.core.batch import GameBatch
from ..envs.core.game import Game
from ..envs.core.layout import Block
from .anytable import SEAT, form_of

_GAMES = 32


class Sight:
    """What is shown of games like these.

    Args:
        games: of the game, the number of players and the box that are meant; they are not touched.
        all_cards: show what the other seats hide, too.
        any_table: in the form in which tables of every size are alike.

    Attributes:
        players: P, of the values that are learnt: those of the games, or of the largest table.
        view_size: S, entries of the view.
        hidden_size: H, entries about what the others hide; 0 if they are not shown.
    """

    def __init__(self, games: GameBatch, *, all_cards: bool = False, any_table: bool = False):
        self._form = form_of(games.game) if any_table else None
        self.players = self._form.players if self._form else games.num_players
        self._private = np.zeros(0, np.int64)
        if all_cards:
            self._private = private_entries(games.game, self.players, games.box)
        self.view_size = self._form.layout.size if self._form else games.observation_size
        self.hidden_size = len(self._private) * (self.players - 1)

    @property
    def size(self) -> int:
        return self.view_size + self.hidden_size

    def __call__(
        self, games: GameBatch, seats: np.ndarray | None = None, *, rows: np.ndarray | None = None
    ) -> np.ndarray:
        """(R, S + H) float32: what each of `seats` (None: those on turn) sees in the games `rows`."""
        view = self._view(games, seats, rows)
        if not self.hidden_size:
            return view
        where = np.arange(games.num_games) if rows is None else rows
        who = games.seat[where] if seats is None else seats
        nobody = who < 0
        behind = np.zeros((len(where), self.players - 1, len(self._private)), np.float32)
        for further in range(1, games.num_players):
            other = np.where(nobody, who, (who + further) % games.num_players).astype(np.int8)
            behind[:, further - 1] = self._view(games, other, where)[:, self._private]
        return np.concatenate([view, behind.reshape(len(where), -1)], axis=1)

    def _view(self, games: GameBatch, seats: np.ndarray | None, rows: np.ndarray | None) -> np.ndarray:
        view = games.observe(seats, rows=rows)
        return self._form(view) if self._form else view


def private_entries(game: Game, players: int, box: np.ndarray | None = None) -> np.ndarray:
    """(K,) the entries of a seat's view that tell of itself what some other seat does not see.

    They are found in games played at random: what two seats see differently is not open to both. What is
    derived from other entries is left out.
    """
    played = GameBatch(game, _GAMES, players, box=box)
    blocks = [block for block in game.observation(players) if not block.derived]
    found = np.zeros(played.observation_size, np.bool_)
    agent = RandomAgent(game)
    while len(rows := np.flatnonzero(~played.over)):
        seats = np.arange(players, dtype=np.int8)[:, None].repeat(len(rows), axis=1)
        views = np.stack([played.observe(who, rows=rows) for who in seats])
        for block in blocks:
            for seat in range(players):
                for entries, seen in _of_itself(block, views, seat):
                    found[entries] |= (seen != seen[seat]).any(axis=(0, 1))
        played.step(agent.act(played, rows), rows=rows)
    return np.flatnonzero(found)


def _of_itself(block: Block, views: np.ndarray, seat: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The (E,) entries of a block in which `seat` reads about itself, and what all see there, (P, R, E)."""
    players = len(views)
    places = np.arange(block.start, block.stop)
    if SEAT not in block.axes:
        yield places, views[:, :, places]
    elif block.axes[SEAT] == players:
        by_seat = np.moveaxis(places.reshape(tuple(block.axes.values())), list(block.axes).index(SEAT), 0)
        by_seat = by_seat.reshape(players, -1)
        yield by_seat[0], np.stack([views[who][:, by_seat[(seat - who) % players]] for who in range(players)])
