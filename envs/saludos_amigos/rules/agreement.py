"""3 The negotiation: a proposal is agreed, or fails."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import OFFERS_KEPT, TALKS_KEPT, Draft, Part, Phase
from .common import clear_draft, next_of
from .negotiation import end_turn, pass_floor_on, strongest
from .opposition_split import next_coalition_proposer, open_split, share_equally


@rule
def agreed(box, table):
    """Adopt a proposal that all partners have accepted: a split in a council, or a new offer."""
    if table.draft == Draft.OPPOSITION:
        for seat in range(int(table.seats)):
            table.opp_share[seat] = table.draft_share[seat]
        clear_draft(table)
        table.phase = Phase.OPPOSED
    elif table.draft == Draft.COALITION:
        for seat in range(int(table.seats)):
            table.share[seat] = table.draft_share[seat]
        clear_draft(table)
        table.phase = Phase.RESHARED
    else:
        adopt(box, table)


@rule
def adopt(box, table):
    """Move the mug up to the new offer, which voids the old one (SAL-3.10).

    Everybody may answer it, with at least one attempt left (SAL-3.12).
    """
    seats = int(table.seats)
    mug = 0
    for offer in range(OFFERS_KEPT - 1, 0, -1):
        for seat in range(seats):
            table.history[offer, seat] = table.history[offer - 1, seat]
    for seat in range(seats):
        table.history[0, seat] = table.draft_share[seat]
        table.share[seat] = table.draft_share[seat]
        if table.in_draft[seat]:
            mug += int(table.strength[seat])
        if table.fails_left[seat] == 0:
            table.fails_left[seat] = 1
    table.mug = mug
    table.streak = 0
    clear_draft(table)
    if strongest(table, 0, -1, int(table.pie)) <= mug:
        table.phase = Phase.CONCLUDED  # nobody can beat it (SAL-3.14)
    else:
        pass_floor_on(table)


@rule
def remember_talk(table):
    """Record the failed proposal before the earlier ones; the seat on turn is the one that ended it."""
    for talk in range(TALKS_KEPT - 1, 0, -1):
        table.talk_about[talk] = table.talk_about[talk - 1]
    table.talk_about[0] = table.draft
    for seat in range(int(table.seats)):
        for talk in range(TALKS_KEPT - 1, 0, -1):
            table.talk_part[seat, talk] = table.talk_part[seat, talk - 1]
            table.talk_share[seat, talk] = table.talk_share[seat, talk - 1]
            table.talk_asked[seat, talk] = table.talk_asked[seat, talk - 1]
        table.talk_part[seat, 0] = part_of(table, seat)
        table.talk_share[seat, 0] = table.draft_share[seat]
        table.talk_asked[seat, 0] = table.asked[seat]


@rule
def part_of(table, seat):
    """A seat's role in the failed proposal, a Part."""
    if not table.in_draft[seat]:
        return Part.NONE
    if seat == table.proposer:
        return Part.TOOK_BACK if seat == table.seat else Part.PROPOSED
    if seat == table.seat:
        return Part.REFUSED
    return Part.ACCEPTED if table.accepted[seat] else Part.NOT_YET


@rule
def failed(box, table):
    """Continue after a proposal was rejected by a partner, or dropped or withdrawn by the proposer."""
    remember_talk(table)
    seat = int(table.proposer)
    if table.draft == Draft.OPPOSITION:
        clear_draft(table)
        proposer = next_of(table, table.participant, seat, int(table.caller))
        if proposer == NOBODY:
            share_equally(table)
            table.phase = Phase.OPPOSED
        else:
            open_split(table, table.participant, proposer, Draft.OPPOSITION, Phase.OPP_SPLIT)
        return
    if table.draft == Draft.COALITION:
        clear_draft(table)
        next_coalition_proposer(table, seat)
        return
    clear_draft(table)
    table.fails_left[seat] -= 1
    table.turn_fails += 1
    # The proposer keeps the floor only if some offer of theirs could still beat the mug.
    strength = int(table.strength[seat])
    if table.fails_left[seat] > 0:
        strength += strongest(table, seat, 0, int(table.pie) - 1)
    if int(table.turn_fails) < int(box.attempts_turn) and strength > int(table.mug):
        table.seat = seat
        table.phase = Phase.FLOOR
    else:
        end_turn(table)
