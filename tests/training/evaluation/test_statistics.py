"""Means, intervals over deals, and ratings."""

import numpy as np
import pytest

from hustings.training.evaluation import statistics
from hustings.training.evaluation.statistics import cluster_means, mean_difference, ratings, win_shares


def test_winners_share():
    ranks = np.array([[1, 2, 3], [1.5, 1.5, 3], [2, 2, 2]])
    np.testing.assert_allclose(win_shares(ranks), [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3])


def test_means_over_groups_by_hand(monkeypatch):
    values = np.array([[1.0, 0, 4, 2], [3, 3, 3, 5]])
    chosen = np.array([[True, True, False, True], [False, False, False, False]])
    monkeypatch.setattr(statistics, "FEWEST_CLUSTERS", 2)
    first, second = cluster_means(values, chosen, np.array([7, 7, 9, 9]))
    assert first[0].value == pytest.approx(1)
    assert second[0].value == pytest.approx(11 / 3)
    assert np.isnan([*first[1]]).all()
    # The clusters are off the mean by -1 and 1; with one degree of freedom, t is 12.706.
    error = (2 * (1 + 1)) ** 0.5 / 3
    assert (first[0].low, first[0].high) == pytest.approx((1 - 12.706 * error, 1 + 12.706 * error), rel=1e-4)


def mean(values, deals, **given):
    """The estimate of one figure in all games."""
    values = np.asarray(values, float)[None]
    return cluster_means(values, np.ones(values.shape, bool), deals, **given)[0][0]


def test_the_interval_is_over_clusters():
    values, deals = np.random.default_rng(0).random(200), np.arange(200)
    once = mean(values, deals)
    copies = mean(np.repeat(values, 24), np.repeat(deals, 24))
    naive = mean(np.repeat(values, 24), np.arange(4800))
    assert copies == pytest.approx(once), "games repeated within a seed tell nothing new"
    assert naive.high - naive.low < 0.3 * (once.high - once.low)
    error = values.std(ddof=1) / np.sqrt(200)
    assert once.high - once.low == pytest.approx(2 * 1.972 * error, rel=1e-3)


def covered(trials, deals, share, games, alike, stream):
    """The part of tournaments whose interval holds the true win share.

    Games of a deal have a share of their own, drawn from a beta distribution, so that two of them are
    correlated by `alike`; a deal has `games` of them, or up to eight where that is None.
    """
    spread = 1 / alike - 1
    shares = stream.beta(share * spread, (1 - share) * spread, (trials, deals))
    each = stream.integers(1, 9, shares.shape) if games is None else np.full(shares.shape, games)
    won = stream.binomial(each, shares)
    hits = 0
    for wins, played in zip(won, each):
        values = np.concatenate([np.arange(number) < win for win, number in zip(wins, played)])
        found = mean(values, np.repeat(np.arange(deals), played), ends=[(0, 1)])
        hits += found.low <= share <= found.high
    return hits / trials


@pytest.mark.parametrize(("games", "alike", "share"), [(4, 0.3, 0.25), (24, 0.1, 0.9), (None, 0.15, 0.05)])
def test_intervals_cover_the_truth_as_often_as_they_say(games, alike, share):
    """From 8 deals to 300; 400 tournaments each, whose coverage has a standard error of 1.1 %."""
    stream = np.random.default_rng(1)
    found = {deals: covered(400, deals, share, games, alike, stream) for deals in (8, 20, 300)}
    assert min(found.values()) > 0.91, found
    assert 0.935 < np.mean(list(found.values())) < 0.98, found
    assert 0.935 < found[300] < 0.98, found


