"""The election in the provinces: votes, ties, Paris, and provinces with victory points."""

import pytest

from hustings.envs.liberte.actions import PASS
from hustings.envs.liberte.table import BLUE, DISCARDED, HAND, RED, WHITE, Phase, Tie

from .playing import (
    after_actions,
    alone,
    card,
    collected,
    deal,
    display,
    end_actions,
    field,
    laid,
    lay,
    legal,
    legal_cards,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    province,
    stack,
    stock,
    tie,
    votes,
)

# A tie in Paris, the last province, stops the election where seat 3 decides.
PAUSE = {"Paris": {2: "W", 3: "W"}}
NECKER = ["Necker"]


def tied_provinces(games):
    """The provinces of the ties in the order in which they come, while nobody chooses a card."""
    provinces = []
    while phase(games) == Phase.TIE and tie(games) == Tie.PROVINCE:
        before = games.tables["height"][0].any(axis=1)
        games.step([PASS])
        if tie(games) != Tie.PROVINCE or field(games, "tie_round") == 1:
            provinces += (before & ~games.tables["height"][0].any(axis=1)).nonzero()[0].tolist()
    return provinces


@pytest.mark.rule("LIB-6.1", "LIB-6.3", "LIB-6.5")
def test_the_highest_stack_is_one_vote_and_loses_a_block():
    stacks = {"Maine": {0: "RR", 1: "B"}, "Berry": {1: "BBB", 2: "WW"}, "Alsace": {3: "B"}, **PAUSE}
    games = laid(displays=[[], [], [], NECKER], stacks=stacks)
    games.tables["votes"][0] = [0, 5, 5, 5]  # of another election
    end_actions(games)
    assert votes(games) == [0, 2, 1]
    assert [stack(games, "Maine", 0), stack(games, "Maine", 1)] == ["R", "B"]
    assert [stack(games, "Berry", 1), stack(games, "Berry", 2)] == ["BB", "WW"]
    assert stack(games, "Alsace", 3) == ""
    assert collected(games, RED) == [1, 0, 0, 0]
    assert collected(games, BLUE) == [0, 1, 0, 1]
    assert collected(games, WHITE) == [0, 0, 0, 0]


@pytest.mark.rule("LIB-6.1", "LIB-6.3")
def test_an_empty_province_has_no_vote():
    games = after_actions(stacks={"Paris": {1: "B"}})
    assert votes(games) == [0, 1, 0]


@pytest.mark.rule("LIB-6.1", "LIB-6.5")
def test_each_election_looks_at_all_provinces_again():
    games = deal(refill="optional")
    lay(games, stacks={"Brittany": {0: "RRR"}})
    for turn in (1, 2):
        pass_turn(games)
        assert field(games, "turn") == turn + 1
        assert votes(games)[2] == 1
    assert stack(games, "Brittany", 0) == "R"
    assert field(games, "vp") == [10, 0, 0, 0]


@pytest.mark.rule("LIB-6.4")
def test_stacks_of_one_colour_are_not_added_up():
    games = after_actions(stacks={"Lorraine": {0: "BB", 1: "RRR", 2: "BB"}})
    assert votes(games) == [0, 0, 1]
    assert [stack(games, "Lorraine", seat) for seat in range(3)] == ["BB", "RR", "BB"]


@pytest.mark.rule("LIB-6.6")
def test_blocks_taken_are_neither_in_the_stock_nor_on_the_map():
    games = laid(displays=[[], [], [], NECKER], stacks={"Maine": {0: "RR"}, "Berry": {1: "R"}, **PAUSE})
    before = stock(games)
    end_actions(games)
    assert phase(games) == Phase.TIE
    assert stock(games) == before
    assert collected(games, RED) == [1, 1, 0, 0]
    assert games.tables["height"][0].sum() == 1 + 2


