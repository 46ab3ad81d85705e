"""Layouts, and that those of the games name every entry."""

import pytest

from hustings.envs.core.layout import Layout
from support import all_games, label


@pytest.mark.parametrize("game", all_games(), ids=label)
def test_blocks_cover_the_vector_once(game):
    for layout in (game.actions, *(game.observation(players) for players in game.player_counts)):
        covered = [index for block in layout for index in range(block.start, block.stop)]
        assert covered == list(range(layout.size))
        for index in range(layout.size):
            name, place = layout.locate(index)
            assert layout[name].start + place == index
        assert layout.table().count("\n") == len(layout.blocks) + 1
        assert all(block.about for block in layout)


def test_what_is_not_there_is_an_error():
    layout = Layout(("a", 1, "first"))
    with pytest.raises(IndexError, match="outside"):
        layout.locate(1)
    with pytest.raises(AssertionError, match="two blocks"):
        Layout(("a", 1, "first"), ("a", 1, "again"))
