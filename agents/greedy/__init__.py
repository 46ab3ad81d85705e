"""Sensible players, one for each game: `choose(box, table, seat, legal)`, compiled and honest."""
