"""Check that a table of Die Macher is safe to play on.

A table without a fault can be played, observed and redealt without reading out of bounds or looping for ever:
the rules rely on what is checked here. Each part relies on the parts before it.
"""

from ...core.engine.compile import rule
from .cards import check_opinions, check_polls, check_programmes
from .faults import Fault
from .parties import check_parties
from .phases import check_phase
from .regions import check_regions
from .rounds import check_round


@rule
def check(box, table):
    """Return the first fault of a table whose fields are in their ranges; NONE if there is none."""
    fault = check_round(box, table)
    if fault == Fault.NONE:
        fault = check_regions(box, table)
    if fault == Fault.NONE:
        fault = check_opinions(table)
    if fault == Fault.NONE:
        fault = check_parties(box, table)
    if fault == Fault.NONE:
        fault = check_programmes(table)
    if fault == Fault.NONE:
        fault = check_polls(table)
    if fault == Fault.NONE:
        fault = check_phase(box, table)
    return fault
