"""Prompts for people at a terminal or in a browser; see `core/text/prompts.py`."""

import functools
from collections.abc import Hashable

import numpy as np

from ...core.text.prompts import Form, one_by_one
from ...core.text.words import count, joined, player, seats_of, text, wrapped
from ..actions import ACTIONS, PASS, PROVINCE
from ..box import ANYWHERE, CLUB, GENERAL, TERROR
from ..rules.battle import has_general
from ..rules.playing import first_province, free_tokens, may_place, past_provinces
from ..rules.provinces import province_voting
from ..rules.specials import is_card_target, is_stack_target, may_play_special, meets_condition
from ..table import COLOURS, IDLE_ROUNDS, RED, WHITE, Ending, Phase, Tie
from .describe import COLOUR_NAMES, battle_name, blocks, card_about, card_in_words, card_name, province_name
from .gains import gains  # noqa: F401 (what `Prompts.gains` says)
from .outlook import (
    Stack,
    battle_outlook,
    highest,
    is_last_round,
    outlook_in_words,
    stack_in_words,
    stacks_of,
)
from .questions import phases, question  # noqa: F401 (`Prompts.phases`)

_LETTERS = {"face_up": "f", "card": "c", "province": "p"}
_WORDS = {
    "pass": "0",
    "deck": "d",
    "exchange": "e",
    "blocks": "b",
    "cannon": "t",
    "display": "k",
    "discard": "x",
}
colours = {
    r"\bwhite\b|(?<= |\d)W+(?= |;|\d|$)": "bright_white",
    r"\bblue\b|(?<= |\d)B+(?= |;|\d|$)": "bright_blue",
    r"\bred\b|(?<= |\d)R+(?= |;|\d|$)": "bright_red",
}


def key(box: np.record, table: np.record, action: int) -> str:
    """What to type for an action: 0 stops, d draws, f2 the second face up, c12 is card 12, p3 province 3."""
    name, number = ACTIONS.locate(action)
    if name == "stack":
        return f"s{(int(table.seat) + number) % int(table.seats)}"
    return f"{_LETTERS[name]}{number + 1}" if name in _LETTERS else _WORDS[name]


def why_not(box: np.record, table: np.record, thing: str) -> str:
    """Why a card of the hand cannot be played in an action."""
    kind, number = thing.split(" ", 1)
    if kind != "hand" or table.phase not in (Phase.ACTION, Phase.AFTER):
        return ""
    card = int(number) + 1
    if box.card_kind[card] > CLUB:
        return _why_not_special(box, table, int(box.card_kind[card]))
    if table.cards_played and not table.second_card:
        return "Only a special card can follow in this action."
    if table.second_card and (box.card_kind[card] == CLUB or box.card_value[card] > 1):
        return "Of clubs and personalities only a personality of a single block can follow in this action."
    colour, region = int(box.card_colour[card]), int(box.card_region[card])
    if not table.stock[colour]:
        return f"No {COLOUR_NAMES[colour]} blocks are left."
    where = "any province" if region == ANYWHERE else text(box.region_name[region])
    places, seat = range(first_province(box, card), past_provinces(box, card)), int(table.seat)
    if any(may_place(box, table, seat, place, colour, 1) for place in places):
        return f"You have no control token left for a new stack in {where}."
    return f"Its blocks find no room in {where}."


def _why_not_special(box: np.record, table: np.record, kind: int) -> str:
    if table.special_used:
        return "A special card was played in this action."
    if not meets_condition(table, int(table.seat), kind):
        return f"You are not present in {'a red' if kind == TERROR else 'the'} government."
    if may_play_special(box, table, int(table.seat), kind):
        return "It is like a card of your hand that can be played."
    return "It would hit nothing now."


def stage(box: np.record, table: np.record) -> Hashable:
    """A value that changes when the board is due: for new cards, actions, battle and election of a turn."""
    if table.phase == Phase.TIE:
        return int(table.turn), "battle" if table.tie == Tie.BATTLE else "election"
    return int(table.turn), table.phase >= Phase.ACTION


def loss(box: np.record, table: np.record, stop: int, others: list[int]) -> str:
    """What passing would give up: playing a card."""
    if table.phase != Phase.ACTION:
        return ""
    cards = sum(ACTIONS.locate(action)[0] == "card" for action in others)
    return f"You could still play {'a card' if cards == 1 else f'one of {cards} cards'}." if cards else ""


def matters(box: np.record, table: np.record, seat: int) -> list[str]:
    """The question, and the facts that matter for the decision."""
    phase = Phase(int(table.phase))
    if phase == Phase.OVER:
        return []
    lines = [question(box, table)]
    if phase == Phase.TIE:
        lines += _leaders(box, table)
        if table.tie == Tie.PROVINCE:
            lines.append(outlook_in_words(box, table))
    elif phase in (Phase.ACTION, Phase.PLACE, Phase.MODE):
        lines += [_means(box, table, seat), outlook_in_words(box, table), *_stacks(box, table)]
    elif phase in (Phase.TARGET_PROVINCE, Phase.TARGET_STACK):
        lines.append(outlook_in_words(box, table))
    elif phase in (Phase.KEEP, Phase.TARGET_CARD):
        lines += _displays(box, table)
    return [part for line in lines for part in wrapped(line)]


