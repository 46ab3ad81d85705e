"""Which wrong rules the tests of a game would let through."""
