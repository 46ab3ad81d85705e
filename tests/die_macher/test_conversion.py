"""Converting meetings into votes, and the exchange of an opinion that a majority of votes allows."""

import pytest
from elections import (
    EURO_LATER,
    EURO_NOW,
    GENES,
    HEALTH,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_NUCLEAR,
    NO_SPELLING,
    NUCLEAR,
    PASS,
    SPELLING,
    deal,
    field,
    kind,
    lay,
    legal,
    legal_kinds,
    legal_numbers,
    number,
    open_in,
    own_box,
    phase,
    play,
)

from hustings.envs.die_macher.table import REGIONS, Phase

PROGRAMME = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, EURO_NOW]
NOWHERE = {region: [0] * 5 for region in range(REGIONS)}  # meetings


def conversion(players: int = 3, box=None, options=None, start=0, regions=REGIONS, **position):
    """The conversion begins in the last region.

    Meetings are as given, none in other regions. If nothing else is, the election is won by a nose, and the
    game stops before an opinion goes to the national board.
    """
    games = deal(players, box=box, **(options or {}))
    position["meetings"] = NOWHERE | position.get("meetings", {})
    position["votes"] = {0: [1, 1, 0, 0, 0]} | position.get("votes", {})
    where = {"region": regions - 1, "regions": regions, "seat": start, "start": start}
    lay(games, Phase.NEXT_CONVERSION, **where, **position)
    return games


def converted(how_many: int, *, trend: int = 0, region: int = 2, votes: int = 0, **position) -> int:
    """The votes of a party of PROGRAMME after it has converted so many of ten meetings."""
    games = conversion(
        meetings={region: [10, 0, 0]},
        trend={region: [trend, 0, 0]},
        votes={region: [votes, 0, 0]},
        programmes={0: PROGRAMME},
        **position,
    )
    play(games, (0, number(how_many)))
    return field(games, "votes")[region][0]


# --- Who is asked, and where ---------------------------------------------------------------------


@pytest.mark.rule("MAC-9.1", "MAC-9.2")
@pytest.mark.parametrize("regions", [4, 3, 2])
def test_from_the_last_region_back_to_the_next_each_party_once(regions):
    games = conversion(
        start=2,
        round_number=1 if regions == 4 else 8 - regions,
        regions=regions,
        meetings={r: [6, 6, 6] for r in range(regions)},
    )
    asked = []
    while not games.over[0] and phase(games) == Phase.CONVERT:
        asked.append((field(games, "region"), int(games.seat[0])))
        games.step([number(0)])
    assert asked == [(r, seat) for r in range(regions - 1, 0, -1) for seat in (2, 0, 1)]


@pytest.mark.rule("MAC-9.1")
def test_the_meetings_of_the_current_region_are_kept_for_its_election():
    games = conversion(meetings={0: [9, 9, 9], 1: [5, 0, 0]})
    assert (phase(games), field(games, "region")) == (Phase.CONVERT, 1)
    assert field(games, "meetings")[0] == [9, 9, 9]
    assert field(games, "votes")[0] == [1, 1, 0]


@pytest.mark.rule("MAC-9.3")
def test_it_takes_five_meetings_in_the_region():
    games = conversion(meetings={3: [4, 5, 4], 2: [10, 4, 0]})
    assert (int(games.seat[0]), field(games, "region")) == (1, 3)
    play(games, (1, number(0)))
    assert (int(games.seat[0]), field(games, "region")) == (0, 2)
    play(games, (0, number(0)))
    assert phase(games) != Phase.CONVERT


@pytest.mark.rule("MAC-9.3")
def test_how_many_it_takes_is_a_number_of_the_box():
    games = conversion(box=own_box(fewest_converted=2), meetings={3: [1, 2, 3]})
    play(games, (1, number(2)), (2, number(1)))
    assert field(games, "votes")[3] == [0, 1, 0]


@pytest.mark.rule("MAC-9.4")
def test_any_number_of_them_may_be_converted():
    games = conversion(meetings={3: [7, 0, 0]}, trend={3: [2, 0, 0]})
    assert legal(games) == {number(n) for n in range(8)}
    play(games, (0, number(3)))
    assert field(games, "meetings")[3] == [4, 0, 0]
    assert field(games, "votes")[3] == [6, 0, 0]
    assert field(games, "region") != 3 or phase(games) != Phase.CONVERT


