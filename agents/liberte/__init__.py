"""The bots of Liberté."""
