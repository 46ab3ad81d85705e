"""A redeal and the draw pile: what is known of it stays true, and the observation shows it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, PASS
from hustings.envs.saludos_amigos.redeal import is_fresh, reopen_secret_choices
from hustings.envs.saludos_amigos.table import Phase

from .playing import (
    amount,
    card,
    deal,
    field,
    lay,
    legal,
    open_floor,
    passes,
    phase,
    play,
    random_actions,
    seen,
)
from .positions import four_ones, standing

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
    assert (seen(games, 1, "buried", 16), seen(games, 1, "own_buried", 16)) == ([2, 0, 0, 3], [0, 2, 0])


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
        shuffled = table["shuffled"] + table["buried"][seat] - table["fresh"][seat]
        guessed = tables["buried"][:, :players][:, others].sum(axis=1)
        assert (tables["pile"] <= shuffled + guessed).all()
        assert (tables["pile"].sum(axis=1) == table["pile"].sum()).all()
        assert not open_discards or not guessed.any()
        pushed = tables["pushed"][:, :, None] == np.arange(1, 4)
        held = tables["hand"] + tables["bid"] + tables["face_down"] + pushed
        due = tables["known"] + np.maximum(0, tables["fresh"] - tables["shown"])
        assert (held >= due).all()


# --- What others have shown and buried -----------------------------------------------------------


def laid_out(hands, pile, open_discards=True, **cards):
    """All cards that lie nowhere else are discarded face up; nobody's cards are known."""
    games = deal(4, open_discards=open_discards)
    table = games.tables[0]
    lay(games, hands=hands)
    table["pile"] = pile
    for name, entries in cards.items():
        table[name][: len(entries)] = entries
    lying = table["pile"] + (table["hand"] + table["face_down"]).sum(axis=0)
    table["discard"] = games.box["card_counts"][0] - lying
    games.check()
    return games


def rows(cards) -> set[tuple]:
    return set(map(tuple, cards.tolist()))


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_what_was_buried_holds_what_can_only_have_been_drawn():
    """Seat 2 has buried two cards; seat 1 has drawn one of them and shown its only card, a 1."""
    games = laid_out(
        ["", "", "", "1223"],
        [0, 1, 0],
        open_discards=False,
        shuffled=[0, 0, 0],
        buried=[[0, 0, 0], [0, 0, 0], [1, 1, 0]],
        fresh=[[0, 0, 0], [1, 0, 0]],
        shown=[[0, 0, 0], [1, 0, 0]],
    )
    tables = redeals(games, 0, 80)
    assert rows(tables["buried"][:, 2]) == {(2, 0, 0), (1, 1, 0), (1, 0, 1)}
    assert (tables["fresh"][:, 1] == [1, 0, 0]).all()
    assert not tables["hand"][:, :3].any()
    assert (tables["pile"] + [1, 0, 0] == tables["buried"][:, 2]).all()


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_what_was_buried_leaves_what_can_only_have_been_held_before():
    """Seat 1 has shown its only cards, a 1 and a 3, and has drawn one of them: the other was not buried."""
    games = laid_out(
        ["", "", "", "22"],
        [0, 1, 0],
        open_discards=False,
        shuffled=[0, 0, 0],
        buried=[[0, 0, 0], [0, 0, 0], [1, 1, 0]],
        fresh=[[0, 0, 0], [1, 0, 0]],
        shown=[[0, 0, 0], [1, 0, 1]],
    )
    tables = redeals(games, 0, 80)
    assert rows(tables["buried"][:, 2]) == {(1, 1, 0), (0, 1, 1)}
    assert rows(tables["fresh"][:, 1]) == {(1, 0, 0), (0, 0, 1)}
    assert (tables["pile"] == [0, 1, 0]).all()
    assert (tables["hand"][:, 3] == [0, 2, 0]).all()


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_what_a_seat_drew_and_did_not_see_shuffled_was_buried():
    """Seat 0 has drawn a 3, so one of the two cards that seat 2 has buried was that 3; there is no other."""
    games = laid_out(
        ["3", "", "", "122"],
        [1, 0, 0],
        open_discards=False,
        shuffled=[0, 0, 0],
        buried=[[0, 0, 0], [0, 0, 0], [1, 0, 1]],
        fresh=[[0, 0, 1]],
    )
    tables = redeals(games, 0, 80)
    assert rows(tables["buried"][:, 2]) == {(1, 0, 1), (0, 1, 1)}
    assert (tables["pile"] + tables["hand"][:, 3] == [2, 2, 0]).all()


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_a_card_shown_is_old_where_another_must_have_been_drawn():
    """The pile had one 1. Seat 2 has shown a 1, its only card, so the 1 that seat 1 has shown was old."""
    games = laid_out(
        ["", "2", "", "13"],
        [0, 0, 0],
        shuffled=[1, 1, 0],
        fresh=[[0, 0, 0], [0, 1, 0], [1, 0, 0]],
        shown=[[0, 0, 0], [1, 0, 0], [1, 0, 0]],
    )
    tables = redeals(games, 0, 80)
    assert (tables["fresh"][:, 1:3] == [[0, 1, 0], [1, 0, 0]]).all()
    assert (tables["hand"][:, 1] == [0, 1, 0]).all()


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
@pytest.mark.parametrize(("old", "chance_of_fresh"), [([1, 0, 0], 1 / 2), ([1, 2, 0], 3 / 4)])
def test_a_card_shown_is_as_likely_fresh_as_its_value_is_among_the_fresh_cards(old, chance_of_fresh):
    """A seat has a fresh and an old card, one of which was the 1; the fresh one can only be a 1."""
    table = deal(4).tables[0]
    cards = np.array([1, 0, 0], np.int8), np.array(old, np.int8)
    one_each = np.array([0, 1, 0, 0, 0, 0, 0])
    shown = np.zeros((7, 3), np.int8)
    found = [is_fresh(table, 1, 0, shown, one_each, one_each.copy(), *cards) for _ in range(600)]
    assert np.mean(found) == pytest.approx(chance_of_fresh, abs=0.06)


