"""The declared ranges of a table's values, and the first value that is outside them.

Compiled rules check no bounds, so a table from an untrusted source is checked before use.
"""

import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from .game import NOBODY, Game
from .record import PAD, SEAT, Field


class _Part(NamedTuple):
    """Adjacent values of one type: bytes [first, last) of a table, and their ranges."""

    first: int
    last: int
    dtype: np.dtype
    low: np.ndarray
    high: np.ndarray


@functools.cache
def _parts(game: Game, players: int) -> list[_Part]:
    """The declared ranges of a table for this number of players, except those that cover their whole type.

    Fields are sorted by alignment without gaps, so adjacent ones merge into a few parts.
    """
    parts: list[_Part] = []
    places: Mapping[str, Any] = game.table.fields or {}
    for field in fields_of(game, players):
        first = places[field.name][1]
        dtype = np.dtype(field.type)
        low, high = (_limits(field, limit, players) for limit in (field.low, field.high))
        last = first + field.size * dtype.itemsize
        if parts and parts[-1].dtype == dtype:
            before = parts.pop()
            first = before.first
            low, high = np.concatenate([before.low, low]), np.concatenate([before.high, high])
        parts.append(_Part(first, last, dtype, low, high))
    return [
        part
        for part in parts
        if (part.low > np.iinfo(part.dtype).min).any() or (part.high < np.iinfo(part.dtype).max).any()
    ]


def fields_of(game: Game, players: int) -> list[Field]:
    """The fields in the order of a table, including padding, with ranges for this number of players."""
    fields = {field.name: field for field in game.table_fields}
    fields["seats"] = fields["seats"]._replace(low=players, high=players)
    fields["seat"] = fields["seat"]._replace(low=NOBODY, high=players - 1)
    fields["phase"] = fields["phase"]._replace(low=min(game.phases), high=max(game.phases))
    names = game.table.names or ()
    if PAD in names:
        fields[PAD] = Field(PAD, np.uint8, game.table[PAD].shape, 0, 0, "nothing")
    return [fields[name] for name in names]


def _limits(field: Field, limit: int, players: int) -> np.ndarray:
    """A limit of each entry: 0 for seats that nobody has."""
    limits = np.full(field.shape, limit, field.type)
    if isinstance(field.axes, Mapping) and SEAT in field.axes:
        np.moveaxis(limits, list(field.axes).index(SEAT), 0)[players:] = 0
    return limits.ravel()


def out_of_range(game: Game, players: int, tables: np.ndarray) -> tuple[int, str] | None:
    """Find the first table with a value out of range.

    Args:
        game, players: the game, and its number of players.
        tables: (N,) the game's tables, C-ordered.

    Returns:
        Its index and the value in words; None if all values are in range.
    """
    values = tables.view(np.uint8).reshape(len(tables), -1)
    for first, last, dtype, low, high in _parts(game, players):
        part = values[:, first:last].view(dtype)
        wrong = (part < low) | (part > high)
        if wrong.any():
            place = int(wrong.any(axis=1).argmax())
            entry = int(wrong[place].argmax())
            name, value = _name(game, first + entry * dtype.itemsize), int(part[place, entry])
            least, most = int(low[entry]), int(high[entry])
            allowed = f"not {least}" if least == most else f"outside {least} to {most}"
            field = next(one for one in fields_of(game, players) if one.name == name.partition("[")[0])
            nobodys = ", for nobody has that seat" if field.low <= value <= field.high else ""
            return place, f"{name} is {value}, {allowed}{nobodys}"
    return None


def _name(game: Game, byte: int) -> str:
    """The name of the field at a byte of a table, with the index of the entry."""
    for name, (dtype, first, *_) in (game.table.fields or {}).items():
        if first <= byte < first + dtype.itemsize:
            if not dtype.shape:
                return name
            index = np.unravel_index((byte - first) // dtype.base.itemsize, dtype.shape)
            return f"{name}[{', '.join(str(int(i)) for i in index)}]"
    raise AssertionError(f"byte {byte} is in no field")
