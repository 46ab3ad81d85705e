"""Everything that the suite does with a table from outside, in processes that may die of it."""

import contextlib
import itertools
import mmap
import os
import signal
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import chance
from hustings.envs.core.engine.compile import bind, bind_loop
from hustings.envs.core.engine.game import NOBODY, Game
from hustings.envs.core.engine.loops import APPLY, count, loops_of, pick
from hustings.envs.core.errors import HustingsError

from ..odd_tables import tell
from .positions import players_of

CHUNK = 2_000  # tables tried in one process
SECONDS = 15  # of the processor, which a chunk never takes
SHORT, LONG, EVERY = 25, 20_000, 40  # decisions played after a table; the long way after one of so many
BOTS_EVERY, TELL_EVERY = 50, 1_000
WORDS = 1024  # bytes for what went wrong
FINE, REFUSED, BEYOND, STUCK, ENDLESS = range(5)
SAID = ("", "", "an observation beyond 1", "a seat can do nothing", "a game without end")
HANGS = "it hangs"
LEGAL, OBSERVE, REDEAL, PLAY, COUNT = range(5)
STAGES = ("legal", "observe", "redeal", "play", "count")

advance = rules_legal = rules_observe = rules_redeal = rules_reopen = rules_score = None  # bound below
rules_standing = rules_round = find_legal = look = deal_again = play = None


# --- Compiled ------------------------------------------------------------------------------------


def find_legal_template(box, table, legal):
    """Fill `legal`; whether the seat on turn can do anything, or the game is over."""
    for i in range(len(legal)):
        legal[i] = False
    if table.seat == NOBODY:
        return True
    rules_legal(box, table, legal)
    return count(legal) > 0


def look_template(box, table, view, first, last):
    """What seats [first, last) see, and what counts; FINE or BEYOND."""
    beyond = False
    for seat in range(first, last):
        rules_observe(box, table, seat, view)
        for i in range(len(view)):
            beyond = beyond or not -1.0 <= view[i] <= 1.0
        rules_score(box, table, seat)
        rules_standing(box, table, seat)
    rules_round(box, table)
    return BEYOND if beyond else FINE


def deal_again_template(box, table, work, seat, legal, view, key):
    """Deal a copy of a table afresh for a seat, with and without secret choices taken back; what is wrong."""
    for reopened in range(2):
        work[0] = table
        dealt = work[0]
        chance.start(dealt, key)
        rules_redeal(box, dealt, seat)
        if reopened and not rules_reopen(box, dealt, seat):
            return FINE
        chance.start(dealt, key)
        if not find_legal(box, dealt, legal):
            return STUCK
        if look(box, dealt, view, seat, seat + 1) == BEYOND:
            return BEYOND
    return FINE


def play_template(box, table, work, legal, view, key, ask_forced, limit, stage):
    """Play random actions until the end or for so many decisions; what is wrong."""
    find_legal(box, table, legal)
    for decision in range(limit):
        if table.seat == NOBODY:
            return FINE
        if count(legal) == 0:
            return STUCK
        stage[2] = decision
        key = chance.mix(key, 0)
        advance(box, table, pick(legal, key), legal, ask_forced)
        seat = decision % int(table.seats)
        if decision < 10 or decision % 10 == 0:
            if look(box, table, view, seat, seat + 1) == BEYOND:
                return BEYOND
        if decision == 3 or decision == 12 or decision % 100 == 99:
            work[1] = table
            rules_redeal(box, work[1], seat)
    return ENDLESS if limit == LONG and table.seat != NOBODY else FINE


def try_template(box, tables, work, first, last, legal, view, key, stage, out):
    """Look at tables [first, last), deal them afresh for each seat, play on at random, and count points.

    `out` tells what went wrong with each; `stage` where it is: table, what is done, which seat or decision.
    """
    for k in range(first, last):
        stage[0], stage[1] = k, LEGAL
        state = chance.derive(key, k, 0)
        if not find_legal(box[0], tables[k], legal):
            out[k] = REFUSED
            continue
        stage[1] = OBSERVE
        seats = int(tables[k].seats)
        out[k] = look(box[0], tables[k], view, 0, seats)
        work[2] = tables[k]
        stage[1] = REDEAL
        for seat in range(seats):
            stage[2] = seat
            if out[k] == FINE:
                out[k] = deal_again(box[0], tables[k], work, seat, legal, view, state)
                if seat == k % 10:
                    work[2] = work[0]
        stage[1] = PLAY
        if out[k] == FINE:
            limit = LONG if k % EVERY == 0 else SHORT
            out[k] = play(box[0], work[2], work, legal, view, state, k % 2 == 0, limit, stage)
        stage[1] = COUNT
        if out[k] == FINE:
            out[k] = look(box[0], work[2], view, 0, seats)


