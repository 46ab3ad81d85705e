"""Reads the figures that a run has written for TensorBoard."""

import math
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ...envs.core.errors import HustingsError
from ...envs.core.io.files import read_bytes

TENSORBOARD = "tensorboard"
_MOST_BYTES = 2**27
_HEAD, _TAIL = 12, 4  # bytes around a record: its length and checksums


def scalars(run: Path, wanted: Callable[[str], bool]) -> dict[str, list[tuple[int, float]]]:
    """The (step, figure) pairs by wanted tag, in order; {} without logs or without TensorBoard.

    If a run was killed and resumed from a checkpoint, later figures replace those of the same steps.

    Raises:
        HustingsError: for a file that is damaged or too large.
    """
    try:
        from google.protobuf.message import DecodeError
        from tensorboard.compat.proto.event_pb2 import Event
    except ModuleNotFoundError:
        return {}
    found: dict[str, list[tuple[int, float]]] = {}
    for file in sorted((run / TENSORBOARD).glob("events.out.tfevents.*")):
        try:
            for record in _records(file):
                event = Event.FromString(record)
                for value in event.summary.value:
                    if wanted(value.tag) and math.isfinite(value.simple_value):
                        _add(found.setdefault(value.tag, []), event.step, value.simple_value)
        except DecodeError:
            raise HustingsError(f"{file}: damaged, not a log of TensorBoard's; remove it") from None
    return found


def _add(points: list[tuple[int, float]], step: int, figure: float) -> None:
    while points and points[-1][0] >= step:  # written before the kill, and trained again
        points.pop()
    points.append((step, figure))


def _records(file: Path) -> Iterator[Any]:
    """The records of an event file, without a last one that is still being written."""
    content = read_bytes(file, _MOST_BYTES, remedy="remove it")
    at = 0
    while at + _HEAD <= len(content):
        (length,) = struct.unpack_from("<Q", content, at)
        end = at + _HEAD + length
        if end + _TAIL > len(content):
            return
        yield content[at + _HEAD : end]
        at = end + _TAIL
