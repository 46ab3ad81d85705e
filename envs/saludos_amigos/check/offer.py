"""The standing offer and the open draft."""

from ...core.engine.compile import rule
from ..rules.common import size_of
from ..table import OFFERS_KEPT, Draft, Phase
from .faults import Fault


@rule
def check_offer(table):
    shared, strength, offered = 0, 0, 0
    for seat in range(int(table.seats)):
        shared += int(table.share[seat])
        if table.share[seat] > 0:
            strength += int(table.strength[seat])
        for offer in range(OFFERS_KEPT):
            offered += int(table.history[offer, seat])
    if shared > 0 and shared != table.pie:
        return Fault.THE_SHARES_DO_NOT_MAKE_UP_THE_PIE
    if table.mug != strength:
        return Fault.THE_MUG_IS_NOT_THE_STRENGTH_OF_THE_COALITION
    if table.mug == 0 and offered > 0:
        return Fault.THE_LAST_OFFER_IS_NOT_THE_STANDING_ONE
    for seat in range(int(table.seats)):
        if (table.history[0, seat] > 0) != (table.share[seat] > 0):
            return Fault.THE_LAST_OFFER_IS_NOT_THE_STANDING_ONE
    return Fault.NONE


@rule
def check_draft(box, table):
    if not is_draft_of_phase(table):
        return Fault.THE_DRAFT_IS_NOT_OF_THIS_PHASE
    if not has_right_members(table):
        return Fault.THE_DRAFT_HAS_THE_WRONG_MEMBERS
    if not is_drafted_well(table):
        return Fault.THE_DRAFT_DOES_NOT_SHARE_THE_PIE
    if table.draft == Draft.NEGOTIATION:
        if table.fails_left[int(table.proposer)] == 0:
            return Fault.THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE
        if table.phase != Phase.SET and not beats_mug(table):
            return Fault.THE_DRAFT_CANNOT_BEAT_THE_MUG
    return Fault.NONE if is_answered_well(box, table) else Fault.THE_ANSWERS_DO_NOT_FIT_THE_DRAFT


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
    """Two or more, the proposer among them, and at most as many as there are millions."""
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
    """At least a million for each, and nothing for others. The last share comes with the last but one."""
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


@rule
def beats_mug(table):
    strength = 0
    for seat in range(int(table.seats)):
        if table.in_draft[seat]:
            strength += int(table.strength[seat])
    return strength > int(table.mug)


@rule
def is_answered_well(box, table):
    """Partners answer while asked; a demand is for more than is offered, and leaves everybody a million."""
    phase = int(table.phase)
    answers = phase == Phase.RESPOND or phase == Phase.REPLY
    partner = int(table.responder) if phase == Phase.REPLY else int(table.seat)  # who is about to accept
    most = int(table.pie) - size_of(table, table.in_draft) + 1
    for seat in range(int(table.seats)):
        asked, accepted = int(table.asked[seat]), table.accepted[seat] > 0
        if asked == 0 and not accepted:
            continue
        if not answers or not table.in_draft[seat] or seat == table.proposer:
            return False
        if asked > 0 and (not box.counter or asked > most):
            return False
        if not accepted and (seat != partner or asked <= int(table.draft_share[seat])):
            return False
    if phase != Phase.REPLY:
        return table.responder == 0
    return partner < int(table.seats) and table.asked[partner] > 0 and not table.accepted[partner]
