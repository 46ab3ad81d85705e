"""A proposal is agreed, or fails."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, DROP, HOLD, PASS, REJECT
from hustings.envs.saludos_amigos.table import Draft, Part, Phase

from .playing import HYDRANT, SEATS, amount, card, field, legal, passes, phase, play, seat, seen
from .positions import council, fail, negotiate, opposed, proposal, standing


@pytest.mark.rule("SAL-6.8", "SAL-6.9")
def test_the_coalition_still_renegotiates_when_the_opposition_has_not_agreed():
    games = standing(5, members=2, holder=1, dice=[6, 6, 1, 1, 1])
    play(games, (2, card(1)), (3, card(1)), (4, PASS))
    play(games, (2, amount(3)), (3, REJECT), (3, amount(3)), (2, REJECT))
    assert field(games, "opp_share") == [0, 0, 3, 3, 0]
    assert (phase(games), games.seat[0]) == (Phase.COAL_SPLIT, 1)  # from the bag-holder on
    play(games, (1, amount(3)), (0, ACCEPT))
    assert field(games, "share") == [3, 3, 0, 0, 0]


@pytest.mark.rule("SAL-6.8", "SAL-6.9")
def test_proposals_in_the_council_cost_no_attempts():
    games = opposed()
    play(games, (2, amount(5)), (2, amount(1)), (3, REJECT))
    assert (field(games, "fails_left"), field(games, "turn_fails")) == ([3] * 4, 0)
    games = council(3)
    play(games, (0, amount(2)), (0, amount(2)), (1, REJECT))
    assert (field(games, "fails_left"), field(games, "turn_fails")) == ([3] * 5, 0)


@pytest.mark.rule("SAL-3.10", "SAL-3.11")
def test_a_higher_offer_frees_everybody():
    games = negotiate(dice=[3, 3, 3, 3])
    play(games, (0, seat(1)), (0, CLOSE), (0, amount(3)), (1, ACCEPT))
    assert (field(games, "mug"), field(games, "share")) == (12, [3, 3, 0, 0])
    # A member deserts the other for two outsiders.
    play(games, (1, seat(1)), (1, seat(2)), (1, CLOSE), (1, amount(4)))
    play(games, (1, amount(1)), (2, ACCEPT), (3, ACCEPT))
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


@pytest.mark.rule("SAL-3.14")
def test_an_offer_that_nobody_can_beat_ends_it():
    games = negotiate(5, dice=[1, 1, 1, 6, 6], project=HYDRANT)  # two members at most
    play(games, (0, PASS), (1, PASS), (2, PASS), (3, seat(1)), (3, CLOSE), (3, amount(1)), (4, ACCEPT))
    assert phase(games) == Phase.CALL
    games = negotiate(5, dice=[1, 1, 1, 6, 6], placed=2)
    play(games, (0, PASS), (1, PASS), (2, PASS), (3, seat(1)), (3, CLOSE), (3, amount(1)), (4, ACCEPT))
    assert phase(games) == Phase.FLOOR  # with 7 million three may beat two


@pytest.mark.rule("SAL-9.8")
def test_the_last_eight_offers_are_kept():
    games = negotiate(7)
    play(games, *((who, CLOSE) for who in range(6)))
    play(games, (6, seat(1)), (6, CLOSE), (6, amount(5)), (0, ACCEPT))
    play(games, (0, seat(4)), (0, seat(5)), (0, CLOSE), (0, amount(1)))
    play(games, (0, amount(1)), (4, ACCEPT), (5, ACCEPT))
    play(games, (1, seat(4)), (1, seat(5)), (1, CLOSE), (1, amount(1)))
    play(games, (1, amount(1)), (5, ACCEPT), (6, ACCEPT))
    newest_first = [[0, 1, 0, 0, 0, 1, 4], [1, 0, 0, 0, 1, 4, 0], [1, 0, 0, 0, 0, 0, 5]]
    newest_first += [[6 * (i == who) for i in range(7)] for who in (5, 4, 3, 2, 1)]
    assert field(games, "history") == newest_first
    assert np.reshape(seen(games, 0, "offers", 12), (7, -1)).T.tolist() == newest_first


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


@pytest.mark.rule("SAL-3.9", "SAL-3.12")
def test_what_failed_is_off_the_table():
    games = proposal(2, 1, 1, 2)
    play(games, (1, amount(3)), (0, HOLD), (1, REJECT))
    assert (phase(games), field(games, "asked"), field(games, "responder")) == (Phase.FLOOR, [0] * 4, 0)
    games = negotiate(attempts_turn=1)
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS))
    fail(games, 0)
    assert (phase(games), field(games, "turn_fails")) == (Phase.CALL, 0)


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
