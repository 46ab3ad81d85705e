"""The end of the game: points, prizes for members, and who wins."""

import pytest
from elections import (
    EURO_LATER,
    EURO_NOW,
    GENES,
    HEALTH,
    MORE_WELFARE,
    NO_GENES,
    SPELLING,
    deal,
    field,
    lay,
    own_box,
    pass_round,
    phase,
)

from hustings.envs.die_macher.table import ROUNDS, Phase


def points(players: int = 3, box=None, *, bare: bool = True, **position) -> list[int]:
    """The points of this position; members are out of it unless given."""
    games = deal(players, box=box)
    if bare:
        position.setdefault("members", [0] * players)
    lay(games, Phase.START_BID, round_number=6, regions=2, **position)
    prize = 16 // players if bare and not any(position["members"]) else 0
    return [score - prize for score in games.scores[0].tolist()]


def final(players: int = 3, **position):
    """The game is over after the last election, in which nobody won anything."""
    games = deal(players)
    lay(games, Phase.RECRUIT, round_number=ROUNDS, regions=1, **position)
    assert games.over[0]
    return games


def payoff(games) -> list[float]:
    return [round(paid, 3) for paid in games.payoff[0].tolist()]


# --- The end -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-12.1")
def test_the_game_ends_with_the_seventh_election():
    games = final()
    assert (phase(games), int(games.seat[0])) == (Phase.OVER, -1)
    games = deal(3)
    lay(games, Phase.RECRUIT, round_number=6, regions=2, votes={1: [9, 0, 0]})
    assert not games.over[0]
    assert field(games, "round_number") == 7


@pytest.mark.rule("MAC-12.1", "MAC-11.21")
def test_a_game_has_seven_rounds():
    games = deal(3)
    while field(games, "round_number") == 0:
        games.step([games.legal[0].argmax()])
    rounds = []
    while not games.over[0]:
        rounds.append(field(games, "round_number"))
        pass_round(games)
    assert rounds[:6] == [1, 2, 3, 4, 5, 6]
    assert field(games, "round_number") == 7
    assert int(games.tables["land_drawn"].sum()) == 7


# --- Points --------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-12.2")
def test_a_point_for_each_seat_of_all_elections():
    won = {election: [10 * election, 1, 0] for election in range(ROUNDS)}
    assert points(seats_won=won) == [210, 7, 0]


@pytest.mark.rule("MAC-12.3")
def test_points_of_media_markers_fall_from_election_to_election():
    table = (25, 20, 20, 15, 15, 12, 10)
    for election, worth in enumerate(table, 1):
        assert points(national_media={election: [1]}) == [0, worth, 0]
    everything = {election: [0, 2] for election in range(1, 6)}
    assert points(4, national_media=everything) == [95, 0, 95, 0]


@pytest.mark.rule("MAC-12.4", "MAC-12.5")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ([9, 7, 4], [19, 13, 4]),
        ([0, 1, 2], [0, 7, 12]),
        ([30, 31, 29, 8, 0], [36, 41, 29, 8, 0]),
    ],
)
def test_a_point_for_each_member_and_prizes_for_the_first_two(members, expected):
    assert points(len(members), members=members) == expected


@pytest.mark.rule("MAC-12.6")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ([9, 9, 4], [17, 17, 4]),
        ([9, 9, 4, 4], [17, 17, 4, 4]),
        ([9, 4, 9, 9], [14, 4, 14, 14]),
        ([9, 9, 9, 9], [13] * 4),
        ([9, 9, 9, 9, 9], [12] * 5),
        ([0, 0, 0], [5] * 3),
    ],
)
def test_level_parties_at_the_top_share_both_prizes(members, expected):
    assert points(len(members), bare=False, members=members) == expected


@pytest.mark.rule("MAC-12.7")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ([9, 4, 4], [19, 7, 7]),
        ([4, 9, 4, 4], [6, 19, 6, 6]),
        ([4, 4, 4, 4, 9], [5, 5, 5, 5, 19]),
        ([9, 5, 4, 4], [19, 11, 4, 4]),
    ],
)
def test_level_parties_in_second_place_share_its_prize(members, expected):
    assert points(len(members), members=members) == expected


