"""Opinion polls: the auction, publishing, and members for a poll that is kept."""

from itertools import combinations

import numpy as np
import pytest

from hustings.envs.die_macher.table import POLL_IN_DECK, POLLS, PUBLISHED, SEEN, UNSEEN

from . import playing as p

CHANGES = p.BOX["poll_change"][0]
# Polls by what they do to parties a to e
MIXED, RISING_D, STRONG_B = 0, 3, 16  # +2 +1 0 -1 -2; 0 -1 -2 +2 +1; +1 +2 -2 +1 -2
BLIND = {"poll_auction": "blind"}


def auction(players: int = 3, box=None, options=None, start: int = 0, **position) -> p.Game:
    """The auction of a region's poll begins."""
    return p.deal(players, box=box, **(options or {})).lay("NEXT_POLL", start=start, seat=start, **position)


def bought(poll=MIXED, players: int = 5, buyer: int = 0, box=None, options=None, **position) -> p.Game:
    """`buyer` has bought this poll for the region and looks at it."""
    position = {"poll_zone": {poll: SEEN + buyer}, **position}
    game = p.deal(players, box=box, **(options or {}))
    return game.lay("PUBLISH", seat=buyer, poll=poll, bidder=buyer, **position)


# --- Polls and regions ---------------------------------------------------------------------------


@pytest.mark.rule("MAC-8.4")
def test_a_bid_for_the_start_is_no_bid_for_the_first_poll():
    game = auction(bid=[5, 9, 9], bidder=1, start=2).expect("POLL_BID 2", legal="- 1-25")
    game.play("2 -, 0 -, 1 1").expect(cash=[25, 24, 25])


@pytest.mark.rule("MAC-8.1", "MAC-8.5", "MAC-8.17", "MAC-13.22")
def test_a_poll_for_each_region_from_the_current_one_on():
    """Four in each of four rounds, then three and two: in a long game one more than the deck has."""
    used = 0
    for round_number, regions in ((1, 4), (2, 4), (3, 4), (4, 4), (5, 3), (6, 2)):
        game = auction(start=1, round_number=round_number)
        for region in range(regions):
            game.expect(f"POLL_BID 1 {region}").play("1 -, 2 -, 0 -")
        assert game.phase != "POLL_BID"
        used += game.fact("poll_zone").count(UNSEEN)
    assert used == POLLS + 1


@pytest.mark.rule("MAC-8.2")
def test_any_of_twenty_polls_comes_from_the_deck():
    tables = auction().play("0 1, 1 -").often("-")
    p.evenly(tables["poll"].tolist(), range(POLLS))
    assert (tables["poll_zone"] == np.where(tables["poll"][:, None] == np.arange(POLLS), SEEN, 0)).all()


@pytest.mark.rule("MAC-8.2", "MAC-0.15")
def test_four_patterns_go_round_the_parties_and_treat_all_alike():
    for first in range(0, POLLS, 5):
        for shift in range(5):
            assert CHANGES[first + shift].tolist() == np.roll(CHANGES[first], shift).tolist()
    assert (np.sort(CHANGES, axis=0) == np.sort(CHANGES[:, :1], axis=0)).all()
    assert (CHANGES.sum(axis=1) == 0).all()
    assert abs(CHANGES).max() == 2
    assert (CHANGES.max(axis=1) > 0).all()
    assert len(np.unique(CHANGES, axis=0)) == POLLS


@pytest.mark.rule("MAC-8.3")
@pytest.mark.parametrize(("players", "parties"), [(3, [0, 1, 3]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 3, 4])])
@pytest.mark.parametrize("poll", [MIXED, RISING_D, STRONG_B])
def test_each_seat_is_a_party_of_the_polls(players, parties, poll):
    moved = CHANGES[poll, parties].tolist()
    for seat in range(players):
        game = bought(poll, players).play("0 y")
        game.expect(legal=" ".join(["-", *(f"p{who}" for who in range(players) if moved[who])]))
        if moved[seat]:
            game.play(f"0 p{seat}")
        game.expect(trend={0: [moved[seat] if who == seat else 0 for who in range(players)]})


