"""What one seat may know: as numbers, as a deal of what it cannot know, and as text."""

import textwrap

import numpy as np

from ..core import chance
from ..core.compile import rule
from ..core.layout import Layout, part
from ..core.retell import retell
from ..core.words import player, text
from . import rules
from .actions import ACTIONS, COLOUR_NAMES, blocks, card_in_words, card_name, province_name
from .box import CLUB, UNLIMITED
from .rules.cards import displayed
from .rules.playing import free_tokens
from .rules.provinces import province_voting
from .rules.the_end import royalist_strength, score, standing
from .table import (
    BLUE,
    CARDS,
    COLOURS,
    DECISIONS,
    DISCARDED,
    DISPLAY,
    FACE_UP_ROW,
    HAND,
    IDLE_ROUNDS,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    NO_CARD,
    PROVINCES,
    RED,
    REDEAL,
    ROUNDS,
    SEATS,
    TIES,
    TURNS,
    WHITE,
    Ending,
    Phase,
    Tie,
)

# --- Numbers -------------------------------------------------------------------------------------

# `observe_table` and `observe_players` count on the order of these rows.
_TABLE = (
    (
        "phase",
        DECISIONS,
        "discard, refill, action, exchange, draw, second draw, mode, place, keep, after, "
        "target province, target stack, target card, tie",
    ),
    (
        "tie",
        TIES - 1,
        "the tie is about: battle, province, government, opposition, first, second in the government, "
        "first in the opposition",
    ),
    ("special", 6, "special being resolved: purge, guillotine, emigration, terror, bread, religious"),
    ("turn", TURNS, "turn 1 to 4"),
    ("round", 1, "action rounds completed in this turn / 60"),
    ("acted", 1, "somebody has done more than pass in this round"),
    ("idle_rounds", 1, "rounds in a row in which everybody passed / 2"),
    ("closing", 1, "a stock has run out: this round is the last of the turn"),
    ("stock", 3, "white, blue, red blocks beside the map / 30"),
    ("votes", 3, "white, blue, red votes of the last or present election / 17"),
    ("government", 3, "colour of the government"),
    ("opposition", 3, "colour of the opposition"),
    ("lost_battles", 1, "battles lost / 4"),
    ("battle_blocks", 1, "white blocks on lost battles / 4"),
    ("deck", 1, "cards of the deck, set B not counted under set A / 64"),
    ("set_b", 1, "set B still lies under set A"),
    ("blocks_left", 1, "blocks still to place / 3"),
    ("cards_played", 1, "personalities and clubs played in this action / 2"),
    ("second_card", 1, "a second one-block personality may follow"),
    ("special_used", 1, "a special card was played in this action"),
    ("stack_removed", 1, "the terror has removed its stack"),
    ("to_discard", 1, "cards to discard before a draw / 2"),
    ("tie_round", 1, "how often the tied have been asked / 8"),
    ("tied_colour", 3, "white, blue, red are tied"),
    ("tied_before", 3, "white, blue, red were tied for the government at first"),
    ("strength", 3, "blocks on the cards chosen for white, blue, red / 16"),
    ("province", PROVINCES, "the province whose election is tied, or whose stack is to be hit"),
    ("hand", CARDS, "own hand, by card"),
    ("face_up", CARDS, "face up beside the deck, by card"),
    ("discarded", CARDS, "discards, by card"),
    ("removed", CARDS, "out of the game, by card"),
    (
        "unseen",
        CARDS,
        "by card: 0.5 in the deck or in another hand, 1 in another hand for certain, "
        "since the deck was shuffled without it",
    ),
)
_PLAYERS = (
    ("vp", "victory points / 32"),
    ("hand_size", "cards in hand / 16"),
    ("tokens", "control tokens left / 20; 1 if they do not run out"),
    ("cannons", "control tokens in the battle box / 8"),
    ("presence", "present in the government"),
    ("turn_place", "place in the order of play / 6"),
    ("on_turn", "the seat to decide"),
    ("acting", "whose new cards or action it is"),
    ("collected_white", "white blocks taken in this election / 8"),
    ("collected_blue", "blue blocks taken in this election / 8"),
    ("collected_red", "red blocks taken in this election / 8"),
    ("contender", "still in the tie"),
    ("chosen", "blocks on the card chosen in this round of the tie / 3"),
    ("fell", "fell out of the tie, the later the more / 32"),
)


