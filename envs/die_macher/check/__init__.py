"""What is true of every table of Die Macher, at any moment of any game.

A table without a fault can be played on, looked at and dealt afresh. Each part counts on those before it.
"""

from ...core.engine.compile import rule
from .cards import check_opinions, check_polls, check_programmes
from .faults import Fault
from .parties import check_elections, check_parties
from .phases import check_phase
from .regions import check_regions
from .rounds import check_round


@rule
def check(box, table):
    """The first fault of a table whose fields are in their ranges; NONE for none."""
    fault = check_round(box, table)
    if fault == Fault.NONE:
        fault = check_regions(box, table)
    if fault == Fault.NONE:
        fault = check_opinions(box, table)
    if fault == Fault.NONE:
        fault = check_parties(box, table)
    if fault == Fault.NONE:
        fault = check_elections(box, table)
    if fault == Fault.NONE:
        fault = check_programmes(table)
    if fault == Fault.NONE:
        fault = check_polls(box, table)
    if fault == Fault.NONE:
        fault = check_phase(box, table)
    return fault
