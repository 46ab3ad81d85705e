"""Check the phase, the round, and whose turn it is."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..rules.council import may_push
from ..rules.drawing import complete_projects
from ..rules.payment import takes_part
from ..table import Phase
from .faults import Fault


@rule
def check_place(box, table):
    over = table.phase == Phase.OVER
    if table.phase > Phase.OVER or over != (table.seat == NOBODY):
        return Fault.THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE
    if table.bag_holder >= table.seats:
        return Fault.THE_BAG_IS_WITH_NOBODY
    ends = complete_projects(box, table) >= int(box.projects_to_end)
    ends = ends or table.board_journalists >= box.journalists_to_end
    return Fault.IT_GOES_ON_AFTER_THE_END if ends and not over else Fault.NONE


@rule
def check_round(box, table):
    """Check the pie, the attempts, the ranking, and whose turn it is."""
    project = int(table.project)
    if not 0 <= project < int(box.projects):
        return Fault.THE_PIE_IS_NOT_WHAT_THE_TILE_IS_WORTH
    placed = int(box.tiles[project]) - int(table.bag[project])
    if placed < 1 or table.pie != int(box.base_value[project]) + placed:
        return Fault.THE_PIE_IS_NOT_WHAT_THE_TILE_IS_WORTH
    if table.streak >= table.seats or table.turn_fails >= box.attempts_turn:
        return Fault.THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE
    for seat in range(int(table.seats)):
        if table.fails_left[seat] > box.attempts_round:
            return Fault.THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE
    if not is_ranked(table):
        return Fault.THE_SEATS_ARE_NOT_RANKED_BY_STRENGTH
    return Fault.NONE if is_on_turn(table) else Fault.ANOTHER_SEAT_DECIDES_IN_THIS_PHASE


@rule
def is_ranked(table):
    """Whether seats are ranked by strength, equals by number, once the rerolls are over."""
    for rank in range(int(table.seats)):
        seat = int(table.ranked[rank])
        if table.phase == Phase.REROLL:
            if seat != 0:
                return False
        elif seat >= table.seats:
            return False
        elif rank > 0:
            before = int(table.ranked[rank - 1])
            lead = int(table.strength[before]) - int(table.strength[seat])
            if lead < 0 or (lead == 0 and before >= seat):
                return False
    return True


@rule
def is_on_turn(table):
    """Whether the seat to decide can be the one to decide in this phase."""
    seat, phase = int(table.seat), int(table.phase)
    if phase == Phase.CALL or phase == Phase.JOIN:
        return may_push(table, seat)
    if phase == Phase.BID:
        return takes_part(table, seat) and not table.bid_done[seat]
    if phase == Phase.RESPOND:
        return table.in_draft[seat] > 0 and not table.accepted[seat] and seat != table.proposer
    return phase == Phase.REROLL or seat == table.proposer
