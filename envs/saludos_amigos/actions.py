"""Everything a player can say, numbered, and each in words."""

from ..core.layout import Layout
from ..core.words import player
from .table import LARGEST_PIE, SEATS, VALUES, Draft, Phase

LARGEST_SHARE = LARGEST_PIE - 1  # beside a partner, who gets at least 1

ACTIONS = Layout(
    ("pass", 1, "no reroll; no offer; no council; no new split"),
    ("close", 1, "offer alone (on the floor), the coalition is complete, or no more cards"),
    ("accept", 1, "accept the share offered"),
    ("reject", 1, "reject the share offered: the proposal fails"),
    ("grant", 1, "grant what the partner asks for, out of one's own share"),
    ("hold", 1, "hold to the offer: the partner accepts or rejects"),
    ("drop", 1, "drop the proposal"),
    ("card", VALUES, "a council card of value 1 to 3: discard it to reroll, push it forward, or bid it"),
    ("seat", SEATS - 1, "invite the player 1 to 6 seats clockwise"),
    ("amount", LARGEST_SHARE, "name a share of 1 to 11 million"),
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
AMOUNT = ACTIONS["amount"].start  # AMOUNT + a - 1 is a million


def millions(amount: int) -> str:
    return f"{int(amount)} million"


def next_to_serve(table) -> int:
    """The seat whose share the proposer names next: itself first, then its partners clockwise."""
    seats, proposer = int(table.seats), int(table.proposer)
    for place in range(seats):
        seat = (proposer + place) % seats
        if table.in_draft[seat] and not table.draft_share[seat]:
            return seat
    return proposer


def describe(box, table, action: int) -> str:
    """An action of the seat on turn in words."""
    name, number = ACTIONS.locate(int(action))
    phase, seat = int(table.phase), int(table.seat)
    if name == "pass":
        return {
            Phase.REROLL: f"Keep your {int(table.die[seat])}",
            Phase.FLOOR: "Pass the floor",
            Phase.CALL: "Call no council",
            Phase.JOIN: "Stay out of the council",
            Phase.COAL_SPLIT: "Propose no new split",
        }.get(Phase(phase), "Pass")
    if name == "close":
        if phase == Phase.FLOOR:
            return f"Offer your own {int(table.strength[seat])} and ask for all {millions(table.pie)}"
        if phase == Phase.SET:
            total = sum(int(table.strength[i]) for i in range(int(table.seats)) if table.in_draft[i])
            return f"The coalition is complete: offer {total}"
        return "Lay down no more cards"
    if name == "card":
        value = number + 1
        return {
            Phase.REROLL: f"Discard a {value} and roll again",
            Phase.CALL: f"Call a council: push a {value} forward",
            Phase.JOIN: f"Join the council: push a {value} forward",
        }.get(Phase(phase), f"Lay down a {value}")
    if name == "seat":
        partner = (seat + number + 1) % int(table.seats)
        return f"Invite {player(partner)} (strength {int(table.strength[partner])})"
    if name == "amount":
        amount = number + 1
        if phase == Phase.RESPOND:
            return f"Ask for {millions(amount)} instead of {int(table.draft_share[seat])}"
        if phase == Phase.REPLY:
            return f"Offer {player(table.responder)} {millions(amount)}, the difference from your share"
        served = next_to_serve(table)
        return f"Offer {millions(amount)} to {'yourself' if served == seat else player(served)}"
    proposal = {
        Draft.NEGOTIATION: "the coalition",
        Draft.OPPOSITION: "the opposition's split",
        Draft.COALITION: "the coalition's new split",
    }.get(Draft(int(table.draft)), "the proposal")
    if name in ("accept", "reject"):
        return f"{name.capitalize()} {millions(table.draft_share[seat])} in {proposal}"
    asker = player(table.responder)
    if name == "grant":
        return f"Grant {asker} the {millions(table.demand)}, the difference from your share"
    if name == "hold":
        return f"Hold to {millions(table.draft_share[table.responder])} for {asker}"
    return f"Drop the proposal rather than give {asker} {millions(table.demand)}"
