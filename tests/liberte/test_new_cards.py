"""2 New cards, and the deck."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs.liberte.actions import DECK, DISCARD_CARD, EXCHANGE, FACE_UP_CARD, PASS
from hustings.envs.liberte.table import DISCARDED, HAND, IN_BOX, IN_DECK, IN_SET_B, Phase

from .playing import (
    card,
    deal,
    display,
    field,
    in_face_up_row,
    in_place,
    laid,
    lay,
    legal,
    legal_cards,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    to,
)
from .positions import ROW, SET_A, SET_B, new_cards

SEVEN = ["Bailly", "Duport", "Desmoulins", "Sade", "Cazalès", "Froment", "Ducos"]
TAKE = [FACE_UP_CARD, FACE_UP_CARD + 1, FACE_UP_CARD + 2]


def without(names: list[str], *kept: str) -> list[str]:
    """Names with the kept ones taken out, each once."""
    left = Counter(names) - Counter(kept)
    return list(left.elements())


# --- The phase -----------------------------------------------------------------------------------


@pytest.mark.rule("LIB-2.1")
def test_no_new_cards_in_the_first_turn():
    games = deal(3, num_games=64)
    assert (games.tables["phase"] == Phase.ACTION).all()
    assert (games.tables["hand_size"][:, :3] == 7).all()


@pytest.mark.rule("LIB-2.2", "LIB-9.5")
def test_all_take_back_all_displays_before_anybody_discards():
    shown = [["Danton", "Santerre", "Bailly", "Sade", "Duport"], ["Froment"], ["Ducos", "Maury"]]
    games = new_cards(hands=[["Necker"], [], ["Guillotine"]], displays=shown, deck=[])
    assert phase(games) == Phase.DISCARD
    assert games.seat[0] == 0
    assert field(games, "hand_size") == [6, 1, 3]
    for seat, names in enumerate(shown):
        assert display(games, seat) == []
        assert {place(games, name) for name in names} == {HAND + seat}
        assert all(games.tables["known"][0, card(name)] for name in names)
    assert not games.tables["known"][0, card("Necker")]
    assert legal_cards(games) == {"Necker", *shown[0]}


@pytest.mark.rule("LIB-2.3")
def test_each_discards_and_draws_before_the_next():
    games = new_cards(hands=[SEVEN, ["Maury"], []], face_up=ROW, discards=["Volney"])
    assert legal_cards(games) == set(SEVEN)
    play(games, (0, play_card("Sade")), (0, play_card("Duport")))
    assert legal_cards(games) == set(SEVEN) - {"Sade", "Duport"}
    assert in_place(games, DISCARDED) == ["Duport", "Sade", "Volney"]
    play(games, (0, PASS), (0, DECK))
    assert phase(games) == Phase.REFILL
    play(games, (0, TAKE[0]))
    assert field(games, "hand_size") == [7, 1, 0]
    assert games.seat[0] == 1
    assert phase(games) == Phase.DISCARD
    play(games, (1, play_card("Maury")))  # all of them
    assert legal(games) == {PASS}
    play(games, (1, PASS), *[(1, DECK)] * 7, (2, PASS), *[(2, DECK)] * 7)
    assert field(games, "hand_size") == [7, 7, 7]
    assert (phase(games), games.seat[0]) == (Phase.ACTION, 0)


@pytest.mark.rule("LIB-2.3")
def test_the_order_of_new_cards_is_the_order_of_play():
    games = laid(3, turn=2, vp=[1, 2, 3], hands=[SEVEN, [], []], deck=[])
    pass_turn(games)
    play(games, (2, PASS), (1, PASS), (0, PASS))
    assert (phase(games), games.seat[0]) == (Phase.ACTION, 2)


@pytest.mark.rule("LIB-2.4", "LIB-2.5")
def test_the_hand_is_filled_up_to_seven_without_discarding_again():
    games = new_cards(hands=[SEVEN[:5], SEVEN[5:], []], face_up=ROW)
    play(games, (0, PASS))
    for _ in range(2):
        assert phase(games) == Phase.REFILL
        assert legal(games) == {DECK, *TAKE}
        play(games, (0, DECK))
    assert games.seat[0] == 1
    assert field(games, "hand_size") == [7, 2, 0]


@pytest.mark.rule("LIB-2.4")
def test_filling_up_may_be_optional():
    games = new_cards(options={"refill": "optional"}, hands=[SEVEN[:5], [], []], face_up=ROW)
    play(games, (0, PASS), (0, DECK))
    assert legal(games) == {PASS, DECK, *TAKE}
    play(games, (0, PASS))
    assert (games.seat[0], phase(games)) == (1, Phase.DISCARD)
    assert field(games, "hand_size") == [6, 0, 0]


@pytest.mark.rule("LIB-2.4", "LIB-2.6")
@pytest.mark.parametrize("more", [[], ["Volney"]])
def test_seven_cards_or_more_are_kept(more):
    games = new_cards(hands=[SEVEN, [], []], displays=[["Maury", *more]], deck=["Barère"], face_up=ROW)
    assert field(games, "hand_size")[0] == 8 + len(more)
    play(games, (0, PASS))
    assert games.seat[0] == 1  # draws none
    assert field(games, "hand_size")[0] == 8 + len(more)


@pytest.mark.rule("LIB-2.4")
def test_discards_are_made_up_for_only_below_seven():
    games = new_cards(hands=[SEVEN, [], []], displays=[["Maury", "Volney"]], face_up=ROW)
    play(games, (0, play_card("Sade")), (0, play_card("Maury")), (0, play_card("Volney")), (0, PASS))
    assert phase(games) == Phase.REFILL
    play(games, (0, DECK))
    assert (games.seat[0], field(games, "hand_size")[0]) == (1, 7)


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("LIB-2.7", "LIB-9.5", "LIB-3.19")
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_a_card_taken_face_up_is_replaced_at_once(taken):
    row = ["Danton", "Guillotine", "Talleyrand"]  # a special card like any other
    games = laid(3, turn=2, hands=[SEVEN, [], []], face_up=row, deck=["Condé", "Barère"])
    games.tables["face_up"][0] = [card(name) for name in row]
    play(games, (0, TAKE[taken]))
    assert place(games, row[taken]) == HAND
    assert games.tables["known"][0, card(row[taken])] == 1
    after = in_face_up_row(games)
    assert after[taken] in ("Condé", "Barère")
    assert after[:taken] + after[taken + 1 :] == row[:taken] + row[taken + 1 :]
    assert field(games, "deck_cards") == 1
    assert games.seat[0] == 1


@pytest.mark.rule("LIB-2.7")
def test_the_deck_gives_any_of_its_cards():
    names = ["Condé", "Barère", "Hoche", "Marat", "Feuillants"]
    games = deal(3, num_games=2000)
    lay(games, deck=names, face_up=ROW)
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(2000)
    games.step(np.full(2000, DECK))
    share = [(games.tables["place"][:, card(name)] == HAND).mean() for name in names]
    assert sum(share) == pytest.approx(1)
    assert max(abs(part - 0.2) for part in share) < 0.036
    assert not games.tables["known"].any()
    assert (games.tables["deck_cards"] == 4).all()


@pytest.mark.rule("LIB-2.8")
def test_set_b_comes_after_set_a_and_the_discards_wait():
    removed = without(SET_A, *ROW, "Volney", "Froment", "Maury")
    games = laid(3, face_up=ROW, discards=["Volney"], removed=removed)
    assert in_place(games, IN_DECK) == ["Froment", "Maury"]  # and all of set B under them
    play(games, (0, DECK))
    assert (len(in_place(games, IN_SET_B)), field(games, "shuffles")) == (53, 0)
    play(games, (1, DECK))
    assert in_place(games, HAND) + in_place(games, HAND + 1) != []
    assert {*in_place(games, HAND), *in_place(games, HAND + 1)} == {"Froment", "Maury"}
    assert in_place(games, IN_SET_B) == []
    assert in_place(games, IN_DECK) == SET_B
    assert (field(games, "deck_cards"), field(games, "shuffles")) == (53, 1)
    assert in_place(games, DISCARDED) == ["Volney"]
    assert {int(n) for n in np.flatnonzero(games.tables["shuffle"][0] == 1)} == set(range(58, 111))


@pytest.mark.rule("LIB-2.8")
def test_set_b_can_fill_the_face_up_row():
    games = laid(3, face_up=ROW, removed=without(SET_A, *ROW, "Volney"))
    play(games, (0, TAKE[1]))
    assert in_face_up_row(games).count("Volney") == 1  # the last of set A
    assert field(games, "deck_cards") == 53
    play(games, (1, TAKE[0]))
    assert len(set(in_face_up_row(games)) & set(SET_B)) == 1
    assert field(games, "deck_cards") == 52


@pytest.mark.rule("LIB-2.9", "LIB-2.10")
def test_the_discards_of_both_sets_become_the_deck_when_it_is_used_up():
    discards = ["Volney", "Hoche", "Guillotine", "Marat"]
    games = laid(3, deck=["Sade"], face_up=ROW, discards=discards, hands=[["Bailly"], [], []])
    play(games, (0, DECK))
    assert place(games, "Sade") == HAND
    assert sorted(in_place(games, IN_DECK)) == sorted(discards)
    assert field(games, "deck_cards") == 4
    assert field(games, "shuffles") == 2
    assert in_place(games, DISCARDED) == []
    assert sorted(in_face_up_row(games)) == sorted(ROW)
    assert len(in_place(games, IN_BOX)) == 110 - 4 - 2 - 3  # they never return
    play(games, *[((seat + 1) % 3, DECK) for seat in range(4)])
    assert field(games, "deck_cards") == 0
    drawn = in_place(games, HAND) + in_place(games, HAND + 1) + in_place(games, HAND + 2)
    assert sorted(drawn) == sorted(["Bailly", "Sade", *discards])
    assert (legal(games) & {DECK, *TAKE}) == set(TAKE)


@pytest.mark.rule("LIB-2.9")
def test_the_last_card_may_go_into_the_row_and_the_discards_follow():
    games = laid(3, deck=["Sade"], face_up=ROW, discards=["Volney"])
    play(games, (0, TAKE[2]))
    assert "Sade" in in_face_up_row(games)
    assert in_place(games, IN_DECK) == ["Volney"]
    play(games, (1, TAKE[0]))
    assert "Volney" in in_face_up_row(games)
    assert field(games, "deck_cards") == 0
    assert field(games, "shuffles") == 2  # nothing was left to shuffle again


@pytest.mark.rule("LIB-2.11")
def test_without_a_deck_the_row_is_not_filled_until_a_card_is_discarded():
    games = laid(3, deck=[], face_up=ROW, hands=[["Volney"], ["Sade"], ["Hoche"]])
    row = in_face_up_row(games)
    play(games, (0, TAKE[2]), (1, TAKE[0]))
    assert in_face_up_row(games) == ["", row[1], ""]
    assert legal(games) & {DECK, *TAKE} == {TAKE[1]}
    play(games, (2, PASS), (0, play_card("Volney")), (0, to("Brittany")), (0, DISCARD_CARD))
    assert in_face_up_row(games) == ["Volney", row[1], ""]  # the first empty place first
    play(games, (0, PASS), (1, play_card("Sade")), (1, to("Normandy")), (1, DISCARD_CARD))
    assert in_face_up_row(games) == ["Volney", row[1], "Sade"]
    assert field(games, "deck_cards") == 0
    play(games, (1, PASS), (2, play_card("Hoche")), *[(2, to("Maine"))] * 3, (2, DISCARD_CARD))
    assert in_place(games, IN_DECK) == ["Hoche"]  # with the row full, it makes a deck


@pytest.mark.rule("LIB-2.11")
def test_a_discard_without_an_empty_place_is_the_new_deck():
    games = laid(3, deck=[], face_up=ROW, hands=[["Volney"], [], []])
    play(games, (0, play_card("Volney")), (0, to("Brittany")), (0, DISCARD_CARD))
    assert (field(games, "deck_cards"), in_place(games, IN_DECK)) == (1, ["Volney"])
    play(games, (0, PASS), (1, DECK))
    assert in_place(games, HAND + 1) == ["Volney"]


@pytest.mark.rule("LIB-2.12")
def test_filling_up_stops_when_no_card_is_left():
    games = new_cards(deck=["Condé"], face_up=["Danton"])
    play(games, (0, PASS))
    while games.seat[0] == 0:
        play(games, (0, max(legal(games))))
    assert field(games, "hand_size") == [2, 0, 0]
    play(games, (1, PASS), (2, PASS))
    assert phase(games) == Phase.ACTION
    assert legal(games) & {DECK, EXCHANGE, *TAKE} == set()


@pytest.mark.rule("LIB-2.12", "LIB-3.20")
def test_with_nine_cards_there_is_always_something_to_draw():
    nine = [*SEVEN, "Volney", "Maury"]
    games = laid(3, deck=[], face_up=[], hands=[nine, [], []])
    assert legal(games) & {DECK, EXCHANGE, *TAKE} == {EXCHANGE}
    play(games, (0, EXCHANGE), (0, play_card("Sade")), (0, play_card("Maury")))
    assert phase(games) == Phase.DRAW
    assert in_face_up_row(games) == ["Sade", "Maury", ""]
    assert legal(games) == {TAKE[0], TAKE[1]}
    play(games, (0, TAKE[1]))
    assert field(games, "hand_size") == [8, 0, 0]
    assert legal(games) & {DECK, *TAKE} == {TAKE[0]}
