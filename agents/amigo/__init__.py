"""Players that are good partners, a module a game."""
