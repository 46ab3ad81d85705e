"""What the ONNX file of a policy may contain, read and rewritten by the package `onnx`.

onnxruntime gets only the rewritten model, so it never sees anything that was not checked.
"""

from collections.abc import Iterator

import onnx
from google.protobuf.message import DecodeError

from .session import UnfitError, shown

OPERATORS = frozenset(
    """
    Abs Add And ArgMax ArgMin BatchNormalization Cast Ceil Celu Clip Concat Constant ConstantOfShape Conv
    CumSum Div Dropout Elu Equal Erf Exp Expand Flatten Floor Gather GatherElements GatherND Gelu Gemm
    GlobalAveragePool GlobalMaxPool Greater GreaterOrEqual HardSigmoid HardSwish Identity
    LayerNormalization LeakyRelu Less LessOrEqual Log LogSoftmax MatMul Max Mean Min Mish Mod Mul Neg
    NonZero Not Or PRelu Pad Pow Range Reciprocal ReduceL2 ReduceMax ReduceMean ReduceMin ReduceSum
    ReduceSumSquare Relu Reshape Round ScatterElements ScatterND Selu Shape Sigmoid Sign Size Slice
    Softmax Softplus Softsign Split Sqrt Squeeze Sub Sum Tanh ThresholdedRelu Tile TopK Transpose Trilu
    Unsqueeze Where Xor
    """.split()  # noqa: SIM905 (easier to read)
)
"""The operators that policies may use: each computes arrays from arrays without loops, so it terminates."""
STANDARD = ("", "ai.onnx")
"""The domain of ONNX's own operators, in both spellings."""
_T, _A = onnx.TensorProto, onnx.AttributeProto
NUMBERS = frozenset({
    _T.FLOAT, _T.DOUBLE, _T.FLOAT16, _T.BFLOAT16, _T.BOOL, _T.INT8, _T.INT16, _T.INT32, _T.INT64, _T.UINT8,
    _T.UINT16, _T.UINT32, _T.UINT64,
})  # fmt: skip
"""The data types that arrays may have."""
_PLAIN = frozenset({_A.FLOAT, _A.FLOATS, _A.INT, _A.INTS, _A.STRING, _A.STRINGS, _A.TENSOR})
_NOT_ONNX = "not an ONNX model"


def checked(content: bytes) -> bytes:
    """The model of a file, rewritten without fields that ONNX does not define.

    Raises:
        UnfitError: for a file that is not safe to open.
    """
    try:
        model = onnx.load_model_from_string(content)
        model.DiscardUnknownFields()
        if wrong := next(_reasons(model), None):
            raise UnfitError(wrong)
        model.graph.ClearField("value_info")  # claimed shapes; onnxruntime infers them anyway
        onnx.checker.check_model(model)
        return model.SerializeToString()
    except (DecodeError, onnx.checker.ValidationError, ValueError) as error:
        raise UnfitError(f"{_NOT_ONNX} ({_line(error)}); copy it again") from None


def _reasons(model: onnx.ModelProto) -> Iterator[str]:
    graph = model.graph
    if not model.HasField("graph"):
        yield f"{_NOT_ONNX}; copy it again"
    if model.functions or model.training_info:
        yield "defines functions, which may never end; save it without them"
    if graph.sparse_initializer:
        yield "has sparse arrays; save it with plain ones"
    for node in graph.node:
        yield from _of_node(node)
    for array in graph.initializer:
        yield from _of_array(array)
    # protobuf returns text that it cannot decode as bytes
    if any(not isinstance(text, str) for text in _texts(model)):
        yield "has names that are not text; copy it again"


def _texts(model: onnx.ModelProto) -> Iterator[str | bytes]:
    graph = model.graph
    for entry in model.metadata_props:
        yield from (entry.key, entry.value)
    for named in (*graph.input, *graph.output, *graph.initializer):
        yield named.name
    for node in graph.node:
        yield from (node.domain, node.op_type, *node.input, *node.output)
        for attribute in node.attribute:
            yield attribute.name


def _of_node(node: onnx.NodeProto) -> Iterator[str]:
    if node.domain not in STANDARD:
        yield f"has an operator of {shown(node.domain)}, which is not standard ONNX; save it without"
    if node.op_type not in OPERATORS:
        yield f"has the operator {shown(node.op_type)}, which no policy may have; use others"
    for attribute in node.attribute:
        if attribute.g.ByteSize() or attribute.graphs or attribute.type in (_A.GRAPH, _A.GRAPHS):
            yield "has subgraphs in operators, which may never end; save it without them"
        if attribute.type not in _PLAIN:
            yield f"has an unexpected attribute of the operator {node.op_type}; save it with standard ones"
        if attribute.name == "batch_dims" and attribute.i:
            yield "has an operator whose batch_dims are not 0; save it without"
        if attribute.name.startswith("value_string") or (
            attribute.name == "to" and attribute.i not in NUMBERS
        ):
            yield "has arrays that are not of numbers; save it without"
        if attribute.HasField("t"):
            yield from _of_array(attribute.t)


def _of_array(array: onnx.TensorProto) -> Iterator[str]:
    if array.external_data or array.data_location != _T.DEFAULT:
        yield "wants other files to be opened; save the model with its weights inside"
    if array.data_type not in NUMBERS:
        yield "has arrays that are not of numbers; save it without"


def _line(error: Exception) -> str:
    return shown((str(error).splitlines() or [""])[0]) or type(error).__name__