def observation(seats: int) -> Layout:
    """The blocks of an observation. Blocks with entries for each player begin with one's own seat."""
    players = [(name, seats, f"each player: {about}") for name, about in _PLAYERS]
    stacks = [
        (f"{colour}_stacks", seats * PROVINCES, f"each player, each province: {colour} blocks / 3")
        for colour in COLOUR_NAMES[1:]
    ]
    cards = (
        "cards",
        seats * CARDS,
        "each player, each card: 1 in the display, 0.5 being played, -1 in the hand and known to all",
    )
    return Layout(*_TABLE, *players, *stacks, cards)


_LAYOUT = observation(1)
_AT = {block.name: block.start for block in _LAYOUT}
_TIE, _SPECIAL, _TURN, _ROUND, _STOCK = (_AT[n] for n in ("tie", "special", "turn", "round", "stock"))
_VOTES, _GOVERNMENT, _OPPOSITION = _AT["votes"], _AT["government"], _AT["opposition"]
_LOST, _TIE_ROUND, _TIED, _STRENGTH = (
    _AT["lost_battles"],
    _AT["tie_round"],
    _AT["tied_colour"],
    _AT["strength"],
)
_PROVINCE, _HAND, _FACE_UP = _AT["province"], _AT["hand"] - 1, _AT["face_up"] - 1
_DISCARDED, _REMOVED, _UNSEEN = _AT["discarded"] - 1, _AT["removed"] - 1, _AT["unseen"] - 1
_PLAYER = _AT["vp"]


@rule
def observe(box, table, seat, out):
    """Fill `out` (float32, the size of `observation(seats)`) with what `seat` may know."""
    observe_table(box, table, out)
    observe_players(box, table, seat, out)
    observe_cards(table, seat, out)


@rule
def observe_table(box, table, out):
    for i in range(_HAND + 1):
        out[i] = 0.0
    phase, tie, special = int(table.phase), int(table.tie), int(table.special)
    if phase < DECISIONS:
        out[phase] = 1.0
    if tie > 0:
        out[_TIE + tie - 1] = 1.0
    if special != NO_CARD:
        out[_SPECIAL + int(box.card_kind[special]) - CLUB - 1] = 1.0
    out[_TURN + int(table.turn) - 1] = 1.0
    out[_ROUND] = part(table.rounds, 1 / 60)
    out[_ROUND + 1] = table.acted
    out[_ROUND + 2] = part(table.idle_rounds, 1 / 2)
    out[_ROUND + 3] = table.closing
    for colour in range(WHITE, COLOURS):
        out[_STOCK + colour - 1] = part(table.stock[colour], 1 / 30)
        out[_VOTES + colour - 1] = part(table.votes[colour], 1 / 17)
        out[_TIED + colour - 1] = table.tied_colour[colour]
        out[_TIED + 2 + colour] = table.tied_before[colour]
        out[_STRENGTH + colour - 1] = part(table.strength[colour], 1 / 16)
    if table.government > 0:
        out[_GOVERNMENT + int(table.government) - 1] = 1.0
    if table.opposition > 0:
        out[_OPPOSITION + int(table.opposition) - 1] = 1.0
    out[_LOST] = part(table.lost_battles, 1 / 4)
    out[_LOST + 1] = part(table.battle_blocks, 1 / 4)
    out[_LOST + 2] = part(table.deck_cards, 1 / 64)
    out[_LOST + 3] = 1.0 if table.shuffles == 0 else 0.0
    out[_LOST + 4] = part(table.blocks_left, 1 / 3)
    out[_LOST + 5] = part(table.cards_played, 1 / 2)
    out[_LOST + 6] = table.second_card
    out[_LOST + 7] = table.special_used
    out[_LOST + 8] = table.stack_removed
    out[_LOST + 9] = part(table.to_discard, 1 / 2)
    out[_TIE_ROUND] = part(table.tie_round, 1 / 8)
    if tie == Tie.PROVINCE:
        out[_PROVINCE + province_voting(box, table)] = 1.0
    elif phase == Phase.TARGET_STACK:
        out[_PROVINCE + int(table.target)] = 1.0


