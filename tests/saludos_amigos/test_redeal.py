"""A redeal and the draw pile: what is known of it stays true, and all else is dealt anew."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos.redeal import is_fresh, reopen_secret_choices
from hustings.envs.saludos_amigos.table import Phase

from .playing import Game, deal, dealt, lay, random_actions
from .positions import four_ones, standing


def rows(cards: np.ndarray) -> set[tuple]:
    return {*map(tuple, cards.tolist())}


# --- In play -------------------------------------------------------------------------------------


@pytest.mark.rule("SAL-9.7", "SAL-9.2", "SAL-9.12")
@pytest.mark.parametrize("open_discards", [True, False])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_a_redeal_keeps_what_a_seat_knows_and_nothing_else(players, open_discards):
    """What is known of others' cards and of the pile stays true, and nothing rests on what is not known."""
    games = deal(players, num_games=64, seed=4, ask_forced=False, open_discards=open_discards)
    rng, bidding, changed = np.random.default_rng(1), 0, 0
    for step in range(400):
        games.step(random_actions(games, rng, 0.6))
        if step % 8:
            continue
        bidding += (games.tables["phase"] == Phase.BID).sum()
        before, on_turn, masks = games.tables.copy(), games.seat, games.legal
        for who in range(players):
            view = games.observe(seat=who)
            games.redeal(who, seed=step)
            games.check()
            dealt, others = games.tables.copy(), np.arange(players) != who
            changed += (dealt["hand"] != before["hand"]).any(axis=(1, 2)).sum()
            assert (dealt["hand"][:, who] == before["hand"][:, who]).all()
            assert (dealt["known"] == before["known"]).all()
            pushed = dealt["pushed"][:, :, None] == np.arange(1, 4)
            held = dealt["hand"] + dealt["bid"] + dealt["face_down"] + pushed
            assert (held >= dealt["known"] + np.maximum(0, dealt["fresh"] - dealt["shown"])).all()
            shuffled = before["shuffled"] + before["buried"][:, who] - before["fresh"][:, who]
            guessed = dealt["buried"][:, :players][:, others].sum(axis=1)
            assert (dealt["pile"] <= shuffled + guessed).all()
            assert (dealt["pile"].sum(axis=1) == before["pile"].sum(axis=1)).all()
            assert (games.observe(seat=who) == view).all()
            assert (games.legal[on_turn == who] == masks[on_turn == who]).all()
            games.redeal(who, seed=step + 1)
            again = games.tables.tobytes()
            games.tables = before
            games.redeal(who, seed=step + 1)
            assert games.tables.tobytes() == again
            games.tables = before
    assert bidding
    assert changed


# --- The hands -----------------------------------------------------------------------------------


@pytest.mark.rule("SAL-9.7")
def test_a_redeal_is_uniform_over_the_cards_not_seen():
    game = dealt().set(hand={1: "1123"}, fresh={1: "1"}, pile=[16, 17, 10])
    hand = game.set(strength={1: 4 + game.fact("die")[1]}).redealt(0, 20_000).tables["hand"]
    np.testing.assert_allclose(hand[:, 1].mean(axis=0) - 1, np.array([17, 17, 10]) / 44, atol=0.015)


@pytest.mark.rule("SAL-9.7")
def test_what_is_known_of_the_others():
    """All start with 1, 2, 3; a card seen to leave is no longer known, a drawn one never was."""
    game = lay("1123 123 123 123", dice=[3, 6, 1, 1], known=["123"] * 4)
    game.play("0 c1").expect(known={0: "23"}).play("0 c1").expect(known={0: "23"}).do("- - - -")
    game.play("0 -, 1 close, 2 -, 3 -, 0 -, 1 -, 2 c2, 3 -, 0 -, 1 c3 close, 2 c1 close")
    game.expect(known=["23", "12", "3", "123"])
    # 2 won and keeps the 3; 1 lost and drew: a 1, a 2 and a card that nobody else knows.
    hand = game.redealt(0).tables["hand"]
    assert (rows(hand[:, 2]), rows(hand[:, 1])) == ({(0, 0, 1)}, {(2, 1, 0), (1, 2, 0), (1, 1, 1)})


