"""End of the game: the bonus for influence, and who wins."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import VALUES, Phase
from .common import number_of


@rule
def final_bonus(box, table):
    """Pay the value of the last tile for the highest sum of card values, in full to each in a tie."""
    seats = int(table.seats)
    most = 0
    for seat in range(seats):
        most = max(most, influence(table, seat))
    for seat in range(seats):
        if influence(table, seat) == most:
            table.bonus[seat] = box.base_value[int(table.project)]
            table.money[seat] += int(table.bonus[seat])
        turn_up(table, seat)


@rule
def turn_up(table, seat):
    """Turn up all cards of a seat."""
    for value in range(VALUES):
        shown = int(table.shown[seat, value]) + int(table.hand[seat, value]) - int(table.known[seat, value])
        table.shown[seat, value] = min(shown, number_of(table.fresh[seat]))
        table.known[seat, value] = table.hand[seat, value]


@rule
def influence(table, seat):
    return int(table.hand[seat, 0]) + 2 * int(table.hand[seat, 1]) + 3 * int(table.hand[seat, 2])


@rule
def finish(table):
    table.seat = NOBODY
    table.phase = Phase.OVER
    table.pie = 0
    for seat in range(int(table.seats)):
        table.die[seat] = 0
        table.strength[seat] = 0
        table.fails_left[seat] = 0


@rule
def score(box, table, seat):
    return int(table.money[seat])


@rule
def standing(box, table, seat):
    """Rank by money; nothing breaks ties."""
    return int(table.money[seat])