_PILES = {"deck": "deck 0", "blocks": "played 0", "cannon": "battle 0", "discard": "discards 0"}


def thing(box: np.record, table: np.record, action: int) -> str:
    """The thing on the picture that an action is about."""
    name, number = ACTIONS.locate(action)
    if name == "card":
        on_display = table.phase in (Phase.TARGET_CARD, Phase.TIE)
        return f"{'display' if on_display else 'hand'} {number}"
    if name == "stack":
        return f"stack {int(table.target)} {(int(table.seat) + number) % int(table.seats)}"
    if name == "display":
        return f"displays {int(table.seat)}"
    if name == "face_up":
        return f"place {number}" if table.face_up[number] else ""
    return f"province {number}" if name == "province" else _PILES.get(name, "")


def effect(box: np.record, table: np.record, action: int) -> str:
    """The effect of an action, if its description does not say it."""
    name, number = ACTIONS.locate(action)
    phase, seat = Phase(int(table.phase)), int(table.seat)
    if name == "card" and phase in (Phase.ACTION, Phase.AFTER) and box.card_kind[number + 1] > CLUB:
        return f"{card_about(box, number + 1)} {_could_hit(box, table, number + 1)}"
    if name == "card" and phase == Phase.TIE:
        return "The card is discarded, whatever comes of it."
    if name == "province" and phase == Phase.PLACE:
        return _after(table, number, seat, 1, int(box.card_colour[table.playing]))
    if name == "stack":
        owner, where = (seat + number) % int(table.seats), int(table.target)
        terror = box.card_kind[table.special] == TERROR
        return _after(table, where, owner, -int(table.height[where, owner]) if terror else -1, 0)
    if name == "province":
        found = [
            f"{blocks(stack.height, stack.colour)} of {player(stack.seat)}"
            for stack in stacks_of(table, number)
        ]
        return f"There: {', '.join(found)}."
    if name == "cannon":
        tokens = int(table.cannons[seat]) + 1
        general = "" if has_general(box, table, seat) else ", but no general on display yet"
        return f"You would have {count(tokens, 'token')} in the battle box{general}."
    if name == "display":
        is_general = box.card_silhouette[table.playing] == GENERAL and box.battle_vp[table.turn - 1] > 0
        general = " and lead the army" if is_general else ""
        then = (
            "breaks a tie for victory by its blocks"
            if table.turn == box.turns
            else "goes back into your hand"
        )
        return f"It can break ties{general} in this turn, then {then}."
    if name == "pass" and phase == Phase.ACTION:
        return _of_a_pass(table)
    return _EFFECTS.get((name, phase)) or _EFFECTS.get((name, None), "")


_EFFECTS = {
    ("discard", None): "It is gone until the discards are shuffled.",
    ("exchange", None): "You choose the two; you have a card fewer then.",
    ("pass", Phase.TIE): "You keep your cards, and count as 0.",
}


def _of_a_pass(table: np.record) -> str:
    if is_last_round(table):
        return "You act no more in this turn."
    if table.idle_rounds == IDLE_ROUNDS - 1 and not table.acted:
        return "If nobody acts in this round, the actions of the turn are over."
    return "You may act again in the next round, if there is one."


def points(table: np.record, number: int) -> str:
    """A number of victory points, or after a sudden end of the blocks that decide."""
    colour = {Ending.COUNTER_REVOLUTION: WHITE, Ending.LANDSLIDE: RED}.get(Ending(int(table.ending)))
    return blocks(number, colour) if colour else f"{int(number)} VP"


def _could_hit(box: np.record, table: np.record, card: int) -> str:
    """The targets of a special card now, in short."""
    kind, seat = int(box.card_kind[card]), int(table.seat)
    hits = [
        (where, i)
        for where in range(int(box.provinces))
        for i in seats_of(table)
        if is_stack_target(table, kind, where, i)
    ]
    cards = [
        (int(shown), i)
        for i in seats_of(table)
        for shown in table.display[i]
        if shown and is_card_target(box, kind, int(shown))
    ]
    if kind == TERROR and box.terror_in_turn and not hits:
        cards = []  # they can be hit after a stack only
    parts = []
    if hits:
        places = list(dict.fromkeys(province_name(box, where) for where, _ in hits))
        where = f"in {', '.join(places)}" if len(places) <= _FEW else f"in {len(places)} provinces"
        parts.append(f"{'only yours ' if all(i == seat for _, i in hits) else ''}{where}")
    if cards:
        names = [f"{'your own' if i == seat else _whose(i)} {card_name(box, shown)}" for shown, i in cards]
        parts.append(", ".join(names) if len(names) <= _FEW else f"{len(names)} cards on display")
    return f"Now: {'; '.join(parts) or 'nothing'}."


