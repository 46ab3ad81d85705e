"""Checks an ONNX file before anything of it runs: whether it has only operators that come to an end.

It reads the wire format of Protocol Buffers itself: onnxruntime already computes what it can while it opens a
file, and the package `onnx` is for training only.
"""

from collections.abc import Iterator

OPERATORS = frozenset(
    """
    Abs Add And ArgMax ArgMin AveragePool BatchNormalization Cast CastLike Ceil Celu Clip Concat
    Constant ConstantOfShape Conv CumSum Div Dropout Einsum Elu Equal Erf Exp Expand Flatten Floor
    Gather GatherElements GatherND Gelu Gemm GlobalAveragePool GlobalMaxPool Greater GreaterOrEqual
    GroupNormalization HardSigmoid HardSwish Identity InstanceNormalization LayerNormalization LeakyRelu
    Less LessOrEqual Log LogSoftmax MatMul Max MaxPool Mean Min Mish Mod Mul Neg NonZero Not OneHot Or
    PRelu Pad Pow Range Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean
    ReduceMin ReduceProd ReduceSum ReduceSumSquare Relu Reshape Round ScatterElements ScatterND Selu
    Shape Sigmoid Sign Size Slice Softmax Softplus Softsign Split Sqrt Squeeze Sub Sum Tanh
    ThresholdedRelu Tile TopK Transpose Trilu Unsqueeze Where Xor
    """.split()  # noqa: SIM905 (easier to read)
)
"""What policies may be made of: each works on arrays, once. None loops, branches or calls another graph."""
MOST_NODES = 20_000
# The numbers of the fields that are read, as in onnx.proto.
_GRAPH, _TRAINING, _FUNCTIONS = 7, 20, 25  # of a model
_NODE, _WEIGHTS, _SPARSE_WEIGHTS = 1, 5, 15  # of a graph
_KIND, _ATTRIBUTE, _DOMAIN = 4, 5, 7  # of a node
_ARRAYS, _GRAPHS, _SPARSE = (5, 10), (6, 11), (22, 23)  # of an attribute
_ELSEWHERE = 13  # of an array: the other file that holds its numbers


def unsafe_reason(model: bytes) -> str | None:
    """Why an ONNX file is not safe to open; None if it is."""
    try:
        return next(_reasons(memoryview(model)), None)
    except (ValueError, IndexError):
        return "not an ONNX model (it is damaged); copy it again"


def _reasons(model: memoryview) -> Iterator[str]:
    nodes = 0
    for field, content in _fields(model):
        if field in (_FUNCTIONS, _TRAINING):
            yield "has functions of its own, which may never end; save it without them"
        if field != _GRAPH:
            continue
        for part, inner in _fields(content):
            if part == _NODE:
                nodes += 1
                if nodes > MOST_NODES:
                    yield f"has more than {MOST_NODES:,} operators; make a smaller network"
                yield from _of_node(inner)
            elif part == _WEIGHTS:
                yield from _of_array(inner)
            elif part == _SPARSE_WEIGHTS:
                yield "has sparse arrays; save it with plain ones"


def _of_node(node: memoryview) -> Iterator[str]:
    for field, content in _fields(node):
        if field == _DOMAIN and bytes(content) not in (b"", b"ai.onnx"):
            yield f"has an operator of {_named(content)}, which is not standard ONNX; save it without"
        elif field == _KIND and (kind := _named(content)) not in OPERATORS:
            yield f"has the operator {kind}, which no policy may have; use others"
        elif field == _ATTRIBUTE:
            for part, inner in _fields(content):
                if part in _ARRAYS:
                    yield from _of_array(inner)
                elif part in _GRAPHS:
                    yield "has graphs within operators, which may never end; save it without them"
                elif part in _SPARSE:
                    yield "has sparse arrays; save it with plain ones"


def _of_array(array: memoryview) -> Iterator[str]:
    if any(field == _ELSEWHERE for field, _ in _fields(array)):
        yield "wants other files to be opened; save the model with its weights inside"


def _named(content: memoryview) -> str:
    return repr(bytes(content[:40]).decode(errors="replace"))[1:-1]


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The fields of a message: number and content, which is empty unless the field holds bytes.

    Raises:
        ValueError, IndexError: for bytes that are not a message.
    """
    at = 0
    while at < len(message):
        tag, at = _number(message, at, 5)
        wire, size = tag & 7, 0
        if wire == 0:
            _, at = _number(message, at, 10)
        elif wire in (1, 5):
            size = 8 if wire == 1 else 4
        elif wire == 2:
            size, at = _number(message, at, 10)
        else:
            raise ValueError("groups, which ONNX does not have")
        if at + size > len(message):
            raise ValueError("cut")
        yield tag >> 3, message[at : at + size] if wire == 2 else message[:0]
        at += size


def _number(message: memoryview, at: int, most: int) -> tuple[int, int]:
    """The varint, of at most `most` bytes, that begins at `at`, and the place after it."""
    number = 0
    for shift in range(most):
        byte = message[at + shift]
        number |= (byte & 127) << 7 * shift
        if byte < 128:
            return number, at + shift + 1
    raise ValueError("a number without an end")
