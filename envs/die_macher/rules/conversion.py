"""Converting meetings into votes (5.2.8): from the last region back, and what a majority of votes allows."""

from ...core.compile import rule
from ...core.game import NOBODY
from .. import actions as say
from ..table import Phase
from .common import begin, convert_meetings, seat_on_turn, vote_majority


@rule
def next_conversion(box, table):
    """The next party with enough meetings here; then the majority of votes here; then the region before."""
    region = int(table.region)
    if region < 0:
        begin(table, Phase.ELECTION)
        return
    while region > 0 and table.turn < table.seats:
        seat = seat_on_turn(table)
        if table.meetings[region, seat] >= box.fewest_converted:
            table.seat = seat
            table.phase = Phase.CONVERT
            return
        table.turn += 1
    seat = vote_majority(table, region)
    if seat == NOBODY or (region == 0 and not box.absolute_majority_current):
        table.turn = 0
        table.region -= 1
        return
    table.by_votes = 1
    table.seat = seat
    table.phase = Phase.SWAP_OUT


@rule
def legal_convert(table, legal):
    for number in range(int(table.meetings[int(table.region), int(table.seat)]) + 1):
        legal[say.NUMBER + number] = True


@rule
def converting(table, action):
    convert_meetings(table, int(table.region), int(table.seat), action - say.NUMBER)
    table.turn += 1
    table.phase = Phase.NEXT_CONVERSION
