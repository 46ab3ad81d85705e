"""Helpers for box files: rows of a table, checked values, names as bytes, and totals to compare."""

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

from ..errors import BoxError
from ..text.words import text

_T = TypeVar("_T")


def rows(values: dict[str, Any], key: str, *columns: str) -> list[dict[str, Any]]:
    """Remove the rows `key` from a file's values and return them; "key" in a row is for error messages.

    The columns of a row may be spread over several entries, one for each kind of evidence.

    Raises:
        BoxError: for an unknown, repeated or missing column.
    """
    found = []
    for number, parts in enumerate(values.pop(key)):
        row = {"key": f"{key}[{number}]"}
        for part in parts.values():
            for column in part:
                if column not in columns:
                    raise BoxError(f"{row['key']}.{column}: unknown; the columns are {', '.join(columns)}")
                if column in row:
                    raise BoxError(f"{row['key']}.{column}: given twice")
            row.update(part)
        for column in columns:
            if column not in row:
                raise BoxError(f"{row['key']}.{column}: missing")
        found.append(row)
    return found


def word(row: dict[str, Any], column: str, words: Mapping[str, _T]) -> _T:
    """Look up the word in a column of a row in `words`; BoxError for an unknown word."""
    value = row[column]
    if not isinstance(value, str) or value not in words:
        raise BoxError(f"{row['key']}.{column}: {value!r} is not one of {', '.join(words)}")
    return words[value]


def whole_number(key: str, value: Any, low: int, high: int) -> int:
    """`value` if it is a whole number from `low` to `high`; BoxError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BoxError(f"{key}: {value!r} is not a whole number")
    if not low <= value <= high:
        raise BoxError(f"{key}: {value} is outside {low} to {high}")
    return value


def flag(key: str, value: Any) -> int:
    """1 for true, 0 for false; BoxError otherwise."""
    if not isinstance(value, bool):
        raise BoxError(f"{key}: {value!r} is neither true nor false")
    return int(value)


def letters(key: str, name: Any, size: int) -> list[int]:
    """Encode a name as `size` bytes, padded with zeros, since Numba supports no text in records."""
    encoded = name.encode() if isinstance(name, str) else b""
    if not 1 <= len(encoded) <= size:
        raise BoxError(f"{key}: {name!r} is not a text of 1 to {size} bytes")
    return [*encoded, *[0] * (size - len(encoded))]


def is_named(key: str, name: np.ndarray) -> bool:
    """Whether these bytes of a box hold a name; BoxError if they are not readable text."""
    try:
        readable = text(name).isprintable()
    except UnicodeDecodeError:
        readable = False
    if not readable:
        raise BoxError(f"{key} is not readable text")
    return bool(name.any())


def check_totals(totals: dict[str, Any], counts: dict[str, Any]) -> None:
    """Raise BoxError if a file's table `totals` disagrees with its rows."""
    for name in sorted(set(totals) ^ set(counts)):
        raise BoxError(f"totals.{name}: {'unknown' if name in totals else 'missing'}")
    for name, count in counts.items():
        if totals[name] != count:
            raise BoxError(f"totals.{name}: {totals[name]}, but the rows make {count}")
