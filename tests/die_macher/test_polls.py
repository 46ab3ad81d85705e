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
    return p.dealt(players, box=box, **(options or {})).lay("NEXT_POLL", start=start, seat=start, **position)


def bought(poll=MIXED, players: int = 5, buyer: int = 0, box=None, options=None, **position) -> p.Game:
    """`buyer` has bought this poll for the region and looks at it."""
    position = {"poll_zone": {poll: SEEN + buyer}, **position}
    game = p.dealt(players, box=box, **(options or {}))
    return game.lay("PUBLISH", seat=buyer, poll=poll, bidder=buyer, **position)


# --- Polls and regions ---------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.1", "MAC-8.1", "MAC-8.5", "MAC-8.17", "MAC-13.22")
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


@pytest.mark.rule("MAC-8.2", "MAC-8.3")
def test_polls_treat_all_parties_alike_and_three_rise_and_fall_on_as_many_as_can_be():
    assert (np.sort(CHANGES, axis=0) == np.sort(CHANGES[:, :1], axis=0)).all()
    assert (CHANGES.sum(axis=1) == 0).all()
    assert abs(CHANGES).max() == 2
    assert (CHANGES.max(axis=1) > 0).all()
    assert len(np.unique(CHANGES, axis=0)) == POLLS

    def moving(*parties: int) -> int:
        part = CHANGES[:, parties]
        return int(((part.max(axis=1) > 0) & (part.min(axis=1) < 0)).sum())

    assert moving(0, 1, 3) == max(moving(*three) for three in combinations(range(5), 3)) == 18


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


# --- The auction ---------------------------------------------------------------------------------


@pytest.mark.rule("MAC-8.4", "MAC-8.5")
def test_bids_rise_clockwise_from_the_start_player_and_a_pass_is_for_this_auction_only():
    """A bid for the start is no bid for the first poll."""
    game = auction(4, start=2, cash=[20] * 4, bid=[5, 9, 9, 0], bidder=1).expect("POLL_BID 2", legal="- 1-20")
    game.play("2 3").expect(legal="- 4-20").play("3 4, 0 9").expect("POLL_BID 1", legal="- 10-20")
    game.play("1 -").expect("POLL_BID 2", passed=[0, 1, 0, 0], bid=[9, 0, 3, 4])
    game = auction(4).play("0 -, 1 1, 2 2, 3 -, 1 3, 2 -").expect("PUBLISH 1").play("1 -")
    game.expect("POLL_BID 0 1").play("0 -, 1 -, 2 -, 3 1").expect("PUBLISH 3")


@pytest.mark.rule("MAC-8.4", "MAC-8.7")
def test_a_bid_is_any_step_of_the_ladder_that_can_be_paid_up_to_three_hundred():
    ladder = {"bid_all": False}
    game = (
        auction(options=ladder, cash=[44, 7, 0])
        .expect(legal="- 1-30 35 40")
        .play("0 5")
        .expect(legal="- 6 7")
    )
    game.play("1 7").expect(legal="-").play("2 -, 0 40").expect(legal="-")
    game = auction(cash=[400, 400, 120]).expect(legal="- 1-300").play("0 95, 1 100").expect(legal="- 110 120")
    game.play("2 120, 0 250").expect(legal="- 300").play("1 300, 2 -").expect(legal="-")
    game.play("0 -").expect("PUBLISH 1", cash=[400, 100, 120])
    # The cap is one of the box and an option
    auction(box={"max_poll_bid": 12}, cash=[40, 7, 0]).expect(legal="- 1-12")
    auction(options={"max_poll_bid": 30}, cash=[400, 7, 0]).expect(legal="- 1-30")
    auction(box={"max_poll_bid": 12}, options=BLIND, cash=[40, 7, 0]).expect(legal="0-12")


