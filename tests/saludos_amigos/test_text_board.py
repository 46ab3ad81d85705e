"""The board as text."""

import pytest

from hustings.envs import saludos_amigos_v0
from hustings.envs.saludos_amigos import GAME

from .positions import fail, negotiate


@pytest.mark.rule("SAL-9.10")
def test_the_board_keeps_its_columns_with_long_names(tmp_path):
    text = GAME.box_spec.file.read_text()
    for old, new in (
        ('"Hydrant"', '"A hydrant of twenty-four"'),
        ("[building_tiles]\nvalue = 21", "[building_tiles]\nvalue = 31"),
        ("tiles = { value = 1,", "tiles = { value = 11,"),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "box.toml"
    path.write_text(text)
    games = saludos_amigos_v0.batch(1, 7, seed=1, box=path)
    games.tables["discard"] = [10, 10, 5]
    games.tables["face_down"][0, :, 0] = 2
    lines = games.board(0).split("\n")
    assert max(map(len, lines)) <= 80
    places = {line.rindex("  ") for line in lines[1:7] if "<-" not in line}
    assert len(places) == 1
    assert all(line[lines[0].index("tiles")] in "#." for line in lines[1:7])


@pytest.mark.rule("SAL-3.12")
def test_the_board_shows_the_attempts_left():
    games = negotiate()
    fail(games, 0)
    assert "Proposals of player_0 that may still fail this round: 2." in games.board(0, 1)
