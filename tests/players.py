"""Agents of the tiny game for the tests of tournaments and leaderboards, good and bad."""

import numpy as np
from rich.console import Console


class Bids:
    """Bids its highest or its lowest card."""

    def __init__(self, name, sign=1, calls=10**9):
        self.name, self.sign, self.calls = name, sign, calls

    def act(self, games, rows):
        self.calls -= 1
        return (games.masks(rows=rows) * (10 + self.sign * np.arange(4))).argmax(axis=1)


class Crashes(Bids):
    def act(self, games, rows):
        if self.calls == 0:
            raise RuntimeError("out of ideas\nfor good")
        return super().act(games, rows)


class Cheats(Bids):
    def act(self, games, rows):
        return super().act(games, rows) if self.calls else np.full(len(rows), 99)


class Stops(Bids):
    def act(self, games, rows):
        if self.calls == 0:
            raise KeyboardInterrupt
        return super().act(games, rows)


def high(game, seed):
    """As an agent of one's own is named: players:high."""
    return Bids("high")


def low(game, seed):
    return Bids("low", -1)


def text_of(result):
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    console.print(result.table())
    return console.export_text()