@pytest.mark.rule("MAC-8.3")
def test_three_parties_rise_and_fall_on_as_many_polls_as_can_be():
    def moving(*parties: int) -> int:
        part = CHANGES[:, parties]
        return int(((part.max(axis=1) > 0) & (part.min(axis=1) < 0)).sum())

    assert moving(0, 1, 3) == max(moving(*three) for three in combinations(range(5), 3)) == 18


# --- The auction ---------------------------------------------------------------------------------


@pytest.mark.rule("MAC-8.4")
def test_bids_rise_clockwise_from_the_start_player():
    game = auction(4, start=2, cash=[20] * 4).expect(legal="- 1-20").play("2 3").expect(legal="- 4-20")
    game.play("3 4, 0 9").expect("POLL_BID 1", legal="- 10-20")


@pytest.mark.rule("MAC-8.5")
def test_who_passes_is_out_of_this_auction_only():
    game = auction(4).play("0 -, 1 1, 2 2, 3 -, 1 3, 2 -").expect("PUBLISH 1").play("1 -")
    game.expect("POLL_BID 0 1").play("0 -, 1 -, 2 -, 3 1").expect("PUBLISH 3")


@pytest.mark.rule("MAC-8.6")
def test_the_highest_bidder_is_not_asked_again():
    auction(start=1).play("1 5, 2 -, 0 -").expect("PUBLISH 1")
    auction().play("0 1, 1 2, 2 3, 0 4, 1 -, 2 -").expect("PUBLISH 0", cash=[21, 25, 25])


@pytest.mark.rule("MAC-8.6")
def test_when_all_others_have_passed_the_last_may_still_bid():
    game = auction(4, start=3).play("3 -, 0 -, 1 -").expect(legal="- 1-25")
    game.play("2 1").expect("PUBLISH 2", cash=[25, 25, 24, 25])


@pytest.mark.rule("MAC-8.7")
def test_nobody_bids_more_than_their_money():
    game = auction(cash=[44, 7, 0]).expect(legal="- 1-30 35 40").play("0 5").expect(legal="- 6 7")
    game.play("1 7").expect(legal="-").play("2 -, 0 40").expect(legal="-")


@pytest.mark.rule("MAC-8.4", "MAC-8.7")
def test_a_raise_is_any_step_of_the_ladder_up_to_three_hundred():
    game = auction(cash=[400, 400, 120]).expect(legal="- 1-300").play("0 95, 1 100").expect(legal="- 110 120")
    game.play("2 120, 0 250").expect(legal="- 300").play("1 300, 2 -").expect(legal="-")
    game.play("0 -").expect("PUBLISH 1", cash=[400, 100, 120])


@pytest.mark.rule("MAC-8.7")
def test_the_cap_is_one_of_the_box_and_an_option():
    auction(box={"max_poll_bid": 12}, cash=[40, 7, 0]).expect(legal="- 1-12")
    auction(options={"max_poll_bid": 30}, cash=[400, 7, 0]).expect(legal="- 1-30")
    auction(box={"max_poll_bid": 12}, options=BLIND, cash=[40, 7, 0]).expect(legal="0-12")


@pytest.mark.rule("MAC-8.8")
@pytest.mark.parametrize(("form", "moves"), [("open", "2 -, 0 -"), ("blind", "2 3")])
def test_only_the_highest_bidder_pays(form, moves):
    game = auction(options={"poll_auction": form}).play("0 2, 1 6").play(moves)
    game.expect("PUBLISH 1", cash=[25, 19, 25])


@pytest.mark.rule("MAC-8.9")
def test_with_blind_bids_each_bids_once_and_unseen():
    views, position = [], {"start": 1, "cash": [9] * 4}
    for bid in ("", "1 4", "1 7"):
        game = auction(4, options=BLIND, **position)
        views.append((game.play(bid) if bid else game).games.observe(seat=3).tolist())
    assert views[0] != views[1] == views[2]
    game = auction(4, options=BLIND, **position)
    for seat, bid in ((1, 4), (2, 8), (3, 0), (0, 8)):
        game.expect(f"POLL_BID {seat}", legal="0-9").do(str(bid))
    assert (game.phase, game.seat in (0, 2), sorted(game.fact("cash"))) == ("PUBLISH", True, [1, 9, 9, 9])


