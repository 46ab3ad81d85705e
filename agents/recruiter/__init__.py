"""Players that live on the members of their party, a module a game."""
