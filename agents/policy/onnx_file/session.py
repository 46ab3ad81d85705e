"""Opens and runs models; the one module that imports onnxruntime."""

import os

# onnxruntime reads this on import; otherwise it writes files into the home folder and contacts a host.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import numpy as np
import onnxruntime
from onnxruntime import InferenceSession as Session

# Our errors say what is wrong with a model; onnxruntime would also print to the terminal.
onnxruntime.set_default_logger_severity(4)


class UnfitError(Exception):
    """Why a file cannot be played, in one line with a remedy."""


def open_session(model: bytes) -> Session:
    """Open a session on one thread.

    Raises:
        UnfitError: if onnxruntime cannot open the model.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Otherwise bytes that look like ORT's own format, which is not checked, would be read as that.
    options.add_session_config_entry("session.load_model_format", "ONNX")
    try:
        return Session(model, options, providers=["CPUExecutionProvider"], enable_fallback=0)
    except Exception as error:  # of undocumented types
        raise UnfitError(f"not an ONNX model ({_first_line(error)}); copy it again") from None


def run_session(
    session: Session, inputs: list[str], observations: np.ndarray, masks: np.ndarray
) -> list[np.ndarray]:
    """Run the model and return its logits and values unchanged.

    Args:
        session: the model's session.
        inputs: the names of its inputs.
        observations: (R, S) float32.
        masks: (R, A) bool.

    Raises:
        UnfitError: for a model with other inputs, or one that fails to run.
    """
    given = {"observations": observations, "masks": masks}
    if other := set(inputs) - set(given):
        raise UnfitError(
            f"has the input {shown(min(other))}, not observations and masks; train a policy again"
        )
    try:
        return session.run(["logits", "values"], {name: given[name] for name in inputs})
    except Exception as error:
        rows, why = len(observations), _first_line(error)
        raise UnfitError(f"fails with {rows:,} rows ({why}); train another, perhaps smaller") from None


def shown(text: str, most: int = 40) -> str:
    """The beginning of a text from a file, with unprintable characters escaped."""
    return ascii(text[:most])[1:-1]


def _first_line(error: Exception) -> str:
    """The first line of an error of onnxruntime, without the codes at its beginning."""
    first = (str(error).splitlines() or [""])[0]
    if "alloc" in first:  # the rest says where, at length
        return "out of memory"
    return shown(first.rpartition(" : ")[2].strip(), 250) or type(error).__name__
