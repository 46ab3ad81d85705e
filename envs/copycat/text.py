"""The table as text, as far as a seat may know it."""

import textwrap

from ..core.words import player
from .box import is_red
from .rules.common import coins_left, in_hand
from .rules.purchases import price_of
from .table import (
    CARDS,
    DISCARD,
    DOCTORATE,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAID,
    LYING,
    LYING_REPEATED,
    NO_CARD,
    OFFICES,
    SPENT,
    STANDING,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    USED,
    Phase,
)
from .words import card_in_words, card_name, count, effect_in_words

_WIDTH = 78


def board(box, table, seat: int | None) -> str:
    """The table as text: what `seat` may know, or everything."""
    lines = [*_headline(box, table), *_offices(box, table), "", *_street(box, table), ""]
    lines += _players(table, seat)
    lines += _decks(box, table, seat)
    lines += ["", *_wrapped(question(box, table))]
    return "\n".join(lines)


def _headline(box, table) -> list[str]:
    supply = int((table.place == IN_SUPPLY).sum())
    parts = [
        when(box, table),
        f"supply: {count(supply, 'card')} and {count(table.doctorates_left, 'doctorate')}",
        f"the end: {int(box.end_points)} VP",
    ]
    return _wrapped("; ".join(parts))


def when(box, table) -> str:
    """The round and what of it is played."""
    stage = {Phase.BID: "planning", Phase.OVER: "over"}.get(Phase(int(table.phase)))
    if stage is None:
        stage = "actions" if table.stage == Phase.TURN else "purchases and points"
    return f"Round {int(table.round_number)} of {int(box.rounds)}, {stage}"


_WORKERS = {STANDING: "p{}", LYING: "(p{})", STANDING_REPEATED: "p{}'", LYING_REPEATED: "(p{})'"}


def _offices(box, table) -> list[str]:
    """Two columns of the offices in play."""
    cells = []
    for office in range(OFFICES):
        if table.open[office]:
            about = effect_in_words(box.office_effect[office], box.office_strength[office])
            here = [
                _WORKERS[int(table.worker[i, office])].format(i)
                for i in range(int(table.seats))
                if table.worker[i, office]
            ]
            tokens = [f"+{int(table.office_tokens[office])}"] if table.office_tokens[office] else []
            if len(here) > 2:  # a crowd in short
                here = ["p" + "".join(here).replace("p", "")]
            workers = " ".join([*tokens, *here])
            cells.append(f"{office + 1:>2} {about:<21} {workers}")
    half = (len(cells) + 1) // 2
    pairs = zip(cells[:half], cells[half:] + [""] * (len(cells) % 2))
    legend = "OFFICES (+2: tokens; p0: player_0's worker, (p0) used, p0' also by a bonus)"
    return [legend, *(f"{a:<40}{b}".rstrip() for a, b in pairs)]


def _street(box, table) -> list[str]:
    """The street from left to right, with prices."""
    lines = ["STREET"]
    for space in range(STREET):
        card = int(table.street[space])
        words = "-"
        if card == DOCTORATE:
            words = f"Doctorate, {price_of(box, table, space)} and what is invested"
        elif is_red(card):
            words = f"{card_in_words(box, card)}, a red card"
        elif card != NO_CARD:
            words = f"{card_in_words(box, card)} for {price_of(box, table, space)}"
        lines.append(f"{space + 1:>2}: {words}")
    half = (STREET + 1) // 2
    left, right = lines[1 : 1 + half], [*lines[1 + half :], ""]
    if max(map(len, left)) < 40 and max(map(len, right)) < 40:
        return [lines[0], *(f"{a:<40}{b}".rstrip() for a, b in zip(left, right))]
    return lines


def _players(table, seat: int | None) -> list[str]:
    """A line of numbers for each player, in order of the bus."""
    lines = ["                 VP  round  tokens  workers  pile  hand  discards  chosen  doct."]
    for i in map(int, table.order[: int(table.seats)]):
        name = ("*" if i == table.seat else " ") + player(i) + (" (you)" if i == seat else "")
        hidden = table.phase == Phase.BID and seat not in (None, i)
        chosen = "" if hidden or table.bid[i] == NO_CARD else str(int(table.bid[i]))
        workers = "out" if table.passed[i] else str(int(table.pool[i]))
        numbers = (
            f"{int(table.vp[i]):>3}{int(table.round_vp[i]):>7}{int(table.tokens[i]):>8}"
            f"{workers:>9}{int(table.draw_size[i]):>6}{int(table.hand_size[i]):>6}"
            f"{int(table.discard_size[i]):>10}{chosen:>8}{int(table.doctorates[i]) or '':>7}"
        )
        lines.append(f"{name:<16}{numbers}".rstrip())
    return lines