@pytest.mark.rule("MAC-8.4", "MAC-2.3")
def test_whoever_has_more_than_the_highest_bid_may_bid_more():
    """The step that cannot be paid in full stands for all one's money, if nobody has bid as much."""
    game = auction(4, cash=[40, 34, 33, 36]).play("0 30").expect("POLL_BID 1", legal="- 35")
    game.play("1 35").expect("POLL_BID 2", legal="-", bid=[30, 34, 0, 0]).play("2 -")
    game.expect(legal="- 35 40").play("3 40").expect("POLL_BID 0", legal="- 40", bid=[30, 34, 0, 36])
    game.play("0 40, 1 -").expect("POLL_BID 3", legal="-").play("3 -").expect(
        "PUBLISH 0", cash=[0, 34, 33, 36]
    )
    auction(options=BLIND, cash=[34, 7, 0]).expect(legal="0-30 35")
    auction(options={"max_poll_bid": 33}, cash=[40, 7, 0]).play("0 30, 1 -, 2 -").expect("PUBLISH 0")
    auction(options={"max_poll_bid": 33}, cash=[40, 50, 0]).play("0 30").expect(legal="- 35").play(
        "1 35"
    ).expect(bid=[30, 33, 0])


@pytest.mark.rule("MAC-8.9", "MAC-8.18")
@pytest.mark.parametrize(
    ("payment", "cash"), [("first", [1, 9, 9, 9]), ("second", [1, 9, 9, 9]), ("all", [1, 1, 1, 9])]
)
def test_with_blind_bids_each_bids_once_unseen_and_a_fair_draw_decides_among_level_ones(payment, cash):
    game = auction(4, options=BLIND | {"auction_payment": payment}, start=1, cash=[9] * 4)
    for seat, bid in ((1, 8), (2, 8), (3, 0)):
        game.expect(f"POLL_BID {seat}", legal="0-9", cash=[9] * 4).do(str(bid))
        assert game.sees(0, "bids", 512) == [0] * 4
    tables = game.expect("POLL_BID 0", legal="0-9", passed=[0, 1, 1, 1]).often("8")
    p.evenly(tables["seat"].tolist(), [0, 1, 2])
    assert (np.sort(tables["cash"][:, :4]) == cash).all()


@pytest.mark.rule("MAC-8.10", "MAC-8.9", "MAC-8.18", "MAC-14.6")
@pytest.mark.parametrize("payment", ["first", "second", "all"])
@pytest.mark.parametrize(("form", "nothing"), [("open", "-"), ("blind", "0")])
def test_a_poll_that_nobody_wants_is_discarded_unseen_and_costs_nothing(form, nothing, payment):
    game = auction(options={"poll_auction": form, "auction_payment": payment}, region=2)
    game.play(f"0 {nothing}, 1 {nothing}, 2 {nothing}").expect("POLL_BID 0 3", poll=-1)
    game.expect(cash=[25] * 3, members=[5] * 3, trend=[[0] * 3] * 4)
    assert sorted(game.fact("poll_zone")) == [0] * 19 + [UNSEEN]


# --- Who pays by an option -----------------------------------------------------------------------


