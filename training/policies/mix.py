"""Mix the weights of two policies, of which one went on from the other.

    python training/policies/mix.py before.onnx after.onnx --share 0.5 --out mixed.onnx

What a league teaches about some opponents, or at one table, it may unlearn about others. Halfway between
before and after, a policy often keeps both.
"""

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import onnx
from onnx.numpy_helper import from_array, to_array

from hustings.agents import PolicyAgent
from hustings.envs import HustingsError
from hustings.envs.core.io.files import read_bytes, written_whole

MOST_BYTES = 2**28


def mixed(before: bytes, after: bytes, share: float) -> bytes:
    """The file of a policy with this share of the weights of `after`, the rest of `before`.

    It plays at the tables of `before`. Its other metadata are those of `after`, with an entry `mixed`, the
    share.

    Raises:
        HustingsError: if they are not of one architecture.
    """
    if not 0 <= share <= 1:
        raise HustingsError(f"share: {share} is outside 0 to 1")
    old, new = PolicyAgent(before, name="before").facts, PolicyAgent(after, name="after").facts
    if old.game != new.game:
        raise HustingsError(f"one is for {old.game}, the other for {new.game}")
    model = onnx.load_from_string(before)
    learnt = {array.name: to_array(array) for array in onnx.load_from_string(after).graph.initializer}
    for array in model.graph.initializer:
        first, second = to_array(array), learnt.get(array.name)
        if second is None or second.shape != first.shape:
            raise HustingsError(f"{array.name}: only one of them has it so; give policies of one network")
        if first.dtype.kind == "f":
            mean = share * second.astype(np.float64) + (1 - share) * first.astype(np.float64)
            array.CopyFrom(from_array(mean.astype(first.dtype), array.name))
    facts = replace(old, about={**new.about, "mixed": share})
    onnx.helper.set_model_props(model, facts.metadata())
    return model.SerializeToString()


def main() -> None:
    """Mix two files into a third."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("before", type=Path)
    options.add_argument("after", type=Path)
    options.add_argument("--share", type=float, default=0.5, help="of the weights after")
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    try:
        read = partial(read_bytes, most=MOST_BYTES, remedy="give a policy")
        policy = mixed(read(asked.before), read(asked.after), asked.share)
        with written_whole(asked.out) as part:
            part.write_bytes(policy)
    except HustingsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
