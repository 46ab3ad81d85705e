"""Players that go for the royalist counter-revolution, a module a game."""
