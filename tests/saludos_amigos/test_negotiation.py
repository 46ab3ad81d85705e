"""The negotiation: the floor, partners, shares, demands, withdrawals, and how it ends."""

import itertools

import numpy as np
import pytest

from .playing import HYDRANT, PLANT, PROJECT_B, THERMAL_BATH, lay
from .positions import negotiate, proposal

# --- The floor -----------------------------------------------------------------------------------


@pytest.mark.rule("SAL-3.1")
def test_the_floor_goes_clockwise_from_the_bag_holder():
    lay(5, holder=3).until("FLOOR").play("3 -, 4 -, 0 close, 1 -, 2 -")


@pytest.mark.rule("SAL-3.1")
@pytest.mark.parametrize(
    ("floor_order", "orders"),
    [
        ("clockwise", {(2, 3, 0, 1)}),
        ("random_start", {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}),
        ("random", {*itertools.permutations(range(4))}),
    ],
)
def test_other_orders_of_the_floor(floor_order, orders):
    found = set()
    for seed in range(150):
        game = lay(seed=seed, holder=2, floor_order=floor_order).until("FLOOR")
        order = tuple(np.argsort(game.fact("turn")).tolist())
        for who in order:
            game.play(f"{who} -")
        found.add(order)
    assert found == orders


@pytest.mark.rule("SAL-3.1")
def test_a_random_order_is_drawn_anew_each_round():
    game, orders = lay(6, floor_order="random", seed=2), set()
    for _ in range(4):
        orders.add(tuple(game.until("FLOOR").fact("turn")))
        game.pass_round()
    assert len(orders) > 1


# --- Offers and partners -------------------------------------------------------------------------


@pytest.mark.rule("SAL-3.2")
def test_alone_for_all_the_millions():
    game = negotiate().play("0 close").expect(mug=4, share=[6, 0, 0, 0])
    game.play("1 -, 2 -, 3 close").expect(mug=7, share=[0, 0, 0, 6])
    game.refuses("close")  # 4 does not beat 7


@pytest.mark.rule("SAL-3.3", "SAL-9.3")
def test_partners_are_invited_clockwise():
    game = negotiate(5).expect(legal="- close p1 p2 p3 p4")
    game.play("0 -, 1 p3").expect(in_draft=[0, 1, 0, 1, 0], legal="- close p4 p0")
    game.play("1 p0").expect(in_draft=[1, 1, 0, 1, 0], legal="- close")


@pytest.mark.rule("SAL-3.4")
def test_an_offer_must_beat_the_mug_by_any_amount():
    game = negotiate(dice=[3, 3, 3, 4]).play("0 close").refuses("close")  # 6 against 6
    game.play("1 -, 2 -").offers("close")  # 7 against 6
    game.play("3 p0 close 3, 0 yes").expect(mug=13).refuses("p3")  # the same two, 13 against 13
    game.play("0 p1").expect(legal="- p2 p3")  # 12 against 13
    game.play("0 p2 close 2 2, 1 yes, 2 yes").expect(mug=18)


@pytest.mark.rule("SAL-3.5", "SAL-3.6")
def test_every_member_gets_at_least_a_million_of_the_whole_sum():
    game = negotiate(placed=2).play("0 p1 p2 p3 close")  # 7 million among four: 2, 2, 2, 1
    for legal in ("- 1-4", "- 1-3", "- 1-2"):
        game.expect(legal=legal).play("0 2")
    game.expect("RESPOND", draft_share=[2, 2, 2, 1])  # the last gets the rest
    game.play("1 yes, 2 yes, 3 yes").expect(money=[2, 2, 2, 1])


@pytest.mark.rule("SAL-3.5")
def test_no_more_members_than_millions():
    negotiate(5, project=HYDRANT).play("0 p2").expect(legal="- close")  # 2 million


@pytest.mark.rule("SAL-3.6")
def test_the_largest_share_and_shares_by_the_place_of_the_partner():
    game = negotiate(project=PLANT, placed=6).play("0 -, 1 -, 2 p3 p1 close")  # 12 million
    game.expect(legal="- 1-10").play("2 5 4").expect(draft_share=[0, 3, 5, 4])
    game = negotiate(project=PLANT, placed=6).play("0 p1 close").expect(legal="- 1-11")
    game.play("0 11").expect(draft_share=[11, 1, 0, 0])


@pytest.mark.rule("SAL-9.5", "SAL-3.5")
@pytest.mark.parametrize("dice", [[1, 1, 1, 6, 6], [6, 1, 2, 3, 4], [2, 2, 2, 2, 6]])
@pytest.mark.parametrize("project", [HYDRANT, PROJECT_B, THERMAL_BATH])
def test_nobody_is_invited_in_vain(dice, project):
    """Against brute force: a partner may be invited just when some coalition with them beats the mug."""
    game = negotiate(5, dice=dice, project=project)
    pie, strength = game.fact("pie"), game.fact("strength")
    for mug in range(41):
        game.set(mug=mug)
        for first in range(1, 5):
            possible = any(
                strength[0] + strength[first] + sum(strength[i] for i in more) > mug
                for size in range(pie - 1)
                for more in itertools.combinations(range(first + 1, 5), size)
            )
            assert game.games.legal[0, game.action(f"p{first}")] == possible


