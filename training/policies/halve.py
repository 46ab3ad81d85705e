"""Weights of policies in half precision, which halves their files.

Only matrices are stored so, and they are cast back when a policy is opened, so that it computes in single
precision as before.
"""

import numpy as np
import onnx
from onnx.numpy_helper import from_array, to_array


def halved(policy: bytes) -> bytes:
    """The file of a policy, with its matrices in half precision; one that is stored so already stays."""
    model = onnx.load_from_string(policy)
    graph, casts = model.graph, []
    for array in graph.initializer:
        if array.data_type == onnx.TensorProto.FLOAT and len(array.dims) > 1:
            single = f"{array.name}:float32"
            for node in graph.node:
                node.input[:] = [single if name == array.name else name for name in node.input]
            casts.append(
                onnx.helper.make_node("Cast", [array.name], [single], single, to=onnx.TensorProto.FLOAT)
            )
            array.CopyFrom(from_array(to_array(array).astype(np.float16), array.name))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    return model.SerializeToString()
