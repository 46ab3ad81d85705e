"""Players that buy opinion polls, a module a game."""
