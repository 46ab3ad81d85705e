"""Players that live on victory point tokens, a module a game."""
