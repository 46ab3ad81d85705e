"""Players that trust their dice, a module a game."""
