"""Searching agents for every game.

A search knows no more than its seat, because it simulates in redeals of the current table. Without `seconds`,
the same seed and table give the same move on any number of threads and, without a guide, in any batch.
"""

from .agent import SearchAgent
from .settings import SearchSettings
from .strong import StrongAgent

__all__ = ["SearchAgent", "SearchSettings", "StrongAgent"]