# --- Hands, cards pushed forward, and cards laid down --------------------------------------------


@pytest.mark.rule("SAL-9.7", "SAL-9.2")
@pytest.mark.parametrize("options", [{}, {"open_discards": False}])
@pytest.mark.parametrize("players", [4, 7])
def test_a_redeal_keeps_what_a_seat_knows_and_nothing_else(players, options):
    games = deal(players, num_games=64, seed=4, ask_forced=False, **options)
    other = deal(players, num_games=64, seed=4, ask_forced=False, **options)
    rng = np.random.default_rng(1)
    bidding = changed = 0
    for step in range(400):
        games.step(random_actions(games, rng, 0.6))
        if step % 8:
            continue
        bidding += (games.tables["phase"] == Phase.BID).sum()
        before, on_turn = games.tables.copy(), games.seat
        for who in range(players):
            games.redeal(who, seed=step)
            dealt = games.tables.copy()
            changed += (dealt["hand"] != before["hand"]).any(axis=(1, 2)).sum()
            assert (dealt["hand"][:, who] == before["hand"][:, who]).all()
            assert (dealt["known"] == before["known"]).all()
            assert (dealt["hand"] + dealt["bid"] + pushed(dealt) >= dealt["known"]).all()
            total = (dealt["hand"] + dealt["bid"] + dealt["face_down"] + pushed(dealt)).sum(axis=1)
            assert (total + dealt["pile"] + dealt["discard"] == games.box["card_counts"]).all()
            view = games.observe(seat=who)
            masks = games.legal[on_turn == who]
            other.tables = games.tables
            other.redeal(who, seed=step + 1)
            games.tables = before
            assert (games.observe(seat=who) == view).all()
            assert (games.legal[on_turn == who] == masks).all()
            games.redeal(who, seed=step + 1)
            assert games.tables.tobytes() == other.tables.tobytes()
            games.tables = before
    assert bidding
    assert changed


def pushed(tables):
    return (tables["pushed"][:, :, None] == np.arange(1, 4)).astype(np.int8)


@pytest.mark.rule("SAL-9.7")
def test_hidden_bids_are_dealt_anew_in_number_and_value():
    games = deal(4)
    lay(games, hands=["12", "112233", "13", "1"], dice=[6, 1, 1, 1])
    open_floor(games)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS), (0, PASS))
    play(games, (1, card(3)), (2, PASS), (3, PASS), (0, CLOSE), (1, card(3)), (1, card(2)))
    table = games.tables.copy()
    numbers, cards = set(), set()
    for seed in range(80):
        games.tables = table
        games.redeal(2, seed=seed)
        numbers.add(sum(field(games, "bid")[1]))
        cards.add(field(games, "pushed")[1])
        assert field(games, "hand")[2] == [1, 0, 1]
        assert sum(field(games, "bid")[1]) + sum(field(games, "hand")[1]) == 5
        assert CLOSE in legal(games)
    assert numbers == set(range(6))
    assert cards == {1, 2, 3}
    games.tables = table
    games.redeal(1, seed=1)
    assert (field(games, "pushed")[1], field(games, "bid")[1]) == (3, [0, 1, 1])
    assert sum(field(games, "bid")[0]) in (0, 1, 2)