@pytest.mark.rule("MAC-8.6", "MAC-8.8", "MAC-8.18")
@pytest.mark.parametrize(
    ("payment", "form", "start", "moves", "buyer", "owed"),
    [
        ("first", "open", 0, "0 2, 1 6, 2 -, 0 -", 1, [0, 6, 0]),
        ("first", "blind", 0, "0 2, 1 6, 2 3", 1, [0, 6, 0]),
        # The highest bidder is not asked again; when all others have passed the last may still bid
        ("first", "open", 1, "1 5, 2 -, 0 -", 1, [0, 5, 0]),
        ("first", "open", 0, "0 1, 1 2, 2 3, 0 4, 1 -, 2 -", 0, [4, 0, 0]),
        ("first", "open", 2, "2 -, 0 -, 1 1", 1, [0, 1, 0]),
        # The last bid of those who have passed counts
        ("second", "open", 0, "0 2, 1 6, 2 -, 0 -", 1, [0, 2, 0]),
        ("second", "open", 0, "0 2, 1 3, 2 4, 0 -, 1 9, 2 -", 1, [0, 4, 0]),
        ("second", "open", 2, "2 25, 0 -, 1 -", 2, [0, 0, 0]),
        ("second", "open", 1, "1 5, 2 6, 0 -, 1 7, 2 8, 1 -", 2, [0, 0, 7]),
        ("second", "open", 2, "2 -, 0 -, 1 1", 1, [0, 0, 0]),
        ("second", "blind", 0, "0 2, 1 6, 2 3", 1, [0, 3, 0]),
        ("second", "blind", 1, "1 0, 2 25, 0 0", 2, [0, 0, 0]),
        ("second", "blind", 0, "0 24, 1 25, 2 0", 1, [0, 24, 0]),
        ("second", "blind", 2, "2 1, 0 0, 1 0", 2, [0, 0, 0]),
        ("second", "blind", 2, "2 9, 0 8, 1 8", 2, [0, 0, 8]),
        # A raise replaces one's own bid and is not added to it
        ("all", "open", 0, "0 2, 1 6, 2 -, 0 -", 1, [2, 6, 0]),
        ("all", "open", 0, "0 2, 1 3, 2 4, 0 -, 1 9, 2 -", 1, [2, 9, 4]),
        ("all", "open", 0, "0 1, 1 2, 2 3, 0 25, 1 -, 2 -", 0, [25, 2, 3]),
        ("all", "open", 2, "2 25, 0 -, 1 -", 2, [0, 0, 25]),
        ("all", "open", 2, "2 -, 0 -, 1 1", 1, [0, 1, 0]),
        ("all", "blind", 0, "0 2, 1 6, 2 3", 1, [2, 6, 3]),
        ("all", "blind", 1, "1 0, 2 25, 0 0", 2, [0, 0, 25]),
        ("all", "blind", 0, "0 24, 1 25, 2 0", 1, [24, 25, 0]),
        ("all", "blind", 2, "2 1, 0 0, 1 0", 2, [0, 0, 1]),
        ("all", "blind", 2, "2 9, 0 8, 1 8", 2, [8, 8, 9]),
    ],
)  # fmt: skip
def test_what_a_poll_costs_by_option(payment, form, start, moves, buyer, owed):
    game = auction(start=start, options={"poll_auction": form, "auction_payment": payment}).play(moves)
    game.expect(f"PUBLISH {buyer}", cash=[25 - paid for paid in owed])


@pytest.mark.rule("MAC-8.18", "MAC-14.6")
@pytest.mark.parametrize(("payment", "kept"), [("first", 0), ("second", 7), ("all", 7)])
def test_a_bid_stands_after_a_pass_where_it_matters_and_all_see_it(payment, kept):
    options = {"auction_payment": payment}
    game = auction(4, options=options, cash=[34, 9, 20, 20]).play("0 3, 1 7, 2 8, 3 -, 0 9, 1 -")
    game.expect("POLL_BID 2", bid=[9, kept, 8, 0], passed=[0, 1, 0, 1], bidder=0, legal="- 10-20")
    assert game.sees(2, "bids", 512) == [8, 0, 9, kept]
    game.play("2 -, 0 y -" if payment == "first" else "2 -, 0 -").expect("POLL_BID 0 1", bid=[0] * 4)
    owed = {"first": [9, 0, 0, 0], "second": [8, 0, 0, 0], "all": [9, 7, 8, 0]}[payment]
    game.expect(cash=[have - paid for have, paid in zip([34, 9, 20, 20], owed)])


# --- The buyer's choice --------------------------------------------------------------------------


@pytest.mark.rule("MAC-8.11", "MAC-8.17", "MAC-14.6")
def test_only_the_buyer_looks_at_a_poll_that_is_not_published():
    game = bought(buyer=2).expect(legal="- y")
    seen = [[0] * 5, [0] * 5, [0, -1, -2, 2, 1], [0] * 5, [0] * 5]
    assert [game.sees(who, "poll", 4) for who in range(5)] == seen
    game.play("2 y")
    assert [game.sees(who, "poll", 4) for who in (0, 2)] == [[2, 1, 0, -1, -2], [0, -1, -2, 2, 1]]
    game.play("2 -").expect(poll_zone={MIXED: PUBLISHED})
    game = bought(buyer=2).play("2 -").expect(poll_zone={MIXED: SEEN + 2}, trend=[[0] * 5] * 4)
    assert game.sees(2, "poll", 4) == [0] * 5


