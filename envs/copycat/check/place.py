"""Where the game stands."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import BY_DOCTORATES, BY_POINTS, BY_ROUNDS, CARDS, GOES_ON, OFFICES, SEATS, Phase
from .faults import Fault


@rule
def check_place(box, table):
    for seat in range(int(table.seats), SEATS):
        if is_seated(table, seat):
            return Fault.SOMETHING_LIES_WHERE_NOBODY_SITS
    over = table.phase == Phase.OVER
    if table.phase > Phase.OVER or over != (table.seat == NOBODY):
        return Fault.THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE
    if not is_phase_of_stage(box, table):
        return Fault.THE_PHASE_IS_NOT_OF_THIS_PART_OF_THE_ROUND
    if table.round_number > box.rounds:
        return Fault.THE_ROUND_IS_NOT_ONE_OF_THE_GAME
    if table.ending != (why_over(box, table) if over else GOES_ON) or (over and table.ending == GOES_ON):
        return Fault.THE_ENDING_IS_NOT_THE_REASON
    once = 0
    for place in range(int(table.seats)):
        once |= 1 << int(table.order[place])
    if once != (1 << int(table.seats)) - 1:
        return Fault.THE_ORDER_IS_NOT_OF_ALL_SEATS
    return Fault.NONE if is_on_turn(table) else Fault.ANOTHER_SEAT_IS_ON_TURN


@rule
def is_seated(table, seat):
    """Whether anything lies before a seat."""
    found = int(table.order[seat]) + int(table.bid[seat]) + int(table.passed[seat])
    found += int(table.vp[seat]) + int(table.round_vp[seat]) + int(table.tokens[seat])
    found += int(table.pool[seat]) + int(table.recruited[seat]) + int(table.doctorates[seat])
    found += int(table.draw_size[seat]) + int(table.hand_size[seat]) + int(table.discard_size[seat])
    for card in range(CARDS + 1):
        found += int(table.zone[seat, card])
    for office in range(OFFICES):
        found += int(table.worker[seat, office])
    return found > 0


@rule
def is_phase_of_stage(box, table):
    """What is decided in turns, what with the hand and what at the table."""
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
def why_over(box, table):
    for seat in range(int(table.seats)):
        if table.vp[seat] >= box.end_points:
            return BY_POINTS
    if table.last_doctorate:
        return BY_DOCTORATES
    return BY_ROUNDS if table.round_number == box.rounds else GOES_ON


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