@pytest.mark.rule("MAC-12.5")
def test_the_prizes_are_numbers_of_the_box():
    box = own_box(most_members_points=20, second_members_points=9)
    assert points(box=box, members=[9, 7, 4]) == [29, 16, 4]
    assert points(4, box=box, members=[9, 9, 9, 4]) == [18, 18, 18, 4]
    assert points(box=box, members=[9, 4, 4]) == [29, 8, 8]


@pytest.mark.rule("MAC-12.8", "MAC-12.10")
@pytest.mark.parametrize(("space", "worth"), [(0, 15), (1, 12), (2, 10), (3, 8), (4, 6)])
def test_points_for_national_opinions_of_the_programme(space, worth):
    board = [EURO_NOW, HEALTH, SPELLING, MORE_WELFARE]
    board.insert(space, GENES)
    programmes = {0: [GENES, EURO_LATER, 1, 3, 7], 1: [NO_GENES, EURO_LATER, 1, 3, 7]}
    assert points(national=board, programmes=programmes) == [worth, 0, 0]


@pytest.mark.rule("MAC-12.8")
def test_several_of_them_add_up():
    programmes = {0: [GENES, EURO_NOW, 0, 3, 7], 2: [GENES, SPELLING, EURO_LATER, 0, 3]}
    assert points(national=[GENES, EURO_NOW, SPELLING], programmes=programmes) == [27, 0, 25]


@pytest.mark.rule("MAC-12.9", "MAC-12.10")
def test_five_more_points_for_each_secured_one():
    programmes = {0: [GENES, EURO_NOW, 0, 3, 7], 1: [NO_GENES, EURO_NOW, 0, 3, 7]}
    board = {"national": [GENES, EURO_NOW, SPELLING], "programmes": programmes}
    assert points(secured=[GENES, SPELLING], **board) == [32, 12, 0]
    assert points(secured=[GENES, EURO_NOW], **board) == [37, 17, 0]
    assert points(secured=[EURO_NOW], **board, box=own_box(secured_points=9)) == [36, 21, 0]


@pytest.mark.rule("MAC-12.11")
def test_money_counts_nothing():
    assert points(cash=[200, 0, 3]) == [0, 0, 0]
    assert payoff(final(cash=[200, 0, 3])) == [0, 0, 0]


@pytest.mark.rule("MAC-12.12")
def test_all_points_are_added():
    games = final(
        4,
        seats_won={0: [30, 20, 10, 0], 6: [1, 2, 3, 4]},
        national_media={1: [0, 1], 7: [3]},
        members=[10, 20, 0, 1],
        national=[GENES, EURO_NOW],
        secured=[EURO_NOW],
        programmes={2: [GENES, EURO_NOW, 0, 2, 6]},
    )
    # Members of the last election come first: 4 + 3 for the third party
    assert field(games, "members") == [10, 20, 7, 1]
    assert games.scores[0].tolist() == [31 + 25 + 16, 22 + 25 + 30, 13 + 7 + 27 + 5, 4 + 10 + 1]
    assert payoff(games) == [0.333, 1.0, -0.333, -1.0]


# --- The winner ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-12.12")
def test_the_most_points_win_whatever_they_are_for():
    games = final(seats_won={0: [40, 0, 0]}, national_media={1: [1], 2: [1], 3: [2]}, members=[5, 5, 5])
    assert games.scores[0].tolist() == [50, 55, 30]
    assert payoff(games) == [0, 1, -1]


@pytest.mark.rule("MAC-12.13")
def test_level_parties_are_told_apart_by_their_seats():
    games = final(seats_won={0: [20, 45, 0]}, national_media={1: [0]}, members=[5, 5, 5])
    assert games.scores[0].tolist() == [55, 55, 10]
    assert payoff(games) == [0, 1, -1]


@pytest.mark.rule("MAC-12.13")
def test_then_by_their_members():
    games = final(4, seats_won={0: [20, 20, 60, 0]}, members=[5, 15, 40, 30], national_media={7: [0]})
    assert games.scores[0].tolist() == [35, 35, 110, 36]
    assert payoff(games) == [-1, -0.333, 1, 0.333]


@pytest.mark.rule("MAC-12.13")
def test_else_they_share_the_place():
    games = final(seats_won={0: [20, 20, 40]}, members=[9, 9, 3])
    assert games.scores[0].tolist() == [37, 37, 43]
    assert payoff(games) == [-0.5, -0.5, 1]