# --- Votes ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-9.5")
@pytest.mark.parametrize(("trend", "how_many", "votes"), [(1, 5, 5), (2, 5, 10), (3, 10, 30), (3, 0, 0)])
def test_votes_are_meetings_times_the_factor(trend, how_many, votes):
    assert converted(how_many, trend=trend) == votes


@pytest.mark.rule("MAC-9.5")
def test_only_that_party_gains_them_there():
    games = conversion(meetings={2: [10, 10, 0]}, trend={2: [2, 3, 3], 1: [1, 1, 1]}, votes={2: [4, 5, 6]})
    play(games, (0, number(10)))
    assert field(games, "votes") == [[1, 1, 0], [0] * 3, [24, 5, 6], [0] * 3]


@pytest.mark.rule("MAC-9.6", "MAC-9.5")
@pytest.mark.parametrize(
    ("opinions", "factor"),
    [
        ([], 1),
        ([MORE_WELFARE], 2),
        ([MORE_WELFARE, GENES, EURO_NOW], 4),
        ([MORE_WELFARE, GENES, EURO_NOW, MORE_SECURITY], 5),
        ([LESS_WELFARE, GENES, EURO_NOW], 2),
        ([HEALTH], 1),
        ([NO_SPELLING, HEALTH, EURO_NOW], 2),
    ],
)
def test_opinions_that_agree_add_one_and_contrary_ones_take_one(opinions, factor):
    assert converted(6, trend=1, opinions={2: opinions}) == 6 * factor


@pytest.mark.rule("MAC-9.5", "MAC-9.6")
@pytest.mark.parametrize(("trend", "factor"), [(-1, 2), (-2, 1), (3, 6)])
def test_a_negative_trend_takes_from_what_opinions_add(trend, factor):
    assert converted(6, trend=trend, opinions={2: [MORE_WELFARE, GENES, EURO_NOW]}) == 6 * factor


@pytest.mark.rule("MAC-9.6")
def test_hidden_opinions_and_those_of_other_regions_do_not_count():
    others = {0: [MORE_WELFARE], 1: [GENES], 3: [EURO_NOW]}
    assert converted(6, trend=1, opinions=others, hidden={2: 3}) == 6


@pytest.mark.rule("MAC-9.7")
@pytest.mark.parametrize(
    ("opinions", "doubled", "factor"),
    [([], [GENES], 3), ([EURO_NOW], [GENES], 4), ([EURO_NOW, GENES], [LESS_WELFARE], 1), ([], [HEALTH], 1)],
)
def test_a_doubler_counts_an_opinion_twice(opinions, doubled, factor):
    assert converted(7, trend=1, opinions={2: opinions}, doubled={2: doubled}) == 7 * factor


@pytest.mark.rule("MAC-9.8")
@pytest.mark.parametrize("trend", [0, -1, -3])
@pytest.mark.parametrize(("how_many", "votes"), [(1, 0), (2, 1), (5, 2), (6, 3), (10, 5)])
def test_without_a_positive_factor_two_meetings_make_a_vote(trend, how_many, votes):
    assert converted(how_many, trend=trend) == votes


@pytest.mark.rule("MAC-9.8")
def test_contrary_opinions_can_make_the_factor_negative():
    assert converted(9, trend=2, opinions={2: [NO_GENES]}, doubled={2: [LESS_WELFARE]}) == 4
    assert converted(9, trend=3, opinions={2: [NO_NUCLEAR]}, doubled={2: [LESS_WELFARE, EURO_LATER]}) == 4


@pytest.mark.rule("MAC-9.9", "MAC-13.44")
@pytest.mark.parametrize(("before", "after"), [(0, 30), (20, 50), (21, 50), (49, 50), (50, 50)])
def test_votes_end_at_fifty(before, after):
    assert converted(10, trend=3, votes=before) == after


@pytest.mark.rule("MAC-9.10")
def test_who_comes_to_fifty_later_lies_on_top():
    games = conversion(
        meetings={2: [10, 10, 10]},
        trend={2: [3, 3, 3]},
        votes={2: [25, 40, 21]},
        arrival={2: [2, 1, 0]},
    )
    play(games, (0, number(10)), (1, number(10)))
    assert field(games, "votes")[2] == [50, 50, 21]
    assert field(games, "arrival")[2] == [1, 2, 0]
    play(games, (2, number(9)))
    assert field(games, "votes")[2] == [50, 50, 48]


