"""Records: a box and a table field by field, and who sees each field."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

SEAT = "seat"  # the axis of what belongs to players
NOBODY = -1
"""Stands for a seat where there is none."""


class Seen(NamedTuple):
    """Who sees a field of a table, or what it follows from.

    Attributes:
        by: that of one of `EVERYBODY`, `OWNER`, `DECIDER`, `PLACE`, `HIDDEN`, or "follows".
        phases: the phases in which it means something to them; none for all.
        private: the phases in which only the owner sees it, where it belongs to players.
        why: from which fields it follows, or what it is needed for, where it tells nothing new.
    """

    by: str
    phases: tuple[int, ...] = ()
    private: tuple[int, ...] = ()
    why: str = ""

    def during(self, *phases: int) -> "Seen":
        """The same, in these phases only: in others the value is stale."""
        return self._replace(phases=phases)

    def owner_alone(self, *phases: int) -> "Seen":
        """The same, but in these phases only by its owner: it is shown later."""
        return self._replace(private=phases)


EVERYBODY = Seen("everybody")
OWNER = Seen("owner")  # the player of the axis `seat`
DECIDER = Seen("decider")  # the seat to decide
PLACE = Seen("place")  # where a thing is: its owner, and whoever can look there before or after
HIDDEN = Seen("nobody")


def follows(why: str) -> Seen:
    """Seen by a field that tells a player nothing beyond what other fields do."""
    return Seen("follows", why=why)


class Field(NamedTuple):
    """One field of a box or a table.

    Attributes:
        axes: what its entries stand for, with their number, outermost first: {"seat": 4, "card": 62}. A field
            that belongs to players has the axis "seat". An axis that is one longer than that of the same
            name in an observation counts from 1, and its entry 0 is not used. For a box, lengths alone do.
        low, high: the declared range, inclusive.
        seen: who sees it.
    """

    name: str
    type: Any
    axes: Mapping[str, int] | tuple[int, ...] = ()
    low: int = 0
    high: int = 1
    about: str = ""
    seen: Seen = EVERYBODY

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return tuple(self.axes.values()) if isinstance(self.axes, Mapping) else self.axes

    @property
    def size(self) -> int:
        """The number of entries."""
        return math.prod(self.shape)


def record(fields: Iterable[Field]) -> np.dtype:
    """The dtype of a record with these fields: sorted by alignment, no gap, an explicit pad at the end.

    Without gaps, equal games have equal bytes. Flags are int8: numba compiles no bool array in a record.
    """
    fields = list(fields)
    for field in fields:
        if hasattr(np.record, field.name):
            raise AssertionError(f"a field named {field.name} would hide behind np.record.{field.name}")
    ordered = sorted(fields, key=lambda field: -np.dtype(field.type).alignment)
    parts: list[tuple] = [(field.name, field.type, field.shape) for field in ordered]
    size = np.dtype(parts).itemsize
    if size % 8:
        parts.append(("pad", np.uint8, (8 - size % 8,)))
    dtype = np.dtype((np.record, parts))
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        raise AssertionError("a record with gaps")
    return dtype
