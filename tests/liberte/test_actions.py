"""3 Actions: what an action may be, drawing a card, giving up two for one, and passing."""

import pytest

from .playing import DRAWS, lay

ROW = "Danton, Necker, Talleyrand"
EIGHT = "Bailly, Duport, Desmoulins, Cazalès, Froment, Mounier, Maury, Volney"
NINE = f"{EIGHT}, Sade"


@pytest.mark.rule("LIB-3.2", "LIB-3.21")
def test_what_an_action_may_be():
    game = lay("Danton, Feuillants, Guillotine", displays=["", "Maury"])
    game.expect(legal=f"pass, {DRAWS}, Danton, Feuillants, Guillotine").play("pass")
    game.expect(seat=1, legal=f"pass, {DRAWS}").play("1: deck").expect(seat=2, hand_size=[3, 1, 0])


@pytest.mark.rule("LIB-3.19")
@pytest.mark.parametrize("number", [0, 7, 8])
def test_with_fewer_than_nine_cards_one_is_drawn(number):
    hand = ", ".join(EIGHT.split(", ")[:number])
    game = lay(hand, row=ROW).offers(DRAWS).refuses("exchange").play("deck")
    game.expect(seat=1, hand_size=number + 1, row=ROW)


@pytest.mark.rule("LIB-3.20", "LIB-9.2")
@pytest.mark.parametrize("hand", [NINE, f"{NINE}, Marat, Guillotine"])
def test_with_nine_or_more_two_are_discarded_first(hand):
    game = lay(hand, deck="Sieyès, Roux", row=ROW).offers("exchange").refuses(DRAWS).play("exchange")
    game.expect("EXCHANGE", legal=hand).play("Maury")
    game.expect(legal={*hand.split(", ")} - {"Maury"}).play("Sade")
    game.expect("DRAW", discards="Sade, Maury", legal=DRAWS).play("deck")
    game.expect(hand_size=hand.count(",") + 1 - 1, seat=1, acted=1)
    game = lay(hand, deck="Sieyès", row=ROW, discards="Condé").play("exchange, Maury, Sade, deck")
    game.expect(deck="Condé, Maury, Sade", discards="")  # shuffled after the draw
    assert "Sieyès" in game.fact("hands")[0]


@pytest.mark.rule("LIB-2.12", "LIB-3.20")
def test_with_nine_cards_there_is_always_something_to_draw():
    game = lay(NINE, deck="", row="").offers("exchange").refuses(DRAWS).play("exchange, Sade, Maury")
    game.expect(row="Sade, Maury, -", legal="row 1, row 2").play("row 2").expect(hand_size=8)
    game.refuses("deck, row 2, row 3").offers("row 1")


def valley(hand: str = "", **position):
    usual = {"valley_rules": True, "row": "Sade, Feuillants, Talleyrand", "deck": "Necker, Couthon"}
    return lay(hand, **usual | position)


@pytest.mark.rule("LIB-3.27")
def test_after_a_one_block_card_of_the_row_another_may_be_drawn():
    game = valley().play("row 1").expect("SECOND_DRAW")
    game.expect(legal="pass, row 2")  # neither the deck nor cards of more blocks
    game.play("pass").expect(seat=1, hand_size=1)
    game = valley().play("row 1, row 2").expect(seat=1, hands=["Feuillants, Sade", "", ""])  # and not a third
    game.expect(known="Feuillants, Sade")
    game = valley(row="Sade, Danton, Talleyrand", deck="Volney").play("row 1").expect(legal="pass, row 1")
    game.play("row 1").expect(hands=["Sade, Volney", "", ""], seat=1)  # the card that replaces the first


@pytest.mark.rule("LIB-3.27")
@pytest.mark.parametrize(
    ("moves", "position"),
    [
        ("row 1", {"valley_rules": False}),
        ("row 3", {}),  # of three blocks
        ("row 1", {"row": "Sade, Lafayette, Talleyrand"}),  # no other of one block
        ("row 3", {"row": "Sade, Feuillants, Guillotine"}),  # of no block
        ("row 1", {"hand": EIGHT}),  # that makes nine
        ("deck", {"deck": "Virieu, Dietrich"}),  # of one block
    ],
)
def test_otherwise_one_card_is_drawn(moves, position):
    number = len(position.get("hand", "").split(", ")) if position.get("hand") else 0
    valley(**position).play(moves).expect(seat=1, hand_size=number + 1)


@pytest.mark.rule("LIB-3.27")
@pytest.mark.parametrize(("more", "seat"), [(", Ducos", 0), (", Ducos, Virieu", 1)])
def test_after_an_exchange_a_second_card_is_drawn_only_below_nine(more, seat):
    game = valley(EIGHT + more).play("exchange, Bailly, Duport, row 1").expect(seat=seat)
    game.expect(phase="ACTION" if seat else "SECOND_DRAW")
