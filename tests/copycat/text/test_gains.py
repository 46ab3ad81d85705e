"""Where points come from."""

import pytest

from hustings.envs.copycat.actions import DONE
from hustings.envs.copycat.text.prompts import gains

from ..playing import C, O, buying


@pytest.mark.parametrize("decline", [False, True])
def test_cards_offices_charity_events_and_tokens_are_told_apart(decline):
    own = [C.TV, C.VP_9, C.CHARITY]
    game = buying(*own, workers={O.VP_5, O.COIN_3}, tokens=[3, 0], decline_points=decline)
    found = []
    for _ in range(2):
        before = game.table.copy()
        game.play(DONE)
        step = gains(game.box, before, DONE, game.table)
        found.append({source: int(points[0]) for source, points in step.items() if points.any()})
    laid, events = ({}, {}) if decline else ({"cards": 11, "offices": 5}, {"charity events": 2})
    assert found == [laid, {"tokens": 3} | events]
