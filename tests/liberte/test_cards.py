"""Cards: drawing, discarding, the deck and the row beside it, and copies of special cards."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs.liberte.table import DISCARDED, HAND

from .playing import DRAWS, SET_A_NAMES, SET_B_NAMES, card, lay

ROW = "Danton, Necker, Talleyrand"


def set_a_but(*left: str) -> str:
    """Set A without these cards and those of the row, each once."""
    return ", ".join((Counter(SET_A_NAMES) - Counter([*ROW.split(", "), *left])).elements())


@pytest.mark.rule("LIB-2.7", "LIB-9.5", "LIB-3.19")
@pytest.mark.parametrize(("place", "taken"), [(1, "Danton"), (2, "Guillotine"), (3, "Talleyrand")])
@pytest.mark.parametrize("drawn", ["Condé", "Barère"])
def test_a_card_taken_from_the_row_is_replaced_at_once(place, taken, drawn):
    """A special card like any other."""
    row = "Danton, Guillotine, Talleyrand"
    game = lay("Sade", turn=2, row=row, deck=drawn, discards="Virieu").play(f"row {place}")
    game.expect(hands=[f"Sade, {taken}", "", ""], known=taken, row=row.replace(taken, drawn), deck_cards=1)
    game.expect(seat=1)


@pytest.mark.rule("LIB-2.7")
def test_the_deck_gives_any_of_its_cards():
    names = ["Condé", "Barère", "Hoche", "Marat", "Feuillants"]
    tables = lay(deck=", ".join(names), row=ROW).often("deck", number=2000)
    share = [(tables["place"][:, card(name)] == HAND).mean() for name in names]
    assert sum(share) == pytest.approx(1)
    assert max(abs(part - 0.2) for part in share) < 0.036
    assert not tables["known"].any()
    assert (tables["deck_cards"] == 4).all()


@pytest.mark.rule("LIB-2.8")
def test_set_b_comes_after_set_a_and_the_discards_wait():
    game = lay(row=ROW, discards="Volney", removed=set_a_but("Volney", "Froment", "Maury"))
    game.expect(deck="Froment, Maury").play("deck").expect(set_b=", ".join(SET_B_NAMES), shuffles=0)
    game.play("1: deck").expect(set_b="", deck=", ".join(SET_B_NAMES), deck_cards=53, shuffles=1)
    assert {*game.fact("hands")} == {"Froment", "Maury", ""}
    game.expect(discards="Volney")
    assert np.flatnonzero(game.table["shuffle"] == 1).tolist() == [*range(58, 111)]


@pytest.mark.rule("LIB-2.9", "LIB-2.10")
def test_the_discards_of_both_sets_become_the_deck_when_it_is_used_up():
    discards = "Volney, Hoche, Guillotine, Marat"
    game = lay("Bailly", deck="Sade", row=ROW, discards=discards)
    removed = game.fact("removed")  # they never return
    game.play("deck").expect(hands="Bailly, Sade", deck=discards, deck_cards=4, shuffles=2, discards="")
    game.expect(row=ROW, removed=removed).play("1: deck; 2: deck; deck; 1: deck").expect(deck_cards=0)
    drawn = ", ".join(game.fact("hands")).split(", ")
    assert sorted(drawn) == sorted(["Bailly", "Sade", *discards.split(", ")])
    game.expect(removed=removed, legal="pass, row 1, row 2, row 3")
    game = lay(deck="Sade", row=ROW, discards="Volney").play("row 3")
    game.expect(row="Danton, Necker, Sade", deck="Volney").play("1: row 1")
    game.expect(row="Volney, Necker, Sade", deck_cards=0, shuffles=2)  # nothing was left to shuffle again


@pytest.mark.rule("LIB-2.11")
def test_without_a_deck_the_row_is_not_filled_until_a_card_is_discarded():
    game = lay(["Volney", "Sade", "Hoche"], deck="", row=ROW).play("row 3; 1: row 1")
    game.expect(row="-, Necker, -").refuses("deck, row 1, row 3").offers("row 2")
    game.play("2: pass; Volney, Brittany, discard").expect(row="Volney, Necker, -")  # the first empty place
    game.play("pass; 1: Sade, Normandy, discard").expect(row="Volney, Necker, Sade", deck_cards=0)
    game.play("1: pass; 2: Hoche, Maine x3, discard").expect(deck="Hoche", deck_cards=1)  # the row is full
    game.play("2: pass; deck").expect(hands=["Hoche, Talleyrand", "Danton", ""])


# --- Copies of special cards ---------------------------------------------------------------------

COPIES = "Guillotine, Guillotine, Emigration, Emigration, Sade"
ONE_EACH = "Guillotine, Emigration, Sade"


@pytest.mark.rule("LIB-9.7")
def test_of_equal_cards_one_can_be_named():
    game = lay(COPIES, displays=["", "Maury, Cazalès"]).expect(legal=f"pass, {DRAWS}, {ONE_EACH}")
    game.play("Sade, Paris, discard").expect(legal="pass, Guillotine, Emigration")
    rest = "Bailly, Duport, Froment, Ducos"
    game = lay(f"{COPIES}, {rest}").play("exchange").expect(legal=f"{ONE_EACH}, {rest}")
    first, second = (game.action("Guillotine") + more for more in (0, 1))
    game.play("Guillotine").expect(legal=f"{ONE_EACH}, {rest}")  # the other one now
    assert (game.games.legal[0][first], game.games.legal[0][second]) == (False, True)
    lay(COPIES, vp=[1, 0, 0]).pass_round().expect("DISCARD", legal=f"pass, {ONE_EACH}")


@pytest.mark.rule("LIB-9.7")
def test_the_last_card_of_the_box_can_be_named_wherever_cards_of_the_hand_are():
    hand = "Religious Problems, Bailly, Duport, Froment, Ducos, Maury, Sade, Romme, Virieu"
    game = lay(hand, discards="Religious Problems x3", map="Paris - R").offers("Religious Problems")
    assert game.table["place"][110] == HAND
    game.play("exchange").offers("Religious Problems")


@pytest.mark.rule("LIB-9.7", "LIB-9.5")
@pytest.mark.parametrize(("number", "copy"), [(2, 0), (2, 1), (4, 3)])
def test_of_equal_cards_the_one_that_all_know_goes_first(number, copy):
    """0 has taken one from the row and drawn others. Whoever sees one played, knows of none left."""
    game = lay(f"Religious Problems x{number}, Roux", map="Paris - R")
    game.table["known"][[card("Religious Problems", copy), card("Roux")]] = 1
    game.play("Religious Problems, Paris, hit 1, pass").expect(hand_size=number, known="Roux")
    assert game.table["place"][card("Religious Problems", copy)] == DISCARDED
