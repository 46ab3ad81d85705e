"""The negotiation: the floor, partners, shares, demands, withdrawals, and how it ends."""

import itertools

import numpy as np
import pytest

from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, GRANT, HOLD, PASS, REJECT
from hustings.envs.saludos_amigos.table import Phase

from .playing import (
    AMOUNTS,
    HYDRANT,
    PLANT,
    SEATS,
    THERMAL_BATH,
    amount,
    deal,
    field,
    lay,
    legal,
    open_floor,
    passes,
    phase,
    play,
    seat,
    seen,
)
from .positions import negotiate, proposal


@pytest.mark.rule("SAL-3.1")
def test_the_floor_goes_clockwise_from_the_bag_holder():
    games = deal(5)
    lay(games, holder=3)
    open_floor(games)
    assert (phase(games), games.seat[0]) == (Phase.FLOOR, 3)
    play(games, (3, PASS), (4, PASS), (0, CLOSE), (1, PASS), (2, PASS))


@pytest.mark.rule("SAL-3.1", "SAL-9.8")
def test_other_orders_of_the_floor():
    def orders(floor_order):
        found = set()
        for seed in range(150):
            games = deal(4, seed=seed, floor_order=floor_order)
            lay(games, holder=2)
            open_floor(games)
            order = tuple(np.argsort(field(games, "turn")).tolist())
            turns = seen(games, 1, "turns_to_floor", 8)
            assert [turns[(who - 1) % 4] for who in order] == [0, 1, 2, 3]
            play(games, *((who, PASS) for who in order))
            found.add(order)
        return found

    assert orders("clockwise") == {(2, 3, 0, 1)}
    assert orders("random_start") == {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}
    assert orders("random") == set(itertools.permutations(range(4)))


@pytest.mark.rule("SAL-3.1")
def test_seven_speak_in_a_random_order():
    first = set()
    for seed in range(60):
        games = deal(7, seed=seed, floor_order="random")
        open_floor(games)
        assert sorted(field(games, "turn")) == list(range(7))
        first.add(int(games.seat[0]))
    assert first == set(range(7))


@pytest.mark.rule("SAL-3.1")
def test_a_random_order_is_drawn_anew_each_round():
    games = deal(6, floor_order="random", seed=2)
    orders = []
    for _ in range(4):
        open_floor(games)
        orders.append(tuple(field(games, "turn")))
        passes(games, 6)
    assert len(set(orders)) > 1


@pytest.mark.rule("SAL-3.2")
def test_alone_for_all_the_millions():
    games = negotiate()
    assert CLOSE in legal(games)
    play(games, (0, CLOSE))
    assert (field(games, "mug"), field(games, "share")) == (4, [6, 0, 0, 0])
    play(games, (1, PASS), (2, PASS), (3, CLOSE))
    assert (field(games, "mug"), field(games, "share")) == (7, [0, 0, 0, 6])
    assert CLOSE not in legal(games)  # 4 does not beat 7


@pytest.mark.rule("SAL-3.3", "SAL-9.3")
def test_partners_are_invited_clockwise():
    games = negotiate(5)
    assert legal(games) & SEATS == {seat(1), seat(2), seat(3), seat(4)}
    play(games, (0, PASS), (1, seat(2)))
    assert field(games, "in_draft") == [0, 1, 0, 1, 0]
    assert legal(games) == {PASS, CLOSE, seat(3), seat(4)}
    play(games, (1, seat(4)))
    assert field(games, "in_draft") == [1, 1, 0, 1, 0]
    assert legal(games) == {PASS, CLOSE}
    assert games.describe(0, CLOSE) == "The coalition is complete: offer 16"


@pytest.mark.rule("SAL-3.4")
def test_an_offer_must_beat_the_mug_by_any_amount():
    games = negotiate(dice=[3, 3, 3, 4])
    play(games, (0, CLOSE))
    assert CLOSE not in legal(games)  # 6 against 6
    play(games, (1, PASS), (2, PASS))
    assert CLOSE in legal(games)  # 7 against 6
    play(games, (3, seat(1)), (3, CLOSE), (3, amount(3)), (0, ACCEPT))
    assert field(games, "mug") == 13
    assert seat(3) not in legal(games)  # the same two, 13 against 13
    play(games, (0, seat(1)))
    assert legal(games) == {PASS, seat(2), seat(3)}  # 12 against 13
    play(games, (0, seat(2)), (0, CLOSE), (0, amount(2)), (0, amount(2)), (1, ACCEPT), (2, ACCEPT))
    assert field(games, "mug") == 18


