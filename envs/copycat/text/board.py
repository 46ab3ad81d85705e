"""The table as text."""

import numpy as np

from ...core.text.words import WIDTH, in_columns, in_order, numbered, player, ranges, side_by_side, wrapped
from ..box import is_red
from ..rules.clean_up import why_over
from ..rules.purchases import price_of
from ..table import CARDS, DOCTORATE, NO_CARD, OFFICES, STREET, Ending, Phase, Place, Zone
from .describe import card_in_short, card_name, effect_in_words
from .questions import decision

_MIDDLE = 39  # where the second card of a line begins


def board(box: np.record, table: np.record, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything for None."""
    lines = [*_headline(box, table), *_offices(box, table), *_street(box, table)]
    lines += [*_players(table, seat), *_decks(box, table, seat), *wrapped(decision(box, table))]
    return "\n".join(lines)


def _headline(box: np.record, table: np.record) -> list[str]:
    supply = int((table.place == Place.SUPPLY).sum())
    parts = [when(box, table), f"supply: {supply}, doctorates: {int(table.doctorates_left)}"]
    if table.phase == Phase.OVER or not ends_with_this_round(box, table):
        parts.append(f"end: {int(box.end_points)} VP")
    return wrapped("; ".join(parts))


def when(box: np.record, table: np.record) -> str:
    """The round and the part of it under way."""
    stage = {Phase.BID: "planning", Phase.OVER: "over"}.get(Phase(int(table.phase)))
    if stage is None:
        stage = "actions" if table.stage == Phase.TURN else "purchases and points"
    word = "LAST ROUND" if table.phase != Phase.OVER and ends_with_this_round(box, table) else "Round"
    return f"{word} {int(table.round_number)} of {int(box.rounds)}, {stage}"


def ends_with_this_round(box: np.record, table: np.record) -> bool:
    """Whether the game is certain to end with this round."""
    return bool(why_over(box, table) != Ending.NONE)


_WORKERS = ("", "p{}", "(p{})", "p{}'", "(p{})'")  # of each state of a worker


def _offices(box: np.record, table: np.record) -> list[str]:
    """The offices in play, in three columns if workers leave room for them."""
    cells = [_office(box, table, office) for office in range(OFFICES) if table.open[office]]
    legend = "OFFICES (+2: tokens; p0: player_0's worker, (p0) used, p0' also by a bonus)"
    lines = side_by_side(in_columns(cells, 3))
    return [legend, *(lines if max(map(len, lines)) <= WIDTH else side_by_side(in_columns(cells, 2)))]


def _office(box: np.record, table: np.record, office: int) -> str:
    about = effect_in_words(box.office_effect[office], box.office_strength[office])
    states = table.worker[:, office].tolist()
    here = [_WORKERS[state].format(i) for i, state in enumerate(states) if state]
    if len(here) > 2:  # a crowd, shortened
        here = ["p" + "".join(here).replace("p", "")]
    tokens = [f"+{int(table.office_tokens[office])}"] if table.office_tokens[office] else []
    return " ".join([f"{office + 1:>2} {about}", *tokens, *here])


def _street(box: np.record, table: np.record) -> list[str]:
    """The street from left to right with prices, side by side where they fit."""
    lines = ["STREET (last the price; red cards left of what one buys come along)"]
    for space in range(STREET):
        cell = f"{space + 1}: {_for_sale(box, table, space)}"
        for start in (_MIDDLE, len(lines[-1]) + 2):
            if space and len(lines[-1]) < start <= WIDTH - len(cell):
                lines[-1] = f"{lines[-1]:<{start}}{cell}"
                break
        else:
            lines.append(cell)
    return lines


def _for_sale(box: np.record, table: np.record, space: int) -> str:
    card = int(table.street[space])
    if card == NO_CARD:
        return "-"
    price = int(price_of(box, table, space))
    if card == DOCTORATE:
        return f"Doctorate {price} and what is invested"
    return f"{card} {card_in_short(box, card)}{'' if is_red(card) else f' {price}'}"


def _players(table: np.record, seat: int | None) -> list[str]:
    """A line of numbers for each player, in order of the bus."""
    lines = ["                 VP round tokens workers pile hand discards chosen doctorates"]
    for i in in_order(table):
        name = ("*" if i == table.seat else " ") + player(i) + (" (you)" if i == seat else "")
        hidden = table.phase == Phase.BID and seat not in (None, i)
        chosen = "" if hidden or table.bid[i] == NO_CARD else str(int(table.bid[i]))
        workers = "out" if table.passed[i] else str(int(table.pool[i]))
        numbers = (
            f"{int(table.vp[i]):>3}{int(table.round_vp[i]):>6}{int(table.tokens[i]):>7}"
            f"{workers:>8}{int(table.draw_size[i]):>5}{int(table.hand_size[i]):>5}"
            f"{int(table.discard_size[i]):>9}{chosen:>7}{int(table.doctorates[i]) or '':>11}"
        )
        lines.append(f"{name:<16}{numbers}".rstrip())
    return lines


def _decks(box: np.record, table: np.record, seat: int | None) -> list[str]:
    """Each player's cards by where they lie."""
    lines = []
    for i in in_order(table):
        zones = _own(box, table, i) if seat is None or i == seat else _others(box, table, i)
        zones += [
            (what, several(box, lying(table, i, *where), table))
            for what, where in (
                ("play area", (Zone.LAID, Zone.USED, Zone.SPENT)),
                ("temp. discards", (Zone.TEMPORARY,)),
                ("discards", (Zone.DISCARD,)),
            )
        ]
        parts = [f"{what}: {'; '.join(cards)}" for what, cards in zones if cards]
        if parts:
            whose = "Your" if i == seat else f"{player(i)}'s"
            lines += wrapped(f"{whose} {' | '.join(parts)}")
    return lines


def _own(box: np.record, table: np.record, seat: int) -> list[tuple[str, list[str]]]:
    """What a player knows of the own hand and draw pile."""
    hand = lying(table, seat, Zone.HAND, Zone.KNOWN)
    known = lying(table, seat, Zone.KNOWN)
    kept = [card for card in hand if table.kept[card]] if seat == table.seat else []
    return [
        ("hand", _numbered(box, hand)),
        ("of it all know", [ranges(known)] if known else []),
        ("of it are kept", [ranges(kept)] if kept else []),
        ("pile", several(box, lying(table, seat, Zone.DRAW), table)),
    ]


def _others(box: np.record, table: np.record, seat: int) -> list[tuple[str, list[str]]]:
    """What others know of a player's hand and draw pile."""
    return [
        ("known hand", _numbered(box, lying(table, seat, Zone.KNOWN))),
        ("pile or hand", several(box, lying(table, seat, Zone.DRAW, Zone.HAND), table)),
    ]


def lying(table: np.record, seat: int, *where: int) -> list[int]:
    """A player's cards in any of these zones, in ascending order."""
    zones = table.zone[seat].tolist()
    return [card for card in range(1, CARDS + 1) if zones[card] in where]


def _numbered(box: np.record, cards: list[int]) -> list[str]:
    """Cards with their numbers and effects."""
    return numbered((card, card_in_short(box, card)) for card in cards)


def several(box: np.record, cards: list[int], table: np.record | None = None) -> list[str]:
    """Titles of cards, equal ones counted: "2 x Banker"; with a table also the cards they copy."""
    names = [card_name(box, card) for card in cards]
    if table is not None:
        copied = [int(table.copied[card]) for card in cards]
        names = [f"{name} as {card_name(box, copy)}" if copy else name for name, copy in zip(names, copied)]
    counts = {name: names.count(name) for name in names}
    return [f"{number} x {name}" if number > 1 else name for name, number in counts.items()]
