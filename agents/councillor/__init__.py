"""Players that live on councils, a module a game."""
