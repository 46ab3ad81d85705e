"""Players that buy the cards with points, a module a game."""
