"""Prompts for people at a terminal or in a browser; see `core/text/prompts.py`."""

import functools
from collections.abc import Hashable

import numpy as np

from ...core.text.prompts import Form, one_by_one
from ...core.text.words import count, joined, player, seats_of
from ..actions import ACTIONS, DONE, PASS
from ..box import Effect, effect_of, is_red
from ..rules.actions import donation
from ..rules.common import coins_left, is_grey, is_upright
from ..rules.effects import original
from ..rules.purchases import legal_purchases, price_of
from ..table import DOCTORATE, IN_HAND, KNOWN, LAID, NO_CARD, SPENT, Phase, Worker, Zone
from .board import ends_with_this_round, lying
from .describe import card_in_full, effect_in_full
from .gains import gains  # noqa: F401 (what `Prompts.gains` says)
from .questions import is_buying, phases, question  # noqa: F401 (`Prompts.phases`)

_LETTERS = {"card": "c", "place": "o", "office": "u", "buy": "b"}
_WORDS = {"done": "0", "draw": "d", "coin": "k", "vp": "v", "pass": "0", "end_turn": "0"}
_INVEST = ("0", "1", "all")


def key(box: np.record, table: np.record, action: int) -> str:
    """What to type for an action: 0 stops, c12 is card 12, o4 office 4, u4 the worker in it, b3 space 3."""
    name, number = ACTIONS.locate(action)
    if name == "invest":
        return _INVEST[number]
    return f"{_LETTERS[name]}{number + 1}" if name in _LETTERS else _WORDS[name]


def points(table: np.record, number: int) -> str:
    """A number of victory points."""
    return f"{int(number)} VP"


def stage(box: np.record, table: np.record) -> Hashable:
    """A value that changes when the board is due: at the start of a round, and for the purchases."""
    return int(table.round_number), table.phase != Phase.BID and table.stage != Phase.TURN


def loss(box: np.record, table: np.record, stop: int, others: list[int]) -> str:
    """What stopping would give up: placements, cards and offices to use, points, or cards to buy."""
    kinds = {ACTIONS.locate(action)[0] for action in others}
    if table.phase == Phase.TABLE:
        purse = f"{count(coins_left(table), 'coin')} and {count(table.purchases, 'purchase')} left"
        enough = f"{purse}, enough for a card of the street. " if "buy" in kinds else ""
        return (enough + _unused(box, table, others)).rstrip()
    if table.phase == Phase.HAND:
        return _before_it_lies(box, others)
    if table.phase != Phase.TURN:
        return ""
    left = int(table.pool[int(table.seat)])
    if table.due and "place" in kinds:
        if stop == PASS:  # which gives up all later turns, too
            return f"You still have {count(left, 'worker')} to place."
        return f"You could still place {count(table.due, 'worker')}."
    if {"card", "office"} & kinds and (stop == PASS or not left):
        return "You could still play cards or use offices, and this is your last turn of the round."
    return ""


def _unused(box: np.record, table: np.record, others: list[int]) -> str:
    """What could still bring points or a purchase at the table; "" for nothing."""
    found = [name for name, number in map(ACTIONS.locate, others) if _brings(box, table, name, number)]
    names = [_MANY[name] for name in dict.fromkeys(found)]
    return f"You could still use {joined(names)}." if names else ""


_MANY = {"card": "cards", "office": "offices", "vp": "charity events"}


def _brings(box: np.record, table: np.record, name: str, number: int) -> bool:
    """Whether an action at the table brings anything; charity events become points by themselves."""
    if name not in ("card", "office"):
        return name == "vp" and bool(box.decline_points)
    effect = effect_of(box, number + 1) if name == "card" else int(box.office_effect[number])
    return any(_is_worth(table, each) for each in _reach(box, table, effect))


def _reach(box: np.record, table: np.record, effect: int) -> set[int]:
    """An effect, or of a grey one those that may be used again."""
    if not is_grey(effect):
        return {effect}
    seat = int(table.seat)
    workers = np.isin(table.worker[seat], (Worker.STANDING, Worker.LYING))
    offices = set(box.office_effect[workers].tolist())
    cards = {int(effect_of(box, original(box, table, card))) for card in lying(table, seat, *_IN_PLAY)}
    found = offices if effect == Effect.REUSE_WORKER else cards
    found |= cards if Effect.REUSE_CARD in found else set()
    return found | (offices if Effect.REUSE_WORKER in found else set())


_IN_PLAY = (Zone.LAID, Zone.USED, Zone.SPENT)


def _is_worth(table: np.record, effect: int) -> bool:
    """Whether an effect can bring points at the table, or help to buy."""
    if effect == Effect.DOUBLE_TOKENS:
        return table.tokens[int(table.seat)] > 0 and table.token_doublings < 2
    if effect in (Effect.BUY, Effect.BUY_SPECIAL):
        return coins_left(table) > 0
    if effect in (Effect.COIN, Effect.DOUBLE_COINS):
        return table.purchases > 0 and (effect == Effect.COIN or table.doublings < 2)
    return effect in (Effect.VP, Effect.COIN_OR_VP)


def _before_it_lies(box: np.record, others: list[int]) -> str:
    """What is too late when the hand is laid down: keeping cards, and the offices that trash them."""
    cards = {number + 1 for name, number in map(ACTIONS.locate, others) if name == "card"}
    offices = {number for name, number in map(ACTIONS.locate, others) if name == "office"}
    parts = ["keep cards"] if any(effect_of(box, card) == Effect.KEEP for card in cards) else []
    parts += ["trash cards for coins"] * any(box.office_effect[o] == Effect.TRASH_FOR_COIN for o in offices)
    return f"You could still {joined(parts)}, but no longer once your hand is laid down." if parts else ""


