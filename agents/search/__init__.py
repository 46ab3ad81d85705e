"""Search, for every game alike: agents that play out what may come of each action.

A search knows no more than its seat: it plays in redeals of the present table. The same seed and table give
the same move, whatever the batch or the threads.
"""

from .agent import SearchAgent
from .settings import SearchSettings
from .strong import StrongAgent

__all__ = ["SearchAgent", "SearchSettings", "StrongAgent"]
