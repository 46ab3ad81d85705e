"""Who plays whom, and where they sit: balanced over seats, deal by deal."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from ..envs.core import chance
from ..envs.core.errors import HustingsError

MAX_GAMES_PER_SEED = 36
MAX_LINEUPS = 10_000


def lineups_of(entries: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """The sets of agents that meet, sorted; an agent may be in a set several times.

    As many entries as seats are one lineup. Fewer entries all play, with every choice of them to fill the
    other seats. Of more entries, every choice is played that holds as many different agents as possible.
    """
    different = sorted(set(entries))
    if len(entries) <= seats:
        fills = itertools.combinations_with_replacement(different, seats - len(entries))
        return sorted({tuple(sorted((*entries, *fill))) for fill in fills})
    if len(different) >= seats:
        if math.comb(len(different), seats) > MAX_LINEUPS:
            raise HustingsError(f"agents: {len(different)} are too many to meet; give fewer of them")
        return list(itertools.combinations(different, seats))
    chosen = {tuple(sorted(choice)) for choice in itertools.combinations(entries, seats)}
    return sorted(choice for choice in chosen if len(set(choice)) == len(different))


def count_seatings(lineup: Sequence[int]) -> int:
    """In how many distinct ways a lineup can sit."""
    return math.factorial(len(lineup)) // math.prod(map(math.factorial, Counter(lineup).values()))


def blocks(
    lineups: list[tuple[int, ...]], seed: int, most: int = MAX_GAMES_PER_SEED
) -> Iterator[list[tuple[int, ...]]]:
    """The seatings for one game seed after another.

    All distinct seatings of all lineups where these are at most `most`. Else every lineup
    sits in one drawn order and its rotations, so that each agent is in each seat equally often; where even
    these are too many, the lineups are dealt out to the seeds in drawn order.
    """
    seats = len(lineups[0])
    if sum(map(count_seatings, lineups)) <= most:
        everything = [
            seating for lineup in lineups for seating in sorted(set(itertools.permutations(lineup)))
        ]
        yield from itertools.repeat(everything)
    stream = np.random.default_rng(seed)
    length = min(len(lineups), max(1, most // seats))
    waiting: list[tuple[int, ...]] = []
    while True:
        if len(waiting) < length:
            waiting += [lineups[i] for i in stream.permutation(len(lineups))]
        orders = [tuple(stream.permutation(lineup).tolist()) for lineup in waiting[:length]]
        del waiting[:length]
        yield [order[turn:] + order[:turn] for order in orders for turn in range(seats)]


def schedule(
    lineups: list[tuple[int, ...]],
    games: int,
    seed: int,
    *,
    first: int = 0,
    most: int = MAX_GAMES_PER_SEED,
) -> tuple[np.ndarray, np.ndarray]:
    """(G,) seeds and (G, P) seatings, G at least `games`: whole blocks of one seed each.

    The k-th seed deals the game that row k of a batch with this seed begins with.

    Args:
        first: the first `first` blocks are left out.
        most: as for `blocks`.
    """
    seeds: list[int] = []
    seatings: list[tuple[int, ...]] = []
    for number, block in enumerate(itertools.islice(blocks(lineups, seed, most), first, None), first):
        if len(seatings) >= games:
            break
        deal = int(chance.derive(np.uint64(seed), np.uint64(number), np.uint64(0)))
        seeds += [deal] * len(block)
        seatings += block
    return np.array(seeds, np.uint64), np.array(seatings, np.int64)
