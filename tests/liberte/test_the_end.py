"""The end of the game: four turns, counter-revolution, landslide; winners, scores and payoffs."""

import pytest

from hustings.envs import liberte_v0
from hustings.envs.liberte.actions import DISCARD_CARD, DISPLAY_CARD, PASS
from hustings.envs.liberte.table import DISCARDED, HAND, RED, Ending, Phase
from hustings.envs.liberte.text.describe import province_name

from .playing import (
    BOX,
    after_actions,
    alone,
    deal,
    end_actions,
    field,
    laid,
    lay,
    phase,
    place,
    play,
    play_card,
    province,
    stack,
    stack_of,
    to,
    votes,
)

PROVINCES = [province_name(BOX[0], number) for number in range(27)]
SIX = ("Brittany", "Maine", "Anjou", "Vivarais", "Provence", "Berry")


def white(*names, seat=3, height="W"):
    """White stacks of one seat that control these provinces."""
    return {name: {seat: height} for name in names}


def done(games) -> Ending:
    """How the game has ended; an Ending of NONE while it goes on."""
    assert (phase(games) == Phase.OVER) == bool(games.over[0]) == (games.seat[0] == -1)
    return Ending(int(games.tables["ending"][0]))


def play_any_card(games):
    """Seat 0 plays Sade into Picardy: a card done with, that changes nothing for royalists."""
    play(games, (0, play_card("Sade")), (0, to("Picardy")), (0, DISCARD_CARD))


def scores(games):
    return games.scores[0].tolist()


def payoff(games):
    return [round(paid, 3) for paid in games.payoff[0].tolist()]


# --- Four turns ----------------------------------------------------------------------------------


@pytest.mark.rule("LIB-8.1", "LIB-8.18")
def test_most_victory_points_after_four_turns():
    games = after_actions(
        turn=4, vp=[4, 9, 8, 1], hands=[["Necker", "Danton"]], stacks=alone("R", "", "RR", "B")
    )
    assert done(games) == Ending.FOUR_TURNS
    assert scores(games) == [6, 9, 13, 4]
    assert payoff(games) == [-0.333, 0.333, 1, -1]
    assert field(games, "collected")[RED] == [0] * 6


@pytest.mark.rule("LIB-8.1")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_game_goes_on_before_the_fourth_turn(turn):
    games = after_actions(turn=turn, stacks=alone("R", "", "RR", "B"))
    assert done(games) == Ending.NONE
    assert (field(games, "turn"), phase(games)) == (turn + 1, Phase.DISCARD)


@pytest.mark.rule("LIB-8.2")
def test_level_points_are_told_apart_by_all_blocks_on_the_display():
    displays = [["Danton"], ["Feuillants", "Sade", "Cazalès"], ["Necker", "Maury"], []]
    hands = [["Robespierre", "Sieyès"], [], [], []]
    games = after_actions(
        turn=4, vp=[9, 9, 8, 0], displays=displays, hands=hands, stacks=alone("", "", "", "RRB")
    )
    assert done(games) == Ending.FOUR_TURNS
    assert scores(games) == [9, 9, 8, 8]
    assert payoff(games) == [0.333, 1, -0.333, -1]
    games.reward = "win"
    assert payoff(games) == [-0.25, 0.75, -0.25, -0.25]


@pytest.mark.rule("LIB-8.2")
def test_cards_spent_in_the_last_election_do_not_count():
    displays = [["Danton", "Sade"], ["Couthon"], []]
    games = after_actions(3, turn=4, vp=[5, 8, 0], displays=displays, stacks=alone("RR", "RR", "B"))
    play(games, (0, play_card("Danton")), (1, PASS))
    assert scores(games) == [10, 10, 3]
    assert payoff(games) == [0, 1, -1]


@pytest.mark.rule("LIB-8.3", "LIB-8.18")
def test_level_in_points_and_cards_is_a_shared_victory():
    displays = [["Danton"], ["Sade", "Cazalès"], [], []]
    games = after_actions(turn=4, vp=[9, 9, 0, 0], displays=displays, stacks=alone("", "", "RR", "B"))
    assert scores(games) == [9, 9, 5, 3]
    assert payoff(games) == [0.667, 0.667, -0.333, -1]
    games.reward = "win"
    assert payoff(games) == [0.25, 0.25, -0.25, -0.25]


