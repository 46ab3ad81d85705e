"""Layouts, and that those of the games name every entry."""

import pytest

from hustings.envs.core.engine.layout import Layout

from ...support import each_game, each_grown_game


@each_game
def test_every_block_is_described_and_every_entry_located(game):
    for layout in (game.actions, *(game.observation(players) for players in game.player_counts)):
        assert all(block.about for block in layout)
        for index in range(layout.size):
            name, place = layout.locate(index)
            assert layout[name].start + place == index


def test_what_is_not_there_is_an_error():
    with pytest.raises(IndexError, match="outside"):
        Layout(("a", 1, "first")).locate(1)


@each_grown_game
def test_things_have_the_same_names_and_numbers_in_what_is_seen_and_what_is_said(game):
    seen, said = axes_of(game.observation(max(game.player_counts))), axes_of(game.actions)
    assert "seat" in seen
    assert set(said) & set(seen) - {"seat"}, "an action names a thing that is observed"
    for name in set(said) & set(seen) - {"seat"}:  # an action may leave out the thing that nothing is done to
        assert said[name] <= seen[name], name


def axes_of(layout: Layout) -> dict[str, int]:
    """The axes of a layout with the most things on each."""
    lengths: dict[str, int] = {}
    for block in layout:
        for name, length in block.axes.items():
            lengths[name] = max(length, lengths.get(name, 0))
    return lengths
