"""Greedy players of the first version, a module a game: a yardstick that stays."""
