"""Players that go for battles, a module a game."""
