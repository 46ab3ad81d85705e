"""4 and 5 Breaking ties: who is asked, with which cards, in which order."""

import pytest

from .playing import alone, election


@pytest.mark.rule("LIB-9.11")
def test_only_the_tied_who_have_a_suitable_card_are_asked():
    """Three are level in Maine; 0 shows no blue card. Who is asked later sees what was chosen."""
    displays = ["Danton", "Bailly", "", "Sade, Maury"]
    game = election(displays=displays, map="Maine B B - R, Berry - - W", order=[3, 2, 1, 0])
    game.expect(tie="PROVINCE", seat=3, legal="pass, Sade").choose("Sade")
    game.expect(seat=1, legal="pass, Bailly")
    assert game.sees(1, "chosen", 3) == [0, 0, 1, 0]
    game.choose("Bailly").expect(collected={"blue": [0, 1, 0, 0]})


SUITABLE = [  # of Necker and Condé, white, Hoche and Murat, generals in blue and red, and Jacobins (A)
    ("BATTLE", {"turn": 2, "cannons": [1, 1]}, "Hoche, Murat"),
    ("PROVINCE", {"map": "Maine B B"}, "Hoche"),
    ("PROVINCE", {"map": "Maine W B"}, "Necker, Condé"),
    ("PROVINCE", {"map": "Paris R B"}, "Murat, Jacobins (A)"),
    ("GOVERNMENT", {"map": "Maine - R, Berry - W"}, "Necker, Condé, Murat, Jacobins (A)"),
    ("GOVERNMENT", {"map": "Maine - R, Berry - B"}, "Hoche, Murat, Jacobins (A)"),
    ("OPPOSITION", {"map": "Maine - R, Berry - B, Anjou - W, Paris - WW"}, "Hoche, Murat, Jacobins (A)"),
    ("FIRST", {"map": "Maine R, Berry - R"}, "Murat, Jacobins (A)"),
    ("SECOND", {"map": "Maine W, Berry - W, Paris - - WW"}, "Necker, Condé"),
    ("OPPOSITION_FIRST", {"map": "Maine B, Berry - B, Paris - - RRR"}, "Hoche"),
]


@pytest.mark.rule("LIB-5.4", "LIB-6.8", "LIB-7.2", "LIB-7.10", "LIB-7.18")
@pytest.mark.parametrize(("tie", "position", "cards"), SUITABLE)
def test_which_cards_may_be_chosen(tie, position, cards):
    displays = ["Necker, Condé, Hoche, Murat, Jacobins (A)", "Lafayette" if tie == "BATTLE" else ""]
    election(3, displays=displays, **position).expect(tie=tie, seat=0, legal=f"pass, {cards}")


@pytest.mark.rule("LIB-6.15", "LIB-7.19")
@pytest.mark.parametrize(
    ("position", "tie"), [({"map": "Paris RR RR RR"}, "PROVINCE"), ({"map": alone("R", "R", "R")}, "FIRST")]
)
def test_who_is_below_the_highest_card_falls_out_and_who_chose_none_with_them(position, tie):
    displays = ["Danton, Sade", "Couthon, Fouché", "Robespierre, Romme"]
    game = election(3, displays=displays, **position).choose("Danton, -, Robespierre")
    game.expect(tie=tie, tie_round=2, contender=[1, 0, 1], chosen=[0, 0, 0], seat=0).choose("-")
    game.expect(seat=2, contender=[1, 0, 1])


TRACES = ("tie_round", "tie_place", "contender", "chosen", "fell", "tied_colour", "tied_before", "strength")


@pytest.mark.rule("LIB-7.7", "LIB-7.22", "LIB-7.24")
@pytest.mark.parametrize(
    ("letters", "displays", "cards"),
    [
        ("RR BB WW", ["Danton", "Sieyès", "Maury"], "Danton, -, -, Sieyès, -"),
        ("RR RR RR", ["Danton", "Couthon", "Sade"], "Danton, Couthon, Sade"),
        ("RR RR RB", ["Danton", "Couthon"], "Danton, Couthon"),
        ("RRR RR RR", ["", "Couthon", "Sade"], "Couthon, Sade"),
        ("RRR B B", ["", "Mirabeau", "Barère"], "Mirabeau, Barère"),
    ],
)
def test_a_tie_leaves_no_trace_for_the_next(letters, displays, cards):
    game = election(3, displays=displays, map=alone(*letters.split())).choose(cards)
    game.expect(turn=2, tie="NONE")
    assert not any(game.table[name].any() for name in TRACES)
