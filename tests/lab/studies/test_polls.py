"""What a poll of Die Macher is worth: auctions ended in several ways, and the figures made of that."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.errors import HustingsError
from hustings.envs.die_macher.table import POLL_IN_DECK, UNSEEN, Phase
from studies import polls

GREEDY = make("greedy", GAMES["die_macher"])


@pytest.fixture(scope="module")
def held():
    return polls.auctions(GREEDY, 6, 3)


def test_auctions_have_begun_and_are_of_both_kinds(held):
    tables = held.tables
    assert (tables["phase"] == Phase.POLL_BID).all()
    assert (tables["bidder"] == -1).all()
    assert {*(tables["region"] > 0)} == {False, True}
    sold = held.buyers >= 0
    assert (held.prices[~sold] == 0).all()
    assert (held.prices <= tables["cash"].max(axis=1)).all()
    assert held.prices[sold].mean() > 0


@pytest.mark.parametrize("owner", [-1, 0, 3])
def test_an_auction_decided_changes_nothing_but_who_has_the_poll(held, owner):
    games = polls.decided(held.tables, owner)
    games.check()
    tables, at = games.tables, np.arange(len(held.tables))
    assert (tables["cash"] == held.tables["cash"]).all()
    before = held.tables["poll_zone"] == POLL_IN_DECK
    if owner < 0:
        left = (tables["poll_zone"] == UNSEEN) & before
        assert (left.sum(axis=1) >= 1).all() | (before.sum(axis=1) == 0).any()
        assert (tables["phase"] != Phase.PUBLISH).all()
    else:
        assert (tables["phase"] == Phase.PUBLISH).all()
        assert (tables["seat"] == owner).all()
        again = polls.decided(held.tables, (owner + 1) % 4).tables
        assert (tables["poll"][at] == again["poll"][at]).all()  # the same poll, whoever has it


def test_effects_are_shared_out_among_the_seats(held):
    """Leads sum to zero at each table, so what owners gain in them is what the others lose."""
    found = polls.effects(held.tables[:4], GREEDY, 2)
    assert found.shape == (4, 3, 4, 2)
    lead = found[:, :, :, 0]
    assert (lead[:, 0] + 3 * lead[:, 1]).sum(axis=1) == pytest.approx(0, abs=1e-9)
    assert (found == polls.effects(held.tables[:4], GREEDY, 2)).all()


def test_only_auctions_are_decided(held):
    tables = held.tables.copy()
    tables["phase"] = Phase.MEDIA
    with pytest.raises(HustingsError, match=r"take them from auctions\(\)"):
        polls.decided(tables, 0)
    with pytest.raises(HustingsError, match="not found; run python -m"):
        polls.measured("greedy", polls.MEASURED / "nowhere")


def test_a_quotient_by_hand():
    few = polls.quotient(np.array([2.0, 4.0]), np.array([1.0, 2.0]), np.array([0, 1]))
    assert few.value == 2
    assert np.isnan(few.low)
    below, deals = np.random.default_rng(1).normal(2, 1, 80), np.repeat(np.arange(40), 2)
    assert polls.quotient(3 * below, below, deals, np.full(80, 2.0)) == pytest.approx((1, 1, 1))