@pytest.mark.rule("LIB-8.19")
def test_victory_points_have_no_limit():
    games = after_actions(turn=4, vp=[190, 99, 0, 0], stacks=alone("RR", "", "B"))
    assert scores(games) == [195, 99, 3, 0]
    assert payoff(games) == [1, 0.333, -0.333, -1]


# --- Counter-revolution --------------------------------------------------------------------------


@pytest.mark.rule("LIB-8.4", "LIB-8.8", "LIB-8.9")
@pytest.mark.parametrize("turn", [3, 4])
@pytest.mark.parametrize("kept", [DISPLAY_CARD, DISCARD_CARD])
def test_the_seventh_white_province_ends_the_game(turn, kept):
    games = laid(turn=turn, hands=[["Froment", "Guillotine"]], displays=[[], ["Sade"]], stacks=white(*SIX))
    play(games, (0, play_card("Froment")), (0, to("Guyenne")))
    assert done(games) == Ending.NONE
    play(games, (0, kept))
    assert done(games) == Ending.COUNTER_REVOLUTION
    assert field(games, "turn") == turn


@pytest.mark.rule("LIB-8.4")
def test_six_white_provinces_do_not_end_it():
    games = laid(turn=3, hands=[["Froment"]], stacks=white(*SIX[1:]))
    play(games, (0, play_card("Froment")), (0, to("Guyenne")), (0, DISPLAY_CARD))
    assert done(games) == Ending.NONE
    assert phase(games) == Phase.AFTER


@pytest.mark.rule("LIB-8.4")
def test_fourteen_provinces_count():
    others = [name for name in PROVINCES if name not in (*SIX, "Picardy")]
    counted = []
    for name in others:
        games = laid(turn=3, hands=[["Sade"]], stacks=white(*SIX, name))
        play_any_card(games)
        if done(games) == Ending.COUNTER_REVOLUTION:
            counted.append(name)
    counted = " ".join(counted)
    assert counted == "Vendée Guyenne Languedoc Lyonnais Auvergne Franche-Comté Alsace Normandy"


@pytest.mark.rule("LIB-8.5")
@pytest.mark.parametrize(
    ("stacks", "controls"),
    [
        ({0: "W"}, True),
        ({0: "W", 1: "W"}, False),
        ({0: "WW", 1: "W"}, True),
        ({0: "W", 1: "WWW", 2: "WW"}, True),
        ({0: "WW", 1: "RR"}, False),
        ({0: "BB", 1: "WW"}, False),
        ({0: "WW", 1: "R", 2: "B"}, True),
        ({0: "W", 1: "RR"}, False),
        ({0: "RR", 1: "W"}, False),
        ({0: "W", 1: "W", 2: "BB"}, False),
        ({1: "RRR"}, False),
        ({1: "BBB"}, False),
        ({}, False),
    ],
)
def test_a_single_white_stack_higher_than_all_others_controls(stacks, controls):
    games = laid(turn=3, hands=[["Sade"]], stacks=white(*SIX) | {"Alsace": stacks})
    play_any_card(games)
    assert done(games) == (Ending.COUNTER_REVOLUTION if controls else Ending.NONE)


@pytest.mark.rule("LIB-8.6")
@pytest.mark.parametrize(
    ("lost", "number", "ends"), [(1, 6, True), (1, 5, False), (2, 5, True), (3, 4, True)]
)
def test_lost_battles_count_like_provinces(lost, number, ends):
    games = laid(turn=4, lost_battles=lost, hands=[["Sade"]], stacks=white(*SIX[:number]))
    games.tables["battle_blocks"][0] = 0  # whether a block lies there does not matter
    play_any_card(games)
    assert done(games) == (Ending.COUNTER_REVOLUTION if ends else Ending.NONE)


@pytest.mark.rule("LIB-8.7")
@pytest.mark.parametrize("turn", [1, 2])
def test_no_counter_revolution_in_the_first_turns(turn):
    games = laid(turn=turn, hands=[["Sade"]], stacks=white(*SIX, "Vendée", "Guyenne"))
    play_any_card(games)
    assert done(games) == Ending.NONE


@pytest.mark.rule("LIB-8.7", "LIB-8.12", "LIB-8.6")
@pytest.mark.parametrize(("number", "ends"), [(6, True), (5, False)])
def test_the_third_turn_may_begin_with_a_counter_revolution(number, ends):
    """Two blocks in each province, so that one is left after the election, and the battle lost in turn 2."""
    displays = [["Malouet"], [], [], []]
    stacks = white(*SIX[:number], height="WW")
    games = after_actions(turn=2, vp=[9, 0, 0, 0], displays=displays, stacks=stacks)
    assert field(games, "turn") == 3
    assert field(games, "vp") == [9, 0, 0, 5]
    assert done(games) == (Ending.COUNTER_REVOLUTION if ends else Ending.NONE)
    assert scores(games) == ([2, 0, 0, 6] if ends else [9, 0, 0, 5])
    if ends:
        assert payoff(games) == [0.333, -0.667, -0.667, 1]


