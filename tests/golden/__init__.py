"""What the suite did when it was recorded, and has to do for ever: games in words, and digests of the rest.

`playthrough.py` tells games for the files in `playthroughs`, `record.py` works out the digests of play, bots,
texts and networks for `GAME.json`, `test_golden.py` compares, and `inner.py` is all that knows names that are
not public: who moves such a name adapts it there, and nowhere else.
"""
