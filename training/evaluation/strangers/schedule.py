"""Who sits where when an agent meets strangers."""

import numpy as np

from ....envs.core.engine import chance

VISITOR, RESIDENT = 0, 1
"""The parts of a deal: the agent alone among strangers, and a stranger alone among copies of it."""
AGENT = 0
"""The number of the agent; the strangers follow."""


def companions(seed: int, strangers: int, players: int, deals: int) -> np.ndarray:
    """(deals, players - 1) the strangers, from 1, in the other seats of each deal, drawn independently."""
    return np.random.default_rng(seed).integers(1, strangers + 1, (deals, players - 1))


def lone_strangers(seed: int, strangers: int, deals: int) -> np.ndarray:
    """(deals,) the stranger, from 1, that is alone among copies of the agent: each once before any again."""
    stream = np.random.default_rng((seed, 1))
    rounds = [stream.permutation(strangers) for _ in range(-(-deals // strangers))]
    return 1 + np.concatenate([np.zeros(0, np.int64), *rounds])[:deals]


def seatings_of(seed: int, strangers: int, players: int, deals: int) -> np.ndarray:
    """(D, 2, P, P) who has each seat, in both parts of each deal and each of their P games.

    Each lineup sits in its P rotations, so that whoever is alone has every seat once. More deals begin with
    the same ones.
    """
    lineups = np.full((deals, 2, players), AGENT)
    lineups[:, VISITOR, 1:] = companions(seed, strangers, players, deals)
    lineups[:, RESIDENT, 0] = lone_strangers(seed, strangers, deals)
    turns = np.arange(players)
    return lineups[..., (turns[:, None] + turns) % players]


def seeds_of(seed: int, deals: int) -> np.ndarray:
    """(D,) uint64 seeds of the deals, those of a tournament with this seed."""
    return chance.derive_many(seed, np.arange(deals, dtype=np.uint64), np.zeros(deals, np.uint64))


def deals_for(games: int, strangers: int, players: int) -> int:
    """How many deals have at least so many games, and each stranger alone equally often."""
    return -(-games // (2 * players * strangers)) * strangers