@pytest.mark.rule("LIB-8.7")
def test_white_provinces_that_the_second_election_takes_away_do_not_count():
    games = after_actions(turn=2, stacks=white(*SIX, "Vendée"))
    assert done(games) == Ending.NONE
    assert (field(games, "turn"), field(games, "lost_battles")) == (3, 1)


@pytest.mark.rule("LIB-8.9")
def test_it_is_not_looked_at_between_the_blocks_of_a_card():
    """The first block makes seven, the second takes Vendée from seat 1."""
    stacks = white("Brittany", "Vivarais", "Provence", "Berry", "Guyenne") | {"Vendée": {1: "W"}}
    games = laid(turn=3, hands=[["La Rochejaquelein"]], stacks=stacks)
    play(games, (0, play_card("La Rochejaquelein")), (0, to("Maine")))
    assert phase(games) == Phase.PLACE
    play(games, (0, to("Vendée")), (0, DISPLAY_CARD))
    assert done(games) == Ending.NONE
    assert phase(games) == Phase.AFTER


@pytest.mark.rule("LIB-8.9", "LIB-8.12")
@pytest.mark.parametrize(("kept", "points"), [(DISPLAY_CARD, 1 + 1 + 3), (DISCARD_CARD, 1 + 3)])
def test_a_card_counts_if_it_is_displayed(kept, points):
    games = laid(turn=3, hands=[["Froment", "Necker"]], stacks=white(*SIX))
    play(games, (0, play_card("Froment")), (0, to("Guyenne")), (0, kept))
    assert done(games) == Ending.COUNTER_REVOLUTION
    assert scores(games) == [points, 0, 0, 6]


@pytest.mark.rule("LIB-8.9")
def test_a_special_card_may_bring_it_about_and_the_rest_of_the_action_is_lost():
    stacks = white(*SIX) | {"Alsace": {1: "W", 2: "R"}}
    games = laid(turn=3, hands=[["Religious Problems", "Condé"]], stacks=stacks)
    play(games, (0, play_card("Religious Problems")), (0, to("Alsace")), (0, stack_of(2)))
    assert done(games) == Ending.COUNTER_REVOLUTION
    assert place(games, "Religious Problems") == DISCARDED
    assert place(games, "Condé") == HAND
    assert scores(games) == [3, 1, 0, 6]


@pytest.mark.rule("LIB-8.9")
def test_a_card_that_follows_a_special_is_looked_at_too():
    hands = [["Religious Problems", "Froment"]]
    games = laid(turn=3, hands=hands, stacks=white(*SIX) | {"Alsace": {2: "R"}})
    play(games, (0, play_card("Religious Problems")), (0, to("Alsace")), (0, stack_of(2)))
    assert done(games) == Ending.NONE
    play(games, (0, play_card("Froment")), (0, to("Languedoc")), (0, DISPLAY_CARD))
    assert done(games) == Ending.COUNTER_REVOLUTION


@pytest.mark.rule("LIB-8.10", "LIB-8.6", "LIB-8.17")
@pytest.mark.parametrize(("turn", "ends"), [(2, False), (3, True), (4, True)])
def test_a_lost_battle_may_bring_it_about_before_the_election(turn, ends):
    stacks = white(*SIX) | {"Paris": {0: "RRR"}}
    games = after_actions(turn=turn, vp=[9, 0, 0, 0], stacks=stacks)
    assert field(games, "lost_battles") == 1
    assert done(games) == (Ending.COUNTER_REVOLUTION if ends else Ending.NONE)
    if ends:
        assert [stack(games, name, 3) for name in SIX] == ["W"] * 6
        assert stack(games, "Paris", 0) == "RRR"
        assert scores(games) == [0, 0, 0, 6]  # the block on the battle is nobody's


@pytest.mark.rule("LIB-8.10", "LIB-8.6")
def test_a_battle_won_does_not_bring_it_about():
    games = after_actions(
        turn=3, displays=[["Lafayette"]], cannons=[1, 0, 0, 0], stacks=white(*SIX, height="WW")
    )
    assert done(games) == Ending.NONE
    assert field(games, "lost_battles") == 0
    assert field(games, "turn") == 4


