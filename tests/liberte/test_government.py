"""6 The new government and the opposition, and their ties."""

import pytest

from hustings.envs.liberte.actions import PASS
from hustings.envs.liberte.table import BLUE, DISCARDED, HAND, RED, WHITE, Phase, Tie

from .playing import (
    after_actions,
    alone,
    choices,
    deal,
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
    result,
    tie,
    votes,
)


@pytest.mark.rule("LIB-7.1", "LIB-7.9")
@pytest.mark.parametrize(
    ("letters", "government", "opposition"),
    [
        (("WWW", "BB", "R"), WHITE, BLUE),
        (("RR", "BBB", "W"), BLUE, RED),
        (("B", "WW", "RRR"), RED, WHITE),
        (("W", "BB", "RRR"), RED, BLUE),
        (("BBB", "WW", "R"), BLUE, WHITE),
    ],
)
def test_most_votes_govern_and_second_most_oppose(letters, government, opposition):
    games = after_actions(3, stacks=alone(*letters), displays=[["Danton"], ["Sieyès"], ["Necker"]])
    assert over(games)
    assert result(games) == (government, opposition)


@pytest.mark.rule("LIB-7.2", "LIB-7.3", "LIB-7.5")
def test_in_a_tie_every_player_may_choose_a_card_of_the_tied_colours():
    displays = [["Danton", "Necker"], ["Sieyès", "Santerre"], ["Mirabeau"], ["Maury"], ["Couthon"]]
    games = after_actions(5, order=[3, 2, 1, 0, 4], displays=displays, stacks=alone("RR", "BB"))
    assert tie(games) == Tie.GOVERNMENT
    assert games.seat[0] == 2  # 3 shows white only, which is not tied
    play(games, (2, play_card("Mirabeau")))
    assert place(games, "Mirabeau") == DISCARDED
    assert legal(games) == {PASS, play_card("Sieyès"), play_card("Santerre")}
    play(games, (1, play_card("Sieyès")))
    assert legal(games) == {PASS, play_card("Danton")}
    play(games, (0, play_card("Danton")), (4, PASS))
    assert over(games)
    assert result(games) == (BLUE, RED)
    assert place(games, "Sieyès") == place(games, "Danton") == DISCARDED
    assert place(games, "Couthon") == HAND + 4


@pytest.mark.rule("LIB-7.3")
@pytest.mark.parametrize(("faction_ties", "government"), [("sum", BLUE), ("strongest", RED)])
def test_cards_are_added_up_or_the_strongest_counts(faction_ties, government):
    games = deal(faction_ties=faction_ties)
    displays = [["Mirabeau"], ["Danton"], ["Bailly"], ["Saint-Just"]]
    lay(games, displays=displays, stacks=alone("RR", "BB"))
    end_actions(games)
    choices(games, "Mirabeau", "Danton", "Bailly", None)
    assert over(games)
    assert result(games) == (government, RED + BLUE - government)


@pytest.mark.rule("LIB-7.3", "LIB-7.4")
def test_the_strongest_of_each_faction_may_be_level():
    games = deal(faction_ties="strongest")
    displays = [["Mirabeau", "Barère"], ["Couthon"], ["Bailly"], []]
    lay(games, displays=displays, stacks=alone("RR", "BB"))
    end_actions(games)
    choices(games, "Mirabeau", "Couthon", "Bailly")
    assert tie(games) == Tie.GOVERNMENT
    choices(games, "Barère")
    assert result(games) == (BLUE, RED)


@pytest.mark.rule("LIB-7.4", "LIB-7.5", "LIB-7.7", "LIB-7.10")
def test_only_the_factions_still_level_go_on():
    displays = [["Danton", "Sade"], ["Sieyès", "Necker"], ["Froment", "Maury"], ["Barère"]]
    games = after_actions(displays=displays, stacks=alone("RR", "BB", "WW"))
    choices(games, "Danton", "Sieyès", "Froment", None)
    assert tie(games) == Tie.GOVERNMENT
    assert field(games, "tied_colour") == [0, 0, 1, 1]
    assert games.seat[0] == 0
    choices(games, None)
    assert games.seat[0] == 3  # whites cannot help any more
    assert legal(games) == {PASS, play_card("Barère")}
    choices(games, "Barère")
    assert votes(games) == [1, 2, 1]  # royalists too, though they fell out first
    assert tie(games) == Tie.OPPOSITION  # those beaten are level
    assert field(games, "tied_colour") == [0, 1, 0, 1]
    choices(games, "Sade", "Necker", None)
    assert over(games)
    assert result(games) == (BLUE, WHITE)
    assert votes(games) == [1, 2, 1]
    assert place(games, "Froment") == place(games, "Barère") == DISCARDED
    assert place(games, "Sade") == place(games, "Necker") == DISCARDED
    assert field(games, "vp") == [0, 5, 3, 0]


@pytest.mark.rule("LIB-7.6", "LIB-7.8")
@pytest.mark.parametrize(
    ("letters", "government", "opposition"),
    [
        (("RR", "BB"), RED, BLUE),
        (("BB", "WW"), BLUE, WHITE),
        (("WW", "RR"), RED, WHITE),
        (("WW", "RR", "BB"), RED, BLUE),
        (("WW", "RR", "B"), RED, WHITE),  # white has not gone back to the votes of blue
    ],
)
@pytest.mark.parametrize("cards", [False, True])
def test_radicals_go_before_moderates_before_royalists(letters, government, opposition, cards):
    displays = [["Maury"], ["Cazalès"], ["Barère"], ["Volney"]] if cards else None
    games = laid(displays=displays, stacks=alone(*letters))
    before = [sum(row.count(letter) for row in letters) for letter in "WBR"]
    end_actions(games)
    while phase(games) == Phase.TIE:
        games.step([PASS])
    assert over(games)
    assert result(games) == (government, opposition)
    assert votes(games) == before


