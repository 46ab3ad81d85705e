"""The action space: everything a player can do, as numbered blocks."""

from ..core.engine.layout import Layout
from .table import CARDS, OFFICES, STREET

ACTIONS = Layout(
    ("pass", 1, "take no more turns in this round"),
    ("end_turn", 1, "end the turn after placing a worker"),
    ("done", 1, "stop choosing, or end this part of the buying"),
    ("draw", 1, "draw one more card"),
    ("card", {"card": CARDS}, "card 1 to 61 by its number: bid, play, or choose it"),
    ("place", {"office": OFFICES}, "place a worker in office 0 to 24 of the box"),
    ("office", {"office": OFFICES}, "use the worker in that office, or choose it"),
    ("buy", {"space": STREET}, "buy the card on space 0 to 10 of the street"),
    ("invest", {"amount": 3}, "invest no coin, one coin, or all coins in the doctorate"),
    ("coin", 1, "count a charity event as a coin"),
    ("vp", 1, "count a charity event as victory points"),
)
PASS = ACTIONS["pass"].start
END_TURN = ACTIONS["end_turn"].start
DONE = ACTIONS["done"].start
DRAW = ACTIONS["draw"].start
CARD = ACTIONS["card"].start - 1  # CARD + c is card c, numbered from 1
PLACE = ACTIONS["place"].start
OFFICE = ACTIONS["office"].start
BUY = ACTIONS["buy"].start
INVEST_NONE, INVEST_ONE, INVEST_ALL = range(ACTIONS["invest"].start, ACTIONS["invest"].stop)
COIN = ACTIONS["coin"].start
VP = ACTIONS["vp"].start
