"""A proposal is agreed, or fails."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos.table import Draft, Part

from .playing import HYDRANT, Game
from .positions import negotiate, proposal

# --- It is agreed --------------------------------------------------------------------------------


@pytest.mark.rule("SAL-3.10", "SAL-3.11")
def test_a_higher_offer_frees_everybody():
    game = negotiate(dice=[3, 3, 3, 3]).play("0 p1 close 3, 1 yes").expect(mug=12, share=[3, 3, 0, 0])
    game.play("1 p2 p3 close 4 1, 2 yes, 3 yes")  # a member deserts the other for two outsiders
    game.expect(mug=18, share=[0, 4, 1, 1], history={0: [0, 4, 1, 1], 1: [3, 3, 0, 0]})
    game.play("2 -").expect(share=[0, 4, 1, 1])  # a member may not simply leave


@pytest.mark.rule("SAL-3.11")
def test_the_former_offer_stands_until_the_next_is_agreed():
    game = negotiate(dice=[3, 3, 3, 3]).play("0 close, 1 p2 close 3").expect(share=[6, 0, 0, 0])
    game.play("2 no").expect(share=[6, 0, 0, 0])


@pytest.mark.rule("SAL-3.14")
@pytest.mark.parametrize(("tile", "phase"), [({"project": HYDRANT}, "CALL"), ({"placed": 2}, "FLOOR")])
def test_an_offer_that_nobody_can_beat_ends_it(tile, phase):
    """With 2 million no other two are as strong; with 7 million three may beat two."""
    game = negotiate(5, dice=[1, 1, 1, 6, 6], **tile)
    game.play("0 -, 1 -, 2 -, 3 p4 close 1, 4 yes").expect(phase)


@pytest.mark.rule("SAL-9.8")
def test_the_last_eight_offers_are_kept():
    game = negotiate(7).play("0 close, 1 close, 2 close, 3 close, 4 close, 5 close, 6 p0 close 5, 0 yes")
    game.play("0 p4 p5 close 1 1, 4 yes, 5 yes, 1 p5 p6 close 1 1, 5 yes, 6 yes")
    newest_first = [[0, 1, 0, 0, 0, 1, 4], [1, 0, 0, 0, 1, 4, 0], [1, 0, 0, 0, 0, 0, 5]]
    game.expect(history=newest_first + [[6 * (i == who) for i in range(7)] for who in (5, 4, 3, 2, 1)])


# --- It fails ------------------------------------------------------------------------------------


@pytest.mark.rule("SAL-3.12")
def test_failures_are_limited():
    game = negotiate().fails(0).expect("FLOOR 0", streak=0)  # may try again, the very same
    game.fails(0).expect("FLOOR 1", streak=1, turn_fails=0, fails_left=[1, 3, 3, 3])  # two in a turn
    game.fails(1).expect("FLOOR 1", fails_left=[1, 2, 3, 3])  # each turn has failures of its own
    game.play("1 close, 2 -, 3 -").fails(0).expect(fails_left=[0, 2, 3, 3])
    game.expect("FLOOR 1")  # 4 against 5: seat 0 can offer nothing any more
    game.play("1 p2 close 3, 2 yes").expect(fails_left=[1, 2, 3, 3])  # a raise gives everybody one again


@pytest.mark.rule("SAL-3.12")
def test_failures_are_counted_anew_each_round():
    game = negotiate().fails(0).fails(0).fails(1).do("- - -")
    game.expect("REROLL", fails_left=[3, 3, 3, 3], turn_fails=0)


@pytest.mark.rule("SAL-3.12")
def test_offers_alone_are_never_limited():
    game = negotiate(attempts_round=1, dice=[6, 1, 1, 1]).fails(0)
    game.expect(fails_left={0: 0}, legal="- close")


@pytest.mark.rule("SAL-3.12")
@pytest.mark.parametrize(("attempts_round", "attempts_turn"), [(1, 1), (2, 2), (8, 3), (4, 8)])
def test_other_limits_of_failures(attempts_round, attempts_turn):
    game = negotiate(attempts_round=attempts_round, attempts_turn=attempts_turn)
    game.expect(fails_left=[attempts_round] * 4)
    for _ in range(min(attempts_round, attempts_turn)):
        game.expect("FLOOR 0").fails(0)
    assert game.seat == 1 or game.refuses("p1 p2 p3")


@pytest.mark.rule("SAL-3.12")
def test_a_raise_gives_its_members_an_attempt_too():
    game = negotiate(attempts_round=1).fails(0).play("0 -, 1 p0 close 3, 0 yes")
    game.expect(fails_left=[1, 1, 1, 1])


@pytest.mark.rule("SAL-3.12")
def test_the_floor_goes_on_when_nothing_is_left_to_offer():
    game = negotiate(attempts_round=1, dice=[3, 3, 3, 3]).play("0 close")
    game.fails(1).expect("FLOOR 2", streak=1)  # alone 6 against 6, and no attempt left


@pytest.mark.rule("SAL-3.9", "SAL-3.12")
def test_what_failed_is_off_the_table():
    proposal(2, 1, 1, 2).play("1 3, 0 hold, 1 no").expect("FLOOR", responder=0).zero("asked")
    game = negotiate(attempts_turn=1).play("0 close, 1 -, 2 -, 3 -").fails(0)
    game.expect("CALL", turn_fails=0)


@pytest.mark.rule("SAL-3.21", "SAL-3.12")
def test_a_proposal_that_is_withdrawn_counts_as_failed():
    game = (
        negotiate()
        .play("0 p1 p2 -")
        .expect("FLOOR 0", turn_fails=1, fails_left=[2, 3, 3, 3])
        .zero("in_draft")
    )
    game.play("0 p1 close -").expect("FLOOR 1", streak=1, fails_left=[1, 3, 3, 3])  # two in one turn
    game.play("1 p2 p3 close 3 -").expect(fails_left=[1, 2, 3, 3]).zero("draft_share")


# --- What is remembered of it --------------------------------------------------------------------


def talks(game: Game, number: int) -> list[tuple]:
    """The newest of the proposals that failed: about what, the parts, the shares, what was asked."""
    columns = [np.transpose(game.fact(f"talk_{name}")).tolist() for name in ("part", "share", "asked")]
    found = list(zip(game.fact("talk_about"), *columns))
    assert not np.any([np.ravel(rest).any() or about for about, *rest in found[number:]])
    return found[:number]


TOOK_BACK, REFUSED, OUT, NOT_YET, ACCEPTED, PROPOSED = map(int, Part)


@pytest.mark.rule("SAL-9.11", "SAL-3.18")
def test_talk_that_failed_is_remembered_newest_first():
    game = proposal(3, 1, 1, 1).play("1 3, 0 2, 1 yes, 2 no")
    refused = (Draft.NEGOTIATION, [PROPOSED, ACCEPTED, REFUSED, NOT_YET], [2, 2, 1, 1], [0, 3, 0, 0])
    assert talks(game, 1) == [refused]
    game.play("0 p1 p3 close 4 1, 1 4, 0 drop")
    dropped = (Draft.NEGOTIATION, [TOOK_BACK, NOT_YET, OUT, NOT_YET], [4, 1, 0, 1], [0, 4, 0, 0])
    assert talks(game, 2) == [dropped, refused]
    game.play("1 p2 -, 1 p2 p3 close 3 -")
    inviting = (Draft.NEGOTIATION, [OUT, TOOK_BACK, NOT_YET, OUT], [0] * 4, [0] * 4)
    sharing = (Draft.NEGOTIATION, [OUT, TOOK_BACK, NOT_YET, NOT_YET], [0, 3, 0, 0], [0] * 4)
    assert talks(game, 4) == [sharing, inviting, dropped, refused]
    game.play("2 close")
    assert talks(game, 4)[0] == sharing  # a new offer leaves it
    talks(game.until("CALL").until("REROLL"), 0)  # forgotten with the round


@pytest.mark.rule("SAL-9.11")
def test_the_last_eight_proposals_that_failed_are_kept():
    def proposers() -> list[int]:
        return [parts.index(PROPOSED) for _, parts, *_ in talks(game, 8) if PROPOSED in parts]

    game = negotiate(6).fails(0).fails(0).fails(1).fails(1).fails(2).fails(2).fails(3).fails(3)
    assert proposers() == [3, 3, 2, 2, 1, 1, 0, 0]
    game.fails(4).play("4 p5 -")
    assert talks(game, 8)[0][1] == [OUT, OUT, OUT, OUT, TOOK_BACK, NOT_YET]
    assert proposers() == [4, 3, 3, 2, 2, 1, 1]
    talks(game.do("- -").expect("REROLL"), 0)  # all eight are forgotten with the round