_FEW = 3


def _whose(seat: int) -> str:
    return f"{player(seat)}'s"


def _after(table: np.record, province: int, owner: int, more: int, colour: int) -> str:
    """Who would lead a province if the stack of `owner` changed by `more` blocks."""
    stacks = {stack.seat: stack for stack in stacks_of(table, province)}
    old = stacks.pop(owner, Stack(owner, 0, colour))
    if old.height + more > 0:
        stacks[owner] = old._replace(height=old.height + more)
    ahead = highest(list(stacks.values()))
    names = [player(stack.seat) for stack in ahead if stack.seat != table.seat]
    if len(names) < len(ahead):
        names.insert(0, "you")
    if not ahead:
        return "There nobody would be left."
    if len(ahead) > 1:
        return f"There {joined(names)} would be level."
    stack = f"{ahead[0].height} {COLOUR_NAMES[ahead[0].colour]}"
    return f"There {names[0]} would lead with {stack}."


def form(box: np.record, table: np.record, legal: list[int]) -> Form | None:
    """A form for the blocks of a card, or for the cards to discard; else None."""
    phase, about = Phase(int(table.phase)), functools.partial(thing, box, table)
    if phase == Phase.PLACE:
        own, stock = table.height[:, int(table.seat)], table.stock[box.card_colour[table.playing]]
        room = {action: int(box.stack_height - own[action - PROVINCE]) for action in legal}
        left = min(int(table.blocks_left), int(stock), sum(room.values()))
        if left > 1:
            each = {action: min(left, number) for action, number in room.items()}
            return one_by_one(f"Place all {left} blocks at once", legal, about, left, phase, each=each)
    cards = [action for action in legal if ACTIONS.locate(action)[0] == "card"]
    if phase == Phase.DISCARD and len(cards) > 1:
        return one_by_one("Discard several cards", cards, about, len(cards), phase, then=PASS)
    if phase == Phase.EXCHANGE and table.to_discard == 2 and len(cards) > 2:
        return one_by_one("Discard both cards at once", cards, about, 2, phase)
    return None


def _means(box: np.record, table: np.record, seat: int) -> str:
    """A line with the round, blocks in stock, own tokens, and the battle."""
    stock = ", ".join(f"{COLOUR_NAMES[c]} {int(table.stock[c])}" for c in range(WHITE, COLOURS))
    tokens = max(0, int(free_tokens(box, table, seat)))
    parts = [f"stock: {stock}", f"your tokens: {tokens}"]
    if prize := int(box.battle_vp[int(table.turn) - 1]):
        boxes = [f"{player(i)} {int(table.cannons[i])}" for i in seats_of(table) if table.cannons[i]]
        outlook = f"{', '.join(boxes) or 'no tokens'}, {battle_outlook(box, table)}"
        parts.append(f"battle of {battle_name(box, table)}, {prize} VP: {outlook}")
    return f"Turn {int(table.turn)}, round {int(table.rounds) + 1}; {'; '.join(parts)}."


def _stacks(box: np.record, table: np.record) -> list[str]:
    """The stacks in the region of the card being played; none for a club, which goes anywhere."""
    card = int(table.playing)
    if table.phase == Phase.ACTION or box.card_kind[card] == CLUB:
        return []
    region = int(box.card_region[card])
    first = int(box.region_first[region])
    stacks = [
        f"{province_name(box, where)} {', '.join(map(stack_in_words, stacks_of(table, where))) or 'empty'}"
        for where in range(first, first + int(box.region_size[region]))
    ]
    return [f"{text(box.region_name[region])}: {'; '.join(stacks)}."]


def _leaders(box: np.record, table: np.record) -> list[str]:
    """The contenders' strengths in a tie."""
    seats = seats_of(table)
    if table.tie == Tie.PROVINCE:
        where = province_voting(box, table)
        return [f"In {province_name(box, where)}: {', '.join(map(stack_in_words, stacks_of(table, where)))}."]
    if table.tie == Tie.BATTLE:
        return [
            f"Tokens in the battle box: {', '.join([f'{player(i)} {int(table.cannons[i])}' for i in seats])}."
        ]
    votes = ", ".join(f"{COLOUR_NAMES[c]} {int(table.votes[c])}" for c in range(WHITE, COLOURS))
    if table.tie in (Tie.GOVERNMENT, Tie.OPPOSITION):
        return [f"Votes: {votes}."]
    colour = int(table.opposition if table.tie == Tie.OPPOSITION_FIRST else table.government)
    taken = [f"{player(i)} {int(table.collected[colour, i])}" for i in seats]
    return [f"{COLOUR_NAMES[colour].capitalize()} blocks taken: {', '.join(taken)}."]


def _displays(box: np.record, table: np.record) -> list[str]:
    """The cards on display, a line for each player."""
    lines = []
    for i in seats_of(table):
        cards = [card_in_words(box, int(card)) for card in table.display[i] if card]
        if cards:
            lines.append(f"{player(i)} displays: {'; '.join(cards)}")
    return lines
