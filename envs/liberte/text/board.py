"""The table as text."""

from typing import Any

import numpy as np

from ...core.text.words import WIDTH, count, counted, in_order, numbered, player, side_by_side, text, wrapped
from ..box import UNLIMITED
from ..rules.cards import displayed
from ..rules.playing import free_tokens
from ..rules.the_end import royalist_strength
from ..table import COLOURS, DISCARDED, HAND, IN_BOX, IN_SET_B, WHITE, Ending, Phase, Tie
from .describe import (
    COLOUR_NAMES,
    battle_name,
    blocks_in_short,
    card_in_short,
    card_name,
    province_name,
)
from .outlook import is_last_round
from .questions import decision


def board(box: np.record, table: np.record, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything for None."""
    lines = [*_headlines(box, table), *_map(box, table)]
    lines += _players(box, table, seat)
    lines += _cards(box, table, seat)
    lines += wrapped(decision(box, table))
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
    if table.tie >= Tie.PROVINCE or table.ending in (Ending.FOUR_TURNS, Ending.LANDSLIDE):
        second.append(f"votes: {blocks_by_colour(table.votes)}")
    if box.battle_vp[int(table.turn) - 1]:
        second.append(f"{battle_name(box, table)} {int(box.battle_vp[int(table.turn) - 1])} VP")
    if table.turn >= box.cr_from:
        second.append(f"counter-revolution {royalist_strength(box, table)} of {int(box.cr_needed)}")
    elif table.lost_battles:
        second.append(f"battles lost: {int(table.lost_battles)}")
    return [line for parts in (first, second) if parts for line in wrapped("; ".join(parts))]


def when(box: np.record, table: np.record) -> str:
    """The turn and the part of it under way."""
    return (
        f"Turn {int(table.turn)} of {int(box.turns)}, {_stage(table)}{', LAST ROUND' * is_last_round(table)}"
    )


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
    """The regions in the order of the election, in three columns if stacks leave room for them."""
    for longest in range(WIDTH // 3, _SHORTEST, -1):
        lines = _columns(box, table, 3, longest)
        if max(map(len, lines)) <= WIDTH:
            return lines
    lines = _columns(box, table, 2, WIDTH // 2)
    return lines if max(map(len, lines)) <= WIDTH else _columns(box, table, 1, WIDTH)


_SHORTEST = 20  # characters that a province may always take in a column
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
    for i in in_order(table):
        tokens = "-" if box.tokens == UNLIMITED else max(0, int(free_tokens(box, table, i)))
        taken = " ".join(
            filter(None, (blocks_in_short(table.collected[c, i], c) for c in range(WHITE, COLOURS)))
        )
        name = ("*" if i == table.seat else " ") + player(i) + (" (you)" if i == seat else "")
        numbers = f"{int(table.vp[i]):>2}{int(table.hand_size[i]):>6}{tokens:>8}{int(table.cannons[i]):>8}"
        lines.append(f"{name:<16}{numbers}{'yes' if table.presence[i] else '':>9}  {taken}".rstrip())
    return lines


def _cards(box: np.record, table: np.record, seat: int | None) -> list[str]:
    """The players' displays, and their hands as far as known; then the cards beside the map."""
    lines = []
    for i in in_order(table):
        shown = _numbered(box, [int(card) for card in table.display[i, : displayed(table, i)]])
        hand = in_place(box, table, HAND + i)
        if seat is None or i == seat:
            zones = [("display", shown), ("hand", _numbered(box, hand))]
        else:
            known = counted([card_in_short(box, card) for card in hand if table.known[card]])
            zones = [("display", shown), ("known hand", known)]
        parts = [f"{what}: {'; '.join(cards)}" for what, cards in zones if cards]
        if parts:
            whose = "Your" if i == seat else f"{player(i)}'s"
            lines += wrapped(f"{whose} {' | '.join(parts)}")
    return [*lines, *wrapped(_open(box, table))]


def _open(box: np.record, table: np.record) -> str:
    """The cards beside the map, and those out of the game."""
    up = [card_in_short(box, int(card)) for card in table.face_up if card]
    under = len(in_place(box, table, IN_SET_B))
    deck = f"deck: {count(table.deck_cards, 'card')}" + (f", under them set B, {under}" if under else "")
    parts = [f"Face up: {'; '.join(up) or 'nothing'}", deck]
    for what, where in (("discards", DISCARDED), ("out of the game", IN_BOX)):
        names = [card_name(box, c) for c in in_place(box, table, where)]
        if names:
            parts.append(f"{what}, {len(names)}: {'; '.join(counted(names))}")
    return " | ".join(parts)


def _numbered(box: np.record, cards: list[int]) -> list[str]:
    """Cards with their numbers in the box."""
    return numbered((card, card_in_short(box, card)) for card in cards)


def in_place(box: np.record, table: np.record, place: int) -> list[int]:
    return [c for c in np.flatnonzero(table.place == place).tolist() if 1 <= c <= box.cards]
