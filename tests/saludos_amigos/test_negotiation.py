"""The negotiation: floor, partners, shares, demands, failures, and how it ends."""

import itertools

import numpy as np
import pytest

from hustings.envs import IllegalAction
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, GRANT, HOLD, PASS, REJECT
from hustings.envs.saludos_amigos.table import Draft, Part, Phase

from .playing import (
    AMOUNTS,
    HYDRANT,
    PLANT,
    SEATS,
    THERMAL_BATH,
    amount,
    card,
    deal,
    field,
    lay,
    legal,
    open_floor,
    passes,
    phase,
    play,
    seat,
    told,
)
from .positions import fail, negotiate, proposal


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
        seen = set()
        for seed in range(150):
            games = deal(4, seed=seed, floor_order=floor_order)
            lay(games, holder=2)
            open_floor(games)
            order = tuple(np.argsort(field(games, "turn")).tolist())
            layout = GAME.observation(4)["turns_to_floor"]
            turns = games.observe(seat=1)[0][layout.start : layout.stop] * 8
            assert [int(turns[(who - 1) % 4]) for who in order] == [0, 1, 2, 3]
            play(games, *((who, PASS) for who in order))
            seen.add(order)
        return seen

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


@pytest.mark.rule("SAL-3.10", "SAL-3.11")
def test_a_higher_offer_frees_everybody():
    games = negotiate(dice=[3, 3, 3, 3])
    play(games, (0, seat(1)), (0, CLOSE), (0, amount(3)), (1, ACCEPT))
    assert (field(games, "mug"), field(games, "share")) == (12, [3, 3, 0, 0])
    # A member deserts the other for two outsiders.
    play(
        games,
        (1, seat(1)),
        (1, seat(2)),
        (1, CLOSE),
        (1, amount(4)),
        (1, amount(1)),
        (2, ACCEPT),
        (3, ACCEPT),
    )
    assert (field(games, "mug"), field(games, "share")) == (18, [0, 4, 1, 1])
    assert field(games, "history")[:2] == [[0, 4, 1, 1, 0, 0, 0], [3, 3, 0, 0, 0, 0, 0]]
    # A member may not simply leave.
    play(games, (2, PASS))
    assert field(games, "share") == [0, 4, 1, 1]


@pytest.mark.rule("SAL-3.11")
def test_the_former_offer_stands_until_the_next_is_agreed():
    games = negotiate(dice=[3, 3, 3, 3])
    play(games, (0, CLOSE), (1, seat(1)), (1, CLOSE), (1, amount(3)))
    assert field(games, "share") == [6, 0, 0, 0]
    play(games, (2, REJECT))
    assert field(games, "share") == [6, 0, 0, 0]


@pytest.mark.rule("SAL-3.12")
def test_failures_are_limited():
    games = negotiate()
    fail(games, 0)
    assert (phase(games), games.seat[0]) == (Phase.FLOOR, 0)  # may try again, the very same
    assert field(games, "streak") == 0
    fail(games, 0)
    assert games.seat[0] == 1  # two failures in a turn
    assert field(games, "streak") == 1
    assert field(games, "fails_left") == [1, 3, 3, 3]
    fail(games, 1)
    assert games.seat[0] == 1  # each turn has failures of its own
    play(games, (1, CLOSE), (2, PASS), (3, PASS))
    fail(games, 0)
    assert field(games, "fails_left") == [0, 2, 3, 3]
    assert games.seat[0] == 1  # 4 against 5: seat 0 can offer nothing any more
    play(games, (1, seat(1)), (1, CLOSE), (1, amount(3)), (2, ACCEPT))
    assert field(games, "fails_left") == [1, 2, 3, 3]  # a raise gives everybody one again


@pytest.mark.rule("SAL-3.12")
def test_offers_alone_are_never_limited():
    games = negotiate(attempts_round=1, dice=[6, 1, 1, 1])
    fail(games, 0)
    assert field(games, "fails_left")[0] == 0
    assert legal(games) == {PASS, CLOSE}


@pytest.mark.rule("SAL-3.12")
@pytest.mark.parametrize(("attempts_round", "attempts_turn"), [(1, 1), (2, 2), (8, 3), (4, 8)])
def test_other_limits_of_failures(attempts_round, attempts_turn):
    games = negotiate(attempts_round=attempts_round, attempts_turn=attempts_turn)
    assert field(games, "fails_left") == [attempts_round] * 4
    failures = 0
    while games.seat[0] == 0 and legal(games) & SEATS:
        fail(games, 0)
        failures += 1
    assert failures == min(attempts_round, attempts_turn)