@pytest.mark.rule("LIB-6.2")
@pytest.mark.parametrize(
    ("region_order", "expected"),
    [
        ([1, 2, 3, 4, 5, 6], ["Brittany", "Vendée", "Guyenne", "Berry", "Champagne", "Normandy", "Paris"]),
        ([6, 4, 1, 2, 3, 5], ["Normandy", "Paris", "Berry", "Brittany", "Vendée", "Guyenne", "Champagne"]),
    ],
)
def test_regions_vote_along_the_track_and_provinces_by_number(region_order, expected):
    games = deal(region_order=region_order)
    names = ("Paris", "Normandy", "Vendée", "Brittany", "Guyenne", "Berry", "Champagne")
    lay(games, displays=[["Danton"], []], stacks={name: {0: "R", 1: "B"} for name in names})
    end_actions(games)
    assert tied_provinces(games) == [province(name) for name in expected]


@pytest.mark.rule("LIB-6.2", "LIB-6.13")
def test_a_card_spent_in_one_province_is_missing_in_the_next():
    stacks = {name: {0: "R", 1: "B"} for name in ("Maine", "Anjou", "Berry")}
    games = after_actions(displays=[["Sade"], ["Bailly", "Feuillants"]], stacks=stacks)
    play(games, (0, play_card("Sade")))
    assert legal_cards(games) == {"Bailly", "Feuillants"}
    play(games, (1, PASS))
    assert votes(games) == [0, 0, 1]
    play(games, (1, play_card("Feuillants")))
    assert votes(games) == [0, 1, 1]
    assert legal_cards(games) == {"Bailly"}
    play(games, (1, play_card("Bailly")))
    assert votes(games) == [0, 2, 1]
    assert place(games, "Sade") == place(games, "Feuillants") == place(games, "Bailly") == DISCARDED


@pytest.mark.rule("LIB-6.7", "LIB-6.8")
def test_the_tied_choose_in_order_of_play_and_openly():
    displays = [
        ["Couthon", "Bailly"],
        ["Le Chapelier", "Girondins", "Sade", "Maury", "Bouillé"],
        ["Necker"],
        ["Romme", "Sieyès"],
    ]
    stacks = {"Maine": {0: "RR", 1: "BB", 2: "W"}}
    games = after_actions(order=[3, 2, 1, 0], displays=displays, stacks=stacks)
    assert games.seat[0] == 1  # 2 has a lower stack, 3 none
    assert tie(games) == Tie.PROVINCE
    assert field(games, "contender") == [1, 1, 0, 0]
    # The backgrounds: Le Chapelier's is the West, where Maine lies, the club goes anywhere.
    assert legal(games) == {PASS, play_card("Le Chapelier"), play_card("Girondins")}
    play(games, (1, play_card("Girondins")))
    assert field(games, "chosen") == [0, card("Girondins"), 0, 0]
    assert place(games, "Girondins") == DISCARDED
    assert display(games, 1) == ["Le Chapelier", "Sade", "Maury", "Bouillé"]
    assert games.seat[0] == 0
    assert legal(games) == {PASS, play_card("Couthon")}  # a card of the Centre


@pytest.mark.rule("LIB-6.7", "LIB-6.8", "LIB-6.13")
def test_who_has_no_card_of_the_colour_is_not_asked():
    games = after_actions(displays=[["Sade"], ["Danton"]], stacks={"Maine": {0: "RR", 1: "BB"}})
    play(games, (0, play_card("Sade")))
    assert votes(games) == [0, 0, 1]
    assert place(games, "Danton") == HAND + 1  # taken back


