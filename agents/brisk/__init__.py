"""Players that decide quickly, for playing games out by the thousand, a module a game."""
