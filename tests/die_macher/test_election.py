"""The election: seats, the winner, what goes to the national board, and members."""

import pytest

from . import playing as p

OPINIONS = "+wel +hom +gen +nuc"  # open in the region that votes


def elect(votes, order="", opinions=OPINIONS, box=None, options=None, **position) -> p.Game:
    """The election with these votes and no meetings; in `order` the parties got there, by seats if not given.

    Everybody has a media marker in the region unless told otherwise.
    """
    players = len(votes)
    arrival = [(order or "01234").index(str(seat)) for seat in range(players)]
    rows = {"votes": votes, "arrival": arrival, "meetings": [0] * players, "media": [1] * players}
    for name, row in rows.items():
        position[name] = {0: row} | position.get(name, {})
    return p.dealt(players, box=box, **(options or {})).lay("ELECTION", opinions={0: opinions}, **position)


def results(game: p.Game) -> str:
    """Who may place what: "1 m2", a media marker and two opinions of seat 1; all is placed that can be."""
    placed = []
    while game.phase in ("NATIONAL_MEDIA", "NATIONAL_CARD"):
        seat, media, cards = game.seat, game.phase == "NATIONAL_MEDIA", 0
        if media:
            game.do("y")
        while game.phase == "NATIONAL_CARD" and game.seat == seat:
            game.games.step([game.fact("legal")[1]])
            cards += 1
        placed.append(f"{seat} {'m' * media}{cards}")
    return ", ".join(placed)


# --- Seats ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-10.1", "MAC-13.30")
def test_all_meetings_of_the_current_region_are_converted():
    """However few they are, by the factor of each party, without being asked."""
    rows = {"meetings": {0: [1, 4, 7, 10], 1: [5] * 4}, "trend": {0: [1, 2, -1, 3]}}
    game = elect([0, 10, 3, 45], programmes={1: "+wel +gen -nuc +eur +spe"}, **rows)
    by_votes = game.box["land_seats"][p.NORDRHEIN].tolist()
    game.expect(
        "NATIONAL_MEDIA", meetings={0: [0] * 4, 1: [5] * 4}, votes={0: [1, 10 + 4 * (2 + 2 - 1), 6, 50]}
    )
    game.expect(seats_won={0: [by_votes[votes] for votes in (1, 22, 6, 50)]})


@pytest.mark.rule("MAC-10.2", "MAC-13.44")
@pytest.mark.parametrize(
    ("land", "votes", "expected"),
    [
        (p.BAYERN, [35, 45, 50], [42, 54, 60]), (p.SACHSEN, [8, 23, 28], [7, 21, 26]),
        (p.BREMEN, [0, 1, 49], [0, 1, 15]), (p.NORDRHEIN, [50, 50, 1], [80, 80, 2]),
        (p.HESSEN, [50, 13, 12], [48, 12, 12]),
    ],
)  # fmt: skip
def test_each_party_reads_its_own_votes_on_the_card(land, votes, expected):
    lands = [land, *(other for other in p.LANDS if other != land)]
    elect(votes, lands=lands).expect(seats_won={0: expected})


# --- The winner ----------------------------------------------------------------------------------

PAIR, PAIRS = {"allies": [(0, 2)]}, {"allies": [(0, 1), (2, 3)]}


@pytest.mark.rule("MAC-10.4", "MAC-10.6", "MAC-10.9", "MAC-10.13", "MAC-10.17", "MAC-13.34", "MAC-13.44")
@pytest.mark.parametrize(
    ("votes", "order", "allies", "placed"),
    [
        # The most votes win
        ([30, 29, 28], "012", [], "0 m2"), ([3, 29, 28], "210", [], "1 m2"), ([0, 0, 1], "210", [], "2 m2"),
        # Partners add theirs up; the one with more votes goes first, and one without any wins too
        ([20, 30, 21, 10], "", [(0, 3), (1, 2)], "1 m1, 2 m1"), ([20, 30, 9, 11], "", [(0, 3)], "0 m1, 3 m1"),
        ([20, 32, 9, 11], "", [(0, 3)], "1 m2"), ([0, 30, 29], "", [(0, 1)], "1 m1, 0 m1"),
        ([15, 15, 5], "210", [(0, 1)], "0 m1, 1 m1"), ([15, 15, 5], "201", [(0, 1)], "1 m1, 0 m1"),
    ],
)  # fmt: skip
def test_the_most_votes_win(votes, order, allies, placed):
    assert results(elect(votes, order, allies=allies).expect(by_a_nose=0)) == placed


