"""The council: calling it, joining it."""

import pytest

from .playing import HYDRANT
from .positions import standing


@pytest.mark.rule("SAL-6.1", "SAL-4.2")
def test_a_council_is_called_before_the_pay_and_once():
    game = standing("1 333 1 1").play("1 c3, 2 -, 3 -").zero("money")
    game.play("0 close, 1 c3 c3 close")
    game.expect("REROLL", paid=[0, 6, 0, 0])  # nobody is asked against the winner


@pytest.mark.rule("SAL-6.2")
def test_who_may_call_and_in_which_order():
    """4, 5, then 1 and the bag-holder 3 last; 0 is in the coalition, 2 has no card."""
    game = standing("12 12 - 12 12 12", holder=3).expect(share=[6, 0, 0, 0, 0, 0], caller=-1)
    game.play("4 -, 5 -, 1 -, 3 c2").expect(caller=3)


@pytest.mark.rule("SAL-6.2")
def test_without_cards_outside_there_is_no_council():
    standing("12 - - -").expect("REROLL", paid=[6, 0, 0, 0])


@pytest.mark.rule("SAL-6.3")
def test_the_caller_pushes_one_card_of_choice_hidden():
    game = standing("1 113 2 2").expect(legal="- c1 c3").play("1 c3")
    game.expect(pushed=[0, 3, 0, 0], hand={1: "11"})
    other = game.copy().set(pushed={1: 1}, hand={1: "13"})
    for who in (0, 2, 3):
        assert (game.games.observe(seat=who) == other.games.observe(seat=who)).all()
    assert game.sees(1, "pushed") == [0, 0, 1]


@pytest.mark.rule("SAL-6.4", "SAL-6.7")
@pytest.mark.parametrize(("opp_strength", "called", "pretzel"), [("all", 15, 15), ("participants", 0, 5)])
def test_the_strength_of_the_opposition(opp_strength, called, pretzel):
    """Who has no card cannot join but has a die: 5 + 4 + 6; the pushed card still counts."""
    game = standing("123 12 1 -", dice=[6, 3, 3, 6], opp_strength=opp_strength)
    game.play("1 c1").expect(pretzel=called).play("2 -").expect("BID", pretzel=pretzel)
    game.play("0 close, 1 c2 close").expect(totals=[9, pretzel + 3], paid={3: 0}, drew={3: 1})


@pytest.mark.rule("SAL-6.5")
def test_joining_goes_clockwise_from_the_caller():
    game = standing("12 12 12 12 12", holder=1, dice=[6, 1, 1, 1, 1]).play("2 -, 3 c1").expect("JOIN")
    game.play("4 c2, 1 -, 2 c1")  # 2 did not call and joins
    game.expect(participant=[0, 0, 1, 1, 1], pushed=[0, 0, 1, 1, 2])


@pytest.mark.rule("SAL-6.6", "SAL-6.10")
def test_no_more_participants_than_millions():
    game = standing(5, project=HYDRANT, dice=[6, 1, 1, 1, 1])  # 2 million
    game.play("1 c1, 2 c1").expect("JOIN 3", legal="-").play("3 -, 4 -")
    game.expect("BID", opp_share=[0, 1, 1, 0, 0])  # nothing to propose
