"""2 New cards: displays taken back, discards, and the hand filled up."""

import pytest

from .playing import DRAWS, lay, new_cards

ROW = "Danton, Necker, Talleyrand"
SEVEN = "Bailly, Duport, Desmoulins, Sade, Cazalès, Froment, Ducos"


@pytest.mark.rule("LIB-1.1", "LIB-2.2", "LIB-9.5")
def test_all_take_back_all_displays_before_anybody_discards():
    shown = ["Danton, Santerre, Bailly, Sade, Duport", "Froment", "Ducos, Maury"]
    game = new_cards(["Necker", "", "Guillotine"], displays=shown, deck="")
    game.expect("DISCARD 0", displays=["", "", ""], hand_size=[6, 1, 3], known=", ".join(shown))
    game.expect(hands=[f"Necker, {shown[0]}", "Froment", "Guillotine, Ducos, Maury"])
    game.expect(legal=f"pass, Necker, {shown[0]}")
    game = lay("Bailly", displays=["Danton, Feuillants", "Sade"]).pass_round("ACTION")
    game.expect("TIE", displays=["Danton, Feuillants", "Sade", ""])  # until the election is over
    game.pass_round("TIE").expect(displays=["", "", ""], hand_size=[3, 1, 0])


@pytest.mark.rule("LIB-2.3")
def test_each_discards_and_draws_before_the_next():
    game = new_cards([SEVEN, "Maury"], row=ROW, discards="Volney").expect(cards=SEVEN)
    game.play("Sade, Duport").expect(cards="Bailly, Desmoulins, Cazalès, Froment, Ducos")
    game.expect(discards="Duport, Sade, Volney").play("pass, deck").expect("REFILL").play("row 1")
    game.expect("DISCARD 1", hand_size=[7, 1, 0])
    game.play("1: Maury").expect(legal="pass")  # all of them
    game.play("1: pass, deck x7; 2: pass, deck x7").expect("ACTION 0", hand_size=[7, 7, 7])


@pytest.mark.rule("LIB-2.4", "LIB-2.5")
def test_the_hand_is_filled_up_to_seven_without_discarding_again():
    game = new_cards(["Bailly, Duport, Desmoulins, Sade, Cazalès", "Froment, Ducos"], row=ROW).play("pass")
    game.expect("REFILL", legal=DRAWS).play("deck").expect("REFILL", legal=DRAWS).play("deck")
    game.expect(seat=1, hand_size=[7, 2, 0])


@pytest.mark.rule("LIB-2.4")
def test_filling_up_may_be_optional():
    game = new_cards("Bailly, Duport, Sade", refill="optional", row=ROW).play("pass, deck")
    game.expect(legal=f"pass, {DRAWS}").play("pass").expect("DISCARD 1", hand_size=[4, 0, 0])


@pytest.mark.rule("LIB-2.4", "LIB-2.6")
@pytest.mark.parametrize("shown", ["Maury", "Maury, Volney"])
def test_seven_cards_or_more_are_kept_and_discards_made_up_for_below_seven(shown):
    number = 7 + len(shown.split(", "))
    game = new_cards(SEVEN, displays=shown, deck="Barère", row=ROW).expect(hand_size=number)
    game.play("pass").expect(seat=1, hand_size=number)  # draws none
    game = new_cards(SEVEN, displays=shown, row=ROW).play(f"Sade, {shown}, pass")
    game.expect("REFILL", hand_size=6).play("deck").expect(seat=1, hand_size=7)


@pytest.mark.rule("LIB-2.12")
def test_filling_up_stops_when_no_card_is_left():
    game = new_cards(deck="Condé", row="Danton").play("pass, row 1, row 1")
    game.expect(hand_size=[2, 0, 0], seat=1).play("1: pass; 2: pass")
    game.expect("ACTION", legal="pass, Condé, Danton")
