"""Schedules of tournaments: who plays whom in which seats, balanced over seats, deal by deal."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from ...envs.core.engine import chance
from ...envs.core.errors import HustingsError
from .statistics import FEWEST_CLUSTERS

MAX_GAMES_PER_DEAL = 36
MAX_LINEUPS = 10_000
MAX_GAMES = 10_000_000
"""The most games of a tournament, whose result keeps all of them."""


def lineups_of(entries: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """The lineups, sorted; an agent may be in a lineup more than once.

    As many entries as seats are one lineup. If there are fewer, all of them play, and each combination of
    them fills the other seats in turn. If there are more, each combination with as many different agents as
    possible plays.
    """
    different = sorted(set(entries))
    if len(entries) <= seats:
        fills = itertools.combinations_with_replacement(different, seats - len(entries))
        return sorted({tuple(sorted((*entries, *fill))) for fill in fills})
    if len(different) >= seats:
        if math.comb(len(different), seats) > MAX_LINEUPS:
            raise HustingsError(f"agents: {len(different)} are too many to meet; give fewer of them")
        return list(itertools.combinations(different, seats))
    named = Counter(entries)
    fills = itertools.combinations_with_replacement(different, seats - len(different))
    full = (tuple(sorted((*different, *fill))) for fill in fills)
    return [lineup for lineup in full if Counter(lineup) <= named]


def count_seatings(lineup: Sequence[int]) -> int:
    """The number of distinct ways to seat a lineup."""
    return math.factorial(len(lineup)) // math.prod(map(math.factorial, Counter(lineup).values()))


def blocks(
    lineups: list[tuple[int, ...]], seed: int | Sequence[int], most: int = MAX_GAMES_PER_DEAL
) -> Iterator[list[tuple[int, ...]]]:
    """Yield the seatings of one deal after another.

    They are all distinct seatings of all lineups, if these are at most `most`. Otherwise every lineup sits in
    a random order and its rotations, so that each agent is in each seat equally often; if these are still too
    many, the lineups take turns over the deals, in random order.
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


def seatings_a_deal(lineups: list[tuple[int, ...]], games: int, most: int = MAX_GAMES_PER_DEAL) -> int:
    """The most seatings of a deal: `most`, or fewer if `games` would be too few deals for an interval."""
    everything = min(most, sum(map(count_seatings, lineups)))
    if games >= FEWEST_CLUSTERS * everything:
        return most
    return min(most, max(len(lineups[0]), games // FEWEST_CLUSTERS))


def schedule(
    lineups: list[tuple[int, ...]],
    games: int,
    seed: int,
    *,
    most: int = MAX_GAMES_PER_DEAL,
) -> tuple[np.ndarray, np.ndarray]:
    """(G,) seeds of deals and (G, P) seatings, in whole deals, so that G is at least `games`.

    The k-th deal is the first one in row k of a batch with this seed.

    Args:
        lineups: the lineups.
        games: the requested number of games.
        seed: for the deals and the random orders.
        most: as for `blocks`.

    Raises:
        HustingsError: if `games` is more than `MAX_GAMES`.
    """
    if games > MAX_GAMES:
        raise HustingsError(f"games: {games:,} are more than {MAX_GAMES:,}; play several tournaments instead")
    return next_deals(dealt(lineups, seed, most=most), games)


def dealt(
    lineups: list[tuple[int, ...]],
    seed: int,
    *,
    first: int = 0,
    most: int = MAX_GAMES_PER_DEAL,
    series: int = 0,
) -> Iterator[tuple[np.uint64, np.ndarray]]:
    """Yield the seed of a deal and its (N, P) seatings, one deal after another, skipping the `first` ones.

    Another `series` has other deals for the same seed.
    """
    for number, block in enumerate(blocks(lineups, (seed, series) if series else seed, most)):
        if number >= first:
            yield chance.derive(np.uint64(seed), np.uint64(number), np.uint64(series)), np.array(block)


def next_deals(deals: Iterator[tuple[np.uint64, np.ndarray]], games: int) -> tuple[np.ndarray, np.ndarray]:
    """Take deals with at least `games` games: (G,) their seeds, (G, P) seatings; see `dealt`."""
    seeds: list[np.uint64] = []
    parts: list[np.ndarray] = []
    planned = 0
    while planned < games:
        seed, seatings = next(deals)
        seeds.append(seed)
        parts.append(seatings)
        planned += len(seatings)
    return np.repeat(np.array(seeds, np.uint64), [len(part) for part in parts]), np.concatenate(parts)
