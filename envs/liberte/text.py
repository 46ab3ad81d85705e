"""The table as text, as far as a seat may know it."""

import textwrap

from ..core.words import player, text
from .box import UNLIMITED
from .rules.cards import displayed
from .rules.playing import free_tokens
from .rules.provinces import province_voting
from .rules.the_end import royalist_strength
from .table import COLOURS, DISCARDED, HAND, IN_BOX, IN_SET_B, WHITE, Phase, Tie
from .words import COLOUR_NAMES, blocks, card_in_words, card_name, province_name

_LETTERS = ".WBR"
_WIDTH = 78


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    lines = [*_headlines(box, table), *_map(box, table), ""]
    lines += _players(box, table, seat)
    lines += _cards(box, table, seat)
    lines += ["", *_wrapped(question(box, table))]
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
        second.append(f"{battle_name(box, table)} {int(box.battle_vp[int(table.turn) - 1])} VP")
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
    height, cell = max(map(len, columns)), max(40, 2 + max(map(len, columns[0])))
    left, right = (column + [""] * (height - len(column)) for column in columns)
    legend = "(CR: counter-revolutionary; +2: victory points; 0:2W: two white of player_0)"
    return [*(f"{a:<{cell}}{b}".rstrip() for a, b in zip(left, right)), legend]


def _province(box, table, province: int, width: int) -> str:
    cr = "CR" if box.cr[province] else ""
    vp = f"+{int(box.province_vp[province])}" if box.province_vp[province] else ""
    number = f"{province + 1:>2} {province_name(box, province):<{width}}"
    return f"{number} {cr:<2}{vp:<2} {stacks_in(table, province)}".rstrip()


def stacks_in(table, province: int) -> str:
    """The stacks of a province: "0:2W 3:R" for two white blocks of player_0 and a red one of player_3."""
    heights = [int(height) for height in table.height[province, : int(table.seats)]]
    colours = [_LETTERS[int(colour)] for colour in table.colour[province]]
    return " ".join(
        f"{i}:{height if height > 1 else ''}{colours[i]}" for i, height in enumerate(heights) if height
    )


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
        shown = [_card(box, int(table.display[i, at])) for at in range(displayed(table, i))]
        if shown:
            whose = "Your display" if i == seat else f"{player(i)}'s display"
            lines += _wrapped(f"{whose}: {'; '.join(shown)}")
    return lines


def _cards(box, table, seat: int | None) -> list[str]:
    lines = []
    for i in range(int(table.seats)):
        own = seat is None or i == seat
        cards = [_card(box, c) for c in in_place(box, table, HAND + i) if own or table.known[c]]
        if cards:
            whose = "Your hand" if i == seat else f"{player(i)}'s hand" + ("" if own else ", as far as known")
            lines += _wrapped(f"{whose}: {'; '.join(cards)}")
    up = [card_in_words(box, int(card)) for card in table.face_up if card]
    lines += _wrapped("Face up: " + ("; ".join(up) or "nothing"))
    under = len(in_place(box, table, IN_SET_B))
    lines.append(f"Deck: {int(table.deck_cards)} cards" + (f", under them set B, {under}" if under else ""))
    for what, where in (("Discards", DISCARDED), ("Out of the game", IN_BOX)):
        names = [card_name(box, c) for c in in_place(box, table, where)]
        if names:
            different = [f"{names.count(n)} {n}" if names.count(n) > 1 else n for n in dict.fromkeys(names)]
            lines += _wrapped(f"{what}, {len(names)}: {'; '.join(different)}")
    return lines


def _card(box, card: int) -> str:
    """A card with the number that it has in the box."""
    return f"{card} {card_in_words(box, card)}"


def in_place(box, table, place: int) -> list[int]:
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


def question(box, table) -> str:
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
        Tie.BATTLE: f"the battle of {battle_name(box, table)}",
        Tie.FIRST: "first place in the government",
        Tie.SECOND: "second place in the government",
        Tie.OPPOSITION_FIRST: "first place in the opposition",
    }.get(tie)
    if about:
        return f"A tie for {about} between {_list([player(i) for i in seats])}."
    where = province_voting(box, table)
    stacks = [f"{player(i)} ({blocks(table.height[where, i], table.colour[where, i])})" for i in seats]
    return f"A tie for {province_name(box, where)} between {_list(stacks)}."


def battle_name(box, table) -> str:
    return text(box.battle_name[int(table.turn) - 1])


def _list(parts: list[str]) -> str:
    return ", ".join(parts)
