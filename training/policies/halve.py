"""Store the weights of the policies that ship in half precision, which halves their files.

    python training/policies/halve.py copycat liberte

Only matrices are stored so, and they are cast back when a policy is opened, so that it computes in single
precision as before. Files that are stored so already do not change.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx.numpy_helper import from_array, to_array

POLICIES = Path(__file__).resolve().parents[2] / "agents" / "policies"


def halved(policy: bytes) -> bytes:
    """The file of a policy, with its matrices in half precision."""
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


def main() -> None:
    """Store the named policies, or all."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = sorted(file.stem for file in POLICIES.glob("*.onnx"))
    options.add_argument("names", nargs="*", help="all by default")
    asked = options.parse_args().names or names
    if unknown := [name for name in asked if name not in names]:
        options.error(f"no policy is called {unknown[0]!r}; choose from {', '.join(names)}")
    for name in asked:
        file = POLICIES / f"{name}.onnx"
        before = file.read_bytes()
        after = halved(before)
        file.write_bytes(after)
        print(f"{name}: {len(before) / 1e6:.1f} MB -> {len(after) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
