"""Who plays in tests: agents of the tiny game, good and bad, and people at a terminal."""

import io
import re

import numpy as np
from rich.console import Console

from hustings.envs import GameBatch
from hustings.envs.core.errors import NoAnswer


class Bids:
    """Bids its highest or its lowest card."""

    def __init__(self, name, sign=1, calls=10**9):
        self.name, self.sign, self.calls = name, sign, calls

    def act(self, games, rows):
        self.calls -= 1
        return (games.masks(rows=rows) * (10 + self.sign * np.arange(4))).argmax(axis=1)


class Fails(Bids):
    """Bids until its calls are used up."""

    error: BaseException

    def act(self, games, rows):
        if self.calls == 0:
            raise type(self.error)(*self.error.args)  # not the same twice: an error keeps its traceback
        return super().act(games, rows)


class Crashes(Fails):
    error = RuntimeError("out of ideas\nfor good")


class Stops(Fails):
    error = KeyboardInterrupt()


class Unplugged(Fails):
    """What it asks answers no more."""

    error = NoAnswer("no server, say")


class Exits(Fails):
    error = SystemExit("I give up")


class Cheats(Bids):
    def act(self, games, rows):
        return super().act(games, rows) if self.calls else np.full(len(rows), 99)


class Meddles(Bids):
    """Changes the games that it plays, by `change(games, rows)`."""

    def __init__(self, name, change, calls=0):
        super().__init__(name, calls=calls)
        self.change = change

    def act(self, games, rows):
        if self.calls <= 0:
            self.change(games, rows)
        return super().act(games, rows)


def write(games, rows):
    games.tables["seat"][rows] = 0


class Peeks:
    """Tries every action on a copy of the table, dice included: in this game of luck, surely stronger."""

    name = "[cheat]"

    def act(self, games, rows):
        return np.array([self._best(games, row) for row in rows])

    def _best(self, games, row):
        legal = np.flatnonzero(games.masks(rows=np.array([row]))[0])
        tries = GameBatch(games.game, len(legal), games.num_players)
        tries.tables = np.repeat(games.tables[[row]], len(legal))
        tries.step(legal)
        lead = 2 * tries.scores[:, games.seat[row]] - tries.scores.sum(axis=1)
        return legal[lead.argmax()]


class Terminal:
    """Answers from a list, then the end of the input; keeps what was written."""

    def __init__(self, *answers):
        self.answers, self.prompts = list(answers), []
        self.console = Console(file=io.StringIO(), width=80)

    def read(self, prompt):
        self.prompts.append(prompt)
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer() if callable(answer) else answer

    @property
    def text(self):
        return self.console.file.getvalue()


class Reader(Terminal):
    """Types one of the keys that it reads on the screen, and presses Enter where it is told to."""

    def __init__(self, seed=1):
        super().__init__()
        self.rng, self.pages = np.random.default_rng(seed), []

    def read(self, prompt):
        self.prompts.append(prompt)
        self.pages.append(self.text)
        self.console.file.truncate(0)
        self.console.file.seek(0)
        if "Enter" in prompt:
            return ""
        keys = re.findall(r"(?:^|(?<= )) {2}(\S+)(?=  \S)", self.pages[-1], re.MULTILINE)
        keys = [re.match(r"\d+(?=-\d)|.*", key)[0].rstrip(",") for key in keys]
        assert len(self.prompts) < 5000, "it does not end"
        return str(self.rng.choice(keys)) if keys else str(self.rng.choice(["0", "?"]))

    @property
    def all_text(self):
        return "".join(self.pages) + self.text


def high(game, seed):
    """As an agent of one's own is named: players:high."""
    return Bids("high")


def low(game, seed):
    return Bids("low", -1)


def text_of(result):
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    console.print(result.table())
    return console.export_text()
