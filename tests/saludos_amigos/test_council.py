"""Payment, new cards, and the district council."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, GRANT, PASS, REJECT
from hustings.envs.saludos_amigos.table import Draft, Part, Phase

from ..support import told_of
from .playing import (
    PLANT,
    amount,
    card,
    deal,
    field,
    legal,
    next_tiles,
    open_floor,
    passes,
    phase,
    play,
    told,
)
from .positions import council, opposed, standing

# --- 4 and 5 Pay and new cards -------------------------------------------------------------------


@pytest.mark.rule("SAL-4.1", "SAL-5.1", "SAL-1.1")
def test_winners_advance_and_the_others_draw_a_card():
    games = standing(4, members=2)
    assert phase(games) == Phase.CALL
    assert field(games, "money") == [0, 0, 0, 0]
    passes(games, 2)
    assert field(games, "money") == [5, 1, 0, 0]
    assert [sum(hand) for hand in field(games, "hand")] == [3, 3, 4, 4]
    assert sum(field(games, "pile")) == 56 - 12 - 2


@pytest.mark.rule("SAL-5.1", "SAL-0.7")
def test_only_the_drawer_sees_the_value():
    games = standing(4, members=2)
    passes(games, 1)
    before = games.tables.copy()
    passes(games, 1)
    table = games.tables[0]
    drawn = next(v + 1 for v in range(3) if table["hand"][2, v] > before["hand"][0, 2, v])
    assert f"player_2 draws a {drawn}." in told_of(games, before, PASS, 2)
    assert "player_2 draws a card." in told_of(games, before, PASS, 1)


@pytest.mark.rule("SAL-5.2")
def test_short_cards_go_clockwise_from_the_left_of_the_bag_holder():
    games = standing(5, holder=2, hands=["12"] * 5)
    games.tables["pile"] = 0
    games.tables["pile"][0, 1] = 2
    passes(games, 4)
    assert field(games, "drew") == [0, 0, 0, 1, 1]  # 3 and 4; then 0 is paid, 1 and 2 get none
    assert field(games, "pile") == [0, 0, 0]


@pytest.mark.rule("SAL-5.3")
def test_discards_are_shuffled_when_a_card_is_to_be_drawn():
    games = standing(4, discard=[5, 0, 0])
    games.tables["pile"] = 0
    games.tables["pile"][0, 2] = 1
    passes(games, 3)
    assert field(games, "pile") == [3, 0, 0]  # the 3 was drawn, then two of the five ones
    assert field(games, "discard") == [0, 0, 0]
    games = standing(4, discard=[5, 0, 0])
    games.tables["pile"] = 0
    games.tables["pile"][0, 2] = 3
    passes(games, 3)
    assert (field(games, "pile"), field(games, "discard")) == ([0, 0, 0], [5, 0, 0])  # not before


@pytest.mark.rule("SAL-5.3", "SAL-6.17")
def test_cards_of_the_council_are_in_the_reshuffle():
    games = standing(4, hands=["2", "3", "", ""])
    games.tables["pile"] = 0
    play(games, (1, card(3)), (0, card(2)), (0, CLOSE), (1, CLOSE))
    assert sum(field(games, "drew")) == 2  # the 3 and the 2 that were used
    assert field(games, "pile") == field(games, "discard") == [0, 0, 0]


@pytest.mark.rule("SAL-5.4")
def test_no_limit_of_cards():
    games = standing(4, hands=["1" * 8, "2" * 10, "12", "3"], dice=[6, 3, 1, 1])
    passes(games, 3)
    assert sum(field(games, "hand")[1]) == 11


# --- 6 A Calling and joining ---------------------------------------------------------------------


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
    layout = GAME.observation(4)["pushed"]
    assert games.observe(seat=1)[0][layout.start : layout.stop].tolist() == [0, 0, 1]


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


# --- 6 A The splits ------------------------------------------------------------------------------


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


# --- 6 A The cards -------------------------------------------------------------------------------


@pytest.mark.rule("SAL-6.12")
def test_members_may_lay_down_nothing_and_are_paid():
    games = council(2)
    play(games, (0, PASS), (1, PASS), (0, CLOSE), (1, CLOSE), (4, card(3)), (4, card(2)), (4, CLOSE))
    assert field(games, "totals") == [18, 4 + 4 + 9 + 6]
    games = council(3)
    play(games, (0, PASS), (1, PASS), (2, PASS), (0, CLOSE), (1, CLOSE), (2, CLOSE), (4, CLOSE))
    assert field(games, "totals") == [27, 8 + 1]  # the pushed card counts
    assert field(games, "paid") == [4, 1, 1, 0, 0]


@pytest.mark.rule("SAL-6.12", "SAL-9.2")
def test_high_cards_are_laid_down_first():
    games = standing(4, members=2, hands=["1123", "1", "1", "1"], dice=[6, 6, 1, 1])
    play(games, (2, card(1)), (3, PASS), (0, PASS), (1, PASS))
    assert legal(games) == {CLOSE, card(1), card(2), card(3)}
    play(games, (0, card(2)))
    assert legal(games) == {CLOSE, card(1)}
    play(games, (0, card(1)))
    assert legal(games) == {CLOSE, card(1)}
    play(games, (0, card(1)))
    assert legal(games) == {CLOSE}  # the 3 can no longer be laid down


@pytest.mark.rule("SAL-6.13", "SAL-6.14")
def test_only_those_who_take_part_lay_down_cards_from_the_bag_holder_on():
    games = council(2, holder=3)
    play(games, (0, PASS), (1, PASS))
    asked = []
    while phase(games) == Phase.BID:
        asked.append(int(games.seat[0]))
        games.step([CLOSE])
    assert asked == [4, 0, 1]  # not 2 and 3


@pytest.mark.rule("SAL-6.14", "SAL-9.2")
def test_bids_are_secret_in_number_and_value():
    games = council(2)
    play(games, (0, PASS), (1, PASS))
    quiet = deal(5)
    quiet.tables = games.tables
    play(games, (0, card(3)), (0, card(1)), (0, CLOSE))
    play(quiet, (0, CLOSE))
    for who in (1, 2, 3, 4):
        assert (games.observe(seat=who) == quiet.observe(seat=who)).all()
        assert games.board(0, who) == quiet.board(0, who)
    assert (games.observe(seat=0) != quiet.observe(seat=0)).any()
    cards = GAME.observation(5)["cards"]
    assert games.observe(seat=4)[0][cards.start + 1] * 24 == pytest.approx(3)


@pytest.mark.rule("SAL-6.15", "SAL-6.16")
@pytest.mark.parametrize(("own", "paid"), [((2, 1), [6, 0, 0, 0]), ((2,), [0, 6, 0, 0])])
def test_all_values_are_added_and_a_tie_is_the_coalitions(own, paid):
    games = standing(4, hands=["12", "23", "", ""], dice=[5, 1, 1, 1])
    play(games, (1, card(3)))  # the pushed card and the one laid down make 5
    play(games, *((0, card(v)) for v in own), (0, CLOSE), (1, card(2)), (1, CLOSE))
    assert field(games, "totals") == [7 + sum(own), 5 + 5]
    assert field(games, "paid") == paid


@pytest.mark.rule("SAL-6.17", "SAL-6.18")
@pytest.mark.parametrize("wins", [True, False])
def test_used_cards_are_discarded_and_all_unpaid_draw(wins):
    games = standing(4, hands=["123", "333", "1", "2"], dice=[3, 1, 1, 1])
    play(games, (1, card(3)), (2, PASS), (3, PASS))
    play(games, *((0, card(v)) for v in ((3, 1) if wins else (3, 2, 1))), (0, CLOSE), (1, CLOSE))
    assert field(games, "totals") == [10 if wins else 12, 8 + 3]
    assert field(games, "discard") == [1, 0 if wins else 1, 2]
    assert field(games, "paid") == ([0, 6, 0, 0] if wins else [6, 0, 0, 0])
    assert field(games, "drew") == ([1, 0, 1, 1] if wins else [0, 1, 1, 1])


@pytest.mark.rule("SAL-6.18")
def test_all_outsiders_draw_when_the_coalition_wins():
    games = standing(4, hands=["123", "1", "1", "2"], dice=[6, 1, 1, 1])
    play(games, (1, card(1)), (2, card(1)), (3, PASS), (1, amount(3)), (2, ACCEPT))
    play(games, (0, CLOSE), (1, CLOSE), (2, CLOSE))
    assert field(games, "paid") == [6, 0, 0, 0]
    assert field(games, "drew") == [0, 1, 1, 1]


@pytest.mark.rule("SAL-6.15", "SAL-9.8")
def test_the_totals_are_remembered_until_the_next_round_is_over():
    games = standing(4, hands=["123", "1", "1", "2"], dice=[6, 1, 1, 1])
    next_tiles(games, PLANT, PLANT)
    play(games, (1, card(1)), (2, PASS), (3, PASS), (0, CLOSE), (1, CLOSE))
    assert field(games, "totals") == [9, 6 + 1]
    layout = GAME.observation(4)["totals"]
    assert (games.observe(seat=2)[0][layout.start : layout.stop] * 128).tolist() == [9, 7]
    open_floor(games)
    passes(games, 4)
    assert field(games, "totals") == [0, 0]


@pytest.mark.rule("SAL-6.8", "SAL-6.9")
def test_proposals_in_the_council_cost_no_attempts():
    games = opposed()
    play(games, (2, amount(5)), (2, amount(1)), (3, REJECT))
    assert (field(games, "fails_left"), field(games, "turn_fails")) == ([3] * 4, 0)
    games = council(3)
    play(games, (0, amount(2)), (0, amount(2)), (1, REJECT))
    assert (field(games, "fails_left"), field(games, "turn_fails")) == ([3] * 5, 0)


@pytest.mark.rule("SAL-0.3", "SAL-1.1", "SAL-9.8")
def test_nothing_of_a_round_is_left_in_the_next():
    games = opposed()
    next_tiles(games, PLANT, PLANT)
    play(games, (2, amount(4)), (2, amount(1)), (3, ACCEPT), (1, ACCEPT))
    play(games, (0, CLOSE), (1, CLOSE), (2, CLOSE), (3, CLOSE))
    assert field(games, "paid") == [0, 2, 4, 1]
    assert field(games, "drew") == [1, 0, 0, 0]
    for name in (
        *("mug", "pretzel", "share", "opp_share", "participant", "pushed", "bid", "bid_done", "history"),
        *("streak", "turn_fails", "draft", "in_draft", "draft_share", "accepted", "asked"),
        *("talk_about", "talk_part", "talk_share", "talk_asked"),
    ):
        assert not np.any(field(games, name)), name
    assert field(games, "caller") == -1
    open_floor(games)
    while games.seat[0] != 0:
        passes(games, 1)
    play(games, (0, CLOSE))
    while phase(games) in (Phase.FLOOR, Phase.CALL):
        passes(games, 1)
    assert field(games, "drew") == [0, 1, 1, 1]


@pytest.mark.rule("SAL-6.3", "SAL-6.14")
def test_boards_and_news_hide_pushed_cards_and_bids():
    games = council(2)
    play(games, (0, PASS), (1, PASS))
    text = [games.board(0, who) for who in range(5)]
    assert ["pushed 1" in t for t in text] == [False] * 4 + [True]
    before = games.tables.copy()
    play(games, (0, card(3)))
    assert told_of(games, before, card(3), 1) == []
    assert ["laid down 3" in games.board(0, who) for who in range(5)] == [True] + [False] * 4


@pytest.mark.rule("SAL-6.3", "SAL-9.2")
def test_the_number_of_cards_seen_in_a_council():
    games = council(2)
    layout = GAME.observation(5)["cards"]
    for who in range(5):
        seen = (games.observe(seat=who)[0][layout.start : layout.stop] * 24).round().tolist()
        assert seen == [2.0 if (who + k) % 5 == 4 else 3.0 for k in range(5)]  # 4 has pushed one forward


@pytest.mark.rule("SAL-6.3")
def test_news_of_a_call_does_not_name_the_card():
    games = standing(4, hands=["12", "113", "12", "12"])
    before = games.tables.copy()
    play(games, (1, card(3)))
    for who in (0, 2, 3):
        assert told_of(games, before, card(3), who) == ["player_1 calls a council."]


@pytest.mark.rule("SAL-3.18", "SAL-6.8", "SAL-6.9")
def test_news_of_proposals_in_the_council():
    games = council(2)
    play(games, (0, amount(5)))  # the same split again
    cards = "The council begins: the coalition stands at 18, the opposition at 17."
    assert told(games, 1, ACCEPT) == ["The coalition keeps its split.", cards]
    games = council(2)
    play(games, (0, amount(4)))
    assert told(games, 1, REJECT) == ["The proposal of player_0 fails."]
    play(games, (1, amount(3)))
    assert told(games, 0, REJECT) == [
        "The proposal of player_1 fails.",
        "The coalition keeps its split.",
        cards,
    ]
    games = council(2)
    play(games, (0, amount(4)), (1, amount(3)))
    assert told(games, 0, GRANT)[0] == "The coalition shares anew: player_0 3, player_1 3."
    games = opposed()
    play(games, (2, amount(5)), (2, amount(1)))
    assert told(games, 3, REJECT) == ["The proposal of player_2 fails."]
    play(games, (3, amount(5)), (3, amount(1)), (1, REJECT), (1, amount(5)), (1, amount(1)))
    assert told(games, 2, REJECT)[:2] == [
        "The proposal of player_1 fails.",
        "Should the opposition win: player_1 2, player_2 3, player_3 2.",
    ]
    games = opposed()
    play(games, (2, amount(4)), (2, amount(2)))
    assert told(games, 3, ACCEPT) == ["player_3 accepts."]
    assert told(games, 1, ACCEPT)[0] == "Should the opposition win: player_1 1, player_2 4, player_3 2."


def at_once(hands, *moves, pile=(0, 0, 5), project=4, opp_strength="all"):
    """The news of the last move; nobody is asked for forced ones, so the council runs through."""
    table = standing(4, hands=hands, dice=[6, 2, 1, 1], project=project, opp_strength=opp_strength).tables
    games = deal(4, ask_forced=False, opp_strength=opp_strength)
    games.tables = table
    games.tables["pile"] = pile
    play(games, *moves[:-1])
    news = told(games, *moves[-1])
    assert phase(games) != Phase.BID
    return news


@pytest.mark.rule("SAL-6.3", "SAL-6.15", "SAL-9.1")
@pytest.mark.parametrize("pile", [(0, 0, 0), (0, 0, 5)])  # the cards laid down are shuffled, or not
@pytest.mark.parametrize(("opp_strength", "pretzel"), [("all", 1), ("participants", 0)])
def test_news_of_a_council_that_runs_through_at_once(pile, opp_strength, pretzel):
    rest = {"pile": pile, "opp_strength": opp_strength}
    news = at_once(["", "3", "", ""], (1, card(3)), **rest)
    assert news[:2] == ["player_1 calls a council.", "Revealed: player_0 -, player_1 3."]
    assert news[2].startswith(f"The council: coalition 6, opposition {6 + 2 * pretzel}.")
    news = at_once(["", "2", "1", ""], (1, card(2)), (2, PASS), **rest)
    assert news[0] == "Revealed: player_0 -, player_1 2."
    news = at_once(["", "2", "1", ""], (1, card(2)), (2, card(1)), project=0, **rest)
    revealed = "Revealed: player_0 -, player_1 2, player_2 1."
    assert news[:2] == ["player_2 joins the opposition.", revealed]
    assert news[2].startswith(f"The council: coalition 6, opposition {8 + pretzel}.")
    news = at_once(["", "2", "1", ""], (1, card(2)), (2, card(1)), (1, amount(3)), (2, ACCEPT), **rest)
    assert news[0] == revealed
    news = at_once(["2", "3", "", ""], (1, card(3)), (0, card(2)), **rest)
    assert news[0] == "Revealed: player_0 2, player_1 3."


@pytest.mark.rule("SAL-5.1", "SAL-6.18")
def test_a_card_drawn_may_be_like_the_card_just_laid_down():
    news = at_once(["", "3", "", ""], (1, card(3)), opp_strength="participants")
    assert "player_1 draws a 3." in news
    news = at_once(["3", "33", "", ""], (1, card(3)), (0, CLOSE), (1, card(3)), pile=(0, 0, 9))
    assert "player_0 draws a 3." in news
    news = at_once(["33", "3", "", ""], (1, card(3)), (0, card(3)), (0, card(3)), pile=(0, 0, 9))
    assert "player_1 draws a 3." in news
    news = at_once(
        ["3", "11", "", ""],
        (1, card(1)),
        (0, CLOSE),
        (1, card(1)),
        pile=(9, 0, 0),
        opp_strength="participants",
    )
    assert "player_1 draws a 1." in news
