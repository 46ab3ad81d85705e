"""The board as text."""

import pytest

from hustings.envs import saludos_amigos_v0
from hustings.envs.saludos_amigos import GAME

from ...boxes import changed_file
from ..playing import lay


@pytest.mark.rule("SAL-9.10")
def test_the_board_keeps_its_columns_with_long_names(tmp_path):
    longer = ('project[0].name = "A hydrant of twenty-four"', "project[0].tiles = 11", "building_tiles = 31")
    box = changed_file(GAME.box_spec, longer, tmp_path / "box.toml")
    games = saludos_amigos_v0.batch(1, 7, seed=1, box=box)
    games.tables["discard"] = [10, 10, 5]
    games.tables["face_down"][0, :, 0] = 2
    lines = games.board(0).split("\n")
    top = next(place for place, line in enumerate(lines) if "money" in line) + 1
    assert [line[2:10] for line in lines[top : top + 7]] == [f"player_{i}" for i in range(7)]
    assert len({line.rindex("  ") for line in lines[1:7] if "<-" not in line}) == 1
    assert all(line[lines[0].index("tiles")] in "#." for line in lines[1:7])


@pytest.mark.rule("SAL-8.2")
def test_the_board_says_which_tiles_end_the_game():
    rows = lay().set(bag=[0, 0, 0, 4, 1, 2, 3]).board()[1:7]
    assert [row.split()[-2] for row in rows[:-2]] == ["done"] * 3 + ["5"]
    assert [row.split()[3] for row in rows[-2:]] == ["ends", "11"]


@pytest.mark.rule("SAL-0.7")
def test_the_board_shows_nobody_elses_cards():
    games = lay("111 222 333 123").games
    assert ["3 3 3" in games.board(0, seat) for seat in (0, 1, 2, 3, None)] == [
        False,
        False,
        True,
        False,
        True,
    ]
