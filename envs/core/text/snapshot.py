"""Copies of records for pictures and sentences, which read many fields."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np


def snapshot(record: np.record) -> Any:
    """A read-only copy of a record that caches its fields; its method `copy` returns a `scratch`.

    NumPy looks up a record's field in Python at every access, and a picture makes a thousand accesses.
    """
    return np.frombuffer(record.tobytes(), (_kind(record.dtype), record.dtype))[0]


def scratch(record: np.record) -> Any:
    """A writeable copy of a record, for rules that run as written: its fields are found in C."""
    # `np.void.copy` copies field by field, ten times as slowly.
    return np.frombuffer(bytearray(record.tobytes()), (_writeable(record.dtype), record.dtype))[0]


@functools.lru_cache(64)
def _kind(dtype: np.dtype) -> type:
    """A record class for this dtype, with its fields as cached attributes."""
    fields: dict[str, Any] = {name: functools.cached_property(_reader(name)) for name in dtype.names or ()}
    # np.record looks attributes up in Python; np.void does it in C.
    own = {"__getattribute__": np.void.__getattribute__, "copy": scratch}
    return type("Snapshot", (np.record,), fields | own)


@functools.lru_cache(64)
def _writeable(dtype: np.dtype) -> type:
    """A record class for this dtype, with its fields as properties."""
    fields = {name: property(_reader(name), _writer(name)) for name in dtype.names or ()}
    own = {"__getattribute__": np.void.__getattribute__, "__setattr__": np.void.__setattr__}
    return type("Scratch", (np.record,), fields | own)


def _reader(name: str) -> Callable[[np.void], Any]:
    return lambda record: np.void.__getitem__(record, name)


def _writer(name: str) -> Callable[[np.void, Any], None]:
    return lambda record, value: np.void.__setitem__(record, name, value)