@pytest.mark.rule("SAL-9.7")
def test_what_is_known_of_the_others():
    """All start with 1, 2, 3; a card seen to leave is no longer known, a drawn one never was."""
    games = deal(4)
    assert field(games, "known") == [[1, 1, 1]] * 4
    lay(games, hands=["1123", "123", "123", "123"], dice=[3, 6, 1, 1])
    games.tables["known"][0, :4] = 1
    play(games, (0, card(1)))
    assert field(games, "known")[0] == [0, 1, 1]
    play(games, (0, card(1)))
    assert field(games, "known")[0] == [0, 1, 1]
    play(games, *((who % 4, PASS) for who in range(4)))
    assert phase(games) == Phase.FLOOR
    play(games, (0, PASS), (1, CLOSE), (2, PASS), (3, PASS), (0, PASS), (1, PASS))
    play(games, (2, card(2)), (3, PASS), (0, PASS), (1, card(3)), (1, CLOSE), (2, card(1)), (2, CLOSE))
    assert field(games, "known") == [[0, 1, 1], [1, 1, 0], [0, 0, 1], [1, 1, 1]]
    # 2 won and keeps the 3; 1 lost and drew: a 1, a 2 and a card that nobody else knows.
    drawn = set()
    for seed in range(40):
        games.redeal(0, seed=seed)
        assert field(games, "hand")[2] == [0, 0, 1]
        drawn.add(tuple(field(games, "hand")[1]))
    assert drawn == {(2, 1, 0), (1, 2, 0), (1, 1, 1)}


@pytest.mark.rule("SAL-9.7")
def test_a_redeal_is_uniform_over_the_cards_not_seen():
    games = deal(4, num_games=20_000)
    first = games.tables[0].copy()
    games.tables["hand"][:, :4] = [1, 1, 1]
    games.tables[:] = first
    games.tables["hand"][:, 1] = [2, 1, 1]
    games.tables["pile"][:, 0] -= 1
    games.tables["fresh"][:, 1] = [1, 0, 0]
    games.redeal(0, seed=3)
    extra = games.tables["hand"][:, 1].mean(axis=0) - 1
    np.testing.assert_allclose(extra, np.array([17, 17, 10]) / 44, atol=0.015)


@pytest.mark.rule("SAL-9.7")
def test_a_redeal_draws_bids_of_those_who_have_bid_and_of_nobody_else():
    games = deal(4)
    lay(games, hands=["12", "112233", "13", "13"], dice=[6, 1, 1, 1])
    open_floor(games)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS), (0, PASS))
    play(games, (1, card(3)), (2, PASS), (3, card(1)), (1, amount(3)), (3, ACCEPT), (0, card(2)), (0, CLOSE))
    table = games.tables.copy()
    numbers = set()
    for seed in range(60):
        games.tables = table
        games.redeal(1, seed=seed)
        numbers.add(sum(field(games, "bid")[0]))
        assert field(games, "bid")[2:] == [[0, 0, 0]] * 2  # stays out; has not been asked yet
    assert numbers == {0, 1, 2}


@pytest.mark.rule("SAL-9.7", "SAL-6.14")
def test_cards_laid_down_go_back_to_be_laid_down_again():
    games = standing(4, hands=["123", "1", "1", "133"], dice=[6, 1, 1, 1], holder=3)
    box, table = games.box[0], games.tables[0]
    before = table.tobytes()
    assert not reopen_secret_choices(box, table, 2)  # nothing is laid down before all are asked
    assert table.tobytes() == before
    play(games, (1, PASS), (2, PASS), (3, card(3)), (1, PASS), (2, PASS))
    play(games, (3, card(3)), (3, card(1)), (3, CLOSE), (0, card(3)))
    before = table.tobytes()
    assert not reopen_secret_choices(box, table, 3)  # seat 0 has not yet done
    assert table.tobytes() == before
    assert reopen_secret_choices(box, table, 0)
    assert (field(games, "hand")[3], field(games, "bid")[3]) == ([1, 0, 1], [0, 0, 0])
    assert (phase(games), games.seat[0], field(games, "bid_done")) == (Phase.BID, 3, [0] * 4)
    assert field(games, "bid")[0] == [0, 0, 1]
