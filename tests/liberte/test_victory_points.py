"""7 Victory points of an election, their ties, and the end of the turn."""

import pytest

from hustings.envs.liberte.actions import PASS
from hustings.envs.liberte.table import BLUE, DISCARDED, HAND, RED, WHITE, Phase, Tie

from .playing import (
    after_actions,
    alone,
    choices,
    collected,
    end_actions,
    field,
    laid,
    lay,
    legal,
    over,
    phase,
    place,
    play,
    play_card,
    province,
    result,
    stack,
    stock,
    tie,
    votes,
)

# --- Victory points ------------------------------------------------------------------------------


@pytest.mark.rule("LIB-7.13", "LIB-7.14")
def test_five_two_and_three_points():
    games = after_actions(5, vp=[0, 0, 0, 0, 7], stacks=alone("RRRBB", "RR", "RB", "WWWW", "BBB"))
    assert result(games) == (RED, BLUE)
    assert field(games, "vp") == [5, 2, 0, 0, 10]


@pytest.mark.rule("LIB-7.14")
def test_first_of_the_opposition_may_be_first_of_the_government():
    games = after_actions(stacks=alone("RRRBB", "RR", "B"))
    assert field(games, "vp") == [8, 2, 0, 0]


@pytest.mark.rule("LIB-7.15")
def test_blocks_left_on_the_map_do_not_count():
    games = after_actions(stacks={"Alsace": {0: "RRR", 2: "RR", 3: "RR"}, **alone("", "RR")})
    assert votes(games) == [0, 0, 3]
    assert field(games, "vp") == [2, 5, 0, 0]


@pytest.mark.rule("LIB-7.15")
def test_blocks_of_an_earlier_election_do_not_count():
    games = after_actions(stacks=alone("RRRR", "R"))
    assert field(games, "vp") == [5, 2, 0, 0]
    lay(games, turn=2, stacks=alone("R", "RR"))
    end_actions(games)
    assert field(games, "vp") == [2, 5, 0, 0]


@pytest.mark.rule("LIB-7.16")
def test_a_single_owner_gains_five_and_nobody_two():
    games = after_actions(stacks=alone("RR", "B"))
    assert field(games, "vp") == [5, 3, 0, 0]


@pytest.mark.rule("LIB-7.17", "LIB-7.18", "LIB-7.23", "LIB-7.25", "LIB-7.26")
def test_first_place_second_place_then_opposition():
    displays = [["Danton", "Sieyès"], [], ["Sade"], []]
    games = after_actions(displays=displays, stacks=alone("RRB", "RRB", "R", "R"))
    assert tie(games) == Tie.FIRST
    assert legal(games) == {PASS, play_card("Danton")}
    play(games, (0, PASS))
    assert field(games, "vp") == [3, 3, 0, 0]
    assert tie(games) == Tie.SECOND
    play(games, (2, PASS))
    assert field(games, "vp") == [3, 3, 1, 1]
    assert tie(games) == Tie.OPPOSITION_FIRST
    assert legal(games) == {PASS, play_card("Sieyès")}
    play(games, (0, PASS))
    assert field(games, "vp") == [5, 5, 1, 1]
    assert over(games)


@pytest.mark.rule("LIB-7.17", "LIB-7.22")
def test_cards_spent_on_first_place_are_gone_for_the_second():
    displays = [["Danton"], ["Couthon"], ["Desmoulins", "Sade"], []]
    games = after_actions(displays=displays, stacks=alone("RR", "RR", "RR"))
    choices(games, "Danton", "Couthon", "Desmoulins")
    assert tie(games) == Tie.SECOND
    assert field(games, "vp") == [5, 0, 0, 0]
    assert games.seat[0] == 2  # 1 has no red card left
    choices(games, "Sade")
    assert field(games, "vp") == [5, 0, 2, 0]


@pytest.mark.rule("LIB-7.18", "LIB-7.19", "LIB-7.20", "LIB-7.21")
@pytest.mark.parametrize(
    ("letters", "cards"),
    [
        (("RRR", "RRR", "RR", "R"), ("Couthon", "Sade", "Danton", "Jacobins (A)")),
        (("BBB", "BBB", "BB", "B"), ("Mirabeau", "Barère", "Sieyès", "Feuillants")),
        (("WWW", "WWW", "WW", "W"), ("Cazalès", "Froment", "Necker", "Club de Valois")),
    ],
)
def test_the_loser_of_a_tie_for_first_is_second(letters, cards):
    high, low, unused, club = cards
    games = after_actions(
        order=[3, 1, 2, 0], displays=[[low], [high, club], [unused], []], stacks=alone(*letters)
    )
    assert tie(games) == Tie.FIRST
    assert field(games, "contender") == [1, 1, 0, 0]
    assert games.seat[0] == 1
    assert legal(games) == {PASS, play_card(high), play_card(club)}
    play(games, (1, play_card(high)))
    assert field(games, "chosen")[1] > 0
    assert place(games, high) == DISCARDED
    play(games, (0, play_card(low)))
    assert over(games)
    assert field(games, "vp") == [2, 5, 0, 0]
    assert place(games, low) == DISCARDED
    assert place(games, unused) == HAND + 2


