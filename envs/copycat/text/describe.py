"""Descriptions of cards, offices and actions in words."""

import numpy as np

from ...core.text.words import count, number_of, text
from ..actions import ACTIONS
from ..box import effect_of, is_red, is_start
from ..table import DOCTORATE, Effect, Phase


def effect_in_words(effect: int, strength: int, charity_vp: int = 2) -> str:
    """An effect in short: "draw 2", "3 coins"."""
    number = int(strength)
    return {
        Effect.NONE: "nothing",
        Effect.DRAW: f"draw {number}",
        Effect.SWAP: f"swap up to {number}",
        Effect.DONATE: "pay coins to draw",
        Effect.WORKER: f"+{count(number, 'worker')}",
        Effect.TRASH_FOR_WORKER: "trash a card: +1 worker",
        Effect.EXTRA_OFFICE: "place another worker",
        Effect.ELBOWS: "place in a taken office",
        Effect.COIN: count(number, "coin"),
        Effect.DOUBLE_COINS: "double coins",
        Effect.BUY: "buy 1" if number == 1 else f"buy up to {number}",
        Effect.BUY_SPECIAL: "close up, buy 1",
        Effect.TRASH_FOR_COIN: "trash a card: 1 coin" if number == 1 else f"trash {number}: 1 coin each",
        Effect.COIN_OR_VP: f"1 coin or {int(charity_vp)} VP",
        Effect.VP: f"{number} VP",
        Effect.DOUBLE_TOKENS: "double tokens",
        Effect.REUSE_CARD: "use a card again",
        Effect.COPY_CARD: "copy a card",
        Effect.REUSE_WORKER: "use a worker again",
        Effect.KEEP: "keep cards",
    }[Effect(int(effect))]


def effect_in_full(box: np.record, effect: int, strength: int) -> str:
    """An effect in a sentence, for those who do not know the game."""
    number = int(strength)
    cards, as_many, each = (
        ("a card", "one", "") if number == 1 else (f"up to {number} cards", "as many", " each")
    )
    charity = int(box.charity_vp)
    laid = "" if box.any_order else " when hands are laid down"
    counted = "" if box.decline_points else laid
    return {
        Effect.NONE: "Does nothing and has no price: it comes along with whatever is bought to its right.",
        Effect.DRAW: f"Draw {count(number, 'card')} in your turn.",
        Effect.SWAP: f"Put {cards} of your hand into the temporary discards, and draw {as_many}.",
        Effect.DONATE: "Pay with coins of your hand and of your offices, and draw a card for each coin.",
        Effect.WORKER: f"Brings {count(number, 'worker')} more for this round.",
        Effect.TRASH_FOR_WORKER: "Remove a card of your hand from the game, for a worker more in this round.",
        Effect.EXTRA_OFFICE: "Place one worker more in this turn.",
        Effect.ELBOWS: "Place a worker of this turn in an office where another player has one.",
        Effect.COIN: f"Brings {count(number, 'coin')}{laid}.",
        Effect.DOUBLE_COINS: "Your coins of this round count double.",
        Effect.BUY: f"Buy {cards} of the street{laid}.",
        Effect.BUY_SPECIAL: "Close up the street and fill it anew; then buy one card.",
        Effect.TRASH_FOR_COIN: f"Remove {cards} of your hand from the game, for a coin{each}.",
        Effect.COIN_OR_VP: f"Brings one coin or {charity} VP, as you like.",
        Effect.VP: f"Brings {number} VP{counted}.",
        Effect.DOUBLE_TOKENS: "Your tokens of this round count double.",
        Effect.REUSE_CARD: "Use a card of your play area once more.",
        Effect.COPY_CARD: "Counts as another card of your play area.",
        Effect.REUSE_WORKER: "Use one of your workers once more in the same office.",
        Effect.KEEP: "Keep any cards of your hand for the next round.",
    }[Effect(int(effect))]


def card_in_full(box: np.record, card: int) -> str:
    """The effect of a card in a sentence."""
    if card == DOCTORATE:
        return "Each coin invested in it is a victory point. The last one ends the game with this round."
    return effect_in_full(box, effect_of(box, int(card)), box.card_strength[card])


_SHORT = {
    Effect.DONATE: "coins to draw",
    Effect.TRASH_FOR_WORKER: "trash for worker",
    Effect.EXTRA_OFFICE: "one more office",
    Effect.ELBOWS: "taken office",
    Effect.REUSE_CARD: "reuse card",
    Effect.COPY_CARD: "copy card",
    Effect.REUSE_WORKER: "reuse worker",
}


