"""The study of auctions: chances and costs by hand, what must be learnt, figures that must be found."""

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.envs.die_macher.table import Phase
from studies import auctions as a

SIZE = a.MOST_VALUE + 1
UNIFORM = np.random.default_rng(1).integers(0, 21, size=(1500, 2))


def always(bid: int) -> np.ndarray:
    """The strategy that bids this, whatever the value."""
    return np.tile(np.eye(SIZE)[bid], (SIZE, 1))


# --- What bids win and cost ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payment", "costs"),
    [("first", [0, 0, 1, 3, 4]), ("second", [0, 0, 1, 2, 2]), ("all", [0, 1, 2, 3, 4])],
)
def test_one_other_who_bids_two(payment, costs):
    """Against a bid of 2 a bid of 2 wins half of the time."""
    won, paid = a.outlook(payment, always(2), np.array([[5, 5]]))
    assert won[0, 0, :5] == pytest.approx([0, 0, 0.5, 1, 1])
    assert paid[0, 0, :5] == pytest.approx(costs)
    assert (won[0, 0] == won[0, 1]).all()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_level_bidders_win_alike_and_nothing_wins_nothing(players):
    values = np.full((1, players), 9)
    assert a.outlook("first", always(3), values)[0][0, 0, 3] == pytest.approx(1 / players)
    assert a.outlook("second", always(3), values)[1][0, 0, 3] == pytest.approx(3 / players)
    assert a.outlook("first", always(0), values)[0][0, 0, :2] == pytest.approx([0, 1])


def test_the_next_bid_is_paid_on_average():
    """The other bids 1 or 3 with even chances: a bid of 2 wins against 1, a bid of 5 against both."""
    strategy = (always(1) + always(3)) / 2
    won, paid = a.outlook("second", strategy, np.array([[9, 9]]))
    assert won[0, 0, [1, 2, 3, 5]] == pytest.approx([0.25, 0.5, 0.75, 1])
    assert paid[0, 0, [1, 2, 3, 5]] == pytest.approx([0.25, 0.5, 0.5 + 0.75, 2])


@pytest.mark.parametrize("payment", a.PAYMENTS)
def test_somebody_wins_unless_all_bid_nothing_and_pays_no_more_than_is_bid(payment):
    rng = np.random.default_rng(3)
    strategy = rng.dirichlet(np.ones(SIZE), SIZE)
    values = rng.integers(0, SIZE, size=(50, 4))
    won, paid = a.outlook(payment, strategy, values)
    chances = strategy[values]
    assert (chances * won).sum(axis=(1, 2)) == pytest.approx(1 - chances[:, :, 0].prod(axis=1))
    assert (paid <= np.arange(SIZE) + 1e-9).all()
    assert (paid >= -1e-9).all()


def test_an_unknown_payment_is_refused():
    with pytest.raises(HustingsError, match="'third' is not one of first, second, all"):
        a.outlook("third", a.truthful(), np.array([[1, 2]]))


# --- What is learnt ------------------------------------------------------------------------------


def test_nothing_is_better_than_the_truth_where_the_next_bid_is_paid():
    assert a.exploitable("second", a.truthful(), UNIFORM) == pytest.approx(0)
    assert (a.best_bids(a.gains("second", a.truthful(), UNIFORM))[:21] == np.arange(21)).all()
    assert a.exploitable("first", a.truthful(), UNIFORM) > 1
    half = np.arange(len(UNIFORM)) % 2 == 0
    assert a.left("second", a.truthful(), UNIFORM, half) == pytest.approx(0)
    assert (
        1
        < a.left("first", a.truthful(), UNIFORM, half)
        <= a.exploitable("first", a.truthful(), UNIFORM) + 0.1
    )
    assert a.exploitable("all", a.truthful(), UNIFORM) > 1


@pytest.mark.slow
def test_with_independent_uniform_values_two_bidders_learn_what_theory_says():
    """First-price: half of the value, all-pay: half of its square. Revenue: the lower value, on average.

    Whole bids, and that 0 wins nothing, make the all-pay auction dearer, the less the finer the steps are.
    """
    dearer = []
    for highest in (20, 40):
        values = np.random.default_rng(1).integers(0, highest + 1, size=(1500, 2))
        learnt = {payment: a.learn(payment, values, 150) for payment in a.PAYMENTS}
        own = np.arange(4, highest + 1)
        bids = {payment: (strategy @ np.arange(SIZE))[own] for payment, strategy in learnt.items()}
        assert bids["second"] == pytest.approx(own)
        assert bids["first"] == pytest.approx(own / 2, abs=1.5)
        assert abs(bids["all"] - own**2 / highest / 2).mean() < 0.9
        first, second, every = (
            a.expected(payment, learnt[payment], values)["revenue"].mean() for payment in a.PAYMENTS
        )
        assert second == pytest.approx(values.min(axis=1).mean())
        assert first == pytest.approx(second, rel=0.03)
        dearer.append(every / second)
        assert max(a.exploitable(payment, learnt[payment], values) for payment in a.PAYMENTS) < 0.1
    assert 1.1 < dearer[0] < 1.17
    assert 1.03 < dearer[1] < 1.1


