"""Functions that a GPU records once, and from then on runs as a whole (CUDA graphs).

A small network is some hundred kernels. Launching them one by one takes many times as long as running them,
and launching a recording takes no longer than launching one of them.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from .networks import Network

Function = Callable[..., Tensor]
_FEWEST = 64  # rows, to which smaller batches are padded
_AS_IT_IS = 2  # calls before a recording, in which libraries make what they need


class Recording(NamedTuple):
    """A recorded call.

    Attributes:
        replay: runs it again.
        result: holds the result afterwards.
    """

    replay: Callable[[], None]
    result: Tensor


def record(call: Callable[[], Tensor]) -> Recording:
    """Record the kernels that a call launches on the GPU, without running them."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=_side_stream()):
        result = call()
    return Recording(graph.replay, result)


class _Place:
    """Inputs of one size, always in the same memory, and the recording that reads them."""

    def __init__(self, size: int, like: tuple[Tensor, ...], device: torch.device):
        self.inputs = [torch.zeros((size, *one.shape[1:]), dtype=one.dtype, device=device) for one in like]
        self.calls = 0
        self.recording: Recording | None = None


class Recorded:
    """A function of tensors, recorded for every size of a batch.

    The function must not wait for the GPU, and for inputs of one size must always launch the same kernels.
    What changes otherwise, such as weights, must stay in the same memory. Random numbers come from torch's
    global stream.

    Args:
        function: of (R, ...) tensors.
        device: the GPU.
        by_rows: whether it computes each row by itself. Then few sizes are enough: smaller batches are padded
            to a power of two.
    """

    def __init__(self, function: Function, device: torch.device, *, by_rows: bool):
        self._function, self._device, self._by_rows = function, device, by_rows
        self._places: dict[int, _Place] = {}

    def __call__(self, *given: Tensor) -> Tensor:
        """The function's result, on the GPU, where the next call overwrites it."""
        rows = len(given[0])
        size = max(_FEWEST, 1 << (rows - 1).bit_length()) if self._by_rows else rows
        place = self._places.get(size)
        if place is None:
            place = self._places[size] = _Place(size, given, self._device)
        for there, tensor in zip(place.inputs, given):
            there[:rows].copy_(tensor, non_blocking=True)
        result = self._run(place)
        return result[:rows] if self._by_rows else result

    def _run(self, place: _Place) -> Tensor:
        place.calls += 1
        if place.calls <= _AS_IT_IS:
            return on_another_stream(lambda: self._function(*place.inputs))
        if place.recording is None:
            place.recording = record(lambda: self._function(*place.inputs))
        place.recording.replay()
        return place.recording.result


def recorded_by_rows(function: Function, network: Network) -> Function:
    """A function that asks a network about (R, ...) tensors, recorded where that is possible."""
    if network.device.type != "cuda" or not network.never_waits:
        return function
    return Recorded(function, network.device, by_rows=True)


def on_another_stream(call: Callable[[], Tensor]) -> Tensor:
    """The result of a call on a GPU's side stream, where recordings are made, too."""
    here, beside = torch.cuda.current_stream(), _side_stream()
    beside.wait_stream(here)
    with torch.cuda.stream(beside):
        result = call()
    here.wait_stream(beside)
    return result


@functools.cache
def _side_stream() -> torch.cuda.Stream:
    """The same one always: libraries keep memory for every stream that they have seen."""
    return torch.cuda.Stream()
