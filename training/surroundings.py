"""What a process that runs a command takes from where it is started, and what not.

The current folder may be anybody's: a game, a run or a checkout that somebody has sent. So no settings are
read from it, and no modules imported, unless they are named: `--agents module:name`.
"""

import contextlib
import os
from pathlib import Path


def settle_matplotlib() -> None:
    """Have matplotlib draw without a display, and read no `matplotlibrc` in the current folder.

    A file there comes before all others, and can have LaTeX run, or say how text becomes code. matplotlib
    reads it when it is imported, also by what draws nothing.
    """
    os.environ["MPLBACKEND"] = "agg"
    with contextlib.suppress(OSError, ImportError):
        if Path("matplotlibrc").exists():
            with contextlib.chdir(Path(__file__).parent):
                import matplotlib  # noqa: F401
