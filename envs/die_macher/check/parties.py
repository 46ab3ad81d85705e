"""Check what parties own."""

from ...core.engine.compile import rule
from ..rules.common import elections
from ..table import CARD_IN_HAND, CONTRIBUTIONS, REGIONS, ROUNDS
from .faults import Fault


@rule
def check_parties(box, table):
    for seat in range(int(table.seats)):
        meetings = int(table.meeting_supply[seat])
        for region in range(REGIONS):
            meetings += int(table.meetings[region, seat])
        if meetings != box.meetings:
            return Fault.MEETINGS_ARE_MISSING_OR_TOO_MANY
        if media_markers(table, seat) != box.media_markers:
            return Fault.MEDIA_MARKERS_ARE_MISSING_OR_TOO_MANY
        if contributions_used(table, seat) != min(max(0, int(table.round_number) - 1), elections(box) - 2):
            return Fault.CONTRIBUTIONS_USED_DO_NOT_FIT_THE_ROUND
    return Fault.NONE


@rule
def media_markers(table, seat):
    """The number of a party's media markers, wherever they are."""
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
