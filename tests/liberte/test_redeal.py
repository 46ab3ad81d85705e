"""A redeal deals what a seat cannot know, and keeps what it knows."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs.liberte.actions import DECK
from hustings.envs.liberte.table import CARDS, DISPLAY, HAND, IN_DECK, IN_SET_B

from .playing import block, card, deal, field, in_face_up_row, in_place, laid, lay, place, random_actions
from .positions import ROW, SET_A


@pytest.mark.rule("LIB-9.5")
def test_a_redeal_changes_only_what_a_seat_has_not_seen():
    games = laid(3, hands=[["Sade", "Volney"], ["Bailly"], ["Maury", "Ducos"]], face_up=ROW)
    games.tables["known"][0, card("Maury")] = 1
    drawn = Counter()
    for seed in range(200):
        other = games.tables.copy()
        games.redeal(seat=1, seed=seed)
        assert in_place(games, HAND + 1) == ["Bailly"]
        assert field(games, "hand_size") == [2, 1, 2]
        assert place(games, "Maury") == HAND + 2
        assert sorted(in_face_up_row(games)) == sorted(ROW)
        drawn.update(in_place(games, HAND))
        games.tables = other
    assert set(drawn) == set(SET_A) - {*ROW, "Bailly", "Maury"}


@pytest.mark.rule("LIB-9.6", "LIB-9.5")
@pytest.mark.parametrize("players", [3, 6])
def test_a_redeal_keeps_what_a_seat_knows_and_nothing_else(players):
    games = deal(players, num_games=24, seed=4, ask_forced=False)
    other = deal(players, num_games=24, seed=4, ask_forced=False)
    rng = np.random.default_rng(1)
    moved = known = 0
    for step in range(240):
        games.step(random_actions(games, rng))
        if step % 12:
            continue
        before, on_turn = games.tables.copy(), games.seat
        kept = [n for n in before.dtype.names if n not in ("seed", "draws", "place")]
        seen_before = {who: games.observe(seat=who) for who in range(players)}
        masks = games.legal
        for who in range(players):
            games.redeal(who, seed=step)
            dealt = games.tables.copy()
            for name in kept:
                assert (dealt[name] == before[name]).all(), name
            hidden = (before["place"] == IN_DECK) | (
                (before["place"] >= HAND)
                & (before["place"] < DISPLAY)
                & (before["place"] != HAND + who)
                & (before["known"] == 0)
            )
            assert (dealt["place"] == before["place"])[~hidden].all()
            moved += (dealt["place"] != before["place"]).sum()
            known += before["known"].sum()
            # As many cards of each shuffle of the deck lie in each hand and in the deck as before.
            for shuffle in range(int(before["shuffles"].max()) + 1):
                for where in (IN_DECK, *range(HAND, HAND + players)):
                    of_it = before["shuffle"] == shuffle
                    count = ((before["place"] == where) & of_it & hidden).sum(axis=1)
                    assert (((dealt["place"] == where) & of_it & hidden).sum(axis=1) == count).all()
            assert (games.observe(seat=who) == seen_before[who]).all()
            # What the others may do hangs on their hands, which are dealt afresh.
            assert (games.legal[on_turn == who] == masks[on_turn == who]).all()
            other.tables = games.tables
            other.redeal(who, seed=step + 1)
            games.tables = before
            games.redeal(who, seed=step + 1)
            assert games.tables.tobytes() == other.tables.tobytes()
            games.tables = before
    assert moved > 1000
    assert known > 1000


@pytest.mark.rule("LIB-9.6")
def test_a_redeal_is_uniform_over_the_cards_not_seen():
    """Of eight unseen cards of one shuffle three are in hand 1, two in hand 2 and three in the deck."""
    games = deal(3, num_games=20_000)
    eight = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier"]
    hands = [["Danton"], [*eight[:3], "Necker"], [*eight[3:5], "Talleyrand"]]
    lay(games, hands=hands, deck=eight[5:], face_up=[])
    games.tables["known"][0, [card("Necker"), card("Talleyrand")]] = 1
    games.tables[:] = games.tables[0]
    games.redeal(0, seed=3)
    places = games.tables["place"]
    for name in eight:
        where = places[:, card(name)]
        shares = [(where == w).mean() for w in (HAND + 1, HAND + 2, IN_DECK)]
        np.testing.assert_allclose(shares, [3 / 8, 2 / 8, 3 / 8], atol=0.015)
    both = (places[:, card("Bailly")] == HAND + 1) & (places[:, card("Maury")] == HAND + 1)
    assert both.mean() == pytest.approx(3 / 8 * 2 / 7, abs=0.015)
    assert (places[:, card("Necker")] == HAND + 1).all()
    assert (places[:, card("Talleyrand")] == HAND + 2).all()
    assert (places[:, card("Danton")] == HAND).all()


@pytest.mark.rule("LIB-9.6")
def test_cards_of_one_shuffle_do_not_mix_with_those_of_another():
    """1 has held two cards since set A; a third came from the deck that is in use now."""
    games = laid(3, hands=[[], ["Bailly", "Maury", "Fouché"], ["Sade", "Hoche"]], deck=["Murat"], face_up=[])
    shuffle = games.tables["shuffle"][0]
    shuffle[[card("Fouché"), card("Hoche"), card("Murat")]] = 1
    table = games.tables.copy()
    dealt = set()
    for seed in range(60):
        games.tables[:] = table
        games.redeal(0, seed=seed)
        hand = games.tables["place"][0] == HAND + 1
        dealt.add(tuple(np.flatnonzero(hand).tolist()))
        assert (hand & (games.tables["shuffle"][0] == 1)).sum() == 1
    names = [("Bailly", "Maury"), ("Bailly", "Sade"), ("Maury", "Sade")]
    new = ("Fouché", "Hoche", "Murat")
    assert dealt == {tuple(sorted(card(c) for c in (*old, late))) for old in names for late in new}
    games.tables[:] = table
    unknown = block(games, 0, "unknown")
    assert {n for n in range(1, CARDS + 1) if unknown[n - 1] == 0.75} == {
        card(c) for c in ("Bailly", "Maury", "Sade")
    }
    assert {n for n in range(1, CARDS + 1) if unknown[n - 1] == 0.5} == {card(c) for c in new}


@pytest.mark.rule("LIB-9.6")
def test_a_redeal_reseeds_chance_and_leaves_set_b_alone():
    games = deal(3, seed=2, ask_forced=False)
    set_b = games.tables["place"][0] == IN_SET_B
    assert set_b.sum() == 53
    drawn = set()
    table = games.tables.copy()
    for seed in range(12):
        games.tables = table
        games.redeal(seed=seed)
        assert ((games.tables["place"][0] == IN_SET_B) == set_b).all()
        assert (games.tables["draws"] == 0).all()
        who = int(games.seat[0])
        hand = games.tables["place"][0] == HAND + who
        games.step([DECK])
        drawn.add(int(np.flatnonzero((games.tables["place"][0] == HAND + who) & ~hand)[0]))
    assert len(drawn) > 4
