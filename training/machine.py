"""The machine and versions behind measured figures."""

import importlib.metadata
import platform
from pathlib import Path

import numpy as np

from ..envs.core.api.threads import cores


def machine() -> dict[str, str | int]:
    """The processor, the cores that this process may use, and the versions of Python, NumPy and Numba.

    A version is "none" where the package is missing.
    """
    return {
        "processor": _processor(),
        "cores": cores(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": _version("numba"),
    }


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "none"


def _processor() -> str:
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
