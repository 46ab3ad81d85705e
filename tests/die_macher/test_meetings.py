"""Organising meetings."""

import pytest

from . import playing as p


def organising(players: int = 3, start: int = 0, box=None, **position) -> p.Game:
    """The start player is to organise meetings in the current region."""
    return p.lay("NEXT_MEETINGS", players=players, box=box, seat=start, start=start, **position)


@pytest.mark.rule("MAC-2.1", "MAC-7.1", "MAC-13.21")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_has_one_turn_for_all_regions(players):
    game = organising(players, start=1)
    for places in range(players):
        seat = (1 + places) % players
        for region in range(4):
            game.expect(f"MEETINGS {seat} {region}").do(str((region + seat) % 3))
            assert game.fact("meetings")[region][seat] == 1 + (region + seat) % 3
    rows = [[1 + (region + seat) % 3 for seat in range(players)] for region in range(4)]
    game.expect("POLL_BID 1", meetings=rows)


@pytest.mark.rule("MAC-7.2", "MAC-14.3")
@pytest.mark.parametrize("cash", [0, 1, 3, 4, 9])
def test_a_meeting_costs_a_thousand(cash):
    game, paid = organising(cash=[cash, 25, 25]).expect(legal=f"0-{min(4, cash)}"), min(2, cash)
    game.play(f"0 {paid}").expect(legal=f"0-{min(4, cash - paid)}", cash=[cash - paid, 25, 25])
    game.expect(meeting_supply=[14 - paid, 14, 14])


@pytest.mark.rule("MAC-7.3", "MAC-1.9")
def test_four_in_each_region_and_round():
    """The sheets' six all go to the current region, where seven stand then; three more fit."""
    game = organising(cash=[60] * 3)
    for region in range(3):
        game.expect(legal="0-4").play("0 4").expect(meetings={region: [5, 1, 1]})
    game.expect(legal="0-2")  # the supply ends
    game = p.dealt(seed=5).do("o1.1 r0 r0 r0 o2.1 " * 3).expect(meetings={0: [7] * 3}).until("MEETINGS")
    seat = game.seat
    game.expect(legal="0-3").do("3").expect(legal="0-4")
    assert game.fact("meetings")[0][seat] == 10


@pytest.mark.rule("MAC-7.4", "MAC-0.18", "MAC-13.21")
@pytest.mark.parametrize(("there", "more"), [(5, 4), (6, 4), (7, 3), (8, 2), (9, 1), (10, 0)])
def test_ten_spaces_for_each_party(there, more):
    game = organising(meetings={0: [there, 0, 10]}).expect(legal=f"0-{more}")
    game.play(f"0 {more} 0 0 0").expect(legal="0-4")  # spaces of others do not count


@pytest.mark.rule("MAC-7.4", "MAC-7.5")
def test_conversion_makes_room():
    game = p.lay("CONVERT", region=2, meetings={2: [10, 1, 1], 3: [5, 1, 1]}, opinions={2: "+gen +hea"})
    game.expect(meeting_supply=[18 - 1 - 1 - 10 - 5, 14, 14]).play("0 7").expect(meeting_supply=[8, 14, 14])
    game.pass_round().until("MEETINGS").play("0 0").expect(legal="0-4", meetings={1: [3, 1, 1]})


@pytest.mark.rule("MAC-7.5")
@pytest.mark.parametrize(("elsewhere", "left"), [(10, 4), (12, 3), (14, 1), (15, 0)])
def test_only_meetings_that_are_left(elsewhere, left):
    """Of 18 three stand in the first region, and these in others."""
    first = min(10, elsewhere)
    rows = {0: [3, 1, 1], 1: [first, 1, 1], 2: [elsewhere - first, 1, 1], 3: [0, 1, 1]}
    organising(meetings=rows, cash=[60] * 3).expect(
        legal=f"0-{left}", meeting_supply=[15 - elsewhere, 14, 14]
    )


@pytest.mark.rule("MAC-7.6", "MAC-7.7")
@pytest.mark.parametrize(("round_number", "regions"), [(4, 4), (5, 3), (6, 2)])
@pytest.mark.parametrize("number", [0, 1])
def test_meetings_or_none_in_regions_in_play(round_number, regions, number):
    game = organising(round_number=round_number)
    for seat in range(3):
        game.play(f"{seat}" + f" {number}" * regions)
    game.expect("POLL_BID", meetings=[[1 + number] * 3] * regions + [[0] * 3] * (4 - regions))
    game.expect(cash=[25 - number * regions] * 3)


@pytest.mark.rule("MAC-7.2", "MAC-7.3", "MAC-7.4", "MAC-13.21")
def test_prices_and_limits_are_those_of_the_box():
    box = {"meeting_price": 3, "meetings_bought": 6, "most_meetings": 8}
    game = organising(box=box, cash=[60, 13, 25]).expect(legal="0-6").play("0 5 0 0 0")
    game.expect(cash=[45, 13, 25], legal="0-4")
    game = organising(box={"meeting_price": 0, "most_meetings": 8}, meetings={0: [6, 1, 1]}, cash=[0] * 3)
    game.expect(legal="0-2")
