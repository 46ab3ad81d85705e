"""Check that a table of Liberté is safe to play on.

A table without a fault can be observed, redealt and, if any action is legal, played without reading out of
bounds or looping for ever: the rules rely on what is checked here. Each part relies on the parts before it.
"""

from ...core.engine.compile import rule
from .action import check_action
from .blocks import check_blocks
from .cards import check_cards, check_displays
from .election import check_election
from .faults import Fault
from .turn import check_turn


@rule
def check(box, table):
    """Return the first fault of a table whose fields are in their ranges; NONE if there is none."""
    fault = check_turn(box, table)
    if fault == Fault.NONE:
        fault = check_blocks(box, table)
    if fault == Fault.NONE:
        fault = check_cards(table)
    if fault == Fault.NONE:
        fault = check_displays(box, table)
    if fault == Fault.NONE:
        fault = check_action(box, table)
    if fault == Fault.NONE:
        fault = check_election(box, table)
    return fault
