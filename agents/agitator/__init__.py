"""Players that press others down, a module a game."""
