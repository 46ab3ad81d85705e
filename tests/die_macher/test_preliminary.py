"""The preliminary round: the sheet, its options, and what it brings to the boards."""

from itertools import permutations

import numpy as np
import pytest

from . import playing as p


def sheets(*rows: str, players: int = 3, box=None) -> tuple[p.Game, list[int]]:
    """Everybody fills a sheet in, and the seats in the order in which they did, the start player first."""
    game = p.dealt(players, box=box)
    order = [(game.seat + turn) % players for turn in range(players)]
    for turn, seat in enumerate(order):
        assert game.seat == seat
        game.do(rows[turn] if turn < len(rows) else "o1.1 r0 r0 r0 o2.1")
    return game, order


def of(game: p.Game, name: str, seats) -> list:
    """A field of these seats, of the regions in a row where it has them."""
    return [game.table[name][..., seat].tolist() for seat in seats]


# --- The sheet -----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-1.1", "MAC-0.3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_preliminary_round_comes_once_before_the_first(players):
    p.dealt(players).expect("SHEET", round_number=0)
    game, order = sheets(players=players)
    game.expect(f"START_BID {order[0]}", round_number=1)
    for moment in game.random():
        assert moment.phase != "SHEET"


@pytest.mark.rule("MAC-1.2", "MAC-1.5")
@pytest.mark.parametrize("second", [1, 2, 3, 4])
def test_a_sheet_is_an_option_of_each_section_and_a_region_for_each_item(second):
    game = p.dealt(seed=1)
    who, regions = game.seat, "r0 r1 r2 r3"
    game.expect(f"SHEET {who}", legal="o1.1 o1.2 o1.3").do("o1.2")
    for region in (0, 3, 0):
        game.expect(f"SHEET {who}", legal=regions).do(f"r{region}")
    game.expect(f"SHEET {who}", legal="o2.1 o2.2 o2.3 o2.4").do(f"o2.{second}")
    for _ in range(second - 1):
        game.expect(f"SHEET {who}", legal=regions).do("r1")
    game.expect(f"SHEET {(who + 1) % 3}", legal="o1.1 o1.2 o1.3")
    assert of(game, "section", [who]) == [[2, second]]
    assert of(game, "place_of", [who]) == [[1, 4, 1, *[2] * (second - 1), *[0] * (4 - second)]]


# --- Options -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-1.3", "MAC-1.7", "MAC-1.8", "MAC-1.9")
def test_three_options_of_section_1():
    """A trend, a trend or votes, or votes twice; with six meetings each."""
    assert p.BOX["sheet_item"][0].tolist() == [[0, 0, 2], [0, 1, 2], [1, 1, 2]]
    assert p.BOX["sheet_amount"][0].tolist() == [[1, 1, 6], [1, 6, 6], [6, 6, 6]]
    rows = ["o1.2 r3 r1 r2", "o1.3 r0 r2 r3", "o1.3 r1 r1 r1", "o1.1 r2 r2 r0", "o1.1 r0 r3 r3"]
    game, order = sheets(*(f"{row} o2.1" for row in rows), players=5)
    assert of(game, "trend", order) == [[0, 0, 0, 1], [0] * 4, [0] * 4, [0, 0, 2, 0], [1, 0, 0, 1]]
    assert of(game, "votes", order) == [[0, 6, 0, 0], [6, 0, 6, 0], [0, 12, 0, 0], [0] * 4, [0] * 4]
    sixes = [[row.index(7) for row in of(game, "meetings", order)], game.table["meetings"].sum()]
    assert sixes == [[2, 3, 1, 0, 3], 5 * 10]
    game.expect(meeting_supply=[8] * 5)


@pytest.mark.rule("MAC-1.4", "MAC-1.10", "MAC-1.12", "MAC-1.13")
def test_four_options_of_section_2_all_free():
    rows = ["o2.1", "o2.2 r3", "o2.3 r1 r2", "o2.4 r2 r0 r2"]
    game, order = sheets(*(f"o1.1 r0 r0 r0 {row}" for row in rows), players=4, box={"start_cash": 0})
    assert of(game, "members", order) == [5 + 12, 5 + 8, 5 + 4, 5]
    assert of(game, "media", order) == [[0] * 4, [0, 0, 0, 1], [0, 1, 1, 0], [1, 0, 2, 0]]
    assert of(game, "media_supply", order) == [5, 4, 3, 2]
    game.expect(cash=[0] * 4)


