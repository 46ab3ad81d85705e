"""Phase 2: what to do in a turn."""

from ....envs.core.engine.compile import rule
from .effects import play_for_more
from .offices import choose_office
from .weights import END_TURN, PASS


@rule
def choose_turn(box, table, seat, legal, w, view, worth, held):
    """A card or an office that gives more, else a worker for an office, else the end of the turn."""
    action = play_for_more(box, table, seat, legal, w, view, worth, held)
    if action >= 0:
        return action
    if table.due > 0 and table.pool[seat] > 0:
        action = choose_office(box, table, seat, legal, w, view, worth, held)
        if action >= 0:
            return action
    return PASS if table.fresh == 0 else END_TURN
