"""The action space: everything a player can do, as numbered blocks."""

from ..core.engine.layout import Layout
from .table import CARDS, FACE_UP, PROVINCES, SEATS

ACTIONS = Layout(
    ("pass", 1, "do nothing, stop, or choose no card"),
    ("deck", 1, "draw from the deck"),
    ("face_up", {"place": FACE_UP}, "take the first, second or third of the cards face up"),
    ("exchange", 1, "discard two cards, then draw one"),
    ("blocks", 1, "use the card for its blocks"),
    ("cannon", 1, "use the card to place a control token in the battle box"),
    ("display", 1, "put the card played into the personal display"),
    ("discard", 1, "discard the card played"),
    (
        "card",
        {"card": CARDS},
        "card 1 to 110 of the box: play, discard, choose for a tie, or hit it with a special",
    ),
    (
        "province",
        {"province": PROVINCES},
        "province 0 to 29 of the box: place a block there, or hit a stack there",
    ),
    ("stack", {"seat": SEATS}, "hit the stack of the player 0 to 5 seats clockwise"),
)
PASS = ACTIONS["pass"].start
DECK = ACTIONS["deck"].start
FACE_UP_CARD = ACTIONS["face_up"].start
EXCHANGE = ACTIONS["exchange"].start
BLOCKS = ACTIONS["blocks"].start
CANNON = ACTIONS["cannon"].start
DISPLAY_CARD = ACTIONS["display"].start
DISCARD_CARD = ACTIONS["discard"].start
CARD = ACTIONS["card"].start - 1  # CARD + c is card c, numbered from 1
PROVINCE = ACTIONS["province"].start
STACK = ACTIONS["stack"].start
