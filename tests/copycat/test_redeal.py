"""Redeals: what a seat knows stays, and every deal of the rest is as likely."""

import numpy as np
import pytest

from hustings.envs.copycat.actions import DONE
from hustings.envs.copycat.redeal import reopen_secret_choices
from hustings.envs.copycat.table import IN_DRAW, IN_HAND, KNOWN, TEMPORARY

from ..tabletop import INTERPRETED
from .playing import BOX, C, O, bid, lay, turn

SIZE = 80 if INTERPRETED else 20_000


def near(share: float):
    """A share of the deals, give or take some four standard deviations at most."""
    return pytest.approx(share, abs=0.014 * (20_000 / SIZE) ** 0.5)


@pytest.mark.rule("COP-9.7")
def test_a_redeal_is_uniform_over_the_hands_there_may_be():
    """Of seven cards not seen three are in the hand; a known one stays, and so does the own hand."""
    unseen = [1, 13, 14, 18, 20, 40, 61]
    game = turn(C.VP_9, hands=[unseen[:3]], known=[[], [30]], pile=[[12], unseen[3:]])
    zone = game.redealt(0, SIZE).tables["zone"]
    held = zone[:, 1, unseen] == IN_HAND
    assert (held.sum(axis=1) == 3).all()
    assert ((zone[:, 1, unseen] == IN_DRAW) == ~held).all()
    assert held.mean(axis=0) == near(3 / 7)
    for a, b in ((0, 1), (0, 6), (4, 5)):
        assert (held[:, a] & held[:, b]).mean() == near(3 / 7 * 2 / 6)
    assert INTERPRETED or len(np.unique(held, axis=0)) == 35
    assert (zone[:, 1, 30] == KNOWN).all()
    assert (zone[:, 0, 9] == IN_HAND).all()
    assert (zone[:, 0, 12] == IN_DRAW).all()


@pytest.mark.rule("COP-9.7")
def test_a_hidden_choice_is_dealt_afresh_and_an_open_one_is_not():
    """Any card of a hand dealt afresh, known ones too; the own choice stays."""
    unseen = [10, 13, 14, 18]
    position = {"known": [[], [61]], "pile": [[13], unseen[3:]]}
    game = lay("bid", 9, 12, hands=[unseen[:3], [9], [10]], players=4, **position)
    game.play(C.COIN_12, (1, C.COIN_14))
    tables = game.redealt(2, SIZE).tables
    bids = tables["bid"]
    assert (tables["zone"][np.arange(SIZE), 1, bids[:, 1]] != IN_DRAW).all()
    assert (bids[:, 1] == 61).mean() == near(1 / 4)
    for number in unseen:
        assert (bids[:, 1] == number).mean() == near(3 / 16)
    for number in (9, 12, 13):
        assert (bids[:, 0] == number).mean() == near(1 / 3)
    assert not bids[:, 2:].any()
    own = game.redealt(1, 50).tables["bid"]
    assert (own[:, 1] == 14).all()
    assert len(set(own[:, 0].tolist())) == 3
    game = lay("bid", 9, 12, hands=[[10, 13]], pile=[[18], [18]]).play(C.VP_9, (1, C.COIN_13))
    tables = game.redealt(0, 50).tables
    assert (tables["bid"][:, :2] == [9, 13]).all()
    assert (tables["zone"][:, 1, 13] == TEMPORARY).all()


@pytest.mark.rule("COP-9.7")
def test_kept_cards_are_dealt_afresh():
    unseen = [10, 13, 14, 18, 20]
    game = lay("hand", C.WITS, *unseen[:3], known=[61], pile=[unseen[3:], [9]])
    game.play(C.WITS, C.VP_10, C.COIN_13)
    tables = game.redealt(1, SIZE).tables
    kept, zone = tables["kept"], tables["zone"][:, 0]
    assert (kept.sum(axis=1) == 2).all()
    assert ((zone == IN_HAND) | (zone == KNOWN))[kept == 1].all()
    assert (kept[:, 61] == 1).mean() == near(2 / 4)
    for number in unseen:
        assert (kept[:, number] == 1).mean() == near(3 / 5 * 2 / 4)
    own = game.redealt(0, 20)
    assert (own.tables["kept"][:, [10, 13]] == 1).all()
    for _ in range(2):
        own.step(np.full(20, DONE))  # all but the cards kept is laid down
    own.redeal(1, seed=5)
    hands = own.tables["zone"][:, 0, [*unseen, 61]] == IN_HAND
    assert (hands.sum(axis=1) == 2).all()
    assert len(np.unique(hands, axis=0)) > 3


@pytest.mark.rule("COP-9.7")
def test_a_redeal_reseeds_chance():
    games = lay("table", seat=1, pile=[[9], [9]], supply=[50, 51, 46, 47, 48]).redealt(0, 60)
    assert not games.tables["draws"].any()
    games.step(np.full(60, DONE))
    assert len(set(games.tables["street"][:, 0].tolist())) == 5


@pytest.mark.rule("COP-9.7")
@pytest.mark.parametrize("move", [C.SECRETARY, O.ALLOCATION])
def test_what_an_action_begun_tells_of_a_hand_is_not_used(move):
    """Donations can be copied or reused with coins alone; a redeal may deal none, and one may go on."""
    coins, own = set(), [C.SECRETARY] if move == C.SECRETARY else []
    for seed in range(20):
        game = turn(*own, C.COIN_12, played=[C.DONATIONS], workers={O.ALLOCATION}, pile=[9, 10, 11])
        game.play(move).expect(legal=[C.DONATIONS]).games.redeal(1, seed=seed)
        coins.add(game.fact("hand") == [12])
        game.expect(legal=[C.DONATIONS] if game.fact("hand") == [12] else [DONE])
        if game.fact("legal") == [DONE]:
            game.play(DONE).expect("TURN", vp=0, copied={C.SECRETARY: 0}, played=[C.DONATIONS, *own])
    assert coins == {True, False}


@pytest.mark.rule("COP-9.7", "COP-1.7")
def test_choices_not_shown_yet_are_made_again():
    game = bid(C.VP_9, C.COIN_12, hands=[[13, 14], [15]], players=3)
    assert not reopen_secret_choices(BOX[0], game.table, 1)  # nobody has chosen
    game.play(C.VP_9, (1, C.COIN_13)).expect("BID 2")
    assert reopen_secret_choices(BOX[0], game.table, 2)
    game.expect("BID 0", bid=[0, 0, 0], bids=0)
    assert not reopen_secret_choices(BOX[0], turn(C.VP_9).table, 1)  # all is shown
