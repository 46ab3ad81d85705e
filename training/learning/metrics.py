"""Reads the figures that a run has written for TensorBoard."""

import math
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from ...envs.core.errors import HustingsError
from ...envs.core.io.files import open_regular

TENSORBOARD = "tensorboard"
_MOST_BYTES = 2**20  # of a record
_HEAD, _TAIL = 12, 4  # bytes around a record: its length and checksums


def scalars(run: Path, wanted: Callable[[str], bool]) -> dict[str, list[tuple[int, float]]]:
    """The (step, figure) pairs by wanted tag, in order; {} without logs or without TensorBoard.

    If a run was killed and resumed from a checkpoint, later figures replace those of the same steps.

    Raises:
        HustingsError: for a file that is damaged.
    """
    try:
        from google.protobuf.message import DecodeError
        from tensorboard.compat.proto.event_pb2 import Event
    except ModuleNotFoundError:
        return {}
    logs: dict[str, list[dict[int, float]]] = {}
    for file in sorted((run / TENSORBOARD).glob("events.out.tfevents.*")):
        found: dict[str, dict[int, float]] = {}
        try:
            for record in _records(file):
                event = Event.FromString(record)
                for value in event.summary.value:
                    if wanted(value.tag) and math.isfinite(value.simple_value):
                        found.setdefault(value.tag, {})[event.step] = value.simple_value
        except DecodeError:
            raise HustingsError(f"{file}: damaged, not a log of TensorBoard's; remove it") from None
        for tag, points in found.items():
            logs.setdefault(tag, []).append(points)
    return {tag: _joined(parts) for tag, parts in logs.items()}


def _joined(parts: list[dict[int, float]]) -> list[tuple[int, float]]:
    joined: dict[int, float] = {}
    # A file's name has the time of its machine, which may be wrong; where it begins tells more.
    for part in sorted(parts, key=min):
        begin = min(part)  # what a killed process has written from here on, this one has trained again
        joined = {step: figure for step, figure in joined.items() if step < begin} | part
    return [*joined.items()]


def _records(file: Path) -> Iterator[bytes]:
    """The records of an event file, without a last one that is still being written."""
    with open_regular(file, remedy="remove it") as log:  # a week's log is too large to be read at once
        while len(head := log.read(_HEAD)) == _HEAD:
            (length,) = struct.unpack_from("<Q", head)
            record = log.read(min(length, _MOST_BYTES) + _TAIL)
            if len(record) < length + _TAIL:
                return
            yield record[:length]
