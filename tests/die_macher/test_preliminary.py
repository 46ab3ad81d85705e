"""The preliminary round: the sheet, its options, and what it brings to the boards."""

from itertools import product

import numpy as np
import pytest
from elections import (
    BOX,
    CHANCELLOR,
    EURO_NOW,
    GENES,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_HEALTH,
    NUCLEAR,
    PASS,
    deal,
    field,
    fill_in,
    lay,
    legal,
    legal_in,
    legal_numbers,
    lobby,
    option,
    own_box,
    pass_round,
    phase,
    play,
    player,
    region,
)

from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.table import Item, Lobby, Phase


def observed(games, seat: int, *blocks: str) -> list[float]:
    row = games.observe(seat=seat)[0]
    layout = GAME.observation(games.num_players)
    return [value for name in blocks for value in row[layout[name].start : layout[name].stop].tolist()]


def sheets(players: int = 3, seed: int = 0, box=None, rows=()):
    """Everybody fills a sheet in, the start player first: (option, option, regions, regions of markers)."""
    games = deal(players, seed=seed, box=box)
    start = int(games.tables["start_player"][0])
    for turn in range(players):
        assert games.seat[0] == (start + turn) % players
        rest = rows[turn] if turn < len(rows) else (1, 1)
        fill_in(games, *rest)
    order = [(start + turn) % players for turn in range(players)]
    return games, order


# --- The sheet -----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-1.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_preliminary_round_comes_once_before_the_first(players):
    games = deal(players)
    assert phase(games) == Phase.SHEET
    assert field(games, "round_number") == 0
    games, order = sheets(players)
    assert (phase(games), field(games, "round_number")) == (Phase.START_BID, 1)
    assert games.seat[0] == order[0]
    rng = np.random.default_rng(0)
    while not games.over[0]:
        assert phase(games) != Phase.SHEET
        games.step([rng.choice(sorted(legal(games)))])


@pytest.mark.rule("MAC-1.2", "MAC-1.5")
@pytest.mark.parametrize("second", [1, 2, 3, 4])
def test_a_sheet_is_an_option_of_each_section_and_a_region_for_each_item(second):
    games = deal(3)
    who = int(games.seat[0])
    assert legal(games) == {option(1, place) for place in (1, 2, 3)}
    play(games, (who, option(1, 2)))
    for place in (0, 3, 3):
        assert legal(games) == {region(r) for r in range(4)}
        play(games, (who, region(place)))
    assert legal(games) == {option(2, place) for place in (1, 2, 3, 4)}
    play(games, (who, option(2, second)))
    for place in range(second - 1):
        assert games.seat[0] == who
        assert legal(games) == {region(r) for r in range(4)}
        play(games, (who, region(place)))
    assert games.seat[0] == (who + 1) % 3
    assert legal(games) == {option(1, place) for place in (1, 2, 3)}


# --- Options -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-1.3")
def test_three_options_of_section_1():
    items = [[Item(i) for i in row] for row in BOX[0]["sheet_item"]]
    assert items == [
        [Item.TREND, Item.TREND, Item.MEETINGS],
        [Item.TREND, Item.VOTES, Item.MEETINGS],
        [Item.VOTES, Item.VOTES, Item.MEETINGS],
    ]
    assert BOX[0]["sheet_amount"].tolist() == [[1, 1, 6], [1, 6, 6], [6, 6, 6]]


@pytest.mark.rule("MAC-1.3", "MAC-1.7", "MAC-1.9")
def test_the_topmost_option_is_a_trend_a_trend_and_six_meetings():
    """Each in a region of its choice: the same or another."""
    for items in product(range(3), repeat=3):
        games, order = sheets(rows=[(1, 1, items)])
        who = order[0]
        trend = games.tables["trend"][0, :, who].tolist()
        meetings = games.tables["meetings"][0, :, who].tolist()
        assert trend == [items[:2].count(r) for r in range(4)]
        assert meetings == [1 + 6 * (items[2] == r) for r in range(4)]
        assert field(games, "meeting_supply")[who] == 18 - 4 - 6
        assert not games.tables["votes"].any()