@rule
def observe_players(box, table, seat, out):
    """The blocks of one entry a player, and the stacks, one's own seat first."""
    seats = int(table.seats)
    acting = table.phase < Phase.TIE
    stacks = _PLAYER + len(_PLAYERS) * seats
    for i in range(stacks, stacks + 3 * PROVINCES * seats):
        out[i] = 0.0
    for place in range(seats):
        other = int(table.order[place])
        at = (other - seat + seats) % seats
        # The stacks are counted here and not in `free_tokens`: one loop instead of two.
        tokens = int(box.tokens_each) - int(table.cannons[other]) - int(table.presence[other])
        for province in range(int(box.provinces)):
            height = int(table.height[province, other])
            if height > 0:
                tokens -= 1
                column = (int(table.colour[province, other]) - 1) * seats + at
                out[stacks + column * PROVINCES + province] = part(height, 1 / 3)
        at += _PLAYER
        out[at] = part(table.vp[other], 1 / 32)
        out[at + seats] = part(table.hand_size[other], 1 / 16)
        out[at + 2 * seats] = 1.0 if box.tokens == UNLIMITED else part(max(tokens, 0), 1 / 20)
        out[at + 3 * seats] = part(table.cannons[other], 1 / 8)
        out[at + 4 * seats] = table.presence[other]
        out[at + 5 * seats] = part(place, 1 / 6)
        out[at + 6 * seats] = 1.0 if other == table.seat else 0.0
        out[at + 7 * seats] = 1.0 if acting and place == table.turn_place else 0.0
        out[at + 8 * seats] = part(table.collected[WHITE, other], 1 / 8)
        out[at + 9 * seats] = part(table.collected[BLUE, other], 1 / 8)
        out[at + 10 * seats] = part(table.collected[RED, other], 1 / 8)
        out[at + 11 * seats] = table.contender[other]
        out[at + 12 * seats] = part(box.card_value[int(table.chosen[other])], 1 / 3)
        out[at + 13 * seats] = part(table.fell[other], 1 / 32)


@rule
def observe_cards(table, seat, out):
    """Each card where it lies, if that may be known. A loop a block: these are compiled to vector code."""
    for card in range(1, CARDS + 1):
        out[_HAND + card] = 1.0 if table.place[card] == HAND + seat else 0.0
    for card in range(1, CARDS + 1):
        out[_FACE_UP + card] = 1.0 if table.place[card] == FACE_UP_ROW else 0.0
    for card in range(1, CARDS + 1):
        out[_DISCARDED + card] = 1.0 if table.place[card] == DISCARDED else 0.0
    for card in range(1, CARDS + 1):
        out[_REMOVED + card] = 1.0 if table.place[card] == IN_BOX else 0.0
    own = HAND + seat
    for card in range(1, CARDS + 1):
        in_hand = (table.place[card] >= HAND) & (table.place[card] < DISPLAY) & (table.place[card] != own)
        unseen = (table.place[card] == IN_DECK) | (in_hand & (table.known[card] == 0))
        certain = 1.0 if table.shuffle[card] != table.shuffles else 0.5
        out[_UNSEEN + card] = certain if unseen else 0.0
    seats = int(table.seats)
    cards = _PLAYER + (len(_PLAYERS) + 3 * PROVINCES) * seats - 1
    for places in range(seats):
        other = (seat + places) % seats
        for card in range(1, CARDS + 1):
            shown = np.float32(table.place[card] == DISPLAY + other)
            known = np.float32(table.place[card] == HAND + other) * np.float32(table.known[card])
            out[cards + places * CARDS + card] = shown - known
    if table.playing != NO_CARD or table.special != NO_CARD:
        actor = int(table.order[int(table.turn_place)])
        cards += (actor - seat + seats) % seats * CARDS
        if table.playing != NO_CARD:
            out[cards + int(table.playing)] = 0.5
        if table.special != NO_CARD:
            out[cards + int(table.special)] = 0.5


