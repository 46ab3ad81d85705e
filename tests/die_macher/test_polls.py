"""Opinion polls: the auction, publishing, and members for a poll that is kept."""

from itertools import combinations

import numpy as np
import pytest
from elections import (
    BOX,
    PASS,
    YES,
    copies,
    deal,
    field,
    lay,
    legal,
    legal_in,
    legal_numbers,
    number,
    own_box,
    phase,
    play,
    player,
    rungs,
)

from hustings.envs import BoxError
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.table import NO_CARD, POLL_IN_DECK, POLLS, PUBLISHED, SEEN, UNSEEN, Phase

CHANGES = BOX["poll_change"][0]
# Polls by what they do to parties a to e
MIXED, RISING_D, STRONG_B = 0, 3, 16  # +2 +1 0 -1 -2; 0 -1 -2 +2 +1; +1 +2 -2 +1 -2


def auction(players: int = 3, box=None, options=None, **position):
    """The auction of a region's poll begins."""
    games = deal(players, box=box, **(options or {}))
    lay(games, Phase.NEXT_POLL, **position)
    return games


def bought(poll: int = MIXED, players: int = 5, buyer: int = 0, box=None, options=None, **position):
    """`buyer` has bought this poll for the region and looks at it."""
    games = deal(players, box=box, **(options or {}))
    zones = [SEEN + buyer if p == poll else POLL_IN_DECK for p in range(POLLS)]
    lay(games, Phase.PUBLISH, seat=buyer, poll=poll, poll_zone=zones, bidder=buyer, **position)
    return games


def changeable(games) -> set[int]:
    """The seats whose trend the one on turn can change."""
    return {(int(games.seat[0]) + places) % games.num_players for places in legal_in(games, "player")}


def publish(games, buyer: int, *seats: int) -> None:
    """Publish, and change the trend of these seats."""
    play(games, (buyer, YES))
    for seat in seats:
        play(games, (buyer, player((seat - buyer) % games.num_players)))


def trends(games, region: int = 0) -> list[int]:
    return field(games, "trend")[region]


# --- Polls and regions ---------------------------------------------------------------------------


@pytest.mark.rule("MAC-8.4")
def test_a_bid_for_the_start_is_no_bid_for_the_first_poll():
    games = auction(bid=[5, 9, 9], bidder=1, start=2, seat=2)
    assert games.seat[0] == 2
    assert min(legal_numbers(games)) == 1
    play(games, (2, PASS), (0, PASS), (1, number(1)))
    assert field(games, "cash")[1] == BOX["start_cash"][0] - 1


@pytest.mark.rule("MAC-8.1", "MAC-8.5")
@pytest.mark.parametrize(("round_number", "regions"), [(1, 4), (4, 4), (5, 3), (6, 2)])
def test_a_poll_for_each_region_from_the_current_one_on(round_number, regions):
    games = auction(start=1, round_number=round_number, regions=regions)
    asked = []
    while not games.over[0] and phase(games) == Phase.POLL_BID:
        asked.append((field(games, "region"), int(games.seat[0])))
        games.step([PASS])
    assert asked == [(r, seat) for r in range(regions) for seat in (1, 2, 0)]
    assert field(games, "poll_zone").count(UNSEEN) == regions


@pytest.mark.rule("MAC-8.2")
def test_any_of_twenty_polls_comes_from_the_deck():
    games = auction()
    play(games, (0, number(1)), (1, PASS))
    many = copies(games)
    many.step([PASS] * 400)
    drawn = many.tables["poll"].tolist()
    assert set(drawn) == set(range(POLLS))
    assert max(drawn.count(poll) for poll in range(POLLS)) < 40
    for table, poll in zip(many.tables, drawn):
        assert table["poll_zone"].tolist() == [SEEN if p == poll else POLL_IN_DECK for p in range(POLLS)]


@pytest.mark.rule("MAC-8.2")
def test_all_parties_have_the_same_prospects_and_each_poll_adds_up_to_nothing():
    columns = [sorted(column) for column in CHANGES.T.tolist()]
    assert all(column == columns[0] for column in columns)
    assert (CHANGES.sum(axis=1) == 0).all()
    assert abs(CHANGES).max() == 2
    assert (CHANGES.max(axis=1) > 0).all()