@pytest.mark.rule("MAC-1.3", "MAC-1.8")
def test_the_other_options_of_section_1():
    games, order = sheets(rows=[(2, 1, (3, 1, 2)), (3, 1, (0, 2, 3)), (3, 1, (1, 1, 1))])
    first, second, third = order
    table = games.tables[0]
    assert table["trend"][:, first].tolist() == [0, 0, 0, 1]
    assert table["votes"][:, first].tolist() == [0, 6, 0, 0]
    assert table["meetings"][:, first].tolist() == [1, 1, 7, 1]
    assert table["trend"][:, second].tolist() == [0, 0, 0, 0]
    assert table["votes"][:, second].tolist() == [6, 0, 6, 0]
    assert table["meetings"][:, second].tolist() == [1, 1, 1, 7]
    assert table["votes"][:, third].tolist() == [0, 12, 0, 0]
    assert table["meetings"][:, third].tolist() == [1, 7, 1, 1]
    assert field(games, "meeting_supply") == [8, 8, 8]


@pytest.mark.rule("MAC-1.4", "MAC-1.10", "MAC-1.13")
def test_four_options_of_section_2():
    games, order = sheets(
        4, rows=[(1, 1), (1, 2, (0, 0, 0), (3,)), (1, 3, (0, 0, 0), (1, 2)), (1, 4, (0, 0, 0), (2, 0, 2))]
    )
    table = games.tables[0]
    assert [int(table["members"][who]) for who in order] == [5 + 12, 5 + 8, 5 + 4, 5]
    assert [table["media"][:, who].tolist() for who in order] == [
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 1, 1, 0],
        [1, 0, 2, 0],
    ]
    assert [int(table["media_supply"][who]) for who in order] == [5, 4, 3, 2]


@pytest.mark.rule("MAC-1.3", "MAC-1.4")
def test_a_box_may_have_another_sheet():
    box = own_box(
        sheet_item=[[0, 1, 2], [1, 0, 0], [2, 2, 2]],
        sheet_amount=[[3, 9, 2], [50, 2, 2], [1, 2, 3]],
        sheet_members=[1, 2, 3, 4],
        sheet_media=[3, 0, 1, 2],
    )
    rows = [(1, 1, (0, 1, 2), (3, 3, 3)), (2, 2, (0, 1, 1)), (3, 4, (0, 0, 3), (0, 1))]
    games, order = sheets(box=box, rows=rows)
    table = games.tables[0]
    assert [table["trend"][:, who].tolist() for who in order] == [[3, 0, 0, 0], [0, 3, 0, 0], [0, 0, 0, 0]]
    assert [table["votes"][:, who].tolist() for who in order] == [[0, 9, 0, 0], [50, 0, 0, 0], [0, 0, 0, 0]]
    assert [table["meetings"][:, who].tolist() for who in order] == [[1, 1, 3, 1], [1] * 4, [4, 1, 1, 4]]
    assert [table["media"][:, who].tolist() for who in order] == [[0, 0, 0, 3], [0] * 4, [1, 1, 0, 0]]
    assert [int(table["members"][who]) for who in order] == [6, 7, 9]


# --- In secret, and shown together ---------------------------------------------------------------


@pytest.mark.rule("MAC-1.6")
def test_sheets_are_secret_until_the_last_is_filled_in():
    games = deal(3)
    order = [(int(games.seat[0]) + turn) % 3 for turn in range(3)]
    first, second, third = order
    fill_in(games, 3, 4, (1, 2, 3), (0, 3, 2))
    blocks = ("section_1", "section_2", "sheet")
    mine = observed(games, first, *blocks)
    assert mine[0] == 3 / 4
    assert mine[3] == 4 / 4
    assert mine[6:] == [2 / 4, 3 / 4, 4 / 4, 1 / 4, 4 / 4, 3 / 4]
    for who in (second, third):
        assert not any(observed(games, who, *blocks))
        assert not any(observed(games, who, "votes", "media", "trend"))
        assert set(observed(games, who, "meetings")) == {1 / 16}
    assert not games.tables["votes"].any()  # nothing is carried out yet
    fill_in(games, 1, 1)
    assert not games.tables["trend"].any()
    fill_in(games, 2, 1)
    options = {first: (3, 4), second: (1, 1), third: (2, 1)}
    for who in order:
        others = [(who + places) % 3 for places in range(3)]
        seen = observed(games, who, "section_1", "section_2")
        assert seen == [options[o][section] / 4 for section in (0, 1) for o in others]
    assert games.tables["votes"][0, 1, first] == 6
    assert not games.tables["place_of"].any()


