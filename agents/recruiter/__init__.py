"""Players that recruit more workers than others, a module a game."""
