"""The council."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..box import PARTICIPANTS
from ..rules.common import size_of
from ..rules.payment import takes_part
from ..table import VALUES, Draft, Phase
from .faults import Fault


@rule
def check_council(box, table):
    members, opposition = size_of(table, table.share), size_of(table, table.participant)
    phase, draft = int(table.phase), int(table.draft)
    under_way = phase == Phase.JOIN or phase == Phase.BID or draft > Draft.NEGOTIATION
    if (opposition > 0) != under_way:
        return Fault.THE_COUNCIL_IS_NOT_OF_THIS_PHASE
    if (under_way or phase == Phase.CALL) and not 0 < members < int(table.seats):
        return Fault.THE_COUNCIL_IS_AGAINST_NOBODY_OR_THE_WHOLE_TABLE
    for seat in range(int(table.seats)):
        if table.participant[seat] and table.share[seat] > 0:
            return Fault.SOMEBODY_IS_ON_BOTH_SIDES
    if opposition > int(table.pie):
        return Fault.THE_OPPOSITION_HAS_MORE_MEMBERS_THAN_MILLIONS
    if not is_called(table, opposition):
        return Fault.PARTICIPANTS_CALLER_AND_CARDS_PUSHED_FORWARD_DO_NOT_AGREE
    if table.pretzel != pretzel(box, table, opposition):
        return Fault.THE_PRETZEL_IS_NOT_THE_STRENGTH_OF_THE_OPPOSITION
    if not is_opposition_paid(table):
        return Fault.THE_OPPOSITION_DOES_NOT_SHARE_THE_PIE
    for seat in range(int(table.seats)):
        laid = int(table.bid_done[seat])
        for value in range(VALUES):
            laid += int(table.bid[seat, value])
        if laid > 0 and (phase != Phase.BID or not takes_part(table, seat)):
            return Fault.CARDS_ARE_LAID_DOWN_TOO_EARLY_OR_BY_OUTSIDERS
    return Fault.NONE


@rule
def is_called(table, opposition):
    """Whoever opposes the coalition has pushed a card forward; one of them has called the council."""
    for seat in range(int(table.seats)):
        if (table.pushed[seat] > 0) != (table.participant[seat] > 0):
            return False
    caller = int(table.caller)
    if caller == NOBODY:
        return opposition == 0
    return caller < table.seats and table.participant[caller] > 0


@rule
def pretzel(box, table, opposition):
    """The strength of the opposition: of all outside the coalition, or of those who have joined by now."""
    strength = 0
    if opposition > 0:
        for seat in range(int(table.seats)):
            if box.opp_strength != PARTICIPANTS:
                if table.share[seat] == 0:
                    strength += int(table.strength[seat])
            elif table.phase != Phase.JOIN and table.participant[seat]:
                strength += int(table.strength[seat])
    return strength


@rule
def is_opposition_paid(table):
    """Once the opposition has agreed, each of its members has a share, and nobody else."""
    agreed = table.phase == Phase.BID or table.draft == Draft.COALITION
    shared = 0
    for seat in range(int(table.seats)):
        shared += int(table.opp_share[seat])
        if (table.opp_share[seat] > 0) != (agreed and table.participant[seat] > 0):
            return False
    return not agreed or shared == table.pie