@pytest.mark.rule("MAC-8.9")
def test_level_blind_bids_are_decided_by_a_fair_draw():
    tables = auction(4, options=BLIND).play("0 5, 1 5, 2 4").often("5")
    p.evenly(tables["seat"].tolist(), [0, 1, 3])


@pytest.mark.rule("MAC-8.10", "MAC-8.9", "MAC-14.6")
@pytest.mark.parametrize(("form", "nothing"), [("open", "-"), ("blind", "0")])
def test_a_poll_that_nobody_wants_is_discarded_unseen(form, nothing):
    game = auction(options={"poll_auction": form}, region=2)
    game.play(f"0 {nothing}, 1 {nothing}, 2 {nothing}").expect("POLL_BID 0 3", poll=-1)
    game.expect(cash=[25] * 3, members=[5] * 3, trend=[[0] * 3] * 4)
    assert sorted(game.fact("poll_zone")) == [0] * 19 + [UNSEEN]


# --- The buyer's choice --------------------------------------------------------------------------


@pytest.mark.rule("MAC-8.11", "MAC-14.6")
def test_only_the_buyer_looks_at_a_poll_before_it_is_published():
    game = bought(buyer=2).expect(legal="- y")
    seen = [[0] * 5, [0] * 5, [0, -1, -2, 2, 1], [0] * 5, [0] * 5]
    assert [game.sees(who, "poll", 4) for who in range(5)] == seen
    game.play("2 y")
    assert [game.sees(who, "poll", 4) for who in (0, 2)] == [[2, 1, 0, -1, -2], [0, -1, -2, 2, 1]]
    game.play("2 -").expect(poll_zone={MIXED: PUBLISHED})


@pytest.mark.rule("MAC-8.11", "MAC-8.17", "MAC-14.6")
def test_a_poll_that_is_not_published_goes_face_down_to_the_discards():
    game = bought(buyer=2).play("2 -").expect(poll_zone={MIXED: SEEN + 2}, trend=[[0] * 5] * 4)
    assert game.sees(2, "poll", 4) == [0] * 5


@pytest.mark.rule("MAC-8.12", "MAC-13.23")
def test_two_changes_at_most_of_different_parties():
    game = bought().play("0 y").expect(legal="- p0 p1 p3 p4").play("0 p1").expect(legal="- p0 p3 p4")
    game.play("0 p4").expect("POLL_BID 0 1", trend={0: [0, 1, 0, 0, -2]})


@pytest.mark.rule("MAC-8.12", "MAC-13.23")
@pytest.mark.parametrize(("changes", "trend"), [("", 0), ("p3", -1)])
def test_the_buyer_may_make_fewer(changes, trend):
    game = bought().play(f"0 y {changes} -").expect("POLL_BID 0 1")
    game.expect(trend={0: [0, 0, 0, trend, 0]}, members=[5] * 5)


@pytest.mark.rule("MAC-8.12")
def test_how_many_changes_is_a_number_of_the_poll():
    bought(box={"poll_yes": 1}).play("0 y p0").expect("POLL_BID")
    bought(box={"poll_yes": 3}).play("0 y p0 p1").expect(legal="- p3 p4")
    bought(box={"poll_yes": 0}).play("0 y").expect(legal="-")


@pytest.mark.rule("MAC-8.5", "MAC-8.12")
@pytest.mark.parametrize(("region", "then"), [(1, "POLL_BID"), (3, "NATIONAL_CARD")])
def test_nothing_of_an_auction_is_left_when_it_is_over(region, then):
    game = bought(region=region, bid=[7, 0, 2, 0, 0], passed=[0, 1, 1, 1, 1], votes={0: [1, 1]}).play(
        "0 y p0 p1"
    )
    game.expect(then, bid=[0] * 5, passed=[0] * 5, changed=0, changes=0, bidder=-1, poll=-1)


