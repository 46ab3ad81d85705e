"""Figures with intervals over deals by influence and by the bootstrap, and games played to their end."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, GameBatch
from hustings.training.evaluation.statistics import Estimate, cluster_means
from studies.figures import (
    bootstrap,
    mean_of,
    play_out,
    ratio,
    turns,
    unpaired,
    weighted_mean,
    weighted_ratio,
)


def test_a_mean_is_that_of_hustings():
    stream = np.random.default_rng(3)
    values, deals = stream.normal(size=200), stream.integers(0, 30, 200)
    (theirs,) = cluster_means(values[None], np.ones((1, 200), bool), deals)[0]
    assert mean_of(values, deals).estimate == pytest.approx(theirs)


def test_what_is_left_out_does_not_count():
    values = np.array([1.0, np.nan, 3, np.nan, np.nan])
    found = mean_of(values, np.array([0, 0, 1, 1, 2]))
    assert (found.value, list(found.deals)) == (2, [0, 1])
    seen, half = np.arange(12.0), np.where(np.arange(12) < 6, np.arange(12), np.nan)
    without = mean_of(np.r_[seen, np.full(5, np.nan)], np.arange(17)).estimate
    assert without == pytest.approx(mean_of(seen, np.arange(12)).estimate)
    assert np.isnan(mean_of(half, np.arange(12)).estimate.low), "six deals of twelve are too few"
    for nothing in (mean_of(np.array([np.nan]), np.array([0])), mean_of(np.zeros(0), np.zeros(0))):
        assert np.isnan(nothing.estimate).all()


def test_few_deals_give_no_interval():
    few, many = mean_of(np.arange(5.0), np.arange(5)), mean_of(np.arange(9.0), np.arange(9))
    assert np.isnan(few.estimate.low)
    for one, other in ((few, many), (many, few)):
        assert abs(one.minus(other).estimate.value) == 2
        assert np.isnan(one.minus(other).estimate.low)


def test_a_ratio_by_hand():
    numbers, deals = np.array([3, 1, 2]), np.array([0, 0, 1])
    found = ratio(numbers * [1.0, 0.0, 4.0], numbers, deals)
    assert found.value == pytest.approx(11 / 6)
    assert found.minus(ratio(np.ones(1), np.ones(1), np.array([5]))).value == pytest.approx(5 / 6)
    nothing = mean_of(np.zeros(0), np.zeros(0))
    assert np.isnan(found.minus(nothing).estimate.value)


def test_a_difference_is_paired_by_deal():
    stream = np.random.default_rng(2)
    luck, deals = stream.normal(0, 9, 50), np.arange(50)
    one, two = mean_of(luck + 1, deals), mean_of(luck, deals)
    assert one.minus(two).estimate == pytest.approx((1, 1, 1))
    assert one.minus(one).estimate == (0, 0, 0)
    apart, each = one.minus(mean_of(luck, deals + 50)).estimate, two.estimate
    assert apart.high - apart.low == pytest.approx(np.sqrt(2) * (each.high - each.low), rel=0.03)
    some = one.minus(mean_of(luck[:25], deals[:25])).estimate
    assert some.high - some.low == pytest.approx(each.high - each.low), "half of the deals are shared"


def test_intervals_hold_no_effect_and_find_a_planted_one():
    stream, held, missed = np.random.default_rng(0), 0, 0
    for _ in range(200):
        deals, numbers = np.repeat(np.arange(40), 3), stream.integers(1, 9, 120)
        luck = np.repeat(stream.normal(0, 1, 40), 3) + stream.normal(0, 1, 120)
        found = ratio(numbers * luck, numbers, deals).estimate
        held += found.low <= 0 <= found.high
        missed += ratio(numbers * (luck + 1.0), numbers, deals).estimate.low <= 0
    assert 180 <= held <= 199
    assert missed < 15


def test_independent_figures_are_compared_with_both_their_errors():
    gap = unpaired(Estimate(0.5, 0.2, 0.9), Estimate(0.1, 0.0, 0.5))
    assert gap == pytest.approx((0.4, 0.4 - 0.5, 0.4 + np.hypot(0.4, 0.1)))


# --- The bootstrap -------------------------------------------------------------------------------


def test_a_planted_effect_is_found_and_the_interval_of_none_holds_zero():
    """Rows of a deal are alike, so there is less to go by than there are rows."""
    deals, held = np.repeat(np.arange(60), 5), 0
    for seed in range(60):
        own = np.random.default_rng(seed).normal(size=60)[deals]
        null = bootstrap(deals, weighted_mean(own), replicates=200)
        held += null.low <= 0 <= null.high
        assert null.high - null.low > 2 * own.std() / np.sqrt(len(deals)) * 1.96 * 1.3
    assert held >= 51
    planted = bootstrap(deals, weighted_mean(own + 1), replicates=200)
    assert planted.low > 0
    assert planted == bootstrap(deals, weighted_mean(own + 1), replicates=200)


def test_few_deals_give_a_figure_and_no_interval_by_the_bootstrap():
    few = bootstrap(np.array([1, 1, 2]), weighted_ratio(np.array([1.0, 2, 3]), np.array([2.0, 2, 2])))
    assert few.value == 1
    assert np.isnan([few.low, few.high]).all()
    none = bootstrap(np.zeros(0, int), weighted_mean(np.zeros(0)))
    assert np.isnan(none).all()


# --- Games ---------------------------------------------------------------------------------------


def test_every_decision_is_a_turn():
    game, asked = GAMES["saludos_amigos"], np.zeros(3, int)
    games, agent = GameBatch(game, 3, 4, seed=1), make("random", game, seed=2)
    for rows in turns(games, agent):
        assert not games.over[rows].any()
        asked[rows] += 1
    assert games.over.all()
    assert asked.min() > 10
    again = GameBatch(game, 3, 4, seed=1)
    play_out(again, make("random", game, seed=2))
    assert (again.scores == games.scores).all()
    assert not list(turns(games, agent))