# --- A deal of what a seat cannot know -----------------------------------------------------------


@rule
def is_unseen(table, seat, card):
    """Whether `seat` cannot tell if the card is in the deck or in which other hand."""
    place = int(table.place[card])
    if place == IN_DECK:
        return True
    return HAND <= place < DISPLAY and place != HAND + seat and not table.known[card]


@rule
def redeal(box, table, seat):
    """Deal afresh the cards of the others' hands and of the deck; chance is reseeded before.

    Everybody has seen what went into each shuffle of the deck and when each player drew from it. So the
    unseen cards of one shuffle change places among themselves.
    """
    holders = np.zeros(SEATS + 1, np.int64)  # the deck last
    for shuffle in range(int(table.shuffles) + 1):
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                place = int(table.place[card])
                holders[SEATS if place == IN_DECK else place - HAND] += 1
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                holder = chance.draw(table, REDEAL, holders)
                table.place[card] = IN_DECK if holder == SEATS else HAND + holder


# --- Text ----------------------------------------------------------------------------------------

_LETTERS = ".WBR"
_WIDTH = 78


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    lines = [*_headlines(box, table), *_map(box, table), ""]
    lines += _players(box, table, seat)
    lines += _cards(box, table, seat)
    lines += ["", *_wrapped(_question(box, table))]
    return "\n".join(lines)


def _headlines(box, table) -> list[str]:
    turn = f"Turn {int(table.turn)} of {int(box.turns)}, {_stage(table)}"
    first = [turn + ", LAST ROUND" * bool(table.closing and Phase.ACTION <= table.phase < Phase.TIE)]
    first.append(f"stock: {_colours(table.stock)}")
    if table.aside.any():
        first.append(f"set aside: {_colours(table.aside)}")
    second = []
    if table.government:
        second.append(f"government {COLOUR_NAMES[int(table.government)]}")
    if table.opposition:
        second.append(f"opposition {COLOUR_NAMES[int(table.opposition)]}")
    if table.tie >= Tie.PROVINCE:
        second.append(f"votes: {_colours(table.votes)}")
    if box.battle_vp[int(table.turn) - 1]:
        second.append(f"{_battle_name(box, table)} {int(box.battle_vp[int(table.turn) - 1])} VP")
    if table.turn >= box.cr_from:
        second.append(f"counter-revolution {royalist_strength(box, table)} of {int(box.cr_needed)}")
    elif table.lost_battles:
        second.append(f"battles lost: {int(table.lost_battles)}")
    return [line for parts in (first, second) for line in _wrapped("; ".join(parts))]


def _stage(table) -> str:
    if table.phase == Phase.OVER:
        return "over"
    if table.phase in (Phase.DISCARD, Phase.REFILL):
        return "new cards"
    if table.phase == Phase.TIE:
        return "battle" if table.tie == Tie.BATTLE else "election"
    return f"round {int(table.rounds) + 1}"


def _colours(numbers) -> str:
    return ", ".join(f"{COLOUR_NAMES[c]} {int(numbers[c])}" for c in range(WHITE, COLOURS))


def _map(box, table) -> list[str]:
    """Two columns of regions in the order of the election."""
    columns: list[list[str]] = [[], []]
    regions = [int(region) - 1 for region in box.region_order[: int(box.regions)]]
    width = max(len(province_name(box, p)) for p in range(int(box.provinces)))
    for number, region in enumerate(regions):
        column = columns[2 * number >= len(regions)]
        column.append(text(box.region_name[region]).upper())
        first = int(box.region_first[region])
        for province in range(first, first + int(box.region_size[region])):
            column.append(_province(box, table, province, width))
    height, cell = max(map(len, columns)), max(42, 2 + max(map(len, columns[0])))
    left, right = (column + [""] * (height - len(column)) for column in columns)
    legend = "(CR: counter-revolutionary; +2: victory points; 0WW: two white of player_0)"
    return [*(f"{a:<{cell}}{b}".rstrip() for a, b in zip(left, right)), legend]


