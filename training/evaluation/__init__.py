"""Evaluation: tournaments, ratings, leaderboards, exploitability."""
