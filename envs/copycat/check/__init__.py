"""Check that a table of Copycat is safe to play on, given that all values are in their declared ranges.

A table without a fault can be played without reading out of bounds or looping for ever: the rules rely on
what is checked here.
"""

from ...core.engine.compile import rule
from .cards import check_cards
from .faults import Fault
from .place import check_place
from .round import check_action, check_buying, check_choices

__all__ = ["Fault", "check"]


@rule
def check(box, table):
    """Return the first fault of the table, a Fault; NONE if there is none."""
    fault = check_place(box, table)
    if fault == Fault.NONE:
        fault = check_cards(table)
    if fault == Fault.NONE:
        fault = check_choices(table)
    if fault == Fault.NONE:
        fault = check_action(box, table)
    if fault == Fault.NONE:
        fault = check_buying(box, table)
    return fault
