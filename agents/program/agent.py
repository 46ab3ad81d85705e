"""A program as an agent."""

import shlex
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...envs.core.api.agent import PATIENCE
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, NoAnswer
from . import messages
from .process import Process
from .settings import Wants, command_of, settings_from

_AHEAD = 64  # questions that are written before the first is answered
START_SECONDS = 30.0
"""For a program to say what it wants."""


class ProgramAgent:
    """Asks a program in any language for every decision, by lines of JSON over its standard streams.

    The program is started when it is first needed, once for this object, and ends with it (or by `close`); a
    copy, also one from a pickle, starts its own. One that takes too long, ends, or answers what it must not
    is ended and started again for the next question. The protocol is in `docs/howto/other_languages.md`.

    Args:
        command: the program and its arguments, as text or as a list.
        game: what is played.
        seed: told to the program.
        settings: those of `ProgramSettings`, by name; numbers may be text.

    Raises:
        HustingsError: for a program that is not there, unknown settings or wrong values.
    """

    def __init__(self, command: str | Sequence[str], game: Game, seed: int = 0, **settings: Any):
        self._command = command_of(command)
        self.settings = settings_from(settings)
        limits = "".join(f"{name}={value} " for name, value in settings.items())
        self.name = f"exec:{limits}{command if isinstance(command, str) else shlex.join(command)}"
        self._game, self._seed = game, seed
        self._process: Process | None = None
        self._wants = Wants()
        self._asked = 0  # questions
        self._met = 0  # games
        self._wasted = 0.0  # seconds in vain since the last answer
        self._seated: Any = None  # at which batch
        self._told_table = False

    def __reduce__(self) -> Any:
        return _made, (self.name, self._command, self._game, self._seed, vars(self.settings))

    @property
    def listens(self) -> bool:
        """Whether games are to keep what happens, for `GameBatch.news`."""
        try:
            self._start()
        except NoAnswer:  # told when it is asked
            return False
        return self._wants.told

    @property
    def pid(self) -> int | None:
        """The number of the process while there is one."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) int64, what the program answers in each of the games `rows`.

        Raises:
            NoAnswer: where it has no answer, or one that is not of the protocol; with the actions of the
                games in which it has.
        """
        rows = games.running(rows)
        actions = np.full(len(rows), -1, np.int64)
        failed: HustingsError | None = None
        self._sit_down(games)
        first = 0
        while first < len(rows) and self._wasted <= PATIENCE:
            begin, part = time.monotonic(), rows[first : first + 1]
            try:
                self._start()
                part = rows[first : first + (self._wants.batch or _AHEAD)]
                for action in self._answers(games, part):
                    actions[first] = action
                    first, begin, self._wasted = first + 1, time.monotonic(), 0.0
            except NoAnswer as error:
                failed = failed or error
                self._wasted += time.monotonic() - begin
                first += len(part) if self._wants.batch else 1
                self.close()
            except BaseException:  # Ctrl-C: what it would answer next is of no use
                self.close()
                raise
        if first < len(rows) and failed is None:
            failed = NoAnswer(f"it is asked no more, after {PATIENCE:.0f} s in vain")
        if failed is not None:
            raise NoAnswer(str(failed), actions.tolist())
        return actions

    def hear_results(self, games: GameBatch, rows: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Tell the program how games have ended that it was asked about; see `HearsResults`."""
        if games.lock is not self._seated:
            return
        for row, points, places in zip(rows.tolist(), scores, ranks, strict=True):
            seats = np.flatnonzero(self._sits[row]).tolist()
            if self._process is not None and seats:
                try:
                    self._process.send(messages.over(int(self._ids[row]), seats, points, places))
                except NoAnswer:
                    self.close()
            self._sits[row] = False

    def _start(self) -> None:
        """Have the program running."""
        if self._process is not None:
            return
        process = Process(self._command, self.settings.memory * 2**20)
        process.send(messages.hello(self._game, self._seed, self.settings))
        try:
            self._wants = messages.wants_in(process.answer(time.monotonic() + START_SECONDS))
        except TimeoutError:
            raise NoAnswer(f"it has not said what it wants in {START_SECONDS:.0f} s") from None
        self._process, self._told_table = process, False

    def _sit_down(self, games: GameBatch) -> None:
        """Begin to count games and time anew in a batch that was not met before."""
        if games.lock is self._seated:
            return
        shape = games.num_games, games.num_players
        self._seated, self._told_table, self._wasted = games.lock, False, 0.0
        self._ids, self._seeds = np.zeros(shape[0], np.int64), np.zeros(shape[0], np.uint64)
        self._left, self._sits = np.zeros(shape), np.zeros(shape, np.bool_)

    def _meet(self, games: GameBatch, rows: np.ndarray) -> None:
        """Know the games that these rows have by now, and who sits there.

        A game is another one after `hear_results`, or where its seed is another: not all who play say when
        games end.
        """
        seeds, seats = games.seeds[rows], games.seat[rows]
        fresh = ~self._sits[rows].any(axis=1) | (seeds != self._seeds[rows])
        if fresh.any():
            new = rows[fresh]
            self._ids[new] = self._met + np.arange(len(new))
            self._met += len(new)
            self._seeds[new], self._sits[new] = seeds[fresh], False
            self._left[new] = self.settings.game_seconds
        self._sits[rows, seats] = True

    def _answers(self, games: GameBatch, rows: np.ndarray) -> Iterator[int]:
        """Its answer in each game: to one question about all, or to one after another.

        Of these some are written ahead; time is counted from one answer to the next.
        """
        process, wants = self._process, self._wants
        assert process is not None
        if process.has_more:
            raise NoAnswer("it has written more than one answer to a question")
        if not self._told_table:
            process.send(messages.table(games))
            self._told_table = True
        self._meet(games, rows)
        seats, number, together = games.seat[rows], self._asked + 1, len(rows) if wants.batch else 1
        left = self._left[rows, seats]
        self._asked += len(rows) // together
        question = messages.act(games, rows, wants, number, self._ids[rows], left)
        begin = time.monotonic()
        process.send(*question)
        for first in range(0, len(rows), together):
            part = slice(first, first + together)
            limit = min(self.settings.seconds, left[part].min())
            try:
                line = process.answer(begin + together * limit)
            except TimeoutError:
                raise self._late(limit) from None
            given = messages.answers_in(line, number, together, batch=bool(wants.batch))
            now = time.monotonic()
            self._left[rows[part], seats[part]] = left[part] - (now - begin) / together
            begin, number = now, number + 1
            yield from (self._number(games, int(row), said) for row, said in zip(rows[part], given))

    def _late(self, limit: float) -> NoAnswer:
        if limit < self.settings.seconds:
            return NoAnswer(
                f"it has used its {self.settings.game_seconds:g} s for a game; give it more: "
                "exec:game_seconds=3600 PROGRAM"
            )
        return NoAnswer(
            f"it has not answered in {self.settings.seconds:g} s; give it more: exec:seconds=60 PROGRAM"
        )

    def _number(self, games: GameBatch, row: int, said: int | str) -> int:
        """An action by its number; -1 for words that are those of no legal action."""
        if isinstance(said, int):
            return said
        legal = np.flatnonzero(games.masks(rows=np.array([row]))[0]).tolist()
        return next((action for action in legal if games.describe(row, action) == said.strip()), -1)


def _made(name: str, command: list[str], game: Game, seed: int, settings: dict[str, Any]) -> ProgramAgent:
    agent = ProgramAgent(command, game, seed, **settings)
    agent.name = name
    return agent
