"""The random streams in a table: a counter-based generator keyed by (seed, stream, count).

Its state is in the fields of `game.header`. Each source of chance (the dice, one deck) has its own stream, so
a seed gives the same dice whatever the players do. Nothing else in a game is random.
"""

import numpy as np

from .compile import rule, wrapping_rule

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@wrapping_rule
def mix(key, value):
    """Hash `value` into `key`: one round of splitmix64, both 64 bits."""
    mixed = (np.uint64(key) ^ np.uint64(value)) + _GOLDEN
    mixed = (mixed ^ (mixed >> _S30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _S27)) * _MIX_2
    return mixed ^ (mixed >> _S31)


@rule
def derive(seed, first, second):
    """An independent seed for (seed, first, second), such as game `first` of a batch, deal `second`."""
    return mix(mix(mix(_GOLDEN, seed), first), second)


def derive_many(seed: int, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Like `derive` for arrays `first` and `second`, (N,) uint64, in plain NumPy: nothing is compiled."""
    keys = np.full(len(first), seed, np.uint64)
    return mix(mix(mix(_GOLDEN, keys), first), second)


@rule
def start(table, seed):
    """Key the table's chance with `seed` and rewind every stream."""
    table.seed = np.uint64(seed)
    for stream in range(len(table.draws)):
        table.draws[stream] = 0


@rule
def bits(table, stream):
    """The next 64 random bits of a stream."""
    count = int(table.draws[stream])
    table.draws[stream] = count + 1
    return mix(mix(mix(_GOLDEN, table.seed), stream), count)


@rule
def below(table, stream, limit):
    """A whole number in [0, limit); the bias is below limit / 2**32."""
    # A product and a shift; rejection sampling would be exact, but take an unknown number of draws.
    return int(((bits(table, stream) >> _S32) * np.uint64(limit)) >> _S32)


@rule
def roll(table, stream, sides):
    """The next die of a stream: 1 to `sides`."""
    return 1 + below(table, stream, sides)


@rule
def permute(table, stream, out, size):
    """Put the numbers 0 to `size` - 1 into the first entries of `out`, in random order."""
    # The inside-out Fisher-Yates shuffle, which needs no filled `out`.
    for place in range(size):
        other = below(table, stream, place + 1)
        out[place] = out[other]
        out[other] = place


@rule
def draw(table, stream, left):
    """Take one thing out of `left`, a count of each kind, and return its kind.

    This draws the top card of a face-down deck, of which only the contents are stored, not the order. So a
    redeal only has to reseed chance. The deck must not be empty.
    """
    total = 0
    for kind in range(len(left)):
        total += int(left[kind])
    number = below(table, stream, total)
    kind = 0
    while number >= int(left[kind]):
        number -= int(left[kind])
        kind += 1
    left[kind] -= 1
    return kind