@pytest.mark.rule("MAC-8.3")
@pytest.mark.parametrize(("players", "parties"), [(3, [0, 1, 3]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 3, 4])])
@pytest.mark.parametrize("poll", [MIXED, RISING_D, STRONG_B])
def test_each_seat_is_a_party_of_the_polls(players, parties, poll):
    for seat, party in enumerate(parties):
        games = bought(poll, players)
        play(games, (0, YES))
        moved = int(CHANGES[poll, party])
        assert (seat in changeable(games)) == (moved != 0)
        if moved:
            play(games, (0, player(seat)))
        assert trends(games) == [moved if other == seat else 0 for other in range(players)]


# --- The auction ---------------------------------------------------------------------------------


@pytest.mark.rule("MAC-8.4")
def test_bids_rise_clockwise_from_the_start_player():
    games = auction(4, start=2, cash=[20, 20, 20, 20])
    assert PASS in legal(games)
    assert legal_numbers(games) == set(range(1, 21))
    play(games, (2, number(3)))
    assert PASS in legal(games)
    assert legal_numbers(games) == set(range(4, 21))
    play(games, (3, number(4)), (0, number(9)))
    assert legal_numbers(games) == set(range(10, 21))
    assert legal(games) == {PASS} | {number(bid) for bid in range(10, 21)}


@pytest.mark.rule("MAC-8.5")
def test_who_passes_is_out_of_this_auction_only():
    games = auction(4)
    play(games, (0, PASS), (1, number(1)), (2, number(2)), (3, PASS), (1, number(3)), (2, PASS))
    assert (phase(games), int(games.seat[0])) == (Phase.PUBLISH, 1)
    play(games, (1, PASS))
    assert (phase(games), field(games, "region")) == (Phase.POLL_BID, 1)
    play(games, (0, PASS), (1, PASS), (2, PASS), (3, number(1)))
    assert phase(games) == Phase.PUBLISH


@pytest.mark.rule("MAC-8.6")
def test_the_highest_bidder_is_not_asked_again():
    games = auction(3, start=1)
    play(games, (1, number(5)), (2, PASS), (0, PASS))
    assert (phase(games), int(games.seat[0])) == (Phase.PUBLISH, 1)
    games = auction(3)
    play(games, (0, number(1)), (1, number(2)), (2, number(3)), (0, number(4)), (1, PASS), (2, PASS))
    assert (phase(games), int(games.seat[0])) == (Phase.PUBLISH, 0)
    assert field(games, "cash") == [21, 25, 25]


@pytest.mark.rule("MAC-8.6")
def test_when_all_others_have_passed_the_last_may_still_bid():
    games = auction(4, start=3)
    play(games, (3, PASS), (0, PASS), (1, PASS))
    assert legal_numbers(games) == set(range(1, 26))
    play(games, (2, number(1)))
    assert (phase(games), int(games.seat[0])) == (Phase.PUBLISH, 2)
    assert field(games, "cash") == [25, 25, 24, 25]


@pytest.mark.rule("MAC-8.7")
def test_nobody_bids_more_than_their_money():
    games = auction(cash=[44, 7, 0])
    assert legal_numbers(games) == {*range(1, 31), 35, 40}
    play(games, (0, number(5)))
    assert legal_numbers(games) == {6, 7}
    play(games, (1, number(7)))
    assert legal(games) == {PASS}
    play(games, (2, PASS), (0, number(40)))
    assert legal(games) == {PASS}


@pytest.mark.rule("MAC-8.4", "MAC-8.7")
def test_a_raise_is_any_step_of_the_ladder_up_to_three_hundred():
    games = auction(cash=[400, 400, 120])
    assert legal_numbers(games) == rungs(1, 300)
    play(games, (0, number(95)), (1, number(100)))
    assert legal_numbers(games) == {110, 120}
    play(games, (2, number(120)), (0, number(250)))
    assert legal_numbers(games) == {300}
    play(games, (1, number(300)), (2, PASS))
    assert legal(games) == {PASS}
    play(games, (0, PASS))
    assert (phase(games), field(games, "cash")) == (Phase.PUBLISH, [400, 100, 120])