@pytest.mark.rule("LIB-7.4", "LIB-7.6", "LIB-7.8")
def test_precedence_among_those_still_tied():
    """Red fell out, then nobody chooses: blue governs, and nobody goes back."""
    displays = [["Couthon"], ["Sieyès", "Barère"], ["Necker", "Froment"], []]
    games = after_actions(displays=displays, stacks=alone("RR", "BB", "WW"))
    choices(games, "Couthon", "Sieyès", "Necker")
    choices(games, None, None)
    assert votes(games) == [2, 2, 2]
    assert tie(games) == Tie.OPPOSITION
    choices(games, None)
    assert result(games) == (BLUE, RED)
    assert votes(games) == [2, 2, 2]


@pytest.mark.rule("LIB-7.7", "LIB-7.9", "LIB-7.10")
def test_a_beaten_faction_goes_back_and_may_be_level_with_the_third():
    games = after_actions(displays=[["Danton"], ["Sieyès"], [], []], stacks=alone("RRR", "BB", "WWW"))
    choices(games, "Danton")
    assert votes(games) == [2, 2, 3]
    assert tie(games) == Tie.OPPOSITION
    choices(games, None)
    assert result(games) == (RED, BLUE)
    assert field(games, "vp") == [5, 3, 0, 0]


@pytest.mark.rule("LIB-7.7", "LIB-7.9")
def test_without_going_back_the_beaten_faction_is_second():
    games = deal(pushback="none")
    lay(games, displays=[["Danton"], ["Sieyès"], [], []], stacks=alone("RRR", "BB", "WWW"))
    end_actions(games)
    choices(games, "Danton")
    assert over(games)
    assert votes(games) == [3, 2, 3]
    assert result(games) == (RED, WHITE)
    assert field(games, "vp") == [5, 0, 3, 0]


@pytest.mark.rule("LIB-7.7")
def test_one_who_leads_by_more_is_second_even_after_going_back():
    games = after_actions(displays=[["Danton"], [], [], []], stacks=alone("RRR", "B", "WWW"))
    choices(games, "Danton")
    assert votes(games) == [2, 1, 3]
    assert result(games) == (RED, WHITE)


@pytest.mark.rule("LIB-7.10", "LIB-7.5")
def test_a_tie_for_the_opposition_is_broken_by_cards_of_both_colours():
    displays = [["Danton", "Mirabeau"], ["Volney"], ["Necker", "Cazalès"], ["Bailly"]]
    games = after_actions(displays=displays, stacks=alone("RRR", "BB", "WW"))
    assert tie(games) == Tie.OPPOSITION
    assert field(games, "government") == RED
    assert legal(games) == {PASS, play_card("Mirabeau")}
    choices(games, "Mirabeau", None)
    assert legal(games) == {PASS, play_card("Necker"), play_card("Cazalès")}
    choices(games, "Cazalès", None)
    assert tie(games) == Tie.OPPOSITION  # two and two
    choices(games, "Volney", None, None)
    assert over(games)
    assert result(games) == (RED, BLUE)
    assert votes(games) == [2, 2, 3]  # nobody goes back
    assert field(games, "vp") == [5, 3, 0, 0]
    assert place(games, "Mirabeau") == place(games, "Cazalès") == place(games, "Volney") == DISCARDED


@pytest.mark.rule("LIB-7.10")
@pytest.mark.parametrize(
    ("letters", "opposition"),
    [(("RRR", "BB", "WW"), BLUE), (("BBB", "RR", "WW"), RED), (("WWW", "RR", "BB"), RED)],
)
def test_precedence_decides_who_opposes(letters, opposition):
    games = after_actions(stacks=alone(*letters))
    assert field(games, "opposition") == opposition


@pytest.mark.rule("LIB-7.10")
def test_the_sum_or_the_strongest_card_decides_who_opposes():
    for option, opposition in (("sum", WHITE), ("strongest", BLUE)):
        games = deal(faction_ties=option)
        displays = [["Cazalès"], ["Sieyès"], ["Malouet"], []]
        lay(games, displays=displays, stacks=alone("RRR", "BB", "WW"))
        end_actions(games)
        choices(games, "Cazalès", "Sieyès", "Malouet")
        assert result(games) == (RED, opposition)


@pytest.mark.rule("LIB-7.11", "LIB-7.12", "LIB-7.16")
@pytest.mark.parametrize(
    ("letter", "expected"), [("R", (RED, BLUE)), ("B", (BLUE, RED)), ("W", (WHITE, RED))]
)
def test_factions_without_votes_are_not_asked_about_for_the_opposition(letter, expected):
    displays = [["Danton"], ["Sieyès"], ["Necker"], []]
    games = after_actions(displays=displays, stacks=alone("", letter))
    assert over(games)
    assert result(games) == expected
    assert field(games, "vp") == [0, 5, 0, 0]
    assert field(games, "presence") == [0, 1, 0, 0]


@pytest.mark.rule("LIB-7.11", "LIB-7.12", "LIB-7.7", "LIB-7.16")
def test_without_any_vote_cards_decide_who_governs():
    games = after_actions(vp=[1, 2, 3, 4], displays=[["Danton"], ["Sieyès"], ["Froment"], []])
    assert tie(games) == Tie.GOVERNMENT
    choices(games, None, None, "Froment")
    assert over(games)
    assert result(games) == (WHITE, RED)
    assert votes(games) == [0, 0, 0]
    assert field(games, "vp") == [1, 2, 3, 4]
    assert field(games, "presence") == [0, 0, 0, 0]