@pytest.mark.rule("MAC-10.5", "MAC-10.7", "MAC-10.14", "MAC-10.15", "MAC-10.16", "MAC-10.18", "MAC-13.35")
@pytest.mark.parametrize(
    ("votes", "order", "allies", "placed"),
    [
        # Of level parties the last to come there wins; of the others only the second on the stack places
        ([50, 50, 0], "201", [], "1 m1, 0 m0"), ([50, 50, 0], "120", [], "0 m1, 1 m0"),
        ([17, 17, 0], "201", [], "1 m1, 0 m0"), ([1, 1, 0], "120", [], "0 m1, 1 m0"),
        ([50, 50, 50, 50], "3021", [], "1 m1, 2 m0"), ([50, 0, 0, 0, 50], "", [], "4 m1, 0 m0"),
        # A coalition counts with its highest marker; whom it beats places nothing
        ([30, 10, 31, 9], "3210", [(0, 1), (2, 3)], "2 m1, 3 m1"),
        ([30, 10, 30, 10], "1203", [(0, 1), (2, 3)], "0 m1, 1 m1"),
        ([30, 10, 30, 10], "1023", [(0, 1), (2, 3)], "2 m1, 3 m1"),
        ([50, 50, 0], "120", [(0, 2)], "0 m1, 2 m1"), ([40, 0, 40], "120", [(0, 1)], "0 m1, 1 m1"),
        ([25, 40, 15, 0], "0231", [(0, 2), (1, 3)], "1 m1, 3 m1"),
        # A party that beats a coalition has the higher marker, and both partners place
        ([20, 40, 20], "201", [(0, 2)], "1 m1, 0 m0, 2 m0"),
        ([20, 40, 20], "012", [(0, 2)], "1 m1, 2 m0, 0 m0"),
        ([40, 0, 40], "012", [(0, 1)], "2 m1, 0 m0, 1 m0"),
        ([50, 50, 0], "201", [(0, 2)], "1 m1, 0 m0, 2 m0"),
        ([20, 40, 20, 40], "0123", [(0, 2)], "3 m1, 1 m0"),
    ],
)  # fmt: skip
def test_a_win_by_a_nose(votes, order, allies, placed):
    assert results(elect(votes, order, allies=allies).expect(by_a_nose=1)) == placed


@pytest.mark.rule("MAC-10.1", "MAC-10.5")
@pytest.mark.parametrize(
    ("votes", "meetings", "trend", "start", "winner"),
    [
        # In turn, so that the last lies on top; meetings that bring no votes move no marker
        ([40] * 3, [10] * 3, 1, 0, 2), ([40] * 3, [10] * 3, 1, 1, 0), ([40] * 3, [10] * 3, 1, 2, 1),
        ([20, 20, 0], [1, 0, 0], 0, 0, 1), ([50, 50, 0], [4, 0, 0], 0, 0, 1),
        ([19, 20, 0], [2, 0, 0], 0, 0, 0),
    ],
)  # fmt: skip
def test_the_last_to_move_up_lies_on_top(votes, meetings, trend, start, winner):
    rows = {"meetings": {0: meetings}, "trend": {0: [trend] * 3}}
    elect(votes, "021", start=start, seat=start, **rows).expect(f"NATIONAL_MEDIA {winner}")


@pytest.mark.rule("MAC-10.6")
def test_a_coalition_of_a_former_election_does_not_count():
    """Seats 0 and 2 win together with 29 votes, against 25; in the next region they have 26, against 25."""
    votes, meetings = {0: [20, 25, 9], 1: [14, 25, 12]}, {0: [0] * 3, 1: [0] * 3}
    game = p.lay("ELECTION", round_number=6, votes=votes, meetings=meetings, allies=[(0, 2)]).play("0 -, 2 -")
    game.expect(round_number=7, winner=[1, -1, -1])


@pytest.mark.rule("MAC-10.8")
def test_without_any_votes_nobody_wins():
    game = elect([0] * 3, round_number=7, national="+gen", programmes={1: "+gen +wel +hom +nuc +eur"})
    game.expect("OVER", national="+gen", by_a_nose=0, members=[5, 9, 5], national_media=[[0] * 3] * 7)
    elect([0] * 3, allies=[(0, 1)]).expect("CONTRIBUTION")


# --- What winners place --------------------------------------------------------------------------


