"""What a model can cost at most, told before anything of it runs.

Each result of the graph is followed by bounds of its size, and small integers, of which sizes are made, by
bounds of their values. These hold whatever is observed. The sizes that the package `onnx` infers do not do:
it knows none behind `NonZero`, by which our own networks take up the legal actions.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import onnx

from .check import UnfitError

ELEMENTS, ELEMENTS_A_ROW = 2**22, 2**20
"""The numbers that one result may have, and how many more for every row."""
IN_ALL, WORK = 8, 100
"""How many times as many numbers all results may have, and how many times as many multiplications."""
_TRACKED, _LARGEST = 1024, 2**31
"""The most numbers whose values are followed, and how large they may become."""

Interval = tuple[int, int]


@dataclass(frozen=True)
class Bound:
    """Bounds of an array.

    Attributes:
        dims: of its sides, the least and the most.
        values: of its numbers, two arrays of Python's integers: the least and the most; None if unknown.
    """

    dims: tuple[Interval, ...]
    values: tuple[np.ndarray, np.ndarray] | None = None

    @property
    def size(self) -> int:
        """The most numbers it has."""
        return math.prod(most for _, most in self.dims)

    @property
    def shape(self) -> tuple[int, ...] | None:
        """Its sides, if they are known and few numbers are in them."""
        exact = all(least == most for least, most in self.dims) and self.size <= _TRACKED
        return tuple(most for _, most in self.dims) if exact else None

    @property
    def exact(self) -> list[int] | None:
        """Its numbers in a list, if they are known."""
        if self.values is None or (self.values[0] != self.values[1]).any():
            return None
        return self.values[1].reshape(-1).tolist()


class Node(NamedTuple):
    """A node: the bounds of its inputs, None for one left out; its settings; how many outputs it has."""

    inputs: list[Bound | None]
    settings: dict[str, Any]
    outputs: int

    def given(self, place: int) -> Bound:
        """An input that must be there."""
        found = self.get(place)
        if found is None:
            raise UnfitError("not an ONNX model (an operator lacks an input); copy it again")
        return found

    def get(self, place: int) -> Bound | None:
        """An input that may be left out."""
        return self.inputs[place] if place < len(self.inputs) else None

    def numbers(self, name: str, place: int, default: list[int] | None = None) -> list[int] | None:
        """Whole numbers of a setting that is an input in newer versions; None if they depend on others."""
        if name in self.settings:
            return list(self.settings[name])
        bound = self.get(place)
        return default if bound is None else bound.exact

    def axes(self, place: int = 1, name: str = "axes") -> list[int] | None:
        """The axes that it names, from 0 on; None for all."""
        if name not in self.settings and self.get(place) is None:
            return None
        found, rank = self.numbers(name, place), len(self.given(0).dims)
        if found is None:
            raise _depends()
        return [_axis(axis, rank) for axis in found]


Rule = Callable[[Node], "tuple[list[Bound], int]"]
"""Gives the bounds of a node's outputs, perhaps of what it makes besides, and its multiplications."""


def check_cost(model: onnx.ModelProto, rows: Interval, sizes: tuple[int, int]) -> None:
    """Refuse a model that may take too much.

    Args:
        model: as `checked` gives it.
        rows: the least and the most rows it may be asked for.
        sizes: S and A, the entries of observations and masks.

    Raises:
        UnfitError: for one that may, and for one of which it cannot be told.
    """
    known: dict[str, Bound | None] = {"": None}
    kinds = {array.name: array.data_type for array in model.graph.initializer}
    kinds |= {entry.name: entry.type.tensor_type.elem_type for entry in model.graph.input}
    for array in model.graph.initializer:
        known[array.name] = _of_array(array)
    for entry in model.graph.input:
        if entry.name in ("observations", "masks"):
            known[entry.name] = Bound((rows, (sizes[entry.name == "masks"],) * 2))
        elif entry.name not in known:
            raise UnfitError(f"wants {entry.name[:40]!a}, not observations and masks; train one again")
    most, numbers, work = ELEMENTS + ELEMENTS_A_ROW * rows[1], 0, 0
    for node in model.graph.node:
        outputs, cost = _of_node(node, known)
        kinds |= dict.fromkeys(node.output, _kind(node, kinds))
        kinds |= dict.fromkeys(node.output[1:] if node.op_type == "TopK" else (), onnx.TensorProto.INT64)
        if node.op_type == "Div":
            _check_division(kinds[node.output[0]], known[node.input[1]])
        known |= zip(node.output, outputs)
        sized = [bound.size for bound in outputs]
        inputs = [bound.size for name in node.input if (bound := known[name]) is not None]
        numbers += sum(sized)
        work += cost + sum(sized) + (0 if node.op_type in _TAKE_SOME else sum(inputs))
        for found, limit, what in (
            (max(sized, default=0), most, "numbers at once"),
            (numbers, most * IN_ALL, "numbers"),
            (work, most * WORK, "steps"),
        ):
            if found > limit:
                raise UnfitError(
                    f"takes more than {limit:,} {what} for {rows[1]} rows; make a smaller network"
                )


