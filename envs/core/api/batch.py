"""GameBatch: N games with the same settings in one structured array, stepped by compiled loops."""

import copy
import functools
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..engine import chance
from ..engine.game import NOBODY, Game
from ..engine.loops import APPLY, CHECK, MOST_DEALS, Reward, bind_check, loops_of
from ..engine.ranges import out_of_range
from ..engine.record import ON_TURN
from ..errors import HustingsError, IllegalAction
from ..text.events import Event, event_lines
from ..text.narration import History, tell
from ..text.snapshot import snapshot
from ..text.words import spoken
from .arguments import (
    action_number,
    as_array,
    check_distinct,
    check_game,
    check_seed,
    contiguous,
    out_array,
    players_of,
    positive,
    reward_named,
    seed_array,
    whole_actions,
    whole_number,
)
from .state import Kind, State, make_kind, state_of
from .threads import MIN_ROWS_PER_THREAD, MIN_VIEWS_PER_THREAD, OneThreadLock, concurrent_use, in_chunks

Pay = Callable[["GameBatch", np.ndarray], Any]
"""A reward function, (batch, rows) -> (R, P) payoffs of the finished games `rows`, (R,) indices."""

_DERIVED = ("num_actions", "observation_size", "_masks", "_loops", "_all", "_blank", "_anyone", "_lock",
            "_exposed", "_kind", "_first", "_dealt")  # fmt: skip
"""Attributes that pickles leave out and `_prepare` sets again."""
_STORED = {"game", "num_games", "num_players", "_seed", "_pay", "_reward", "_threads", "_ask_forced", "_box",
           "_tables", "_deals", "_random_states"}  # fmt: skip
"""Attributes that every pickle has."""


