"""Records as pictures and sentences read them: quickly, and without changing them."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np


def snapshot(record: np.record) -> Any:
    """A copy of a record that reads each field once; it cannot be written, but what `copy` gives can.

    NumPy looks every field of a record up anew, in Python, and a picture reads a thousand of them.
    """
    kept = np.array(record)
    kept.flags.writeable = False
    return kept[()].view((_kind(kept.dtype), kept.dtype))


@functools.lru_cache(64)
def _kind(dtype: np.dtype) -> type:
    """A class of records of this dtype whose fields are attributes as Python knows them."""
    fields: dict[str, Any] = {name: functools.cached_property(_reader(name)) for name in dtype.names or ()}
    own = {"__getattribute__": np.void.__getattribute__, "copy": _copy}
    return type("Snapshot", (np.record,), fields | own)


def _reader(name: str) -> Callable[[np.void], Any]:
    return lambda record: np.void.__getitem__(record, name)


def _copy(record: np.void) -> Any:
    """A plain record, to be written."""
    return np.void.copy(record).view(np.dtype((np.record, record.dtype)))