def _of_node(node: onnx.NodeProto, known: dict[str, Bound | None]) -> tuple[list[Bound], int]:
    settings = {each.name: onnx.helper.get_attribute_value(each) for each in node.attribute}
    try:
        if any(settings.get(name, 0) not in (0, 1) for name in _FLAGS):  # who reads 2 as yes differs
            raise ValueError
        given = Node([known[name] for name in node.input], settings, len(node.output))
        outputs, cost = _RULES[node.op_type](given)
    except (IndexError, KeyError, ValueError, TypeError, ZeroDivisionError, OverflowError):
        raise UnfitError(f"has an odd operator {node.op_type}; save it with plain ones") from None
    if len(outputs) < len(node.output):
        raise UnfitError(f"has an odd operator {node.op_type}; save it with plain ones")
    return outputs, cost


def _kind(node: onnx.NodeProto, kinds: dict[str, int]) -> int:
    """The kind of numbers in a node's first output."""
    given = {each.name: each for each in node.attribute}
    if node.op_type == "Cast":
        return given["to"].i
    if node.op_type in ("Shape", "Size", "NonZero", "ArgMax", "ArgMin"):
        return onnx.TensorProto.INT64
    if node.op_type in ("Constant", "ConstantOfShape"):
        (value,) = given.values() if given else (None,)
        if value is not None and value.HasField("t"):
            return value.t.data_type
        ints = value is not None and value.name in ("value_int", "value_ints")
        return onnx.TensorProto.INT64 if ints else onnx.TensorProto.FLOAT
    if node.op_type in _COMPARISONS:
        return onnx.TensorProto.BOOL
    place = 1 if node.op_type == "Where" else 0
    return kinds.get(node.input[place] if place < len(node.input) else "", onnx.TensorProto.INT64)


def _check_division(kind: int, divisor: Bound | None) -> None:
    """Refuse to divide whole numbers by what may be 0 or -1: some processors stop the process for that."""
    if kind not in _FRACTIONS and (divisor is None or not {0, -1}.isdisjoint(divisor.exact or [0])):
        raise UnfitError("divides whole numbers by what is not known before; make a network without")


def _depends() -> UnfitError:
    return UnfitError("has results whose size depends on what is observed; make a network without")


def _axis(axis: int, rank: int) -> int:
    if not -rank <= axis < max(rank, 1):
        raise ValueError
    return axis % max(rank, 1)


def _of_array(array: onnx.TensorProto) -> Bound:
    dims = tuple((size, size) for size in array.dims)
    if any(size < 0 for size in array.dims):
        raise UnfitError("not an ONNX model (an array has sides below zero); copy it again")
    whole = array.data_type in (onnx.TensorProto.INT64, onnx.TensorProto.INT32, onnx.TensorProto.BOOL)
    if not whole or math.prod(array.dims) > _TRACKED:
        return Bound(dims)
    try:
        numbers = onnx.numpy_helper.to_array(array).astype(np.int64)
    except ValueError:
        raise UnfitError("not an ONNX model (an array is not of its size); copy it again") from None
    return _exactly(numbers)


def _exactly(numbers: Any) -> Bound:
    array = np.asarray(numbers, object)
    return Bound(tuple((size, size) for size in array.shape), (array, array))


def _between(dims: tuple[Interval, ...], least: Any, most: Any) -> Bound:
    """With values between two, if these are small enough to be followed."""
    shape = Bound(dims).shape
    if shape is None:
        return Bound(dims)
    low, high = (np.broadcast_to(np.asarray(part, object), shape) for part in (least, most))
    if any(not -_LARGEST <= number < _LARGEST for part in (low, high) for number in part.flat):
        return Bound(dims)
    return Bound(dims, (low, high))


