"""5 Victory points of an election, their ties, and the end of the turn."""

import pytest

from .playing import alone, election, lay


@pytest.mark.rule("LIB-7.14", "LIB-7.15", "LIB-7.16")
@pytest.mark.parametrize(
    ("stacks", "vp"),
    [
        (alone("RRRBB", "RR", "B"), [8, 2, 0, 0]),
        (alone("RR", "B"), [5, 3, 0, 0]),
        (alone("RR", "", "B"), [5, 0, 3, 0]),
        ("Alsace RRR - RR RR, Maine - R, Berry - R", [2, 5, 0, 0]),
    ],
)
def test_one_may_be_first_of_both_and_nobody_without_a_block_taken_has_a_place(stacks, vp):
    election(map=stacks).expect(vp=vp)


@pytest.mark.rule("LIB-7.17", "LIB-7.18", "LIB-7.23", "LIB-7.25", "LIB-7.26")
def test_first_place_second_place_then_opposition():
    game = election(displays=["Danton, Sieyès", "", "Sade"], map=alone("RRB", "RRB", "R", "R"))
    game.expect(tie="FIRST", legal="pass, Danton").choose("-").expect(vp=[3, 3, 0, 0])
    game.expect(tie="SECOND", seat=2).choose("-").expect(vp=[3, 3, 1, 1])
    game.expect(tie="OPPOSITION_FIRST", legal="pass, Sieyès").choose("-").expect(vp=[5, 5, 1, 1], turn=2)


FIRST = [  # what is displayed, what is chosen one after another, and the points that come of it
    # Level cards lead to another round
    ("RR RR R", "Danton, Sade, Romme | Marat, Ducos", "Danton, Marat, Sade, Ducos, Romme", "5 2 0 0"),
    # Of three the higher card is second, or who fell out later
    ("RR RR RR R", "Sade | Danton | Couthon", "Sade, Danton, Couthon", "0 5 2 0"),
    ("RR RR RR R", "Couthon, Fouché | Danton | Marat, Sade", "Couthon, Danton, Marat, Sade", "0 2 5 0"),
    # Who fell out of a tie that stays is second
    ("RR RR RR R", "Danton | Couthon, Sade | Marat", "Danton, Couthon, Marat", "3 2 3 0"),
    # 2 falls out without a card, but after 3
    (
        "RR RR RR RR",
        "Danton, Sade | Robespierre, Romme | Marat | Couthon",
        "Danton, Robespierre, Marat, Couthon, Sade, Romme",
        "3 3 2 0",
    ),
    # A tie that stays gives three each, and two to the next
    ("RRR RRR RR R", "Danton | Marat", "Danton, Marat", "3 3 2 0"),
    ("RR RR RR R", "Danton | Robespierre | Marat", "Danton, Robespierre, Marat", "3 3 3 2"),
    ("RR RR", "Danton | Marat", "Danton, Marat", "3 3 0 0"),
    ("RR RR RR RR", "Danton | Robespierre | Marat | Fouché", "Danton, Robespierre, Marat, Fouché", "3 3 3 3"),
]


@pytest.mark.rule("LIB-7.19", "LIB-7.20", "LIB-7.21", "LIB-7.22", "LIB-7.23", "LIB-7.24")
@pytest.mark.parametrize(("letters", "displays", "cards", "vp"), FIRST)
def test_a_tie_for_first_place(letters, displays, cards, vp):
    game = election(displays=displays.split(" | "), map=alone(*letters.split()))
    *first, last = cards.split(", ")
    game.choose(", ".join(first)).expect(tie="FIRST", vp=[0, 0, 0, 0]).choose(last)
    game.expect(turn=2, vp=[*map(int, vp.split())], discards=cards)


@pytest.mark.rule("LIB-7.23", "LIB-7.25", "LIB-7.24")
@pytest.mark.parametrize(("third", "vp"), [("Sade", [3, 3, 2, 0]), ("-", [3, 3, 1, 1])])
def test_the_next_with_the_same_number_of_blocks_tie_for_second_place(third, vp):
    game = election(displays=["", "", "Sade"], map=alone("RR", "RR", "R", "R"))
    game.expect(tie="SECOND", contender=[0, 0, 1, 1]).choose(third).expect(vp=vp)


