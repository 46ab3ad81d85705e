"""A proposal is agreed, or fails."""

import pytest

from hustings.envs.saludos_amigos.actions import ACCEPT, PASS, REJECT
from hustings.envs.saludos_amigos.table import Phase

from .playing import (
    amount,
    card,
    field,
    phase,
    play,
)
from .positions import standing


@pytest.mark.rule("SAL-6.8", "SAL-6.9")
def test_the_coalition_still_renegotiates_when_the_opposition_has_not_agreed():
    games = standing(5, members=2, holder=1, dice=[6, 6, 1, 1, 1])
    play(games, (2, card(1)), (3, card(1)), (4, PASS))
    play(games, (2, amount(3)), (3, REJECT), (3, amount(3)), (2, REJECT))
    assert field(games, "opp_share") == [0, 0, 3, 3, 0]
    assert (phase(games), games.seat[0]) == (Phase.COAL_SPLIT, 1)  # from the bag-holder on
    play(games, (1, amount(3)), (0, ACCEPT))
    assert field(games, "share") == [3, 3, 0, 0, 0]
