"""Players that go for people: workers in Copycat, members of the party in Die Macher; a module a game."""