@pytest.mark.rule("LIB-7.18")
def test_cards_of_other_factions_do_not_help_with_places():
    displays = [["Sieyès", "Necker"], ["Maury", "Bailly"], [], []]
    games = after_actions(displays=displays, stacks=alone("RR", "RR", "B", "W"))
    assert tie(games) == Tie.OPPOSITION
    choices(games, None, None)
    assert over(games)  # nobody shows a red card
    assert field(games, "vp") == [3, 3, 3, 0]


@pytest.mark.rule("LIB-7.19", "LIB-7.20", "LIB-7.21")
def test_level_cards_lead_to_another_round():
    displays = [["Danton", "Sade", "Romme"], ["Robespierre", "Ducos"], [], []]
    games = after_actions(displays=displays, stacks=alone("RR", "RR", "R"))
    choices(games, "Danton", "Robespierre")
    choices(games, "Sade", "Ducos")
    assert field(games, "vp") == [0, 0, 0, 0]
    choices(games, "Romme")
    assert field(games, "vp") == [5, 2, 0, 0]
    for name in ("Danton", "Sade", "Romme", "Robespierre", "Ducos"):
        assert place(games, name) == DISCARDED


@pytest.mark.rule("LIB-7.22")
def test_of_three_tied_the_higher_card_is_second():
    games = after_actions(
        displays=[["Sade"], ["Danton"], ["Couthon"], []], stacks=alone("RR", "RR", "RR", "R")
    )
    choices(games, "Sade", "Danton", "Couthon")
    assert over(games)
    assert field(games, "vp") == [0, 5, 2, 0]


@pytest.mark.rule("LIB-7.22", "LIB-7.19")
def test_of_three_tied_who_fell_out_later_is_second():
    displays = [["Couthon", "Fouché"], ["Danton"], ["Robespierre", "Sade"], []]
    games = after_actions(displays=displays, stacks=alone("RR", "RR", "RR", "R"))
    choices(games, "Couthon", "Danton", "Robespierre")
    assert field(games, "contender") == [0, 1, 1, 0]
    choices(games, "Sade")  # seat 1 has nothing left, but fell out later than seat 0
    assert over(games)
    assert field(games, "vp") == [0, 2, 5, 0]


@pytest.mark.rule("LIB-7.22", "LIB-7.25")
def test_losers_who_are_level_tie_for_second_place():
    displays = [["Danton", "Marat"], ["Couthon", "Sade"], ["Desmoulins", "Romme"], ["Fouché"]]
    games = after_actions(displays=displays, stacks=alone("RR", "RR", "RR", "R"))
    choices(games, "Danton", "Couthon", "Desmoulins")
    assert tie(games) == Tie.SECOND
    assert field(games, "contender") == [0, 1, 1, 0]
    choices(games, "Sade", "Romme")
    assert over(games)
    assert field(games, "vp") == [5, 1, 1, 0]


@pytest.mark.rule("LIB-7.23")
@pytest.mark.parametrize(
    ("letters", "points"),
    [
        (("RRR", "RRR", "RR", "R"), [3, 3, 2, 0]),
        (("RR", "RR", "RR", "R"), [3, 3, 3, 2]),
        (("RR", "RR"), [3, 3, 0, 0]),
        (("RR", "RR", "RR", "RR"), [3, 3, 3, 3]),
    ],
)
@pytest.mark.parametrize("level_cards", [False, True])
def test_a_tie_for_first_that_stays_gives_three_each_and_two_to_the_next(letters, points, level_cards):
    reds = ["Danton", "Robespierre", "Marat", "Fouché"]
    displays = [[red] if row == letters[0] else [] for row, red in zip(letters, reds)]
    games = after_actions(displays=displays if level_cards else None, stacks=alone(*letters))
    if level_cards:
        choices(games, *(row[0] for row in displays if row))
    assert over(games)
    assert field(games, "vp") == points


