"""The words for each phase: its name, the sentence for other players, the question to the seat on turn."""

import numpy as np

from ...core.text.prompts import Wording
from ...core.text.words import count, number_of, player
from ..rules.common import coins_left
from ..table import Phase
from .describe import card_in_words

_WORDS = {
    Phase.BID: Wording(
        "order of turns",
        "which card to put aside for the order of turns",
        "Which card do you put aside for the order of turns? The highest number goes first.",
    ),
    Phase.TURN: Wording("turn", "what to do in a turn", "What do you do in your turn?"),
    Phase.SWAP: Wording(
        "swap", "which cards to swap", "Which card do you swap? You draw as many as you put down."
    ),
    Phase.TRASH_FOR_WORKER: Wording(
        "trash for a worker", "which card to trash", "Which card do you trash for a worker?"
    ),
    Phase.DONATE: Wording("donation", "what to donate", "Which coins do you pay? You draw a card for each."),
    Phase.DRAW: Wording("drawing", "whether to draw a card", "Do you draw a card?"),
    Phase.HAND: Wording(
        "hand", "what to use before the hand is laid down", "What do you use before you lay down your hand?"
    ),
    Phase.TRASH_FOR_COIN: Wording(
        "trash for coins", "which cards to trash", "Which card do you trash for a coin?"
    ),
    Phase.KEEP: Wording("cards kept", "which cards to keep", "Which card do you keep for the next round?"),
    Phase.TABLE: Wording("purchases", "what to buy", "What do you buy?"),
    Phase.INVEST: Wording(
        "investment",
        "what to invest in the doctorate",
        "How much do you invest in the doctorate? Each coin is a point.",
    ),
    Phase.REUSE_CARD: Wording(
        "card once more", "which card to use once more", "Which card do you use once more?"
    ),
    Phase.COPY_CARD: Wording("copy", "which card to copy", "Which card does {acting} copy?"),
    Phase.REUSE_WORKER: Wording(
        "worker once more", "which worker to use once more", "Which worker do you use once more?"
    ),
}
phases = {int(phase): words.name for phase, words in _WORDS.items()}


def question(box: np.record, table: np.record) -> str:
    """The question to the seat on turn, with what it has left to use."""
    asks = _WORDS[Phase(int(table.phase))].asks
    acting = card_in_words(box, int(table.acting)) if table.acting else ""
    return asks.format(acting=acting) + _left(box, table)


def decision(box: np.record, table: np.record) -> str:
    """The sentence that says who decides what, without secrets."""
    if table.phase == Phase.OVER:
        return "The game is over."
    left = _left(box, table)
    return f"{player(table.seat)} decides {_WORDS[Phase(int(table.phase))].decides}{left}."


def is_buying(box: np.record, table: np.record) -> bool:
    """Whether the phase belongs to buying, when texts say what can be spent."""
    if table.phase in (Phase.BID, Phase.OVER):
        return False
    return bool(table.stage == Phase.TABLE or (table.stage == Phase.HAND and box.any_order))


def _left(box: np.record, table: np.record) -> str:
    """What the seat on turn has left to use, in brackets; "" for nothing."""
    phase, parts = Phase(int(table.phase)), []
    if phase == Phase.TURN:
        parts.append(f"{number_of(table.due, 'worker')} to place")
        elbows = min(int(table.elbows), int(table.due))
        if elbows:
            parts.append(f"{elbows} of them may go where another stands")
    elif phase in (Phase.SWAP, Phase.DRAW, Phase.TRASH_FOR_COIN):
        parts.append(f"{count(table.left, 'card')} at most")
    elif phase == Phase.DONATE:
        parts.append(f"{number_of(table.picked, 'coin')} paid")
    if is_buying(box, table):
        parts.append(
            f"{number_of(coins_left(table), 'coin')} and {number_of(table.purchases, 'purchase')} left"
        )
        if table.doublings:
            parts.append(f"coins times {1 + min(int(table.doublings), 2)}")
        if table.charity.any():
            parts.append(f"{count(table.charity.sum(), 'charity event')} to decide")
    return f" ({', '.join(parts)})" if parts else ""