@pytest.mark.rule("SAL-9.7", "SAL-6.14")
def test_hidden_bids_are_dealt_anew_in_number_and_value():
    game = standing("12 112233 13 1", dice=[6, 1, 1, 1]).play("1 c3, 2 -, 3 -, 0 close, 1 c3 c2")
    dealt = game.redealt(2).tables
    assert {*dealt["bid"][:, 1].sum(axis=1)} == {*range(6)}
    assert {*dealt["pushed"][:, 1]} == {1, 2, 3}
    assert ((dealt["bid"] + dealt["hand"])[:, 1].sum(axis=1) == 5).all()
    assert rows(dealt["hand"][:, 2]) == {(1, 0, 1)}
    own = game.redealt(1).tables
    assert (rows(own["bid"][:, 1]), {*own["pushed"][:, 1]}) == ({(0, 1, 1)}, {3})
    assert {*own["bid"][:, 0].sum(axis=1)} == {0, 1, 2}


@pytest.mark.rule("SAL-9.7")
def test_a_redeal_draws_bids_of_those_who_have_bid_and_of_nobody_else():
    """Seat 2 stays out, and seat 3 has not been asked yet."""
    game = standing("12 112233 13 13", dice=[6, 1, 1, 1]).play("1 c3, 2 -, 3 c1, 1 3, 3 yes, 0 c2 close")
    bid = game.redealt(1).tables["bid"]
    assert {*bid[:, 0].sum(axis=1)} == {0, 1, 2}
    assert not bid[:, 2:].any()


@pytest.mark.rule("SAL-9.7", "SAL-6.14")
def test_cards_laid_down_go_back_to_be_laid_down_again():
    game = standing("123 1 1 133", dice=[6, 1, 1, 1], holder=3)
    box, table = game.games.box[0], game.table
    before = table.tobytes()
    assert not reopen_secret_choices(box, table, 2)  # nothing is laid down before all are asked
    assert table.tobytes() == before
    game.play("1 -, 2 -, 3 c3, 1 -, 2 -, 3 c3 c1 close, 0 c3")
    before = table.tobytes()
    assert not reopen_secret_choices(box, table, 3)  # seat 0 has not yet done
    assert table.tobytes() == before
    assert reopen_secret_choices(box, table, 0)
    game.expect("BID 3", hand={3: "13"}, bid={3: "-", 0: "3"}).zero("bid_done")


# --- The draw pile -------------------------------------------------------------------------------


@pytest.mark.rule("SAL-9.12", "SAL-9.7", "SAL-5.3")
@pytest.mark.parametrize("seat", range(4))
def test_everybody_knows_what_is_in_a_pile_shuffled_of_open_cards(seat):
    tables = four_ones().expect(pile="1111", shuffled="1" * 8).redealt(seat).tables
    assert (tables["pile"] == [4, 0, 0]).all()
    assert (tables["fresh"][:, :4] == [1, 0, 0]).all()  # everybody drew a 1, and holds it
    assert (tables["hand"][:, :4, 0] >= 1).all()
    others = [other for other in range(4) if other != seat]
    assert len(np.unique(tables["hand"][:, others], axis=0)) > 10  # all else may be anywhere


@pytest.mark.rule("SAL-9.12")
def test_a_card_shown_is_one_that_was_known_or_may_be_one_that_was_drawn():
    game = lay("1111 123 123 123", known=["-", "123", "123", "123"]).play("0 c1").expect(shown={0: "-"})
    game.set(fresh={0: "1"}).play("0 c1 c1").expect(shown={0: "1"})  # before nothing, now one was drawn
    game.play("0 -, 1 c1").set(fresh={1: "2"}).play("1 c2").expect(known={1: "3"}, shown={1: "-"})


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_a_card_shown_that_can_only_have_been_drawn_was_drawn():
    """Seat 1 has drawn two cards and shown two 1s since: of its first three cards only one was a 1."""
    game = dealt().set(hand={1: "223"}, known={1: "23"}, fresh={1: "12"}, shown={1: "1"}, discard="11")
    tables = game.set(pile=[16, 16, 10], strength={1: 3 + game.fact("die")[1]}).redealt(0).tables
    assert rows(tables["fresh"][:, 1]) == {(2, 0, 0), (1, 1, 0), (1, 0, 1)}
    assert (
        tables["hand"][:, 1] == tables["fresh"][:, 1] + [-1, 1, 1]
    ).all()  # the other that it drew it holds


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_a_card_shown_may_be_old_or_fresh_where_both_are_possible():
    game = lay("123 123 11 3", holder=2, fresh={2: "1"})  # one of the two
    game.set(shuffled=game.table["pile"] + [1, 0, 0]).play("2 c1").expect(shown={2: "1"})
    tables = game.redealt(0).tables
    fresh, hand = tables["fresh"][:, 2], tables["hand"][:, 2]
    assert rows(fresh) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    another = fresh[:, 0] == 0
    assert (hand[another] == fresh[another]).all()  # what was shown was old, so it still holds what it drew
    assert len(rows(hand[~another])) == 3


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
@pytest.mark.parametrize(("old", "chance_of_fresh"), [([1, 0, 0], 1 / 2), ([1, 2, 0], 3 / 4)])
def test_a_card_shown_is_as_likely_fresh_as_its_value_is_among_the_fresh_cards(old, chance_of_fresh):
    """A seat has a fresh and an old card, one of which was the 1; the fresh one can only be a 1."""
    table = deal().tables[0]
    cards = np.array([1, 0, 0], np.int8), np.array(old, np.int8)
    one_each = np.array([0, 1, 0, 0, 0, 0, 0])
    shown = np.zeros((7, 3), np.int8)
    found = [is_fresh(table, 1, 0, shown, one_each, one_each.copy(), *cards) for _ in range(600)]
    assert np.mean(found) == pytest.approx(chance_of_fresh, abs=0.06)


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_a_card_shown_is_old_where_another_must_have_been_drawn():
    """The pile had one 1. Seat 2 has shown a 1, its only card, so the 1 that seat 1 has shown was old."""
    shown = {"fresh": ["-", "2", "1"], "shown": ["-", "1", "1"]}
    tables = lay("- 2 - 13", pile="-", shuffled="12", **shown).redealt(0).tables
    assert (tables["fresh"][:, 1:3] == [[0, 1, 0], [1, 0, 0]]).all()
    assert (tables["hand"][:, 1] == [0, 1, 0]).all()


