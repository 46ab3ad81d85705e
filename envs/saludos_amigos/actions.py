"""The action space: everything a player can do, as numbered blocks."""

from ..core.engine.layout import Layout
from .table import LARGEST_PIE, SEATS, VALUES

LARGEST_SHARE = LARGEST_PIE - 1  # the least a partner gets is 1
ACTIONS = Layout(
    ("pass", 1, "no reroll; no offer; no council; no new split; the proposal is withdrawn"),
    ("close", 1, "offer alone (on the floor), the coalition is complete, or no more cards"),
    ("accept", 1, "accept the share offered"),
    ("reject", 1, "reject the share offered: the proposal fails"),
    ("grant", 1, "grant what the partner asks for, out of one's own share"),
    ("hold", 1, "hold to the offer: the partner accepts or rejects"),
    ("drop", 1, "drop the proposal"),
    (
        "card",
        {"value": VALUES},
        "a council card of value 1 to 3: discard it to reroll, push it forward, or bid it",
    ),
    ("seat", {"seat": SEATS - 1}, "invite the player 1 to 6 seats clockwise"),
    ("amount", {"amount": LARGEST_SHARE}, "name a share of 1 to 11 million"),
)
PASS = ACTIONS["pass"].start
CLOSE = ACTIONS["close"].start
ACCEPT = ACTIONS["accept"].start
REJECT = ACTIONS["reject"].start
GRANT = ACTIONS["grant"].start
HOLD = ACTIONS["hold"].start
DROP = ACTIONS["drop"].start
CARD = ACTIONS["card"].start  # CARD + v - 1 is the card of value v
SEAT = ACTIONS["seat"].start  # SEAT + k - 1 is the player k seats clockwise
AMOUNT = ACTIONS["amount"].start  # AMOUNT + a - 1 is a share of a million
