"""The board as a picture."""

import re

import pytest

from hustings.envs.liberte import GAME
from hustings.envs.liberte.table import HAND

from ..playing import deal


@pytest.mark.parametrize("cards", [1, 9, 14])
def test_every_card_of_a_big_hand_is_drawn_high_enough_for_two_lines(cards):
    games = deal(6)
    table = games.tables[0]
    table.place[1 : cards + 1] = HAND
    table.known[:] = 0
    drawn = re.findall(r'<g data-thing="card \d+"><rect[^>]*>', GAME.picture(games.box[0], table, 0))
    assert len(drawn) >= cards
    assert all(float(re.search(r'height="([\d.]+)"', card)[1]) >= 29 for card in drawn)
