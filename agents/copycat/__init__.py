"""The bots of Copycat."""
