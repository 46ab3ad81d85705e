"""Measurements for the tables of figures in the READMEs, and for the leaderboards."""
