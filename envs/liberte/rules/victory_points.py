"""7 Victory points, and the end of a turn."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import COLOURS, WHITE, Ending, Phase, Tie
from .battle import mark_lost_battles
from .the_end import finish
from .ties import clear_tie, open_tie

ANY_NUMBER = 127  # for `below`: more blocks than anybody can take


@rule
def most_collected(table, colour, below):
    """The most blocks of a colour that anybody with fewer than `below` has taken in this election."""
    most = 0
    for seat in range(int(table.seats)):
        number = int(table.collected[colour, seat])
        if number < below:
            most = max(most, number)
    return most


@rule
def contend(table, colour, number):
    """Make the seats with this number of blocks, if not 0, contenders; return how many there are."""
    level = 0
    for seat in range(int(table.seats)):
        table.contender[seat] = 1 if number > 0 and table.collected[colour, seat] == number else 0
        level += int(table.contender[seat])
    return level


@rule
def pay_contenders(table, points):
    for seat in range(int(table.seats)):
        if table.contender[seat]:
            table.vp[seat] += points


@rule
def pay_tie(table, winner, points, shared):
    """Pay the winner of a tie, or without one all who are still in it."""
    if winner != NOBODY:
        table.vp[winner] += points
    else:
        pay_contenders(table, shared)


@rule
def first_place(box, table):
    """Give first place to the most blocks of the government's colour."""
    colour = int(table.government)
    most = most_collected(table, colour, ANY_NUMBER)
    level = contend(table, colour, most)
    if level > 1:
        open_tie(table, Tie.FIRST)
        return
    pay_contenders(table, int(box.first_vp))
    contend(table, colour, most_collected(table, colour, most))
    table.phase = Phase.SECOND_PLACE


@rule
def end_first_tie(box, table, winner):
    """Pay first place and find the contenders for second.

    They are those who fell out last with the highest card (LIB-7.22, LIB-7.24), or if nobody fell out, those
    with the next most blocks (LIB-7.23).
    """
    pay_tie(table, winner, int(box.first_vp), int(box.shared_first_vp))
    last = 0
    for seat in range(int(table.seats)):
        last = max(last, int(table.fell[seat]))
    if last > 0:
        for seat in range(int(table.seats)):
            table.contender[seat] = 1 if table.fell[seat] == last else 0
    else:
        colour = int(table.government)
        contend(table, colour, most_collected(table, colour, most_collected(table, colour, ANY_NUMBER)))
    table.phase = Phase.SECOND_PLACE


@rule
def second_place(box, table):
    """Pay second place to the only contender, or open a tie among several."""
    level = 0
    for seat in range(int(table.seats)):
        level += int(table.contender[seat])
    if level > 1:
        open_tie(table, Tie.SECOND)
    else:
        pay_contenders(table, int(box.second_vp))
        clear_tie(table)
        table.phase = Phase.OPPOSITION_PLACE


@rule
def end_second_tie(box, table, winner):
    pay_tie(table, winner, int(box.second_vp), int(box.shared_second_vp))
    clear_tie(table)
    table.phase = Phase.OPPOSITION_PLACE


@rule
def opposition_place(box, table):
    """Give the opposition's place to the most blocks of its colour."""
    colour = int(table.opposition)
    if contend(table, colour, most_collected(table, colour, ANY_NUMBER)) > 1:
        open_tie(table, Tie.OPPOSITION_FIRST)
        return
    pay_contenders(table, int(box.opposition_vp))
    clear_tie(table)
    table.phase = Phase.TURN_DONE


@rule
def end_opposition_tie(box, table, winner):
    pay_tie(table, winner, int(box.opposition_vp), int(box.shared_opposition_vp))
    clear_tie(table)
    table.phase = Phase.TURN_DONE


@rule
def turn_done(box, table):
    """Mark presence in the government, return the blocks taken to the stock, and end the turn."""
    for seat in range(int(table.seats)):
        table.presence[seat] = 1 if table.collected[int(table.government), seat] > 0 else 0
        for colour in range(WHITE, COLOURS):
            table.stock[colour] += table.collected[colour, seat]
            table.collected[colour, seat] = 0
    mark_lost_battles(table)
    if table.turn == box.turns:
        finish(box, table, Ending.FOUR_TURNS)
    else:
        table.phase = Phase.NEW_TURN
