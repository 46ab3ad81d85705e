"""The ladder: an agent's rating on one scale for each game, from games among rungs that do not change."""

from .climb import MOST_GAMES, Climb, ladder
from .rungs import Matchup, Rung, Rungs, file_of, saved_rungs

__all__ = ["MOST_GAMES", "Climb", "Matchup", "Rung", "Rungs", "file_of", "ladder", "saved_rungs"]