@pytest.mark.rule("SAL-3.13")
def test_the_last_offer_stands_when_all_have_had_the_floor():
    games = negotiate()
    play(games, (0, PASS), (1, CLOSE), (2, PASS), (3, PASS), (0, PASS))
    assert phase(games) == Phase.FLOOR  # the proposer too is asked once more
    play(games, (1, PASS))
    assert phase(games) == Phase.CALL


@pytest.mark.rule("SAL-3.14")
def test_an_offer_that_nobody_can_beat_ends_it():
    games = negotiate(5, dice=[1, 1, 1, 6, 6], project=HYDRANT)  # two members at most
    play(games, (0, PASS), (1, PASS), (2, PASS), (3, seat(1)), (3, CLOSE), (3, amount(1)), (4, ACCEPT))
    assert phase(games) == Phase.CALL
    games = negotiate(5, dice=[1, 1, 1, 6, 6], placed=2)
    play(games, (0, PASS), (1, PASS), (2, PASS), (3, seat(1)), (3, CLOSE), (3, amount(1)), (4, ACCEPT))
    assert phase(games) == Phase.FLOOR  # with 7 million three may beat two


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


@pytest.mark.rule("SAL-3.18", "SAL-9.8")
def test_all_talk_is_observed_by_all():
    games = proposal(3, 1, 1, 1)
    layout = GAME.observation(4)
    play(games, (1, ACCEPT), (2, amount(3)))
    for who in range(4):
        view = games.observe(seat=who)[0]

        def block(name, view=view):
            return view[layout[name].start : layout[name].stop]

        def turned(values, who=who):
            return [values[(who + k) % 4] for k in range(4)]

        assert (block("draft_share") * 12).round().tolist() == turned([3, 1, 1, 1])
        assert block("accepted").tolist() == turned([0, 1, 0, 0])
        assert (block("asked") * 12).round().tolist() == turned([0, 0, 3, 0])
        assert block("on_turn").tolist() == turned([1, 0, 0, 0])
        assert block("phase").argmax() == Phase.REPLY
        assert block("draft").tolist() == [1, 0, 0]


@pytest.mark.rule("SAL-3.18", "SAL-9.8")
def test_the_last_offers_are_observed_newest_first():
    games = negotiate(dice=[1, 2, 3, 4])
    play(games, (0, CLOSE), (1, CLOSE), (2, CLOSE))
    layout = GAME.observation(4)["offers"]
    view = games.observe(seat=3)[0][layout.start : layout.stop].reshape(4, -1) * 12
    assert view.T.round().tolist()[:4] == [[0, 0, 0, 6], [0, 0, 6, 0], [0, 6, 0, 0], [0, 0, 0, 0]]
    passes(games, 4)
    passes(games, 3)
    assert phase(games) == Phase.REROLL
    assert not games.tables["history"].any()  # of this round only


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


@pytest.mark.rule("SAL-9.6")
def test_an_illegal_action_is_an_error_and_changes_nothing():
    games = negotiate()
    before = games.tables.tobytes()
    for action in (ACCEPT, card(1), amount(1), 27, -1):
        with pytest.raises(IllegalAction, match="seat 0"):
            games.step([action])
    assert games.tables.tobytes() == before


@pytest.mark.rule("SAL-9.9")
def test_the_actions():
    assert GAME.actions.size == 27
    starts = {block.name: block.start for block in GAME.actions}
    assert starts == {
        "pass": 0,
        "close": 1,
        "accept": 2,
        "reject": 3,
        "grant": 4,
        "hold": 5,
        "drop": 6,
        "card": 7,
        "seat": 10,
        "amount": 16,
    }


@pytest.mark.rule("SAL-3.17")
def test_the_mug_is_not_bounded():
    games = deal(7)
    lay(games, hands=["11112222"] * 2 + ["111222"] * 2 + ["12223"] * 2 + ["33"], dice=[6] * 7, placed=2)
    open_floor(games)
    play(games, *((0, seat(k)) for k in range(1, 7)), (0, CLOSE), *((0, amount(1)) for _ in range(6)))
    play(games, *((k, ACCEPT) for k in range(1, 7)))
    assert field(games, "paid") == [1] * 7  # an offer of 82