def try_of(game: Game) -> Callable:
    """The loop for one game."""
    rules = {
        "rules_legal": game.legal, "rules_redeal": game.redeal, "rules_reopen": game.reopen_secret_choices,
        "rules_score": game.score, "rules_standing": game.standing, "rules_round": game.round_now,
        "advance": loops_of(game).advance, "rules_observe": loops_of(game).observe,
    }  # fmt: skip
    for template in (find_legal_template, look_template, deal_again_template, play_template, try_template):
        name = template.__name__.removesuffix("_template")
        used = {key: rules[key] for key in template.__code__.co_names if key in rules}
        made = bind_loop if template is try_template else bind
        rules[name] = made(template, f"{name}_{game.name}", **used)
    return rules["try"]


# --- In processes --------------------------------------------------------------------------------


def guarded(work: Callable[[], object], shared: mmap.mmap, seconds: int) -> str:
    """Do some work in a process of its own, with so much of the processor; what went wrong, or ""."""
    shared[:WORDS] = bytes(WORDS)
    child = os.fork()
    if child == 0:
        status = 1
        with contextlib.suppress(BaseException):
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            null = os.open(os.devnull, os.O_WRONLY)
            for stream in (1, 2):
                os.dup2(null, stream)
            status = _done(work, shared)
        os._exit(status)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        ended = signal.Signals(os.WTERMSIG(status))
        return HANGS if ended == signal.SIGVTALRM else f"it dies of {ended.name}"
    words = shared[:WORDS].rstrip(b"\0").decode(errors="replace")
    return words or "it ends" if os.WEXITSTATUS(status) else ""


def _done(work: Callable[[], object], shared: mmap.mmap) -> int:
    try:
        work()
    except BaseException as error:
        words = f"{type(error).__name__}: {error}".encode()[: WORDS - 1]
        shared[: len(words)] = words
        return 1
    return 0


class Failure(NamedTuple):
    """A table, and what happened."""

    table: np.record
    words: str


