"""The one place that imports onnxruntime, and opens and runs models with it."""

import os

# It would else write files of its own beneath the home and look for a host. It asks when it is imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import numpy as np
import onnxruntime
from onnxruntime import InferenceSession as Session

# Our errors say what is wrong with a model; onnxruntime would write it on the terminal besides.
onnxruntime.set_default_logger_severity(4)


class UnfitError(Exception):
    """Why a file cannot be played, in one line with the remedy."""


def open_session(model: bytes) -> Session:
    """A session on one thread. Whatever the bytes look like, they are read as ONNX.

    Raises:
        UnfitError: for what onnxruntime does not open.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.load_model_format", "ONNX")
    try:
        return Session(model, options, providers=["CPUExecutionProvider"], enable_fallback=0)
    except Exception as error:  # of many kinds, none documented
        raise UnfitError(f"not an ONNX model ({_first_line(error)}); copy it again") from None


def run_session(
    session: Session, inputs: list[str], observations: np.ndarray, masks: np.ndarray
) -> list[np.ndarray]:
    """Logits and values, as the model gives them.

    Args:
        session: of the model.
        inputs: the names of what it takes.
        observations: (R, S) float32.
        masks: (R, A) bool.

    Raises:
        UnfitError: for a model that takes anything else, or does not run.
    """
    given = {"observations": observations, "masks": masks}
    if other := set(inputs) - set(given):
        raise UnfitError(f"wants {shown(min(other))}, not observations and masks; train a policy again")
    try:
        return session.run(["logits", "values"], {name: given[name] for name in inputs})
    except Exception as error:
        rows, why = len(observations), _first_line(error)
        raise UnfitError(f"does not run with {rows:,} rows ({why}); train another, perhaps smaller") from None


def shown(text: str, most: int = 40) -> str:
    """The beginning of a text of a file, as it can be printed."""
    return ascii(text[:most])[1:-1]


def _first_line(error: Exception) -> str:
    """The last part of the first line of what onnxruntime says, without the codes before it."""
    first = (str(error).splitlines() or [""])[0]
    if "alloc" in first:  # where it failed comes before, at length
        return "out of memory"
    return shown(first.rpartition(" : ")[2].strip(), 250) or type(error).__name__