@pytest.mark.rule("SAL-3.12")
def test_failures_are_counted_anew_each_turn_and_each_round():
    games = negotiate()
    fail(games, 0)
    fail(games, 0)
    assert (games.seat[0], field(games, "turn_fails")) == (1, 0)
    fail(games, 1)
    assert games.seat[0] == 1  # the failures of seat 0 do not count here
    assert field(games, "fails_left") == [1, 2, 3, 3]
    passes(games, 3)
    assert phase(games) == Phase.REROLL
    assert (field(games, "fails_left"), field(games, "turn_fails")) == ([3] * 4, 0)


@pytest.mark.rule("SAL-3.12")
def test_a_raise_gives_its_members_an_attempt_too():
    games = negotiate(attempts_round=1)
    fail(games, 0)
    play(games, (0, PASS), (1, seat(3)), (1, CLOSE), (1, amount(3)), (0, ACCEPT))
    assert field(games, "fails_left") == [1, 1, 1, 1]


@pytest.mark.rule("SAL-3.12")
def test_the_floor_goes_on_when_nothing_is_left_to_offer():
    games = negotiate(attempts_round=1, dice=[3, 3, 3, 3])
    play(games, (0, CLOSE))
    fail(games, 1)  # alone 6 against 6, and no attempt left
    assert (games.seat[0], field(games, "streak")) == (2, 1)


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


@pytest.mark.rule("SAL-9.8")
def test_the_last_eight_offers_are_kept():
    games = negotiate(7)
    play(games, *((who, CLOSE) for who in range(6)))
    play(games, (6, seat(1)), (6, CLOSE), (6, amount(5)), (0, ACCEPT))
    play(
        games,
        (0, seat(4)),
        (0, seat(5)),
        (0, CLOSE),
        (0, amount(1)),
        (0, amount(1)),
        (4, ACCEPT),
        (5, ACCEPT),
    )
    play(
        games,
        (1, seat(4)),
        (1, seat(5)),
        (1, CLOSE),
        (1, amount(1)),
        (1, amount(1)),
        (5, ACCEPT),
        (6, ACCEPT),
    )
    newest_first = [[0, 1, 0, 0, 0, 1, 4], [1, 0, 0, 0, 1, 4, 0], [1, 0, 0, 0, 0, 0, 5]]
    newest_first += [[6 * (i == who) for i in range(7)] for who in (5, 4, 3, 2, 1)]
    assert field(games, "history") == newest_first
    layout = GAME.observation(7)["offers"]
    view = games.observe(seat=0)[0][layout.start : layout.stop].reshape(7, -1) * 12
    assert view.T.round().tolist() == newest_first


@pytest.mark.rule("SAL-3.9", "SAL-3.12")
def test_what_failed_is_off_the_table():
    games = proposal(2, 1, 1, 2)
    play(games, (1, amount(3)), (0, HOLD), (1, REJECT))
    assert (phase(games), field(games, "asked"), field(games, "responder")) == (Phase.FLOOR, [0] * 4, 0)
    games = negotiate(attempts_turn=1)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS))
    fail(games, 0)
    assert (phase(games), field(games, "turn_fails")) == (Phase.CALL, 0)


@pytest.mark.rule("SAL-3.18")
def test_news_of_the_floor_and_of_answers():
    games = negotiate(placed=2)  # 7 million
    assert told(games, 0, PASS) == ["player_0 passes."]
    assert told(games, 1, seat(1)) == ["player_1 invites player_2."]
    assert told(games, 1, seat(2)) == ["player_1 invites player_3."]
    assert told(games, 1, CLOSE) == told(games, 1, amount(5)) == []
    assert told(games, 1, amount(1)) == ["player_1 proposes: player_1 5, player_2 1, player_3 1."]
    assert told(games, 2, ACCEPT) == ["player_2 accepts."]
    assert told(games, 3, amount(4)) == ["player_3 asks for 4 million instead of 1."]
    assert told(games, 1, amount(2)) == ["player_1 offers player_3 2 million."]
    assert told(games, 3, REJECT) == ["The proposal of player_1 fails."]
    play(games, (1, seat(1)), (1, seat(2)), (1, CLOSE), (1, amount(5)), (1, amount(1)), (2, amount(2)))
    assert told(games, 1, GRANT) == ["player_1 grants player_2 2 million."]
    play(games, (3, amount(4)))
    assert told(games, 1, HOLD) == ["player_1 holds to 1 million for player_3."]
    assert told(games, 3, ACCEPT) == ["New standing offer of 18: player_1 4, player_2 2, player_3 1."]
    passes(games, 3)
    assert told(games, 1, PASS)[0] == "player_1 passes."
    games = proposal(3, 1, 1, 1)
    play(games, (1, amount(2)))
    assert told(games, 0, DROP) == ["The proposal of player_0 fails."]


