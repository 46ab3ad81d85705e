"""Regions, and what lies there."""

from ...core.engine.compile import rule
from ..rules.common import elections
from ..rules.preparation import hidden_in
from ..table import KINDS, NO_CARD, OPINIONS, REGIONS, Phase
from .faults import Fault
from .rounds import has_nothing_in, round_to_vote


@rule
def check_regions(box, table):
    for region in range(REGIONS):
        if region >= table.regions:
            if not is_empty(table, region):
                return Fault.SOMETHING_LIES_IN_NO_REGION
        else:
            fault = check_region(box, table, region)
            if fault != Fault.NONE:
                return fault
    if table.phase == Phase.SHEET and not are_boards_new(table):
        return Fault.THE_BOARDS_ARE_NOT_AS_AT_THE_START
    return Fault.NONE


@rule
def is_empty(table, region):
    for seat in range(int(table.seats)):
        if not has_nothing_in(table, region, seat) or table.arrival[region, seat]:
            return False
    for kind in range(KINDS):
        if table.opinion[region, kind]:
            return False
    return table.land[region] == NO_CARD and hidden_in(table, region) == 0


@rule
def check_region(box, table, region):
    if not has_own_land(table, region):
        return Fault.A_REGION_HAS_NO_LAND_OF_ITS_OWN
    arrived = 0
    for seat in range(int(table.seats)):
        arrived |= 1 << int(table.arrival[region, seat])
        if table.meetings[region, seat] > box.most_meetings:
            return Fault.A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION
    if arrived != (1 << int(table.seats)) - 1:
        return Fault.THE_ORDER_OF_ARRIVAL_LACKS_A_PARTY
    opened = 0
    for kind in range(KINDS):
        opened += table.opinion[region, kind] > 0
        if table.opinion[region, kind] and table.opinion[region, kind ^ 1]:
            return Fault.OPINIONS_OF_A_REGION_CONTRADICT
    if opened + hidden_in(table, region) > OPINIONS:
        return Fault.A_REGION_HAS_TOO_MANY_OPINIONS
    if hidden_in(table, region) != hidden_due(box, table, region):
        return Fault.HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND
    return Fault.NONE


@rule
def has_own_land(table, region):
    land = int(table.land[region])
    if land == NO_CARD or not table.land_drawn[land]:
        return False
    for other in range(region):
        if table.land[other] == land:
            return False
    return True


@rule
def hidden_due(box, table, region):
    """One more for each round until the region votes; the last of them may be opened together."""
    late = box.last_opening > 0 and region == 1 and round_to_vote(table) == elections(box) - 1
    return region + late


@rule
def are_boards_new(table):
    """While the sheets are filled in, all there is on the boards is a meeting of each party."""
    for region in range(REGIONS):
        for seat in range(int(table.seats)):
            if table.votes[region, seat] or table.trend[region, seat] or table.media[region, seat]:
                return False
            if table.tile[region, seat] or table.meetings[region, seat] != 1:
                return False
    return True
