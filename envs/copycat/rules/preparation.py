"""0 Preparation."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ..box import is_start
from ..table import BUS, CARDS, IN_DRAW, IN_SUPPLY, OFFICES
from .planning import new_round
from .street import fill_street, open_office


@rule
def setup(box, table):
    """Lay out decks, supply, street and offices, and draw the order of the bus."""
    seats = int(table.seats)
    for card in range(1, CARDS + 1):
        if is_start(card):
            for seat in range(seats):
                table.zone[seat, card] = IN_DRAW
                table.draw_size[seat] += 1
        elif seats > 2 or not box.not_with_two[card]:
            table.place[card] = IN_SUPPLY
    table.doctorates_left = seats
    fill_street(box, table)
    for office in range(OFFICES):
        if box.office_section[office] == 0 and box.office_players[office] <= seats:
            table.open[office] = 1
    open_office(box, table)
    chance.permute(table, BUS, table.order, seats)
    new_round(box, table)
