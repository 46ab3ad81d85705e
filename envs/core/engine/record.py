"""Records: the fields of boxes and tables, and who sees each field."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..errors import HustingsError

SEAT = "seat"  # the axis of fields that have an entry per player
PAD = "pad"  # the bytes that fill a record
NOBODY, ON_TURN = -1, -2
"""In place of a seat: no seat, and the seat to decide."""


class Seen(NamedTuple):
    """Who sees a field of a table.

    Attributes:
        by: as in `EVERYBODY`, `OWNER`, `DECIDER`, `PLACE` or `HIDDEN`; "follows" if the field can be derived
            from others.
        phases: the phases in which its value has a meaning; empty for all.
        private: the phases in which only the owner sees it, for a field with an entry per player.
        why: for "follows", the fields it is derived from or what it is needed for.
    """

    by: str
    phases: tuple[int, ...] = ()
    private: tuple[int, ...] = ()
    why: str = ""

    def during(self, *phases: int) -> "Seen":
        """A copy limited to these phases; in others the value is stale."""
        return self._replace(phases=phases)

    def owner_alone(self, *phases: int) -> "Seen":
        """A copy that in these phases is for the owner only: the value is revealed later."""
        return self._replace(private=phases)


EVERYBODY = Seen("everybody")
OWNER = Seen("owner")  # the player at that index of the axis `seat`
DECIDER = Seen("decider")  # the seat to decide
PLACE = Seen("place")  # where a thing is: seen by its owner and by whoever can look there
HIDDEN = Seen("nobody")


def follows(why: str) -> Seen:
    """Mark a field that players can derive from others; `why` names them."""
    return Seen("follows", why=why)


class Field(NamedTuple):
    """One field of a box or a table.

    Attributes:
        axes: the length of each axis by name, outermost first: {"seat": 4, "card": 62}. A field with an entry
            per player has the axis "seat". An axis that is one longer than the axis of the same name in an
            observation counts from 1; its entry 0 is unused. A box needs only the lengths.
        low, high: the declared range, inclusive; entries of a seat that nobody has are 0.
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

    def length_of(self, axis: str) -> int | None:
        """The length of an axis by name; None if it has no such axis."""
        return self.axes.get(axis) if isinstance(self.axes, Mapping) else None

    @property
    def size(self) -> int:
        """The number of entries."""
        return math.prod(self.shape)


def record(fields: Iterable[Field]) -> np.dtype:
    """The dtype of a record with these fields: sorted by alignment, without gaps, padded at the end.

    Without gaps, equal games have equal bytes. Flags are int8: Numba cannot compile bool arrays in a record.

    Raises:
        HustingsError: for a name that is used twice or is that of an attribute of np.record, or a range that
            the type does not hold as whole numbers.
    """
    fields = list(fields)
    for number, field in enumerate(fields):
        _check(field, {other.name for other in fields[:number]})
    ordered = sorted(fields, key=lambda field: -np.dtype(field.type).alignment)
    parts: list[tuple] = [(field.name, field.type, field.shape) for field in ordered]
    size = np.dtype(parts).itemsize
    if size % 8:
        parts.append((PAD, np.uint8, (8 - size % 8,)))
    dtype = np.dtype((np.record, parts))
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        raise AssertionError("a record with gaps")
    return dtype


def _check(field: Field, others: set[str]) -> None:
    if field.name in others:
        raise HustingsError(f"field {field.name}: there are two of this name; rename one")
    if field.name == PAD:
        raise HustingsError(f"field {PAD}: records are padded under that name; rename it")
    if hasattr(np.record, field.name):
        raise HustingsError(f"field {field.name}: it would hide behind np.record.{field.name}; rename it")
    kind = np.dtype(field.type)
    if kind.kind not in "iu":
        raise HustingsError(f"field {field.name}: {kind} does not hold whole numbers; take int8, int16, ...")
    held = np.iinfo(kind)
    if not held.min <= field.low <= field.high <= held.max:
        span = f"{field.low} to {field.high}"
        raise HustingsError(f"field {field.name}: {kind} does not hold {span}; take another")