@pytest.mark.rule("SAL-3.18", "SAL-9.1")
def test_news_of_a_coalition_with_nothing_to_choose():
    """As many members as millions: closing it and sharing are forced."""
    games = deal(4, ask_forced=False, withdrawal=False)
    lay(games, project=HYDRANT)
    play(games, *((who, PASS) for who in range(4)))
    assert told(games, 0, seat(2)) == [
        "player_0 invites player_2.",
        "player_0 proposes: player_0 1, player_2 1.",
    ]


@pytest.mark.rule("SAL-3.16", "SAL-3.18")
def test_news_of_a_negotiation_that_ends_the_round():
    games = proposal(2, 2, 1, 1)
    play(games, (1, ACCEPT), (2, ACCEPT))
    shares = "player_0 2, player_1 2, player_2 1, player_3 1"
    assert told(games, 3, ACCEPT)[:2] == [
        f"New standing offer of 22: {shares}.",
        f"Paid, in millions: {shares}.",
    ]
    games = negotiate()
    passes(games, 3)
    assert told(games, 3, PASS)[:2] == ["player_3 passes.", "Nobody is paid."]
    games = negotiate(attempts_turn=1)
    passes(games, 3)
    play(games, (3, seat(1)), (3, CLOSE), (3, amount(3)))
    assert told(games, 0, REJECT)[:2] == ["The proposal of player_3 fails.", "Nobody is paid."]


# --- Withdrawing a proposal ----------------------------------------------------------------------


@pytest.mark.rule("SAL-3.21", "SAL-3.12")
def test_a_proposal_that_is_withdrawn_counts_as_failed():
    games = negotiate()
    play(games, (0, seat(1)), (0, seat(2)))
    assert games.describe(0, PASS) == "Withdraw the proposal"
    play(games, (0, PASS))
    assert (phase(games), games.seat[0], field(games, "turn_fails")) == (Phase.FLOOR, 0, 1)
    assert field(games, "fails_left") == [2, 3, 3, 3]
    assert field(games, "in_draft") == [0] * 4
    play(games, (0, seat(1)), (0, CLOSE), (0, PASS))
    assert (phase(games), games.seat[0], field(games, "streak")) == (Phase.FLOOR, 1, 1)  # two in one turn
    assert field(games, "fails_left") == [1, 3, 3, 3]
    play(games, (1, seat(1)), (1, seat(2)), (1, CLOSE), (1, amount(3)))
    assert games.describe(0, PASS) == "Withdraw the proposal"
    play(games, (1, PASS))
    assert field(games, "draft_share") == [0] * 4
    assert field(games, "fails_left") == [1, 2, 3, 3]


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


@pytest.mark.rule("SAL-3.21", "SAL-3.14")
def test_withdrawing_for_ever_ends_all_the_same():
    games = negotiate(7, attempts_round=8, attempts_turn=8)
    for _ in range(7 * (2 * 8 + 1)):
        if phase(games) not in (Phase.FLOOR, Phase.SET):
            break
        places = sorted(legal(games) & SEATS)
        games.step([places[0] if phase(games) == Phase.FLOOR and places else PASS])
    assert field(games, "paid") == [0] * 7
    assert phase(games) == Phase.REROLL


@pytest.mark.rule("SAL-3.21", "SAL-3.18")
def test_news_of_a_withdrawal():
    games = negotiate()
    play(games, (0, seat(1)))
    assert told(games, 0, PASS) == ["player_0 withdraws the proposal."]
    play(games, (0, seat(1)), (0, CLOSE))
    assert told(games, 0, PASS) == ["player_0 withdraws the proposal."]
    games = negotiate(attempts_turn=1)
    passes(games, 3)
    play(games, (3, seat(1)))
    assert told(games, 3, PASS)[:2] == ["player_3 withdraws the proposal.", "Nobody is paid."]


# --- Talk that failed ----------------------------------------------------------------------------


def talks(games, number: int) -> list[tuple]:
    """The newest of the proposals that failed: about what, the parts, the shares, what was asked."""
    table, seats = games.tables[0], games.num_players
    kept = [Draft(int(about)) for about in table["talk_about"]]
    columns = (table[name][:seats].T.tolist() for name in ("talk_part", "talk_share", "talk_asked"))
    found = list(zip(kept, *columns))
    assert all(about == Draft.NONE and not any(map(any, rest)) for about, *rest in found[number:])
    return found[:number]


