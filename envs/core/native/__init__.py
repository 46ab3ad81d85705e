"""One game as an object: written in C, or where that was not built, in Python.

`Calls` holds what all games of a kind share; `OneGame` is a table with the mask of what is legal there.
"""

import numba

try:
    if numba.config.DISABLE_JIT:
        raise ImportError("rules that are not compiled have no address")
    from ._one_game import Calls, OneGame

    IN_C = True
except ImportError:
    from .in_python import Calls, OneGame  # type: ignore[assignment]

    IN_C = False

__all__ = ["IN_C", "Calls", "OneGame"]
