"""Organising meetings (5.2.6): each player in turn, in all regions."""

from ...core.engine.compile import rule
from .. import actions as say
from ..table import Phase
from .common import begin, seat_on_turn


@rule
def next_meetings(table):
    if table.turn == table.seats:
        begin(table, Phase.NEXT_POLL)
        return
    table.region = 0
    table.seat = seat_on_turn(table)
    table.phase = Phase.MEETINGS


@rule
def legal_organise_meetings(box, table, legal):
    """Mark numbers of meetings within the limits of purchase, space, supply and money."""
    seat = int(table.seat)
    most = min(
        int(box.meetings_bought), int(box.most_meetings) - int(table.meetings[int(table.region), seat])
    )
    most = min(most, int(table.meeting_supply[seat]))
    if box.meeting_price > 0:
        most = min(most, int(table.cash[seat]) // int(box.meeting_price))
    for number in range(most + 1):
        legal[say.NUMBER + number] = True


@rule
def organise_meetings(box, table, action):
    seat, region, number = int(table.seat), int(table.region), action - say.NUMBER
    table.cash[seat] -= number * int(box.meeting_price)
    table.meeting_supply[seat] -= number
    table.meetings[region, seat] += number
    table.region += 1
    if table.region == table.regions:
        table.turn += 1
        table.phase = Phase.NEXT_MEETINGS
