"""Helpers for texts of all games: names, counts of things, lines and columns."""

import itertools
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

WIDTH = 78  # of lines of text


def player(seat: int) -> str:
    """The name of a seat, the same as its PettingZoo agent's."""
    return f"player_{int(seat)}"


def seats_of(table: np.record) -> range:
    """The seats in play."""
    return range(int(table.seats))


def in_order(table: np.record) -> list[int]:
    """The seats in their order of play, of a table that has one."""
    return [int(seat) for seat in table.order[: int(table.seats)]]


def text(name: Any) -> str:
    """Decode a name of a box: UTF-8 bytes, padded with zeros.

    >>> text([80, 97, 114, 105, 115, 0, 0])
    'Paris'
    """
    return bytes(name).rstrip(b"\0").decode()


def spoken(identifier: str) -> str:
    """An identifier in words.

    >>> spoken("PLACE_LOBBY")
    'place lobby'
    """
    return identifier.replace("_", " ").lower()


def count(number: int, noun: str) -> str:
    """A count with its noun.

    >>> count(1, "card"), count(2000, "card")
    ('1 card', '2,000 cards')
    """
    return f"{int(number):,} {noun}{'' if number == 1 else 's'}"


def number_of(number: int, noun: str) -> str:
    """Like `count`, but "no cards" for 0.

    >>> number_of(0, "card"), number_of(1, "card")
    ('no cards', '1 card')
    """
    return count(number, noun) if number else f"no {noun}s"


def joined(names: Sequence[str]) -> str:
    """List names as in a sentence.

    >>> joined(["white", "blue", "red"]), joined(["white"])
    ('white, blue and red', 'white')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def wrapped(line: str) -> list[str]:
    """Wrap a line between words, with continuation lines indented."""
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def in_columns(cells: Sequence[str], number: int) -> list[Sequence[str]]:
    """Split cells into `number` columns, read downwards.

    >>> in_columns("abcde", 2)
    ['abc', 'de']
    """
    height = -(-len(cells) // number)
    return [cells[at * height : (at + 1) * height] for at in range(number)]


def side_by_side(columns: Sequence[Sequence[str]]) -> list[str]:
    """Set columns side by side as lines, spread over the width if there is room.

    >>> side_by_side([["Maine", "Anjou"], ["Paris"]])
    ['Maine                                  Paris', 'Anjou']
    """
    widths = [1 + max(map(len, column), default=0) for column in columns]
    even, room = WIDTH // len(columns), max(0, WIDTH + 1 - sum(widths)) // len(columns)
    widths = [even] * len(columns) if max(widths) <= even else [width + room for width in widths]
    rows = itertools.zip_longest(*columns, fillvalue="")
    return ["".join(f"{cell:<{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows]


def ranges(numbers: Sequence[int]) -> str:
    """List ascending numbers, with runs abbreviated.

    >>> ranges([9, 12, 13, 14, 16, 17])
    '9, 12-14, 16, 17'
    """
    runs = [
        [number for _, number in run]
        for _, run in itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def numbered(cards: Iterable[tuple[int, str]]) -> list[str]:
    """List cards with their numbers, grouping the numbers of equal cards.

    >>> numbered([(12, "Purge"), (13, "Terror"), (14, "Purge")])
    ['12, 14 Purge', '13 Terror']
    """
    numbers: dict[str, list[int]] = {}
    for number, words in cards:
        numbers.setdefault(words, []).append(number)
    return [f"{ranges(same)} {words}" for words, same in numbers.items()]


def counted(names: Sequence[str]) -> list[str]:
    """List each name once, preceded by its count if that is above one.

    >>> counted(["Purge", "Terror", "Purge"])
    ['2 Purge', 'Terror']
    """
    return [f"{names.count(n)} {n}" if names.count(n) > 1 else n for n in dict.fromkeys(names)]
