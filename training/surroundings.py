"""Protects commands from files in the current folder.

The current folder may contain a stranger's files: a game, a run or a checkout that somebody has sent. So no
settings are read and no modules imported from it unless they are named: `--agents module:name`.
"""

import contextlib
import os
from pathlib import Path


def settle_matplotlib() -> None:
    """Make matplotlib draw without a display and ignore a `matplotlibrc` in the current folder.

    Such a file has priority over all others and can make matplotlib run code, for instance through LaTeX.
    matplotlib reads it on import, even if nothing is drawn.
    """
    os.environ["MPLBACKEND"] = "agg"
    with contextlib.suppress(OSError, ImportError):
        if Path("matplotlibrc").exists():
            with contextlib.chdir(Path(__file__).parent):
                import matplotlib  # noqa: F401