@pytest.mark.rule("MAC-8.12", "MAC-13.23")
@pytest.mark.parametrize(
    ("yes", "changes", "left", "trend"),
    [
        # Two at most of different parties, or as many as the poll says; fewer will do
        (2, "", "- p0 p1 p3 p4", [0, 0, 0, 0, 0]), (2, "p3", "- p0 p1 p4", [0, 0, 0, -1, 0]),
        (2, "p1", "- p0 p3 p4", [0, 1, 0, 0, 0]), (2, "p1 p4", "", [0, 1, 0, 0, -2]),
        (1, "p0", "", [2, 0, 0, 0, 0]), (3, "p0 p1", "- p3 p4", [2, 1, 0, 0, 0]), (0, "", "-", [0] * 5),
    ],
)  # fmt: skip
def test_changes_of_a_published_poll(yes, changes, left, trend):
    game = bought(box={"poll_yes": yes}).play(f"0 y {changes}")
    if left:
        game.expect("CHANGE_TREND 0", legal=left).play("0 -")
    game.expect("POLL_BID 0 1", trend={0: trend}, members=[5] * 5)


@pytest.mark.rule("MAC-8.5", "MAC-8.12")
@pytest.mark.parametrize(("region", "then"), [(1, "POLL_BID"), (3, "NATIONAL_CARD")])
def test_nothing_of_an_auction_is_left_when_it_is_over(region, then):
    game = bought(region=region, bid=[7, 0, 2, 0, 0], passed=[0, 1, 1, 1, 1], votes={0: [1, 1]})
    game.play("0 y p0 p1").expect(then, bid=[0] * 5, passed=[0] * 5, changed=0, changes=0, bidder=-1, poll=-1)


@pytest.mark.rule("MAC-8.13", "MAC-8.14")
def test_a_change_is_made_in_full_and_only_in_that_region():
    game = bought(region=2, trend={1: [1] * 5, 2: [-1, 0, 0, 0, 1], 3: [2] * 5}).play("0 y p0 p4")
    game.expect(trend=[[0] * 5, [1] * 5, [1, 0, 0, 0, -1], [2] * 5])
    bought(trend={0: [2, 0, 0, 0, -2]}).play("0 y p0 p4").expect(trend={0: [3, 0, 0, 0, -3]})  # the end
    # A party that the poll does not move cannot be chosen
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
    for region, elsewhere in ((0, {}), (1, {0: [0] * 5, 2: [5] * 5})):
        game = bought(buyer=buyer, region=region, media={region: media, **elsewhere}).do("y")
        game.expect(legal=f"- p0 p1 {others}")


@pytest.mark.rule("MAC-8.16", "MAC-13.25")
@pytest.mark.parametrize(("dice", "won"), [(None, 4), (1, 2), (0, 0), (10, 20)])
def test_members_for_a_poll_that_is_not_published(dice, won):
    game = bought(box={"die": 2}, options={} if dice is None else {"poll_members_dice": dice}, buyer=3)
    game.play("3 -").expect("POLL_BID 0 1", members=[5, 5, 5, 5 + won, 5])


@pytest.mark.rule("MAC-0.13", "MAC-8.16", "MAC-13.25")
def test_two_dice_are_two_throws_of_the_special_die():
    assert p.BOX["die"].tolist() == [[0, 1, 1, 2, 2, 3]]
    one = bought(options={"poll_members_dice": 1}).often("-", number=800)["members"][:, 0] - 5
    assert abs(np.bincount(one, minlength=4) / 800 - [1 / 6, 1 / 3, 1 / 3, 1 / 6]).max() < 0.075
    two = bought().often("-")["members"][:, 0] - 5
    assert set(two.tolist()) == set(range(7))
    assert abs(two.mean() - 3) < 0.25


@pytest.mark.rule("MAC-8.17", "MAC-14.6")
def test_used_polls_stay_out_until_the_deck_is_empty_and_all_are_shuffled():
    zones = [PUBLISHED, UNSEEN, SEEN, SEEN + 2] * 5
    game = auction(poll_zone=[*zones[:7], POLL_IN_DECK, *zones[8:]]).play("0 1, 1 -, 2 -").expect(poll=7)
    game.play("0 -").expect(poll_zone=[*zones[:7], SEEN, *zones[8:]])
    tables = auction(poll_zone=zones).play("0 1, 1 -").often("-")
    p.evenly(tables["poll"].tolist(), range(POLLS))
    assert (np.sort(tables["poll_zone"]) == [*[POLL_IN_DECK] * 19, SEEN]).all()
