"""The bonus for influence, and who wins."""

import pytest

from hustings.envs.saludos_amigos import rules

from .playing import (
    PLANT,
    deal,
    field,
    lay,
)


@pytest.mark.rule("SAL-8.4", "SAL-9.12")
def test_cards_turned_up_at_the_end_are_shown():
    """As many of each value as a seat has drawn, at most; those known before say nothing new."""
    games = deal(4)
    lay(games, hands=["13", "113", "22", "1"], project=PLANT)
    table = games.tables[0]
    table["fresh"][:3] = [[1, 0, 1], [0, 0, 1], [0, 1, 0]]
    table["known"][2] = [0, 2, 0]
    rules.final_count.final_bonus(games.box[0], table)
    assert field(games, "shown") == [[1, 0, 1], [1, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert field(games, "known") == field(games, "hand")
