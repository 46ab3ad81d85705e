"""The council: calling it, joining it."""

import pytest

from hustings.envs.saludos_amigos.actions import CLOSE, PASS
from hustings.envs.saludos_amigos.table import Phase

from .playing import card, deal, field, legal, phase, play, seen
from .positions import standing


@pytest.mark.rule("SAL-6.1", "SAL-4.2")
def test_a_council_is_called_before_the_pay_and_once():
    games = standing(4, hands=["1", "333", "1", "1"])
    play(games, (1, card(3)), (2, PASS), (3, PASS))
    assert field(games, "money") == [0, 0, 0, 0]
    play(games, (0, CLOSE), (1, card(3)), (1, card(3)), (1, CLOSE))
    assert phase(games) == Phase.REROLL  # nobody is asked against the winner
    assert field(games, "paid") == [0, 6, 0, 0]


@pytest.mark.rule("SAL-6.2")
def test_who_may_call_and_in_which_order():
    games = standing(6, holder=3, hands=["12", "12", "", "12", "12", "12"])
    assert field(games, "share") == [6, 0, 0, 0, 0, 0]
    # 4, 5, then 1 and the bag-holder 3 last; 0 is in the coalition, 2 has no card.
    play(games, (4, PASS), (5, PASS), (1, PASS), (3, card(2)))
    assert field(games, "caller") == 3


@pytest.mark.rule("SAL-6.2")
def test_without_cards_outside_there_is_no_council():
    games = standing(4, hands=["12", "", "", ""])
    assert phase(games) == Phase.REROLL
    assert field(games, "paid") == [6, 0, 0, 0]


@pytest.mark.rule("SAL-6.3")
def test_the_caller_pushes_one_card_of_choice_hidden():
    games = standing(4, hands=["1", "113", "2", "2"])
    assert legal(games) == {PASS, card(1), card(3)}
    play(games, (1, card(3)))
    assert field(games, "pushed") == [0, 3, 0, 0]
    assert field(games, "hand")[1] == [2, 0, 0]
    other = deal(4)
    other.tables = games.tables
    other.tables["pushed"][0, 1] = 1
    other.tables["hand"][0, 1] = [1, 0, 1]
    for who in (0, 2, 3):
        assert (games.observe(seat=who) == other.observe(seat=who)).all()
    assert seen(games, 1, "pushed") == [0, 0, 1]


@pytest.mark.rule("SAL-6.4", "SAL-6.7")
@pytest.mark.parametrize(("opp_strength", "pretzel"), [("all", 5 + 4 + 6), ("participants", 5)])
def test_the_strength_of_the_opposition(opp_strength, pretzel):
    games = standing(4, hands=["123", "12", "1", ""], dice=[6, 3, 3, 6], opp_strength=opp_strength)
    play(games, (1, card(1)))
    # Who has no card cannot join but has a die; the pushed card still counts.
    assert field(games, "pretzel") == (pretzel if opp_strength == "all" else 0)
    play(games, (2, PASS))
    assert field(games, "pretzel") == pretzel
    assert phase(games) == Phase.BID
    play(games, (0, CLOSE), (1, card(2)), (1, CLOSE))
    assert field(games, "totals") == [9, pretzel + 3]
    assert field(games, "paid")[3] == 0
    assert field(games, "drew")[3] == 1


@pytest.mark.rule("SAL-6.5")
def test_joining_goes_clockwise_from_the_caller():
    games = standing(5, holder=1, hands=["12"] * 5, dice=[6, 1, 1, 1, 1])
    play(games, (2, PASS), (3, card(1)))
    assert phase(games) == Phase.JOIN
    play(games, (4, card(2)), (1, PASS), (2, card(1)))  # 2 did not call and joins
    assert field(games, "participant") == [0, 0, 1, 1, 1]
    assert field(games, "pushed") == [0, 0, 1, 1, 2]


@pytest.mark.rule("SAL-6.6", "SAL-6.10")
def test_no_more_participants_than_millions():
    games = standing(5, project=0, dice=[6, 1, 1, 1, 1])  # 2 million
    play(games, (1, card(1)), (2, card(1)))
    assert (games.seat[0], legal(games)) == (3, {PASS})
    play(games, (3, PASS), (4, PASS))
    assert field(games, "opp_share") == [0, 1, 1, 0, 0]  # nothing to propose
    assert phase(games) == Phase.BID