@pytest.mark.rule("MAC-8.7")
def test_the_cap_is_one_of_the_box_and_an_option():
    games = auction(box=own_box(max_poll_bid=12), cash=[40, 7, 0])
    assert legal_numbers(games) == set(range(1, 13))
    games = auction(options={"max_poll_bid": 30}, cash=[400, 7, 0])
    assert legal_numbers(games) == set(range(1, 31))
    games = auction(box=own_box(max_poll_bid=12), options={"poll_auction": "blind"}, cash=[40, 7, 0])
    assert legal_numbers(games) == set(range(13))


@pytest.mark.rule("MAC-8.8")
@pytest.mark.parametrize("form", ["open", "blind"])
def test_only_the_highest_bidder_pays(form):
    games = auction(options={"poll_auction": form})
    play(games, (0, number(2)), (1, number(6)))
    play(games, (2, number(3) if form == "blind" else PASS))
    if form == "open":
        play(games, (0, PASS))
    assert (phase(games), int(games.seat[0])) == (Phase.PUBLISH, 1)
    assert field(games, "cash") == [25, 19, 25]


@pytest.mark.rule("MAC-8.9")
def test_with_blind_bids_each_bids_once_and_unseen():
    games = auction(4, options={"poll_auction": "blind"}, start=1, cash=[9, 9, 9, 9])
    asked = []
    views = [games.observe(seat=3).copy()]
    for bid in (4, 8, 0, 8):
        asked.append(int(games.seat[0]))
        assert legal(games) == {number(b) for b in range(10)}
        games.step([number(bid)])
        if len(asked) == 1:
            other = auction(4, options={"poll_auction": "blind"}, start=1, cash=[9, 9, 9, 9])
            play(other, (1, number(7)))
            views.append(games.observe(seat=3).copy())
            assert (views[1] == other.observe(seat=3)).all()
            assert (views[1] != views[0]).any()
    assert asked == [1, 2, 3, 0]
    assert phase(games) == Phase.PUBLISH
    assert int(games.seat[0]) in (0, 2)
    assert sorted(field(games, "cash")) == [1, 9, 9, 9]


@pytest.mark.rule("MAC-8.9")
def test_level_blind_bids_are_decided_by_a_fair_draw():
    games = auction(4, options={"poll_auction": "blind"})
    play(games, (0, number(5)), (1, number(5)), (2, number(4)))
    many = copies(games)
    many.step([number(5)] * 400)
    winners = many.seat.tolist()
    assert set(winners) == {0, 1, 3}
    assert all(100 < winners.count(seat) < 170 for seat in (0, 1, 3))


@pytest.mark.rule("MAC-8.10", "MAC-8.9")
@pytest.mark.parametrize(("form", "nothing"), [("open", PASS), ("blind", number(0))])
def test_a_poll_that_nobody_wants_is_discarded_unseen(form, nothing):
    games = auction(options={"poll_auction": form}, region=2)
    zones = field(games, "poll_zone")
    play(games, (0, nothing), (1, nothing), (2, nothing))
    assert (phase(games), field(games, "region")) == (Phase.POLL_BID, 3)
    assert sorted(field(games, "poll_zone")) == [*zones[1:], UNSEEN]
    assert field(games, "poll") == NO_CARD
    assert (field(games, "cash"), field(games, "members")) == ([25] * 3, [5] * 3)
    assert not games.tables["trend"].any()


# --- The buyer's choice --------------------------------------------------------------------------


def seen_by(games, seat: int) -> list[float]:
    """The changes of the parties on a poll, from one's own on, as far as a seat sees them."""
    where = GAME.observation(games.num_players)["poll"]
    return (4 * games.observe(seat=seat)[0, where.start : where.stop]).tolist()


@pytest.mark.rule("MAC-8.11")
def test_only_the_buyer_looks_at_a_poll_before_it_is_published():
    games = bought(MIXED, 5, buyer=2)
    assert legal(games) == {PASS, YES}
    assert seen_by(games, 2) == [0, -1, -2, 2, 1]
    assert seen_by(games, 0) == seen_by(games, 4) == [0] * 5
    play(games, (2, YES))
    assert seen_by(games, 0) == [2, 1, 0, -1, -2]
    play(games, (2, PASS))
    assert field(games, "poll_zone")[MIXED] == PUBLISHED


