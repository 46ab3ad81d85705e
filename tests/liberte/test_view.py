"""What a seat observes: what is hidden, and which cards are known; blocks are worked out in observed.py."""

import pytest

from hustings.envs.liberte.table import HAND

from .playing import card, lay

ROW = "Danton, Necker, Talleyrand"
NINE = "Bailly, Maury, Sade, Volney, Duport, Ducos, Virieu, Mounier, Romme"


@pytest.mark.rule("LIB-9.4")
def test_cards_of_hands_and_deck_that_change_places_are_not_seen():
    game = lay(["Sade, Terror", "Maury", "Hoche, Marat, Carnot"], deck="Stofflet, Roux", row="Necker")
    before = game.games.observe(seat=1)
    place = game.table["place"]
    for here, there in (("Sade", "Hoche"), ("Roux", "Marat")):
        place[[card(here), card(there)]] = place[[card(there), card(here)]]
    assert (game.games.observe(seat=1) == before).all()


@pytest.mark.rule("LIB-9.5")
def test_a_card_of_the_row_stays_known_until_it_leaves_the_hand():
    """A card from the deck, or dealt, is not. Those of a display are known when they are taken back."""
    game = lay(["Sade", "Bailly"], row=ROW, displays="Maury").play("row 1; 1: deck").expect(known="Danton")
    assert game.seen_cards(1, "cards", -1) == ["", "", "Danton"]
    for seed in range(40):
        dealt = game.copy()
        dealt.games.redeal(seat=1, seed=seed)
        assert dealt.table["place"][card("Danton")] == HAND
    game.play("2: pass; Danton").expect(known="").play("Paris x3, discard, pass").expect(known="")
    game.pass_round().expect(known="Maury", hands=["Maury, Sade", *game.fact("hands")[1:]])


@pytest.mark.rule("LIB-9.5")
def test_a_known_card_that_is_discarded_is_unknown_when_it_is_drawn_again():
    """All else being empty, it makes a deck and is turned up."""
    game = lay(NINE, deck="", row="", known="Sade").play("exchange, Sade").expect(row="Sade, -, -", known="")
    game.play("Maury, row 1").expect(known="Sade", hand_size=8)


@pytest.mark.rule("LIB-9.13")
@pytest.mark.parametrize("row", [ROW, "Necker, Talleyrand, Danton"])
def test_which_card_lies_at_which_place_is_observed(row):
    game = lay(row=row)
    for seat in range(3):
        assert game.seen_cards(seat, "face_up") == row.split(", ")
    game.play(f"row {1 + row.split(', ').index('Necker')}").expect(hands="Necker")


@pytest.mark.rule("LIB-9.2")
def test_a_card_between_hand_and_display_is_in_no_pile():
    game = lay("Sade", row=ROW).play("Sade").expect(hand_size=0, displays="", discards="", played="Sade")
    for seat in range(3):
        assert game.seen_cards(seat, "played") == ["Sade"]
        assert not any(game.sees(seat, "cards"))
