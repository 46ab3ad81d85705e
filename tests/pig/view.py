"""What a player of Pig sees: everything."""

from hustings.envs.core.engine.views import View

from .table import FIELDS, Phase

VIEW = View(__name__, FIELDS)

VIEW.field("points", "points", scale=200, each_player=True)


@VIEW.each_player("1 for the seat to decide")
def on_turn(table, other):
    return table.seat == other


VIEW.field("pot", "points of this turn", scale=200)


@VIEW.table("1 when the game is over")
def over(table):
    return table.phase == Phase.OVER


VIEW.field("turns", "turns that have ended", scale=1000)

observation, observe = VIEW.functions()
