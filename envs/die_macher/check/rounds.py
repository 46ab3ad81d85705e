"""Check the round, its phase and regions, and whose turn it is."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..rules.coalitions import partner_of
from ..rules.common import elections, seat_on_turn
from ..table import DECISIONS, REGIONS, WINNERS, Phase
from .faults import Fault

# The phases that go round the table from the start player.
_IN_TURN = (
    *map(int, (Phase.SHEET, Phase.START_BID, Phase.DISCARD, Phase.NEW_CARD, Phase.OLD_CARD)),
    *map(int, (Phase.PLACE_LOBBY, Phase.COALITION, Phase.FORCE, Phase.MEETINGS, Phase.CONVERT)),
    int(Phase.CONTRIBUTION),
)


@rule
def check_round(box, table):
    if table.phase >= DECISIONS and table.phase != Phase.OVER:
        return Fault.THE_PHASE_IS_NOT_ONE_OF_DECISIONS
    if not is_phase_of_round(box, table):
        return Fault.THE_PHASE_DOES_NOT_FIT_THE_ROUND
    if table.regions != min(REGIONS, elections(box) - round_to_vote(table) + 1):
        return Fault.THE_REGIONS_DO_NOT_FIT_THE_ROUND
    if not 0 <= table.region < table.regions:
        return Fault.THE_PHASE_IS_ABOUT_NO_REGION_IN_PLAY
    if table.start_player >= table.seats or table.bidder >= table.seats or table.asker >= table.seats:
        return Fault.A_SEAT_NAMED_IS_NOT_IN_THE_GAME
    for place in range(WINNERS):
        if table.winner[place] >= table.seats:
            return Fault.A_SEAT_NAMED_IS_NOT_IN_THE_GAME
    for seat in range(int(table.seats)):
        other = partner_of(table, seat)  # a seat that nobody has is nobody's partner
        if other != NOBODY and (other == seat or partner_of(table, other) != seat):
            return Fault.A_COALITION_IS_ONE_SIDED
    if not is_on_turn(table):
        return Fault.ANOTHER_SEAT_IS_ON_TURN
    return Fault.NONE


@rule
def is_phase_of_round(box, table):
    """Whether a phase can occur in this round.

    Sheets come before the first round. The last round has only an election, and the one before it no
    contributions.
    """
    number, last, phase = int(table.round_number), elections(box), int(table.phase)
    if (phase == Phase.SHEET) != (number == 0) or number > last:
        return False
    if phase == Phase.OVER or number == last:
        return number == last and (phase == Phase.OVER or is_on_national_board(table))
    return phase != Phase.CONTRIBUTION or number <= last - 2


@rule
def is_on_national_board(table):
    return Phase.NATIONAL_MEDIA <= table.phase <= Phase.NATIONAL_REPLACE


@rule
def round_to_vote(table):
    """The round in which the current region votes."""
    return max(1, int(table.round_number)) + (table.phase == Phase.CONTRIBUTION)


@rule
def is_on_turn(table):
    """Whether the seat to decide agrees with the turns, the winners, the asker or the highest bidder."""
    phase, turn = int(table.phase), int(table.turn)
    if phase in _IN_TURN:
        return turn < table.seats and table.seat == seat_on_turn(table)
    if is_on_national_board(table):
        return turn < WINNERS and table.seat == table.winner[turn]
    if phase == Phase.REPLY:
        return turn < table.seats and table.asker == seat_on_turn(table)
    return phase != Phase.START_PLAYER or table.seat == table.bidder