@pytest.mark.rule("SAL-3.5", "SAL-3.6")
def test_every_member_gets_at_least_a_million_of_the_whole_sum():
    games = negotiate(4, placed=2)  # 7 million among four: 2, 2, 2, 1
    play(games, (0, seat(1)), (0, seat(2)), (0, seat(3)), (0, CLOSE))
    assert legal(games) == {PASS, *(amount(a) for a in range(1, 5))}
    play(games, (0, amount(2)))
    assert legal(games) == {PASS, *(amount(a) for a in range(1, 4))}
    play(games, (0, amount(2)))
    assert legal(games) == {PASS, amount(1), amount(2)}
    play(games, (0, amount(2)))
    assert phase(games) == Phase.RESPOND  # the last gets the rest
    assert field(games, "draft_share") == [2, 2, 2, 1]
    play(games, (1, ACCEPT), (2, ACCEPT), (3, ACCEPT))
    assert field(games, "money") == [2, 2, 2, 1]


@pytest.mark.rule("SAL-3.5")
def test_no_more_members_than_millions():
    games = negotiate(5, project=HYDRANT)  # 2 million
    play(games, (0, seat(2)))
    assert legal(games) == {PASS, CLOSE}
    games = negotiate(5, project=HYDRANT)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS), (4, CLOSE))
    assert field(games, "mug") == 8
    play(games, (0, seat(2)))
    assert legal(games) == {PASS, CLOSE}


@pytest.mark.rule("SAL-3.6")
def test_the_largest_share_and_shares_by_the_place_of_the_partner():
    games = negotiate(4, project=PLANT, placed=6)  # 12 million
    play(games, (0, PASS), (1, PASS), (2, seat(1)), (2, seat(3)), (2, CLOSE))
    assert legal(games) == {PASS, *(amount(a) for a in range(1, 11))}
    play(games, (2, amount(5)), (2, amount(4)))
    assert field(games, "draft_share") == [0, 3, 5, 4]
    games = negotiate(4, project=PLANT, placed=6)
    play(games, (0, seat(1)), (0, CLOSE))
    assert legal(games) == {PASS} | AMOUNTS
    play(games, (0, amount(11)))
    assert field(games, "draft_share") == [11, 1, 0, 0]


@pytest.mark.rule("SAL-3.7", "SAL-9.4")
def test_all_must_accept_one_after_another():
    games = proposal(1, 2, 1, 2)
    play(games, (1, ACCEPT))
    assert field(games, "mug") == 0
    play(games, (2, ACCEPT))
    assert field(games, "accepted") == [0, 1, 1, 0]
    play(games, (3, REJECT))
    assert field(games, "mug") == 0
    assert field(games, "in_draft") == field(games, "accepted") == [0, 0, 0, 0]


@pytest.mark.rule("SAL-3.8")
def test_what_a_partner_may_ask_for():
    games = proposal(3, 1, 1, 1)
    assert legal(games) == {ACCEPT, REJECT, amount(2), amount(3)}  # 1 for each of the three others
    games = proposal(1, 1, 1, 3)
    play(games, (1, ACCEPT), (2, ACCEPT))
    assert legal(games) == {ACCEPT, REJECT}


@pytest.mark.rule("SAL-3.8")
def test_no_demands_without_the_option():
    games = proposal(3, 1, 1, 1, counter=False)
    assert legal(games) == {ACCEPT, REJECT}


@pytest.mark.rule("SAL-3.9")
def test_a_grant_is_paid_from_the_own_share_and_is_consent():
    games = proposal(3, 1, 1, 1)
    play(games, (1, amount(3)))
    assert (phase(games), field(games, "asked")) == (Phase.REPLY, [0, 3, 0, 0])
    assert legal(games) == {GRANT, amount(2), HOLD, DROP}
    play(games, (0, GRANT))
    assert field(games, "draft_share") == [1, 3, 1, 1]
    assert field(games, "accepted") == [0, 1, 0, 0]
    assert games.seat[0] == 2
    play(games, (2, amount(2)))
    assert legal(games) == {HOLD, DROP}  # nothing left to give
    play(games, (0, HOLD))
    assert (phase(games), games.seat[0]) == (Phase.RESPOND, 2)
    assert legal(games) == {ACCEPT, REJECT}  # a second demand is not possible
    play(games, (2, ACCEPT))
    assert amount(2) in legal(games)  # but the next partner may ask
    play(games, (3, ACCEPT))
    assert field(games, "money") == [1, 3, 1, 1]


