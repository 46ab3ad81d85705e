"""One game as an object, and calls into a library: in C, or in Python where the extension was not built.

`Calls` holds what all games of a kind share; `OneGame` is a table with its action mask. `Function` is a
function of a game's library; there is no Python substitute for it.
"""

from typing import TYPE_CHECKING

from ..engine.interpreting import ONLY_INTERPRETED
from .in_python import Calls, Function, OneGame, supports

IN_C = False
if not TYPE_CHECKING and not ONLY_INTERPRETED:  # interpreted rules have no address to call
    try:
        from ._function import Function, supports
        from ._one_game import Calls, OneGame
    except ImportError:
        pass
    else:
        IN_C = True

__all__ = ["IN_C", "Calls", "Function", "OneGame", "supports"]