@pytest.mark.rule("LIB-6.9", "LIB-6.12", "LIB-6.13")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("Danton", "Bailly", 0),
        ("Couthon", "Sieyès", 1),
        ("Sade", None, 0),
        (None, "Barère", 1),
    ],
)
def test_the_highest_card_wins_and_the_province_is_cleared(first, second, winner):
    displays = [["Danton", "Couthon", "Sade"], ["Sieyès", "Bailly", "Barère"], [], NECKER]
    stacks = {"Provence": {0: "RR", 1: "BB", 2: "W"}, "Alsace": {2: "RR"}, **PAUSE}
    games = after_actions(displays=displays, stacks=stacks)
    play(games, (0, play_card(first) if first else PASS), (1, play_card(second) if second else PASS))
    assert games.seat[0] == 3  # in Paris
    assert votes(games) == ([0, 0, 2] if winner == 0 else [0, 1, 1])
    assert collected(games, RED) == ([1, 0, 1, 0] if winner == 0 else [0, 0, 1, 0])
    assert collected(games, BLUE) == ([0, 0, 0, 0] if winner == 0 else [0, 1, 0, 0])
    assert [stack(games, "Provence", seat) for seat in range(4)] == [""] * 4
    assert stack(games, "Alsace", 2) == "R"
    reds, blues = (1, 0) if winner == 0 else (0, 1)
    assert stock(games) == [24 - 2 - 2, 28 - 2 - blues, 30 - 2 - 2 - reds]  # two of each are aside
    for name in filter(None, (first, second)):
        assert place(games, name) == DISCARDED
    assert len(display(games, 0) + display(games, 1)) == 6 - 2 + [first, second].count(None)


@pytest.mark.rule("LIB-6.10", "LIB-6.12", "LIB-6.13")
@pytest.mark.parametrize("cards", [("Danton", "Sieyès"), ("Sade", "Barère"), (None, None)])
def test_a_tie_that_stays_has_no_vote_and_no_second_round(cards):
    displays = [["Danton", "Sade", "Couthon"], ["Sieyès", "Barère", "Bailly"]]
    games = after_actions(
        displays=displays, stacks={"Provence": {0: "RRR", 1: "BBB", 2: "WW"}, "Alsace": {2: "W"}}
    )
    play(games, *((seat, play_card(name) if name else PASS) for seat, name in enumerate(cards)))
    assert votes(games) == [1, 0, 0]  # Alsace; the election is over
    assert field(games, "vp") == [0, 0, 5, 0]
    assert field(games, "height")[province("Provence")] == [0] * 6
    assert stock(games) == [24, 28, 30]
    assert field(games, "turn") == 2
    chosen = [name for name in cards if name]
    assert all(place(games, name) == DISCARDED for name in chosen)


@pytest.mark.rule("LIB-6.10", "LIB-6.11", "LIB-6.12")
def test_two_stacks_of_the_same_colour_are_tied():
    games = laid(
        displays=[["Danton"], ["Couthon"]], stacks={"Lorraine": {0: "RR", 1: "RR"}, "Berry": {2: "B"}}
    )
    end_actions(games)
    assert field(games, "contender") == [1, 1, 0, 0]
    play(games, (0, PASS), (1, PASS))
    assert votes(games) == [0, 1, 0]
    assert field(games, "vp") == [0, 0, 5, 0]
    assert field(games, "height")[province("Lorraine")] == [0] * 6


@pytest.mark.rule("LIB-6.14")
def test_the_winner_of_paris_takes_the_whole_stack():
    stacks = {"Paris": {0: "RRR", 1: "BB", 2: "W"}, "Maine": {1: "BB"}, "Berry": {1: "BBB"}}
    games = after_actions(stacks=stacks, displays=[[], ["Sieyès"], [], []])
    assert votes(games) == [0, 2, 3]
    assert [stack(games, "Paris", seat) for seat in range(3)] == ["", "BB", "W"]
    assert [stack(games, "Maine", 1), stack(games, "Berry", 1)] == ["B", "BB"]
    assert field(games, "vp") == [5, 3, 0, 0]
    assert place(games, "Sieyès") == HAND + 1


@pytest.mark.rule("LIB-6.13", "LIB-6.14", "LIB-6.15")
def test_in_paris_those_still_level_choose_again():
    displays = [["Danton", "Sade"], ["Robespierre", "Couthon"], ["Talleyrand", "Bailly"]]
    games = after_actions(displays=displays, stacks={"Paris": {0: "RR", 1: "RR", 2: "BB"}})
    play(games, (0, play_card("Danton")), (1, play_card("Robespierre")), (2, play_card("Bailly")))
    assert field(games, "contender") == [1, 1, 0, 0]  # Talleyrand comes too late
    assert field(games, "chosen") == [0, 0, 0, 0]
    play(games, (0, play_card("Sade")), (1, play_card("Couthon")))
    assert votes(games) == [0, 0, 2]
    assert field(games, "vp") == [0, 5, 0, 0]
    assert field(games, "height")[province("Paris")] == [0] * 6
    assert all(place(games, name) == DISCARDED for name in ("Danton", "Sade", "Robespierre", "Couthon"))
    assert place(games, "Bailly") == DISCARDED
    assert place(games, "Talleyrand") == HAND + 2


