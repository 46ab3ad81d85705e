"""The line-ups of a leaderboard by how many of its seats search.

A search takes a thousand times as long as a bot, so line-ups with searches are played less often. That is
undone by weights: in the figures every line-up counts the same. They are importance weights: nothing is
assumed of how agents do in each other's company, as a model of their strengths would.
"""

import math
from collections.abc import Sequence

import numpy as np

from ..schedule import lineups_of
from ..shards import is_search

Lineup = tuple[int, ...]


class LineupClasses:
    """All line-ups of a field in classes: class k has those in which k seats search.

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
        """How many games of each class are to be played.

        The games with searches are divided so that they tell most in the same time: a game with k searches
        takes k times as long as one with a single search.

        Args:
            games: without searches; of all classes together if there is no line-up without.
            search_games: with searches; None for a tenth of `games`.
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
        """(G,) how much each game counts, so that all line-ups of the classes played count the same.

        None if all games count the same.
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

        None if all or none have some.
        """
        searching = self.class_of(seatings) > 0
        number = int(searching.sum())
        if number in (0, len(seatings)):
            return None
        return np.where(searching, 1 / number, 1 / (len(seatings) - number))

    def unplayed(self, seatings: np.ndarray) -> list[int]:
        """The classes that have line-ups, but no game yet."""
        played = np.bincount(self.class_of(seatings), minlength=len(self.lineups))
        return [k for k, those in enumerate(self.lineups) if those and not played[k]]

    def beside_bots(self, seatings: np.ndarray) -> np.ndarray:
        """(G, P) bool, the seats beside which nobody searches."""
        searching = self.searching[seatings]
        return searching.sum(axis=1, keepdims=True) - searching == 0