@pytest.mark.rule("MAC-8.13")
def test_a_change_is_made_in_full_and_only_in_that_region():
    game = bought(region=2, trend={1: [1] * 5, 2: [-1, 0, 0, 0, 1], 3: [2] * 5}).play("0 y p0 p4")
    game.expect(trend=[[0] * 5, [1] * 5, [1, 0, 0, 0, -1], [2] * 5])
    bought(trend={0: [2, 0, 0, 0, -2]}).play("0 y p0 p4").expect(trend={0: [3, 0, 0, 0, -3]})  # the end


@pytest.mark.rule("MAC-8.14")
def test_a_party_that_the_poll_does_not_move_cannot_be_chosen():
    bought(STRONG_B, buyer=3).play("3 y").expect(legal="- p0 p1 p2 p3 p4")
    bought(RISING_D, buyer=3).play("3 y").expect(legal="- p1 p2 p3 p4")
    bought(trend={0: [3, 3, 0, -3, -2]}).play("0 y").expect(legal="- p4")  # nor one at the end of the scale


@pytest.mark.rule("MAC-8.15", "MAC-13.24")
@pytest.mark.parametrize("buyer", [1, 4])
@pytest.mark.parametrize(
    ("media", "others"),
    [
        ([0, 0, 0, 0, 1], "p3"), ([0, 0, 0, 2, 1], "p4"), ([0, 0, 0, 1, 1], "p3 p4"),
        ([2, 0, 0, 1, 1], "p3 p4"), ([0, 2, 2, 1, 0], "p3 p4"),
    ],
)  # fmt: skip
def test_who_controls_the_media_there_cannot_be_moved_down(buyer, media, others):
    """Not even by itself, and only in that region; up it can."""
    bought(buyer=buyer, media={0: media}).do("y").expect(legal=f"- p0 p1 {others}")
    bought(buyer=buyer, region=1, media={0: [0] * 5, 1: media, 2: [5] * 5}).do("y").expect(
        legal=f"- p0 p1 {others}"
    )


@pytest.mark.rule("MAC-8.16", "MAC-13.25")
@pytest.mark.parametrize(("dice", "won"), [(None, 4), (1, 2), (0, 0), (10, 20)])
def test_members_for_a_poll_that_is_not_published(dice, won):
    game = bought(box={"die": 2}, options={} if dice is None else {"poll_members_dice": dice}, buyer=3)
    game.play("3 -").expect("POLL_BID 0 1", members=[5, 5, 5, 5 + won, 5])


@pytest.mark.rule("MAC-0.13", "MAC-8.16", "MAC-13.25")
def test_two_dice_are_two_throws_of_the_special_die():
    assert p.BOX["die"].tolist() == [[0, 1, 1, 2, 2, 3]]
    one = bought(options={"poll_members_dice": 1}).often("-", 800)["members"][:, 0] - 5
    assert abs(np.bincount(one, minlength=4) / 800 - [1 / 6, 1 / 3, 1 / 3, 1 / 6]).max() < 0.075
    two = bought().often("-")["members"][:, 0] - 5
    assert set(two.tolist()) == set(range(7))
    assert abs(two.mean() - 3) < 0.25


@pytest.mark.rule("MAC-8.17")
def test_used_polls_stay_out_until_the_deck_is_empty():
    zones = [PUBLISHED, UNSEEN, SEEN, SEEN + 2] * 5
    game = auction(poll_zone=[*zones[:7], POLL_IN_DECK, *zones[8:]]).play("0 1, 1 -, 2 -").expect(poll=7)
    game.play("0 -").expect(poll_zone=[*zones[:7], SEEN, *zones[8:]])


@pytest.mark.rule("MAC-8.17", "MAC-14.6")
def test_then_all_of_them_are_shuffled():
    tables = auction(poll_zone=[PUBLISHED, UNSEEN, SEEN, SEEN + 2] * 5).play("0 1, 1 -").often("-")
    p.evenly(tables["poll"].tolist(), range(POLLS))
    assert (np.sort(tables["poll_zone"]) == [*[POLL_IN_DECK] * 19, SEEN]).all()
