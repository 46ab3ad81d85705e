"""Check cards and tiles."""

from ...core.engine.compile import rule
from ..rules.common import cards_of, number_of
from ..table import PROJECTS, VALUES, Phase
from .faults import Fault


@rule
def check_pieces(box, table):
    for value in range(VALUES):
        if all_cards(table, value) != int(box.card_counts[value]):
            return Fault.CARDS_OF_A_VALUE_ARE_MISSING_OR_TOO_MANY
        for seat in range(int(table.seats)):
            if table.known[seat, value] > cards_of(table, seat, value):
                return Fault.MORE_CARDS_ARE_KNOWN_THAN_HELD
        fault = check_pile(table, value)
        if fault != Fault.NONE:
            return fault
    for project in range(PROJECTS):
        if table.bag[project] > box.tiles[project]:
            return Fault.A_PROJECT_HAS_TOO_MANY_TILES
    return Fault.NONE


@rule
def all_cards(table, value):
    cards = int(table.pile[value]) + int(table.discard[value])
    for seat in range(int(table.seats)):
        cards += cards_of(table, seat, value) + int(table.face_down[seat, value])
    return cards


@rule
def check_pile(table, value):
    """Check the numbers of cards drawn, shown, known and in the pile, on which a redeal relies."""
    pile, shown = int(table.shuffled[value]), 0
    seen = int(table.discard[value])  # cards shown are here, or turned up at the end of the game
    for seat in range(int(table.seats)):
        fresh, known = int(table.fresh[seat, value]), int(table.known[seat, value])
        pile += int(table.buried[seat, value]) - fresh
        shown += int(table.shown[seat, value])
        seen += known if table.phase == Phase.OVER else 0
        if table.shown[seat, value] > number_of(table.fresh[seat]):
            return Fault.MORE_CARDS_ARE_SHOWN_THAN_DRAWN_OR_DISCARDED
        held = cards_of(table, seat, value) + int(table.face_down[seat, value])
        if held + int(table.shown[seat, value]) < known + fresh:
            return Fault.A_SEAT_LACKS_CARDS_THAT_IT_HAS_DRAWN_AND_NOT_SHOWN
    if shown > seen:
        return Fault.MORE_CARDS_ARE_SHOWN_THAN_DRAWN_OR_DISCARDED
    if pile != int(table.pile[value]):
        return Fault.THE_PILE_IS_NOT_WHAT_WAS_SHUFFLED_LESS_WHAT_WAS_DRAWN
    return Fault.NONE
