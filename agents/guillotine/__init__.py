"""Players that strike at what the others have, a module a game."""