# --- Cards buried face down ----------------------------------------------------------------------


@pytest.mark.rule("SAL-9.12", "SAL-2.8")
def test_of_cards_discarded_face_down_each_knows_its_own():
    held = "1" * 14 + "2" * 18 + "3" * 9  # all cards that lie nowhere else
    game = (
        lay(f"3333 22 123 {held}", open_discards=False, pile="-").play("0 c3 c3 c3 -, 1 c2 c2").pass_round()
    )
    game.expect("REROLL", shuffled="1" * 6, buried=["333", "22", "-", "-"])
    assert sum(game.fact("pile")) == 11 - 4
    for seat, own in ((0, [0, 0, 3]), (1, [0, 2, 0])):
        tables = game.redealt(seat).tables
        assert (tables["buried"][:, seat] == own).all()
        assert (tables["pile"] + tables["fresh"].sum(axis=1) >= np.array([6, 0, 0]) + own).all()
        assert (tables["buried"].sum(axis=2)[:, :2] == [3, 2]).all()
        assert len(rows(tables["buried"][:, 1 - seat])) > 2


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_what_was_buried_holds_what_can_only_have_been_drawn():
    """Seat 2 has buried two cards; seat 1 has drawn one of them and shown its only card, a 1."""
    tables = buried_by_2("- - - 1223", buried="12", fresh={1: "1"}, shown={1: "1"}).redealt(0).tables
    assert rows(tables["buried"][:, 2]) == {(2, 0, 0), (1, 1, 0), (1, 0, 1)}
    assert rows(tables["fresh"][:, 1]) == {(1, 0, 0)}
    assert not tables["hand"][:, :3].any()
    assert (tables["pile"] + [1, 0, 0] == tables["buried"][:, 2]).all()


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_what_was_buried_leaves_what_can_only_have_been_held_before():
    """Seat 1 has shown its only cards, a 1 and a 3, and has drawn one of them: the other was not buried."""
    tables = buried_by_2("- - - 22", buried="12", fresh={1: "1"}, shown={1: "13"}).redealt(0).tables
    assert rows(tables["buried"][:, 2]) == {(1, 1, 0), (0, 1, 1)}
    assert rows(tables["fresh"][:, 1]) == {(1, 0, 0), (0, 0, 1)}
    assert rows(tables["pile"]) == {(0, 1, 0)}
    assert rows(tables["hand"][:, 3]) == {(0, 2, 0)}


@pytest.mark.rule("SAL-9.12", "SAL-9.7")
def test_what_a_seat_drew_and_did_not_see_shuffled_was_buried():
    """Seat 0 has drawn a 3, so one of the two cards that seat 2 has buried was that 3; there is no other."""
    tables = buried_by_2("3 - - 122", pile="1", buried="13", fresh={0: "3"}).redealt(0).tables
    assert rows(tables["buried"][:, 2]) == {(1, 0, 1), (0, 1, 1)}
    assert (tables["pile"] + tables["hand"][:, 3] == [2, 2, 0]).all()


def buried_by_2(hands: str, buried: str, pile: str = "2", **cards) -> Game:
    """Only what seat 2 has buried was shuffled last; what lies nowhere is discarded."""
    return lay(hands, pile=pile, shuffled="-", buried={2: buried}, open_discards=False, **cards)
