"""Actions and choices in words."""

import pytest

from ..playing import lay

DANTON = "Danton (3 red, Paris Basin)"


STEPS = [  # moves, and then what is said of an action
    ("", "pass", "Pass"),
    ("", "deck", "Draw from the deck"),
    ("", "row 1", f"Take {DANTON}"),
    ("", "Necker", "Play Necker (3 white, Paris Basin, cannon)"),
    ("", "Terror", "Play Terror"),
    ("Necker", "blocks", "Use Necker for 3 white blocks"),
    ("", "cannon", "Use Necker for a token in the battle box"),
    ("blocks", "Picardy", "Place 1 white block in Picardy"),
    ("Picardy x3", "display", "Put Necker into your display"),
    ("", "discard", "Discard Necker"),
    ("display", "pass", "End your action"),
    ("Terror", "pass", "Remove no stack"),
    ("", "Paris", "Remove a stack in Paris"),
    ("Paris", "hit 1", "Remove player_1's 2 red blocks in Paris"),
    ("", "hit 0", "Remove your own red block in Paris"),
    ("hit 2", "pass", "Guillotine nobody"),
    ("", "Cazalès", "Guillotine player_1's Cazalès (2 white, South-West)"),
    ("", "Lafayette", "Guillotine your own Lafayette (2 blue, Centre, general, cannon)"),
    ("pass; 1: pass", "exchange", "Discard two cards to draw one"),
    ("", "Feuillants", "Play Feuillants (1 blue, anywhere, cannon)"),
    ("", "Santerre", "Play Santerre (1 red, West, sans-culotte, cannon)"),
    ("2: exchange", "Volney", "Discard Volney (1 blue, West)"),
]


def test_actions():
    nine = "Maury, Sade, Volney, Duport, Ducos, Virieu, Santerre, Feuillants, Romme"
    position = {"turn": 2, "government": "red", "presence": [1, 0, 0], "displays": ["Lafayette", "Cazalès"]}
    game = lay(["Necker, Terror, Guillotine", "", nine], row="Danton", map="Paris R RR W", **position)
    for moves, word, told in STEPS:
        assert game.play(moves).offers(word).said(word) == [told]


def test_one_block_specials_and_displays():
    hands = ["Bread Shortage", "Emigration", "Guillotine"]
    game = lay(hands, displays=["Cazalès", "Sade"], map="Paris - RR W").play("Bread Shortage")
    assert game.said("Paris") == ["Remove a block in Paris"]
    assert game.play("Paris").said("hit 1, hit 2") == [
        "Remove one of player_1's 2 red blocks in Paris",
        "Remove player_2's white block in Paris",
    ]
    game.play("hit 1, pass; 1: Emigration")
    assert game.said("Cazalès") == ["Send abroad player_0's Cazalès (2 white, South-West)"]


def test_choices_in_ties():
    stacks = "Maine R R, Paris - - R, Anjou B B"
    game = lay(turn=2, cannons=[1, 1, 0], government="red", map=stacks, displays=["Murat", "Jourdan"])
    murat = "Choose Murat (2 red, South-West, general, cannon) for the "
    assert game.pass_round("ACTION").said("Murat, pass") == [f"{murat}battle", "Choose no card"]
    assert game.choose("-, -").said("Murat") == [f"{murat}province"]


@pytest.mark.rule("LIB-9.14")
def test_equal_cards_of_the_row_are_told_apart():
    game = lay(row="Purge, Danton, Purge")
    told = ["Take the first Purge", f"Take {DANTON}", "Take the second Purge"]
    assert game.said("row 1, row 2, row 3") == told
    first, _, last = game.table["face_up"].tolist()
    game.set(face_up=[0, last, first])
    told = ["Take the face-up card 1", "Take the first Purge", "Take the second Purge"]
    assert game.said("row 1, row 2, row 3") == told
