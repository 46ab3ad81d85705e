"""The council: each side agrees on its split."""

import pytest

from hustings.envs.saludos_amigos.table import Draft, Part

from .playing import HYDRANT
from .positions import council, opposed, standing

ALL_LEFT = {"fails_left": [3, 3, 3, 3], "turn_fails": 0}


@pytest.mark.rule("SAL-6.8")
def test_the_opposition_agrees_on_its_split():
    game = opposed().expect("OPP_SPLIT 2", legal="1-5", in_draft=[0, 1, 1, 1])
    game.play("2 4 1, 3 3, 2 grant")  # clockwise: 3, then 1
    game.expect(draft_share=[0, 2, 2, 3]).play("1 yes").expect(opp_share=[0, 2, 2, 3], **ALL_LEFT)


@pytest.mark.rule("SAL-6.8")
def test_each_of_the_opposition_may_propose_once_then_they_share_equally():
    game = opposed().play("2 5 1, 3 no").expect("OPP_SPLIT 3", **ALL_LEFT)
    game.play("3 5 1, 1 2, 3 drop").expect("OPP_SPLIT 1").play("1 5 1, 2 yes, 3 no")
    game.expect("BID", opp_share=[0, 2, 3, 2])  # the caller gets the odd million


@pytest.mark.rule("SAL-6.8")
def test_odd_millions_go_clockwise_from_the_caller():
    game = standing(dice=[6, 1, 1, 1], placed=3).play("1 -, 2 -, 3 c1, 1 c1, 2 c1")  # 8 million
    game.play("3 1 1, 1 no, 1 1 1, 2 no, 2 1 1, 3 no").expect(opp_share=[0, 3, 2, 3])


@pytest.mark.rule("SAL-3.21", "SAL-6.8", "SAL-9.11")
def test_the_opposition_cannot_withdraw_its_split():
    game = opposed().refuses("-").play("2 5").expect("SPLIT").refuses("-").play("2 1, 3 no")
    game.expect(talk_about=[Draft.OPPOSITION] + [Draft.NONE] * 7)
    parts, shares = (game.table[name][:4, 0].tolist() for name in ("talk_part", "talk_share"))
    assert parts == [Part.NONE, Part.NOT_YET, Part.PROPOSED, Part.REFUSED]
    assert shares == [0, 1, 5, 1]


@pytest.mark.rule("SAL-6.9")
def test_each_of_the_coalition_may_propose_a_new_split_once():
    game = council(3, holder=1).expect("COAL_SPLIT 1", share=[4, 1, 1, 0, 0], legal="- 1-4")
    game.play("1 -, 2 2 2, 0 yes, 1 no").expect("COAL_SPLIT 0").play("0 -")
    game.expect("BID", share=[4, 1, 1, 0, 0], fails_left=[3] * 5, turn_fails=0)  # the old one stands
    game = council(3, holder=1).play("1 2 2, 2 yes, 0 yes")
    game.expect("BID", share=[2, 2, 2, 0, 0])  # one agreement is enough
    game.play("1 close, 2 close, 4 close, 0 close").expect(paid=[2, 2, 2, 0, 0])


@pytest.mark.rule("SAL-3.21", "SAL-6.9", "SAL-9.11")
def test_a_member_of_the_coalition_may_withdraw_a_new_split():
    game = council(3, holder=1).play("1 2").offers("-")
    assert game.told("1 -") == ["player_1 withdraws the proposal."]
    game.expect("COAL_SPLIT 2", fails_left=[3] * 5, turn_fails=0)  # as if seat 1 had passed
    game.expect(talk_about=[Draft.COALITION] + [Draft.NONE] * 7)
    parts = game.table["talk_part"][:3, 0].tolist()
    assert parts == [Part.NOT_YET, Part.TOOK_BACK, Part.NOT_YET]
    game.play("2 -, 0 1")
    assert game.told("0 -")[:2] == ["player_0 withdraws the proposal.", "The coalition keeps its split."]
    game.expect(share=[4, 1, 1, 0, 0])


@pytest.mark.rule("SAL-6.9")
def test_the_coalition_starts_after_a_bag_holder_outside_it():
    council(3, holder=3).expect("COAL_SPLIT 0").play("0 -, 1 -, 2 -").expect("BID")


@pytest.mark.rule("SAL-6.8", "SAL-6.9")
def test_the_coalition_still_renegotiates_when_the_opposition_has_not_agreed():
    game = standing(5, members=2, holder=1, dice=[6, 6, 1, 1, 1]).play("2 c1, 3 c1, 4 -")
    game.play("2 3, 3 no, 3 3, 2 no").expect("COAL_SPLIT 1", opp_share=[0, 0, 3, 3, 0])
    game.play("1 3, 0 yes").expect(share=[3, 3, 0, 0, 0])


@pytest.mark.rule("SAL-6.10")
def test_a_caller_alone_takes_everything():
    standing("1 333 1 1").play("1 c3, 2 -, 3 -").expect("BID", opp_share=[0, 6, 0, 0])


@pytest.mark.rule("SAL-6.10")
def test_as_many_as_millions_get_one_each():
    game = standing(members=2, project=HYDRANT).play("2 c1, 3 -")
    game.expect("BID", share=[1, 1, 0, 0])  # two members, 2 million


@pytest.mark.rule("SAL-6.11")
@pytest.mark.parametrize("wins", [True, False])
def test_the_splits_bind(wins):
    game = opposed().play("2 4 1, 3 yes, 1 yes")
    game.play(
        "0 close, 1 c3 c2 close, 2 close, 3 close" if wins else "0 c3 c2 c1 close, 1 close, 2 close, 3 close"
    )
    game.expect(paid=[0, 2, 4, 1] if wins else [7, 0, 0, 0])
