"""Check the regions and their contents."""

from ...core.engine.compile import rule
from ..rules.common import elections, total
from ..rules.preparation import hidden_in
from ..table import KINDS, NO_CARD, OPINIONS, REGIONS
from .faults import Fault
from .rounds import round_to_vote


@rule
def check_regions(box, table):
    if total(table.land_drawn) != min(elections(box), round_to_vote(table) + REGIONS - 1):
        return Fault.LANDS_DRAWN_ARE_MISSING_OR_TOO_MANY
    for region in range(REGIONS):
        if region >= table.regions:
            if not is_empty(table, region):
                return Fault.SOMETHING_LIES_IN_NO_REGION
            continue
        if not has_own_land(table, region):
            return Fault.A_REGION_HAS_NO_LAND_OF_ITS_OWN
        for seat in range(int(table.seats)):
            if table.meetings[region, seat] > box.most_meetings:
                return Fault.A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION
        hidden = hidden_due(box, table, region)
        if hidden_in(table, region) != hidden:
            return Fault.HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND
        if hidden + open_in(table, region) > OPINIONS:
            return Fault.A_REGION_HAS_TOO_MANY_OPINIONS
    return Fault.NONE


@rule
def has_own_land(table, region):
    """Whether a region has a land that was drawn and that no region before it has."""
    land = int(table.land[region])
    if land == NO_CARD or not table.land_drawn[land]:
        return False
    for before in range(region):
        if table.land[before] == land:
            return False
    return True


@rule
def open_in(table, region):
    """The number of open opinions of a region."""
    number = 0
    for kind in range(KINDS):
        number += table.opinion[region, kind] > 0
    return number


@rule
def is_empty(table, region):
    for seat in range(int(table.seats)):
        if table.votes[region, seat] or table.trend[region, seat] or table.meetings[region, seat]:
            return False
        if table.media[region, seat] or table.tile[region, seat] or table.lobby[region, seat]:
            return False
        if table.arrival[region, seat]:
            return False
    return table.land[region] == NO_CARD and hidden_in(table, region) + open_in(table, region) == 0


@rule
def hidden_due(box, table, region):
    """The number of opinions still hidden in a region: one for each round until it votes.

    With `last_opening` "together" the last two are opened at once, so one more is hidden until then.
    """
    late = box.last_opening > 0 and region == 1 and round_to_vote(table) == elections(box) - 1
    return region + late
