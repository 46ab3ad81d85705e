"""Leaderboards: their figures (`board`), games (`model`) and files (`storage`), and their play (`season`)."""
