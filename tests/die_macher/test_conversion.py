"""The conversion of meetings into votes, and the exchange that a majority of votes allows."""

import pytest

from . import playing as p

NOWHERE = {region: [0] * 5 for region in range(4)}  # meetings


def conversion(players: int = 3, box=None, options=None, start=0, round_number=1, **position) -> p.Game:
    """The conversion begins in the last region.

    Meetings are as given, none in other regions. If nothing else is, the election is won by a nose, and the
    game stops before an opinion goes to the national board.
    """
    game = p.dealt(players, box=box, **(options or {}))
    position["meetings"] = NOWHERE | position.get("meetings", {})
    position["votes"] = {0: [1, 1, 0, 0, 0]} | position.get("votes", {})
    where = {"region": min(3, 7 - round_number), "seat": start, "start": start, "round_number": round_number}
    return game.lay("NEXT_CONVERSION", **where, **position)


def converted(how_many: int, trend: int = 0, opinions: str = "", votes: int = 0, **position) -> int:
    """The votes of a party of five issues after it has converted so many of ten meetings in region 2."""
    rows = {"meetings": [10, 0, 0], "trend": [trend, 0, 0], "votes": [votes, 0, 0]}
    position |= {name: {2: row} for name, row in rows.items()}
    position["opinions"] = {2: opinions} | position.pop("elsewhere", {})
    game = conversion(programmes={0: p.FIVE}, **position)
    return game.play(f"0 {how_many}").fact("votes")[2][0]


# --- Who is asked, and where ---------------------------------------------------------------------


@pytest.mark.rule("MAC-2.1", "MAC-9.1", "MAC-9.2", "MAC-13.26")
@pytest.mark.parametrize(("round_number", "regions"), [(1, 4), (5, 3), (6, 2)])
def test_from_the_last_region_back_to_the_next_each_party_once(round_number, regions):
    meetings = {region: [6] * 3 for region in range(regions)}
    game = conversion(start=2, round_number=round_number, meetings=meetings)
    for region in range(regions - 1, 0, -1):
        for seat in (2, 0, 1):
            game.expect(f"CONVERT {seat} {region}").do("0")
    assert game.phase != "CONVERT"


@pytest.mark.rule("MAC-9.1", "MAC-9.3", "MAC-13.26")
def test_it_takes_five_meetings_in_the_region_and_the_current_one_waits_for_its_election():
    game = conversion(meetings={0: [9] * 3, 1: [5, 0, 0]})
    game.expect("CONVERT 0 1", meetings={0: [9] * 3}, votes={0: [1, 1, 0]})
    game = conversion(meetings={3: [4, 5, 4], 2: [10, 4, 0]}).expect("CONVERT 1 3")
    game.play("1 0").expect("CONVERT 0 2").play("0 0").expect("NATIONAL_CARD")
    game = conversion(box={"fewest_converted": 2}, meetings={3: [1, 2, 3]}).play("1 2, 2 1")
    game.expect(votes={3: [0, 1, 0]})


@pytest.mark.rule("MAC-9.4", "MAC-9.2", "MAC-9.11")
def test_any_number_of_them_may_be_converted_once():
    """Also where it brings no votes: it frees them."""
    game = conversion(meetings={3: [7, 0, 0]}, trend={3: [2, 0, 0]})
    game.expect(legal="0-7", meeting_supply=[18 - 7, 18, 18]).play("0 3 -").expect("NATIONAL_CARD")
    game.expect(meetings={3: [4, 0, 0]}, votes={3: [6, 0, 0]}, meeting_supply=[18 - 4, 18, 18])
    game = conversion(meetings={3: [8, 0, 0]}, votes={3: [50, 50, 0]}, trend={3: [-3, 0, 0]})
    game.expect(legal="0-8").play("0 8").expect(meeting_supply=[18] * 3, votes={3: [50, 50, 0]})


# --- Votes ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-9.5", "MAC-9.9", "MAC-0.18", "MAC-13.27", "MAC-13.44")
@pytest.mark.parametrize(
    ("trend", "number", "before", "after"),
    [
        (1, 5, 0, 5), (2, 5, 0, 10), (3, 10, 0, 30), (3, 0, 0, 0), (2, 10, 4, 24),
        # Votes end at fifty
        (3, 10, 20, 50), (3, 10, 21, 50), (3, 10, 49, 50), (3, 10, 50, 50),
    ],
)  # fmt: skip
def test_votes_are_meetings_times_the_factor(trend, number, before, after):
    """Only that party gains them, and only there."""
    trends = {2: [trend, 3, 3], 1: [1] * 3}
    game = conversion(meetings={2: [10, 10, 0]}, trend=trends, votes={2: [before, 5, 6]})
    game.play(f"0 {number}").expect(votes=[[1, 1, 0], [0] * 3, [after, 5, 6], [0] * 3])


