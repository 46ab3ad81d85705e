"""The lineups of a leaderboard, by the number of seats that search.

A search takes a thousand times as long as a bot, so lineups with searches are played less often. Importance
weights undo that, so that every lineup counts the same in the figures. Unlike a model of strengths, they
assume nothing about how agents do in each other's company.
"""

import math
from collections.abc import Sequence

import numpy as np

from ..schedule import lineups_of
from ..shards import is_search

Lineup = tuple[int, ...]


class LineupClasses:
    """All lineups of a field in classes: in class k, k seats search.

    Args:
        agents: names, by number.
        players: seats in a game.

    Attributes:
        searching: (agents,) bool, which of them search.
        lineups: by class, 0 to `players`; some may be empty.
    """

    def __init__(self, agents: Sequence[str], players: int):
        self.searching = np.array([is_search(name) for name in agents])
        self.lineups: list[list[Lineup]] = [[] for _ in range(players + 1)]
        for lineup in lineups_of(range(len(agents)), players):
            self.lineups[sum(self.searching[agent] for agent in lineup)].append(lineup)

    def wanted(self, games: int, search_games: int | None) -> list[int]:
        """The number of games to play in each class.

        Games with searches are divided to tell most in a given time: a game with k searches takes k times as
        long as one with a single search.

        Args:
            games: games without searches; all games, if every lineup has a search.
            search_games: games with searches; None for a tenth of `games`.
        """
        wanted = [0] * len(self.lineups)
        if self.lineups[0]:
            wanted[0] = games
            left = max(1, games // 10) if search_games is None else search_games
        else:
            left = games if search_games is None else search_games
        parts = [len(those) / math.sqrt(max(k, 1)) for k, those in enumerate(self.lineups)]
        whole = sum(parts[1:])
        for k, those in enumerate(self.lineups):
            if k and those:
                wanted[k] = math.ceil(left * parts[k] / whole)
        return wanted

    def class_of(self, seatings: np.ndarray) -> np.ndarray:
        """(G,) the class of each game with (G, P) seatings."""
        return self.searching[seatings].sum(axis=1)

    def weights(self, seatings: np.ndarray) -> np.ndarray | None:
        """(G,) the weight of each game, so that all lineups of the classes played count the same.

        None if all games have the same weight.
        """
        of_game = self.class_of(seatings)
        played = np.bincount(of_game, minlength=len(self.lineups))
        if np.count_nonzero(played) < 2:
            return None
        there = np.array([len(those) for those in self.lineups])
        weights = np.divide(there, played, out=np.zeros(len(there)), where=played > 0)
        return weights[of_game] * len(seatings) / there[played > 0].sum()

    def halves(self, seatings: np.ndarray) -> np.ndarray | None:
        """(G,) how often each game is drawn for ratings: those with searches half of the time.

        None if all games have searches or none has.
        """
        searching = self.class_of(seatings) > 0
        number = int(searching.sum())
        if number in (0, len(seatings)):
            return None
        return np.where(searching, 1 / number, 1 / (len(seatings) - number))

    def unplayed(self, seatings: np.ndarray) -> list[int]:
        """The classes with lineups but no games yet."""
        played = np.bincount(self.class_of(seatings), minlength=len(self.lineups))
        return [k for k, those in enumerate(self.lineups) if those and not played[k]]

    def beside_bots(self, seatings: np.ndarray) -> np.ndarray:
        """(G, P) bool, the seats of games in which nobody else searches."""
        searching = self.searching[seatings]
        return searching.sum(axis=1, keepdims=True) - searching == 0