@pytest.mark.rule("LIB-7.24", "LIB-7.25")
@pytest.mark.parametrize(
    ("again", "vp"),
    [("Romme, -", [3, 3, 2, 0, 0]), ("-, -", [3, 3, 1, 1, 0]), ("-, Ducos", [3, 3, 0, 2, 0])],
)
def test_those_who_fell_out_level_tie_for_second_place(again, vp):
    displays = ["Danton", "Robespierre", "Sade, Romme", "Carrier, Ducos", "Marat"]
    game = election(5, displays=displays, map=alone("RR", "RR", "RR", "RR", "R"))
    game.choose("Danton, Robespierre, Sade, Carrier").expect(vp=[3, 3, 0, 0, 0], tie="SECOND")
    game.expect(contender=[0, 0, 1, 1, 0]).choose(again).expect(turn=2, vp=vp)


@pytest.mark.rule("LIB-7.26", "LIB-7.19", "LIB-7.20", "LIB-7.18")
@pytest.mark.parametrize(
    ("cards", "discards", "vp"),
    [
        ("-, -, -", "", [5, 2, 2, 2]),
        ("Mirabeau, Bailly, Volney, -, -", "Mirabeau, Bailly, Volney", [5, 2, 2, 0]),
        ("Barère, -, Sieyès", "Barère, Sieyès", [5, 0, 0, 3]),
        ("Mirabeau, Lafayette, -, Barère, -", "Mirabeau, Lafayette, Barère", [5, 3, 0, 0]),
    ],
)
def test_a_tie_for_the_opposition(cards, discards, vp):
    blue = "Danton, Talleyrand | Mirabeau, Barère, Couthon | Bailly, Lafayette, Necker | Sieyès, Volney"
    game = election(displays=blue.split(" | "), map=alone("RRRRRR", "B", "B", "B"))
    game.expect(tie="OPPOSITION_FIRST", legal="pass, Mirabeau, Barère").choose(cards)
    game.expect(turn=2, vp=vp, discards=discards)


@pytest.mark.rule("LIB-7.27", "LIB-4.3")
def test_presence_is_off_while_the_election_lasts_and_comes_from_blocks_taken_in_it():
    position = {"turn": 2, "government": "blue", "presence": [1, 1, 1, 1], "displays": "Danton"}
    game = lay(players=4, map=alone("R", "R"), **position).expect(presence=[1, 1, 1, 1]).pass_round("ACTION")
    game.expect(tie="FIRST", presence=[0, 0, 0, 0]).choose("-").expect(presence=[1, 1, 0, 0])
    position = {"turn": 2, "government": "blue", "presence": [0, 1, 0, 0, 1]}
    game = election(5, map=f"Alsace - - - RRR RR, {alone('RRR', 'BB', 'RB')}", **position)
    game.expect(government="red", presence=[1, 0, 1, 1, 0])


@pytest.mark.rule("LIB-7.28", "LIB-7.29")
def test_blocks_taken_go_back_and_those_on_the_map_stay():
    game = election(turn=2, map="Alsace RRR BB, Maine - - WW, Paris - - - BBB, Berry - - - R")
    game.expect("DISCARD", votes=[1, 3, 2], map="Alsace RR BB, Maine - - W, Paris -, Berry -", turn=3)
    game.expect(collected={colour: [0] * 4 for colour in ("white", "blue", "red")})
    game.expect(stock=[24 - 1 - 1, 28 - 2, 30 - 2])  # one white block marks the lost battle


@pytest.mark.rule("LIB-7.28")
@pytest.mark.parametrize(("taken", "marked", "left"), [("", 0, 0), ("W", 1, 0), ("WW", 2, 0), ("WWW", 2, 1)])
def test_white_blocks_taken_go_to_lost_battles_that_wait_for_one(taken, marked, left):
    """One of them is lost in this turn."""
    game = election(turn=3, stock=[0, 20, 20], map=alone(taken), lost_battles=1, battle_blocks=0)
    game.expect(turn=4, lost_battles=2, battle_blocks=marked, stock=[left, 20, 20])