@pytest.mark.rule("LIB-8.17")
def test_a_counter_revolution_goes_before_a_landslide():
    rest = [name for name in alone("RRRRRRRRRRRRRRRRRRRRRR") if name not in SIX]
    stacks = white(*SIX, seat=2) | {name: {0: "R"} for name in rest} | {"Paris": {1: "RRR"}}
    assert len(rest) + 3 >= 17
    games = after_actions(3, turn=3, stacks=stacks)
    assert done(games) == Ending.COUNTER_REVOLUTION
    assert votes(games) == [0, 0, 0]
    assert scores(games) == [0, 0, 6]


@pytest.mark.rule("LIB-8.11")
@pytest.mark.parametrize(("cr", "ends"), [(0, False), (1, True)])
def test_paris_is_looked_at_in_an_election_where_it_counts(cr, ends):
    """Red leaves Paris whole and white stays: the seventh, with five others and a lost battle."""
    box = BOX.copy()
    box["cr"][0, province("Paris")] = cr
    games = liberte_v0.batch(1, 4, seed=0, ask_forced=True, box=box)
    stacks = white(*SIX[:5], height="WW") | {"Paris": {0: "RRR", 1: "WW"}}
    lay(games, turn=3, vp=[0, 9, 0, 0], stacks=stacks)
    end_actions(games)
    assert votes(games) == [5, 0, 3]
    assert done(games) == (Ending.COUNTER_REVOLUTION if ends else Ending.NONE)
    assert field(games, "turn") == (3 if ends else 4)
    if ends:
        assert field(games, "vp") == [0, 9, 0, 0]  # no government any more
        assert scores(games) == [0, 2, 0, 5]


@pytest.mark.rule("LIB-8.12", "LIB-8.18", "LIB-8.20")
def test_white_points_of_the_map_the_hand_and_the_display():
    hands = [["Sade", "Necker", "Danton"], ["Club Monarchique", "Sieyès"], [], ["Maury"]]
    displays = [["Clichy Club", "Bailly"], ["Condé", "Charette"], ["Marat"], []]
    stacks = white(*SIX) | {"Languedoc": {0: "WWW", 1: "WW", 2: "RR"}, "Paris": {1: "BBB", 2: "W"}}
    games = laid(turn=4, vp=[0, 0, 90, 0], lost_battles=1, hands=hands, displays=displays, stacks=stacks)
    play_any_card(games)
    assert done(games) == Ending.COUNTER_REVOLUTION
    assert scores(games) == [3 + 3 + 1, 2 + 1 + 3 + 3, 1, 6 + 3]
    # Seats 1 and 3 are level; seat 1 has 7 of them on cards, seat 3 only 3.
    assert payoff(games) == [-0.333, 1, -1, 0.333]
    known = [c for c in range(1, 111) if games.tables["known"][0, c]]
    hands = [c for c in range(1, 111) if HAND <= games.tables["place"][0, c] < HAND + 4]
    assert known == hands
    assert len(hands) == 5


@pytest.mark.rule("LIB-8.13", "LIB-8.18")
@pytest.mark.parametrize(
    ("cards", "more", "paid"),
    [(["Mounier", "Froment"], {}, [1, 0, -1]), (["Mounier"], {"Gascony": {0: "W"}}, [0.5, 0.5, -1])],
)
def test_level_white_points_are_told_apart_by_the_cards(cards, more, paid):
    """Seats 0 and 1 have six white points, seat 1 two of them on a card."""
    stacks = white(*SIX[:3], seat=0) | white(*SIX[3:], "Vendée", seat=1) | more
    games = laid(3, turn=3, vp=[0, 9, 0], hands=[["Sade", *cards], ["Cazalès"], []], stacks=stacks)
    play_any_card(games)
    assert done(games) == Ending.COUNTER_REVOLUTION
    assert scores(games) == [6, 6, 0]
    assert payoff(games) == paid


# --- Radical landslide ---------------------------------------------------------------------------


@pytest.mark.rule("LIB-8.14", "LIB-8.17")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_seventeen_red_votes_end_the_game(turn):
    games = after_actions(
        turn=turn, vp=[0, 9, 0, 0], stacks=alone("R" * 10, "B" * 2, "R" * 7), presence=[0, 1, 0, 0]
    )
    assert done(games) == Ending.LANDSLIDE
    assert votes(games) == [0, 2, 17]
    assert field(games, "turn") == turn
    assert field(games, "vp") == [0, 9, 0, 0]  # nobody governs any more
    assert field(games, "government") == 0


