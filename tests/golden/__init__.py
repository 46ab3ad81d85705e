"""What the suite did when it was recorded, and has to do for ever: digests of play, bots, texts and networks.

`record.py` works them out, `test_golden.py` compares them with those of `GAME.json`, and `inner.py` is all
that knows names which are not public: who moves such a name adapts it there, and nowhere else.
"""
