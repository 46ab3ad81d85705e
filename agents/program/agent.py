"""A program as an agent."""

import shlex
import threading
import time
from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ...envs.core.api.agent import PATIENCE
from ...envs.core.api.arguments import check_game, check_seed
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, NoAnswer
from ..interface import check_own_game
from ..settings import from_text
from . import messages
from .process import Process
from .settings import ProgramSettings, Wants, command_of

_AHEAD = 64  # questions sent before the first answer is read
START_SECONDS = 30.0
"""How long a program may take to answer `hello`."""

_UNKNOWN, _OVER = -1, -2


class _Games(NamedTuple):
    """What a program has been asked about the games of a batch.

    Attributes:
        ids: (N,) int64, the number of each game.
        seeds: (N,) uint64, their seeds.
        dealt: (N,) int64, `GameBatch.dealt` of them; `_UNKNOWN` before the first, `_OVER` after its end.
        left: (N, P) seconds that each seat has left.
        plays: (N, P) bool, the seats that it has played.
    """

    ids: np.ndarray
    seeds: np.ndarray
    dealt: np.ndarray
    left: np.ndarray
    plays: np.ndarray

    @classmethod
    def of(cls, games: GameBatch) -> "_Games":
        """Those of a batch that it does not know yet."""
        shape = games.num_games, games.num_players
        ids, seeds = (np.zeros(shape[0], kind) for kind in (np.int64, np.uint64))
        return cls(ids, seeds, np.full(shape[0], _UNKNOWN), np.zeros(shape), np.zeros(shape, np.bool_))


