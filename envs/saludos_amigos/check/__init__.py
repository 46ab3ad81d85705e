"""Check that a table of Saludos Amigos! is safe to play on, given that all values are in their ranges.

A table without a fault can be played without reading out of bounds or looping for ever: the rules rely on
what is checked here.
"""

from ...core.engine.compile import rule
from ..table import Phase
from .council import check_council
from .draft import check_draft
from .faults import Fault
from .pieces import check_pieces
from .place import check_place, check_round

__all__ = ["Fault", "check"]


@rule
def check(box, table):
    """Return the first fault of the table, a Fault; NONE if there is none."""
    fault = check_pieces(box, table)
    if fault == Fault.NONE:
        fault = check_place(box, table)
    if fault == Fault.NONE and table.phase != Phase.OVER:
        fault = check_round(box, table)
        if fault == Fault.NONE:
            fault = check_draft(table)
        if fault == Fault.NONE:
            fault = check_council(table)
    return fault
