"""The council: each side agrees on its split."""

import pytest

from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, GRANT, PASS, REJECT
from hustings.envs.saludos_amigos.table import Draft, Part, Phase

from .playing import amount, card, field, legal, phase, play, told
from .positions import council, opposed, standing


@pytest.mark.rule("SAL-6.8")
def test_the_opposition_agrees_on_its_split():
    games = opposed()
    assert (phase(games), games.seat[0]) == (Phase.OPP_SPLIT, 2)
    assert legal(games) == {amount(a) for a in range(1, 6)}
    play(games, (2, amount(4)), (2, amount(1)), (3, amount(3)), (2, GRANT))  # clockwise: 3, then 1
    assert field(games, "draft_share") == [0, 2, 2, 3]
    play(games, (1, ACCEPT))
    assert field(games, "opp_share") == [0, 2, 2, 3]
    assert field(games, "fails_left") == [3, 3, 3, 3]


@pytest.mark.rule("SAL-6.8")
def test_each_of_the_opposition_may_propose_once_then_they_share_equally():
    games = opposed()
    play(games, (2, amount(5)), (2, amount(1)), (3, REJECT))
    assert (phase(games), games.seat[0]) == (Phase.OPP_SPLIT, 3)
    play(games, (3, amount(5)), (3, amount(1)), (1, amount(2)), (3, DROP))
    assert games.seat[0] == 1
    play(games, (1, amount(5)), (1, amount(1)), (2, ACCEPT), (3, REJECT))
    assert field(games, "opp_share") == [0, 2, 3, 2]  # the caller gets the odd million
    assert phase(games) == Phase.BID


@pytest.mark.rule("SAL-6.8")
def test_odd_millions_go_clockwise_from_the_caller():
    games = standing(4, hands=["123"] * 4, dice=[6, 1, 1, 1], placed=3)  # 8 million
    play(games, (1, PASS), (2, PASS), (3, card(1)), (1, card(1)), (2, card(1)))
    for who in (3, 1, 2):
        play(games, (who, amount(1)), (who, amount(1)))
        games.step([REJECT])
    assert field(games, "opp_share") == [0, 3, 2, 3]


@pytest.mark.rule("SAL-3.21", "SAL-6.8", "SAL-9.11")
def test_the_opposition_cannot_withdraw_its_split():
    games = opposed()
    assert PASS not in legal(games)
    play(games, (2, amount(5)))
    assert phase(games) == Phase.SPLIT
    assert PASS not in legal(games)
    play(games, (2, amount(1)), (3, REJECT))
    table = games.tables[0]
    assert table["talk_about"].tolist() == [Draft.OPPOSITION] + [Draft.NONE] * 7
    assert table["talk_part"][:4, 0].tolist() == [Part.NONE, Part.NOT_YET, Part.PROPOSED, Part.REFUSED]
    assert table["talk_share"][:4, 0].tolist() == [0, 1, 5, 1]


@pytest.mark.rule("SAL-6.9")
def test_each_of_the_coalition_may_propose_a_new_split_once():
    games = council(3, holder=1)
    assert field(games, "share") == [4, 1, 1, 0, 0]
    assert (phase(games), games.seat[0]) == (Phase.COAL_SPLIT, 1)
    assert legal(games) == {PASS} | {amount(a) for a in range(1, 5)}
    play(games, (1, PASS), (2, amount(2)), (2, amount(2)), (0, ACCEPT), (1, REJECT))
    assert (phase(games), games.seat[0]) == (Phase.COAL_SPLIT, 0)
    play(games, (0, PASS))
    assert field(games, "share") == [4, 1, 1, 0, 0]  # the old one stands
    assert phase(games) == Phase.BID
    games = council(3, holder=1)
    play(games, (1, amount(2)), (1, amount(2)), (2, ACCEPT), (0, ACCEPT))
    assert field(games, "share") == [2, 2, 2, 0, 0]
    assert phase(games) == Phase.BID  # one agreement is enough
    play(games, (1, CLOSE), (2, CLOSE), (4, CLOSE), (0, CLOSE))
    assert field(games, "paid") == [2, 2, 2, 0, 0]


@pytest.mark.rule("SAL-3.21", "SAL-6.9", "SAL-9.11")
def test_a_member_of_the_coalition_may_withdraw_a_new_split():
    games = council(3, holder=1)
    play(games, (1, amount(2)))
    assert PASS in legal(games)
    assert told(games, 1, PASS) == ["player_1 withdraws the proposal."]
    assert (phase(games), games.seat[0]) == (Phase.COAL_SPLIT, 2)  # as if seat 1 had passed
    assert (field(games, "fails_left"), field(games, "turn_fails")) == ([3] * 5, 0)
    assert games.tables["talk_about"][0, 0] == Draft.COALITION
    assert games.tables["talk_part"][0, :3, 0].tolist() == [Part.NOT_YET, Part.TOOK_BACK, Part.NOT_YET]
    play(games, (2, PASS), (0, amount(1)))
    assert told(games, 0, PASS)[:2] == ["player_0 withdraws the proposal.", "The coalition keeps its split."]
    assert field(games, "share") == [4, 1, 1, 0, 0]


@pytest.mark.rule("SAL-6.9")
def test_the_coalition_starts_after_a_bag_holder_outside_it():
    games = council(3, holder=3)
    assert (phase(games), games.seat[0]) == (Phase.COAL_SPLIT, 0)
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert phase(games) == Phase.BID


@pytest.mark.rule("SAL-6.10")
def test_a_caller_alone_takes_everything():
    games = standing(4, hands=["1", "333", "1", "1"])
    play(games, (1, card(3)), (2, PASS), (3, PASS))
    assert phase(games) == Phase.BID
    assert field(games, "opp_share") == [0, 6, 0, 0]


@pytest.mark.rule("SAL-6.10")
def test_as_many_as_millions_get_one_each():
    games = standing(4, members=2, project=0)
    play(games, (2, card(1)), (3, PASS))
    assert phase(games) == Phase.BID  # two members, 2 million
    assert field(games, "share") == [1, 1, 0, 0]


@pytest.mark.rule("SAL-6.11")
@pytest.mark.parametrize("wins", [True, False])
def test_the_splits_bind(wins):
    games = opposed()
    play(games, (2, amount(4)), (2, amount(1)), (3, ACCEPT), (1, ACCEPT))
    play(games, *((0, card(v)) for v in (() if wins else (3, 2, 1))), (0, CLOSE))
    for who in (1, 2, 3):
        play(games, *((who, card(v)) for v in ((3, 2) if wins else ())), (who, CLOSE))
    assert field(games, "paid") == ([0, 2, 4, 1] if wins else [7, 0, 0, 0])