class ProgramAgent:
    """Asks a program in any language for every decision, by lines of JSON over its standard streams.

    Each agent starts its program on first use and ends it with itself (or with `close`); a copy or an
    unpickled agent starts its own. A program that takes too long, exits, or answers against the protocol is
    ended, and started again for the next question. The protocol is in `docs/howto/other_languages.md`.

    Args:
        command: the program and its arguments, as text or as a list; or its path.
        game: the game to play.
        seed: sent to the program in hashed form.
        settings: fields of `ProgramSettings`, by name; numbers may be text.

    Raises:
        HustingsError: for a program that does not exist, an unknown setting or a wrong value; for what is no
            game or seed.
    """

    def __init__(
        self,
        command: str | PathLike[str] | Sequence[str | PathLike[str]],
        game: Game,
        seed: int = 0,
        **settings: Any,
    ):
        self._command = command_of(command)
        self.settings = ProgramSettings(**from_text(ProgramSettings, settings, "exec"))
        limits = "".join(f"{name}={value} " for name, value in settings.items())
        self.name = f"exec:{limits}{command if isinstance(command, str) else shlex.join(self._command)}"
        self._game, self._seed = check_game(game), check_seed(seed)
        self._lock = threading.RLock()  # one question at a time, from whatever thread
        self._process: Process | None = None
        self._wants = Wants()
        self._num_questions = 0
        self._num_games = 0
        self._wasted = 0.0  # seconds of failed attempts since the last answer
        self._known: WeakKeyDictionary[Any, _Games] = WeakKeyDictionary()  # by the lock of their batch
        self._batch: Any = None  # that of the last question
        self._table = b""
        self._knows_table = False

    def __reduce__(self) -> Any:
        return _remade, (self.name, self._command, self._game, self._seed, vars(self.settings))

    @property
    def listens(self) -> bool:
        """Whether it asks games to record their events, for `GameBatch.news`."""
        try:
            with self._lock:
                self._start()
        except NoAnswer:  # `act` will raise it
            return False
        return self._wants.told

    @property
    def pid(self) -> int | None:
        """The process id; None while no process runs."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the program, after the question under way in another thread."""
        with self._lock:
            if self._process is not None:
                self._process.end()
                self._process = None

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) int64, the program's answer in each of the games `rows`; not checked for legality.

        Raises:
            NoAnswer: if an answer is missing or against the protocol. It carries the actions of the games
                that were answered, -1 for the others.
            HustingsError: for a batch of another game, or a row whose game is not running.
        """
        check_own_game(self.name, self._game, games)
        with self._lock:
            return self._ask(games, games.running(rows))

    def _ask(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        actions = np.full(len(rows), -1, np.int64)
        failed: HustingsError | None = None
        self._follow(games)
        self._note_games(games, rows)
        first = 0
        while first < len(rows) and self._wasted <= PATIENCE:
            begin, part = time.monotonic(), rows[first : first + 1]
            try:
                self._start()
                part = rows[first : first + (self._wants.batch or _AHEAD)]
                for action in self._answers(games, part):
                    if isinstance(action, str):
                        failed = failed or NoAnswer(
                            f"{action!r:.60} are the words of no legal action; give them as told, or its "
                            "number without quotes"
                        )
                    else:
                        actions[first] = action
                    first, begin, self._wasted = first + 1, time.monotonic(), 0.0
            except NoAnswer as error:
                failed = failed or error
                self._wasted += time.monotonic() - begin
                first += len(part) if self._wants.batch else 1
                self.close()
            except BaseException:  # Ctrl-C: its next answer would be to a question that nobody waits for
                self.close()
                raise
        if first < len(rows) and failed is None:
            failed = NoAnswer(f"it has given no answer in {PATIENCE:.0f} s and is not asked again")
        if failed is not None:
            raise NoAnswer(str(failed), actions.tolist())
        return actions

    def hear_results(self, games: GameBatch, rows: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Tell the program the results of games that it was asked about; see `HearsResults`."""
        with self._lock:
            known = self._known.get(games.lock)
            if known is None:
                return
            for row, points, places in zip(rows.tolist(), scores, ranks, strict=True):
                seats = np.flatnonzero(known.plays[row]).tolist()
                if self._process is not None and seats:
                    try:
                        self._process.send(messages.over(int(known.ids[row]), seats, points, places))
                    except NoAnswer:
                        self.close()
                known.plays[row], known.dealt[row] = False, _OVER

    def _start(self) -> None:
        """Start the program unless it is running."""
        if self._process is not None:
            return
        process = Process(self._command, self.settings.memory * 2**20)
        try:
            process.send(messages.hello(self._game, self._seed, self.settings))
            self._wants = messages.wants_in(process.answer(time.monotonic() + START_SECONDS))
        except BaseException as error:
            process.end()
            if isinstance(error, TimeoutError):
                silent = f"it has not answered hello in {START_SECONDS:.0f} s; let it flush every line"
                raise NoAnswer(silent) from None
            raise
        self._process, self._knows_table = process, False

    def _follow(self, games: GameBatch) -> None:
        """Turn to a batch: the program is told of another table."""
        if games.lock is self._batch:
            return
        if games.lock not in self._known:
            self._known[games.lock], self._wasted = _Games.of(games), 0.0
        table = messages.table(games)
        if table != self._table:
            self._table, self._knows_table = table, False
        self._batch = games.lock

    def _note_games(self, games: GameBatch, rows: np.ndarray) -> None:
        """Give each new game in `rows` an id and its full time. A later deal also restores the patience.

        A row has a new game after `hear_results`, if it was dealt again, or if its seed has changed: not
        every caller reports results.
        """
        seeds, dealt, known = games.seeds[rows], games.dealt[rows], self._known[games.lock]
        fresh = (seeds != known.seeds[rows]) | (dealt != known.dealt[rows])
        if (fresh & (known.dealt[rows] != _UNKNOWN)).any():
            self._wasted = 0.0
        if fresh.any():
            new = rows[fresh]
            known.ids[new] = self._num_games + np.arange(len(new))
            self._num_games += len(new)
            known.seeds[new], known.dealt[new], known.plays[new] = seeds[fresh], dealt[fresh], False
            known.left[new] = self.settings.game_seconds

    def _answers(self, games: GameBatch, rows: np.ndarray) -> Iterator[int | str]:
        """Its action in each game (see `_number`): one question for all if it wants batches, otherwise each.

        Single questions are all sent at once; each is timed from the answer before.
        """
        process, wants = self._process, self._wants
        assert process is not None
        if process.has_more:
            raise NoAnswer("it has written more than one answer to a question")
        if not self._knows_table:
            process.send(self._table)
            self._knows_table = True
        seats, number = games.seat[rows], self._num_questions + 1
        together = len(rows) if wants.batch else 1
        known = self._known[games.lock]
        known.plays[rows, seats] = True
        left = known.left[rows, seats]
        self._num_questions += len(rows) // together
        question = messages.act(games, rows, wants, number, known.ids[rows], left)
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
            known.left[rows[part], seats[part]] = left[part] - (now - begin) / together
            begin, number = now, number + 1
            yield from (self._number(games, int(row), answer) for row, answer in zip(rows[part], given))

    def _late(self, limit: float) -> NoAnswer:
        """The error for the limit that was exceeded: the game's, if less than a decision's was left."""
        if limit < self.settings.seconds:
            return NoAnswer(
                f"it has used its {self.settings.game_seconds:g} s for a game; give it more: "
                "exec:game_seconds=3600 PROGRAM"
            )
        return NoAnswer(
            f"it has not answered in {self.settings.seconds:g} s; give it more: exec:seconds=60 PROGRAM"
        )

    def _number(self, games: GameBatch, row: int, answer: int | str) -> int | str:
        """The number of an action given by number or words; the words if no legal action has them."""
        if isinstance(answer, int):
            return answer
        legal = np.flatnonzero(games.masks(rows=np.array([row]))[0]).tolist()
        return next((action for action in legal if games.describe(row, action) == answer.strip()), answer)


def _remade(name: str, command: list[str], game: Game, seed: int, settings: dict[str, Any]) -> ProgramAgent:
    agent = ProgramAgent(command, game, seed, **settings)
    agent.name = name
    return agent