TOOK_BACK, REFUSED, OUT, NOT_YET, ACCEPTED, PROPOSED = map(int, Part)


@pytest.mark.rule("SAL-9.11", "SAL-3.18")
def test_talk_that_failed_is_remembered_newest_first():
    games = proposal(3, 1, 1, 1)
    play(games, (1, amount(3)), (0, amount(2)), (1, ACCEPT), (2, REJECT))
    refused = (Draft.NEGOTIATION, [PROPOSED, ACCEPTED, REFUSED, NOT_YET], [2, 2, 1, 1], [0, 3, 0, 0])
    assert talks(games, 1) == [refused]
    play(games, (0, seat(1)), (0, seat(3)), (0, CLOSE), (0, amount(4)), (0, amount(1)))
    play(games, (1, amount(4)), (0, DROP))
    dropped = (Draft.NEGOTIATION, [TOOK_BACK, NOT_YET, OUT, NOT_YET], [4, 1, 0, 1], [0, 4, 0, 0])
    assert talks(games, 2) == [dropped, refused]
    play(games, (1, seat(1)), (1, PASS))
    inviting = (Draft.NEGOTIATION, [OUT, TOOK_BACK, NOT_YET, OUT], [0] * 4, [0] * 4)
    play(games, (1, seat(1)), (1, seat(2)), (1, CLOSE), (1, amount(3)), (1, PASS))
    sharing = (Draft.NEGOTIATION, [OUT, TOOK_BACK, NOT_YET, NOT_YET], [0, 3, 0, 0], [0] * 4)
    assert talks(games, 4) == [sharing, inviting, dropped, refused]
    play(games, (2, CLOSE))
    assert talks(games, 4)[0] == sharing  # a new offer leaves it
    passes(games, 4)
    while phase(games) == Phase.CALL:
        passes(games, 1)
    assert phase(games) == Phase.REROLL
    talks(games, 0)  # forgotten with the round


@pytest.mark.rule("SAL-9.11")
def test_the_last_eight_proposals_that_failed_are_kept():
    games = negotiate(6)
    for who in range(4):
        fail(games, who)
        fail(games, who)
    assert [talk[1].index(PROPOSED) for talk in talks(games, 8)] == [3, 3, 2, 2, 1, 1, 0, 0]
    fail(games, 4)
    play(games, (4, seat(1)), (4, PASS))
    assert talks(games, 8)[0][1] == [OUT, OUT, OUT, OUT, TOOK_BACK, NOT_YET]
    assert [talk[1].index(PROPOSED) for talk in talks(games, 8)[1:]] == [4, 3, 3, 2, 2, 1, 1]
    passes(games, 2)
    assert phase(games) == Phase.REROLL
    talks(games, 0)  # all eight are forgotten with the round


@pytest.mark.rule("SAL-9.11", "SAL-3.18")
def test_talk_that_failed_is_observed_by_all():
    games = proposal(3, 1, 1, 1)
    play(games, (1, amount(3)), (0, HOLD), (1, ACCEPT), (2, REJECT), (0, seat(3)), (0, PASS))
    layout = GAME.observation(4)
    for who in range(4):
        view = games.observe(seat=who)[0]

        def block(name, view=view, who=who):
            """By talk what it says of each seat, from seat 0 on."""
            entries = view[layout[name].start : layout[name].stop].reshape(4, -1)
            return np.roll(entries, who, axis=0).T[:3].tolist()

        assert block("talk_part") == [[-1, 0, 0, 0.25], [1, 0.5, -0.5, 0.25], [0, 0, 0, 0]]
        assert np.round(np.array(block("talk_share")) * 12).tolist() == [[0] * 4, [3, 1, 1, 1], [0] * 4]
        assert np.round(np.array(block("talk_asked")) * 12).tolist() == [[0] * 4, [0, 3, 0, 0], [0] * 4]
        about = view[layout["talk_about"].start : layout["talk_about"].stop].reshape(-1, 3)
        assert about[:3].tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0]]


@pytest.mark.rule("SAL-3.12")
def test_the_board_shows_the_attempts_left():
    games = negotiate()
    fail(games, 0)
    assert "Proposals of player_0 that may still fail this round: 2." in games.board(0, 1)