def _moved(bound: Bound, change: Callable[[np.ndarray], np.ndarray]) -> Bound:
    """With its values moved elsewhere."""
    assert bound.values is not None
    low, high = (np.asarray(change(part), object) for part in bound.values)
    return Bound(tuple((size, size) for size in low.shape), (low, high))


def _sizes(bound: Bound) -> list[Interval]:
    """The values of an array that are sizes."""
    if bound.values is None or len(bound.dims) != 1:
        raise _depends()
    return list(zip(*(part.tolist() for part in bound.values)))


def _joint(one: Interval, other: Interval) -> Interval:
    """A side of two arrays that go together, where a side of 1 goes with any."""
    for first, second in ((one, other), (other, one)):
        if first == (1, 1):
            return second
    if one[0] > 1 and other[0] > 1:
        return max(one[0], other[0]), min(one[1], other[1])
    for side in (one, other):
        if side[0] > 1:
            return side
    return min(one[0], other[0]), max(one[1], other[1])


def _together(*several: Sequence[Interval]) -> tuple[Interval, ...]:
    rank = max(map(len, several))
    padded = [((1, 1),) * (rank - len(dims)) + tuple(dims) for dims in several]
    sides = []
    for column in zip(*padded):
        side = column[0]
        for other in column[1:]:
            side = _joint(side, other)
        sides.append(side)
    return tuple(sides)


def _product(sides: Sequence[Interval]) -> Interval:
    return math.prod(side[0] for side in sides), math.prod(side[1] for side in sides)


def _same(node: Node) -> tuple[list[Bound], int]:
    return [Bound(node.given(0).dims)] * node.outputs, 0


def _combined(node: Node) -> tuple[list[Bound], int]:
    return [Bound(_together(*(bound.dims for bound in node.inputs if bound)))], 0


def _compared(node: Node) -> tuple[list[Bound], int]:
    return [_between(_combined(node)[0][0].dims, 0, 1)], 0


def _arithmetic(
    values: Callable[[Any, Any, Any, Any], tuple[Any, Any] | None],
) -> Rule:
    def rule(node: Node) -> tuple[list[Bound], int]:
        (plain,), _ = _combined(node)
        first, second = node.given(0), node.given(1)
        if first.values is None or second.values is None or plain.shape is None:
            return [plain], 0
        ends = values(*first.values, *second.values)
        return [plain if ends is None else _between(plain.dims, *ends)], 0

    return rule


def _products(low: Any, high: Any, low2: Any, high2: Any) -> tuple[Any, Any]:
    ends = [low * low2, low * high2, high * low2, high * high2]
    least, most = ends[0], ends[0]
    for end in ends[1:]:
        least, most = np.minimum(least, end), np.maximum(most, end)
    return least, most


def _quotients(low: Any, high: Any, low2: Any, high2: Any) -> tuple[Any, Any] | None:
    if (low < 0).any() or (low2 < 1).any():
        return None
    return low // high2, high // low2


def _cast(node: Node) -> tuple[list[Bound], int]:
    bound, to = node.given(0), node.settings["to"]
    if to == onnx.TensorProto.BOOL:
        return [_between(bound.dims, 0, 1)], 0
    if bound.values is None or to not in (onnx.TensorProto.INT32, onnx.TensorProto.INT64):
        return [Bound(bound.dims)], 0
    return [_between(bound.dims, *bound.values)], 0


def _where(node: Node) -> tuple[list[Bound], int]:
    (plain,), _ = _combined(node)
    first, second = node.given(1), node.given(2)
    if first.values is None or second.values is None or plain.shape is None:
        return [plain], 0
    (low, high), (low2, high2) = first.values, second.values
    return [_between(plain.dims, np.minimum(low, low2), np.maximum(high, high2))], 0


def _matmul(node: Node) -> tuple[list[Bound], int]:
    one, other = node.given(0).dims, node.given(1).dims
    left, right = (((1, 1), *one) if len(one) == 1 else one), ((*other, (1, 1)) if len(other) == 1 else other)
    inner = min(left[-1][1], right[-2][1])
    batch = _together(left[:-2], right[:-2])
    sides = (*batch, *([] if len(one) == 1 else [left[-2]]), *([] if len(other) == 1 else [right[-1]]))
    return [Bound(sides)], Bound(sides).size * inner


