"""The table as text, as far as a seat may know it."""

from typing import Any, NamedTuple

import numpy as np

from ...core.text.words import WIDTH, counted, numbered, player, side_by_side, text, wrapped
from ..box import UNLIMITED
from ..rules.battle import has_general
from ..rules.cards import displayed
from ..rules.playing import free_tokens
from ..rules.provinces import province_voting
from ..rules.the_end import royalist_strength
from ..table import COLOURS, DISCARDED, HAND, IN_BOX, IN_SET_B, WHITE, Phase, Tie
from .describe import (
    COLOUR_NAMES,
    blocks,
    blocks_in_short,
    card_in_short,
    card_in_words,
    card_name,
    province_name,
)


def board(box: np.record, table: np.record, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    lines = [*_headlines(box, table), *_map(box, table)]
    lines += _players(box, table, seat)
    lines += _cards(box, table, seat)
    lines += wrapped(question(box, table))
    return "\n".join(lines)


def _headlines(box: np.record, table: np.record) -> list[str]:
    first = [when(box, table)]
    first.append(f"stock: {blocks_by_colour(table.stock)}")
    if table.aside.any():
        first.append(f"set aside: {blocks_by_colour(table.aside)}")
    second = []
    if table.government:
        second.append(f"government {COLOUR_NAMES[int(table.government)]}")
    if table.opposition:
        second.append(f"opposition {COLOUR_NAMES[int(table.opposition)]}")
    if table.tie >= Tie.PROVINCE:
        second.append(f"votes: {blocks_by_colour(table.votes)}")
    if box.battle_vp[int(table.turn) - 1]:
        second.append(f"{battle_name(box, table)} {int(box.battle_vp[int(table.turn) - 1])} VP")
    if table.turn >= box.cr_from:
        second.append(f"counter-revolution {royalist_strength(box, table)} of {int(box.cr_needed)}")
    elif table.lost_battles:
        second.append(f"battles lost: {int(table.lost_battles)}")
    return [line for parts in (first, second) if parts for line in wrapped("; ".join(parts))]


def when(box: np.record, table: np.record) -> str:
    """The turn and how far it has come."""
    last = ", LAST ROUND" * bool(table.closing and Phase.ACTION <= table.phase < Phase.TIE)
    return f"Turn {int(table.turn)} of {int(box.turns)}, {_stage(table)}{last}"


def _stage(table: np.record) -> str:
    if table.phase == Phase.OVER:
        return "over"
    if table.phase in (Phase.DISCARD, Phase.REFILL):
        return "new cards"
    if table.phase == Phase.TIE:
        return "battle" if table.tie == Tie.BATTLE else "election"
    return f"round {int(table.rounds) + 1}"


def blocks_by_colour(numbers: Any) -> str:
    return ", ".join(f"{COLOUR_NAMES[c]} {int(numbers[c])}" for c in range(WHITE, COLOURS))


def _map(box: np.record, table: np.record) -> list[str]:
    """Regions in the order of the election, in three columns where stacks leave room for them."""
    for longest in range(WIDTH // 3, _SHORTEST, -1):
        lines = _columns(box, table, 3, longest)
        if max(map(len, lines)) <= WIDTH:
            return lines
    lines = _columns(box, table, 2, WIDTH // 2)
    return lines if max(map(len, lines)) <= WIDTH else _columns(box, table, 1, WIDTH)


_SHORTEST = 20  # letters that a province may always take in a column
_LEGEND = ("(0WW player_0's 2 white)", "(^ counter-revolution)", "(+2 victory points)")


def _columns(box: np.record, table: np.record, number: int, longest: int) -> list[str]:
    columns: list[list[str]] = [[] for _ in range(number)]
    regions = [int(region) - 1 for region in box.region_order[: int(box.regions)]]
    for place, region in enumerate(regions):
        first = int(box.region_first[region])
        column = columns[place * number // len(regions)]
        column.append(text(box.region_name[region]).upper())
        column += [_province(box, table, first + at, longest) for at in range(int(box.region_size[region]))]
    for words in _LEGEND:  # there is room below short columns
        min(columns, key=len).append(words)
    return side_by_side(columns)


def _province(box: np.record, table: np.record, province: int, longest: int) -> str:
    cr = "^" if box.cr[province] else ""
    vp = f"+{int(box.province_vp[province])}" if box.province_vp[province] else ""
    name, stacks = f"{province + 1:>2} {province_name(box, province)}{cr}{vp}", stacks_in(table, province)
    if len(name) + 1 + len(stacks) > longest:  # a crowd, written closely
        stacks = stacks.replace(" ", "")
    return f"{name} {stacks}".rstrip()


def stacks_in(table: np.record, province: int) -> str:
    """The stacks of a province: "0WW 3R" for two white blocks of player_0 and a red one of player_3."""
    heights = [int(height) for height in table.height[province, : int(table.seats)]]
    return " ".join(
        f"{i}{blocks_in_short(height, table.colour[province, i])}"
        for i, height in enumerate(heights)
        if height
    )


def _players(box: np.record, table: np.record, seat: int | None) -> list[str]:
    """A line of numbers for each player, in order of play."""
    lines = ["                VP  hand  tokens  battle  in gov.  taken"]
    for i in map(int, table.order[: int(table.seats)]):
        tokens = "-" if box.tokens == UNLIMITED else max(0, int(free_tokens(box, table, i)))
        taken = " ".join(
            filter(None, (blocks_in_short(table.collected[c, i], c) for c in range(WHITE, COLOURS)))
        )
        name = ("*" if i == table.seat else " ") + player(i) + (" (you)" if i == seat else "")
        numbers = f"{int(table.vp[i]):>2}{int(table.hand_size[i]):>6}{tokens:>8}{int(table.cannons[i]):>8}"
        lines.append(f"{name:<16}{numbers}{'yes' if table.presence[i] else '':>9}  {taken}".rstrip())
    return lines


def _cards(box: np.record, table: np.record, seat: int | None) -> list[str]:
    """What each player shows, and holds as far as is known; then what lies beside the map."""
    lines = []
    for i in map(int, table.order[: int(table.seats)]):
        shown = _numbered(box, [int(card) for card in table.display[i, : displayed(table, i)]])
        hand = in_place(box, table, HAND + i)
        if seat is None or i == seat:
            zones = [("display", shown), ("hand", _numbered(box, hand))]
        else:
            known = counted([card_in_short(box, card) for card in hand if table.known[card]])
            zones = [("display", shown), ("known hand", known)]
        told = [f"{what}: {'; '.join(cards)}" for what, cards in zones if cards]
        if told:
            whose = "Your" if i == seat else f"{player(i)}'s"
            lines += wrapped(f"{whose} {' | '.join(told)}")
    return [*lines, *wrapped(_open(box, table))]


def _open(box: np.record, table: np.record) -> str:
    """The cards beside the map, and those out of the game."""
    up = [card_in_short(box, int(card)) for card in table.face_up if card]
    under = len(in_place(box, table, IN_SET_B))
    deck = f"deck: {int(table.deck_cards)} cards" + (f", under them set B, {under}" if under else "")
    told = [f"Face up: {'; '.join(up) or 'nothing'}", deck]
    for what, where in (("discards", DISCARDED), ("out of the game", IN_BOX)):
        names = [card_name(box, c) for c in in_place(box, table, where)]
        if names:
            told.append(f"{what}, {len(names)}: {'; '.join(counted(names))}")
    return " | ".join(told)


def _numbered(box: np.record, cards: list[int]) -> list[str]:
    """Cards with the numbers that they have in the box."""
    return numbered((card, card_in_short(box, card)) for card in cards)


def in_place(box: np.record, table: np.record, place: int) -> list[int]:
    return [c for c in np.flatnonzero(table.place == place).tolist() if 1 <= c <= box.cards]


# --- Who leads -----------------------------------------------------------------------------------


class Stack(NamedTuple):
    """The blocks of a seat in a province."""

    seat: int
    height: int
    colour: int


def stacks_of(table: np.record, province: int) -> list[Stack]:
    """The stacks of a province by seat."""
    heights, colours = table.height[province].tolist(), table.colour[province].tolist()
    return [Stack(i, height, colours[i]) for i, height in enumerate(heights) if height]


def highest(stacks: list[Stack]) -> list[Stack]:
    """The highest of the stacks; the owners of several would need cards to win the province."""
    top = max((stack.height for stack in stacks), default=0)
    return [stack for stack in stacks if stack.height == top]


def in_election(table: np.record) -> bool:
    return bool(table.phase == Phase.TIE and table.tie >= Tie.PROVINCE)


def votes_now(box: np.record, table: np.record) -> list[int]:
    """The votes of each colour if all provinces that have not voted did so now and nobody broke a tie."""
    votes, done = (table.votes.tolist(), int(table.voting)) if in_election(table) else ([0] * COLOURS, 0)
    regions = [int(region) - 1 for region in box.region_order[: int(box.regions)]]
    order = [int(box.region_first[r]) + at for r in regions for at in range(int(box.region_size[r]))]
    for province in order[done:]:
        ahead = highest(stacks_of(table, province))
        if len(ahead) == 1:
            votes[ahead[0].colour] += ahead[0].height if province == box.paris else 1
    return votes


def outlook(votes: list[int]) -> str:
    """Which factions such votes would let govern and oppose: "red would govern, blue oppose"."""
    first = _most(votes, [])
    if not first:
        return "no province would vote"
    if len(first) > 1:
        return f"{_colours(first)} would be level for the government"
    second = _most(votes, first)
    if not second:
        return f"{_colours(first)} would govern"
    behind = "oppose" if len(second) == 1 else "be level behind"
    return f"{_colours(first)} would govern, {_colours(second)} {behind}"


def _most(votes: list[int], but: list[int]) -> list[int]:
    """The factions with most votes, of those that have any."""
    left = {c: votes[c] for c in range(WHITE, COLOURS) if votes[c] and c not in but}
    return [c for c, number in left.items() if number == max(left.values())]


def _colours(factions: list[int]) -> str:
    *others, last = [COLOUR_NAMES[c] for c in factions]
    return f"{', '.join(others)} and {last}" if others else last


def commanders(box: np.record, table: np.record) -> list[int]:
    """The seats with most tokens in the battle box among those who show a general."""
    able = [i for i in range(int(table.seats)) if table.cannons[i] and has_general(box, table, i)]
    return [i for i in able if table.cannons[i] == max(table.cannons[i] for i in able)]


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


def question(box: np.record, table: np.record, chosen: bool = True) -> str:
    """What is asked; in a tie with the cards `chosen` so far, unless they lie in sight."""
    phase = Phase(int(table.phase))
    if phase == Phase.OVER:
        return "The game is over."
    if phase == Phase.TIE:
        cards = [
            f"{player(i)} {card_in_words(box, int(table.chosen[i]))}"
            for i in map(int, table.order[: int(table.seats)])
            if chosen and table.chosen[i]
        ]
        so_far = f" Chosen: {'; '.join(cards)}." if cards else ""
        return f"{tie_in_words(box, table)}{so_far} {player(table.seat)}: A card to break it?"
    card = int(table.playing) or int(table.special)
    played = f"{card_in_words(box, card)}. " if card else ""
    left = f" {int(table.blocks_left)} to place." if phase == Phase.PLACE else ""
    return f"{player(table.seat)}: {played}{_WHAT[phase]}{left}"


def tie_in_words(box: np.record, table: np.record) -> str:
    """What a tie is about and between whom."""
    seats = [i for i in map(int, table.order[: int(table.seats)]) if table.contender[i]]
    colours = [COLOUR_NAMES[c] for c in range(WHITE, COLOURS) if table.tied_colour[c]]
    tie = Tie(int(table.tie))
    if tie in (Tie.GOVERNMENT, Tie.OPPOSITION):
        return f"A tie for the {tie.name.lower()} between {', '.join(colours)}."
    about = {
        Tie.BATTLE: f"the battle of {battle_name(box, table)}",
        Tie.FIRST: "first place in the government",
        Tie.SECOND: "second place in the government",
        Tie.OPPOSITION_FIRST: "first place in the opposition",
    }.get(tie)
    if about:
        return f"A tie for {about} between {', '.join([player(i) for i in seats])}."
    where = province_voting(box, table)
    stacks = [f"{player(i)} ({blocks(table.height[where, i], table.colour[where, i])})" for i in seats]
    return f"A tie for {province_name(box, where)} between {', '.join(stacks)}."


def battle_name(box: np.record, table: np.record) -> str:
    return text(box.battle_name[int(table.turn) - 1])