@pytest.mark.rule("MAC-9.10")
def test_who_is_at_fifty_keeps_the_place_when_converting_again():
    games = conversion(
        meetings={2: [10, 0, 0]}, trend={2: [3, 0, 0]}, votes={2: [50, 50, 3]}, arrival={2: [1, 2, 0]}
    )
    play(games, (0, number(10)))
    assert field(games, "arrival")[2] == [1, 2, 0]
    assert field(games, "meetings")[2] == [0, 0, 0]


@pytest.mark.rule("MAC-9.10", "MAC-10.5")
def test_below_fifty_any_move_up_counts_as_coming_last_and_no_move_does_not():
    games = conversion(4, meetings={2: [5, 5, 5, 0]}, arrival={2: [0, 1, 2, 3]}, votes={2: [3, 3, 3, 3]})
    play(games, (0, number(1)))
    assert field(games, "arrival")[2] == [0, 1, 2, 3]
    play(games, (1, number(2)))
    assert field(games, "arrival")[2] == [0, 3, 1, 2]
    play(games, (2, number(0)))
    assert field(games, "arrival")[2] == [0, 3, 1, 2]


@pytest.mark.rule("MAC-9.11")
def test_converted_meetings_go_back_to_the_supply():
    games = conversion(meetings={3: [9, 0, 0], 2: [2, 0, 0]})
    assert field(games, "meeting_supply") == [7, 18, 18]
    play(games, (0, number(6)))
    assert field(games, "meeting_supply") == [13, 18, 18]
    assert field(games, "meetings")[3] == [3, 0, 0]


# --- The majority of votes -----------------------------------------------------------------------


def majority(votes: dict, *, players: int = 3, opinions=None, doubled=None, pool=(HEALTH,), **position):
    """The conversion, with an opinion in each region of these votes that could be exchanged."""
    open_there = {region: [GENES] for region in votes} | (opinions or {})
    return conversion(players, votes=votes, opinions=open_there, doubled=doubled or {}, pool=pool, **position)


def exchanges(games) -> list[tuple[int, int]]:
    """Who is asked for an exchange and in which region, one after another, when nobody makes one."""
    asked = []
    while not games.over[0] and phase(games) == Phase.SWAP_OUT:
        asked.append((field(games, "region"), int(games.seat[0])))
        games.step([PASS])
    return asked


@pytest.mark.rule("MAC-9.12")
@pytest.mark.parametrize(
    ("votes", "who"),
    [
        ([11, 5, 5], 0),
        ([10, 5, 5], None),
        ([9, 5, 5], None),
        ([0, 0, 1], 2),
        ([0, 0, 0], None),
        ([25, 50, 24], 1),
        ([50, 50, 0], None),
    ],
)
def test_more_votes_than_all_others_together(votes, who):
    assert exchanges(majority({2: votes})) == ([] if who is None else [(2, who)])


@pytest.mark.rule("MAC-9.12")
@pytest.mark.parametrize(("votes", "who"), [([1, 20, 9, 9, 1], None), ([0, 19, 8, 9, 1], 1)])
def test_others_are_added_up_however_many(votes, who):
    assert exchanges(majority({3: votes}, players=5)) == ([] if who is None else [(3, who)])


@pytest.mark.rule("MAC-9.12")
@pytest.mark.parametrize(("how_many", "who"), [(0, 0), (3, 0), (4, None), (7, 2)])
def test_it_is_seen_when_all_have_converted_there_and_before_the_next_region(how_many, who):
    games = majority({3: [10, 0, 6]}, meetings={3: [0, 0, 7], 2: [0, 5, 0]}, trend={3: [0, 0, 1]})
    assert (phase(games), int(games.seat[0])) == (Phase.CONVERT, 2)
    play(games, (2, number(how_many)))
    if who is not None:
        assert (phase(games), field(games, "region")) == (Phase.SWAP_OUT, 3)
        play(games, (who, kind(GENES)), (who, kind(HEALTH)))
    assert (phase(games), int(games.seat[0]), field(games, "region")) == (Phase.CONVERT, 1, 2)


