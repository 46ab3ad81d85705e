"""Benchmarks: decisions per second of games, searches and training, alone and beside other libraries."""