@pytest.mark.rule("LIB-6.15")
def test_in_paris_four_rounds_may_be_needed_and_a_lone_card_wins():
    displays = [["Sade", "Romme", "Ducos"], ["Barère", "Guillotin", "Volney", "Dietrich"]]
    games = after_actions(displays=displays, stacks={"Paris": {0: "RRR", 1: "BBB"}})
    for red, blue in zip(*displays):
        assert votes(games) == [0, 0, 0]
        play(games, (0, play_card(red)), (1, play_card(blue)))
    assert field(games, "tie_round") == 4
    play(games, (1, play_card("Dietrich")))
    assert votes(games) == [0, 3, 0]
    assert field(games, "vp") == [0, 5, 0, 0]


@pytest.mark.rule("LIB-6.16", "LIB-6.12", "LIB-6.13")
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_tie_in_paris_that_stays_has_no_votes_and_empties_it(rounds):
    displays = [["Danton", "Sade"], ["Sieyès", "Barère"]]
    games = after_actions(
        displays=displays, stacks={"Paris": {0: "RRR", 1: "BBB", 2: "W"}, "Maine": {3: "W"}}
    )
    for red, blue in list(zip(*displays))[:rounds]:
        play(games, (0, play_card(red)), (1, play_card(blue)))
    if rounds < 2:
        play(games, (0, PASS), (1, PASS))
    assert votes(games) == [1, 0, 0]
    assert field(games, "vp") == [0, 0, 0, 5]
    assert field(games, "height")[province("Paris")] == [0] * 6
    assert stock(games) == [24, 28, 30]
    spent = [name for row in displays for name in row[:rounds]]
    assert all(place(games, name) == DISCARDED for name in spent)


@pytest.mark.rule("LIB-6.17")
@pytest.mark.parametrize(("turn", "gained"), [(1, False), (2, False), (3, True), (4, True)])
def test_four_provinces_give_points_in_the_last_turns(turn, gained):
    stacks = {"Vendée": {0: "R"}, "Languedoc": {1: "RR"}, "Lyonnais": {2: "B"}, "Champagne": {3: "B"}}
    stacks |= {"Maine": {3: "RRR"}, **PAUSE}
    games = after_actions(turn=turn, vp=[1, 1, 1, 1], displays=[[], [], [], NECKER], stacks=stacks)
    assert tie(games) == Tie.PROVINCE  # they are paid before the election is over
    assert field(games, "vp") == ([2, 3, 2, 2] if gained else [1, 1, 1, 1])


@pytest.mark.rule("LIB-6.17", "LIB-6.18")
@pytest.mark.parametrize(("card_played", "points"), [("Sade", [2, 0, 0, 0]), (None, [0, 0, 0, 0])])
def test_points_of_a_tied_province_go_to_its_winner_or_to_nobody(card_played, points):
    stacks = {"Languedoc": {0: "R", 1: "B"}, **PAUSE}
    games = after_actions(turn=3, displays=[["Sade"], [], [], NECKER], stacks=stacks)
    play(games, (0, play_card(card_played) if card_played else PASS))
    assert games.seat[0] == 3
    assert field(games, "vp") == points


@pytest.mark.rule("LIB-6.3", "LIB-6.5")
@pytest.mark.parametrize("players", [3, 6])
def test_every_seat_can_win(players):
    games = after_actions(players, stacks=alone(*(["B"] * (players - 1) + ["RRRRRRR"])))
    assert votes(games) == [0, players - 1, 7]
    assert field(games, "vp")[-1] == 5