class Trial:
    """What is done with tables, for one game, players and box."""

    def __init__(self, game: Game, players: int, box: np.ndarray):
        self._game, self._players, self._box = game, players, box
        self._loops, self._try, self._agents = loops_of(game), try_of(game), players_of(game)
        self._legal = np.zeros(game.actions.size, np.bool_)
        self._view = np.zeros(game.observation(players).size, np.float32)
        self._work = np.zeros(3, game.table)
        self._shared = mmap.mmap(-1, 2 * WORDS + 8 * CHUNK)
        self._stage = np.frombuffer(self._shared, np.int64, 3, WORDS)
        self._out = np.frombuffer(self._shared, np.int64, CHUNK, 2 * WORDS)

    def failures(self, tables: np.ndarray, key: int) -> tuple[list[Failure], int]:
        """Some table with which something goes wrong, if any; and how many would be refused anyway."""
        self._stage[:], self._out[:] = 0, FINE
        words = guarded(lambda: self._everything(tables, key), self._shared, SECONDS)
        out, (at, stage, what) = self._out[: len(tables)].copy(), self._stage.tolist()
        if words == HANGS and len(tables) > 1 and not self._hangs(tables, at, key):  # only all in a row
            middle = len(tables) // 2
            halves = [self.failures(half, key) for half in (tables[:middle], tables[middle:])]
            return halves[0][0] + halves[1][0], halves[0][1] + halves[1][1]
        wrong = np.flatnonzero(out > REFUSED)[:1]
        found = [Failure(tables[k], SAID[out[k]]) for k in wrong]
        if words and at < len(tables):
            found.append(Failure(tables[at], f"{STAGES[stage]} {what}: {words}"))
        elif words:
            for work, some in self._works(tables, out):
                found += self._one_by_one(work, some, key)
        return found, int((out == REFUSED).sum())

    def _everything(self, tables: np.ndarray, key: int) -> None:
        self._play(tables, 0, len(tables), key)
        self._stage[0] = len(tables)
        if (self._out <= REFUSED).all():
            for work, some in self._works(tables, self._out[: len(tables)]):
                work(some, key)

    def _play(self, tables: np.ndarray, first: int, last: int, key: int) -> None:
        given = self._box, tables, self._work, first, last, self._legal, self._view, np.uint64(key)
        self._try(*given, self._stage, self._out)

    def _hangs(self, tables: np.ndarray, at: int, key: int) -> bool:
        """Whether one table takes too long by itself; `at` is their number after the compiled loop."""
        if at == len(tables):
            return False
        return bool(guarded(lambda: self._play(tables, at, at + 1, key), self._shared, SECONDS // 2))

    def _works(self, tables: np.ndarray, out: np.ndarray) -> list[tuple[Callable, np.ndarray]]:
        """What else is done, and with which tables."""
        fine = tables[out == FINE]
        running = fine[fine["seat"] != NOBODY]
        works = {
            self._ask_bots: running,
            self._play_bots: running[::BOTS_EVERY],
            self._tell: fine[::TELL_EVERY],
        }
        return [(work, np.ascontiguousarray(some)) for work, some in works.items() if len(some)]

    def _one_by_one(self, work: Callable, tables: np.ndarray, key: int) -> Iterator[Failure]:
        """The first of the tables with which the work fails, found by halves."""
        words = guarded(lambda: work(tables, key), self._shared, SECONDS) if len(tables) else ""
        if not words:
            return
        failure = Failure(tables[0], f"{work.__name__.strip('_')}: {words}")
        if len(tables) > 1:
            middle = len(tables) // 2
            halves = (self._one_by_one(work, half, key) for half in (tables[:middle], tables[middle:]))
            failure = next(itertools.chain(*halves), failure)
        yield failure

    def _ask_bots(self, tables: np.ndarray, key: int) -> None:
        """One bot after another decides, greedy on all tables."""
        masks, rows = self._masks(tables), np.arange(len(tables))
        for place, agent in enumerate(self._agents):
            mine = rows if agent.name == "greedy" else rows[(rows + key) % len(self._agents) == place]
            self._chosen(agent, tables, masks, mine)

    def _play_bots(self, tables: np.ndarray, key: int) -> None:
        """Bots play on, in deals that one of the seats thinks possible."""
        tables, rows = tables.copy(), np.arange(len(tables))
        seats = ((rows + key) % self._players).astype(np.int8)
        self._loops.redeal_many(self._box, tables, rows, 0, len(rows), seats, np.uint64(key))
        masks = self._masks(tables)
        for step in range(400):
            rows = np.flatnonzero(tables["seat"] != NOBODY)
            if not masks[rows].any(axis=1).all():
                raise HustingsError(SAID[STUCK])
            agent = self._agents[(step // 2 + key) % len(self._agents)]
            actions = self._chosen(agent, tables, masks, rows)
            self._loops.step_many(self._box, tables, masks, rows, 0, len(rows), actions, False, APPLY)

    def _masks(self, tables: np.ndarray) -> np.ndarray:
        masks = np.zeros((len(tables), self._game.actions.size), np.bool_)
        self._loops.legal_many(self._box, tables, masks, np.arange(len(tables)), 0, len(tables))
        return masks

    def _chosen(self, agent, tables: np.ndarray, masks: np.ndarray, rows: np.ndarray) -> np.ndarray:
        chosen = np.zeros(len(rows), np.int64)
        agent.loop(self._box, tables, masks, rows, 0, len(rows), chosen)
        inside = (chosen >= 0) & (chosen < masks.shape[1])
        if not inside.all() or not masks[rows, chosen].all():
            raise HustingsError(f"{agent.name} chooses what is not legal")
        return chosen

    def _tell(self, tables: np.ndarray, key: int) -> None:
        """In words and as a picture, for some decisions."""
        games = GameBatch(self._game, len(tables), self._players, box=self._box, ask_forced=True)
        rng = np.random.default_rng(key)
        games.restore(None, tables.view(np.uint8).reshape(len(tables), -1))
        for _ in range(3):
            before, masks = games.tables.copy(), games.legal
            for i in range(games.num_games):
                games.picture(i, int(rng.integers(self._players)))
                games.tell(i, int(rng.integers(self._players)))
            rows = np.flatnonzero(~games.over)
            for i in rows:
                games.tell(i)
                games.why_illegal(i, int(masks[i].argmin()))
            games.results()
            actions = ((1.0 - rng.random(masks.shape)) * masks).argmax(axis=1)
            games.step(actions[rows], rows=rows)
            for i in rows:
                tell(games, i, before[i], int(actions[i]))
