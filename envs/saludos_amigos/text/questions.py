"""The words for each phase: its name, the sentence for other players, the question to the seat on turn."""

import numpy as np

from ...core.text.prompts import Wording
from ...core.text.words import player
from ..table import Draft, Phase
from .describe import millions, next_to_serve

_WORDS = {
    Phase.REROLL: Wording(
        "rolling again",
        "whether to roll again",
        "You rolled a {die}. Do you give up a card to roll again?",
    ),
    Phase.FLOOR: Wording(
        "floor", "what to offer", "You have the floor. Do you make an offer, alone or with partners?"
    ),
    Phase.SET: Wording(
        "partners", "whom to invite", "Whom else do you invite, or is the coalition complete?"
    ),
    Phase.SPLIT: Wording("shares", "who is to get how much", "How many million for {served}?"),
    Phase.RESPOND: Wording(
        "answer to an offer",
        "whether to accept {share} of {pie} from {proposer}",
        "{proposer} offers you {share} of {pie}{about}. Do you accept?",
    ),
    Phase.REPLY: Wording(
        "answer to a demand",
        "whether to give {partner} {asked} instead of {offered}",
        "{partner} asks for {asked} instead of {offered}{about}. Do you grant it?",
    ),
    Phase.CALL: Wording(
        "calling a council",
        "whether to call a council",
        "Do you call a council against the coalition? You push a card forward for it, face down.",
    ),
    Phase.JOIN: Wording(
        "joining the council",
        "whether to join the opposition",
        "Do you join the council that {caller} has called? You push a card forward for it, face down.",
    ),
    Phase.OPP_SPLIT: Wording(
        "split of the opposition",
        "how the opposition is to share",
        "How is the opposition to share, should it win? How many million for {served}?",
    ),
    Phase.COAL_SPLIT: Wording(
        "new split of the coalition",
        "whether the coalition is to share anew",
        "Do you propose that the coalition shares anew? How many million then for {served}?",
    ),
    Phase.BID: Wording(
        "cards for the council",
        "which cards to lay down in the council",
        "Which cards do you lay down in the council? Their values count; they are gone, win or lose.",
    ),
}
phases = {int(phase): words.name for phase, words in _WORDS.items()}


def question(table: np.record) -> str:
    """The question to the seat on turn."""
    return _filled(table, _WORDS[Phase(int(table.phase))].asks, "you")


def decision(table: np.record) -> str:
    """The sentence that says who decides what, without secrets."""
    if table.phase == Phase.OVER:
        return "The game is over."
    return f"{player(table.seat)} decides {_filled(table, _WORDS[Phase(int(table.phase))].decides, '')}."


_ABOUT = {Draft.OPPOSITION: " should the opposition win", Draft.COALITION: " in a new split of the coalition"}


def _filled(table: np.record, words: str, you: str) -> str:
    seat, partner = int(table.seat), int(table.responder)
    served = next_to_serve(table)
    return words.format(
        die=int(table.die[seat]),
        served="yourself" if you and served == seat else player(served),
        share=int(table.draft_share[seat]),
        pie=millions(table.pie),
        proposer=player(table.proposer),
        about=_ABOUT.get(Draft(int(table.draft)), ""),
        partner=player(partner),
        asked=millions(table.asked[partner]),
        offered=int(table.draft_share[partner]),
        caller=player(table.caller),
    )
