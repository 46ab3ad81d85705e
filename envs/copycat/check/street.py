"""Supply and street."""

from ...core.engine.compile import rule
from ..box import PERIODS
from ..table import CARDS, DOCTORATE, IN_SUPPLY, NO_CARD, STREET, Phase
from .faults import Fault


@rule
def check_street(box, table):
    supplied, soonest, latest = False, PERIODS + 1, 0
    for card in range(1, CARDS + 1):
        if table.place[card] == IN_SUPPLY:
            supplied = True
            soonest = min(soonest, int(box.card_period[card]))
    doctorates, gap = 0, False
    for space in range(STREET):
        card = int(table.street[space])
        if card == DOCTORATE:
            doctorates += 1
        elif card != NO_CARD:
            latest = max(latest, int(box.card_period[card]))
        # Only purchases leave gaps, until the supply is used up.
        if card == NO_CARD:
            gap = True
        elif gap and table.stage == Phase.TURN:
            return Fault.THE_STREET_HAS_GAPS
    if gap and table.stage == Phase.TURN and (supplied or table.doctorates_left > 0):
        return Fault.THE_STREET_HAS_GAPS
    if latest > soonest:
        return Fault.A_CARD_OF_A_LATER_PERIOD_CAME_FIRST
    if doctorates > 0 and supplied:
        return Fault.A_DOCTORATE_LIES_ABOVE_THE_SUPPLY
    return check_doctorates(table, doctorates)


@rule
def check_doctorates(table, shown):
    """One for each player; those cleared from the street unbought are out of the game."""
    bought, left = 0, int(table.doctorates_left)
    for seat in range(int(table.seats)):
        bought += int(table.doctorates[seat])
    total = bought + shown + left
    if total > int(table.seats) or (left > 0 and total < int(table.seats)):
        return Fault.A_DOCTORATE_IS_MISSING_OR_TOO_MANY
    if table.last_doctorate and (shown > 0 or left > 0 or bought == 0):
        return Fault.THE_LAST_DOCTORATE_IS_NOT_THE_LAST
    return Fault.NONE
