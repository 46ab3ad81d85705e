"""The end of the game: points, prizes for members, and who wins."""

import pytest

from . import playing as p


def points(players: int = 3, box=None, **position) -> list[int]:
    """The points of this position; members, with their prizes, are out of it unless given."""
    members = position.setdefault("members", [0] * players)
    game = p.lay("START_BID", players=players, box=box, round_number=6, **position)
    prize = 0 if any(members) else 16 // players
    return [score - prize for score in game.fact("scores")]


def final(players: int = 3, **position) -> p.Game:
    """The game is over after the last election, in which nobody won anything."""
    return p.lay("RECRUIT", players=players, round_number=7, **position).expect("OVER -1")


def payoff(game: p.Game) -> list[float]:
    return [round(paid, 3) for paid in game.games.payoff[0].tolist()]


# --- Points --------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-12.2", "MAC-12.3", "MAC-13.8")
def test_points_of_seats_and_of_media_markers_which_fall_from_election_to_election():
    assert points(seats_won={election: [10 * election, 1, 0] for election in range(7)}) == [210, 7, 0]
    for election, worth in enumerate((25, 20, 20, 15, 15, 12, 10), 1):
        assert points(national_media={election: [1]}) == [0, worth, 0]
    assert points(4, national_media={election: [0, 2] for election in range(1, 6)}) == [95, 0, 95, 0]


OTHER_PRIZES = {"most_members_points": 20, "second_members_points": 9}


@pytest.mark.rule("MAC-12.4", "MAC-12.5", "MAC-12.6", "MAC-12.7")
@pytest.mark.parametrize(
    ("box", "members", "expected"),
    [
        # A point for each member and prizes of 10 and 6 for the first two
        (None, [9, 7, 4], [19, 13, 4]), (None, [0, 1, 2], [0, 7, 12]),
        (None, [30, 31, 29, 8, 0], [36, 41, 29, 8, 0]),
        # Level parties at the top share both prizes
        (None, [9, 9, 4], [17, 17, 4]), (None, [9, 9, 4, 4], [17, 17, 4, 4]),
        (None, [9, 4, 9, 9], [14, 4, 14, 14]), (None, [9, 9, 9, 9], [13] * 4),
        (None, [9, 9, 9, 9, 9], [12] * 5), (None, [0, 0, 0], [0, 0, 0]),
        # In second place they share its prize
        (None, [9, 4, 4], [19, 7, 7]), (None, [4, 9, 4, 4], [6, 19, 6, 6]),
        (None, [4, 4, 4, 4, 9], [5, 5, 5, 5, 19]), (None, [9, 5, 4, 4], [19, 11, 4, 4]),
        # The prizes are numbers of the box
        (OTHER_PRIZES, [9, 7, 4], [29, 16, 4]), (OTHER_PRIZES, [9, 9, 9, 4], [18, 18, 18, 4]),
        (OTHER_PRIZES, [9, 4, 4], [29, 8, 8]),
    ],
)  # fmt: skip
def test_points_and_prizes_for_members(box, members, expected):
    assert points(len(members), box, members=members) == expected


@pytest.mark.rule("MAC-12.8", "MAC-12.9", "MAC-12.10")
@pytest.mark.parametrize(
    ("board", "programmes", "expected"),
    [
        ("+gen +eur +hea +spe +wel", ["+gen -eur", "-gen -eur"], [15, 0, 0]),
        ("+eur +gen +hea +spe +wel", ["+gen -eur", "-gen -eur"], [12, 0, 0]),
        ("+eur +hea +gen +spe +wel", ["+gen -eur", "-gen -eur"], [10, 0, 0]),
        ("+eur +hea +spe +gen +wel", ["+gen -eur", "-gen -eur"], [8, 0, 0]),
        ("+eur +hea +spe +wel +gen", ["+gen -eur", "-gen -eur"], [6, 0, 0]),
        # They add up, with five more for each secured one
        ("+gen +eur +spe", ["+gen +eur", "", "+gen +spe -eur"], [27, 0, 25]),
        ("+gen! +eur +spe!", ["+gen +eur", "-gen +eur"], [32, 12, 0]),
        ("+gen! +eur! +spe", ["+gen +eur", "-gen +eur"], [37, 17, 0]),
    ],
)
def test_points_for_national_opinions_of_the_programme(board, programmes, expected):
    assert points(national=board, programmes=dict(enumerate(programmes))) == expected


