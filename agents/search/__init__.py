"""Search: agents that play out what may come of each action, for every game, written once.

A search sees what its seat sees: it thinks about redeals of the present table. The same seed and table give
the same move, whatever the batch or the threads.
"""

from .agent import SearchAgent
from .settings import SearchSettings

__all__ = ["SearchAgent", "SearchSettings"]
