"""Organising meetings."""

import pytest
from elections import (
    GENES,
    HEALTH,
    PASS,
    deal,
    field,
    fill_in,
    lay,
    legal,
    legal_numbers,
    number,
    own_box,
    pass_round,
    phase,
    play,
)

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher.table import REGIONS, Phase


def organising(players: int = 3, start: int = 0, box=None, **position) -> GameBatch:
    """The start player is to organise meetings in the current region."""
    games = deal(players, box=box)
    lay(games, Phase.NEXT_MEETINGS, seat=start, start=start, **position)
    return games


def up_to(most: int) -> set[int]:
    return set(range(most + 1))


@pytest.mark.rule("MAC-7.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_has_one_turn_for_all_regions(players):
    games = organising(players, start=1)
    for places in range(players):
        seat = (1 + places) % players
        for where in range(REGIONS):
            assert phase(games) == Phase.MEETINGS
            assert field(games, "region") == where
            play(games, (seat, number((where + seat) % 3)))
            assert field(games, "meetings")[where][seat] == 1 + (where + seat) % 3
    assert phase(games) == Phase.POLL_BID
    assert games.seat[0] == 1
    assert field(games, "meetings") == [[1 + (r + i) % 3 for i in range(players)] for r in range(REGIONS)]


@pytest.mark.rule("MAC-7.1")
def test_they_come_after_the_media():
    games = deal()
    lay(games, Phase.MEDIA, seat=2, start=2)
    play(games, (2, PASS), (0, PASS), (1, PASS))
    assert (phase(games), games.seat[0]) == (Phase.MEETINGS, 2)


@pytest.mark.rule("MAC-7.2")
def test_a_meeting_costs_a_thousand():
    games = organising(cash=[25, 9, 7])
    play(games, (0, number(4)), (0, number(0)), (0, number(3)), (0, number(1)))
    assert field(games, "cash") == [17, 9, 7]
    assert field(games, "meeting_supply") == [18 - 4 - 8, 14, 14]


@pytest.mark.rule("MAC-7.2")
@pytest.mark.parametrize("cash", [0, 1, 3, 4, 9])
def test_meetings_must_be_paid(cash):
    games = organising(cash=[cash, 25, 25])
    assert legal_numbers(games) == up_to(min(4, cash))
    play(games, (0, number(min(2, cash))))
    assert legal_numbers(games) == up_to(min(4, cash - min(2, cash)))


@pytest.mark.rule("MAC-7.3")
def test_four_in_each_region_and_round():
    games = organising(cash=[60] * 3)
    for where in range(3):
        assert legal_numbers(games) == up_to(4)
        play(games, (0, number(4)))
        assert field(games, "meetings")[where][0] == 5
    assert legal_numbers(games) == up_to(2), "the supply ends"


@pytest.mark.rule("MAC-7.3")
def test_meetings_of_the_sheet_do_not_count_for_the_round():
    """All six go to the current region, where seven stand then; three more fit."""
    games = deal(seed=5)
    while phase(games) == Phase.SHEET:
        fill_in(games)
    assert field(games, "meetings")[0] == [7] * 3
    while phase(games) != Phase.MEETINGS:
        games.step([PASS if PASS in legal(games) else min(legal(games))])
    assert legal_numbers(games) == up_to(3)
    seat = int(games.seat[0])
    play(games, (seat, number(3)))
    assert field(games, "meetings")[0][seat] == 10
    assert legal_numbers(games) == up_to(4)


@pytest.mark.rule("MAC-7.4")
@pytest.mark.parametrize(("there", "more"), [(5, 4), (6, 4), (7, 3), (8, 2), (9, 1), (10, 0)])
def test_ten_spaces_for_each_party(there, more):
    games = organising(meetings={0: [there, 0, 10], 1: [1] * 3, 2: [1] * 3, 3: [1] * 3})
    assert legal_numbers(games) == up_to(more)
    play(games, (0, number(more)), *[(0, number(0))] * 3)
    assert legal_numbers(games) == up_to(4), "spaces of others do not count"


@pytest.mark.rule("MAC-7.4", "MAC-7.5")
def test_conversion_makes_room():
    games = deal()
    lay(games, Phase.CONVERT, region=2, meetings={2: [10, 1, 1], 3: [5, 1, 1]}, opinions={2: [GENES, HEALTH]})
    assert field(games, "meeting_supply")[0] == 18 - 1 - 1 - 10 - 5
    play(games, (0, number(7)))
    assert field(games, "meeting_supply")[0] == 8
    pass_round(games)
    while phase(games) != Phase.MEETINGS:
        games.step([min(legal(games))])
    play(games, (0, number(0)))
    assert field(games, "meetings")[1][0] == 3
    assert legal_numbers(games) == up_to(4)


@pytest.mark.rule("MAC-7.5")
@pytest.mark.parametrize(("elsewhere", "left"), [(10, 4), (12, 3), (14, 1), (15, 0)])
def test_only_meetings_that_are_left(elsewhere, left):
    """Of 18 three stand in the first region, and these in others."""
    first, second = min(10, elsewhere), max(0, elsewhere - 10)
    rows = {0: [3, 1, 1], 1: [first, 1, 1], 2: [second, 1, 1], 3: [0, 1, 1]}
    games = organising(meetings=rows, cash=[60] * 3)
    assert field(games, "meeting_supply")[0] == 15 - elsewhere
    assert legal_numbers(games) == up_to(left)


@pytest.mark.rule("MAC-7.6")
def test_none_is_a_choice():
    games = organising()
    for seat in range(3):
        for _ in range(REGIONS):
            assert 0 in legal_numbers(games)
            play(games, (seat, number(0)))
    assert phase(games) == Phase.POLL_BID
    assert field(games, "cash") == [25] * 3
    assert field(games, "meetings") == [[1] * 3] * REGIONS


@pytest.mark.rule("MAC-7.7")
@pytest.mark.parametrize(("round_number", "regions"), [(4, 4), (5, 3), (6, 2)])
def test_meetings_are_in_regions_in_play(round_number, regions):
    games = organising(round_number=round_number, regions=regions)
    for seat in range(3):
        play(games, *[(seat, number(1))] * regions)
    assert phase(games) == Phase.POLL_BID
    assert field(games, "meetings") == [[2] * 3] * regions + [[0] * 3] * (REGIONS - regions)


@pytest.mark.rule("MAC-7.2", "MAC-7.3", "MAC-7.4")
def test_prices_and_limits_are_those_of_the_box():
    games = organising(box=own_box(meeting_price=3, meetings_bought=6, most_meetings=8), cash=[60, 13, 25])
    assert legal_numbers(games) == up_to(6)
    play(games, (0, number(5)), *[(0, number(0))] * 3)
    assert field(games, "cash") == [45, 13, 25]
    assert legal_numbers(games) == up_to(4)
    games = organising(box=own_box(meeting_price=0, most_meetings=8), meetings={0: [6, 1, 1]}, cash=[0] * 3)
    assert legal_numbers(games) == up_to(2)