@pytest.mark.rule("LIB-7.23", "LIB-7.25", "LIB-7.24")
@pytest.mark.parametrize(("third", "points"), [("Sade", [3, 3, 2, 0]), (None, [3, 3, 1, 1])])
def test_the_next_with_the_same_number_of_blocks_tie_for_second_place(third, points):
    games = after_actions(displays=[[], [], ["Sade"], []], stacks=alone("RR", "RR", "R", "R"))
    assert tie(games) == Tie.SECOND
    assert field(games, "contender") == [0, 0, 1, 1]
    choices(games, third)
    assert field(games, "vp") == points


@pytest.mark.rule("LIB-7.24")
def test_who_fell_out_of_an_unresolved_tie_is_second():
    displays = [["Danton"], ["Couthon", "Sade"], ["Robespierre"], []]
    games = after_actions(displays=displays, stacks=alone("RR", "RR", "RR", "R"))
    choices(games, "Danton", "Couthon", "Robespierre")
    assert over(games)
    assert field(games, "vp") == [3, 2, 3, 0]


@pytest.mark.rule("LIB-7.24", "LIB-7.25")
@pytest.mark.parametrize(
    ("again", "points"),
    [(("Romme", None), [3, 3, 2, 0, 0]), ((None, None), [3, 3, 1, 1, 0]), ((None, "Ducos"), [3, 3, 0, 2, 0])],
)
def test_those_who_fell_out_level_tie_for_second_place(again, points):
    displays = [["Danton"], ["Robespierre"], ["Sade", "Romme"], ["Carrier", "Ducos"], ["Marat"]]
    games = after_actions(5, displays=displays, stacks=alone("RR", "RR", "RR", "RR", "R"))
    choices(games, "Danton", "Robespierre", "Sade", "Carrier")
    assert field(games, "vp") == [3, 3, 0, 0, 0]
    assert tie(games) == Tie.SECOND
    assert field(games, "contender") == [0, 0, 1, 1, 0]
    choices(games, *again)
    assert over(games)
    assert field(games, "vp") == points


@pytest.mark.rule("LIB-7.24", "LIB-7.22")
def test_among_those_who_fell_out_the_later_round_counts_before_the_card():
    displays = [["Danton", "Sade"], ["Robespierre", "Romme"], ["Marat"], ["Couthon"]]
    games = after_actions(displays=displays, stacks=alone("RR", "RR", "RR", "RR"))
    choices(games, "Danton", "Robespierre", "Marat", "Couthon")
    choices(games, "Sade", "Romme")  # seat 2 falls out without a card, after seat 3
    assert over(games)
    assert field(games, "vp") == [3, 3, 2, 0]


@pytest.mark.rule("LIB-7.25", "LIB-7.19", "LIB-7.20")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((None, None, None), [5, 1, 1, 1]),
        (("Couthon", "Desmoulins", "Sade"), [5, 1, 1, 0]),
        (("Couthon", None, "Sade"), [5, 2, 0, 0]),
        ((None, None, "Sade"), [5, 0, 0, 2]),
    ],
)
def test_a_tie_for_second_place(cards, points):
    displays = [["Danton"], ["Couthon"], ["Desmoulins"], ["Sade"]]
    games = after_actions(displays=displays, stacks=alone("RRR", "RR", "RR", "RR"))
    assert tie(games) == Tie.SECOND
    assert field(games, "vp") == [5, 0, 0, 0]
    choices(games, *cards)
    assert over(games)
    assert field(games, "vp") == points
    assert all(place(games, name) == DISCARDED for name in cards if name)


@pytest.mark.rule("LIB-7.26", "LIB-7.19", "LIB-7.20", "LIB-7.18")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((None, None, None), [5, 2, 2, 2]),
        (("Mirabeau", "Bailly", "Volney", None, None), [5, 2, 2, 0]),
        (("Barère", None, "Sieyès"), [5, 0, 0, 3]),
        (("Mirabeau", "Lafayette", None, "Barère", None), [5, 3, 0, 0]),
    ],
)
def test_a_tie_for_the_opposition(cards, points):
    displays = [
        ["Danton", "Talleyrand"],
        ["Mirabeau", "Barère", "Desmoulins"],
        ["Bailly", "Lafayette", "Necker"],
        ["Sieyès", "Volney"],
    ]
    games = after_actions(displays=displays, stacks=alone("RRRRRR", "B", "B", "B"))
    assert tie(games) == Tie.OPPOSITION_FIRST
    assert legal(games) == {PASS, play_card("Mirabeau"), play_card("Barère")}
    choices(games, *cards)
    assert over(games)
    assert field(games, "vp") == points
    assert all(place(games, name) == DISCARDED for name in cards if name)


