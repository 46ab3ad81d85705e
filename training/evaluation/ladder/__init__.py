"""The ladder: an agent's rating on a fixed scale for each game, from games against fixed rungs."""

from .climb import MOST_GAMES, Climb, ladder
from .rungs import Matchup, Rung, Rungs, file_of, saved_rungs

__all__ = ["MOST_GAMES", "Climb", "Matchup", "Rung", "Rungs", "file_of", "ladder", "saved_rungs"]
