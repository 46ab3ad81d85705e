"""5 The election in the provinces: votes, ties, Paris, and provinces with victory points."""

import pytest

from .playing import alone, election, everywhere, lay

# A tie in Paris, the last province, stops the election where seat 3 decides.
PAUSE = {"map": "Paris - - W W", "displays": ["", "", "", "Necker"]}


def paused(stacks: str, **position):
    """The election has come to the tie in Paris, if none comes before."""
    return election(**PAUSE | position | {"map": f"{stacks}, {PAUSE['map']}"})


@pytest.mark.rule("LIB-6.1", "LIB-6.3", "LIB-6.5", "LIB-6.6")
def test_the_highest_stack_is_one_vote_and_loses_a_block():
    """The votes are not those of another election; blocks taken are neither on the map nor in the stock."""
    game = paused("Maine RR B, Berry - BBB WW, Alsace - - - B", votes=[5, 5, 5])
    game.expect(votes=[0, 2, 1], map="Maine R B, Berry - BB WW, Alsace -")
    game.expect(collected={"red": [1, 0, 0, 0], "blue": [0, 1, 0, 1], "white": [0, 0, 0, 0]})
    game.expect("TIE", stock=[22 - 4, 26 - 5, 28 - 2])


@pytest.mark.rule("LIB-6.1", "LIB-6.5")
def test_each_election_looks_at_all_provinces_again():
    game = lay(players=4, map="Brittany RRR", refill="optional").pass_round().expect(turn=2, votes=[0, 0, 1])
    game.pass_round().expect(turn=3, votes=[0, 0, 1], map="Brittany R", vp=[10, 0, 0, 0])


@pytest.mark.rule("LIB-6.2")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([1, 2, 3, 4, 5, 6], "Brittany, Vendée, Guyenne, Berry, Champagne, Normandy, Paris"),
        ([6, 4, 1, 2, 3, 5], "Normandy, Paris, Berry, Brittany, Vendée, Guyenne, Champagne"),
    ],
)
def test_regions_vote_along_the_track_and_provinces_by_number(order, expected):
    """All are tied, and nobody chooses a card: one after another is emptied."""
    provinces = expected.split(", ")
    game = election(map=everywhere(sorted(provinces), "R B"), displays="Danton", region_order=order)
    for name in provinces:
        game.expect(tie="PROVINCE", map=f"{name} R B").choose("-").expect(map=f"{name} -")


@pytest.mark.rule("LIB-6.2", "LIB-6.13")
def test_a_card_spent_in_one_province_is_missing_in_the_next():
    position = {"displays": ["Sade", "Bailly, Feuillants"]}
    game = election(map=everywhere(("Maine", "Anjou", "Berry"), "R B"), **position).choose("Sade")
    game.expect(cards="Bailly, Feuillants").choose("-")
    game.expect(votes=[0, 0, 1], tie="PROVINCE", fell=[0, 0, 0, 0]).choose("Feuillants")
    game.expect(votes=[0, 1, 1], cards="Bailly").choose("Bailly").expect(votes=[0, 2, 1])
    game.expect(discards="Sade, Feuillants, Bailly")


@pytest.mark.rule("LIB-6.9", "LIB-6.12", "LIB-6.13")
@pytest.mark.parametrize(
    ("cards", "votes", "reds", "blues", "stock"),
    [
        ("Danton, Bailly", [0, 0, 2], [1, 0, 1, 0], [0, 0, 0, 0], [20, 26, 25]),
        ("Couthon, Sieyès", [0, 1, 1], [0, 0, 1, 0], [0, 1, 0, 0], [20, 25, 26]),
        ("Sade, -", [0, 0, 2], [1, 0, 1, 0], [0, 0, 0, 0], [20, 26, 25]),
        ("-, Barère", [0, 1, 1], [0, 0, 1, 0], [0, 1, 0, 0], [20, 25, 26]),
    ],
)
def test_the_highest_card_wins_and_the_province_is_cleared(cards, votes, reds, blues, stock):
    """Of 22, 26 and 28 blocks two white ones lie in Paris and two red ones in Alsace before its vote."""
    displays = ["Danton, Couthon, Sade", "Sieyès, Bailly, Barère", "", "Necker"]
    game = paused("Provence RR BB W, Alsace - - RR", displays=displays).choose(cards).expect(seat=3)
    game.expect(votes=votes, collected={"red": reds, "blue": blues}, map="Provence -, Alsace - - R")
    game.expect(stock=stock, discards=", ".join(name for name in cards.split(", ") if name != "-"))


