"""Descriptions of things and actions in words."""

from collections.abc import Iterable

import numpy as np

from ...core.text.words import player, seats_of
from ..actions import ACTIONS
from ..rules.common import clockwise
from ..table import Draft, Phase


def millions(amount: int) -> str:
    return f"{int(amount)} million"


def joint(table: np.record, members: Iterable[int]) -> int:
    """The strength of these seats together."""
    return sum(int(table.strength[seat]) for seat in members)


def next_to_serve(table: np.record) -> int:
    """The seat whose share the proposer names next: itself first, then its partners clockwise."""
    seats, proposer = int(table.seats), int(table.proposer)
    for place in range(seats):
        seat = (proposer + place) % seats
        if table.in_draft[seat] and not table.draft_share[seat]:
            return seat
    return proposer


def describe(box: np.record, table: np.record, action: int) -> str:
    """Describe an action of the seat on turn."""
    name, number = ACTIONS.locate(int(action))
    phase, seat = int(table.phase), int(table.seat)
    if name == "pass":
        return {
            Phase.REROLL: f"Keep your {int(table.die[seat])}",
            Phase.FLOOR: "Pass the floor",
            Phase.SET: "Withdraw the proposal",
            Phase.SPLIT: "Withdraw the proposal",
            Phase.CALL: "Call no council",
            Phase.JOIN: "Stay out of the council",
            Phase.COAL_SPLIT: "Propose no new split",
        }.get(Phase(phase), "Pass")
    if name == "close":
        if phase == Phase.FLOOR:
            return f"Offer your own {int(table.strength[seat])} and ask for all {millions(table.pie)}"
        if phase == Phase.SET:
            inside = [i for i in seats_of(table) if table.in_draft[i]]
            return f"The coalition is complete: offer {joint(table, inside)}"
        return "Lay down no more cards"
    if name == "card":
        value = number + 1
        return {
            Phase.REROLL: f"Discard a {value} and roll again",
            Phase.CALL: f"Call a council: push a {value} forward",
            Phase.JOIN: f"Join the council: push a {value} forward",
        }.get(Phase(phase), f"Lay down a {value}")
    if name == "seat":
        partner = clockwise(table, seat, number + 1)
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
    asker, asked = player(table.responder), millions(table.asked[table.responder])
    if name == "grant":
        return f"Grant {asker} the {asked}, the difference from your share"
    if name == "hold":
        return f"Hold to {millions(table.draft_share[table.responder])} for {asker}"
    return f"Drop the proposal rather than give {asker} {asked}"
