"""A redeal deals what a seat cannot know, and keeps what it knows."""

import copy
import itertools

import numpy as np
import pytest

from hustings.envs.liberte.table import DISPLAY, HAND, IN_DECK

from .playing import card, deal, lay, names, random_actions


@pytest.mark.rule("LIB-9.6", "LIB-9.5")
@pytest.mark.parametrize("players", [3, 6])
def test_a_redeal_keeps_what_a_seat_knows_and_nothing_else(players):
    """As many cards of each shuffle of the deck lie in each hand and in the deck as before."""
    games, rng = deal(players, num_games=24, seed=4, ask_forced=False), np.random.default_rng(1)
    moved = known = 0
    for step in range(240):
        games.step(random_actions(games, rng))
        if step % 12:
            continue
        before = games.tables
        was, shuffle = before["place"], before["shuffle"]
        for seat in range(players):
            dealt = copy.deepcopy(games)
            dealt.redeal(seat, seed=step)
            now = dealt.tables["place"]
            for name in set(before.dtype.names) - {"seed", "draws", "place"}:
                assert (dealt.tables[name] == before[name]).all(), name
            in_hand = (was >= HAND) & (was < DISPLAY) & (was != HAND + seat) & (before["known"] == 0)
            hidden = (was == IN_DECK) | in_hand
            assert (now == was)[~hidden].all()
            for number in range(int(before["shuffles"].max()) + 1):
                of_it = hidden & (shuffle == number)
                for where in (IN_DECK, *range(HAND, HAND + players)):
                    assert (((now == where) & of_it).sum(1) == ((was == where) & of_it).sum(1)).all()
            moved += (now != was).sum()
            known += before["known"].sum()
    assert moved > 1000
    assert known > 1000


@pytest.mark.rule("LIB-9.6")
def test_a_redeal_is_uniform_over_the_cards_not_seen():
    """Of eight unseen cards of one shuffle three are in hand 1, two in hand 2 and three in the deck."""
    hands = ["Danton", "Bailly, Maury, Sade, Necker", "Volney, Duport, Talleyrand"]
    game = lay(hands, deck="Ducos, Virieu, Mounier", row="", known="Necker, Talleyrand")
    place = game.redealt(0, 20_000).tables["place"]
    for name in names("Bailly, Maury, Sade, Volney, Duport, Ducos, Virieu, Mounier"):
        shares = [(place[:, card(name)] == where).mean() for where in (HAND + 1, HAND + 2, IN_DECK)]
        np.testing.assert_allclose(shares, [3 / 8, 2 / 8, 3 / 8], atol=0.015)
    both = (place[:, [card("Bailly"), card("Maury")]] == HAND + 1).all(axis=1)
    assert both.mean() == pytest.approx(3 / 8 * 2 / 7, abs=0.015)
    kept = [card(name) for name in ("Danton", "Necker", "Talleyrand")]
    assert (place[:, kept] == [HAND, HAND + 1, HAND + 2]).all()


@pytest.mark.rule("LIB-9.6")
def test_cards_of_one_shuffle_do_not_mix_with_those_of_another():
    """1 has held two cards since set A; a third came from the deck in use now, with the last card of all."""
    hands, discards = ["", "Bailly, Maury, Fouché", "Sade, Hoche"], "Religious Problems x3"
    game = lay(hands, deck="Religious Problems", discards=discards, row="Danton, Necker, Talleyrand")
    old, new = [card(name) for name in ("Bailly", "Maury", "Sade")], [card("Fouché"), card("Hoche"), 110]
    game.table["shuffle"][new] = 1
    place = game.redealt(0, 100).tables["place"]
    dealt = {tuple(np.flatnonzero(row == HAND + 1).tolist()) for row in place}
    assert dealt == {tuple(sorted((*pair, late))) for pair in itertools.combinations(old, 2) for late in new}
    assert game.seen_cards(0, "unknown", 0.75) == ["Bailly, Maury, Sade"]
    assert game.seen_cards(0, "unknown", 0.5) == ["Fouché, Hoche, Religious Problems"]
