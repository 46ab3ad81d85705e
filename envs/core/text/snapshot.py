"""Read-only copies of records, for pictures and sentences that read many fields."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np


def snapshot(record: np.record) -> Any:
    """A read-only copy of a record that caches its fields; its method `copy` returns a writeable one.

    NumPy looks up a record's field in Python at every access, and a picture makes a thousand accesses.
    """
    frozen = np.array(record)
    frozen.flags.writeable = False
    return frozen[()].view((_kind(frozen.dtype), frozen.dtype))


@functools.lru_cache(64)
def _kind(dtype: np.dtype) -> type:
    """A record class for this dtype, with its fields as cached attributes."""
    fields: dict[str, Any] = {name: functools.cached_property(_reader(name)) for name in dtype.names or ()}
    # np.record's own __getattribute__ is the slow lookup; np.void's finds the cached attributes.
    own = {"__getattribute__": np.void.__getattribute__, "copy": _copy}
    return type("Snapshot", (np.record,), fields | own)


def _reader(name: str) -> Callable[[np.void], Any]:
    return lambda record: np.void.__getitem__(record, name)


def _copy(record: np.void) -> Any:
    """A writeable np.record."""
    return np.void.copy(record).view(np.dtype((np.record, record.dtype)))