@pytest.mark.rule("LIB-6.10", "LIB-6.12", "LIB-6.13")
@pytest.mark.parametrize("cards", ["Danton, Sieyès", "Sade, Barère", "-, -"])
def test_a_tie_that_stays_has_no_vote_and_no_second_round(cards):
    displays = ["Danton, Sade, Couthon", "Sieyès, Barère, Bailly"]
    game = election(displays=displays, map="Provence RRR BBB WW, Alsace - - W").choose(cards)
    game.expect(turn=2, votes=[1, 0, 0], vp=[0, 0, 5, 0], map="Provence -", stock=[24, 28, 30])
    game.expect(discards=cards.replace("-, -", ""))


@pytest.mark.rule("LIB-6.10", "LIB-6.11", "LIB-6.12")
def test_two_stacks_of_the_same_colour_are_tied():
    game = election(displays=["Danton", "Couthon"], map="Lorraine RR RR, Berry - - B")
    game.expect(contender=[1, 1, 0, 0]).choose("-, -")
    game.expect(votes=[0, 1, 0], vp=[0, 0, 5, 0], map="Lorraine -")


@pytest.mark.rule("LIB-6.14")
def test_the_winner_of_paris_takes_the_whole_stack():
    game = election(map="Paris RRR BB W, Maine - BB, Berry - BBB", displays=["", "Sieyès"])
    game.expect(votes=[0, 2, 3], map="Paris - BB W, Maine - B, Berry - BB", vp=[5, 3, 0, 0])
    game.expect(hands=["", "Sieyès", "", ""])


@pytest.mark.rule("LIB-6.13", "LIB-6.14", "LIB-6.15")
def test_in_paris_those_still_level_choose_again():
    displays = ["Danton, Sade", "Robespierre, Couthon", "Talleyrand, Bailly"]
    game = election(displays=displays, map="Paris RR RR BB").choose("Danton, Robespierre, Bailly")
    game.expect(contender=[1, 1, 0, 0], chosen=[0, 0, 0, 0])  # Talleyrand comes too late
    game.choose("Sade, Couthon").expect(votes=[0, 0, 2], vp=[0, 5, 0, 0], map="Paris -")
    game.expect(discards="Danton, Sade, Robespierre, Couthon, Bailly", hands=["", "", "Talleyrand", ""])


@pytest.mark.rule("LIB-6.16", "LIB-6.12", "LIB-6.13")
@pytest.mark.parametrize(
    ("cards", "discards"),
    [
        ("-, -", ""),
        ("Danton, Sieyès, -, -", "Danton, Sieyès"),
        ("Danton, Sieyès, Sade, Barère", "Danton, Sieyès, Sade, Barère"),
    ],
)
def test_a_tie_in_paris_that_stays_has_no_votes_and_empties_it(cards, discards):
    game = election(displays=["Danton, Sade", "Sieyès, Barère"], map="Paris RRR BBB W, Maine - - - W")
    game.choose(cards).expect(votes=[1, 0, 0], vp=[0, 0, 0, 5], map="Paris -", stock=[24, 28, 30])
    game.expect(discards=discards, turn=2)


@pytest.mark.rule("LIB-6.17")
@pytest.mark.parametrize(
    ("turn", "vp"), [(1, [1, 1, 1, 1]), (2, [1, 1, 1, 1]), (3, [2, 3, 2, 2]), (4, [2, 3, 2, 2])]
)
def test_four_provinces_give_points_in_the_last_turns(turn, vp):
    """They are paid before the election is over."""
    points = "Vendée R, Languedoc - RR, Lyonnais - - B, Champagne - - - B"
    paused(f"{points}, Maine - - - RRR", turn=turn, vp=[1, 1, 1, 1]).expect(tie="PROVINCE", vp=vp)


@pytest.mark.rule("LIB-6.17", "LIB-6.18")
@pytest.mark.parametrize(("card", "vp"), [("Sade", [2, 0, 0, 0]), ("-", [0, 0, 0, 0])])
def test_points_of_a_tied_province_go_to_its_winner_or_to_nobody(card, vp):
    game = paused("Languedoc R B", turn=3, displays=["Sade", "", "", "Necker"]).choose(card)
    game.expect(seat=3, vp=vp)


@pytest.mark.rule("LIB-6.1", "LIB-6.3", "LIB-6.4", "LIB-6.5")
@pytest.mark.parametrize(
    ("players", "stacks", "votes", "vp"),
    [
        (3, "Paris - B", [0, 1, 0], [0, 5, 0]),  # no votes of empty provinces
        (3, "Lorraine BB RRR BB", [0, 0, 1], [0, 5, 0]),  # stacks of one colour are not added up
        (3, alone("B", "B", "RRRRRRR"), [0, 2, 7], [2, 2, 5]),
        (6, alone("B", "B", "B", "B", "B", "RRRRRRR"), [0, 5, 7], [2, 2, 2, 2, 2, 5]),
    ],
)
def test_every_seat_can_win_and_no_stack_twice(players, stacks, votes, vp):
    election(players, map=stacks).expect(votes=votes, vp=vp)
