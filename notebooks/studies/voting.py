"""Power in a simple game: contests of coalitions, Shapley and Banzhaf values, minimal winning coalitions.

A coalition is a number whose bits are its members, so what coalitions are worth is an array of 2 ** P.
"""

from collections.abc import Iterator

import numpy as np

from hustings.envs import HustingsError

MOST_PLAYERS = 12  # 4,096 coalitions


def members(players: int) -> np.ndarray:
    """(2 ** P, P) bool, who is in each coalition."""
    if not 1 <= players <= MOST_PLAYERS:
        raise HustingsError(f"players: {players} is not from 1 to {MOST_PLAYERS}")
    return (np.arange(2**players)[:, None] >> np.arange(players) & 1).astype(bool)


def contest(
    weights: np.ndarray, most: np.ndarray | int | None = None, may_form: np.ndarray | None = None
) -> np.ndarray:
    """The worth of every coalition in a contest that the stronger side wins.

    Members and outsiders each form their strongest possible side. A coalition is worth 1 if its side is
    stronger, 1/2 for a tie. Without limits this is the weighted majority game with split ties.

    Args:
        weights: (N, P) what each player adds to a side, not negative.
        most: the most players that a side may have, a number or (N,); None for any number.
        may_form: (N, 2 ** P) bool, which sides the rules allow; None for all.

    Returns:
        (N, 2 ** P) worths; those of a coalition and its complement sum to 1.
    """
    weights = _numbers(weights, "weights")
    if (weights < 0).any():
        raise HustingsError("weights: some are negative; a side is as strong as its members together")
    inside = members(weights.shape[1])
    sides = weights @ inside.T
    allowed = np.ones(sides.shape, bool) if may_form is None else np.array(may_form, bool)
    if allowed.shape != sides.shape:
        raise HustingsError(f"may_form: has shape {allowed.shape}; {sides.shape} is needed")
    if most is not None:
        allowed &= inside.sum(axis=1) <= np.reshape(most, (-1, 1))
    best = np.where(allowed, sides, 0)
    for player in range(weights.shape[1]):  # the strongest side among all subsets, a player at a time
        without = np.flatnonzero(~inside[:, player])
        larger = without | 1 << player
        best[:, larger] = np.maximum(best[:, larger], best[:, without])
    return (1 + np.sign(best - best[:, ::-1])) / 2  # read backwards, coalitions are the rest


def shapley(worth: np.ndarray) -> np.ndarray:
    """(N, P) Shapley values from (N, 2 ** P) worths of coalitions; they sum to the worth of all players.

    A player's value is its mean contribution to the players before it, over all orders.
    """
    worth = _worths(worth)
    players = worth.shape[1].bit_length() - 1
    sizes = np.arange(players)
    orders = np.cumprod([1, *range(1, players + 1)]).astype(float)  # factorials
    chance = orders[sizes] * orders[players - 1 - sizes] / orders[players]
    values = [gains @ chance[joined] for gains, joined in _gains(worth)]
    return np.stack(values, axis=1)


def banzhaf(worth: np.ndarray) -> np.ndarray:
    """(N, P) Banzhaf values from (N, 2 ** P) worths: a player's mean contribution over all coalitions.

    Their sum has no meaning; `normalized` turns them into shares.
    """
    return np.stack([gains.mean(axis=1) for gains, _ in _gains(_worths(worth))], axis=1)


def normalized(values: np.ndarray) -> np.ndarray:
    """(N, P) shares that sum to 1; equal shares if all values are 0."""
    total = values.sum(axis=1, keepdims=True)
    equal = np.full(values.shape, 1 / values.shape[1])
    return np.divide(values, total, out=equal, where=total > 0)


def is_minimal(weights: np.ndarray, side: np.ndarray) -> np.ndarray:
    """(N,) bool, whether a side outweighs all others and would not without any one of its members.

    Args:
        weights: (N, P) of each player.
        side: (N, P) bool, who is in it.
    """
    total = weights.sum(axis=1)
    strength = (weights * side).sum(axis=1)
    weakest = np.where(side, weights, np.inf).min(axis=1)
    return (2 * strength > total) & (2 * (strength - weakest) <= total)


def _gains(worth: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """For each player, (N, 2 ** (P - 1)) its contribution to each coalition of others, and their sizes."""
    inside = members(worth.shape[1].bit_length() - 1)
    for player in range(inside.shape[1]):
        without = np.flatnonzero(~inside[:, player])
        yield worth[:, without | 1 << player] - worth[:, without], inside[without].sum(axis=1)


def _worths(worth: np.ndarray) -> np.ndarray:
    worth = _numbers(worth, "worth")
    length = worth.shape[1]
    if length < 2 or length & length - 1 or length > 2**MOST_PLAYERS:
        raise HustingsError(f"worth: {length} coalitions; it needs 2 ** P, the empty one first")
    return worth


def _numbers(array: np.ndarray, name: str) -> np.ndarray:
    array = np.asarray(array, float)
    if array.ndim != 2 or not np.isfinite(array).all():
        raise HustingsError(f"{name}: needs finite numbers in two axes, games and what is in each")
    return array
