"""The bots of Die Macher."""