@pytest.mark.rule("MAC-9.13")
def test_an_opinion_for_one_of_the_pool():
    games = majority(
        {2: [9, 0, 0]},
        opinions={2: [GENES, NUCLEAR, EURO_NOW]},
        doubled={2: [NUCLEAR]},
        hidden={2: 1},
        pool=[HEALTH, HEALTH, NO_NUCLEAR, EURO_NOW, NO_GENES, MORE_SECURITY],
    )
    assert legal(games) == {PASS, kind(GENES), kind(EURO_NOW)}
    play(games, (0, kind(GENES)))
    assert legal_kinds(games) == {HEALTH, MORE_SECURITY}
    play(games, (0, kind(HEALTH)))
    assert open_in(games, 2) == {HEALTH, NUCLEAR, EURO_NOW}
    pool = games.tables["pool"][0]
    assert (pool[HEALTH], pool[GENES], pool[NO_GENES], pool.sum()) == (1, 1, 1, 6)


@pytest.mark.rule("MAC-9.13")
def test_with_the_loose_reading_a_contrary_one_too():
    games = majority({2: [9, 0, 0]}, pool=[NO_GENES, HEALTH], options={"opinion_swap": "loose"})
    play(games, (0, kind(GENES)))
    assert legal_kinds(games) == {NO_GENES, HEALTH}


@pytest.mark.rule("MAC-9.13")
def test_nothing_needs_to_be_exchanged_and_only_one_card():
    games = majority({2: [9, 0, 0], 1: [0, 9, 0]}, opinions={2: [GENES, NUCLEAR]}, pool=[HEALTH, SPELLING])
    play(games, (0, kind(GENES)), (0, kind(HEALTH)))
    assert (int(games.seat[0]), field(games, "region")) == (1, 1)
    play(games, (1, PASS))
    assert phase(games) == Phase.NATIONAL_CARD
    assert open_in(games, 1) == {GENES}
    assert open_in(games, 2) == {HEALTH, NUCLEAR}


@pytest.mark.rule("MAC-9.14")
def test_no_conversion_is_needed_for_it():
    assert exchanges(majority({3: [0, 7, 0], 1: [0, 0, 3]})) == [(3, 1), (1, 2)]


@pytest.mark.rule("MAC-9.15")
@pytest.mark.parametrize(("current", "asked"), [(None, True), (True, True), (False, False)])
def test_in_the_current_region_it_is_seen_last(current, asked):
    games = majority(
        {0: [0, 2, 0], 1: [3, 0, 0]},
        options={} if current is None else {"absolute_majority_current": current},
        meetings={0: [9, 9, 9]},
    )
    assert exchanges(games) == [(1, 0)] + [(0, 1)] * asked
    assert field(games, "seats_won")[0][1] > 0


@pytest.mark.rule("MAC-9.15")
def test_an_exchange_there_counts_in_the_election_that_follows():
    games = majority(
        {0: [0, 2, 0]}, meetings={0: [0, 6, 0]}, programmes={1: [HEALTH, MORE_WELFARE, NO_GENES, 6, 8]}
    )
    play(games, (1, kind(GENES)), (1, kind(HEALTH)))
    assert field(games, "seats_won")[0] == [0, int(games.box[0]["land_seats"][0, 8]), 0]


@pytest.mark.rule("MAC-9.16")
def test_partners_of_a_coalition_are_two_parties_here():
    allies = {"ally": [2, 1, 0], "tile": {0: [1, 1, 0]}}
    assert exchanges(majority({0: [5, 5, 1]}, **allies)) == []
    assert exchanges(majority({0: [6, 3, 2]}, **allies)) == [(0, 0)]


@pytest.mark.rule("MAC-9.2")
def test_no_second_chance_in_the_same_region_and_round():
    games = conversion(meetings={3: [10, 10, 0]})
    play(games, (0, number(2)), (1, number(2)))
    assert phase(games) == Phase.NATIONAL_CARD
    assert field(games, "meetings")[3] == [8, 8, 0]


@pytest.mark.rule("MAC-9.4")
def test_meetings_can_be_taken_back_without_gaining_votes():
    games = conversion(meetings={3: [8, 0, 0]}, votes={3: [50, 50, 0]}, trend={3: [-3, 0, 0]})
    assert legal_numbers(games) == set(range(9))
    play(games, (0, number(8)))
    assert (field(games, "meeting_supply")[0], field(games, "votes")[3]) == (18, [50, 50, 0])