@pytest.mark.rule("MAC-8.11", "MAC-8.17")
def test_a_poll_that_is_not_published_goes_face_down_to_the_discards():
    games = bought(MIXED, 5, buyer=2)
    play(games, (2, PASS))
    assert field(games, "poll_zone")[MIXED] == SEEN + 2
    assert seen_by(games, 2) == [0] * 5
    assert not games.tables["trend"].any()


@pytest.mark.rule("MAC-8.12")
def test_two_changes_at_most_of_different_parties():
    games = bought(MIXED)
    play(games, (0, YES))
    assert changeable(games) == {0, 1, 3, 4}
    play(games, (0, player(1)))
    assert (phase(games), changeable(games)) == (Phase.CHANGE_TREND, {0, 3, 4})
    play(games, (0, player(4)))
    assert (phase(games), field(games, "region")) == (Phase.POLL_BID, 1)
    assert trends(games) == [0, 1, 0, 0, -2]


@pytest.mark.rule("MAC-8.12")
@pytest.mark.parametrize("seats", [[], [3]])
def test_the_buyer_may_make_fewer(seats):
    games = bought(MIXED)
    publish(games, 0, *seats)
    assert PASS in legal(games)
    play(games, (0, PASS))
    assert (phase(games), field(games, "region")) == (Phase.POLL_BID, 1)
    assert trends(games) == [0, 0, 0, -len(seats), 0]
    assert field(games, "members") == [5] * 5


@pytest.mark.rule("MAC-8.12")
def test_how_many_changes_is_a_number_of_the_poll():
    assert set(BOX["poll_yes"][0].tolist()) == {2}
    games = bought(MIXED, box=own_box(poll_yes=1))
    publish(games, 0, 0)
    assert phase(games) == Phase.POLL_BID
    games = bought(MIXED, box=own_box(poll_yes=3))
    publish(games, 0, 0, 1)
    assert changeable(games) == {3, 4}
    games = bought(MIXED, box=own_box(poll_yes=0))
    publish(games, 0)
    assert legal(games) == {PASS}


@pytest.mark.rule("MAC-8.5", "MAC-8.12")
@pytest.mark.parametrize("region", [1, 3])
def test_nothing_of_an_auction_is_left_when_it_is_over(region):
    games = bought(MIXED, region=region, bid=[7, 0, 2, 0, 0], passed=[0, 1, 1, 1, 1], votes={0: [1, 1]})
    publish(games, 0, 0, 1)
    assert phase(games) == (Phase.POLL_BID if region == 1 else Phase.NATIONAL_CARD)
    for name in ("bid", "passed", "changed", "changes"):
        assert not games.tables[name].any()
    assert (field(games, "bidder"), field(games, "poll")) == (NO_CARD, NO_CARD)


@pytest.mark.rule("MAC-8.13")
def test_a_change_is_made_in_full_and_only_in_that_region():
    games = bought(MIXED, region=2, trend={1: [1, 1, 1, 1, 1], 2: [-1, 0, 0, 0, 1], 3: [2, 2, 2, 2, 2]})
    publish(games, 0, 0, 4)
    assert field(games, "trend") == [[0] * 5, [1] * 5, [1, 0, 0, 0, -1], [2] * 5]


@pytest.mark.rule("MAC-8.13")
def test_the_scale_ends_at_three():
    games = bought(MIXED, trend={0: [2, 0, 0, 0, -2]})
    publish(games, 0, 0, 4)
    assert trends(games) == [3, 0, 0, 0, -3]


@pytest.mark.rule("MAC-8.14")
def test_a_party_that_the_poll_does_not_move_cannot_be_chosen():
    games = bought(STRONG_B, buyer=3)
    play(games, (3, YES))
    assert changeable(games) == {0, 1, 2, 3, 4}
    games = bought(RISING_D, buyer=3)
    play(games, (3, YES))
    assert changeable(games) == {1, 2, 3, 4}


@pytest.mark.rule("MAC-8.14")
def test_a_change_beyond_the_scale_is_not_offered():
    games = bought(MIXED, trend={0: [3, 3, 0, -3, -2]})
    play(games, (0, YES))
    assert changeable(games) == {4}


@pytest.mark.rule("MAC-8.15")
@pytest.mark.parametrize(
    ("media", "immune"),
    [
        ([0, 0, 0, 0, 1], {4}),
        ([0, 0, 0, 2, 1], {3}),
        ([0, 0, 0, 1, 1], set()),
        ([2, 0, 0, 1, 1], {0}),
        ([0, 2, 2, 1, 0], set()),
    ],
)
def test_who_controls_the_media_there_cannot_be_moved_down(media, immune):
    games = bought(MIXED, buyer=1, media={0: media})
    play(games, (1, YES))
    assert changeable(games) == {0, 1, 3, 4} - (immune & {3, 4})