@pytest.mark.rule("MAC-1.3", "MAC-1.4")
def test_a_box_may_have_another_sheet():
    box = {"sheet_item": [[0, 1, 2], [1, 0, 0], [2, 2, 2]], "sheet_members": [1, 2, 3, 4]}
    box |= {"sheet_amount": [[3, 9, 2], [50, 2, 2], [1, 2, 3]], "sheet_media": [3, 0, 1, 2]}
    rows = ("o1.1 r0 r1 r2 o2.1 r3 r3 r3", "o1.2 r0 r1 r1 o2.2", "o1.3 r0 r0 r3 o2.4 r0 r1")
    game, order = sheets(*rows, box=box)
    assert of(game, "trend", order) == [[3, 0, 0, 0], [0, 3, 0, 0], [0] * 4]
    assert of(game, "votes", order) == [[0, 9, 0, 0], [50, 0, 0, 0], [0] * 4]
    assert of(game, "meetings", order) == [[1, 1, 3, 1], [1] * 4, [4, 1, 1, 4]]
    assert of(game, "media", order) == [[0, 0, 0, 3], [0] * 4, [1, 1, 0, 0]]
    assert of(game, "members", order) == [6, 7, 9]


# --- In secret, and shown together ---------------------------------------------------------------


@pytest.mark.rule("MAC-1.6")
def test_a_sheet_does_not_depend_on_those_before_it():
    """Whatever others entered, the same options and regions are there, media spaces or not."""
    game = p.dealt(5).do("o1.1 r0 r0 r0 o2.4 r0 r0 r0 " * 4).do("o1.1 r0 r0 r0 o2.4")
    game.expect(legal="r0 r1 r2 r3").do("r0 r0 r0").expect(media={0: [3] * 5})


# --- What it brings ------------------------------------------------------------------------------


@pytest.mark.rule("MAC-1.8")
def test_chance_tells_level_votes_of_the_sheets_apart():
    """One order for all regions, and not that of the turns; who has no votes came first."""
    games = p.dealt(num_games=900, seed=2).do("o1.3 r1 r2 r0 o2.1 " * 3).games
    arrival, start = games.tables["arrival"][:, :, :3], games.tables["start_player"]
    assert (games.tables["votes"][:, 1, :3] == 6).all()
    assert (arrival[:, 1] == arrival[:, 2]).all()
    assert (arrival[:, 3] == [0, 1, 2]).all()
    by_turn = np.take_along_axis(arrival[:, 1], (start[:, None] + np.arange(3)) % 3, axis=1)
    p.evenly(map(tuple, by_turn.tolist()), permutations(range(3)))
    p.evenly(arrival[:, 1].argmax(axis=1).tolist(), range(3))
    game, order = sheets("o1.3 r0 r0 r0 o2.1")
    assert [of(game, name, order[:1])[0][0] for name in ("arrival", "votes")] == [2, 12]  # above none


@pytest.mark.rule("MAC-1.10", "MAC-1.11")
def test_more_than_five_markers_all_count_and_no_more_are_sold_there():
    rows = ("o2.4 r1 r1 r1", "o2.3 r1 r0", "o2.2 r1", "o2.4 r1 r1 r1")
    for players, there, supply in ((3, [3, 1, 1], [2, 3, 4]), (4, [3, 1, 1, 3], [2, 3, 4, 2])):
        game, order = sheets(*(f"o1.1 r0 r0 r0 {row}" for row in rows), players=players)
        assert [row[1] for row in of(game, "media", order)] == there  # eight for five spaces
        assert of(game, "media_supply", order) == supply
        game.until("MEDIA").expect(legal="- r0 r2 r3")


@pytest.mark.rule("MAC-1.14")
def test_neither_media_nor_votes_of_the_sheets_exchange_opinions_before_the_first_round():
    """The start player's bid is the next decision; the media count at the end of their phase."""
    game, order = sheets("o1.3 r0 r1 r2 o2.4 r0 r1 r2")
    opinions = game.expect("START_BID").table["opinion"].copy()
    while game.phase != "MEDIA":
        assert (game.table["opinion"] == opinions).all()
        assert game.phase not in ("SWAP_OUT", "SWAP_IN")
        game.least()
    game.do("- - -").expect(f"SWAP_OUT {order[0]}")


@pytest.mark.rule("MAC-1.1", "MAC-1.7")
def test_the_regions_of_the_sheets_are_the_four_on_the_boards():
    """Two trends for the fourth region are still there when it votes, three rounds later."""
    game, (start, *_) = sheets("o1.1 r3 r3 r0 o2.1")
    land = game.fact("land")[3]
    game.pass_round().pass_round().pass_round().expect(round_number=4, land={0: land})
    assert game.fact("trend")[0][start] == 2
