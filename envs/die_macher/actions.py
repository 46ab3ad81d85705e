"""The action space: everything a player can do, as numbered blocks."""

from ..core.engine.layout import Layout
from .table import (
    CABINET,
    CONTRIBUTIONS,
    FIRST_SECTION,
    KINDS,
    MOST_BID,
    REGIONS,
    SEATS,
    SECOND_SECTION,
    Lobby,
)

# The bid in thousands for each NUMBER. For meetings, of which there are at most 30, a NUMBER is the number.
RUNGS = (*range(31), *range(35, 101, 5), *range(110, 201, 10), 250, MOST_BID)
ACTIONS = Layout(
    ("pass", 1, "no, none, no more; in an auction: out of it"),
    ("yes", 1, "lay the tile, accept the coalition, publish the poll, place the media marker"),
    (
        "number",
        {"number": len(RUNGS)},
        "a bid of 0 to 30, 35 to 100, 110 to 200, 250, 300 thousand, or of all one has if it is less;"
        " 0 to 30 meetings to buy or to convert",
    ),
    ("region", {"region": REGIONS}, "a region: the current one, the next, the third, the fourth"),
    (
        "option",
        {"option": FIRST_SECTION + SECOND_SECTION},
        "an option of the sheet: three of section 1, four of section 2",
    ),
    ("player", {"seat": SEATS}, "oneself, or the player so many places to the left: name, ask, aim at"),
    ("force", {"seat": SEATS - 1}, "force the player 1 to 4 places to the left into a coalition"),
    ("kind", {"kind": KINDS}, "a stand on an issue, for and against issue 0, then issue 1, ...: that card"),
    ("card", {"card": CABINET}, "card 1 to 7 of the shadow cabinet"),
    (
        "lobby",
        {"lobby": len(Lobby)},
        "votes, a doubler, another's media marker, own trend up, another's trend down",
    ),
    ("accept", {"contribution": CONTRIBUTIONS}, "accept contribution 1 to 5"),
    ("refuse", {"contribution": CONTRIBUTIONS}, "refuse contribution 1 to 5"),
)
PASS = ACTIONS["pass"].start
YES = ACTIONS["yes"].start
NUMBER = ACTIONS["number"].start
REGION = ACTIONS["region"].start
OPTION = ACTIONS["option"].start
PLAYER = ACTIONS["player"].start
FORCE = ACTIONS["force"].start - 1  # FORCE + k is the player k places to the left, from 1
KIND = ACTIONS["kind"].start
CARD = ACTIONS["card"].start - 1  # CARD + c is card c, numbered from 1
LOBBY = ACTIONS["lobby"].start
ACCEPT = ACTIONS["accept"].start
REFUSE = ACTIONS["refuse"].start