class GameBatch:
    """N games of one kind, with the same number of players, box and options.

    Example: `games = liberte_v0.batch(num_games=1024, num_players=4)`.

    In the shapes below N is `num_games`, P is `num_players`, A is `num_actions` and S is
    `observation_size`. Methods with `rows` act on those games only: an array of distinct indices, length R,
    or a mask, (N,) bool, of which R are True. Their arrays then have length R instead of N.

    The whole state is `tables`: copy it to save, assign it to restore. Everything else is derived from it
    on access, so returned arrays are fresh. (Only the count of deals and the random state of `playouts` in
    each row are stored separately.)

    Only one thread may use a batch at a time: a call during another thread's call raises HustingsError,
    except for looks at `seat`, `phase`, `over`, `seeds`, `dealt` and settings, which may then be of no single
    moment. A copy (`copy.copy` or `copy.deepcopy`) shares nothing with it.

    Args:
        game: the game's description.
        num_games: N, at least 1.
        num_players: P; None for the smallest the game takes.
        seed: game i is dealt from hash(seed, i), its k-th later game from hash(seed, i, k).
        reward: "rank", "win" or "margin", which sum to zero over the seats; or a function that maps the batch
            and the (R,) indices of finished games to their payoffs, (R, P); the batch pays by rank meanwhile.
        box: a box file, a box loaded before, or None for the game's own.
        options: options of play by name.
        threads: how many threads share the games, at least 1,024 each, or 256 to be observed; results do not
            depend on it.
        ask_forced: also ask for decisions with a single legal action, instead of taking it.

    Raises:
        HustingsError: for an argument out of range, naming it.
        BoxError: for a box or option that the game does not accept.
    """

    _history: History | None = None  # recorded from the first call of `listen` on

    def __init__(
        self,
        game: Game,
        num_games: int,
        num_players: int | None = None,
        *,
        seed: int = 0,
        reward: str | Pay = "rank",
        box: str | Path | np.ndarray | None = None,
        options: Mapping[str, Any] | None = None,
        threads: int = 1,
        ask_forced: bool = False,
    ):
        self.game = check_game(game)
        self.num_games = positive("num_games", num_games)
        self.num_players = players_of(game, num_players)
        self._seed = check_seed(seed)
        self.reward = reward
        self.threads = threads
        self.ask_forced = ask_forced
        self._box = game.box_spec.load(box, options).copy()
        table = game.table
        try:
            if self.num_games > sys.maxsize // table.itemsize:
                raise MemoryError
            self._tables = np.zeros(self.num_games, table)
            self._deals = np.zeros(self.num_games, np.uint64)
            self._random_states = np.zeros(self.num_games, np.uint64)
            self._prepare()
            self._deal(self._all, self._seeds_of(self._all))
        except MemoryError:
            raise HustingsError(f"{num_games} games do not fit into the memory; take fewer") from None

    def _prepare(self) -> None:
        """Set the attributes in `_DERIVED`."""
        self.num_actions = self.game.actions.size
        self.observation_size = self.game.observation(self.num_players).size
        self._masks = np.zeros((self.num_games, self.num_actions), np.bool_)
        self._loops = loops_of(self.game)
        self._all = np.arange(self.num_games)
        self._blank = np.zeros(1, self.game.table)
        self._anyone = np.full(self.num_games, ON_TURN, np.int8)
        self._lock = OneThreadLock()
        self._exposed = False  # whether the user has `tables`, and may write into it at any time
        self._kind: Kind | None = None
        self._first: State | None = None  # game 0 in this batch's memory, see `lend`
        self._dealt = np.zeros(self.num_games, np.int64)

    def __repr__(self) -> str:
        over = f", {int(self.over.sum()):,} over" if self.over.any() else ""
        return f"<GameBatch: {self.num_games:,} games of {self.game.title}, {self.num_players} players{over}>"

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            kept = {key: value for key, value in self.__dict__.items() if key not in _DERIVED}
            kept["_tables"] = _as_bytes(self._tables).copy().view(self.game.table)
            return kept | {"_deals": self._deals.copy(), "_random_states": self._random_states.copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        other = HustingsError("a pickled batch: from another version; save `tables` instead")
        if not state.keys() >= _STORED:
            raise other
        self.__dict__.update(state)
        self._prepare()
        tables = self._tables
        fits = tables.dtype == self.game.table and len(tables) == self.num_games
        for name in ("_deals", "_random_states"):
            array = np.asarray(state[name])
            fits &= array.dtype == np.uint64 and array.shape == (self.num_games,)
        if not fits:
            raise other
        # A pickle may come from anywhere: its box and tables are checked like those that users assign.
        self._box = self.game.box_spec.load(self._box).copy()
        self._masks[:] = self._masks_of(tables, self._all, "a pickled batch")

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameBatch":
        with self._lock:
            unchanging = self.game, self._loops, self._kind, self._box, self._blank
            memo.update({id(part): part for part in unchanging})
            memo[id(self._tables)] = _as_bytes(self._tables).copy().view(self.game.table)
            memo[id(self._lock)] = OneThreadLock()  # a lock cannot be copied, and the copy needs its own
            twin = object.__new__(type(self))
            memo[id(self)] = twin  # before its attributes are copied, which may refer back to the batch
            twin.__dict__.update(copy.deepcopy({**self.__dict__, "_first": None}, memo))
            return twin

    def __copy__(self) -> "GameBatch":
        return copy.deepcopy(self)

    # --- State -----------------------------------------------------------------------------------

    @property
    def box(self) -> np.ndarray:
        """(1,) structured array, the box that all games share; read-only."""
        box = self._box.view()
        box.flags.writeable = False
        return box

    @property
    def seed(self) -> int:
        """What games are dealt from; `reseed` changes it."""
        return self._seed

    @property
    def threads(self) -> int:
        """How many threads share the games."""
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        self._threads = positive("threads", threads)

    @property
    def ask_forced(self) -> bool:
        """Whether decisions with a single legal action are asked for, too."""
        return self._ask_forced

    @ask_forced.setter
    def ask_forced(self, ask_forced: bool) -> None:
        if not isinstance(ask_forced, bool | np.bool_):
            raise HustingsError(f"ask_forced: {ask_forced!r:.60} is neither True nor False")
        self._ask_forced = bool(ask_forced)

    @property
    def options(self) -> dict[str, Any]:
        """The options of play in force, by name."""
        return self.game.box_spec.option_values(self._box)

    @property
    def tables(self) -> np.ndarray:
        """(N,) structured array, the state itself: what you write into it takes effect at once.

        Assigned tables are checked, which takes 20 us and a few more per game; a bad one is refused with a
        HustingsError, and nothing changes. Writes into the array are not checked, and an impossible table can
        loop for ever or crash the process: call `check()` after writing.

        Once the array has been returned, masks are recomputed at each use, 40 to 160 ns per game.
        """
        self._exposed = True
        return self._tables

    @tables.setter
    def tables(self, saved: np.ndarray) -> None:
        if (
            not isinstance(saved, np.ndarray)
            or saved.dtype != self._tables.dtype
            or saved.shape != (self.num_games,)
        ):
            raise HustingsError(
                f"tables: needs ({self.num_games},) tables of {self.game.title}; assign a saved copy"
            )
        tables = np.empty_like(self._tables)
        _as_bytes(tables)[:] = _as_bytes(saved)  # copied before the check, since `saved` might change
        with self._lock:
            masks = self._masks_of(tables, self._all, "tables")
            _as_bytes(self._tables)[:] = _as_bytes(tables)
            self._masks[:] = masks
            self._restart_history(self._all)

    def check(self, rows: np.ndarray | None = None) -> None:
        """Check the tables of some or all games, for instance after writing into `tables`.

        Raises:
            HustingsError: naming the first faulty game and the fault.
        """
        rows = self._rows(rows)
        with self._lock:
            self._masks_of(self._tables[rows], rows, "tables")

    def _masks_of(self, tables: np.ndarray, rows: np.ndarray, name: str) -> np.ndarray:
        """The masks of `tables`, the tables of games `rows`; HustingsError if one is not playable."""
        masks = np.zeros((len(rows), self.num_actions), np.bool_)
        found = self._fault(tables, masks) if len(rows) else None
        if found is not None:
            place, words = found
            raise HustingsError(f"{name}: game {rows[place]}: {words}; restore a saved copy")
        return masks

    def _fault(self, tables: np.ndarray, masks: np.ndarray) -> tuple[int, str] | None:
        """The index and fault of the first unplayable table; None, with `masks` filled, if all are playable.

        The order matters: the game's check relies on values in range, and its rules rely on the check.
        """
        found = out_of_range(self.game, self.num_players, tables)
        if found is not None:
            return found
        box, places = self._box, np.arange(len(tables))
        loop, faults = bind_check(self.game), np.zeros(len(tables), np.int64)
        self._run(lambda first, last: loop(box, tables, first, last, faults), places)
        if faults.any():
            place = int((faults != 0).argmax())
            return place, spoken(self.game.faults(int(faults[place])).name)
        legal_many = self._loops.legal_many
        self._run(lambda first, last: legal_many(box, tables, masks, places, first, last), places)
        stuck = ~masks.any(axis=1) & (tables["seat"] != NOBODY)
        return (int(stuck.argmax()), "it is not over, but no action is legal") if stuck.any() else None

    def save(self, rows: np.ndarray | None = None) -> np.ndarray:
        """(R, table size) uint8: the tables of some or all games as bytes.

        A copy of `tables` has the same content, but NumPy copies it field by field, which is slower.
        """
        rows = self._rows(rows)
        with self._lock:
            saved = _as_bytes(self._tables)[rows]
        return saved.view(np.uint8).reshape(len(rows), self._tables.itemsize)

    def restore(self, rows: np.ndarray | None, saved: np.ndarray) -> None:
        """Replace the tables of some of the games by saved ones, without checks.

        To restore tables from an untrusted source, assign them to `tables` instead.

        Args:
            rows: (R,) the games; None for all.
            saved: (R, table size) uint8, as returned by `save`.

        Raises:
            HustingsError: for an array of another shape or type, or a game named twice; no game has changed.
        """
        rows = self._rows(rows)
        check_distinct(rows, self.num_games)
        shape = (len(rows), self.game.table.itemsize)
        if not isinstance(saved, np.ndarray) or saved.dtype != np.uint8 or saved.shape != shape:
            raise HustingsError(
                f"saved: needs {shape} uint8; give what save() has returned for as many games"
            )
        with self._lock:
            _as_bytes(self._tables)[rows] = np.ascontiguousarray(saved).view(f"V{shape[1]}")[:, 0]
            self._refresh(rows)
            self._restart_history(rows)

    @property
    def lock(self) -> OneThreadLock:
        """The lock of the thread that uses this batch, for `with` statements; others get a HustingsError."""
        return self._lock

    def lend(self) -> State:
        """Game 0 as a `State` in this batch's memory, up to date with it: stepping either steps both.

        Ask for it anew at each use, under `lock`: what the user sets in the batch or writes into `tables`
        reaches the state only then. Steps of the state itself are not recorded as events, see `step_first`.
        """
        first = self._first
        if first is None or first.calls.ask_forced != self._ask_forced:  # a state's settings are fixed
            arrays = _as_bytes(self._tables).view(np.uint8), self._masks
            self._first = first = State._lent(self.kind, arrays)
        if self._exposed:
            self._refresh(self._all[:1])
        return first

    @property
    def kind(self) -> Kind:
        """What all states of these games share: game, players, box and reward."""
        # A kind is immutable, but `reward` and `ask_forced` of the batch may be set at any time.
        if self._kind is None or (self._kind.reward, self._kind.ask_forced) != (self.reward, self.ask_forced):
            given: dict[str, Any] = {"reward": self.reward, "box": self._box, "ask_forced": self.ask_forced}
            make = functools.partial(GameBatch, self.game, 1, self.num_players, **given)
            self._kind = make_kind(self.game, self.num_players, batch=make, **given)
        return self._kind

    def state(self, i: int) -> State:
        """A copy of game `i` as a `State`.

        Raises:
            HustingsError: for an index out of range.
        """
        i = self._row(i)
        with self._lock:
            return state_of(self.kind, self._tables[i].tobytes())

    @property
    def seeds(self) -> np.ndarray:
        """(N,) uint64, the seed of each game's deal, or the key of its last redeal."""
        return self._tables["seed"].copy()

    @property
    def dealt(self) -> np.ndarray:
        """(N,) int64, numbers that change whenever `reset` deals a game in their row; pickles begin at 0."""
        return self._dealt.copy()

    @property
    def seat(self) -> np.ndarray:
        """(N,) int8, the seat to decide; -1 when the game is over."""
        return self._tables["seat"].copy()

    @property
    def phase(self) -> np.ndarray:
        """(N,) int64, the phase of each game, as numbered in `game.phases`."""
        return self._tables["phase"].astype(np.int64)

    @property
    def over(self) -> np.ndarray:
        """(N,) bool, whether each game is over."""
        return self._tables["seat"] == NOBODY

    @property
    def legal(self) -> np.ndarray:
        """(N, A) bool, the legal actions of the seat to decide; all False when over."""
        return self.masks()

    def masks(self, *, rows: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """`legal` for some of the games.

        Args:
            rows: (R,) some of the games; None for all.
            out: (R, A) bool, an array to fill instead of a new one.

        Returns:
            (R, A) bool, all False where a game is over.

        Raises:
            HustingsError: for rows out of range, or an array of another shape or type.
        """
        rows = self._rows(rows)
        out = out_array("out", out, (len(rows), self.num_actions), np.bool_)
        lock = self._lock
        if not lock.enter(False):
            raise concurrent_use()
        try:
            return self._fresh_masks(rows).take(rows, axis=0, out=out, mode="clip")
        finally:
            lock.leave()

    def are_legal(self, actions: Any, *, rows: np.ndarray | None = None) -> np.ndarray:
        """(R,) bool, whether each action is legal in its game.

        Args:
            actions: (R,) whole numbers; those out of range are not legal.
            rows: (R,) some of the games; None for all.

        Raises:
            HustingsError: for actions of the wrong length or type, or rows out of range.
        """
        masks = self.masks(rows=rows)
        actions = whole_actions(actions, len(masks))
        inside = (actions >= 0) & (actions < self.num_actions)
        return inside & masks[np.arange(len(masks)), np.where(inside, actions, 0)]

    def _fresh_masks(self, rows: np.ndarray) -> np.ndarray:
        """All masks, of which those of `rows` are up to date."""
        if self._exposed:
            self._refresh(rows)
        return self._masks

    def _refresh(self, rows: np.ndarray) -> None:
        loop, box, tables, masks = self._loops.legal_many, self._box, self._tables, self._masks
        self._run(lambda first, last: loop(box, tables, masks, rows, first, last), rows)

    def observe(
        self,
        seat: int | np.ndarray | None = None,
        *,
        rows: np.ndarray | None = None,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """(N, S) float32 in [-1, 1]: what a seat may know, its own seat first.

        Args:
            seat: the seat, or one for each game; None for the seat to decide (zeros when over).
            rows: some of the games.
            out: an array to fill instead of a new one, such as the last one returned. From 32 MB on, a new
                array takes several times as long, because the system clears its pages each time.

        Returns:
            `out`, or a new array of which the batch keeps no reference.
        """
        rows = self._rows(rows)
        out = out_array("out", out, (len(rows), self.observation_size), np.float32)
        seats = self._seats(seat, len(rows))
        self._run(
            lambda first, last: self._loops.observe_many(
                self._box, self._tables, rows, first, last, seats, out
            ),
            rows,
            least=MIN_VIEWS_PER_THREAD,
        )
        return out

    @property
    def reward(self) -> str | Pay:
        """What a finished game pays: "rank", "win", "margin", or a function that returns (R, P) numbers."""
        return self._reward.name.lower() if self._pay is None else self._pay

    @reward.setter
    def reward(self, reward: str | Pay) -> None:
        self._pay = None if isinstance(reward, str) or not callable(reward) else reward
        self._reward = Reward.RANK if self._pay else reward_named(reward)
        self._first = None  # a state pays by one reward

    @property
    def payoff(self) -> np.ndarray:
        """(N, P) float32, the payoff of each seat; zeros until the game is over."""
        return self.results()[1]

    @property
    def scores(self) -> np.ndarray:
        """(N, P) int32, the points of each seat by the game's own rules."""
        return self._results(self._all)[0]

    def results(self, *, rows: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """`scores`, (R, P) int32, and `payoff`, (R, P) float32, for some of the games.

        Args:
            rows: (R,) some of the games; None for all.
        """
        rows = self._rows(rows)
        if self._pay is None:
            return self._results(rows)
        with self._lock:
            scores, payoffs = self._results(rows)
            over = self._tables["seat"][rows] == NOBODY
            payoffs[over] = self._paid(rows[over])
            return scores, payoffs

    def _results(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        scores = np.empty((len(rows), self.num_players), np.int32)
        payoffs = np.empty((len(rows), self.num_players), np.float32)
        loop, reward = self._loops.results_many, int(self._reward)
        self._run(lambda a, b: loop(self._box, self._tables, rows, a, b, reward, scores, payoffs), rows)
        return scores, payoffs

    def _paid(self, rows: np.ndarray) -> np.ndarray:
        """(R, P) the payoffs of finished games from the user's reward function."""
        assert self._pay is not None
        shape = (len(rows), self.num_players)
        if not len(rows):
            return np.zeros(shape)
        pay, self._pay = self._pay, None  # what it asks for in its turn is paid by rank
        try:
            answer = pay(self, rows)
        finally:
            self._pay = pay
        name = f"reward: {getattr(pay, '__name__', pay)}"
        given = as_array(f"{name}, what it returned", answer)
        largest = np.finfo(np.float32).max
        if given.shape != shape or given.dtype.kind not in "biuf" or not (np.abs(given) <= largest).all():
            raise HustingsError(
                f"{name} must return finite numbers of shape {shape}, a row for each game; it returned "
                f"{given.dtype} of shape {given.shape}"
            )
        return given

    # --- Play ------------------------------------------------------------------------------------

    # The contract of a step, however asked for: an action is looked up in the mask of the seat to decide,
    # and an illegal one raises `why_illegal` before any table has changed; then `advance` in engine/loops.py
    # does it and all forced actions after it, and fills the mask for the next decision; then events are
    # recorded. So masks are current between steps, except once the user has `tables`: then each use computes
    # them anew. `step` checks and advances in one compiled loop over rows; `step_first` through a `State`,
    # because checking and converting arrays takes longer than a step of one game.

    def step(self, actions: Any, *, rows: np.ndarray | None = None) -> None:
        """Take one action in each game; actions for finished games are ignored.

        Args:
            actions: (N,) whole numbers.
            rows: some of the games; `actions` is then (R,).

        Raises:
            IllegalAction: naming game, seat, phase and action; no game has changed.
            HustingsError: for actions of the wrong length or type; no game has changed.
        """
        given = rows is not None
        rows = self._rows(rows)
        actions = whole_actions(actions, len(rows))
        if given:
            check_distinct(rows, self.num_games)
        lock = self._lock
        if not lock.enter(False):
            raise concurrent_use()
        try:
            before = None if self._history is None else self._tables.take(rows)
            wrong = self._step(rows, actions)
            if wrong >= 0:
                raise IllegalAction(self.why_illegal(int(rows[wrong]), int(actions[wrong])))
            if self._history is not None and before is not None:
                self._history.note(rows, before, actions, self._tables.take(rows))
        finally:
            lock.leave()

    def step_first(self, action: int) -> int:
        """Take an action in game 0, like `step`, in a fraction of the time; return the seat then on turn.

        Raises:
            IllegalAction: as `step` does, also if the game is over; the game has not changed.
        """
        lock = self._lock
        if not lock.enter(False):
            raise concurrent_use()
        try:
            game, before = self.lend(), None if self._history is None else self._tables.take(self._all[:1])
            game.apply_action(action)
            if self._history is not None and before is not None:
                self._history.note(self._all[:1], before, np.array((action,)), self._tables[:1])
            return game.current_player()
        finally:
            lock.leave()

    def _step(self, rows: np.ndarray, actions: np.ndarray) -> int:
        """Step and return -1; or change nothing and return the index in `rows` of an illegal action."""
        step, ask = self._loops.step_many, self._ask_forced
        box, tables, masks = self._box, self._tables, self._fresh_masks(rows)
        if self._threads == 1 or len(rows) < 2 * MIN_ROWS_PER_THREAD:
            return step(box, tables, masks, rows, 0, len(rows), actions, ask, CHECK | APPLY)
        # All threads check before any of them acts, so that an illegal action changes no game.
        checks = self._run(lambda a, b: step(box, tables, masks, rows, a, b, actions, ask, CHECK), rows)
        wrong = next((place for place in checks if place >= 0), -1)
        if wrong < 0:
            self._run(lambda a, b: step(box, tables, masks, rows, a, b, actions, ask, APPLY), rows)
        return wrong

    def reset(self, where: Any = None, seeds: Any = None, *, rows: Any = None) -> None:
        """Deal new games.

        Args:
            where: another name for `rows`; None for all games.
            seeds: one for each chosen game, in the order of `rows`, or (N,); None for the next seed in each
                row's own sequence.
            rows: the games to deal, as indices or a mask.

        Raises:
            HustingsError: for an array of another shape or type; no game has changed.
        """
        if where is not None and rows is not None:
            raise HustingsError("reset: where and rows are the same argument; give one of them")
        chosen = self._rows(rows if where is None else where, "rows" if where is None else "where")
        check_distinct(chosen, self.num_games)
        with self._lock:
            if seeds is None:
                self._deals[chosen] += np.uint64(1)
                keys = self._seeds_of(chosen)
            else:
                keys = seed_array(seeds)
                # A seed for each game of the batch serves as well as one for each chosen game.
                if keys.shape != chosen.shape and keys.shape == (self.num_games,):
                    keys = keys[chosen]
                if keys.shape != chosen.shape:
                    raise HustingsError(
                        f"seeds: {len(chosen)} games are dealt, but seeds has shape {keys.shape}"
                    )
            self._deal(chosen, np.ascontiguousarray(keys))

    def reseed(self, seed: int) -> None:
        """Deal future games from hash(seed, i, k), k being 1 for the next; current games do not change."""
        seed = check_seed(seed)
        with self._lock:
            self._seed = seed
            self._deals[:] = self._random_states[:] = 0

    def redeal(self, seat: int | np.ndarray | None = None, seed: int = 0, *, rows: Any = None) -> None:
        """Deal anew, in every game, everything that a seat cannot know, and reseed chance.

        The result depends only on what the seat knows, on `seed` and on the game's place in the batch.

        Args:
            seat: one seat for all games, or (N,), with `rows` (R,); None for the seat to decide (finished
                games do not change).
            seed: the key of the new deal.
            rows: some of the games.
        """
        rows = self._rows(rows)
        check_distinct(rows, self.num_games)
        seats, key = self._seats(seat, len(rows)), np.uint64(check_seed(seed))
        loop = self._loops.redeal_many
        with self._lock:
            self._run(lambda a, b: loop(self._box, self._tables, rows, a, b, seats, key), rows)
            self._refresh(rows)
            self._restart_history(rows)

    def playouts(self, steps: int) -> tuple[int, int]:
        """Play `steps` uniformly random decisions in each game, in compiled code.

        After a finished game the next one is dealt. Two calls play on as a single one of as many steps does.

        Returns:
            The number of decisions and of games that ended, summed over the batch.

        Raises:
            HustingsError: if games are over as soon as they are dealt.
        """
        loop, seed, steps = self._loops.playouts, np.uint64(self._seed), positive("steps", steps)
        box, tables, deals, states = self._box, self._tables, self._deals, self._random_states
        blank, seats, ask = self._blank, self.num_players, self._ask_forced
        with self._lock:
            masks = self._fresh_masks(self._all)
            done = self._run(
                lambda a, b: loop(box, tables, masks, a, b, blank, seats, seed, deals, states, steps, ask),
                self._all,
            )
            self._restart_history(self._all)
        if any(part[0] < 0 for part in done):
            raise HustingsError(f"{self.game.title}: {MOST_DEALS} games in a row were over when dealt")
        return sum(part[0] for part in done), sum(part[1] for part in done)

    def running(self, rows: np.ndarray) -> np.ndarray:
        """`rows` as (R,) int64, checked to be running games.

        Raises:
            HustingsError: for an index out of range, or a game that is over.
        """
        rows = self._rows(rows)
        over = rows[self._tables["seat"][rows] == NOBODY]
        if len(over):
            raise HustingsError(
                f"game {over[0]} is over, nothing is legal in it; ask agents for running games only"
            )
        return rows

    def decide(
        self, act: Callable, rows: np.ndarray, *, threads: int | None = None, least: int = MIN_ROWS_PER_THREAD
    ) -> np.ndarray:
        """(R,) actions that a compiled bot chooses in the running games `rows`.

        Args:
            act: the bot, bound with `bind_bot`, or another function of the same arguments.
            threads: how many to use; None for the batch's own number.
            least: the fewest games per thread: 1 for a bot that takes long to decide.

        Raises:
            HustingsError: if `act` is no function, or a row is not a running game.
        """
        if not callable(act):
            raise HustingsError(f"act: {act!r:.60} is not a compiled bot; see bind_bot")
        threads = self._threads if threads is None else positive("threads", threads)
        with self._lock:
            rows = self.running(rows)
            actions = np.empty(len(rows), np.int64)
            box, tables, masks = self._box, self._tables, self._fresh_masks(rows)
            self._run(
                lambda first, last: act(box, tables, masks, rows, first, last, actions), rows, threads, least
            )
        return actions

    def play_by(self, loop: Callable, rows: np.ndarray, *arguments: Any) -> None:
        """Let a compiled loop continue the games `rows`.

        It is called as `loop(box, tables, masks, rows, first, last, ask_forced, *arguments)`.
        """
        rows = self._rows(rows)
        check_distinct(rows, self.num_games)
        box, tables, ask = self._box, self._tables, self._ask_forced
        with self._lock:
            masks = self._fresh_masks(rows)
            self._run(lambda first, last: loop(box, tables, masks, rows, first, last, ask, *arguments), rows)
            self._restart_history(rows)

    # --- Words -----------------------------------------------------------------------------------

    def describe(self, i: int, action: int) -> str:
        """An action of the seat to decide in game `i`, in words.

        Raises:
            HustingsError: for a game or an action out of range.
        """
        i, action = self._row(i), action_number(action, self.num_actions)
        with self._lock:
            return self.game.describe(self._box[0], self._tables[i], action)

    def board(self, i: int, seat: int | None = None) -> str:
        """The table of game `i` as text: what `seat` may know, or everything for None.

        Raises:
            HustingsError: for a game or a seat out of range.
        """
        i, seat = self._row(i), self._viewer(seat)
        with self._lock:
            return self.game.board(snapshot(self._box[0]), snapshot(self._tables[i]), seat)

    @property
    def listening(self) -> bool:
        """Whether events are recorded, see `listen`."""
        return self._history is not None

    def listen(self) -> None:
        """Start recording events for `tell`, as its first call does too; steps then take longer."""
        with self._lock:
            if self._history is None:
                self._history = History(self._tables, self._as_dealt(self._all), self.num_players)

    def news(self, i: int, seat: int | None = None) -> list[str]:
        """The events in game `i` from a seat's last decision on, as lines, as far as the seat may know them.

        Events are recorded from the first call, or from `listen()`, on; a line says where earlier ones are
        missing.

        Args:
            i: the game.
            seat: the reader; None for the seat to decide (seat 0 when the game is over).
        """
        i = self._row(i)
        with self._lock:
            return event_lines(self._events(i, self._reader(i, seat)))

    def tell(self, i: int, seat: int | None = None) -> str:
        """Everything that a seat needs to decide in game `i`, as text for a language model or a person.

        The text has the board, the events since the seat's last decision, the question to decide, and the
        legal actions in words with their numbers; nothing that the seat may not know. Events are recorded
        from the first call, or from `listen()`, on; the text says where earlier ones are missing.

        Args:
            i: the game.
            seat: the reader; None for the seat to decide (seat 0 when the game is over).
        """
        i = self._row(i)
        with self._lock:
            who = self._reader(i, seat)
            events, row = self._events(i, who), np.array([i])
            legal = np.flatnonzero(self.masks(rows=row)[0]).tolist()
            points = self.results(rows=row)[0][0].tolist()
            return tell(self.game, self._box[0], self._tables[i], who, events, legal, points)

    def _reader(self, i: int, seat: int | None) -> int:
        asked = self._viewer(seat)
        return max(0, int(self._tables[i]["seat"])) if asked is None else asked

    def _events(self, i: int, seat: int) -> list[Event]:
        """The events in game `i` from the last decision of `seat` on."""
        self.listen()
        assert self._history is not None
        return self._history.events(self.game, self._box[0], self._tables[i], i, seat)

    def picture(self, i: int, seat: int | None = None) -> str:
        """The table of game `i` as SVG: what `seat` may know, or everything for None.

        The result is a `str` that notebooks display as a picture. The picture measures 900 x 780, follows the
        reader's preference for light or dark, and needs no special font.
        """
        i, seat = self._row(i), self._viewer(seat)
        with self._lock:
            return self.game.picture(snapshot(self._box[0]), snapshot(self._tables[i]), seat)

    def _viewer(self, seat: Any) -> int | None:
        return None if seat is None else int(self._seats(whole_number("seat", seat), 1)[0])

    def _row(self, i: Any) -> int:
        number = whole_number("i, the game,", i)
        if not 0 <= number < self.num_games:
            raise HustingsError(f"game {number} is outside 0 to {self.num_games - 1}")
        return number

    def why_illegal(self, row: int, action: int) -> str:
        """The error message for an action that is not legal in game `row`."""
        seat, phase = int(self._tables["seat"][row]), int(self._tables["phase"][row])
        if seat == NOBODY:
            return f"game {row} is over; deal another one"
        legal = np.flatnonzero(self.masks(rows=np.array([row]))[0])
        inside = 0 <= action < self.num_actions
        words = f" ({self.game.actions.locate(action)[0]})" if inside else f" of {self.num_actions} actions"
        phase_name = self.game.phases(phase).name
        if not len(legal):
            return (
                f"game {row}, seat {seat}, phase {phase_name}: no action is legal; the rules must leave one, "
                "or end the game"
            )
        return (
            f"game {row}, seat {seat}, phase {phase_name}: action {action}{words} is not legal; "
            f"choose from {', '.join(map(str, legal))}"
        )

    # --- Arguments in one dtype and memory order, since Numba would compile the loops for any other ---

    def _run(
        self, call: Any, rows: np.ndarray, threads: int | None = None, least: int = MIN_ROWS_PER_THREAD
    ) -> list:
        lock = self._lock
        if not lock.enter(False):
            raise concurrent_use()
        try:
            return in_chunks(call, len(rows), threads or self._threads, least)
        finally:
            lock.leave()

    def _rows(self, rows: np.ndarray | None, name: str = "rows") -> np.ndarray:
        """The chosen games as (R,) indices, from indices or a mask."""
        if rows is None:
            return self._all
        array = as_array(name, rows)
        # `[]` has a dtype of float64, but means no games.
        if array.size and array.dtype.kind not in "iu":
            if array.dtype == np.bool_ and array.shape == (self.num_games,):
                return np.flatnonzero(array)
            wanted = f"indices of games, or ({self.num_games},) bool"
            raise HustingsError(f"{name}: needs {wanted}, got {array.dtype} {array.shape}")
        rows = contiguous(array, np.int64)
        # Without a sign, so that negative ones are too large, too.
        if rows.ndim != 1 or (len(rows) and rows.view(np.uint64).max() >= self.num_games):
            raise HustingsError(f"{name}: needs indices of games, 0 to {self.num_games - 1}, or a mask")
        return rows

    def _seats(self, seat: int | np.ndarray | None, length: int) -> np.ndarray:
        if seat is None:
            # `rows` may name games repeatedly, and then be longer than the batch.
            return self._anyone[:length] if length <= self.num_games else np.full(length, ON_TURN, np.int8)
        seats = as_array("seat", seat)
        if seats.dtype.kind not in "iu" or seats.shape not in ((), (length,)):
            raise HustingsError(f"seat: needs one seat, or ({length},) of them")
        lowest = NOBODY if seats.ndim else 0  # an array may be `games.seat`, -1 where a game is over
        wrong = seats[(seats < lowest) | (seats >= self.num_players)]
        if wrong.size:
            raise HustingsError(f"seat: {wrong.flat[0]} is outside 0 to {self.num_players - 1}")
        return contiguous(np.broadcast_to(seats, (length,)), np.int8)

    def _seeds_of(self, rows: np.ndarray) -> np.ndarray:
        return chance.derive_many(self._seed, rows, self._deals[rows])

    def _deal(self, rows: np.ndarray, keys: np.ndarray) -> None:
        self._deal_into(self._tables, self._masks, rows, keys)
        self._dealt[rows] += 1
        self._random_states[rows] = 0
        self._restart_history(rows, dealt=True)

    def _deal_into(self, tables: np.ndarray, masks: np.ndarray, rows: np.ndarray, keys: np.ndarray) -> None:
        loop, ask = self._loops.deal_many, self._ask_forced
        box, blank, seats = self._box, self._blank, self.num_players
        self._run(lambda a, b: loop(box, tables, masks, rows, a, b, blank, seats, keys, ask), rows)

    def _as_dealt(self, rows: np.ndarray) -> np.ndarray:
        """(R,) bool: whether these tables are as they were dealt."""
        tables = self._tables.take(rows)
        dealt, masks = np.zeros_like(tables), np.zeros((len(rows), self.num_actions), np.bool_)
        self._deal_into(dealt, masks, np.arange(len(rows)), tables["seed"].copy())
        return _as_bytes(tables) == _as_bytes(dealt)

    def _restart_history(self, rows: np.ndarray, *, dealt: bool = False) -> None:
        """Forget the recorded events of these games, whose tables were replaced."""
        if self._history is not None:
            begun = np.ones(len(rows), np.bool_) if dealt else self._as_dealt(rows)
            self._history.begin(rows, self._tables, begun)


def _as_bytes(tables: np.ndarray) -> np.ndarray:
    """(N,) tables as items of raw bytes, which NumPy copies at once instead of field by field."""
    return np.ascontiguousarray(tables).view(f"V{tables.dtype.itemsize}")
