"""Check the phase, the round, the order and whose turn it is."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import Phase
from .faults import Fault


@rule
def check_place(box, table):
    if table.phase > Phase.OVER or (table.phase == Phase.OVER) != (table.seat == NOBODY):
        return Fault.THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE
    if not is_phase_of_stage(box, table):
        return Fault.THE_PHASE_IS_NOT_OF_THIS_PART_OF_THE_ROUND
    if table.round_number > box.rounds:
        return Fault.THE_ROUND_IS_NOT_ONE_OF_THE_GAME
    once = 0
    for place in range(int(table.seats)):
        once |= 1 << int(table.order[place])
    if once != (1 << int(table.seats)) - 1:
        return Fault.THE_ORDER_IS_NOT_OF_ALL_SEATS
    return Fault.NONE if is_on_turn(table) else Fault.ANOTHER_SEAT_IS_ON_TURN


@rule
def is_phase_of_stage(box, table):
    """Whether a phase can occur in the current part of the round: turns, the hand, or the table."""
    phase, stage = int(table.phase), int(table.stage)
    if stage != Phase.TURN and stage != Phase.HAND and stage != Phase.TABLE:
        return False
    if Phase.REUSE_CARD <= phase <= Phase.REUSE_WORKER:
        return True
    if phase <= Phase.DRAW:
        return stage == Phase.TURN
    if phase == Phase.HAND or phase == Phase.TRASH_FOR_COIN or phase == Phase.KEEP:
        return stage == Phase.HAND
    if phase == Phase.INVEST and box.any_order:
        return stage != Phase.TURN
    return stage == Phase.TABLE


@rule
def is_on_turn(table):
    seats, place = int(table.seats), int(table.turn_place)
    if table.phase == Phase.BID:
        return table.seat == table.bids and (place == 0 or place == seats)
    if table.bids != seats:
        return False
    if table.phase == Phase.OVER:
        return place == seats
    return place < seats and table.seat == table.order[place]