@pytest.mark.rule("SAL-3.9")
def test_less_than_asked_must_be_accepted_or_rejected():
    games = proposal(4, 2, 1, 1, placed=3)
    play(games, (1, amount(5)))
    assert legal(games) == {GRANT, amount(3), amount(4), HOLD, DROP}
    play(games, (0, amount(4)))
    assert field(games, "draft_share") == [2, 4, 1, 1]
    assert (games.seat[0], legal(games)) == (1, {ACCEPT, REJECT})
    play(games, (1, REJECT))
    assert field(games, "draft_share") == [0, 0, 0, 0]
    games = proposal(4, 2, 1, 1, placed=3)
    play(games, (1, amount(5)), (0, DROP))
    assert (phase(games), games.seat[0]) == (Phase.FLOOR, 0)
    assert field(games, "fails_left")[0] == 2


@pytest.mark.rule("SAL-3.13")
def test_the_last_offer_stands_when_all_have_had_the_floor():
    games = negotiate()
    play(games, (0, PASS), (1, CLOSE), (2, PASS), (3, PASS), (0, PASS))
    assert phase(games) == Phase.FLOOR  # the proposer too is asked once more
    play(games, (1, PASS))
    assert phase(games) == Phase.CALL


@pytest.mark.rule("SAL-3.15")
def test_no_offer_no_pay():
    games = negotiate()
    cards = [sum(hand) for hand in field(games, "hand")]
    play(games, (0, PASS), (1, PASS), (2, PASS), (3, PASS))
    assert field(games, "paid") == [0, 0, 0, 0]
    assert [sum(hand) for hand in field(games, "hand")] == [number + 1 for number in cards]
    assert field(games, "bag")[THERMAL_BATH] <= 4  # the tile stays


@pytest.mark.rule("SAL-3.16")
def test_the_whole_table():
    games = proposal(2, 2, 1, 1)
    play(games, (1, ACCEPT), (2, ACCEPT), (3, ACCEPT))
    assert phase(games) == Phase.REROLL  # no council
    assert field(games, "paid") == [2, 2, 1, 1]
    assert field(games, "drew") == [0, 0, 0, 0]


@pytest.mark.rule("SAL-9.5", "SAL-3.5")
def test_nobody_is_invited_in_vain():
    """Against brute force: a partner may be invited just when some coalition with them beats the mug."""
    for dice in ([1, 1, 1, 6, 6], [6, 1, 2, 3, 4], [2, 2, 2, 2, 6]):
        for project, placed in ((HYDRANT, 1), (1, 1), (THERMAL_BATH, 1)):
            games = negotiate(5, dice=dice, project=project, placed=placed)
            pie, strength = field(games, "pie"), field(games, "strength")
            for mug in range(41):
                games.tables["mug"] = mug
                for first in range(1, 5):
                    possible = any(
                        strength[0] + strength[first] + sum(strength[i] for i in more) > mug
                        for size in range(pie - 1)
                        for more in itertools.combinations(range(first + 1, 5), size)
                    )
                    assert (seat(first) in legal(games)) == possible


@pytest.mark.rule("SAL-3.17")
def test_the_mug_is_not_bounded():
    games = deal(7)
    lay(games, hands=["11112222"] * 2 + ["111222"] * 2 + ["12223"] * 2 + ["33"], dice=[6] * 7, placed=2)
    open_floor(games)
    play(games, *((0, seat(k)) for k in range(1, 7)), (0, CLOSE), *((0, amount(1)) for _ in range(6)))
    play(games, *((k, ACCEPT) for k in range(1, 7)))
    assert field(games, "paid") == [1] * 7  # an offer of 82


@pytest.mark.rule("SAL-3.9")
def test_the_proposer_keeps_a_million():
    games = proposal(1, 1, 1, 3)
    play(games, (1, amount(3)))
    assert legal(games) == {HOLD, DROP}
    games = proposal(2, 1, 1, 2)
    play(games, (1, amount(3)))
    assert legal(games) == {amount(2), HOLD, DROP}
    play(games, (0, HOLD))
    assert legal(games) == {ACCEPT, REJECT}  # the demand lapses
    play(games, (1, ACCEPT))
    assert field(games, "asked") == [0, 3, 0, 0]  # but all have heard it
    assert amount(3) in legal(games)


@pytest.mark.rule("SAL-3.21")
def test_a_proposal_is_withdrawn_only_while_it_is_put_together():
    games = proposal(3, 1, 1, 1)
    assert PASS not in legal(games)
    play(games, (1, amount(2)))
    assert PASS not in legal(games)  # dropping it is another action
    games = negotiate(withdrawal=False)
    play(games, (0, seat(1)), (0, seat(2)))
    assert PASS not in legal(games)
    play(games, (0, CLOSE))
    assert PASS not in legal(games)
