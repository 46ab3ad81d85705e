"""Players that buy cards with coins, a module a game."""
