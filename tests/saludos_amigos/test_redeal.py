"""A redeal and the draw pile: what is known of it stays true, and the observation shows it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import PASS
from hustings.envs.saludos_amigos.table import Phase

from .playing import card, deal, field, lay, no_offers, passes, phase, play
from .random_play import random_actions

REDEALS = 200


def redeals(games, seat: int, number: int = REDEALS):
    """The first game of a batch, so many times as it might be for all that `seat` knows."""
    many = deal(
        games.num_players,
        num_games=number,
        **{name: games.options[name] for name in ("open_discards", "card_counts")},
    )
    many.tables = np.repeat(games.tables[:1], number)
    many.redeal(seat, seed=number)
    many.check()
    return many.tables


def four_ones():
    """Only eight 1s are discarded when everybody is to draw a card from the empty pile."""
    games = deal(4)
    hands = ["", "1" * 7 + "2" * 11, "1" * 6 + "2" * 10 + "3" * 7, "3" * 7]
    lay(games, hands=hands, discard=[8, 0, 0])
    assert field(games, "pile") == [0, 0, 0]
    no_offers(games)
    return games


@pytest.mark.rule("SAL-9.12", "SAL-9.7", "SAL-5.3")
def test_everybody_knows_what_is_in_a_pile_shuffled_of_open_cards():
    games = four_ones()
    assert field(games, "pile") == [4, 0, 0]
    for seat in range(4):
        tables = redeals(games, seat)
        assert (tables["pile"] == [4, 0, 0]).all()
        assert (tables["fresh"][:, :4] == [1, 0, 0]).all()  # everybody drew a 1, and holds it
        assert (tables["hand"][:, :4, 0] >= 1).all()
        others = [other for other in range(4) if other != seat]
        assert len(np.unique(tables["hand"][:, others], axis=0)) > 10  # all else may be anywhere


@pytest.mark.rule("SAL-9.12", "SAL-9.8")
def test_what_is_known_of_the_pile_is_observed():
    games = four_ones()
    layout = GAME.observation(4)
    view = games.observe(seat=2)[0]

    def block(name):
        return view[layout[name].start : layout[name].stop]

    assert (block("shuffled") * 64).tolist() == [8, 0, 0]
    assert (block("own_fresh") * 16).tolist() == [1, 0, 0]
    assert (block("fresh") * 24).round().tolist() == [1] * 4
    assert not block("shown").any()
    assert "Draw pile: 4 cards; shuffled last were 8x1" in games.board(0, 2)


@pytest.mark.rule("SAL-9.12")
def test_a_card_shown_is_one_that_was_known_or_may_be_one_that_was_drawn():
    games = deal(4)
    lay(games, hands=["1111", "123", "123", "123"])
    games.tables["known"][0, 1:4] = 1
    play(games, (0, card(1)))
    assert field(games, "shown")[0] == [0, 0, 0]  # nothing drawn, so it was an old one
    games.tables["fresh"][0, 0] = [1, 0, 0]
    play(games, (0, card(1)), (0, card(1)))
    assert field(games, "shown")[0] == [1, 0, 0]  # one at most was drawn
    play(games, (0, PASS), (1, card(1)))
    games.tables["fresh"][0, 1] = [0, 1, 0]
    play(games, (1, card(2)))
    assert (field(games, "known")[1], field(games, "shown")[1]) == ([0, 0, 1], [0, 0, 0])


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_a_card_shown_that_can_only_have_been_drawn_was_drawn():
    """Seat 1 has drawn a card and shown two 1s since: of its first three cards only one was a 1."""
    games = deal(4)
    table = games.tables[0]
    table["hand"][1] = table["known"][1] = [0, 1, 1]
    table["fresh"][1] = table["shown"][1] = [1, 0, 0]
    table["discard"] = [2, 0, 0]
    table["pile"][0] -= 1
    table["strength"][1] -= 1
    tables = redeals(games, 0)
    assert (tables["fresh"][:, 1] == [1, 0, 0]).all()
    assert (tables["hand"][:, 1] == [0, 1, 1]).all()


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_a_card_shown_may_be_old_or_fresh_where_both_are_possible():
    games = deal(4)
    lay(games, hands=["123", "123", "11", "3"], holder=2)
    games.tables["fresh"][0, 2] = [1, 0, 0]  # one of the two
    games.tables["shuffled"][0] += [1, 0, 0]
    play(games, (2, card(1)))
    assert field(games, "shown")[2] == [1, 0, 0]
    tables = redeals(games, 0)
    fresh, hand = tables["fresh"][:, 2], tables["hand"][:, 2]
    assert set(map(tuple, fresh.tolist())) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    another = fresh[:, 0] == 0
    assert (hand[another] == fresh[another]).all()  # what was shown was old, so it still holds what it drew
    assert len(np.unique(hand[~another], axis=0)) == 3


@pytest.mark.rule("SAL-9.12", "SAL-2.8")
def test_of_cards_discarded_face_down_each_knows_its_own():
    games = deal(4, open_discards=False)
    lay(games, hands=["3333", "22", "123", "123"], discard=[6, 0, 0])
    play(games, (0, card(3)), (0, card(3)), (0, card(3)), (0, PASS), (1, card(2)), (1, card(2)))
    table = games.tables[0]
    table["hand"][3] += table["pile"]  # as if seat 3 had all other cards
    table["strength"][3] += table["pile"].sum()
    table["pile"] = table["shuffled"] = 0
    passes(games, 4)
    passes(games, 4)
    assert (phase(games), sum(field(games, "pile"))) == (Phase.REROLL, 11 - 4)
    assert field(games, "shuffled") == [6, 0, 0]
    assert field(games, "buried") == [[0, 0, 3], [0, 2, 0], [0, 0, 0], [0, 0, 0]]
    for seat, own in ((0, [0, 0, 3]), (1, [0, 2, 0])):
        tables = redeals(games, seat)
        assert (tables["buried"][:, seat] == own).all()
        all_in = tables["pile"] + tables["fresh"].sum(axis=1)
        assert (all_in >= np.array([6, 0, 0]) + own).all()
        assert (tables["buried"].sum(axis=2)[:, :2] == [3, 2]).all()
        assert len(np.unique(tables["buried"][:, 1 - seat], axis=0)) > 2
    layout = GAME.observation(4)
    view = games.observe(seat=1)[0]
    assert (view[layout["buried"].start : layout["buried"].stop] * 16).tolist() == [2, 0, 0, 3]
    assert (view[layout["own_buried"].start : layout["own_buried"].stop] * 16).tolist() == [0, 2, 0]


@pytest.mark.rule("SAL-9.12", "SAL-5.2")
def test_without_cards_to_shuffle_what_is_known_of_the_pile_stays():
    games = deal(4)
    lay(games, hands=["12"] * 4)
    table = games.tables[0]
    table["hand"][3] += table["pile"] - [1, 0, 0]
    table["strength"][3] += table["pile"].sum() - 1
    table["pile"] = table["shuffled"] = [1, 0, 0]
    no_offers(games)
    assert field(games, "shuffled") == [1, 0, 0]
    assert field(games, "fresh") == [[0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0]]


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
@settings(max_examples=12, deadline=None)
@given(
    players=st.integers(4, 7),
    seed=st.integers(0, 2**32),
    lean=st.floats(0, 1),
    steps=st.integers(50, 1200),
    open_discards=st.booleans(),
)
def test_redeals_keep_the_pile_within_what_is_possible(players, seed, lean, steps, open_discards):
    games, rng = deal(players, seed=seed, open_discards=open_discards), np.random.default_rng(seed)
    for _ in range(steps):
        before = games.tables.copy()
        games.step(random_actions(games, rng, lean))
        if games.over[0]:
            break
    games.tables = before
    table = before[0]
    for seat in range(players):
        tables = redeals(games, seat)
        others = np.arange(players) != seat
        seen = table["shuffled"] + table["buried"][seat] - table["fresh"][seat]
        guessed = tables["buried"][:, :players][:, others].sum(axis=1)
        assert (tables["pile"] <= seen + guessed).all()
        assert (tables["pile"].sum(axis=1) == table["pile"].sum()).all()
        assert not open_discards or not guessed.any()
        pushed = tables["pushed"][:, :, None] == np.arange(1, 4)
        held = tables["hand"] + tables["bid"] + tables["face_down"] + pushed
        due = tables["known"] + np.maximum(0, tables["fresh"] - tables["shown"])
        assert (held >= due).all()