def matters(box: np.record, table: np.record, seat: int) -> list[str]:
    """The question, and the facts that matter for the decision."""
    if table.phase == Phase.OVER:
        return []
    last = ["The game ends with this round."] if ends_with_this_round(box, table) else []
    if table.phase == Phase.BID:
        points = ", ".join(f"{player(i)} {int(table.vp[i])}" for i in seats_of(table))
        so_far = f"Round {int(table.round_number)}. VP: {points}; the end: {int(box.end_points)} VP."
        return [question(box, table), so_far, *last]
    return [question(box, table), *_buying(box, table), *last]


def thing(box: np.record, table: np.record, action: int) -> str:
    """The thing on the picture that an action is about: a card where it lies, an office, a space."""
    name, number = ACTIONS.locate(action)
    if name == "card":
        zone = int(table.zone[int(table.seat), number + 1])
        if zone in (IN_HAND, KNOWN):
            return f"hand {number + 1}"
        return f"played {int(table.seat)} {number + 1}" if LAID <= zone <= SPENT else ""
    if name in ("place", "office"):
        return f"office {number}"
    return f"space {number}" if name == "buy" else ""


_PURPOSES = {
    Phase.BID: "It is out of use for this round.",
    Phase.SWAP: "It goes to the temporary discards.",
    Phase.TRASH_FOR_WORKER: "It is out of the game.",
    Phase.TRASH_FOR_COIN: "It is out of the game.",
    Phase.KEEP: "It stays in hand for the next round.",
    Phase.COPY_CARD: "",
}


def effect(box: np.record, table: np.record, action: int) -> str:
    """The effect of an action, for those who do not know the game."""
    name, number = ACTIONS.locate(action)
    phase = Phase(int(table.phase))
    if name == "card":
        words = _PURPOSES[phase] if phase in _PURPOSES else _of_a_card(box, table, number + 1)
    elif name in ("place", "office"):
        words = effect_in_full(box, int(box.office_effect[number]), int(box.office_strength[number]))
    elif name == "buy" and table.street[number]:
        words = card_in_full(box, int(table.street[number]))
    else:
        return ""
    if phase == Phase.DONATE:
        paid = donation(box, number + 1) if name == "card" else int(box.office_strength[number])
        return f"Pays {count(paid, 'coin')}, which no longer buys anything."
    at_once = phase in (Phase.TABLE, Phase.REUSE_CARD, Phase.REUSE_WORKER) and name != "buy"
    return words.replace(" when hands are laid down", "") if at_once else words


def _of_a_card(box: np.record, table: np.record, card: int) -> str:
    """The effect of a card of the hand; the workers are those that a seat may still get in this round."""
    if effect_of(box, card) != Effect.WORKER:
        return card_in_full(box, card)
    left = int(box.recruits) - int(table.recruited[int(table.seat)])
    return effect_in_full(box, Effect.WORKER, min(int(box.card_strength[card]), left))


def why_not(box: np.record, table: np.record, thing: str) -> str:
    """Why the player cannot buy a card of the street or use a card of the hand."""
    kind, _, number = thing.partition(" ")
    if kind == "hand":
        return "You keep it." if table.kept[int(number)] else "It does nothing now."
    card = int(table.street[int(number)]) if kind == "space" else NO_CARD
    if card == NO_CARD:
        return ""
    if is_red(card):
        return "A red card cannot be bought."
    price, coins = int(price_of(box, table, int(number))), int(coins_left(table))
    least = price + (int(box.min_invest) if card == DOCTORATE else 0)
    return f"It costs {count(least, 'coin')}, and you have {coins}." if least > coins else ""


def form(box: np.record, table: np.record, legal: list[int]) -> Form | None:
    """A form for the workers placed in one turn, or for the cards of one action; else None."""
    phase, about = Phase(int(table.phase)), functools.partial(thing, box, table)
    if phase == Phase.TURN:
        workers = min(int(table.due), int(table.pool[int(table.seat)]))
        places = [action for action in legal if ACTIONS.locate(action)[0] == "place"]
        if workers > 1 and len(places) > 1:
            return one_by_one(f"Place {workers} workers at once", places, about, workers, phase)
    cards = [action for action in legal if ACTIONS.locate(action)[0] == "card"]
    if phase in (Phase.SWAP, Phase.TRASH_FOR_COIN) and table.left > 1 and len(cards) > 1:
        most = min(int(table.left), len(cards))
        return one_by_one("Choose several cards", cards, about, most, phase, then=DONE)
    return None


def _buying(box: np.record, table: np.record) -> list[str]:
    """How many cards of the street the coins left pay for; the question has the coins."""
    if table.phase not in (Phase.HAND, Phase.TABLE) or not is_buying(box, table):
        return []
    if not table.purchases:
        buys = np.isin(box.office_effect, (Effect.BUY, Effect.BUY_SPECIAL))
        waits = any(is_upright(table, int(table.seat), office) for office in np.flatnonzero(buys))
        return ["An office still brings you a purchase." if waits else "You have no purchase left."]
    legal = np.zeros(ACTIONS.size, np.bool_)
    legal_purchases(box, table, legal)
    number = int(legal.sum())
    each = ", each by itself" if number > 1 else ""
    return [f"You can pay for {count(number, 'card')} of the street{each}."]
