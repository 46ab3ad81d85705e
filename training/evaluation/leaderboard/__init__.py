"""Leaderboards: what they contain (`model`), how they are kept (`storage`) and played (`season`)."""
