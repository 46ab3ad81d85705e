"""What parties have, and elections."""

from ...core.engine.compile import rule
from ..rules.common import elections
from ..table import CARD_IN_HAND, CONTRIBUTIONS, LANDS, MOST_VOTES, REGIONS, ROUNDS, WINNERS, Phase
from .faults import Fault

# --- Parties --------------------------------------------------------------------------------------


@rule
def check_parties(box, table):
    for seat in range(int(table.seats)):
        meetings, tiles = int(table.meeting_supply[seat]), int(table.tiles[seat])
        for region in range(REGIONS):
            meetings += int(table.meetings[region, seat])
            tiles += int(table.tile[region, seat])
        if meetings != box.meetings:
            return Fault.MEETINGS_ARE_MISSING_OR_TOO_MANY
        if media_markers(table, seat) != box.media_markers:
            return Fault.MEDIA_MARKERS_ARE_MISSING_OR_TOO_MANY
        if tiles > box.tiles:
            return Fault.TOO_MANY_COALITION_TILES
        if table.members[seat] > box.last_member:
            return Fault.MEMBERS_ARE_BEYOND_THE_LAST_SPACE
        if contributions_used(table, seat) != min(max(0, int(table.round_number) - 1), elections(box) - 2):
            return Fault.CONTRIBUTIONS_USED_DO_NOT_FIT_THE_ROUND
    return Fault.NONE


@rule
def media_markers(table, seat):
    """The media markers of a party, wherever they are."""
    markers = int(table.media_supply[seat])
    for region in range(REGIONS):
        markers += int(table.media[region, seat])
    for election in range(ROUNDS):
        markers += int(table.national_media[election, seat])
    return markers


@rule
def contributions_used(table, seat):
    used = 0
    for card in range(CONTRIBUTIONS):
        used += table.contribution[seat, card] != CARD_IN_HAND
    return used


# --- Elections ------------------------------------------------------------------------------------


@rule
def check_elections(box, table):
    held, most = elections_held(table), most_seats(box)
    for election in range(ROUNDS):
        markers = 0
        for seat in range(int(table.seats)):
            won, marker = int(table.seats_won[election, seat]), int(table.national_media[election, seat])
            markers += marker
            if election >= held and (won or marker):
                return Fault.AN_ELECTION_TO_COME_HAS_RESULTS
            if won > most:
                return Fault.TOO_MANY_SEATS_ARE_WON
        if markers > WINNERS:
            return Fault.TOO_MANY_MARKERS_ARE_OF_ONE_ELECTION
        if election >= table.round_number and table.paid[election]:
            return Fault.A_ROUND_TO_COME_HAS_PAYMENTS
    for seat in range(int(table.seats)):
        if table.ally[seat] and not may_have_coalitions(box, table):
            return Fault.A_COALITION_IS_MADE_AT_ANOTHER_TIME
        if not is_ally_of_ally(table, seat):
            return Fault.A_COALITION_IS_NOT_OF_TWO
    for place in range(WINNERS):
        for other in range(place):
            if table.winner[place] >= 0 and table.winner[place] == table.winner[other]:
                return Fault.A_SEAT_WINS_TWICE
    return Fault.NONE


@rule
def elections_held(table):
    held = int(table.round_number)
    return held if table.phase >= Phase.NATIONAL_MEDIA else max(0, held - 1)


@rule
def most_seats(box):
    """The most seats that any land has."""
    most = 0
    for land in range(LANDS):
        most = max(most, int(box.land_seats[land, MOST_VOTES]))
    return most


@rule
def may_have_coalitions(box, table):
    """From the talks about them to the end of their election, but not in the last one."""
    late = Phase.COALITION <= table.phase <= Phase.NATIONAL_REPLACE
    return late and 0 < table.round_number < elections(box)


@rule
def is_ally_of_ally(table, seat):
    ally = int(table.ally[seat])
    return ally == 0 or (ally != seat + 1 and table.ally[ally - 1] == seat + 1)
