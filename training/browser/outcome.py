"""How a game ended: who won and why, and where each player's points came from."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.text.prompts import prompts_of
from .replays import points_chart


class Outcome(NamedTuple):
    """How a game ended.

    Attributes:
        ranking: a line on the winner, then one for each player, by rank.
        reason: what ended it and how the winner was told apart, in sentences.
        sources: where the points came from, with those of each player.
        totals: the points of each player.
        chart: the points over the moves, as SVG.
    """

    ranking: list[str]
    reason: list[str]
    sources: list[tuple[str, list[int]]]
    totals: list[int]
    chart: str


class Tally:
    """The points of a game move by move, and their sources.

    Args:
        games: the game as it was dealt, a batch of one.
    """

    def __init__(self, games: GameBatch):
        self._gains = prompts_of(games.game).gains
        self._points: list[list[int]] = [games.scores[0].tolist()]
        self._sources: list[dict[str, np.ndarray]] = [{"at the beginning": np.array(self._points[0])}]

    def moved(self, before: np.ndarray, action: int, games: GameBatch) -> None:
        """A move: (1,) tables before, the action, and the game after it."""
        self._points.append(games.scores[0].tolist())
        if self._points[-1] == self._points[-2]:
            self._sources.append({})
        else:
            self._sources.append(dict(self._gains(games.box[0], before[0], action, games.tables[0])))

    def back_to(self, moves: int) -> None:
        """Forget what came after so many moves."""
        del self._points[moves + 1 :], self._sources[moves + 1 :]

    def sources(self) -> list[tuple[str, list[int]]]:
        """The sum of each source, in the order in which they came."""
        sums: dict[str, np.ndarray] = {}
        for gains in self._sources:
            for source, points in gains.items():
                sums[source] = sums.get(source, 0) + points
        return [(source, points.tolist()) for source, points in sums.items() if points.any()]

    @property
    def totals(self) -> list[int]:
        """The points as they stand."""
        return self._points[-1]

    @property
    def points(self) -> np.ndarray:
        """(moves + 1, P) the points after each move."""
        return np.array(self._points, np.float64)

    def chart(self, names: Mapping[int, str]) -> str:
        """The points over the moves, as SVG, with the names of players."""
        return points_chart(self.points, names)
