"""Check the regions and their contents."""

from ...core.engine.compile import rule
from ..rules.common import elections
from ..rules.preparation import hidden_in
from ..table import KINDS, NO_CARD, REGIONS
from .faults import Fault
from .rounds import has_nothing_in, round_to_vote


@rule
def check_regions(box, table):
    for region in range(REGIONS):
        if region >= table.regions:
            if not is_empty(table, region):
                return Fault.SOMETHING_LIES_IN_NO_REGION
            continue
        for seat in range(int(table.seats)):
            if table.meetings[region, seat] > box.most_meetings:
                return Fault.A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION
        if hidden_in(table, region) != hidden_due(box, table, region):
            return Fault.HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND
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
def hidden_due(box, table, region):
    """The number of opinions still hidden in a region: one for each round until it votes.

    With `last_opening` "together" the last two are opened at once, so one more is hidden until then.
    """
    late = box.last_opening > 0 and region == 1 and round_to_vote(table) == elections(box) - 1
    return region + late
