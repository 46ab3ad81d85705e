"""Searching agents for every game.

A search knows no more than its seat, because it simulates in redeals of the current table. The same seed and
table give the same move, whatever the batch and the number of threads.
"""

from .agent import SearchAgent
from .settings import SearchSettings
from .strong import StrongAgent

__all__ = ["SearchAgent", "SearchSettings", "StrongAgent"]
