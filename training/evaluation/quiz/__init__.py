"""Critical positions: stored decisions in which a search is sure and bots differ, to quiz any agent."""

from .asking import Quiz, quiz
from .positions import CriticalPosition, Positions, file_of, saved_positions

__all__ = ["CriticalPosition", "Positions", "Quiz", "file_of", "quiz", "saved_positions"]