@pytest.mark.rule("MAC-9.5", "MAC-9.6", "MAC-9.7", "MAC-0.9", "MAC-13.43")
@pytest.mark.parametrize(
    ("trend", "opinions", "factor"),
    [
        # Opinions that agree add one and contrary ones take one
        (1, "", 1), (1, "+wel", 2), (1, "+wel +gen +eur", 4), (1, "+wel +gen +eur +hom", 5),
        (1, "-wel +gen +eur", 2), (1, "+hea", 1), (1, "-spe +hea +eur", 2),
        # A negative trend takes from what they add
        (-1, "+wel +gen +eur", 2), (-2, "+wel +gen +eur", 1), (3, "+wel +gen +eur", 6),
        # A doubler counts an opinion twice
        (1, "++gen", 3), (1, "+eur ++gen", 4), (1, "+eur +gen --wel", 1), (1, "++hea", 1),
    ],
)  # fmt: skip
def test_opinions_are_added_to_the_trend(trend, opinions, factor):
    assert converted(6, trend, opinions) == 6 * factor


@pytest.mark.rule("MAC-9.6", "MAC-13.31")
def test_hidden_opinions_those_of_other_regions_and_media_do_not_count():
    assert converted(6, 1, elsewhere={0: "+wel", 1: "+gen", 3: "+eur"}, hidden={2: 3}) == 6
    assert converted(6, 1, media={2: [5, 0, 0]}) == converted(6, 1, media={2: [0, 5, 0]}) == 6


@pytest.mark.rule("MAC-0.9")
@pytest.mark.parametrize("kind", range(14))
def test_only_the_same_stand_agrees_and_only_the_other_of_its_issue_contradicts(kind):
    for opinion, votes in ((kind, 8), (kind ^ 1, 2), ((kind + 2) % 14, 4)):
        stands = {"programmes": {0: p.STANDS[kind]}, "opinions": {3: p.STANDS[opinion]}}
        game = conversion(meetings={3: [5, 0, 0]}, trend={3: [1, 0, 0]}, **stands)
        game.play("0 4").expect(votes={3: [votes, 0, 0]})


