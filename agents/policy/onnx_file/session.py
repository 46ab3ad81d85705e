"""The one place that imports onnxruntime, and opens models with it."""

import os

# It would else write files of its own beneath the home and look for a host. It asks when it is imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime
from onnxruntime import InferenceSession as Session

# Our errors say what is wrong with a model; onnxruntime would write it on the terminal besides.
onnxruntime.set_default_logger_severity(4)


def open_session(model: bytes) -> Session:
    """A session on one thread. Whatever the bytes look like, they are read as ONNX.

    Raises:
        Exception: of many kinds, none documented.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.load_model_format", "ONNX")
    return Session(model, options, providers=["CPUExecutionProvider"], enable_fallback=0)


def first_line(error: Exception) -> str:
    """The last part of the first line of what onnxruntime says, without the codes before it."""
    first = (str(error).splitlines() or [""])[0]
    return first.rpartition(" : ")[2].strip()[:100] or type(error).__name__