def _province(box, table, province: int, width: int) -> str:
    stacks = [
        f"{i}{_LETTERS[int(table.colour[province, i])] * int(table.height[province, i])}"
        for i in range(int(table.seats))
        if table.height[province, i]
    ]
    cr = "CR" if box.cr[province] else ""
    vp = f"+{int(box.province_vp[province])}" if box.province_vp[province] else ""
    return f" {province_name(box, province):<{width}} {cr:<2}{vp:<2} {' '.join(stacks)}".rstrip()


def _players(box, table, seat: int | None) -> list[str]:
    """A line of numbers for each player, in order of play, and what they show."""
    lines = ["                VP  hand  tokens  battle  in gov.  taken"]
    for i in map(int, table.order[: int(table.seats)]):
        tokens = "-" if box.tokens == UNLIMITED else max(0, int(free_tokens(box, table, i)))
        taken = "".join(_LETTERS[c] * int(table.collected[c, i]) for c in range(WHITE, COLOURS))
        name = ("*" if i == table.seat else " ") + player(i) + (" (you)" if i == seat else "")
        numbers = f"{int(table.vp[i]):>2}{int(table.hand_size[i]):>6}{tokens:>8}{int(table.cannons[i]):>8}"
        lines.append(f"{name:<16}{numbers}{'yes' if table.presence[i] else '':>9}  {taken}".rstrip())
    for i in map(int, table.order[: int(table.seats)]):
        shown = [card_in_words(box, int(table.display[i, at])) for at in range(displayed(table, i))]
        if shown:
            whose = "Your display" if i == seat else f"{player(i)}'s display"
            lines += _wrapped(f"{whose}: {'; '.join(shown)}")
    return lines


def _cards(box, table, seat: int | None) -> list[str]:
    lines = []
    for i in range(int(table.seats)):
        own = seat is None or i == seat
        cards = [card_in_words(box, c) for c in _in_place(box, table, HAND + i) if own or table.known[c]]
        if cards:
            whose = "Your hand" if i == seat else f"{player(i)}'s hand" + ("" if own else ", as far as known")
            lines += _wrapped(f"{whose}: {'; '.join(cards)}")
    up = [card_in_words(box, int(card)) for card in table.face_up if card]
    lines += _wrapped("Face up: " + ("; ".join(up) or "nothing"))
    under = len(_in_place(box, table, IN_SET_B))
    lines.append(f"Deck: {int(table.deck_cards)} cards" + (f", under them set B, {under}" if under else ""))
    for what, where in (("Discards", DISCARDED), ("Out of the game", IN_BOX)):
        names = [card_name(box, c) for c in _in_place(box, table, where)]
        if names:
            different = [f"{names.count(n)} {n}" if names.count(n) > 1 else n for n in dict.fromkeys(names)]
            lines += _wrapped(f"{what}, {len(names)}: {'; '.join(different)}")
    return lines


def _in_place(box, table, place: int) -> list[int]:
    return [c for c in range(1, int(box.cards) + 1) if table.place[c] == place]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)


_WHAT = {
    Phase.DISCARD: "New cards: discard?",
    Phase.REFILL: "New cards: draw.",
    Phase.ACTION: "One action.",
    Phase.EXCHANGE: "Discard two cards to draw one.",
    Phase.DRAW: "Draw a card.",
    Phase.SECOND_DRAW: "A second card of one block?",
    Phase.MODE: "Blocks or cannon?",
    Phase.PLACE: "Where does the block go?",
    Phase.KEEP: "Display or discards?",
    Phase.AFTER: "Anything more in this action?",
    Phase.TARGET_PROVINCE: "Which province?",
    Phase.TARGET_STACK: "Whose stack?",
    Phase.TARGET_CARD: "Which card?",
}


def _question(box, table) -> str:
    phase = Phase(int(table.phase))
    if phase == Phase.OVER:
        return "The game is over."
    if phase == Phase.TIE:
        chosen = [
            f"{player(i)} {card_in_words(box, int(table.chosen[i]))}"
            for i in map(int, table.order[: int(table.seats)])
            if table.chosen[i]
        ]
        so_far = f" Chosen: {'; '.join(chosen)}." if chosen else ""
        return f"{_tie(box, table)}{so_far} {player(table.seat)}: A card to break it?"
    card = int(table.playing) or int(table.special)
    played = f"{card_in_words(box, card)}. " if card else ""
    left = f" {int(table.blocks_left)} to place." if phase == Phase.PLACE else ""
    return f"{player(table.seat)}: {played}{_WHAT[phase]}{left}"