@pytest.mark.parametrize("up", [0.5, 1.0])
@pytest.mark.parametrize("differing", [0.5, 3, 8, 60])
def test_the_interval_of_a_difference_holds_however_few_deals_differ(differing, up):
    """Of 60 deals; 400 samples, whose coverage has a standard error of 1.1 %."""
    stream = np.random.default_rng(4)
    sizes = stream.choice([0.25, 0.5, 1], (400, 60)) * np.where(stream.random((400, 60)) < up, 1, -1)
    drawn = sizes * (stream.random(sizes.shape) < differing / 60)
    truth = (2 * up - 1) * (7 / 12) * differing / 60
    found = [mean_difference(sample) for sample in drawn]
    assert np.mean([one.low <= truth <= one.high for one in found]) > 0.91


def test_a_difference_of_none_is_known_as_well_as_their_number_allows():
    none, all_won = mean_difference(np.zeros(15)), mean_difference(np.ones(15))
    assert (none.value, none.low, none.high) == pytest.approx((0, -0.218, 0.218), abs=1e-3)
    assert (all_won.low, all_won.high) == pytest.approx((1 - 2 * 0.218, 1), abs=1e-3)
    one = mean_difference(np.array([0.25] + [0] * 199))
    assert (one.low, one.high) == pytest.approx((-0.016, 0.019), abs=1e-3)
    assert np.isnan(mean_difference(np.zeros(7)).low)
    assert np.isnan(mean_difference(np.zeros(0)).value)


def test_the_interval_of_an_unbounded_figure_covers_the_truth():
    stream = np.random.default_rng(2)
    for deals in (8, 20):
        drawn = stream.normal(size=(500, deals, 1)) + stream.normal(size=(500, deals, 5))
        found = [mean(values.ravel(), np.repeat(np.arange(deals), 5)) for values in drawn]
        assert 0.92 < np.mean([estimate.low <= 0 <= estimate.high for estimate in found]) < 0.98, deals


def test_weights_undo_that_a_kind_of_game_was_played_too_often():
    """Nine games of ten are of one kind that should be a half; the interval covers the truth."""
    stream = np.random.default_rng(3)
    hits, widths = 0, []
    for _ in range(400):
        kind = np.repeat([0, 1], [90, 10])
        values = np.repeat(stream.random(100) < np.where(kind, 0.8, 0.2), 2).astype(float)
        weights = np.repeat(np.where(kind, 0.5 / 10, 0.5 / 90), 2)
        found = mean(values, np.repeat(np.arange(100), 2), ends=[(0, 1)], weights=weights)
        hits += found.low <= 0.5 <= found.high
        widths.append(found.high - found.low)
    assert 0.92 < hits / 400 < 0.985
    exact = 2 * 1.96 * 0.5 * (0.16 / 90 + 0.16 / 10) ** 0.5
    assert 0.9 < np.mean(widths) / exact < 1.3, "how much the two kinds differ is no error"


def test_a_kind_of_game_in_which_none_has_been_won_yet_is_no_certainty():
    """Of few games of a kind that counts much, rarely one is won; the interval covers what may come."""
    stream = np.random.default_rng(4)
    kind = np.repeat([0, 1], [300, 15])
    weights = np.where(kind, 0.7 / 15, 0.3 / 300)
    hits = 0
    for _ in range(400):
        values = (stream.random(315) < np.where(kind, 0.05, 0.1)).astype(float)
        found = mean(values, np.arange(315), ends=[(0, 1)], weights=weights)
        hits += found.low <= 0.7 * 0.05 + 0.3 * 0.1 <= found.high
    assert hits / 400 > 0.93


def test_deals_that_all_agree_on_a_draw_tell_no_more_than_a_game_each():
    estimate = mean(np.tile([0, 1], 10), np.repeat(np.arange(10), 2), ends=[(0, 1)])
    assert (estimate.low, estimate.high) == pytest.approx((0.205, 0.795), abs=0.01)
    assert estimate.value == 0.5


