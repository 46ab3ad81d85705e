"""Events: sentences about what happened; neighbouring events of one group share a line."""

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..engine.game import NOBODY
from .words import player


class Event(NamedTuple):
    """Something that happened, as far as one viewer may know it.

    Attributes:
        text: the event as a sentence.
        group: the head of the line that it shares with neighbouring events of the same group; "" for none.
        short: its share of that line.
        seat: the seat that caused it; -1 for none.
    """

    text: str
    group: str = ""
    short: str = ""
    seat: int = NOBODY


def player_event(seat: int, what: str, group: str = "", short: str = "") -> Event:
    """Build an event caused by a player; without a `group`, players who do the same share a line.

    >>> player_event(1, "passes").text
    'player_1 passes.'
    """
    who = player(seat)
    return Event(f"{who} {what}.", group or what, short or who, int(seat))


def event_lines(events: Iterable[Event]) -> list[str]:
    """Write events as lines, with one line for neighbouring events of the same group.

    >>> event_lines([player_event(1, "passes"), player_event(2, "passes"), Event("The die shows 3.")])
    ['Passes: player_1, player_2.', 'The die shows 3.']
    >>> event_lines([player_event(1, "plays Fritz", "player_1 plays", "Fritz")] * 2)
    ['player_1 plays: Fritz twice.']
    """
    lines = []
    for group, members in itertools.groupby(events, lambda event: event.group):
        same = list(members)
        if not group or len(same) == 1:
            lines += [event.text for event in same]
        else:
            head = group if group.startswith("player_") else group[0].upper() + group[1:]
            lines.append(f"{head}: {', '.join(_counted(event.short for event in same))}.")
    return lines


def _counted(words: Iterable[str]) -> Iterator[str]:
    """Repeated words once, with their number: "Paris twice", "Paris 3 times"."""
    for word, group in itertools.groupby(words):
        times = len(list(group))
        yield word + ("" if times == 1 else " twice" if times == 2 else f" {times} times")
