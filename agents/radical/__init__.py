"""Players that go for the radicals, a module a game."""
