"""Quick players to play games out with, a module a game."""