def _tie(box, table) -> str:
    """What a tie is about and between whom."""
    seats = [i for i in map(int, table.order[: int(table.seats)]) if table.contender[i]]
    colours = [COLOUR_NAMES[c] for c in range(WHITE, COLOURS) if table.tied_colour[c]]
    tie = Tie(int(table.tie))
    if tie in (Tie.GOVERNMENT, Tie.OPPOSITION):
        return f"A tie for the {tie.name.lower()} between {_list(colours)}."
    about = {
        Tie.BATTLE: f"the battle of {_battle_name(box, table)}",
        Tie.FIRST: "first place in the government",
        Tie.SECOND: "second place in the government",
        Tie.OPPOSITION_FIRST: "first place in the opposition",
    }.get(tie)
    if about:
        return f"A tie for {about} between {_list([player(i) for i in seats])}."
    where = province_voting(box, table)
    stacks = [f"{player(i)} ({blocks(table.height[where, i], table.colour[where, i])})" for i in seats]
    return f"A tie for {province_name(box, where)} between {_list(stacks)}."


def _battle_name(box, table) -> str:
    return text(box.battle_name[int(table.turn) - 1])


def _list(parts: list[str]) -> str:
    return ", ".join(parts)


# --- News ----------------------------------------------------------------------------------------


def news(box, before, after, seat: int | None) -> list[str]:
    """What happened in a step, in words; only what `seat` may know, or everything.

    The step is played once more, bit by bit, so that all is told in the order in which it happened.
    """
    lines = []
    for old, new, action in retell(rules, Phase.OVER, ACTIONS.size, box, before, after):
        lines += _event(box, old, new) if action is None else _move(box, old, new, action, seat)
        lines += _beside(box, old, new)
    return lines


_PASSES = {
    Phase.DISCARD: "discards no more",
    Phase.REFILL: "draws no more",
    Phase.ACTION: "passes",
    Phase.SECOND_DRAW: "takes no second card",
    Phase.TARGET_PROVINCE: "removes no stack",
    Phase.TARGET_CARD: "guillotines nobody",
    Phase.TIE: "chooses no card",
}


def _move(box, old, new, action: int, seat: int | None) -> list[str]:
    """What the seat on turn does."""
    name, number = ACTIONS.locate(action)
    phase, mover = Phase(int(old.phase)), int(old.seat)
    who, played = player(mover), int(old.playing)
    if name == "pass":
        return [f"{who} {_PASSES[phase]}."] if phase in _PASSES else []
    if name == "deck":
        card = next(c for c in _in_place(box, new, HAND + mover) if old.place[c] != HAND + mover)
        return [f"{who} draws {card_in_words(box, card) if seat in (None, mover) else 'a card'}."]
    if name == "face_up":
        return [f"{who} takes {card_in_words(box, int(old.face_up[number]))}."]
    if name == "exchange":
        return [f"{who} gives up two cards to draw one."]
    if name == "blocks":
        return _not_placed(box, new, who, played, int(box.card_value[played]))
    if name == "cannon":
        return [f"{who} places a token in the battle box."]
    if name == "display":
        return [f"{who} puts {card_name(box, played)} into the display."]
    if name == "discard":
        return [f"{who} discards {card_name(box, played)}."]
    if name == "province":
        if phase != Phase.PLACE:
            return []
        placed = f"{who} places {blocks(1, box.card_colour[played])} in {province_name(box, number)}."
        return [placed, *_not_placed(box, new, who, played, int(old.blocks_left) - 1)]
    if name == "stack":
        owner, where = (mover + number) % int(old.seats), int(old.target)
        lost = blocks(int(old.height[where, owner]) - int(new.height[where, owner]), old.colour[where, owner])
        return [f"{who} removes {lost} of {player(owner)} from {province_name(box, where)}."]
    return _card_named(box, old, new, number + 1)


