"""Holds at 20, the sum at which another roll loses as much as it gains."""

from hustings.envs.core.engine.compile import rule

from .actions import HOLD, ROLL


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return HOLD if legal[HOLD] and (table.pot >= 20 or not legal[ROLL]) else ROLL
