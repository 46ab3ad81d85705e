"""Game: the one description of a game that the rest of the suite reads.

A table begins with the fields of `header`. The rules are compiled functions over one box and one table, both
NumPy records:

    setup(box, table)                    lay out the game; seed, seats and chance are set, all else is zero
    legal(box, table, legal)             mark the seat on turn's legal actions in `legal` (bool, all False)
    apply(box, table, action)            do a legal action, and everything that follows without a choice
    score(box, table, seat)              a seat's points, a whole number
    standing(box, table, seat)           a whole number to rank seats by: greater is better, equal ties
    round_now(box, table)                the number of the current round
    observe(box, table, seat, out)       fill `out` (float32) with what `seat` may know
    redeal(box, table, seat)             deal anew what `seat` cannot know; chance is reseeded before
    check(box, table)                    the fault of a table whose values are in range, or 0
    reopen_secret_choices(box, table, seat)  take back the choices of this phase that others made unseen by
                                         `seat`, put the first of them on turn; True if there were any

After `setup` and `apply`, `table.seat` is the seat that decides next, or -1 when the game is over.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, partial
from typing import Any

import numpy as np

from ..errors import HustingsError
from ..io.box import BoxSpec
from .compile import rule
from .layout import Layout
from .record import HIDDEN, NOBODY, SEAT, Field, follows, record


def header(streams: int, max_seats: int) -> tuple[Field, ...]:
    """The fields at the start of every table; `streams` is the number of random streams."""
    return (
        Field("seed", np.uint64, (), 0, 2**64 - 1, "key of all chance in this game", HIDDEN),
        Field("draws", np.uint32, {"stream": streams}, 0, 2**32 - 1, "how often each was used", HIDDEN),
        Field("seats", np.int8, (), 2, max_seats, "number of players", follows("the number of entries")),
        Field("phase", np.int8, (), 0, 127, "phase of the game"),
        Field("seat", np.int8, (), NOBODY, max_seats - 1, "seat to decide; -1 when the game is over"),
    )


HIDDEN_FROM_STATE = ("seed", "draws")


class NoFault(IntEnum):
    """The faults of a game without its own check, which has only its ranges checked."""

    NONE = 0


@rule
def nothing_to_check(box, table):
    """Find no fault: for games in which every table within its ranges is playable."""
    return NoFault.NONE


@rule
def nothing_to_redeal(box, table, seat):
    """Change nothing: for games in which only future chance is hidden."""


@rule
def no_secret_choices(box, table, seat):
    """Reopen nothing: for games without secret choices."""
    return False


@rule
def no_sudden_end(box, table):
    """False: for games that are always decided by the points shown during play."""
    return False


def in_plain_words(*_: Any) -> Any:
    """Placeholder that `Game` replaces by a function of `core/text/plain.py`."""
    raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Game:
    """Everything the suite knows about a game.

    Attributes:
        name: identifier, also the name of the folder: "saludos_amigos".
        title: as printed on the box.
        version: the 0 in `saludos_amigos_v0` and in the ids of PettingZoo and Gymnasium.
        revision: raised whenever rules, actions or observations change. Policies, replays, leaderboards,
            recordings and positions carry it.
        module: import path of the module that holds this description as `GAME`.
        player_counts: the numbers of players it takes.
        table_fields: the table, header included.
        box_spec: the box.
        actions: the blocks of the action space, the same for every number of players.
        observation: the blocks of an observation, given the number of players.
        phases: the phases, numbered as in `table.phase`.
        describe: an action in words, (box, table, action) -> str; may name only what the seat on turn knows.
        board: the table as text, (box, table, seat) -> str; only what `seat` may know, everything for None.
        picture: the table as SVG, (box, table, seat) -> str; only what `seat` may know, everything for None.
        events: the events of an action and everything after it, (box, before, action, after, seat) ->
            list of events; only what `seat` may know, everything for None.
        faults: the faults that `check` may find, NONE first; their names are the words of the error.
        sudden_end: (box, table) -> whether a finished game was decided by something other than the points
            shown during play, so that earlier leads counted for nothing.
        setup, legal, apply, score, standing, round_now, observe, redeal, check, reopen_secret_choices: the
            compiled rules; `core/engine/loops.py` calls them for every game of a batch.

    By default `describe`, `board`, `picture` and `events` list names and fields; see `core/text/plain.py`.

    Raises:
        HustingsError: for fewer than two players, more than the table has seats, or a box without
            `typical_score`.
    """

    name: str
    title: str
    version: int
    module: str
    player_counts: tuple[int, ...]
    table_fields: tuple[Field, ...]
    box_spec: BoxSpec
    actions: Layout
    observation: Callable[[int], Layout]
    setup: Callable
    legal: Callable
    apply: Callable
    score: Callable
    standing: Callable
    round_now: Callable
    observe: Callable
    phases: type[IntEnum]
    revision: int = 1
    redeal: Callable = nothing_to_redeal
    check: Callable = nothing_to_check
    faults: type[IntEnum] = NoFault
    reopen_secret_choices: Callable = no_secret_choices
    sudden_end: Callable = no_sudden_end
    describe: Callable[[Any, Any, int], str] = in_plain_words
    board: Callable[[Any, Any, int | None], str] = in_plain_words
    picture: Callable[[Any, Any, int | None], str] = in_plain_words
    events: Callable[[Any, Any, int, Any, int | None], list[Any]] = in_plain_words

    def __post_init__(self) -> None:
        _check_seats(self)
        if not any(field.name == "typical_score" for field in self.box_spec.fields):
            raise HustingsError(f"{self.title}: the box has no field typical_score; add one")
        for name in ("describe", "board", "picture", "events"):
            if getattr(self, name) is in_plain_words:
                # Set around the frozen dataclass: the default needs the finished game.
                default = on_first_use(f"{__package__.removesuffix('.engine')}.text.plain", name)
                object.__setattr__(self, name, partial(default, self))

    @cached_property
    def table(self) -> np.dtype:
        """The dtype of one table."""
        return record(self.table_fields)

    @property
    def page(self) -> str:
        """Import path of the public module, whose docstring is the game's page."""
        return f"{self.module.rpartition('.')[0]}.{self.name}_v{self.version}"

    def __repr__(self) -> str:
        return f"<Game {self.name}_v{self.version}: {self.title}, {self.player_numbers} players>"

    def other_revision(self, revision: int) -> str:
        """The words "at revision ... of ...", for something made at another revision; "" at this one."""
        if revision == self.revision:
            return ""
        return f"at revision {revision} of {self.title}, which is at {self.revision} today"

    @property
    def player_numbers(self) -> str:
        """The numbers of players in words: "2 to 4", or "2 or 4" where it does not take those between."""
        *others, last = map(str, sorted(self.player_counts))
        if not others:
            return last
        in_a_row = self.max_players - min(self.player_counts) == len(others)
        return f"{others[0]} to {last}" if in_a_row else f"{', '.join(others)} or {last}"

    @property
    def max_players(self) -> int:
        """The largest number of players."""
        return max(self.player_counts)

    def check_players(self, num_players: int | None) -> int:
        """`num_players` as an int, or the smallest number for None.

        Raises:
            HustingsError: for a number of players that the game does not take.
        """
        if num_players is None:
            return min(self.player_counts)
        if isinstance(num_players, bool) or num_players not in self.player_counts:
            raise HustingsError(
                f"{self.title} takes {self.player_numbers} players, not {num_players!r}; change num_players"
            )
        return int(num_players)

    def __reduce__(self):
        return _game, (self.module,)


def _check_seats(game: Game) -> None:
    """Refuse numbers of players for which the table has no room: compiled rules check no index."""
    if min(game.player_counts) < 2:
        raise HustingsError(f"{game.title}: player_counts: a game has at least 2 players")
    for field in game.table_fields:
        seats = field.high if field.name == "seats" else field.length_of(SEAT)
        if seats is not None and seats < game.max_players:
            few = f"{seats} seats are not enough for {game.max_players} players"
            raise HustingsError(f"{game.title}: field {field.name}: {few}")


def on_first_use(module: str, name: str) -> Callable:
    """A function whose module is imported at its first call; the module that draws takes 0.1 s."""

    def call(*args: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*args)

    return call


def _game(module: str) -> Game:
    return importlib.import_module(module).GAME