def _not_placed(box, new, who: str, card: int, left: int) -> list[str]:
    if new.phase != Phase.KEEP or left == 0:
        return []
    return [f"{who} cannot place {blocks(left, box.card_colour[card])} of {card_name(box, card)}."]


def _card_named(box, old, new, card: int) -> list[str]:
    """A card is played, discarded, chosen for a tie or hit by a special card."""
    who, words = player(old.seat), card_in_words(box, card)
    if old.phase in (Phase.DISCARD, Phase.EXCHANGE):
        return [f"{who} discards {words}."]
    if old.phase == Phase.TIE:
        return [f"{who} chooses {words}."]
    if old.phase == Phase.TARGET_CARD:
        owner = player(int(old.place[card]) - DISPLAY)
        fate = "is discarded" if new.place[card] != IN_BOX else "dies and is out of the game"
        return [f"{words} of {owner} {fate}."]
    lines = [f"{who} plays {words}."]
    if box.card_kind[card] > CLUB:
        return lines + ["It has no effect."] if new.special == NO_CARD else lines
    return lines + _not_placed(box, new, who, card, int(box.card_value[card]))


def _event(box, old, new) -> list[str]:
    """What runs on by itself."""
    phase = Phase(int(old.phase))
    if phase == Phase.NEXT_ACTION and new.phase == Phase.BATTLE:
        why = ""
        if not old.closing:
            why = ": all have passed twice" if new.idle_rounds == IDLE_ROUNDS else f" after {ROUNDS} rounds"
        return [f"The actions of turn {int(old.turn)} are over{why}."]
    if phase == Phase.VOTE:
        return _votes(box, old, new)
    if phase == Phase.ASK:
        if new.phase == Phase.TIE:
            return []
        return (
            ["Still level. " + _tie(box, new)] if new.phase == Phase.ASK else _outcome(box, old, new, old.tie)
        )
    if phase in _ABOUT:
        return [_tie(box, new)] if new.phase == Phase.ASK else _outcome(box, old, new, _ABOUT[phase])
    if phase == Phase.TURN_DONE:
        present = [player(i) for i in range(int(new.seats)) if new.presence[i]]
        lines = [f"Present in the government: {_list(present) or 'nobody'}."]
        marked = new.battle_blocks > old.battle_blocks
        return lines + ["A white block marks the lost battle."] if marked else lines
    if phase == Phase.NEW_TURN and not new.ending:
        joins = f" Blocks that join the stock: {_colours(old.aside)}." if old.aside.any() else ""
        order = _list([player(i) for i in new.order[: int(new.seats)]])
        return [f"Turn {int(new.turn)}. Order of play: {order}.{joins}"]
    return []


_ABOUT = {
    Phase.BATTLE: Tie.BATTLE,
    Phase.GOVERNMENT: Tie.GOVERNMENT,
    Phase.OPPOSITION: Tie.OPPOSITION,
    Phase.FIRST_PLACE: Tie.FIRST,
    Phase.SECOND_PLACE: Tie.SECOND,
    Phase.OPPOSITION_PLACE: Tie.OPPOSITION_FIRST,
}


def _votes(box, old, new) -> list[str]:
    """The provinces won without a tie, up to the next tie or to the end of the votes."""
    won, probe = [], old.copy()
    for number in range(int(old.voting), int(new.voting)):
        probe.voting = number
        province = province_voting(box, probe)
        for i in range(int(old.seats)):
            lost = int(old.height[province, i]) - int(new.height[province, i])
            if lost > 0:
                won.append(_won(box, new, province, i, lost, old.colour[province, i]))
    lines = [f"Won: {'; '.join(won)}."] if won else []
    if new.phase == Phase.ASK:
        return [*lines, _tie(box, new)]
    return lines if new.ending == Ending.COUNTER_REVOLUTION else [*lines, f"Votes: {_colours(new.votes)}."]