def card_in_short(box: np.record, card: int) -> str:
    """A card without its number, with its effect in short: "Bonus Payment (reuse worker)"."""
    if is_red(card):
        return f"{card_name(box, card)} (red)"
    effect = Effect(int(effect_of(box, int(card))))
    about = _SHORT.get(effect) or effect_in_words(effect, box.card_strength[card], box.charity_vp)
    return f"{card_name(box, card)} ({about})"


def card_name(box: np.record, card: int) -> str:
    """The title of a card."""
    if card == DOCTORATE:
        return "Doctorate"
    if not is_start(card):
        return text(box.card_name[int(card)])
    points = sorted(box.vp_start_numbers.tolist())
    return text(box.point_name[points.index(card)] if card in points else box.coin_name)


def card_in_words(box: np.record, card: int) -> str:
    """A card with its number and effect: "22 Industrialist (2 coins)"."""
    if card == DOCTORATE:
        return "a Doctorate"
    about = effect_in_words(effect_of(box, int(card)), box.card_strength[card], box.charity_vp)
    return f"{int(card)} {card_name(box, card)} ({about})"


def office_in_words(box: np.record, office: int) -> str:
    """An office with its number, counted from 1, and effect: "office 4 (buy up to 2)"."""
    about = effect_in_words(box.office_effect[office], box.office_strength[office])
    return f"office {office + 1} ({about})"


def describe(box: np.record, table: np.record, action: int) -> str:
    """Describe an action of the seat on turn."""
    name, number = ACTIONS.locate(int(action))
    phase = Phase(int(table.phase))
    if name == "card":
        return _card(box, phase, number + 1)
    if name == "place":
        tokens = int(table.office_tokens[number])
        taken = f", {count(tokens, 'token')}" if tokens else ""
        return f"Place a worker in {office_in_words(box, number)}{taken}"
    if name == "office":
        verb = "Pay with" if phase == Phase.DONATE else "Use"
        return f"{verb} {office_in_words(box, number)}{' once more' * (phase == Phase.REUSE_WORKER)}"
    if name == "buy":
        return _buy(box, table, number)
    if name == "invest":
        return ("Invest nothing", "Invest 1 coin", "Invest all coins")[number]
    if name == "vp":
        return f"Count a charity event as {int(box.charity_vp)} VP"
    return {
        "pass": "Take no more turns in this round",
        "end_turn": "End your turn",
        "done": _done(phase),
        "draw": "Draw a card",
        "coin": "Count a charity event as 1 coin",
    }[name]


def _card(box: np.record, phase: Phase, card: int) -> str:
    verb = {
        Phase.BID: "Choose",
        Phase.SWAP: "Swap",
        Phase.TRASH_FOR_WORKER: "Trash",
        Phase.TRASH_FOR_COIN: "Trash",
        Phase.DONATE: "Pay with",
        Phase.KEEP: "Keep",
        Phase.TABLE: "Use",
        Phase.REUSE_CARD: "Use",
        Phase.COPY_CARD: "Copy",
    }.get(phase, "Play")
    return f"{verb} {card_in_words(box, card)}{' once more' * (phase == Phase.REUSE_CARD)}"


def _buy(box: np.record, table: np.record, space: int) -> str:
    card = int(table.street[space])
    if card == 0:
        return f"Buy from space {space + 1}"
    reds = sum(map(is_red, table.street[:space].tolist()))
    surcharge = int(box.surcharge[space])
    if card == DOCTORATE:  # they are all alike
        price = f"on space {space + 1} for {number_of(surcharge, 'coin')} and what you invest"
    else:
        price = f"for {number_of(int(box.card_price[card]) + surcharge, 'coin')}"
    beside = f", with {count(reds, 'red card')}" if reds else ""
    return f"Buy {card_in_words(box, card)} {price}{beside}"


def _done(phase: Phase) -> str:
    return {
        Phase.SWAP: "Swap no more, and draw",
        Phase.DONATE: "Pay no more, and draw",
        Phase.DRAW: "Draw no more",
        Phase.HAND: "Lay down your cards",
        Phase.TRASH_FOR_COIN: "Trash no more",
        Phase.KEEP: "Keep no more",
        Phase.TABLE: "End your buying",
        Phase.REUSE_CARD: "No card is left for it",
        Phase.COPY_CARD: "No card is left for it",
        Phase.REUSE_WORKER: "No worker is left for it",
    }.get(phase, "Done")
