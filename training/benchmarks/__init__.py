"""Benchmarks: decisions per second of games, searches and training."""
