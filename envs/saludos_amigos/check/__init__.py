"""What is true of every table of Saludos Amigos!, at any moment of any game.

All values are within their declared ranges when this is asked. A table that passes leads neither out of
bounds nor into an endless round: the rules rely on what is checked here.
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
    """What is wrong with the table, a Fault; NONE when nothing is."""
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
