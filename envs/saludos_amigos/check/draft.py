"""Check the open draft."""

from ...core.engine.compile import rule
from ..rules.common import size_of
from ..table import Draft, Phase
from .faults import Fault


@rule
def check_draft(table):
    if not is_draft_of_phase(table):
        return Fault.THE_DRAFT_IS_NOT_OF_THIS_PHASE
    if not has_right_members(table):
        return Fault.THE_DRAFT_HAS_THE_WRONG_MEMBERS
    if not is_drafted_well(table):
        return Fault.THE_DRAFT_DOES_NOT_SHARE_THE_PIE
    if table.draft == Draft.NEGOTIATION and table.fails_left[int(table.proposer)] == 0:
        return Fault.THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE
    return Fault.NONE


@rule
def is_draft_of_phase(table):
    phase, draft = int(table.phase), int(table.draft)
    if phase == Phase.SET:
        return draft == Draft.NEGOTIATION
    if phase == Phase.OPP_SPLIT:
        return draft == Draft.OPPOSITION
    if phase == Phase.COAL_SPLIT:
        return draft == Draft.COALITION
    if phase == Phase.SPLIT or phase == Phase.RESPOND or phase == Phase.REPLY:
        return draft != Draft.NONE
    return draft == Draft.NONE


@rule
def has_right_members(table):
    """Whether the draft's members are possible: from two to the number of millions, with the proposer.

    The members of a council's split are fixed: the participants or the coalition.
    """
    size = size_of(table, table.in_draft)
    if table.draft == Draft.NONE:
        return size == 0
    if table.proposer >= table.seats or not table.in_draft[int(table.proposer)]:
        return False
    for seat in range(int(table.seats)):
        inside = table.in_draft[seat] > 0
        if table.draft == Draft.OPPOSITION and inside != (table.participant[seat] > 0):
            return False
        if table.draft == Draft.COALITION and inside != (table.share[seat] > 0):
            return False
    return 2 <= size <= int(table.pie)


@rule
def is_drafted_well(table):
    """Whether the shares named so far are possible; the last share is set with the last but one."""
    shared, waiting = 0, 0
    for seat in range(int(table.seats)):
        share = int(table.draft_share[seat])
        shared += share
        if table.in_draft[seat]:
            waiting += share == 0
        elif share > 0:
            return False
    phase = int(table.phase)
    if phase == Phase.RESPOND or phase == Phase.REPLY:
        return waiting == 0 and shared == table.pie
    if phase == Phase.SPLIT:
        return waiting >= 2 and shared + waiting <= int(table.pie)
    return shared == 0
