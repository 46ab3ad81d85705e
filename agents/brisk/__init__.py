"""Quick players that search plays games out with, a module a game."""