def _gemm(node: Node) -> tuple[list[Bound], int]:
    one, other = node.given(0).dims, node.given(1).dims
    rows, inner = one[::-1] if node.settings.get("transA") else one
    inner2, columns = other[::-1] if node.settings.get("transB") else other
    bound = Bound((rows, columns))
    return [bound], bound.size * min(inner[1], inner2[1])


def _conv(node: Node) -> tuple[list[Bound], int]:
    given, weights = node.given(0).dims, node.given(1).dims
    _fixed(given[1:], weights)
    count, kernel = len(given) - 2, [side[1] for side in weights[2:]]
    if count < 1 or len(kernel) != count or node.settings.get("group", 1) < 1:
        raise ValueError
    strides, dilations = (node.settings.get(name, [1] * count) for name in ("strides", "dilations"))
    pads = node.settings.get("pads", [0] * 2 * count)
    if min(*strides, *dilations) < 1 or min(pads) < 0 or len(pads) != 2 * count:
        raise ValueError
    same = node.settings.get("auto_pad", b"NOTSET") in (b"SAME_UPPER", b"SAME_LOWER")
    sides = []
    for at in range(count):
        reach = dilations[at] * (kernel[at] - 1) + 1
        room = given[2 + at][1] + (reach if same else pads[at] + pads[at + count])
        sides.append((0, max(0, (room - reach) // strides[at] + 1)))
    bound = Bound((given[0], weights[0], *sides))
    columns = Bound((given[0], given[1], *sides)).size * math.prod(kernel)  # that it makes in between
    return [bound, Bound(((columns, columns),))], bound.size * math.prod(side[1] for side in weights[1:])


def _pooled(node: Node) -> tuple[list[Bound], int]:
    dims = node.given(0).dims
    _fixed(dims[1:])
    return [Bound((*dims[:2], *[(1, 1)] * (len(dims) - 2)))], 0


def _fixed(*several: Sequence[Interval]) -> None:
    """Refuse sides that depend on what is observed, or are 0."""
    if any(least != most or least < 1 for sides in several for least, most in sides):
        raise _depends()


def _reduced(node: Node) -> tuple[list[Bound], int]:
    dims, axes = node.given(0).dims, node.axes()
    if not axes and node.settings.get("noop_with_empty_axes"):
        return [Bound(dims)], 0
    return [Bound(_without(dims, axes or range(len(dims)), node.settings.get("keepdims", 1)))], 0


def _without(dims: Sequence[Interval], axes: Sequence[int], keep: Any) -> tuple[Interval, ...]:
    if keep:
        return tuple((1, 1) if at in axes else side for at, side in enumerate(dims))
    return tuple(side for at, side in enumerate(dims) if at not in axes)


def _best(node: Node) -> tuple[list[Bound], int]:
    dims = node.given(0).dims
    axis = _axis(node.settings.get("axis", 0), len(dims))
    sides = _without(dims, [axis], node.settings.get("keepdims", 1))
    return [_between(sides, 0, max(0, dims[axis][1] - 1))], 0


def _layer_norm(node: Node) -> tuple[list[Bound], int]:
    dims = node.given(0).dims
    if any(len(bound.dims) > len(dims) for bound in node.inputs if bound):
        raise ValueError
    return [Bound(dims)] * 3, 2 * Bound(dims).size


def _concat(node: Node) -> tuple[list[Bound], int]:
    bounds = [node.given(place) for place in range(len(node.inputs))]
    axis = _axis(node.settings["axis"], len(bounds[0].dims))
    columns = list(zip(*(bound.dims for bound in bounds), strict=True))
    sides = tuple(
        (sum(side[0] for side in column), sum(side[1] for side in column))
        if at == axis
        else (max(side[0] for side in column), min(side[1] for side in column))
        for at, column in enumerate(columns)
    )
    if Bound(sides).shape is None or any(bound.values is None for bound in bounds):
        return [Bound(sides)], 0
    low, high = zip(*(bound.values for bound in bounds if bound.values))
    return [_between(sides, np.concatenate(low, axis), np.concatenate(high, axis))], 0


def _constant(node: Node) -> tuple[list[Bound], int]:
    ((name, value),) = node.settings.items()
    if name == "value":
        return [_of_array(value)], 0
    dims = () if name in ("value_int", "value_float") else ((len(value),) * 2,)
    if name not in ("value_int", "value_ints") or Bound(dims).size > _TRACKED:
        return [Bound(dims)], 0
    return [_exactly(value if name == "value_int" else list(value))], 0


def _filled(node: Node) -> tuple[list[Bound], int]:
    dims = _positive(_sizes(node.given(0)))
    value = _of_array(node.settings["value"]) if "value" in node.settings else Bound(())
    if value.values is None:
        return [Bound(dims)], 0
    return [_between(dims, *(part.reshape(-1)[0] for part in value.values))], 0


def _positive(sides: Sequence[Interval]) -> tuple[Interval, ...]:
    return tuple((max(0, least), max(0, most)) for least, most in sides)


def _expanded(node: Node) -> tuple[list[Bound], int]:
    bound = node.given(0)
    dims = _together(bound.dims, _positive(_sizes(node.given(1))))
    return [Bound(dims) if bound.values is None else _between(dims, *bound.values)], 0


def _flattened(node: Node) -> tuple[list[Bound], int]:
    dims, axis = node.given(0).dims, node.settings.get("axis", 1)
    axis = axis + len(dims) if axis < 0 else axis
    return [Bound((_product(dims[:axis]), _product(dims[axis:])))], 0


def _gathered(node: Node) -> tuple[list[Bound], int]:
    data, places = node.given(0), node.given(1)
    axis = _axis(node.settings.get("axis", 0), len(data.dims))
    dims = (*data.dims[:axis], *places.dims, *data.dims[axis + 1 :])
    shape = Bound(dims).shape
    if shape is None or data.values is None:
        return [Bound(dims)], 0
    low, high = data.values
    if places.exact is not None:
        at = np.array(places.exact, np.int64).reshape([side[1] for side in places.dims])
        return [_between(dims, low.take(at, axis), high.take(at, axis))], 0
    # Whichever it is, it is between the least and the most of all.
    return [_between(dims, low.min(), high.max())], 0


def _gathered_each(node: Node) -> tuple[list[Bound], int]:
    return [Bound(node.given(1).dims)], 0


def _gathered_deep(node: Node) -> tuple[list[Bound], int]:
    data, places = node.given(0).dims, node.given(1).dims
    least, most = places[-1]
    batch = node.settings.get("batch_dims", 0)
    if least != most:
        raise _depends()
    if not 0 <= batch < min(len(data), len(places)) or not 1 <= most <= len(data) - batch:
        raise ValueError  # with which onnxruntime reads where nothing is
    return [Bound((*places[:-1], *data[batch + most :]))], 0


def _non_zero(node: Node) -> tuple[list[Bound], int]:
    bound = node.given(0)
    rank = len(bound.dims)
    if not rank:
        raise ValueError
    return [Bound(((rank, rank), (0, bound.size)))], rank * bound.size


def _padded(node: Node) -> tuple[list[Bound], int]:
    dims, pads = node.given(0).dims, _sizes(node.given(1))
    if node.get(3) is not None or len(pads) != 2 * len(dims):
        raise ValueError
    sides = [
        (side[0] + before[0] + after[0], side[1] + before[1] + after[1])
        for side, before, after in zip(dims, pads, pads[len(dims) :])
    ]
    return [Bound(_positive(sides))], 0


def _ranged(node: Node) -> tuple[list[Bound], int]:
    ends = []
    for place in range(3):
        values = node.given(place).values
        if values is None:
            raise _depends()
        ends.append((values[0].item(), values[1].item()))
    (first, first2), (stop, stop2), (step, step2) = ends
    if step != step2 or not step:
        raise _depends()
    counts = [len(range(*limits, step)) for limits in ((first2, stop), (first, stop2))]
    side = (min(counts), max(counts))
    if first == first2 and stop == stop2 and side[1] <= _TRACKED:
        return [_exactly(list(range(first, stop, step)))], 0
    return [Bound((side,))], 0


def _reshaped(node: Node) -> tuple[list[Bound], int]:
    bound, sizes = node.given(0), _sizes(node.given(1))
    total = _product(bound.dims)
    sides: list[Interval | None] = []
    for at, (least, most) in enumerate(sizes):
        if (least, most) == (0, 0) and not node.settings.get("allowzero"):
            sides.append(bound.dims[at])
        elif (least, most) == (-1, -1):
            sides.append(None)
        elif least < 0:
            raise _depends()
        elif least == 0 and at < len(bound.dims) and not node.settings.get("allowzero"):
            sides.append((0, max(most, bound.dims[at][1])))  # 0 would stand for the side that is there
        else:
            sides.append((least, most))
    if sides.count(None) > 1:
        raise ValueError
    others = _product([side for side in sides if side is not None])
    # What is left for the side that is not told; nobody can have more than there is.
    rest = (total[0] // max(1, others[1]), total[1] // max(1, others[0]))
    dims = tuple(rest if side is None else (side[0], min(side[1], max(total[1], 1))) for side in sides)
    shape = Bound(dims).shape
    if bound.values is None or shape is None or math.prod(shape) != bound.values[0].size:
        return [Bound(dims)], 0
    return [_moved(bound, lambda part: part.reshape(shape))], 0


def _scattered(node: Node) -> tuple[list[Bound], int]:
    return [Bound(node.given(0).dims)], node.given(1).size + node.given(2).size


def _shape(node: Node) -> tuple[list[Bound], int]:
    dims = node.given(0).dims[slice(node.settings.get("start", 0), node.settings.get("end"))]
    return [_between(((len(dims),) * 2,), [side[0] for side in dims], [side[1] for side in dims])], 0


def _size(node: Node) -> tuple[list[Bound], int]:
    return [_between((), *_product(node.given(0).dims))], 0


def _sliced(node: Node) -> tuple[list[Bound], int]:
    bound = node.given(0)
    rank = len(bound.dims)
    starts, ends = node.numbers("starts", 1), node.numbers("ends", 2)
    axes, steps = node.numbers("axes", 3, []), node.numbers("steps", 4, [])
    if starts is None or ends is None or axes is None or steps is None:
        return [Bound(tuple((0, most) for _, most in bound.dims))], 0
    cuts = [slice(None)] * rank
    for start, end, axis, step in itertools.zip_longest(
        starts, ends, axes or range(len(starts)), steps or [1] * len(starts)
    ):
        cuts[_axis(axis, rank)] = slice(start, end, step)
    if bound.values is not None:
        return [_moved(bound, lambda part: part[tuple(cuts)])], 0
    return [Bound(tuple(map(_cut, bound.dims, cuts)))], 0


def _cut(side: Interval, cut: slice) -> Interval:
    least, most = (len(range(*cut.indices(end))) for end in side)
    if side[0] == side[1] or cut == slice(None):
        return least, most
    grows = cut.start >= 0 and cut.stop >= 0 and cut.step > 0
    return (least, most) if grows else (0, side[1])


def _parted(node: Node) -> tuple[list[Bound], int]:
    bound, parts = node.given(0), node.outputs
    axis = _axis(node.settings.get("axis", 0), len(bound.dims))
    side = bound.dims[axis]
    sizes = node.numbers("split", 1, [])
    if sizes is None or len(sizes) not in (0, parts) or min(sizes, default=0) < 0:
        raise _depends()
    each = [(size, size) for size in sizes] or [(0, -(-side[1] // parts))] * parts
    if not sizes and side[0] == side[1] and not side[1] % parts:
        each = [(side[1] // parts,) * 2] * parts
    return [Bound((*bound.dims[:axis], size, *bound.dims[axis + 1 :])) for size in each], 0


def _squeezed(node: Node) -> tuple[list[Bound], int]:
    bound, axes = node.given(0), node.axes()
    if axes is None:
        if any(side != (1, 1) and side[0] <= 1 <= side[1] for side in bound.dims):
            raise _depends()
        axes = [at for at, side in enumerate(bound.dims) if side == (1, 1)]
    dims = _without(bound.dims, axes, False)
    return [Bound(dims) if bound.values is None else _moved(bound, lambda part: part.squeeze(tuple(axes)))], 0


def _unsqueezed(node: Node) -> tuple[list[Bound], int]:
    bound, named = node.given(0), node.numbers("axes", 1)
    if named is None:
        raise _depends()
    rank = len(bound.dims) + len(named)
    axes = {_axis(axis, rank) for axis in named}
    left = iter(bound.dims)
    dims = tuple((1, 1) if at in axes else next(left, (1, 1)) for at in range(rank))
    if len(axes) != len(named):
        raise ValueError
    if bound.values is None:
        return [Bound(dims)], 0
    return [_moved(bound, lambda part: np.expand_dims(part, tuple(axes)))], 0


def _tiled(node: Node) -> tuple[list[Bound], int]:
    dims, times = node.given(0).dims, _positive(_sizes(node.given(1)))
    return [Bound(tuple(_product(pair) for pair in zip(dims, times, strict=True)))], 0


def _top(node: Node) -> tuple[list[Bound], int]:
    dims = node.given(0).dims
    axis = _axis(node.settings.get("axis", -1), len(dims))
    wanted = node.given(1).values
    least, most = (0, dims[axis][1]) if wanted is None else (wanted[0].item(), wanted[1].item())
    side = (max(0, least), max(0, min(most, dims[axis][1])))
    found = Bound((*dims[:axis], side, *dims[axis + 1 :]))
    return [found, found], Bound(dims).size * max(1, dims[axis][1].bit_length())


def _transposed(node: Node) -> tuple[list[Bound], int]:
    bound = node.given(0)
    order = list(node.settings.get("perm", reversed(range(len(bound.dims)))))
    if sorted(order) != list(range(len(bound.dims))):
        raise ValueError
    if bound.values is not None:
        return [_moved(bound, lambda part: part.transpose(order))], 0
    return [Bound(tuple(bound.dims[at] for at in order))], 0


def _identity(node: Node) -> tuple[list[Bound], int]:
    return [node.given(0)], 0


_FLAGS = ("allowzero", "keepdims", "noop_with_empty_axes", "transA", "transB")
_TAKE_SOME = frozenset({"Gather", "GatherElements", "GatherND", "Shape", "Size", "Identity", "Slice"})
"""Operators that do not go through all that they are given."""
_COMPARISONS = ("Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual")
_FRACTIONS = (
    onnx.TensorProto.FLOAT,
    onnx.TensorProto.DOUBLE,
    onnx.TensorProto.FLOAT16,
    onnx.TensorProto.BFLOAT16,
)
_RULES: dict[str, Rule] = {
    "Add": _arithmetic(lambda low, high, low2, high2: (low + low2, high + high2)),
    "Sub": _arithmetic(lambda low, high, low2, high2: (low - high2, high - low2)),
    "Mul": _arithmetic(_products),
    "Div": _arithmetic(_quotients),
    "ArgMax": _best,
    "ArgMin": _best,
    "Cast": _cast,
    "Concat": _concat,
    "Constant": _constant,
    "ConstantOfShape": _filled,
    "Conv": _conv,
    "Expand": _expanded,
    "Flatten": _flattened,
    "Gather": _gathered,
    "GatherElements": _gathered_each,
    "GatherND": _gathered_deep,
    "Gemm": _gemm,
    "GlobalAveragePool": _pooled,
    "GlobalMaxPool": _pooled,
    "Identity": _identity,
    "LayerNormalization": _layer_norm,
    "MatMul": _matmul,
    "NonZero": _non_zero,
    "Pad": _padded,
    "Range": _ranged,
    "Reshape": _reshaped,
    "ScatterElements": _scattered,
    "ScatterND": _scattered,
    "Shape": _shape,
    "Size": _size,
    "Slice": _sliced,
    "Split": _parted,
    "Squeeze": _squeezed,
    "Tile": _tiled,
    "TopK": _top,
    "Transpose": _transposed,
    "Unsqueeze": _unsqueezed,
    "Where": _where,
}
_RULES |= dict.fromkeys(_COMPARISONS, _compared)
_RULES |= dict.fromkeys(["And", "Max", "Mean", "Min", "Mod", "Or", "PRelu", "Pow", "Sum", "Xor"], _combined)
_RULES |= dict.fromkeys(
    ["ReduceL2", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceSum", "ReduceSumSquare"], _reduced
)
_RULES |= dict.fromkeys(
    """
    Abs BatchNormalization Ceil Celu Clip CumSum Dropout Elu Erf Exp Floor Gelu HardSigmoid HardSwish
    LeakyRelu Log LogSoftmax Mish Neg Not Reciprocal Relu Round Selu Sigmoid Sign Softmax Softplus
    Softsign Sqrt Tanh ThresholdedRelu Trilu
    """.split(),  # noqa: SIM905 (easier to read)
    _same,
)