def test_of_very_many_deals_several_are_drawn_as_one(monkeypatch):
    values, deals = np.random.default_rng(0).random(2000), np.arange(2000)
    each = mean(values, deals)
    monkeypatch.setattr(statistics, "MOST_CLUSTERS", 400)
    grouped = mean(values, deals)
    assert grouped.value == pytest.approx(each.value)
    assert grouped.high - grouped.low == pytest.approx(each.high - each.low, rel=0.15)


@pytest.mark.parametrize(("value", "low", "high"), [(1, 0.025**0.1, 1), (0, 0, 1 - 0.025**0.1)])
def test_where_all_deals_agree_the_interval_is_exact(value, low, high):
    estimate = mean(np.full(30, value), np.repeat(np.arange(10), 3), ends=[(0, 1)])
    assert estimate == pytest.approx((value, low, high))


def test_the_exact_interval_reaches_as_far_as_the_figure_can_be():
    values, deals = np.ones((2, 10)), np.arange(10)
    rank, score = cluster_means(values, np.ones((1, 10), bool), deals, ends=[(1, 4), None])
    assert rank[0] == pytest.approx((1, 1, 1 + 3 * (1 - 0.025**0.1)))
    assert score[0] == (1, 1, 1), "nobody knows how far a score could go"


def synthetic(games=150, seed=0):
    """Agent 0 beats 1 beats 2, mostly; agent 2 has two seats."""
    stream = np.random.default_rng(seed)
    seatings = np.array([stream.permutation([0, 1, 2, 2]) for _ in range(games)])
    strength = stream.normal(size=seatings.shape) - seatings
    return seatings, 1.0 + (strength[:, :, None] < strength[:, None, :]).sum(axis=2)


def test_ratings_hardly_depend_on_the_order_of_the_games():
    seatings, ranks = synthetic()
    there = ratings(seatings, ranks, 3, np.arange(150))
    back = ratings(seatings[::-1], ranks[::-1], 3, np.arange(150)[::-1])
    for a, b in zip(there, back):
        assert abs(a.mu - b.mu) < a.sigma


def test_equal_agents_in_unequal_numbers_of_seats_are_rated_alike():
    stream = np.random.default_rng(2)
    seatings = np.array([stream.permutation([0, 1, 1, 1]) for _ in range(300)])
    ranks = np.array([stream.permutation(4) + 1.0 for _ in range(300)])
    few, many = ratings(seatings, ranks, 2, np.arange(300))
    assert abs(few.mu - many.mu) < 2 * (few.sigma + many.sigma)


@pytest.mark.slow
def test_the_interval_of_a_rating_holds_the_ratings_of_other_deals():
    """Of twelve tournaments with fresh deals, each one's interval holds most of the others' mean."""

    def rated(seed):
        seatings, ranks = synthetic(100, seed)
        return ratings(seatings, ranks, 3, np.repeat(np.arange(25), 4), seed)[0]

    runs = [rated(seed) for seed in range(12)]
    truth = np.mean([run.mu for run in runs])
    assert sum(run.low <= truth <= run.high for run in runs) >= 9
    widths = [run.high - run.low for run in runs]
    assert np.mean(widths) < 8 * np.std([run.mu for run in runs], ddof=1), "and is no wider than it must be"


def test_who_met_nobody_has_no_rating():
    seatings = np.repeat([[0, 1, 1], [2, 2, 2]], 20, axis=0)
    first, second, alone, absent = ratings(seatings, np.tile([1.0, 2.0, 3.0], (40, 1)), 4, np.arange(40))
    assert first.mu > second.mu
    assert np.isnan([alone.mu, absent.mu]).all()


def test_ratings_of_games_that_end_alike_have_no_interval():
    """The more such games, the further apart they are."""
    seatings, ranks = np.tile([0, 1, 1], (160, 1)), np.tile([1.0, 2.5, 2.5], (160, 1))
    few, many = (ratings(seatings[:n], ranks[:n], 2, np.arange(n))[0] for n in (40, 160))
    assert many.mu > few.mu + 2
    assert np.isnan([few.low, few.high, many.low, many.high]).all()
