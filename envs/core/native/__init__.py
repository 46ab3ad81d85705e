"""One game as an object: written in C, or where that was not built, in Python.

`Calls` holds what all games of a kind share; `OneGame` is a table with the mask of what is legal there.
"""

from typing import TYPE_CHECKING

from numba import config

from .in_python import Calls, OneGame

IN_C = False
if not TYPE_CHECKING and not config.DISABLE_JIT:  # rules that are not compiled have no address
    try:
        from ._one_game import Calls, OneGame
    except ImportError:
        pass
    else:
        IN_C = True

__all__ = ["IN_C", "Calls", "OneGame"]
