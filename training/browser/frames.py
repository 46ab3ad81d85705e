"""The pictures and sentences of a whole game, as each viewer sees it, in little room.

A picture is a row of panels, and most of these stay as they are from one move to the next and look the same
to everybody: each is kept once, as the numbers of its tags, and compressing does the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...envs.core.engine.game import Game
from ...envs.core.text.events import event_lines
from ...envs.core.text.snapshot import snapshot
from ...envs.core.text.words import player
from .drawing_pool import drawing_pool

PANEL = " data-panel="  # what pictures are cut at
STRETCH = 40  # positions that are drawn at a time
BEGINNING = "The beginning."
LONG = 2000  # pictures that are worth other processes


class Stretch(NamedTuple):
    """Positions of a game in a row.

    Attributes:
        game, box: what is played, and with what.
        first: how many moves led to the first of them.
        tables: (K + 1,) the table before the first of them, or for the beginning its own, and theirs.
        moves: of each position the seat, the action and the words of the move that led to it.
    """

    game: Game
    box: np.ndarray
    first: int
    tables: np.ndarray
    moves: list[tuple[int, int, str]]


class DrawnStretch(NamedTuple):
    """A stretch as one viewer sees it.

    Attributes:
        lines: of each position what happened, in lines; none if the viewer notices nothing.
        pictures: of each position the numbers of its panels.
        panels: the texts of the panels, by number.
    """

    lines: list[list[str]]
    pictures: list[list[int]]
    panels: list[str]


def lines_for(
    game: Game, box: Any, before: Any, move: tuple[int, int, str], after: Any, seat: int | None
) -> list[str]:
    """What a seat is told of a move, in lines: its seat, action and words; none if it notices nothing."""
    mover, action, words = move
    happened = event_lines(game.events(box, before, action, after, seat))
    return happened or ([f"{player(mover)}: {words}"] if seat in (None, mover) else [])


def look(stretch: Stretch, seat: int | None) -> DrawnStretch:
    """What a seat sees of some positions, None for everything."""
    game, box = stretch.game, snapshot(stretch.box[0])
    all_lines, pictures, panels = [], [], dict[str, int]()
    tables = pairwise(map(snapshot, stretch.tables))
    for number, ((before, table), move) in enumerate(zip(tables, stretch.moves), stretch.first):
        lines = lines_for(game, box, before, move, table, seat) if number else [BEGINNING]
        cut = str(game.picture(box, table, seat)).split(PANEL)
        all_lines.append(lines)
        pictures.append([panels.setdefault(panel, len(panels)) for panel in cut])
    return DrawnStretch(all_lines, pictures, list(panels))


class Film:
    """All that is shown of a game, view by view, as it is stored in a page.

    Attributes:
        tags: the number of every different tag.
        panels: the tags of every different panel.
        frames: for each view and picture the numbers of its panels.
        told: for each view and picture the number of its text.
        texts: the number of every different text.
        moves: for each view and picture how many moves led to it.
    """

    def __init__(self, views: int):
        self.tags: dict[str, int] = {}
        self.panels: list[list[int]] = []
        self.frames: list[list[list[int]]] = [[] for _ in range(views)]
        self.told: list[list[int]] = [[] for _ in range(views)]
        self.texts: dict[str, int] = {}
        self.moves: list[list[int]] = [[] for _ in range(views)]
        self._numbers: dict[str, int] = {}  # of panels

    def add(self, view: int, first: int, drawn: DrawnStretch) -> None:
        """Add what a viewer has seen of the positions from `first` on, where it is anything new."""
        numbers = [self._number(panel) for panel in drawn.panels]
        for place, (lines, picture) in enumerate(zip(drawn.lines, drawn.pictures, strict=True)):
            now = [numbers[panel] for panel in picture]
            if not lines and self.frames[view][-1:] == [now]:
                continue
            self.frames[view].append(now)
            words = " ".join(lines or ["…"])
            self.told[view].append(self.texts.setdefault(words, len(self.texts)))
            self.moves[view].append(first + place)

    def _number(self, panel: str) -> int:
        """The number of a panel, which is kept if it is new."""
        if panel not in self._numbers:
            self._numbers[panel] = len(self.panels)
            self.panels.append([self.tags.setdefault(tag, len(self.tags)) for tag in panel.split("><")])
        return self._numbers[panel]


def film(
    stretches: Iterable[Stretch],
    seats: Sequence[int | None],
    pictures: int,
    processes: int,
    advance: Callable[[int], Any],
) -> Film:
    """Draw a game for every viewer.

    Args:
        stretches: the whole game, piece by piece.
        seats: the viewers.
        pictures: about how many there will be.
        processes: how many draw at once, if there are so many pictures that it is worth it.
        advance: called with the number of pictures of every stretch.
    """
    made = Film(len(seats))
    looks = _looks_of_processes if processes > 1 and pictures >= LONG else _looks
    for view, first, drawn in looks(stretches, seats, processes):
        made.add(view, first, drawn)
        advance(len(drawn.pictures))
    return made


def _looks(
    stretches: Iterable[Stretch], seats: Sequence[int | None], processes: int
) -> Iterator[tuple[int, int, DrawnStretch]]:
    """Every view, the first position and the pictures of every stretch, drawn here."""
    for stretch in stretches:
        for view, seat in enumerate(seats):
            yield view, stretch.first, look(stretch, seat)


def _looks_of_processes(
    stretches: Iterable[Stretch], seats: Sequence[int | None], processes: int
) -> Iterator[tuple[int, int, DrawnStretch]]:
    """The same from other processes, in the same order."""
    waiting: list[tuple[int, int, Future[DrawnStretch]]] = []
    with drawing_pool(processes) as pool:
        for stretch in stretches:
            for view, seat in enumerate(seats):
                waiting.append((view, stretch.first, pool.submit(look, stretch, seat)))
            while waiting and (waiting[0][2].done() or len(waiting) > 8 * processes):
                view, first, done = waiting.pop(0)
                yield view, first, done.result()
        for view, first, done in waiting:
            yield view, first, done.result()
