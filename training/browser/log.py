"""What each viewer of a match has been told, line by line, and what of it is new to them."""

from collections.abc import Sequence
from typing import NamedTuple

from ...envs.core.engine.game import NOBODY
from ...envs.core.text.events import Event, event_lines

_LONG = 3  # things in a line, beyond which each has a line of its own


class LogLine(NamedTuple):
    """A line of the log: events of one group.

    Attributes:
        number: the move with which they began, of those that the viewer is told of.
        phase: the phase in which they happened, in words; "" before the first move.
        events: at least one.
    """

    number: int
    phase: str
    events: list[Event]

    @property
    def text(self) -> str:
        """The line in words."""
        return event_lines(self.events)[0]

    @property
    def items(self) -> list[str]:
        """What a long line lists, where no seat does it: the provinces of an election."""
        short = len(self.events) <= _LONG or any(event.seat != NOBODY for event in self.events)
        return [] if short else [event.short for event in self.events]


class Mark(NamedTuple):
    """A place in a log.

    Lines before it, events in the last of them, moves told of, what was new, how often lines were taken back.
    """

    lines: int
    events: int
    moves: int
    new: int
    taken_back: int


class Log:
    """The log of one viewer.

    Attributes:
        lines: what happened.
        moves: how many moves the viewer was told of.
        new: the first line since the viewer's last decision, or since the last move for whoever watches.
        taken_back: how often lines were taken back, or a new game has begun.
    """

    def __init__(self, taken_back: int = 0) -> None:
        self.lines: list[LogLine] = []
        self.moves = self.new = 0
        self.taken_back = taken_back

    def write(self, events: Sequence[Event], phase: str = "") -> None:
        """Write events; one of the same group as the last continues its line, unless that is old."""
        for event in events:
            last = self.lines[-1] if len(self.lines) > self.new else None
            if last and event.group and (event.group, phase) == (last.events[-1].group, last.phase):
                last.events.append(event)
            else:
                self.lines.append(LogLine(self.moves, phase, [event]))

    def moved(self, events: Sequence[Event], phase: str, *, own: bool) -> None:
        """Write a move; the viewer's own is no news, what comes of it is."""
        self.moves += bool(events)
        if own:
            self.write(events[:1], phase)
            self.decided()
        self.write(events[1:] if own else events, phase)

    def decided(self) -> None:
        """The viewer decides: what stands here is known, what comes of it is new."""
        self.new = len(self.lines)

    @property
    def mark(self) -> Mark:
        """This place, to go back to."""
        events = len(self.lines[-1].events) if self.lines else 0
        return Mark(len(self.lines), events, self.moves, self.new, self.taken_back)

    def back_to(self, mark: Mark) -> None:
        """Forget what was written after a place."""
        del self.lines[mark.lines :]
        if self.lines:
            del self.lines[-1].events[mark.events :]
        self.moves, self.new = mark.moves, mark.new
        self.taken_back += 1

    def news(self) -> list[tuple[str, list[LogLine]]]:
        """The new lines by phase."""
        found: list[tuple[str, list[LogLine]]] = []
        for line in self.lines[self.new :]:
            if not found or found[-1][0] != line.phase:
                found.append((line.phase, []))
            found[-1][1].append(line)
        return found
