"""What is true of every table of Copycat, at any moment of any game.

All values are within their declared ranges when this is asked. A table that passes leads neither out of
bounds nor into an endless round: the rules count on what is said here.
"""

from ...core.engine.compile import rule
from .cards import check_cards
from .faults import Fault
from .place import check_place
from .round import check_action, check_buying, check_choices

__all__ = ["Fault", "check"]


@rule
def check(box, table):
    """What is wrong with the table, a Fault; NONE when nothing is."""
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