@pytest.mark.rule("MAC-8.15")
def test_nor_by_oneself_and_only_in_that_region():
    games = bought(MIXED, buyer=4, media={0: [0, 0, 0, 0, 1], 1: [0, 0, 0, 1, 0]})
    play(games, (4, YES))
    assert changeable(games) == {0, 1, 3}
    games = bought(MIXED, buyer=4, region=1, media={0: [0, 0, 0, 0, 1], 1: [0, 0, 0, 1, 0]})
    play(games, (4, YES))
    assert changeable(games) == {0, 1, 4}


@pytest.mark.rule("MAC-8.16")
@pytest.mark.parametrize(("dice", "won"), [(None, 4), (1, 2), (0, 0), (10, 20)])
def test_members_for_a_poll_that_is_not_published(dice, won):
    games = bought(box=own_box(die=2), options={} if dice is None else {"poll_members_dice": dice}, buyer=3)
    play(games, (3, PASS))
    assert field(games, "members") == [5, 5, 5, 5 + won, 5]
    assert (phase(games), field(games, "region")) == (Phase.POLL_BID, 1)


@pytest.mark.rule("MAC-8.16")
def test_there_are_at_most_ten_dice():
    with pytest.raises(BoxError, match="poll_members_dice"):
        deal(poll_members_dice=11)


@pytest.mark.rule("MAC-0.13", "MAC-8.16")
def test_two_dice_are_two_throws():
    many = copies(bought())
    many.step([PASS] * 400)
    won = many.tables["members"][:, 0] - 5
    assert set(won.tolist()) == set(range(7))
    assert abs(won.mean() - 3) < 0.25


@pytest.mark.rule("MAC-8.17")
def test_used_polls_stay_out_until_the_deck_is_empty():
    zones = [PUBLISHED, UNSEEN, SEEN, SEEN + 2] * 5
    zones[7] = POLL_IN_DECK
    games = auction(poll_zone=zones)
    play(games, (0, number(1)), (1, PASS), (2, PASS))
    assert field(games, "poll") == 7
    play(games, (0, PASS))
    assert field(games, "poll_zone") == [SEEN if poll == 7 else zone for poll, zone in enumerate(zones)]


@pytest.mark.rule("MAC-8.17")
def test_then_all_of_them_are_shuffled():
    games = auction(poll_zone=[PUBLISHED, UNSEEN, SEEN, SEEN + 2] * 5)
    play(games, (0, number(1)), (1, PASS))
    many = copies(games)
    many.step([PASS] * 400)
    assert set(many.tables["poll"].tolist()) == set(range(POLLS))
    assert (np.sort(many.tables["poll_zone"]) == [*[POLL_IN_DECK] * 19, SEEN]).all()


@pytest.mark.rule("MAC-8.17", "MAC-8.1")
def test_the_polls_of_a_long_game_are_one_more_than_the_deck_has():
    """Four in each of four rounds, then three and two."""
    used = 0
    for round_number, regions in ((1, 4), (2, 4), (3, 4), (4, 4), (5, 3), (6, 2)):
        games = auction(round_number=round_number, regions=regions)
        while not games.over[0] and phase(games) == Phase.POLL_BID:
            games.step([PASS])
        used += field(games, "poll_zone").count(UNSEEN)
    assert used == POLLS + 1


@pytest.mark.rule("MAC-8.2")
def test_four_patterns_go_round_the_parties():
    for first in range(0, POLLS, 5):
        for shift in range(5):
            assert CHANGES[first + shift].tolist() == np.roll(CHANGES[first], shift).tolist()


@pytest.mark.rule("MAC-8.3")
def test_three_parties_rise_and_fall_on_as_many_polls_as_can_be():
    def moving(*parties: int) -> int:
        part = CHANGES[:, parties]
        return int(((part.max(axis=1) > 0) & (part.min(axis=1) < 0)).sum())

    assert moving(0, 1, 3) == max(moving(*three) for three in combinations(range(5), 3)) == 18