@pytest.mark.rule("LIB-7.23", "LIB-7.24")
def test_who_fell_out_of_an_earlier_tie_is_not_second_for_it():
    """Seat 3 falls out of the tie in Alsace; second is seat 2, with the next most blocks."""
    displays = [["Danton", "Sade"], [], [], ["Romme"]]
    stacks = {"Alsace": {0: "R", 3: "R"}, **alone("RR", "RRR", "RR", "R")}
    games = after_actions(displays=displays, stacks=stacks)
    assert tie(games) == Tie.PROVINCE
    choices(games, "Danton", "Romme")
    assert tie(games) == Tie.FIRST
    choices(games, None)
    assert over(games)
    assert field(games, "vp") == [3, 3, 2, 0]


@pytest.mark.rule("LIB-7.7", "LIB-7.22", "LIB-7.24")
@pytest.mark.parametrize(
    ("letters", "displays", "cards"),
    [
        (("RR", "BB", "WW"), [["Danton"], ["Sieyès"], ["Maury"]], ("Danton", None, None, "Sieyès", None)),
        (("RR", "RR", "RR"), [["Danton"], ["Couthon"], ["Sade"]], ("Danton", "Couthon", "Sade")),
        (("RR", "RR", "RB"), [["Danton"], ["Couthon"], []], ("Danton", "Couthon")),
        (("RRR", "RR", "RR"), [[], ["Couthon"], ["Sade"]], ("Couthon", "Sade")),
        (("RRR", "B", "B"), [[], ["Mirabeau"], ["Barère"]], ("Mirabeau", "Barère")),
    ],
)
def test_a_tie_leaves_no_trace_for_the_next(letters, displays, cards):
    games = after_actions(3, displays=displays, stacks=alone(*letters))
    choices(games, *cards)
    assert over(games)
    traces = ("tie", "tie_round", "tie_place", "contender", "chosen", "fell")
    traces += ("tied_colour", "tied_before", "strength")
    assert not any(games.tables[name].any() for name in traces)


# --- Presence, and the end of the turn -----------------------------------------------------------


@pytest.mark.rule("LIB-7.27")
def test_presence_comes_from_blocks_taken_in_this_election():
    stacks = {"Alsace": {3: "RRR", 4: "RR"}, **alone("RRR", "BB", "RB")}
    games = after_actions(5, turn=2, government=BLUE, presence=[0, 1, 0, 0, 1], stacks=stacks)
    assert field(games, "government") == RED
    assert field(games, "presence") == [1, 0, 1, 1, 0]


@pytest.mark.rule("LIB-7.27")
def test_presence_is_off_while_the_election_lasts():
    games = laid(
        turn=2, government=BLUE, presence=[1, 1, 1, 1], displays=[["Danton"]], stacks=alone("R", "R")
    )
    assert field(games, "presence") == [1, 1, 1, 1]
    end_actions(games)
    assert tie(games) == Tie.FIRST
    assert field(games, "presence") == [0, 0, 0, 0]
    choices(games, None)
    assert field(games, "presence") == [1, 1, 0, 0]


@pytest.mark.rule("LIB-7.28", "LIB-7.29")
def test_blocks_taken_go_back_and_those_on_the_map_stay():
    stacks = {"Alsace": {0: "RRR", 1: "BB"}, "Maine": {2: "WW"}, "Paris": {3: "BBB"}, "Berry": {3: "R"}}
    games = after_actions(turn=2, stacks=stacks)
    assert votes(games) == [1, 3, 2]
    assert [stack(games, "Alsace", 0), stack(games, "Alsace", 1), stack(games, "Maine", 2)] == [
        "RR",
        "BB",
        "W",
    ]
    assert field(games, "height")[province("Paris")] == [0] * 6
    assert collected(games, RED) == collected(games, BLUE) == collected(games, WHITE) == [0, 0, 0, 0]
    assert stock(games) == [24 - 1 - 1, 28 - 2, 30 - 2]  # one white block marks the lost battle
    assert (field(games, "turn"), phase(games)) == (3, Phase.DISCARD)


@pytest.mark.rule("LIB-7.28")
@pytest.mark.parametrize(("taken", "marked", "left"), [("", 0, 0), ("W", 1, 0), ("WW", 2, 0), ("WWW", 2, 1)])
def test_white_blocks_taken_go_to_lost_battles_that_wait_for_one(taken, marked, left):
    games = laid(turn=3, stock=[0, 20, 20], stacks=alone(taken))
    games.tables["lost_battles"][0] = 1  # and another is lost in this turn
    end_actions(games)
    assert field(games, "turn") == 4
    assert field(games, "lost_battles") == 2
    assert field(games, "battle_blocks") == marked
    assert stock(games)[0] == left