def _decks(box, table, seat: int | None) -> list[str]:
    """Each player's cards by where they lie."""
    lines = []
    for i in map(int, table.order[: int(table.seats)]):
        own = seat is None or i == seat
        whose = "Your" if i == seat else f"{player(i)}'s"
        zones = [
            ("hand", (IN_HAND, KNOWN) if own else (KNOWN,)),
            ("draw pile" if own else "draw pile and hand", (IN_DRAW,) if own else (IN_DRAW, IN_HAND)),
            ("play area", (LAID, USED, SPENT)),
            ("temporary discards", (TEMPORARY,)),
            ("discards", (DISCARD,)),
        ]
        for what, where in zones:
            cards = [c for c in range(1, CARDS + 1) if table.zone[i, c] in where]
            if cards:
                words = (
                    [card_in_words(box, c) for c in cards] if what == "hand" else several(box, cards, table)
                )
                known = ", as far as known" if what == "hand" and not own else ""
                lines += _wrapped(f"{whose} {what}{known}: {'; '.join(words)}")
        if own:
            lines += _marked(table, i)
    return lines


def _marked(table, seat: int) -> list[str]:
    """What a player knows of the own hand besides its cards."""
    hand = [c for c in range(1, CARDS + 1) if in_hand(table, seat, c)]
    known = [c for c in hand if table.zone[seat, c] == KNOWN]
    kept = [c for c in hand if table.kept[c]] if seat == table.seat else []
    marks = (("Of it all know", known), ("Of it are kept", kept))
    return [
        line for what, cards in marks if cards for line in _wrapped(f"  {what}: {', '.join(map(str, cards))}")
    ]


def several(box, cards: list[int], table=None) -> list[str]:
    """Cards by their titles, the same ones counted; with a table also what press secretaries stand for."""
    names = [card_name(box, card) for card in cards]
    if table is not None:
        copied = [int(table.copied[card]) for card in cards]
        names = [f"{name} as {card_name(box, copy)}" if copy else name for name, copy in zip(names, copied)]
    return [f"{names.count(n)} {n}" if names.count(n) > 1 else n for n in dict.fromkeys(names)]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)


_WHAT = {
    Phase.BID: "A card for the order of turns?",
    Phase.TURN: "Your turn.",
    Phase.SWAP: "Which cards to swap?",
    Phase.TRASH_FOR_WORKER: "Which card to trash?",
    Phase.DONATE: "Which coins to pay?",
    Phase.DRAW: "Draw one more?",
    Phase.HAND: "Anything before you lay down your hand?",
    Phase.TRASH_FOR_COIN: "Which cards to trash?",
    Phase.KEEP: "Which cards to keep?",
    Phase.TABLE: "What to buy?",
    Phase.INVEST: "How much for the doctorate?",
    Phase.REUSE_CARD: "Which card to use once more?",
    Phase.COPY_CARD: "Which card to copy?",
    Phase.REUSE_WORKER: "Which worker to use once more?",
}


def question(box, table) -> str:
    phase = Phase(int(table.phase))
    if phase == Phase.OVER:
        return "The game is over."
    parts = []
    if phase == Phase.TURN:
        parts.append(f"{count(table.due, 'placement')} left")
        if table.elbows:
            parts.append(f"{int(table.elbows)} with elbows")
    elif phase in (Phase.SWAP, Phase.DRAW, Phase.TRASH_FOR_COIN):
        parts.append(f"{int(table.left)} at most")
    elif phase == Phase.DONATE:
        parts.append(f"{count(table.picked, 'coin')} paid")
    if table.stage == Phase.TABLE or (table.stage == Phase.HAND and box.any_order):
        parts.append(f"{count(coins_left(table), 'coin')} and {count(table.purchases, 'purchase')} left")
        if table.doublings:
            parts.append(f"coins times {1 + min(int(table.doublings), 2)}")
        if table.charity.any():
            parts.append(f"{count(table.charity.sum(), 'charity event')} to decide")
    left = f" ({', '.join(parts)})" if parts else ""
    return f"{player(table.seat)}: {_WHAT[phase]}{left}"
