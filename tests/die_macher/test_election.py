"""The election: seats, who wins, media and opinions on the national board, new members."""

import pytest
from elections import (
    BAYERN,
    BERLIN,
    BREMEN,
    EURO_LATER,
    EURO_NOW,
    GENES,
    HEALTH,
    HESSEN,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_NUCLEAR,
    NORDRHEIN,
    NUCLEAR,
    PASS,
    SACHSEN,
    SPELLING,
    YES,
    deal,
    field,
    kind,
    lay,
    legal,
    legal_kinds,
    national,
    phase,
    play,
)

from hustings.envs.die_macher.table import NO_CARD, REGIONS, Phase

OPINIONS = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR]  # open in the region that votes
FREE = NO_CARD


def elect(votes, *, order=None, allies=(), opinions=OPINIONS, box=None, options=None, **position):
    """The election with these votes and no meetings; in `order` the parties got there, by seats if not given.

    allies: pairs of seats. Everybody has a media marker in the region unless told otherwise.
    """
    players = len(votes)
    games = deal(players, box=box, **(options or {}))
    round_number = position.setdefault("round_number", 1)
    ally = [0] * players
    for one, other in allies:
        ally[one], ally[other] = other + 1, one + 1
    order = list(order or range(players))
    position.setdefault("regions", REGIONS if round_number < 5 else 8 - round_number)
    position["meetings"] = {0: [0] * players} | position.get("meetings", {})
    position["media"] = {0: [1] * players} | position.get("media", {})
    arrival = {0: [order.index(seat) for seat in range(players)]}
    lay(
        games,
        Phase.ELECTION,
        votes={0: votes},
        arrival=arrival,
        ally=ally,
        opinions={0: list(opinions)},
        **position,
    )
    return games


def results(games) -> list[tuple[int, bool, int]]:
    """Who may place what: (seat, a media marker, how many opinions); all is placed that can be."""
    placed = []
    while not games.over[0] and phase(games) in (Phase.NATIONAL_MEDIA, Phase.NATIONAL_CARD):
        seat, cards = int(games.seat[0]), 0
        media = phase(games) == Phase.NATIONAL_MEDIA
        if media:
            games.step([YES])
        while phase(games) == Phase.NATIONAL_CARD and games.seat[0] == seat and legal_kinds(games):
            games.step([kind(min(legal_kinds(games)))])
            cards += 1
        placed.append((seat, media, cards))
    return placed


def seats(games, election: int = 1) -> list[int]:
    return field(games, "seats_won")[election - 1]


# --- Seats ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-10.1")
def test_all_meetings_of_the_current_region_are_converted():
    """However few they are, by the factor of each party, without being asked."""
    games = elect(
        [0, 10, 3, 45],
        meetings={0: [1, 4, 7, 10], 1: [5, 5, 5, 5]},
        trend={0: [1, 2, -1, 3]},
        programmes={1: [MORE_WELFARE, GENES, NO_NUCLEAR, EURO_NOW, 2]},
    )
    by_votes = games.box[0]["land_seats"][NORDRHEIN]
    assert seats(games) == [int(by_votes[votes]) for votes in (1, 10 + 4 * (2 + 3 - 1), 6, 50)]
    assert phase(games) == Phase.NATIONAL_MEDIA
    assert field(games, "meetings")[0] == [0] * 4
    assert field(games, "meetings")[1] == [5] * 4


@pytest.mark.rule("MAC-10.1", "MAC-10.5")
@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 0), (2, 1)])
def test_in_turn_so_that_the_last_lies_on_top(start, winner):
    games = elect([40, 40, 40], meetings={0: [10, 10, 10]}, trend={0: [1, 1, 1]}, start=start)
    assert int(games.seat[0]) == winner


@pytest.mark.rule("MAC-10.2", "MAC-13.44")
@pytest.mark.parametrize(
    ("land", "votes", "expected"),
    [
        (BAYERN, [35, 45, 50], [42, 54, 60]),
        (SACHSEN, [8, 23, 28], [7, 21, 26]),
        (BREMEN, [0, 1, 49], [0, 1, 15]),
        (NORDRHEIN, [50, 50, 1], [80, 80, 2]),
        (HESSEN, [50, 13, 12], [48, 12, 12]),
    ],
)
def test_each_party_reads_its_own_votes_on_the_card(land, votes, expected):
    lands = [land, *(other for other in (BERLIN, BAYERN, SACHSEN, HESSEN) if other != land)][:REGIONS]
    assert seats(elect(votes, lands=lands)) == expected