@pytest.mark.rule("MAC-9.8", "MAC-13.27", "MAC-13.28")
@pytest.mark.parametrize(
    ("trend", "opinions"),
    [
        (0, ""), (-1, ""), (-2, ""), (-3, ""), (-3, "+wel +hom"), (-1, "+wel"), (2, "-gen --wel"),
        (3, "-nuc --wel --eur"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("number", "votes"), [(1, 0), (2, 1), (5, 2), (6, 3), (7, 3), (9, 4), (10, 5)])
def test_without_a_positive_factor_two_meetings_make_a_vote(trend, opinions, number, votes):
    assert converted(number, trend, opinions) == votes


@pytest.mark.rule("MAC-9.10", "MAC-10.5")
@pytest.mark.parametrize(
    ("trend", "votes", "arrival", "moves", "then", "order"),
    [
        # Who comes to fifty later lies on top, and keeps the place when converting again
        (3, [25, 40, 21], [2, 1, 0], "0 10, 1 10", [50, 50, 21], [1, 2, 0]),
        (3, [25, 40, 21], [2, 1, 0], "0 10, 1 10, 2 9", [50, 50, 48], [0, 1, 2]),
        (3, [50, 50, 3], [1, 2, 0], "0 10", [50, 50, 3], [1, 2, 0]),
        # Below fifty any move up counts as coming last, and no move does not
        (0, [3, 3, 3], [0, 1, 2], "0 1", [3, 3, 3], [0, 1, 2]),
        (0, [3, 3, 3], [0, 1, 2], "0 1, 1 0", [3, 3, 3], [0, 1, 2]),
        (0, [3, 3, 3], [1, 0, 2], "0 1, 1 2", [3, 4, 3], [0, 2, 1]),
    ],
)
def test_the_last_to_move_up_lies_on_top(trend, votes, arrival, moves, then, order):
    rows = {"meetings": [10] * 3, "trend": [trend] * 3, "votes": votes, "arrival": arrival}
    game = conversion(**{name: {2: row} for name, row in rows.items()}).play(moves)
    game.expect(votes={2: then}, arrival={2: order})


# --- The majority of votes -----------------------------------------------------------------------


def majority(votes: dict, players: int = 3, opinions=None, pool="+hea", **position) -> p.Game:
    """The conversion, with an opinion in each region of these votes that could be exchanged."""
    opinions = dict.fromkeys(votes, "+gen") | (opinions or {})
    return conversion(players, votes=votes, opinions=opinions, pool=pool, **position)


def exchanges(game: p.Game) -> list[tuple[int, int]]:
    """Who is asked for an exchange and in which region, one after another, when nobody makes one."""
    asked = []
    while game.phase == "SWAP_OUT":
        asked.append((game.fact("region"), game.seat))
        game.do("-")
    return asked


@pytest.mark.rule("MAC-9.12", "MAC-9.14", "MAC-13.29")
@pytest.mark.parametrize(
    ("votes", "who"),
    [
        ([11, 5, 5], 0), ([10, 5, 5], None), ([9, 5, 5], None), ([0, 0, 1], 2), ([0, 0, 0], None),
        ([25, 50, 24], 1), ([50, 50, 0], None), ([1, 20, 9, 9, 1], None), ([0, 19, 8, 9, 1], 1),
    ],
)  # fmt: skip
def test_more_votes_than_all_others_together(votes, who):
    """However many these are, and without a conversion."""
    assert exchanges(majority({2: votes}, len(votes))) == ([] if who is None else [(2, who)])


@pytest.mark.rule("MAC-9.12")
@pytest.mark.parametrize(("number", "who"), [(0, 0), (3, 0), (4, None), (7, 2)])
def test_it_is_seen_when_all_have_converted_there_and_before_the_next_region(number, who):
    game = majority({3: [10, 0, 6]}, meetings={3: [0, 0, 7], 2: [0, 5, 0]}, trend={3: [0, 0, 1]})
    game.expect("CONVERT 2 3").play(f"2 {number}")
    if who is not None:
        game.expect(f"SWAP_OUT {who} 3").play(f"{who} +gen +hea")
    game.expect("CONVERT 1 2")


@pytest.mark.rule("MAC-9.13")
def test_an_opinion_for_one_of_the_pool():
    pool = "+hea +hea -nuc +eur -gen +hom"
    game = majority({2: [9, 0, 0]}, opinions={2: "+gen ++nuc +eur"}, hidden={2: 1}, pool=pool)
    game.expect(legal="- +gen +eur").play("0 +gen").expect(legal="+hea +hom").play("0 +hea")
    game.expect(open={2: "+hea ++nuc +eur"}, pool="+hea +gen -nuc +eur -gen +hom")
    game = majority({2: [9, 0, 0]}, pool="-gen +hea", options={"opinion_swap": "loose"})
    game.play("0 +gen").expect(legal="-gen +hea")


@pytest.mark.rule("MAC-9.13", "MAC-9.14")
def test_nothing_needs_to_be_exchanged_and_only_one_card():
    game = majority({2: [9, 0, 0], 1: [0, 9, 0]}, opinions={2: "+gen +nuc"}, pool="+hea +spe")
    game.play("0 +gen +hea").expect("SWAP_OUT 1 1", by_votes=1).play("1 -").expect(
        "NATIONAL_CARD", by_votes=0
    )
    game.expect(open={1: "+gen", 2: "+hea +nuc"})
    assert exchanges(majority({3: [0, 7, 0], 1: [0, 0, 3]})) == [(3, 1), (1, 2)]


@pytest.mark.rule("MAC-9.15", "MAC-13.29")
@pytest.mark.parametrize(("current", "asked"), [(None, True), (True, True), (False, False)])
def test_in_the_current_region_it_is_seen_last(current, asked):
    """An exchange there counts in the election that follows."""
    options = {} if current is None else {"absolute_majority_current": current}
    game = majority({0: [0, 2, 0], 1: [3, 0, 0]}, options=options, meetings={0: [9] * 3})
    assert exchanges(game) == [(1, 0)] + [(0, 1)] * asked
    assert game.fact("seats_won")[0][1] > 0
    game = majority({0: [0, 2, 0]}, meetings={0: [0, 6, 0]}, programmes={1: "+hea +wel -gen +nuc +eur"})
    game.play("1 +gen +hea").expect(seats_won={0: [0, int(game.box["land_seats"][0, 8]), 0]})


@pytest.mark.rule("MAC-9.16")
@pytest.mark.parametrize(("votes", "asked"), [([5, 5, 1], []), ([6, 3, 2], [(0, 0)])])
def test_partners_of_a_coalition_are_two_parties_here(votes, asked):
    assert exchanges(majority({0: votes}, allies=[(0, 1)], tile={0: [1, 1, 0]})) == asked