def _won(box, table, province: int, seat: int, number: int, colour: int) -> str:
    votes = f"{number} {COLOUR_NAMES[int(colour)]}" if number > 1 else COLOUR_NAMES[int(colour)]
    late = table.turn >= box.province_vp_from and box.province_vp[province] > 0
    points = f", {int(box.province_vp[province])} VP" if late else ""
    return f"{province_name(box, province)} by {player(seat)} ({votes}{points})"


def _outcome(box, old, new, tie: int) -> list[str]:
    """How the battle, a tied province, the government, the opposition or a place in them is settled."""
    seats = range(int(old.seats))
    paid = [i for i in seats if new.vp[i] > old.vp[i]]
    points = f"{int(new.vp[paid[0]]) - int(old.vp[paid[0]])} VP" if paid else ""
    if tie == Tie.BATTLE:
        if box.battle_vp[int(old.turn) - 1] == 0:
            return []
        name = _battle_name(box, old)
        if paid:
            return [f"{player(paid[0])} wins the battle of {name}: {points}."]
        mark = "a white block marks it" if new.battle_blocks > old.battle_blocks else "no white block is left"
        return [f"Nobody wins the battle of {name}: it is lost, {mark}."]
    if tie == Tie.PROVINCE:
        province = province_voting(box, old)
        for i in seats:
            number = int(new.collected[:, i].sum()) - int(old.collected[:, i].sum())
            if number > 0:
                won = _won(box, new, province, i, number, old.colour[province, i])
                return [f"Won: {won}. All other blocks there go back to the stock."]
        return [f"Nobody wins {province_name(box, province)}: all blocks there go back to the stock."]
    if tie == Tie.GOVERNMENT:
        back = [c for c in range(WHITE, COLOURS) if new.votes[c] < old.votes[c]]
        pushed = "".join(f"; {COLOUR_NAMES[c]} goes back to {int(new.votes[c])}" for c in back)
        return [f"The government is {COLOUR_NAMES[int(new.government)]}{pushed}."]
    if tie == Tie.OPPOSITION:
        return [f"The opposition is {COLOUR_NAMES[int(new.opposition)]}."]
    if not paid:
        return []
    colour = new.opposition if tie == Tie.OPPOSITION_FIRST else new.government
    most = "Second most" if tie == Tie.SECOND else "Most"
    side = "opposition" if tie == Tie.OPPOSITION_FIRST else "government"
    what = f"{most} {COLOUR_NAMES[int(colour)]} blocks in the {side}"
    return [f"{what}: {_list([player(i) for i in paid])}, {points}{' each' if len(paid) > 1 else ''}."]


def _beside(box, old, new) -> list[str]:
    """What comes with all this: a colour runs out, the deck changes, the game ends."""
    lines = []
    if new.closing and not old.closing:
        out = [COLOUR_NAMES[c] for c in range(WHITE, COLOURS) if new.stock[c] == 0]
        lines.append(f"No {_list(out)} blocks are left: this round is the last of the turn.")
    if new.shuffles > old.shuffles:
        first = old.shuffles == 0
        lines.append("Set B is the deck now." if first else "The discards are shuffled to make a new deck.")
    for at in range(len(new.face_up)):
        if new.face_up[at] not in (old.face_up[at], NO_CARD):
            lines.append(f"Turned up: {card_in_words(box, int(new.face_up[at]))}.")
    return lines + _end(box, new) if new.ending else lines


def _end(box, table) -> list[str]:
    how = {
        Ending.FOUR_TURNS: "The last turn is over. Victory points",
        Ending.COUNTER_REVOLUTION: "A royalist counter-revolution! White blocks on map and cards",
        Ending.LANDSLIDE: "A radical landslide! Red blocks on map and cards",
    }[Ending(int(table.ending))]
    seats = range(int(table.seats))
    scores, standings = ([int(f(box, table, i)) for i in seats] for f in (score, standing))
    winners = [player(i) for i in seats if standings[i] == max(standings)]
    by_cards = " (by the blocks on their cards)" if scores.count(max(scores)) > len(winners) else ""
    points = _list([f"{player(i)} {scores[i]}" for i in seats])
    return [f"{how}: {points}.", f"Winner{'s' * (len(winners) > 1)}: {_list(winners)}{by_cards}."]
