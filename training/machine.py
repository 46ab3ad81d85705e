"""The machine and versions behind measured figures."""

import importlib.metadata
import os
import platform
from pathlib import Path

import numpy as np


def machine() -> dict[str, str | int]:
    """The processor, the number of cores, and the versions of Python, NumPy and Numba ("none" without it)."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
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