# --- Answers and demands -------------------------------------------------------------------------


@pytest.mark.rule("SAL-3.7", "SAL-9.4")
def test_all_must_accept_one_after_another():
    game = proposal(1, 2, 1, 2).play("1 yes").expect(mug=0)
    game.play("2 yes").expect(mug=0, accepted=[0, 1, 1, 0])
    game.play("3 no").expect(mug=0).zero("in_draft", "accepted")


@pytest.mark.rule("SAL-3.8")
def test_what_a_partner_may_ask_for():
    proposal(3, 1, 1, 1).expect(legal="yes no 2 3")  # 1 for each of the three others
    proposal(1, 1, 1, 3).play("1 yes, 2 yes").expect(legal="yes no")
    proposal(3, 1, 1, 1, counter=False).expect(legal="yes no")


@pytest.mark.rule("SAL-3.9")
def test_a_grant_is_paid_from_the_own_share_and_is_consent():
    game = proposal(3, 1, 1, 1).play("1 3").expect("REPLY 0", asked=[0, 3, 0, 0], legal="grant 2 hold drop")
    game.play("0 grant").expect("RESPOND 2", draft_share=[1, 3, 1, 1], accepted=[0, 1, 0, 0])
    game.play("2 2").expect(legal="hold drop")  # nothing left to give
    game.play("0 hold").expect("RESPOND 2", legal="yes no")  # a second demand is not possible
    game.play("2 yes").offers("2")  # but the next partner may ask
    game.play("3 yes").expect(money=[1, 3, 1, 1])


@pytest.mark.rule("SAL-3.9")
def test_less_than_asked_must_be_accepted_or_rejected():
    game = proposal(4, 2, 1, 1, placed=3).play("1 5").expect(legal="grant 3 4 hold drop")
    game.play("0 4").expect("RESPOND 1", draft_share=[2, 4, 1, 1], legal="yes no")
    game.play("1 no").zero("draft_share")
    proposal(4, 2, 1, 1, placed=3).play("1 5, 0 drop").expect("FLOOR 0", fails_left={0: 2})


@pytest.mark.rule("SAL-3.9")
def test_the_proposer_keeps_a_million():
    proposal(1, 1, 1, 3).play("1 3").expect(legal="hold drop")
    game = proposal(2, 1, 1, 2).play("1 3").expect(legal="2 hold drop")
    game.play("0 hold").expect(legal="yes no")  # the demand lapses
    game.play("1 yes").expect(asked=[0, 3, 0, 0]).offers("3")  # but all have heard it


@pytest.mark.rule("SAL-3.21")
def test_a_proposal_is_withdrawn_only_while_it_is_put_together():
    game = proposal(3, 1, 1, 1).refuses("-").play("1 2").refuses("-")  # dropping it is another action
    game = negotiate(withdrawal=False).play("0 p1").refuses("-").play("0 p2").refuses("-")
    game.play("0 close").refuses("-")


# --- How it ends ---------------------------------------------------------------------------------


@pytest.mark.rule("SAL-3.13")
def test_the_last_offer_stands_when_all_have_had_the_floor():
    game = negotiate().play("0 -, 1 close, 2 -, 3 -, 0 -").expect("FLOOR 1")  # the proposer once more too
    game.play("1 -").expect("CALL")


@pytest.mark.rule("SAL-3.15")
def test_no_offer_no_pay():
    game = negotiate().play("0 -, 1 -, 2 -, 3 -").expect("REROLL", cards=[4, 4, 4, 4]).zero("paid", "money")
    assert game.fact("bag")[THERMAL_BATH] <= 4  # the tile stays


@pytest.mark.rule("SAL-3.16")
def test_the_whole_table():
    game = proposal(2, 2, 1, 1).play("1 yes, 2 yes, 3 yes")
    game.expect("REROLL", paid=[2, 2, 1, 1]).zero("drew")  # no council


@pytest.mark.rule("SAL-3.17")
def test_the_mug_is_not_bounded():
    game = lay("11112222 11112222 111222 111222 12223 12223 33", dice=[6] * 7, placed=2).until("FLOOR")
    game.play("0 p1 p2 p3 p4 p5 p6 close 1 1 1 1 1 1").do("yes " * 5)
    assert game.told("6 yes")[0].startswith("New standing offer of strength 82, in millions: ")
    game.expect(paid=[1] * 7)
