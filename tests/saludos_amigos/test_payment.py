"""Cards laid down in the council, payment, and new cards."""

import numpy as np
import pytest

from .playing import (
    card,
    deal,
    field,
    lay,
    passes,
    play,
)
from .positions import standing


@pytest.mark.rule("SAL-5.3")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_cards_of_one_value_are_a_pile_too(value):
    """Of three who draw, two get what is left; then the discards are shuffled."""
    other = value % 3
    games = standing(4, discard=[5 * (v == other) for v in range(3)])
    held = np.sum(field(games, "hand"), axis=0)
    games.tables["pile"] = [2 * (v == value - 1) for v in range(3)]
    passes(games, 3)
    drawn = np.sum(field(games, "hand"), axis=0) - held
    assert (drawn[value - 1], drawn[other]) == (2, 1)
    assert field(games, "pile")[other] == sum(field(games, "pile")) == 4


@pytest.mark.rule("SAL-5.3")
@pytest.mark.parametrize("who", range(4))
def test_a_single_card_discarded_face_down_by_anybody_is_shuffled_in(who):
    games = deal(4, open_discards=False)
    lay(games, hands=["1"] * 4, holder=who)
    play(games, (who, card(1)))
    games.tables["pile"] = 0
    passes(games, 4)
    passes(games, 4)
    assert field(games, "drew") == [int(other == (who + 1) % 4) for other in range(4)]
    assert field(games, "face_down") == [[0, 0, 0]] * 4