@pytest.mark.rule("MAC-1.6")
def test_a_sheet_does_not_depend_on_those_before_it():
    """Whatever others entered, the same options and regions are there, media spaces or not."""
    games = deal(5)
    for _ in range(4):
        fill_in(games, 1, 4, (0, 0, 0), (0, 0, 0))
    who = int(games.seat[0])
    play(
        games, (who, option(1, 1)), (who, region(0)), (who, region(0)), (who, region(0)), (who, option(2, 4))
    )
    assert legal(games) == {region(r) for r in range(4)}
    play(games, (who, region(0)), (who, region(0)), (who, region(0)))
    assert games.tables["media"][0, 0].tolist() == [3] * 5


# --- What it brings ------------------------------------------------------------------------------


@pytest.mark.rule("MAC-1.7")
def test_two_trends_in_one_region_are_two():
    games, order = sheets(rows=[(1, 1, (2, 2, 0)), (1, 1, (2, 1, 0))])
    trend = games.tables["trend"][0]
    assert trend[:, order[0]].tolist() == [0, 0, 2, 0]
    assert trend[:, order[1]].tolist() == [0, 1, 1, 0]


@pytest.mark.rule("MAC-1.8")
def test_chance_tells_level_votes_of_the_sheets_apart():
    games = deal(3, num_games=900, seed=2)
    for _ in range(3):
        for action in (option(1, 3), region(1), region(2), region(0), option(2, 1)):
            games.step(np.full(900, action))
    tables = games.tables
    assert (tables["votes"][:, 1, :3] == 6).all()
    for where in (1, 2):
        assert (np.sort(tables["arrival"][:, where, :3], axis=1) == [0, 1, 2]).all()
        last = np.bincount(tables["arrival"][:, where, :3].argmax(axis=1), minlength=3)
        assert abs(last - 300).max() < 75
    # One order for all regions, and not that of the turns.
    assert (tables["arrival"][:, 1, :3] == tables["arrival"][:, 2, :3]).all()
    turns = (tables["start_player"][:, None] + np.arange(3)) % 3
    by_turn = np.take_along_axis(tables["arrival"][:, 1, :3], turns, axis=1)
    assert len(np.unique(by_turn, axis=0)) == 6
    # Who has no votes came first.
    assert (tables["arrival"][:, 3, :3] == [0, 1, 2]).all()


@pytest.mark.rule("MAC-1.8")
def test_votes_of_the_sheet_lie_above_none():
    games, order = sheets(rows=[(3, 1, (0, 0, 0)), (1, 1), (1, 1)])
    assert games.tables["arrival"][0, 0, order[0]] == 2
    assert games.tables["votes"][0, 0, order[0]] == 12


@pytest.mark.rule("MAC-1.9")
def test_seven_meetings_leave_room_for_three_more_and_four_elsewhere():
    games, order = sheets(rows=[(1, 1, (0, 0, 2))])
    while phase(games) != Phase.MEETINGS:
        games.step([min(legal(games))])
    who = int(games.seat[0])
    games.tables["cash"][0] = 60
    limits = []
    while games.seat[0] == who and phase(games) == Phase.MEETINGS:
        limits.append(max(legal_numbers(games)))
        games.step([min(legal(games))])
    assert limits == ([4, 4, 3, 4] if who == order[0] else [3, 4, 4, 4])


@pytest.mark.rule("MAC-1.10", "MAC-1.11")
def test_more_than_five_markers_all_count_and_no_more_are_sold_there():
    markers = (1, 1, 1)
    rows = [(1, 4, (0, 0, 0), markers), (1, 3, (0, 0, 0), (1, 0)), (1, 2, (0, 0, 0), (1,))]
    games, order = sheets(rows=rows)
    table = games.tables[0]
    assert [int(table["media"][1, who]) for who in order] == [3, 1, 1]
    games, order = sheets(4, rows=[*rows, (1, 4, (0, 0, 0), markers)])
    table = games.tables[0]
    assert [int(table["media"][1, who]) for who in order] == [3, 1, 1, 3]  # eight for five spaces
    assert [int(table["media_supply"][who]) for who in order] == [2, 3, 4, 2]
    while phase(games) != Phase.MEDIA:
        games.step([min(legal(games))])
    assert legal_in(games, "region") == {0, 2, 3}


