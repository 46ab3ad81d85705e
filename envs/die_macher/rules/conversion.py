"""Conversion of meetings into votes (5.2.8), from the last region back; an absolute majority of votes."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from .. import actions as say
from ..table import Phase
from .common import begin, factor_of, gain_votes, seat_on_turn, total


@rule
def next_conversion(box, table):
    """Let the next party convert here, then a majority of votes exchange an opinion, then go one region back.

    In the current region meetings are converted by its election instead (MAC-9.1).
    """
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
def convert(table, action):
    convert_meetings(table, int(table.region), int(table.seat), action - say.NUMBER)
    table.turn += 1
    table.phase = Phase.NEXT_CONVERSION


@rule
def votes_for(table, region, seat, number):
    """The votes for a number of meetings; without a positive factor two make one vote (MAC-9.8)."""
    factor = factor_of(table, region, seat)
    return number * factor if factor > 0 else number // 2


@rule
def convert_meetings(table, region, seat, number):
    """Convert meetings into votes and return them to the supply."""
    votes = votes_for(table, region, seat, number)
    table.meetings[region, seat] -= number
    table.meeting_supply[seat] += number
    gain_votes(table, region, seat, votes)


@rule
def vote_majority(table, region):
    """The seat with more votes in a region than all others together; NOBODY if there is none."""
    votes = total(table.votes[region])
    for seat in range(int(table.seats)):
        if 2 * int(table.votes[region, seat]) > votes:
            return seat
    return NOBODY