@pytest.mark.rule("MAC-12.9")
def test_the_points_for_a_secured_one_are_a_number_of_the_box():
    programmes = {0: "+gen +eur", 1: "-gen +eur"}
    assert points(box={"secured_points": 9}, national="+gen +eur!", programmes=programmes) == [36, 21, 0]


@pytest.mark.rule("MAC-12.1", "MAC-12.11", "MAC-12.12", "MAC-13.42")
def test_all_points_are_added_and_money_counts_nothing():
    """Members of the last election come first: 4 + 3 for the third party."""
    game = final(
        4, seats_won={0: [30, 20, 10, 0], 6: [1, 2, 3, 4]}, national_media={1: [0, 1], 7: [3]},
        members=[10, 20, 0, 1], national="+gen +eur!", programmes={2: "+gen +eur +wel +hom +nuc"},
        cash=[200, 0, 3, 99],
    )  # fmt: skip
    game.expect(members=[10, 20, 7, 1], scores=[31 + 25 + 16, 22 + 25 + 30, 13 + 7 + 27 + 5, 15])
    assert payoff(game) == [0.333, 1.0, -0.333, -1.0]


# --- The winner ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-12.12", "MAC-12.13", "MAC-14.19")
@pytest.mark.parametrize(
    ("position", "scores", "paid"),
    [
        # The most points win, whatever they are for
        ({"seats_won": {0: [40]}, "national_media": {1: [1], 2: [1], 3: [2]}}, [50, 55, 30], [0, 1, -1]),
        # Level parties are told apart by their seats, then by their members, else they share
        ({"seats_won": {0: [20, 45, 0]}, "national_media": {1: [0]}}, [55, 55, 10], [0, 1, -1]),
        ({"seats_won": {0: [20, 20, 60, 0]}, "members": [5, 15, 40, 30], "national_media": {7: [0]}},
         [35, 35, 110, 36], [-1, -0.333, 1, 0.333]),
        ({"seats_won": {0: [20, 20, 40]}, "members": [9, 9, 3]}, [37, 37, 43], [-0.5, -0.5, 1]),
        ({"seats_won": {6: [30, 20, 20]}, "members": [10, 12, 12]}, [40, 40, 40], [1, -0.5, -0.5]),
    ],
)  # fmt: skip
def test_who_wins(position, scores, paid):
    assert payoff(final(len(scores), **position).expect(scores=scores)) == paid


@pytest.mark.rule("MAC-14.19")
@pytest.mark.parametrize(
    ("reward", "level", "apart"),
    [
        ("win", [2 / 3, -1 / 3, -1 / 3], [2 / 3, -1 / 3, -1 / 3]),
        ("margin", [0] * 3, [17.5 / 330, -5 / 330, -12.5 / 330]),
    ],
)
def test_payoffs_follow_the_standing_and_come_at_the_end(reward, level, apart):
    """Level in points, the first has most seats; or 30, 15 and 10 points."""
    for won, members, paid in (([30, 20, 20], [10, 12, 12], level), ([30, 0, 0], [0, 5, 4], apart)):
        game = final(seats_won={6: won}, members=members)
        game.games.reward = reward
        assert game.games.payoff[0].tolist() == pytest.approx(paid, abs=1e-6)
    game = p.lay("MEDIA", round_number=7, seats_won={0: [30, 0, 0]})
    assert not game.expect(scores=[40, 10, 10]).games.payoff.any()  # points as if the game ended now
