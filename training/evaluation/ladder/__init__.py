"""The ladder: an agent's rating on a fixed scale for each game, from games against fixed rungs."""

from .climb import MOST_GAMES, Climb, ladder
from .rungs import Rung, Rungs, file_of, saved_rungs

__all__ = ["MOST_GAMES", "Climb", "Rung", "Rungs", "file_of", "ladder", "saved_rungs"]