@pytest.mark.rule("MAC-10.2")
def test_no_votes_no_seats_and_all_seats_for_fifty():
    box = deal().box[0]["land_seats"]
    assert (box[:, 0] == 0).all()
    full = [80, 60, 54, 50, 48, 46, 42, 40, 36, 32, 28, 26, 24, 22, 20, 15]
    assert box[:, 50].tolist() == full
    for land, most in enumerate(full):
        assert box[land].tolist() == [0, *(max(1, (2 * most * votes + 50) // 100) for votes in range(1, 51))]


@pytest.mark.rule("MAC-10.3")
def test_partners_have_their_own_seats_for_this_election():
    games = elect([20, 30, 10], allies=[(0, 1)], round_number=3, lands=(BAYERN, BERLIN, BREMEN, HESSEN))
    assert field(games, "seats_won") == [[0] * 3, [0] * 3, [24, 36, 12], *[[0] * 3] * 4]


# --- The winner ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-10.4", "MAC-10.13")
@pytest.mark.parametrize(("votes", "winner"), [([30, 29, 28], 0), ([3, 29, 28], 1), ([0, 0, 1], 2)])
def test_the_most_votes_win(votes, winner):
    games = elect(votes, order=[2, 1, 0] if winner else [0, 1, 2])
    assert field(games, "by_a_nose") == 0
    assert results(games) == [(winner, True, 2)]


@pytest.mark.rule("MAC-10.5", "MAC-10.14", "MAC-10.15")
@pytest.mark.parametrize("votes", [50, 17, 1])
@pytest.mark.parametrize(("order", "winner", "second"), [([2, 0, 1], 1, 0), ([1, 2, 0], 0, 1)])
def test_of_level_parties_the_last_to_come_there_wins_by_a_nose(votes, order, winner, second):
    games = elect([votes, votes, 0], order=order)
    assert field(games, "by_a_nose") == 1
    assert results(games) == [(winner, True, 1), (second, True, 0)]


@pytest.mark.rule("MAC-10.5")
def test_meetings_that_bring_no_votes_do_not_lay_a_marker_on_top():
    games = elect([20, 20, 0], order=[0, 2, 1], meetings={0: [1, 0, 0]})
    assert results(games)[0][0] == 1
    games = elect([50, 50, 0], order=[0, 2, 1], meetings={0: [4, 0, 0]})
    assert results(games)[0][0] == 1
    games = elect([19, 20, 0], order=[0, 2, 1], meetings={0: [2, 0, 0]})
    assert results(games)[0][0] == 0


@pytest.mark.rule("MAC-10.6", "MAC-10.17", "MAC-13.44")
def test_partners_add_their_votes_up():
    games = elect([20, 30, 21, 10], allies=[(0, 3), (1, 2)])
    assert field(games, "by_a_nose") == 0
    assert results(games) == [(1, True, 1), (2, True, 1)]
    games = elect([20, 30, 9, 11], allies=[(0, 3)])
    assert results(games) == [(0, True, 1), (3, True, 1)]
    games = elect([20, 32, 9, 11], allies=[(0, 3)])
    assert results(games) == [(1, True, 2)]


@pytest.mark.rule("MAC-10.6")
def test_a_coalition_of_a_former_election_does_not_count():
    """Seats 0 and 2 win together with 29 votes, against 25; in the next region they have 26, against 25."""
    games = deal(3)
    votes, meetings = {0: [20, 25, 9], 1: [14, 25, 12]}, {0: [0] * 3, 1: [0] * 3}
    lay(games, Phase.ELECTION, round_number=6, regions=2, votes=votes, meetings=meetings, ally=[3, 0, 1])
    play(games, (0, PASS), (2, PASS))
    assert field(games, "round_number") == 7
    assert games.tables["winner"][0].tolist() == [1, -1, -1]


@pytest.mark.rule("MAC-10.7", "MAC-10.17", "MAC-10.18")
def test_a_level_coalition_wins_with_the_highest_marker():
    games = elect([30, 10, 31, 9], allies=[(0, 1), (2, 3)], order=[3, 2, 1, 0])
    assert field(games, "by_a_nose") == 1
    assert results(games) == [(2, True, 1), (3, True, 1)]
    games = elect([30, 10, 30, 10], allies=[(0, 1), (2, 3)], order=[1, 2, 0, 3])
    assert results(games) == [(0, True, 1), (1, True, 1)]
    games = elect([30, 10, 30, 10], allies=[(0, 1), (2, 3)], order=[1, 0, 2, 3])
    assert results(games) == [(2, True, 1), (3, True, 1)]


@pytest.mark.rule("MAC-10.7", "MAC-10.16")
@pytest.mark.parametrize("order", [[2, 0, 1], [0, 1, 2]])
def test_a_party_level_with_a_coalition_has_the_higher_marker(order):
    games = elect([20, 40, 20], allies=[(0, 2)], order=order)
    assert field(games, "by_a_nose") == 1
    stacked = sorted((0, 2), key=order.index, reverse=True)
    assert results(games) == [(1, True, 1), *((seat, True, 0) for seat in stacked)]


@pytest.mark.rule("MAC-10.7", "MAC-10.18")
def test_at_fifty_the_later_marker_decides_for_a_coalition_too():
    games = elect([50, 50, 0], allies=[(0, 2)], order=[1, 2, 0])
    assert results(games) == [(0, True, 1), (2, True, 1)]
    games = elect([50, 50, 0], allies=[(0, 2)], order=[2, 0, 1])
    assert results(games) == [(1, True, 1), (0, True, 0), (2, True, 0)]


@pytest.mark.rule("MAC-10.8")
def test_without_any_votes_nobody_wins():
    games = elect([0, 0, 0], round_number=7, national=[GENES], programmes={1: [GENES, 0, 2, 6, 8]})
    assert games.over[0]
    assert (national(games), field(games, "by_a_nose")) == ([GENES, *[FREE] * 4], 0)
    assert not games.tables["national_media"].any()
    assert field(games, "members") == [5, 9, 5]
    games = elect([0, 0, 0], allies=[(0, 1)])
    assert phase(games) == Phase.CONTRIBUTION


@pytest.mark.rule("MAC-10.9")
def test_a_partner_without_votes_wins_too():
    assert results(elect([0, 30, 29], allies=[(0, 1)])) == [(1, True, 1), (0, True, 1)]


# --- What winners place --------------------------------------------------------------------------


@pytest.mark.rule("MAC-10.10")
def test_a_media_marker_goes_from_the_region_to_the_space_of_the_election():
    games = elect([9, 5, 0], round_number=3, media={0: [2, 1, 1]})
    assert (phase(games), legal(games)) == (Phase.NATIONAL_MEDIA, {PASS, YES})
    supply = field(games, "media_supply")
    play(games, (0, YES))
    assert phase(games) == Phase.NATIONAL_CARD
    assert field(games, "national_media") == [[0] * 3, [0] * 3, [1, 0, 0], *[[0] * 3] * 4]
    assert field(games, "media")[0] == [1, 1, 1]
    assert field(games, "media_supply") == supply


@pytest.mark.rule("MAC-10.10")
def test_it_may_be_kept():
    games = elect([9, 5, 0], media={0: [2, 1, 1]})
    play(games, (0, PASS))
    assert not games.tables["national_media"].any()
    assert (phase(games), field(games, "media")[0]) == (Phase.NATIONAL_CARD, [2, 1, 1])


@pytest.mark.rule("MAC-10.10")
def test_without_a_marker_in_the_region_there_is_none_to_place():
    assert results(elect([9, 5, 0], media={0: [0, 5, 5], 1: [3, 0, 0]})) == [(0, False, 2)]
    assert results(elect([9, 9, 0], media={0: [0, 1, 1]}, order=[2, 1, 0])) == [(0, False, 1), (1, True, 0)]
    games = elect([9, 9, 0], media={0: [1, 0, 1]}, order=[2, 1, 0])
    play(games, (0, YES), (0, PASS))
    assert field(games, "national_media")[0] == [1, 0, 0]
    assert phase(games) == Phase.CONTRIBUTION


@pytest.mark.rule("MAC-10.11")
def test_several_can_stand_on_the_space_of_an_election():
    games = elect([20, 40, 20], allies=[(0, 2)])
    play(games, (1, YES), (1, PASS))
    while phase(games) == Phase.NATIONAL_MEDIA:
        games.step([YES])
        while phase(games) == Phase.NATIONAL_CARD:
            games.step([PASS])
    assert field(games, "national_media")[0] == [1, 1, 1]


@pytest.mark.rule("MAC-10.12")
def test_opinions_go_one_after_another_and_none_needs_to():
    games = elect([9, 5, 0])
    play(games, (0, YES))
    assert legal(games) == {PASS, *map(kind, OPINIONS)}
    play(games, (0, kind(GENES)))
    assert legal(games) == {PASS, *(kind(k) for k in OPINIONS if k != GENES)}
    play(games, (0, PASS))
    assert phase(games) == Phase.CONTRIBUTION
    assert national(games) == [GENES, *[FREE] * 4]
    games = elect([9, 5, 0])
    play(games, (0, PASS), (0, PASS))
    assert (phase(games), national(games)) == (Phase.CONTRIBUTION, [FREE] * 5)


@pytest.mark.rule("MAC-10.12", "MAC-10.13")
def test_only_opinions_of_the_region_and_two_of_them():
    games = elect([9, 5, 0], pool=[HEALTH])
    play(games, (0, PASS))
    assert legal_kinds(games) == set(OPINIONS)
    play(games, (0, kind(GENES)), (0, kind(MORE_WELFARE)))
    assert phase(games) == Phase.CONTRIBUTION
    assert national(games)[:2] == [GENES, MORE_WELFARE]


@pytest.mark.rule("MAC-10.14", "MAC-10.15")
def test_a_win_by_a_nose_brings_one_opinion_and_the_beaten_none():
    games = elect([9, 9, 5])
    play(games, (1, YES), (1, kind(GENES)))
    assert (phase(games), int(games.seat[0])) == (Phase.NATIONAL_MEDIA, 0)
    play(games, (0, YES))
    assert phase(games) == Phase.CONTRIBUTION
    assert field(games, "national_media")[0] == [1, 1, 0]
    assert national(games) == [GENES, *[FREE] * 4]


@pytest.mark.rule("MAC-10.15")
def test_of_more_level_parties_only_the_second_on_the_stack_places():
    games = elect([50, 50, 50, 50], order=[3, 0, 2, 1])
    assert results(games) == [(1, True, 1), (2, True, 0)]


@pytest.mark.rule("MAC-10.15")
def test_the_beaten_party_needs_a_marker_in_the_region():
    games = elect([50, 50, 50], order=[0, 2, 1], media={0: [1, 1, 0], 1: [0, 0, 3]})
    assert results(games) == [(1, True, 1)]


@pytest.mark.rule("MAC-10.16")
def test_both_partners_beaten_by_a_nose_place_a_marker_each():
    games = elect([20, 40, 20], allies=[(0, 2)], media={0: [1, 1, 0]})
    assert results(games)[:2] == [(1, True, 1), (0, True, 0)]
    games = elect([20, 40, 20, 40], allies=[(0, 2)], order=[0, 1, 2, 3])
    assert results(games) == [(3, True, 1), (1, True, 0)]


@pytest.mark.rule("MAC-10.17")
def test_of_two_partners_the_one_with_more_votes_goes_first():
    games = elect([10, 20, 5], allies=[(0, 1)], order=[2, 1, 0])
    play(games, (1, YES), (1, kind(GENES)), (0, PASS), (0, kind(NUCLEAR)))
    assert phase(games) == Phase.CONTRIBUTION
    assert national(games) == [GENES, NUCLEAR, *[FREE] * 3]
    games = elect([15, 15, 5], allies=[(0, 1)], order=[2, 1, 0])
    assert int(games.seat[0]) == 0
    games = elect([15, 15, 5], allies=[(0, 1)], order=[2, 0, 1])
    assert int(games.seat[0]) == 1


@pytest.mark.rule("MAC-10.18")
def test_whom_a_coalition_beats_by_a_nose_places_nothing():
    games = elect([25, 40, 15, 0], allies=[(1, 3)], order=[0, 2, 3, 1])
    assert results(games) == [(1, True, 1), (3, True, 1)]
    games = elect([40, 0, 40], allies=[(0, 1)], order=[1, 2, 0])
    assert field(games, "by_a_nose") == 1
    assert results(games) == [(0, True, 1), (1, True, 1)]


# --- Where opinions go ---------------------------------------------------------------------------


def place(*kinds: int, **position):
    """The single winner places these."""
    games = elect([9, 5, 0], **position)
    play(games, (0, PASS), *((0, kind(k)) for k in kinds))
    return games


def secured(games) -> list[int]:
    return field(games, "secured")


def discards(games) -> list[int]:
    """The kinds in the discards, as long as the region has not been cleared."""
    return [k for k, cards in enumerate(games.tables["discards"][0].tolist()) for _ in range(cards)]


@pytest.mark.rule("MAC-10.19")
def test_the_first_free_space_from_the_left():
    assert national(place(GENES, MORE_WELFARE)) == [GENES, MORE_WELFARE, *[FREE] * 3]
    assert national(place(NUCLEAR, national=[EURO_NOW, HEALTH])) == [EURO_NOW, HEALTH, NUCLEAR, FREE, FREE]


@pytest.mark.rule("MAC-10.20")
def test_the_same_opinion_goes_on_top_and_is_secured():
    games = place(GENES, national=[EURO_NOW, GENES, HEALTH])
    assert national(games) == [EURO_NOW, GENES, HEALTH, FREE, FREE]
    assert secured(games) == [0, 1, 0, 0, 0]
    assert discards(games) == []
    games = place(GENES, national=[GENES, NUCLEAR, EURO_NOW, HEALTH, SPELLING])
    assert (phase(games), secured(games)) == (Phase.NATIONAL_CARD, [1, 0, 0, 0, 0])


@pytest.mark.rule("MAC-10.21")
def test_a_secured_opinion_cannot_be_placed_again():
    games = place(national=[EURO_NOW, GENES, NUCLEAR], secured=[GENES])
    assert legal_kinds(games) == set(OPINIONS) - {GENES}


@pytest.mark.rule("MAC-10.22", "MAC-10.25")
@pytest.mark.parametrize("locked", [[], [NO_GENES], [NO_GENES, EURO_NOW]])
def test_a_contrary_opinion_is_replaced_even_a_secured_one(locked):
    games = place(GENES, national=[EURO_NOW, NO_GENES, HEALTH], secured=locked)
    assert national(games) == [EURO_NOW, GENES, HEALTH, FREE, FREE]
    assert secured(games) == [int(EURO_NOW in locked), 0, 0, 0, 0]
    assert discards(games) == [NO_GENES] * (2 if NO_GENES in locked else 1)


FULL = [EURO_NOW, NO_HEALTH, SPELLING, LESS_WELFARE, MORE_SECURITY]


@pytest.mark.rule("MAC-10.22")
def test_on_a_full_board_too_it_can_replace_no_other():
    games = place(MORE_WELFARE, national=FULL)
    assert phase(games) == Phase.NATIONAL_CARD
    assert national(games) == [EURO_NOW, NO_HEALTH, SPELLING, MORE_WELFARE, MORE_SECURITY]
    assert discards(games) == [LESS_WELFARE]


@pytest.mark.rule("MAC-10.23", "MAC-10.25")
def test_on_a_full_board_an_opinion_that_is_not_secured_makes_room():
    games = place(GENES, national=FULL, secured=[NO_HEALTH, SPELLING])
    assert (phase(games), int(games.seat[0])) == (Phase.NATIONAL_REPLACE, 0)
    assert legal(games) == {kind(k) for k in (EURO_NOW, LESS_WELFARE, MORE_SECURITY)}
    assert discards(games) == []
    play(games, (0, kind(LESS_WELFARE)))
    assert national(games) == [EURO_NOW, NO_HEALTH, SPELLING, GENES, MORE_SECURITY]
    assert secured(games) == [0, 1, 1, 0, 0]
    assert discards(games) == [LESS_WELFARE]
    assert phase(games) == Phase.NATIONAL_CARD


@pytest.mark.rule("MAC-10.24")
def test_when_all_are_secured_only_a_contrary_opinion_can_be_placed():
    games = place(national=FULL, secured=FULL)
    assert legal_kinds(games) == {MORE_WELFARE}
    play(games, (0, kind(MORE_WELFARE)))
    assert legal_kinds(games) == {GENES, NUCLEAR}
    assert secured(games) == [1, 1, 1, 0, 1]


@pytest.mark.rule("MAC-10.25")
def test_removed_opinions_stay_in_the_discards_with_those_of_the_region():
    games = place(GENES, national=[NO_GENES], secured=[NO_GENES])
    play(games, (0, PASS))
    assert phase(games) == Phase.CONTRIBUTION
    assert sorted(discards(games)) == sorted([NO_GENES, NO_GENES, MORE_WELFARE, MORE_SECURITY, NUCLEAR])


@pytest.mark.rule("MAC-10.26")
def test_the_board_never_has_an_issue_twice():
    """Whatever is laid on this board, the first of two placements is replaced by no contrary second."""
    for first in OPINIONS:
        for second in OPINIONS:
            if first != second:
                games = place(first, national=[NO_GENES, EURO_LATER])
                play(games, (0, kind(second)))
                laid = [k for k in national(games) if k != FREE]
                assert len({k // 2 for k in laid}) == len(laid)
                assert secured(games) == [0] * 5


@pytest.mark.rule("MAC-10.27")
@pytest.mark.parametrize(("fixed", "offered"), [(None, True), (False, True), (True, False)])
def test_opinions_with_a_doubler(fixed, offered):
    options = {} if fixed is None else {"doubled_cards_fixed": fixed}
    games = elect([9, 5, 0], opinions=[GENES], options=options, doubled={0: [NUCLEAR, EURO_NOW]})
    play(games, (0, PASS))
    assert legal_kinds(games) == ({GENES, NUCLEAR, EURO_NOW} if offered else {GENES})
    if offered:
        play(games, (0, kind(NUCLEAR)))
        assert field(games, "doublers") == 3
        assert (national(games)[0], secured(games)[0]) == (NUCLEAR, 0)


# --- Members -------------------------------------------------------------------------------------


def recruit(programmes, board, box=None, **position) -> list[int]:
    """The members that parties win for a board."""
    players = max(3, len(programmes))
    games = elect(
        [0] * players,
        box=box,
        national=board,
        programmes=dict(enumerate(programmes)),
        round_number=7,
        **position,
    )
    return [members - 5 for members in field(games, "members")]


@pytest.mark.rule("MAC-10.28")
def test_three_members_for_more_welfare_below_three_figures():
    """The rulebook's example."""
    board = [HEALTH, MORE_WELFARE]
    assert recruit([[MORE_WELFARE, GENES, NUCLEAR, EURO_NOW, SPELLING]], board) == [3, 0, 0]


@pytest.mark.rule("MAC-10.28")
@pytest.mark.parametrize(("space", "figures"), [(0, 4), (1, 3), (2, 3), (3, 2), (4, 2)])
def test_the_figures_of_each_space(space, figures):
    board = [EURO_NOW, HEALTH, SPELLING, MORE_SECURITY]
    board.insert(space, GENES)
    assert recruit([[GENES, 0, 7, 3, 9], [NO_GENES, 0, 7, 3, 9]], board) == [figures, 0, 0]


@pytest.mark.rule("MAC-10.28")
def test_every_party_wins_them_after_each_election():
    programmes = [[GENES, EURO_NOW, 0, 3, 7], [GENES, HEALTH, 0, 3, 7], [SPELLING, EURO_NOW, 1, 3, 7]]
    assert recruit(programmes, [GENES, EURO_NOW, SPELLING]) == [7, 4, 6]
    games = elect([9, 5, 0], programmes=dict(enumerate(programmes)), national=[GENES])
    play(games, (0, PASS), (0, PASS))
    assert field(games, "members") == [9, 9, 5]


@pytest.mark.rule("MAC-10.28")
def test_opinions_just_placed_count():
    games = elect([9, 5, 0], programmes={2: [GENES, EURO_NOW, 0, 3, 6]})
    play(games, (0, PASS), (0, kind(MORE_SECURITY)), (0, kind(GENES)))
    assert field(games, "members") == [5, 5, 8]


@pytest.mark.rule("MAC-10.29")
def test_secured_opinions_count_once_and_contrary_ones_not():
    programmes = [[GENES, EURO_NOW, 0, 3, 7], [NO_GENES, EURO_LATER, 0, 3, 7]]
    assert recruit(programmes, [GENES, EURO_NOW], secured=[GENES]) == [7, 0, 0]
