"""Random streams for agents that play many games at once: one for each row of a batch.

This way the numbers drawn in a game depend on its own row only, not on the number of rows.
"""

from typing import Any

import numpy as np


class Streams:
    """A random stream for each of N rows.

    Attributes:
        keys: (N,) uint64, the seed of each stream.
    """

    def __init__(self, rows: int):
        self.keys = np.zeros(rows, np.uint64)
        self._generators: dict[int, np.random.Generator] = {}

    def begin(self, rows: np.ndarray, keys: np.ndarray) -> None:
        """Restart the streams of (R,) rows from (R,) uint64 seeds; the others continue."""
        self.keys[rows] = keys
        for row in rows.tolist():  # made again on demand, since most agents never draw
            self._generators.pop(row, None)

    def of(self, row: int) -> np.random.Generator:
        """The stream of a row."""
        if row not in self._generators:
            self._generators[row] = np.random.default_rng(int(self.keys[row]))
        return self._generators[row]

    def at(self, rows: np.ndarray) -> "Rows":
        """The streams of (R,) rows, with the interface of one generator."""
        return Rows([self.of(row) for row in rows.tolist()])


class Rows:
    """The streams of R rows side by side."""

    def __init__(self, generators: list[np.random.Generator]):
        self._generators = generators

    def random(self, shape: tuple[int, ...], dtype: Any = np.float64) -> np.ndarray:
        """Uniform numbers in [0, 1) of a shape (R, ...), each row from its own stream."""
        drawn = np.empty(shape, dtype)
        for part, generator in zip(drawn, self._generators, strict=True):
            generator.random(dtype=dtype, out=part)
        return drawn
