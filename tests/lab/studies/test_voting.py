"""Power: the contest of coalitions, Shapley and Banzhaf values, minimal winning coalitions."""

import itertools

import numpy as np
import pytest

from hustings.envs.core.errors import HustingsError
from studies.voting import banzhaf, contest, is_minimal, members, normalized, shapley


def by_orders(worth, players):
    """The Shapley value by its definition: the mean of what players add over all orders of coming."""
    orders = list(itertools.permutations(range(players)))
    values = np.zeros(players)
    for order in orders:
        there = 0
        for player in order:
            values[player] += worth[there | 1 << player] - worth[there]
            there |= 1 << player
    return values / len(orders)


def sides_by_hand(weights, most, may_form):
    """The worth of coalitions by trying all sides."""
    players = len(weights)
    everybody = 2**players - 1

    def best(coalition):
        allowed = [
            sum(weights[player] for player in range(players) if side >> player & 1)
            for side in range(2**players)
            if side & ~coalition == 0 and side.bit_count() <= most and may_form[side]
        ]
        return max(allowed, default=0)

    return [(1 + np.sign(best(c) - best(everybody & ~c))) / 2 for c in range(2**players)]


@pytest.mark.parametrize("players", [1, 2, 4, 5])
def test_values_are_those_of_all_orders(players):
    worth = np.random.default_rng(players).normal(size=(3, 2**players))
    np.testing.assert_allclose(shapley(worth), [by_orders(row, players) for row in worth], atol=1e-12)


def test_the_contest_is_that_of_the_best_sides():
    stream = np.random.default_rng(2)
    weights, most = stream.integers(0, 5, (20, 4)), stream.integers(1, 5, 20)
    may_form = stream.random((20, 16)) < 0.7
    expected = [sides_by_hand(*row) for row in zip(weights, most, may_form)]
    np.testing.assert_array_equal(contest(weights, most, may_form), expected)


def test_games_by_hand():
    # Any two of 49, 49 and 2 win; of 4, 3, 2, 1 the first and the last are level with the others.
    np.testing.assert_allclose(shapley(contest([[49, 49, 2]])), [[1 / 3] * 3])
    np.testing.assert_allclose(banzhaf(contest([[49, 49, 2]])), [[1 / 2] * 3])
    np.testing.assert_allclose(shapley(contest([[4, 3, 2, 1]])), [[5 / 12, 1 / 4, 1 / 4, 1 / 12]])
    # An apex game: the first with anybody, or all the others.
    np.testing.assert_allclose(shapley(contest([[3, 1, 1, 1, 1]])), [[3 / 5, *[1 / 10] * 4]])
    np.testing.assert_allclose(normalized(banzhaf(contest([[3, 1, 1, 1, 1]]))), [[7 / 11, *[1 / 11] * 4]])


def test_sides_of_two_give_the_third_nothing_to_add():
    # In sides of two, 5 + 4 beats all; three weak ones, who outweigh 5 together, cannot stand together.
    assert contest([[5, 2, 2, 2]], most=2)[0, 0b0001] == 1
    assert contest([[5, 2, 2, 2]])[0, 0b0001] == 0


def test_nobody_has_any_power_where_nothing_is_won():
    np.testing.assert_allclose(normalized(shapley(np.zeros((1, 8)))), [[1 / 3] * 3])


def test_minimal_sides():
    weights = np.array([[4, 3, 2, 1]] * 5)
    sides = np.array([[1, 1, 0, 0], [1, 0, 0, 1], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 0, 0]], bool)
    assert is_minimal(weights, sides).tolist() == [True, False, False, True, False]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: contest([[1, -1]]), "weights: some are negative"),
        (lambda: contest([1, 2]), "weights: needs finite numbers"),
        (lambda: contest([[1, 2]], may_form=[[True]]), "may_form: has shape"),
        (lambda: shapley([[0, 1, 1]]), "worth: 3 coalitions"),
        (lambda: banzhaf([[np.nan, 1]]), "worth: needs finite numbers"),
        (lambda: members(30), "players: 30"),
    ],
)
def test_what_is_refused(wrong, words):
    with pytest.raises(HustingsError, match=words):
        wrong()
