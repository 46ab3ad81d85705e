"""Check the council."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..rules.common import size_of
from ..table import Draft, Phase
from .faults import Fault


@rule
def check_council(table):
    opposition, phase = size_of(table, table.participant), int(table.phase)
    under_way = phase == Phase.JOIN or phase == Phase.BID or table.draft > Draft.NEGOTIATION
    if (opposition > 0) != under_way:
        return Fault.THE_COUNCIL_IS_NOT_OF_THIS_PHASE
    if opposition > int(table.pie):
        return Fault.THE_OPPOSITION_HAS_MORE_MEMBERS_THAN_MILLIONS
    if not is_called(table, opposition):
        return Fault.PARTICIPANTS_CALLER_AND_CARDS_PUSHED_FORWARD_DO_NOT_AGREE
    return Fault.NONE


@rule
def is_called(table, opposition):
    """Whether exactly the participants have pushed a card forward, and one of them is the caller."""
    for seat in range(int(table.seats)):
        if (table.pushed[seat] > 0) != (table.participant[seat] > 0):
            return False
    caller = int(table.caller)
    if caller == NOBODY:
        return opposition == 0
    return caller < table.seats and table.participant[caller] > 0
