"""Seatings of an agent with strangers."""

import numpy as np

from ....envs.core.engine import chance

VISITOR, RESIDENT = 0, 1
"""The halves of a deal: the agent alone among strangers, and a stranger alone among its copies."""
AGENT = 0
"""The agent's number; strangers count from 1."""


def seatings_of(seed: int, strangers: int, players: int, deals: int) -> np.ndarray:
    """(D, 2, P, P) the agent in each seat, in both halves of each deal and each of their P games.

    A visitor's companions are drawn independently; alone among copies, each stranger is once before any is
    again. Each lineup is played in its P rotations, so that whoever is alone has every seat once. Asking for
    more deals only appends to them.
    """
    lineups = np.full((deals, 2, players), AGENT)
    companions, stream = np.random.default_rng(seed), np.random.default_rng((seed, 1))
    lineups[:, VISITOR, 1:] = companions.integers(1, strangers + 1, (deals, players - 1))
    rounds = [stream.permutation(strangers) for _ in range(-(-deals // strangers))]
    lineups[:, RESIDENT, 0] = 1 + np.concatenate([np.zeros(0, np.int64), *rounds])[:deals]
    turns = np.arange(players)
    return lineups[..., (turns[:, None] + turns) % players]


def seeds_of(seed: int, deals: int) -> np.ndarray:
    """(D,) uint64 seeds of the deals, the same as in a tournament with this seed."""
    return chance.derive_many(seed, np.arange(deals, dtype=np.uint64), np.zeros(deals, np.uint64))


def deals_for(games: int, strangers: int, players: int) -> int:
    """The number of deals for at least `games` games, with each stranger alone equally often."""
    return -(-games // (2 * players * strangers)) * strangers
