"""What a player of Pig sees: everything."""

from hustings.envs.core.engine.layout import scaled
from hustings.envs.core.engine.views import View

from .table import Phase

VIEW = View(__name__)


@VIEW.each_player("points", scale=200)
def points(table, other):
    return scaled(table.points[other], 1 / 200)


@VIEW.each_player("1 for the seat to decide")
def on_turn(table, other):
    return table.seat == other


@VIEW.table("points of this turn", scale=200)
def pot(table):
    return scaled(table.pot, 1 / 200)


@VIEW.table("1 when the game is over")
def over(table):
    return table.phase == Phase.OVER


@VIEW.table("turns that have ended", scale=1000)
def turns(table):
    return scaled(table.turns, 1 / 1000)


observation, observe = VIEW.functions()
