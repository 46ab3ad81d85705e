"""Leaderboards: what they say (`board`), from which games (`model`), kept (`storage`), played (`season`)."""