@pytest.mark.rule("MAC-10.10", "MAC-13.32", "MAC-13.33")
def test_a_media_marker_goes_from_the_region_to_the_space_of_the_election():
    """Whatever better one is free; it may be kept."""
    game = elect([9, 5, 0], round_number=3, media={0: [2, 1, 1]}).expect("NATIONAL_MEDIA 0", legal="- y")
    first, *others = game.fact("scores")
    game.keeps("0 y", "media_supply").expect("NATIONAL_CARD", media={0: [1, 1, 1]})
    game.expect(scores=[first + 20, *others], national_media=[[0] * 3, [0] * 3, [1, 0, 0], *[[0] * 3] * 4])
    game = elect([9, 5, 0], media={0: [2, 1, 1]}).keeps("0 -", "media", "national_media")
    game.expect("NATIONAL_CARD")


@pytest.mark.rule("MAC-10.10", "MAC-10.15", "MAC-10.16", "MAC-13.33")
@pytest.mark.parametrize(
    ("votes", "order", "media", "placed"),
    [
        ([9, 5, 0], "", {0: [0, 5, 5], 1: [3, 0, 0]}, "0 2"), ([9, 9, 0], "210", {0: [0, 1, 1]}, "0 1, 1 m0"),
        ([9, 9, 0], "210", {0: [1, 0, 1]}, "0 m1"),
        ([50, 50, 50], "021", {0: [1, 1, 0], 1: [0, 0, 3]}, "1 m1"),
    ],
)  # fmt: skip
def test_without_a_marker_in_the_region_there_is_none_to_place(votes, order, media, placed):
    assert results(elect(votes, order, media=media)) == placed


@pytest.mark.rule("MAC-10.11", "MAC-10.16", "MAC-13.32")
def test_several_can_stand_on_the_space_of_an_election():
    game = elect([20, 40, 20], allies=[(0, 2)])
    assert results(game) == "1 m1, 2 m0, 0 m0"
    game.expect(national_media={0: [1, 1, 1]})
    game = elect([20, 40, 20], allies=[(0, 2)], media={0: [1, 1, 0]})
    assert results(game) == "1 m1, 0 m0"
    game = elect([20, 15, 30], allies=[(0, 1)]).play("0 y -, 1 y").expect(national_media={0: [1, 1, 0]})


@pytest.mark.rule("MAC-10.12", "MAC-10.13", "MAC-10.19", "MAC-13.10")
def test_two_opinions_of_the_region_go_one_after_another_and_none_needs_to():
    """To the first free spaces of the one board, from the left."""
    game = elect([9, 5, 0], pool="+hea").play("0 y").expect(legal=f"- {OPINIONS}").play("0 +gen")
    game.expect(legal="- +wel +hom +nuc", national="+gen")
    for votes, allies, before, moves, after in (
        ([9, 5, 0], [], "", "0 y +gen +wel", "+gen +wel"), ([9, 5, 0], [], "", "0 - +gen -", "+gen"),
        ([9, 5, 0], [], "", "0 - -", ""), ([9, 5, 0], [], "+eur +hea", "0 - +nuc -", "+eur +hea +nuc"),
        ([10, 20, 5], [(0, 1)], "", "1 y +gen, 0 - +nuc", "+gen +nuc"),
        ([9, 9, 5], [], "", "1 y +gen, 0 y", "+gen"),
    ):  # fmt: skip
        elect(votes, allies=allies, national=before).play(moves).expect("CONTRIBUTION", national=after)


# --- Where opinions go ---------------------------------------------------------------------------

FULL = "+eur -hea +spe -wel +hom"


def place(*stands: str, **position) -> p.Game:
    """The single winner places these."""
    return elect([9, 5, 0], **position).play(f"0 - {' '.join(stands)}")


@pytest.mark.rule("MAC-10.20", "MAC-10.21")
def test_the_same_opinion_goes_on_top_and_is_secured_once():
    place("+gen", national="+eur +gen +hea").expect(national="+eur +gen! +hea", discards="")
    place("+gen", national="+gen +nuc +eur +hea +spe").expect(
        "NATIONAL_CARD", national="+gen! +nuc +eur +hea +spe"
    )
    place(national="+eur +gen! +nuc").expect(legal="- +wel +hom +nuc")