@pytest.mark.rule("MAC-1.11")
@pytest.mark.parametrize(("there", "open_for_sale"), [(4, True), (5, False), (6, False)])
def test_a_region_is_closed_while_five_or_more_lie_there(there, open_for_sale):
    games = deal(3)
    lay(games, Phase.MEDIA, seat=0, media={1: [3, there - 3, 0]})
    assert legal_in(games, "region") == ({0, 1, 2, 3} if open_for_sale else {0, 2, 3})


@pytest.mark.rule("MAC-1.11")
def test_the_shadow_cabinet_still_changes_markers_in_a_full_region():
    games = deal(3)
    lay(
        games,
        Phase.LOBBY,
        seat=0,
        region=1,
        lobby={1: [CHANCELLOR, 0, 0]},
        cabinet={0: []},
        media={1: [1, 3, 3]},
        cash=[20, 20, 20],
    )
    play(games, (0, lobby(Lobby.MEDIA)), (0, player(2)))
    assert field(games, "media")[1] == [2, 3, 2]


@pytest.mark.rule("MAC-1.10")
def test_all_markers_of_an_overfull_region_count_for_the_majority():
    games = deal(3)
    four = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR]
    lay(
        games,
        Phase.NEXT_SWAP,
        media={0: [2, 3, 3]},
        opinions={0: four},
        pool=[EURO_NOW] * 3 + [NO_HEALTH] * 3,
    )
    assert phase(games) == Phase.MEETINGS  # three against three
    lay(
        games,
        Phase.NEXT_SWAP,
        media={0: [2, 3, 4]},
        opinions={0: four},
        pool=[EURO_NOW] * 3 + [NO_HEALTH] * 3,
    )
    assert (phase(games), games.seat[0]) == (Phase.SWAP_OUT, 2)


@pytest.mark.rule("MAC-1.12")
def test_the_preliminary_round_is_free():
    rows = [(1, 4, (0, 1, 2), (0, 1, 2)), (2, 3, (0, 0, 0), (0, 0)), (3, 2, (0, 0, 0), (3,))]
    games, _ = sheets(rows=rows)
    assert field(games, "cash") == [25, 25, 25]
    games = deal(3, box=own_box(start_cash=0))
    for _ in range(3):
        fill_in(games, 1, 4, (0, 1, 2), (0, 1, 2))
    assert field(games, "cash") == [0, 0, 0]
    assert games.tables["media"].sum() == 9


@pytest.mark.rule("MAC-1.14")
def test_neither_media_nor_votes_of_the_sheets_exchange_opinions_before_the_first_round():
    """The start player's bid is the next decision; the media count at the end of their phase."""
    rows = [(3, 4, (0, 1, 2), (0, 1, 2)), (1, 1), (1, 1)]
    games, order = sheets(rows=rows)
    opinions = games.tables["opinion"][0].copy()
    assert phase(games) == Phase.START_BID
    while phase(games) != Phase.MEDIA:
        assert (games.tables["opinion"][0] == opinions).all()
        assert phase(games) not in (Phase.SWAP_OUT, Phase.SWAP_IN)
        games.step([min(legal(games))])
    for _ in range(3):
        play(games, (int(games.seat[0]), PASS))
    assert (phase(games), games.seat[0]) == (Phase.SWAP_OUT, order[0])


@pytest.mark.rule("MAC-1.1")
def test_the_regions_of_the_sheets_are_the_four_on_the_boards():
    """A trend for the fourth region is still there when it votes, three rounds later."""
    games = deal(3)
    start = int(games.seat[0])
    fill_in(games, 1, 1, (3, 3, 0))
    fill_in(games, 1, 1)
    fill_in(games, 1, 1)
    land = int(games.tables["land"][0, 3])
    for _ in range(3):
        pass_round(games)
    table = games.tables[0]
    assert (table["round_number"], table["land"][0]) == (4, land)
    assert table["trend"][0, start] == 2