def test_what_truthful_bidders_bring_in_the_end():
    brought = a.expected("second", a.truthful(), np.array([[7, 3, 5], [4, 4, 1]]))
    assert brought["revenue"] == pytest.approx([5, 4])
    assert brought["won"] == pytest.approx([7, 4])
    assert brought["best"] == pytest.approx([1, 1])


def test_shuffled_values_are_those_of_the_stage_and_independent():
    rng = np.random.default_rng(2)
    common = rng.integers(0, 30, size=900)
    values, stages = np.stack([common] * 3, axis=1), np.repeat([0, 1, 2], 300)
    found = a.shuffled(stages, values, 5)
    for stage in range(a.STAGES):
        rows = stages == stage
        assert (np.sort(found[rows], axis=0) == np.sort(values[rows], axis=0)).all()
        assert abs(np.corrcoef(found[rows].T)[0, 1:]).max() < 0.2
    assert a.stages_of(np.array([1, 2, 3, 4, 5, 6, 7])).tolist() == [0, 0, 1, 1, 2, 2, 2]


# --- Auctions of the game ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def polls() -> a.Positions:
    return a.positions_of(a.POLL, 4, 6, 5)


def test_positions_are_auctions_that_open(polls):
    assert (np.unique(polls.deals, return_counts=True)[1] == 2).all()
    assert (polls.tables["phase"] == Phase.POLL_BID).all()
    assert not polls.tables["bid"].any()
    assert not polls.tables["passed"].any()
    again = a.positions_of(a.POLL, 4, 6, 5)
    assert (again.tables == polls.tables).all()
    start = a.positions_of(a.START, 3, 4, 5, each=9)
    assert (start.tables["phase"] == Phase.START_BID).all()
    assert len(start.tables) == 4 * 6
    assert not start.tables["turn"].any()


def test_who_pays_in_each_form(polls):
    rows = np.arange(len(polls.tables))
    sales = {payment: a.sold(polls, "blind", payment) for payment in a.PAYMENTS}
    values = a.values_of(polls)
    for payment in ("first", "second"):
        winner, paid = sales[payment]
        assert (values[rows, winner] == values.max(axis=1)).all()
        expected = values.max(axis=1) if payment == "first" else np.sort(values, axis=1)[:, -2]
        assert (paid[rows, winner] == expected).all()
        assert (paid.sum(axis=1) == expected).all()
    assert (np.count_nonzero(sales["all"].paid, axis=1) > 1).any()
    assert all((sale.paid >= 0).all() for sale in sales.values())


def test_margins_of_clones_add_up_to_nothing(polls):
    won, richer = a.margins_by_outcome(polls)
    assert won.shape == (12, 4, 4)
    assert richer.shape == (12, 4)
    assert won.sum(axis=2) == pytest.approx(0, abs=1e-6)
    assert a.worths(won).any()


def test_margins_and_worths_by_hand():
    assert a.margins(np.array([[10.0, 4.0, 1.0]])) == pytest.approx(np.array([[7.5, -1.5, -6.0]]))
    won = np.array([[[5, -1, -4], [2, 3, -5], [0, 0, 0]]])
    assert a.worths(won) == pytest.approx(np.array([[5 - 1, 3 + 0.5, 0 + 4.5]]))
    columns = np.array([[1, 2], [3, 4]])
    assert a.at_winner(columns, np.array([1, -1])) == pytest.approx([2, np.nan], nan_ok=True)


def test_bidders_that_bid_nothing_pay_nothing_in_a_whole_game():
    nothing = np.stack([always(0)] * a.STAGES)
    spent, scores = a.whole_games("blind", "all", 3, 3, 8, strategies=nothing, seats=(0, 1, 2))
    assert not spent.any()
    assert scores.shape == (3, 3)
    assert (a.whole_games("blind", "all", 3, 3, 8)[0] > 0).all()


# --- Figures -------------------------------------------------------------------------------------


def test_a_price_counts_at_the_worth_of_money_in_its_round():
    """Five thousand bring 10 points in round 1 and 1 in round 2, the mean of both seats."""
    richer, rounds = np.array([[8.0, 12.0], [2.0, 0.0]]), np.array([1, 2])
    assert a.money_worth(richer, rounds, np.ones(2)) == pytest.approx([2, 0.2])
    worth, price = np.array([9.0, 3.0]), np.array([4.0, 5.0])
    assert a.net_of(worth, price, richer, rounds)(np.ones(2)) == pytest.approx((1 + 2) / 2)
    assert a.net_of(np.array([9.0, np.nan]), price, richer, rounds)(np.ones(2)) == pytest.approx(1)


@pytest.mark.slow
def test_all_of_it_is_kept_and_gone_on_with(tmp_path):
    path = tmp_path / "auctions.json"
    found = a.measure(1, 77, rounds=2, path=path)
    again = a.load(path)
    assert (again["poll 4"]["worths"] == found["poll 4"]["worths"]).all()
    assert again["learnt"]["real all"]["strategies"].shape == (a.STAGES, SIZE, SIZE)
    a.save({name: part for name, part in again.items() if name != "games"}, path)
    assert (
        a.measure(1, 77, rounds=2, path=path)["games"]["all"]["spent"] == again["games"]["all"]["spent"]
    ).all()
    with pytest.raises(HustingsError, match="another policy or other settings"):
        a.measure(1, 78, rounds=2, path=path)
    with pytest.raises(HustingsError, match=r"python -m studies.auctions"):
        a.load(tmp_path / "missing.json")
