"""Leaderboards: what they hold, how they are kept, how they are played."""
