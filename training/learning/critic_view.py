"""The input that a network learns from: the view of the seat on turn, followed by what other seats hide.

Only a critic reads the second part: knowing all cards, it can better tell a good decision from a lucky one.
The saved policy never sees it.
"""

import itertools
from typing import Any

import numpy as np

from ...agents.bots import RandomAgent
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.engine.layout import Block
from .padding import SEAT, padding_of

_GAMES = 32


class CriticView:
    """Makes the observations for a network that learns.

    Args:
        games: a batch with the game, number of players and box to observe; it is not changed.
        all_cards: whether to append what the other seats hide.
        padded: whether to use the form that tables of every size share, see `Padding`.

    Attributes:
        players: P, the number of seats with values: those of the games, or of the largest table.
        view_size: S, the size of a view.
        hidden_size: H, the number of entries about what the others hide; 0 without `all_cards`.
        padded: as given.
    """

    def __init__(self, games: GameBatch, *, all_cards: bool = False, padded: bool = False):
        self.padded, self._form = padded, padding_of(games.game) if padded else None
        self.players = self._form.players if self._form else games.num_players
        self._private = np.zeros(0, np.int64)
        if all_cards:
            self._private = private_entries(games.game, self.players, games.box)
        self.view_size = self._form.layout.size if self._form else games.observation_size
        self.hidden_size = len(self._private) * (self.players - 1)

    @property
    def size(self) -> int:
        """S + H, the size of an observation."""
        return self.view_size + self.hidden_size

    def __call__(
        self,
        games: GameBatch,
        seats: np.ndarray | None = None,
        *,
        rows: np.ndarray | None = None,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """(R, S + H) float32: observations of `seats` (None for those on turn) in the games `rows`.

        Args:
            games: the batch.
            seats: (R,) seats.
            rows: (R,) the games; None for all.
            out: an array to fill instead of a new one.
        """
        if not self.hidden_size:
            if self._form is None:
                return games.observe(seats, rows=rows, out=out)
            return self._form(games.observe(seats, rows=rows), out)
        where = np.arange(games.num_games) if rows is None else rows
        who = games.seat[where] if seats is None else seats
        nobody = who < 0  # games that are over: their observations are zeros
        seen = np.empty((len(where), self.size), np.float32) if out is None else out
        seen[:, self.view_size :] = 0
        behind = seen[:, self.view_size :].reshape(len(where), self.players - 1, -1)
        view = np.empty((len(where), games.observation_size), np.float32)  # reused for every seat
        seen[:, : self.view_size] = self._view(games, seats, where, view)
        for further in range(1, games.num_players):
            other = np.where(nobody, who, (who + further) % games.num_players).astype(np.int8)
            behind[:, further - 1] = self._view(games, other, where, view)[:, self._private]
        return seen

    def _view(self, games: GameBatch, seats: np.ndarray | None, rows: Any, out: np.ndarray) -> np.ndarray:
        view = games.observe(seats, rows=rows, out=out)
        return self._form(view) if self._form else view


def private_entries(game: Game, players: int, box: np.ndarray | None = None) -> np.ndarray:
    """(K,) the entries of a seat's view about itself, in blocks that others do not see in full.

    They are found by playing games at random: if two seats see an entry differently, one of them does not
    know it. Blocks derived from others are left out.
    """
    blocks = [block for block in game.observation(players) if not block.derived]
    entries = [
        np.concatenate([_about(block, players, further) for block in blocks]) for further in range(players)
    ]
    own = entries[0]
    differ = np.zeros(len(own), np.bool_)
    played, agent = GameBatch(game, _GAMES, players, box=box), RandomAgent(game)
    while len(rows := np.flatnonzero(~played.over)):
        seats = np.arange(players, dtype=np.int8)[:, None].repeat(len(rows), axis=1)
        views = [played.observe(who, rows=rows) for who in seats]
        for seat, who in itertools.permutations(range(players), 2):
            differ |= (views[seat][:, own] != views[who][:, entries[(seat - who) % players]]).any(axis=0)
        played.step(agent.act(played, rows), rows=rows)
    sizes = [len(_about(block, players, 0)) for block in blocks]
    parts = np.split(own, np.cumsum(sizes)[:-1])
    private = np.split(differ, np.cumsum(sizes)[:-1])
    # Whole blocks: an entry that never differed in a few random games may still be private.
    hidden = [part for part, differs in zip(parts, private) if differs.any()]
    return np.concatenate([np.zeros(0, np.int64), *hidden])  # in some games nothing is hidden


def _about(block: Block, players: int, further: int) -> np.ndarray:
    """A block's entries about the seat `further` places clockwise; all of them without an axis of seats."""
    places = np.arange(block.start, block.stop)
    if block.axes.get(SEAT) != players:
        return places
    by_seat = np.moveaxis(places.reshape(tuple(block.axes.values())), list(block.axes).index(SEAT), 0)
    return by_seat[further].reshape(-1)
