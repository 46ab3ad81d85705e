"""The rules of Pig."""

from hustings.envs.core.engine import chance
from hustings.envs.core.engine.compile import rule
from hustings.envs.core.engine.game import NOBODY
from hustings.envs.core.engine.phases import Decision, phases

from .actions import HOLD, ROLL
from .table import MOST_TURNS, Phase, Stream


@rule
def setup(box, table):
    """Seat 0 begins."""
    table.seat = 0
    table.phase = Phase.TURN


@rule
def legal_turn(box, table, legal):
    legal[ROLL] = int(table.points[table.seat]) + int(table.pot) < int(box.goal)
    legal[HOLD] = table.pot > 0 or not legal[ROLL]


@rule
def turn(box, table, action):
    seat = int(table.seat)
    if action == ROLL:
        shown = chance.roll(table, Stream.DIE, int(box.sides))
        if shown > 1:
            table.pot += shown
            return
        table.pot = 0
    table.points[seat] += int(table.pot)
    table.pot = 0
    table.turns += 1
    if table.points[seat] >= box.goal or table.turns == MOST_TURNS:
        table.seat = NOBODY
        table.phase = Phase.OVER
    else:
        table.seat = (seat + 1) % int(table.seats)


@rule
def score(box, table, seat):
    return int(table.points[seat])


@rule
def round_now(box, table):
    return int(table.turns) // int(table.seats)


RULES = legal, act, advance, apply = phases(Decision(Phase.TURN, legal_turn, turn))
