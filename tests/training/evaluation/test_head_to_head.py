"""Who ends ahead of whom, and the maximal lottery."""

import tracemalloc

import numpy as np
import pytest

from hustings.training.evaluation.head_to_head import head_to_head, lottery, maximal_lottery, shares_ahead


def test_meetings_are_counted_by_hand():
    seatings = np.array([[0, 1, 1], [2, 0, 1]])
    ranks = np.array([[1, 2.5, 2.5], [1.5, 1.5, 3]])
    met = head_to_head(seatings, ranks, 3, np.array([5, 6]))
    table = shares_ahead(met)
    assert table[0][1].value == 1, "ahead of both copies of 1, and of 1 again"
    assert table[1][0].value == 0
    assert table[0][2].value == table[2][0].value == 0.5, "a tie counts half"
    assert table[2][1].value == 1
    assert np.isnan(table[1][1].value)
    assert np.isnan(table[0][1].low), "two deals are too few for an interval"
    eight = head_to_head(np.tile(seatings, (4, 1)), np.tile(ranks, (4, 1)), 3, np.arange(8))
    assert shares_ahead(eight)[0][1].low == pytest.approx(0.025 ** (1 / 8)), "eight deals that all agree"


def test_the_lottery_is_the_winner_or_shared_by_a_circle():
    winner = np.array([[0.5, 0.7, 0.6], [0.3, 0.5, 0.6], [0.4, 0.4, 0.5]])
    assert maximal_lottery(winner) == pytest.approx([1, 0, 0])
    # 0 beats 1 by 0.4, 1 beats 2 by 0.2, 2 beats 0 by 0.4: each gets what the other two differ by.
    circle = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.6], [0.7, 0.4, 0.5]])
    assert maximal_lottery(circle) == pytest.approx([0.2, 0.4, 0.4])


def test_the_lottery_has_an_interval_over_deals():
    stream = np.random.default_rng(0)
    seatings = np.array([[0, 1], [1, 0]] * 100)
    level = stream.random(200) < 0.5
    ranks = np.column_stack([1 + level, 2 - level]).astype(float)
    undecided = lottery(head_to_head(seatings, ranks, 2, np.repeat(np.arange(100), 2)))
    assert (undecided[0].low, undecided[0].high) == (0, 1)
    sure = lottery(head_to_head(seatings, 1.0 + seatings, 2, np.repeat(np.arange(100), 2)))
    assert sure[0] == (1, 1, 1)
    absent = lottery(head_to_head(seatings, 1.0 + seatings, 3, np.repeat(np.arange(100), 2)))
    assert absent[:2] == sure
    assert np.isnan(absent[2]).all(), "it has met nobody"


def test_many_agents_in_many_games_need_little_memory():
    stream = np.random.default_rng(0)
    first = stream.integers(0, 70, 20_000)
    seatings = np.column_stack([first, 70 + stream.integers(0, 70, 20_000)])
    tracemalloc.start()
    met = head_to_head(seatings, 1.0 + (seatings > 69), 140, np.arange(20_000))
    table = shares_ahead(met)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert table[0][139].value == 1
    assert peak < 40 * 2**20