@pytest.mark.rule("LIB-8.14")
@pytest.mark.parametrize(
    ("singles", "paris", "ends"), [(16, "", False), (14, "RR", False), (14, "RRR", True)]
)
def test_sixteen_are_not_enough_and_paris_counts_in_full(singles, paris, ends):
    stacks = alone("", "BB", "R" * singles) | ({"Paris": {0: paris}} if paris else {})
    games = after_actions(turn=2, stacks=stacks)
    assert votes(games)[2] == singles + len(paris)
    assert done(games) == (Ending.LANDSLIDE if ends else Ending.NONE)


@pytest.mark.rule("LIB-8.14")
@pytest.mark.parametrize("letter", ["B", "W"])
def test_no_other_faction_has_a_landslide(letter):
    games = after_actions(turn=2, stacks=alone(letter * 10, letter * 8))
    assert max(votes(games)) == 18
    assert done(games) == Ending.NONE


@pytest.mark.rule("LIB-8.14")
def test_a_tie_in_the_last_province_may_decide():
    stacks = alone("", "R" * 15) | {"Paris": {0: "RR", 2: "BB"}}
    games = after_actions(displays=[["Sade"], [], ["Bailly"], []], stacks=stacks)
    play(games, (0, play_card("Sade")), (2, PASS))
    assert done(games) == Ending.LANDSLIDE
    assert votes(games) == [0, 0, 17]


@pytest.mark.rule("LIB-8.15", "LIB-8.18", "LIB-8.20")
@pytest.mark.parametrize(
    ("landslide_points", "points", "paid"),
    [
        ("map", [0, 3, 9, 3], [-1, -0.333, 1, 0.333]),
        ("map and collected", [9, 11, 9, 3], [-0.333, 1, 0.333, -1]),
    ],
)
def test_red_points_of_the_map_the_hand_and_the_display(landslide_points, points, paid):
    """Seat 2 has none of the votes, but red cards and the rest of a beaten stack."""
    games = deal(landslide_points=landslide_points)
    hands = [["Sieyès"], ["Cordeliers (A)", "Sade"], ["Danton"], ["Terror", "Robespierre"]]
    displays = [[], ["Necker"], ["Marat", "Jacobins (A)"], []]
    stacks = alone("R" * 9, "R" * 7) | {"Vendée": {1: "RR", 2: "R", 0: "B"}, "Lyonnais": {2: "R", 3: "BBB"}}
    lay(games, vp=[50, 0, 0, 0], hands=hands, displays=displays, stacks=stacks)
    end_actions(games)
    assert done(games) == Ending.LANDSLIDE
    assert votes(games) == [0, 1, 17]
    assert stack(games, "Vendée", 1) == "R"
    assert scores(games) == points
    assert payoff(games) == paid
    assert games.tables["known"][0].sum() == 6


@pytest.mark.rule("LIB-8.15", "LIB-8.12")
def test_collected_blocks_never_count_in_a_counter_revolution():
    box = BOX.copy()
    box["cr"][0, province("Paris")] = 1
    box["landslide_points"] = 1
    games = liberte_v0.batch(1, 4, seed=0, ask_forced=True, box=box)
    stacks = white(*SIX[:5], height="WW") | {"Paris": {0: "RRR", 1: "WW"}}
    lay(games, turn=3, stacks=stacks)
    end_actions(games)
    assert done(games) == Ending.COUNTER_REVOLUTION
    assert scores(games) == [0, 2, 0, 5]


@pytest.mark.rule("LIB-8.16", "LIB-8.18")
@pytest.mark.parametrize(
    ("card", "more", "paid"),
    [("Danton", {}, [1, 0, -1]), ("Couthon", {"Lyonnais": {0: "RR"}}, [0.5, 0.5, -1])],
)
def test_level_red_points_are_told_apart_by_the_cards(card, more, paid):
    """Seats 0 and 1 have three red points, seat 1 two of them on a card."""
    stacks = alone("R" * 9, "R" * 8) | {"Vendée": {1: "RR"}} | more
    games = after_actions(3, vp=[0, 30, 0], hands=[[card], ["Saint-Just"], []], stacks=stacks)
    assert done(games) == Ending.LANDSLIDE
    assert scores(games) == [3, 3, 0]
    assert payoff(games) == paid