@pytest.mark.rule("MAC-10.19", "MAC-10.22", "MAC-10.25", "MAC-10.26")
@pytest.mark.parametrize(
    ("stand", "board", "then", "gone"),
    [
        ("+gen", "+eur -gen +hea", "+eur +gen +hea", "-gen"),
        ("+gen", "+eur -gen! +hea", "+eur +gen +hea", "-gen -gen"),
        ("+gen", "+eur! -gen! +hea", "+eur! +gen +hea", "-gen -gen"),
        ("-wel", "+wel +eur", "-wel +eur", "+wel"), ("-wel", "+eur", "+eur -wel", ""),
        # On a full board it can replace no other
        ("+gen", "+eur -hea +spe -gen +hom", "+eur -hea +spe +gen +hom", "-gen"),
    ],
)  # fmt: skip
def test_a_contrary_opinion_is_replaced_even_a_secured_one(stand, board, then, gone):
    game = place(stand, opinions="-wel +hom +gen", national=board)
    game.expect("NATIONAL_CARD", national=then, discards=gone)


@pytest.mark.rule("MAC-10.23", "MAC-10.24", "MAC-10.25", "MAC-10.12", "MAC-13.10")
def test_on_a_full_board_an_opinion_that_is_not_secured_makes_room():
    game = place("+gen", national="+eur -hea! +spe! -wel +hom")
    game.expect("NATIONAL_REPLACE 0", legal="+eur -wel +hom", discards="").play("0 -wel")
    game.expect("NATIONAL_CARD 0", legal="- +wel +hom +nuc", discards="-wel")
    game.expect(national="+eur -hea! +spe! +gen +hom")
    place(national="+eur! -hea! +spe! -wel! +hom").expect(legal=f"- {OPINIONS}")
    # When all are secured only a contrary opinion can be placed
    game = place(national=FULL.replace(" ", "! ") + "!").expect(legal="- +wel").play("0 +wel")
    game.expect(legal="- +gen +nuc", national="+eur! -hea! +spe! +wel +hom!")


@pytest.mark.rule("MAC-10.27")
@pytest.mark.parametrize(("fixed", "more"), [(None, "+nuc +eur"), (False, "+nuc +eur"), (True, "")])
def test_opinions_with_a_doubler(fixed, more):
    options = {} if fixed is None else {"doubled_cards_fixed": fixed}
    game = place(opinions="+gen ++nuc ++eur", options=options).expect(legal=f"- +gen {more}", doublers=2)
    game.play("0 +gen").expect(doublers=2, national="+gen")
    if more:
        place("+nuc", opinions="+gen ++nuc ++eur", options=options).expect(doublers=3, national="+nuc")


# --- Members -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-10.28", "MAC-10.29", "MAC-13.10", "MAC-13.36")
@pytest.mark.parametrize(
    ("programmes", "board", "won"),
    [
        # The figures of each space
        (["+gen", "-gen"], "+gen +eur +hea +spe +hom", [4, 0, 0]),
        (["+gen", "-gen"], "+eur +gen +hea +spe +hom", [3, 0, 0]),
        (["+gen", "-gen"], "+eur +hea +gen +spe +hom", [3, 0, 0]),
        (["+gen", "-gen"], "+eur +hea +spe +gen +hom", [2, 0, 0]),
        (["+gen", "-gen"], "+eur +hea +spe +hom +gen", [2, 0, 0]),
        # Every party wins them; secured opinions count once and contrary ones not
        (["+gen +eur", "+gen +hea", "+spe +eur"], "+gen +eur +spe", [7, 4, 6]),
        (["+gen +eur", "-gen -eur"], "+gen! +eur", [7, 0, 0]), (["-spe", "-spe"], "+gen", [0, 0, 0]),
    ],
)  # fmt: skip
def test_members_by_the_figures_of_the_space(programmes, board, won):
    game = elect([0] * 3, national=board, programmes=dict(enumerate(programmes)), round_number=7)
    game.expect("OVER", members=[5 + number for number in won])
    # Opinions just placed count
    place("+hom", "+gen", programmes={2: "+gen"}).expect(members=[5, 5, 8])
    place("-", programmes={0: "+gen", 1: "+gen"}, national="+gen").expect(members=[9, 9, 5])


@pytest.mark.rule("MAC-0.27")
@pytest.mark.parametrize(("last", "members"), [(99, [99, 99, 0]), (150, [101, 102, 0])])
def test_members_stop_at_the_end_of_the_track(last, members):
    position = {"programmes": {0: "+eur", 1: "+eur", 2: "-eur"}, "national": "+eur"}
    game = p.lay("RECRUIT", box={"last_member": last}, round_number=7, members=[97, 98, 0], **position)
    game.expect("OVER", members=members)
