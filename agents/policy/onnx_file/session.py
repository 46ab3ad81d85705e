"""Opens and runs models; the one module that imports onnxruntime."""

import os

# onnxruntime reads this on import; otherwise it writes files into the home folder and contacts a host.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

from collections.abc import Sequence

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
        raise UnfitError(
            f"fails with {rows:,} row{'s' * (rows != 1)} ({why}); train another, perhaps smaller"
        ) from None


def check_outputs(found: Sequence[np.ndarray], masks: np.ndarray, players: int | None = None) -> None:
    """Raise UnfitError unless logits and values are finite float32 in the right shapes.

    Args:
        found: logits (R, A), of which those of illegal actions may be anything, and values (R, P).
        masks: (R, A) bool, the legal actions.
        players: P; None for any number.
    """
    given = [np.shape(array) for array in found]
    seats = given[1][-1] if players is None and len(given[1]) == 2 else players
    wanted = [masks.shape, (len(masks), seats)]
    if given != wanted:
        raise UnfitError(f"returns shapes {str(given)[:100]}, not {wanted}; train a policy again")
    logits, values = found
    finite = (np.isfinite(logits).all() or np.isfinite(logits[masks]).all()) and np.isfinite(values).all()
    if not finite or logits.dtype != np.float32 or values.dtype != np.float32:
        raise UnfitError("returns numbers that are not finite float32; train the policy again")


def shown(text: str, most: int = 40) -> str:
    """The beginning of a text from a file, with unprintable characters escaped."""
    return ascii(text[:most])[1:-1]


def _first_line(error: Exception) -> str:
    """The first line of an error of onnxruntime, without the codes at its beginning."""
    first = (str(error).splitlines() or [""])[0]
    if "alloc" in first:  # the rest says where, at length
        return "out of memory"
    return shown(first.rpartition(" : ")[2].strip(), 250) or type(error).__name__
