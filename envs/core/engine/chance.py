"""The random stream inside a table: a counter-based generator keyed by (seed, stream, count).

Its fields are those of `game.header`. Each kind of chance (the dice, one deck) has a stream of its own, so
the same seed gives the same dice to different players of the same deal. Nothing else is random.
"""

import numpy as np

from .compile import rule
from .interpreting import ONLY_INTERPRETED

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def _fold(key, value):
    """One round of splitmix64 over `key` and `value`, both 64 bits."""
    mixed = (np.uint64(key) ^ np.uint64(value)) + _GOLDEN
    mixed = (mixed ^ (mixed >> _S30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _S27)) * _MIX_2
    return mixed ^ (mixed >> _S31)


if ONLY_INTERPRETED:
    # Interpreted, NumPy warns of the overflow that the generator relies on.
    fold = np.errstate(over="ignore")(_fold)
else:
    fold = rule(_fold)


@rule
def derive(seed, first, second):
    """A seed of its own for (seed, first, second): game `first` of a batch, its deal number `second`."""
    return fold(fold(fold(_GOLDEN, seed), first), second)


def derive_many(seed: int, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """`derive` for arrays of `first` and `second`, (N,) uint64, without compiling anything."""
    keys = np.full(len(first), seed, np.uint64)
    return _fold(_fold(_fold(_GOLDEN, keys), first), second)


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
    return fold(fold(fold(_GOLDEN, table.seed), stream), count)


@rule
def below(table, stream, limit):
    """A whole number in [0, limit); the bias is below limit / 2**32."""
    return int(((bits(table, stream) >> _S32) * np.uint64(limit)) >> _S32)


@rule
def roll(table, stream, sides):
    """The next die of a stream: 1 to `sides`."""
    return 1 + below(table, stream, sides)


@rule
def permute(table, stream, out, size):
    """Put the numbers 0 to `size` - 1 into the first entries of `out`, in random order."""
    for place in range(size):
        other = below(table, stream, place + 1)
        out[place] = out[other]
        out[other] = place


@rule
def draw(table, stream, left):
    """Take one of the things in `left`, a count of each kind, and return its kind.

    This is the next card of a face-down deck, whose order is not stored, only what is left in it. It must
    not be empty.
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
