"""The table as a picture, as far as a seat may know it: street, offices with workers, players and decks.

What a card or an office does has a colour and a sign; a card of a deck is a square of its colour with its
number.
"""

import math
from typing import NamedTuple

import numpy as np

from ...core.text.drawing import (
    FOOT,
    MARGIN,
    SEAT_COLOURS,
    SMALL,
    SPINE,
    TOP,
    WIDTH,
    Page,
    Picture,
    letters_on,
    text_width,
)
from ...core.text.guide import guide_of
from ...core.text.words import count, in_order, player
from ..box import effect_of, is_red
from ..rules.common import coins_left
from ..rules.purchases import price_of
from ..table import DOCTORATE, NO_CARD, OFFICES, STREET, Effect, Phase, Place, Worker, Zone
from .board import lying, when
from .describe import card_in_full, card_name, effect_in_full, effect_in_words
from .questions import decision, is_buying

_WORDS = guide_of(__package__.removesuffix(".text")).words
_GAP = 8
_WIDE = WIDTH - 2 * MARGIN
_STREET, _CARD = 176, 69  # its height, and that of a card in it
_OFFICES, _ROOMS = TOP + _STREET + _GAP, 246  # where they begin, and how high they are
_DECKS = _OFFICES + _ROOMS + _GAP
_LEFT = 572  # the width of the offices

# What cards and offices do, by the last effect of each kind; the colours are those of no seat.
FAMILIES = (
    (Effect.NONE, "red", "red"),
    (Effect.DONATE, "blue", "draws"),
    (Effect.ELBOWS, "lilac", "workers"),
    (Effect.TRASH_FOR_COIN, "gold", "coins"),
    (Effect.DOUBLE_TOKENS, "mint", "points"),
    (Effect.KEEP, "grey", "again"),
)


Points = tuple[tuple[float, float], ...]


def _around(corners: int, *radii: float) -> Points:
    """The corners of a star, or of a round thing: these radii in turn, clockwise from the top."""
    turns = [(2 * math.pi * corner / corners, radii[corner % len(radii)]) for corner in range(corners)]
    return tuple((radius * math.sin(turn), -radius * math.cos(turn)) for turn, radius in turns)


def _at(x: float, y: float, points: Points, scale: float = 1) -> Points:
    return tuple((x + scale * across, y + scale * down) for across, down in points)


_MEEPLE = (
    (-3, -9.5), (3, -9.5), (4.5, -7), (3.5, -4.5), (9, -2), (9, 2.5), (6.5, 3.5), (8, 9.5),
    (-8, 9.5), (-6.5, 3.5), (-9, 2.5), (-9, -2), (-3.5, -4.5), (-4.5, -7),
)  # fmt: skip
_RING = _around(16, 7) + _around(16, 7)[:1]
_SIGNS = {  # of families by their colours, and of the doctorate: polygons around their middle
    "red": (_around(8, 2, 8),),
    "blue": (((-7, -4), (-1, -6), (2, 5), (-4, 7)), ((1.5, -6), (7.5, -4), (4.5, 6), (3.5, 5.8))),
    "lilac": (_at(0, 0, _MEEPLE, 0.8),),
    "gold": ((*_RING, *_at(0, 0, _RING[::-1], 0.7)), ((-1.5, -3), (1.5, -3), (1.5, 3), (-1.5, 3))),
    "mint": (_around(10, 8, 3.5),),
    "grey": ((*_RING[:11], *_at(0, 0, _RING[10::-1], 0.6)), ((-8.5, 1.5), (-2.2, 2.2), (-7.7, 7.7))),
    "white": (((-9, -2), (0, -6), (9, -2), (0, 2)), ((-5, 1), (0, 3.5), (5, 1), (5, 5), (0, 7), (-5, 5))),
}


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Copycat")
    page.header(when(box, table), decision(box, table), int(table.seat), seat)
    _street(page, box, table)
    _offices(page, box, table)
    _players(page, box, table, seat)
    top: float = _DECKS
    if seat is not None:
        top += _hand(page, box, table, seat) + _GAP
    _decks(page, box, table, seat, top)
    return page.picture()


def _colour(effect: int) -> str:
    """The colour of what a card or an office does."""
    return next(colour for last, colour, _ in FAMILIES if effect <= last)


def _sign(page: Page, x: float, y: float, colour: str) -> None:
    """What cards and offices of a colour do, as a small drawing around (x, y)."""
    with page.moved(x, y):
        for points in _SIGNS[colour]:
            page.polygon(points, letters_on(colour))


def _about(box: np.record, card: int) -> str:
    if is_red(card):
        return "a red card"
    return effect_in_words(effect_of(box, card), box.card_strength[card], box.charity_vp)


def _title(box: np.record, card: int) -> str:
    """A card in full: "22 Industrialist: 2 coins"."""
    return "Doctorate" if card == DOCTORATE else f"{card} {card_name(box, card)}: {_about(box, card)}"


# --- The street ----------------------------------------------------------------------------------


def _street(page: Page, box: np.record, table: np.record) -> None:
    page.panel(MARGIN, TOP, _WIDE, _STREET, "Street", "on coins: the price with that of the space")
    supply = count((table.place == Place.SUPPLY).sum(), "card")
    doctorates = count(table.doctorates_left, "doctorate")
    with page.thing("supply", title=f"Supply: {supply}, then {doctorates}", about=_WORDS["supply"]):
        page.text(MARGIN + 90, TOP + 17, f"supply: {supply}, then {doctorates}", colour="soft")
    across, road = -(-STREET // 2), TOP + 25 + _CARD + 1
    step = (_WIDE - 12) / across
    page.box(MARGIN + 8, road, _WIDE - 16, 7, "soft", radius=0)
    for x in range(MARGIN + 16, WIDTH - MARGIN - 24, 24):
        page.line(x, road + 3.5, x + 10, road + 3.5, "raised", 1.5)
    for space in range(STREET):
        card = int(table.street[space])
        place = f"Space {space + 1}"
        title, about = (
            (place, "") if card == NO_CARD else (_title(box, card), f"{place}. {card_in_full(box, card)}")
        )
        with page.thing("space", space, title=title, about=about):
            left, top = MARGIN + 8 + step * (space % across), TOP + 25 + (_CARD + 9) * (space // across)
            _space(page, left, top, step - 3, box, table, space)


def _space(page: Page, x: float, y: float, wide: float, box: np.record, table: np.record, space: int) -> None:
    """A space of the street: the card, and below its number and sign what it costs."""
    card, middle = int(table.street[space]), x + SPINE / 2
    if card == NO_CARD:
        page.box(x, y, wide, _CARD, None, "line", 4)
    elif card == DOCTORATE:
        page.card(x, y, wide, _CARD, "Doctorate", "+ investment", "white")
        _sign(page, middle, y + 29, "white")
    else:
        colour = _colour(effect_of(box, card))
        page.card(x, y, wide, _CARD, card_name(box, card), _about(box, card), colour, card)
        _sign(page, middle, y + 29, colour)
    surcharge = int(box.surcharge[space])
    if card != NO_CARD and not is_red(card):
        price = int(price_of(box, table, space))
        extra = f", {surcharge} of them for the space" if surcharge else ""
        with page.thing("price", space, title=f"Price: {count(price, 'coin')}{extra}", about=_WORDS["price"]):
            page.coin(middle, y + 56, price, 10.5)
    elif surcharge:
        title = f"Space {space + 1}: {count(surcharge, 'coin')} more"
        with page.thing("price", space, title=title, about=_WORDS["price"]):
            colour = "soft" if card == NO_CARD else letters_on("red")
            page.text(middle, y + 60, f"+{surcharge}", colour=colour, anchor="middle")


# --- Offices -------------------------------------------------------------------------------------


def _offices(page: Page, box: np.record, table: np.record) -> None:
    page.panel(MARGIN, _OFFICES, _LEFT, _ROOMS, "Offices", "lying workers are used; ' by a bonus payment too")
    offices = [office for office in range(OFFICES) if table.open[office]]
    rows = max(3, -(-len(offices) // 5))
    width, height = (_LEFT - 16) / 5, (_ROOMS - 26) / rows
    for place, office in enumerate(offices):
        left, top = MARGIN + 8 + width * (place % 5), _OFFICES + 25 + height * (place // 5)
        effect, strength = int(box.office_effect[office]), int(box.office_strength[office])
        words, colour = effect_in_words(effect, strength), _colour(effect)
        title = f"Office {office + 1}: {words}"
        if effect == Effect.TRASH_FOR_COIN:
            words = f"trash {strength}: {count(strength, 'coin')}"
        with page.thing("office", office, title=title, about=effect_in_full(box, effect, strength)):
            page.card(left, top, width - 4, height - 4, words, "", colour, office + 1)
            _sign(page, left + SPINE / 2, top + height - 14, colour)
            _in_office(page, left, top + height - 15, width - 4, table, office)


def _in_office(page: Page, x: float, foot: float, width: float, table: np.record, office: int) -> None:
    """Workers and tokens."""
    tokens, left = int(table.office_tokens[office]), x + SPINE / 2
    for seat in np.flatnonzero(table.worker[: int(table.seats), office]).tolist():
        _worker(page, left, foot, office, seat, int(table.worker[seat, office]))
        left = (left if left > x + SPINE else x + width + 10 - 24 * bool(tokens)) - 19
    if tokens:
        title = f"{count(tokens, 'token')} in office {office + 1}"
        with page.thing("tokens in", office, title=title, about=_WORDS["token"]):
            page.text(x + width - 4, foot + 7.5, f"+{tokens}", bold=True, anchor="end")


_USE: dict[int, str] = {
    Worker.STANDING: "not used",
    Worker.LYING: "used",
    Worker.STANDING_REPEATED: "used by a bonus payment alone",
    Worker.LYING_REPEATED: "used, and by a bonus payment",
}


def _worker(page: Page, x: float, foot: float, office: int, seat: int, state: int) -> None:
    """A worker, who stands or lies; with a stroke where it has been repeated."""
    stands = state in (Worker.STANDING, Worker.STANDING_REPEATED)
    repeated = state >= Worker.STANDING_REPEATED
    title = f"Worker of {player(seat)} in office {office + 1}: {_USE[state]}"
    with page.thing("worker", office, seat, title=title, about=_WORDS["bonus" if repeated else "worker"]):
        points = _MEEPLE if stands else tuple((down, across) for across, down in _MEEPLE)
        page.polygon(_at(x, foot, points), SEAT_COLOURS[seat], "raised")
        colour, (right, down) = letters_on(SEAT_COLOURS[seat]), (0, 7.7) if stands else (3, 4.7)
        page.text(x + right, foot + down, seat, colour=colour, bold=True, anchor="middle")
        if repeated:
            page.text(x + 9, foot + 1, "'", bold=True)


# --- Players -------------------------------------------------------------------------------------

_COLUMNS = (  # where it ends, its head, what it is in full, and the word of the guide for it
    (34, "VP", "victory points", "VP"),
    (80, "round", "victory points of this round", "round"),
    (132, "tokens", "tokens", "token"),
    (190, "workers", "workers to be placed", "worker"),
    (229, "card", "card for the order of turns", "card"),
    (272, "doct.", "doctorates", "doctorate"),
)


def _players(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    x = MARGIN + _LEFT + _GAP
    width = WIDTH - MARGIN - x
    page.panel(x, _OFFICES, width, _ROOMS, name="Players")
    x += 6
    for place, words, told, meant in _COLUMNS:
        with page.thing(f"head {meant}", title=told.capitalize().replace("Vp", "VP"), about=_WORDS[meant]):
            page.text(x + place, _OFFICES + 17, words, colour="soft", anchor="end")
    for place, seat in enumerate(in_order(table)):
        _player(page, x, _OFFICES + 33 + 41 * place, box, table, seat, viewer)
    if is_buying(box, table):
        _purse(page, x + 4, _OFFICES + _ROOMS - 11, table)


def _player(
    page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, viewer: int | None
) -> None:
    with page.thing("seat", seat, title=player(seat)):
        page.seat(x + 11, y, seat, 7.5, on_turn=bool(seat == table.seat))
        who = "you" if seat == viewer else player(seat)
        page.text(x + 25, y + 4.7, who, bold=bool(seat == table.seat), width=84)
    hidden = table.phase == Phase.BID and viewer not in (None, seat)
    numbers = (
        int(table.vp[seat]),
        int(table.round_vp[seat]) or "",
        int(table.tokens[seat]) or "",
        "out" if table.passed[seat] else int(table.pool[seat]),
        "" if hidden or table.bid[seat] == NO_CARD else int(table.bid[seat]),
        int(table.doctorates[seat]) or "",
    )
    for (place, _, told, meant), number in zip(_COLUMNS, numbers):
        most = meant == "VP"
        about = _WORDS["out" if number == "out" else meant]
        title = f"{told[0].upper()}{told[1:]} of {player(seat)}: {_number(box, meant, number)}"
        with page.thing(meant, seat, title=title, about=about):
            page.box(x + place - 28, y + 9, 31, 17, None, radius=3)
            page.text(x + place, y + 22, number, bold=most, anchor="end")
    if not table.passed[seat]:
        page.polygon(_at(x + 168, y + 17.5, _MEEPLE, 0.7), SEAT_COLOURS[seat], "raised")
    page.bar(x + 112, y - 3, 108, 6, int(table.vp[seat]) / int(box.end_points), "mint")
    page.text(x + 272, y + 4.7, f"of {int(box.end_points)}", colour="soft", anchor="end")


def _number(box: np.record, meant: str, number: int | str) -> str:
    """A number of a player as it is told in full."""
    if meant == "card":
        return _title(box, int(number)) if number else "not shown"
    return f"{number or 0}{f' of {int(box.end_points)}' if meant == 'VP' else ''}"


def _purse(page: Page, x: float, y: float, table: np.record) -> None:
    """Coins and purchases that the buyer has left."""
    coins, purchases = int(coins_left(table)), int(table.purchases)
    whose, doublings = f" left to {player(table.seat)}", min(int(table.doublings), 2)
    events = int(table.charity.sum())
    which = "those that are doubled" if table.more_coins else "each"
    times = f", {which} counted {'twice' if doublings == 1 else 'three times'}" if doublings else ""
    page.seat(x + 8, y - 0.5, int(table.seat), 7.5)
    with page.thing("coins", title=f"{count(coins, 'coin')}{whose}{times}", about=_WORDS["coin"]):
        page.coin(x + 31, y, coins, 10)
        words = f"×{1 + doublings}" if doublings else "left"
        page.text(x + 44, y + 4.7, words, colour="soft")
    with page.thing("purchases", title=f"{count(purchases, 'purchase')}{whose}", about=_WORDS["purchase"]):
        page.text(x + 74, y + 4.7, count(purchases, "purchase"), bold=True)
    if events:
        title = f"{count(events, 'charity event')} of {player(table.seat)} to decide: a coin or points"
        with page.thing("charity", title=title):
            page.text(x + 180, y + 4.7, f"{events} of charity")


# --- Cards ---------------------------------------------------------------------------------------


_ACROSS = 6  # cards of a hand side by side


def _hand(page: Page, box: np.record, table: np.record, seat: int) -> float:
    """The hand of the viewer; returns its height, which is greater for many cards."""
    cards = lying(table, seat, Zone.HAND, Zone.KNOWN)
    note = _marks(table, seat, cards)
    rows = 1 + (len(cards) > _ACROSS)
    across = max(_ACROSS, -(-len(cards) // 2))
    step, down = (_WIDE - 16) / across, 64 if rows == 1 else 38
    height = 25.0 + rows * down
    page.panel(MARGIN, _DECKS, _WIDE, height, "Your hand", note)
    for place, card in enumerate(cards):
        x, y = MARGIN + 8 + step * (place % across), _DECKS + 24 + down * (place // across)
        about = _about(box, card) if rows == 1 else ""
        with page.thing("hand", card, title=_title(box, card), about=card_in_full(box, card)):
            colour = _colour(effect_of(box, card))
            page.card(x, y, step - 3, down - 3, card_name(box, card), about, colour, card)
            _sign(page, x + SPINE / 2, y + min(down - 12, 29), colour)
    return height


def _marks(table: np.record, seat: int, hand: list[int]) -> str:
    """What a player knows about their own hand besides its cards."""
    known = [str(card) for card in hand if table.zone[seat, card] == Zone.KNOWN]
    kept = [str(card) for card in hand if table.kept[card]] if seat == table.seat else []
    marks = (("known to all", known), ("kept", kept))
    return "; ".join(f"{what}: {', '.join(cards)}" for what, cards in marks if cards)


def _decks(page: Page, box: np.record, table: np.record, viewer: int | None, top: float) -> None:
    height = FOOT - top
    page.panel(MARGIN, top, _WIDE, height, "Decks", "a square is a card with its number; hollow: used")
    _legend(page, MARGIN + 80, top + 17)
    y = top + 36
    for seat in in_order(table):
        page.seat(MARGIN + 18, y, seat, 7.5, on_turn=bool(seat == table.seat))
        y = _deck(page, MARGIN + 36, y, box, table, seat, _piles(table, seat, viewer)) + _LINE + 2


def _legend(page: Page, x: float, y: float) -> None:
    for _, colour, words in (*FAMILIES[1:], FAMILIES[0]):
        with page.thing(f"family {words}", title=words.capitalize(), about=_WORDS[words]):
            page.box(x - 6, y - 13, 18, 18, colour, radius=3)
            _sign(page, x + 3, y - 4, colour)
            page.text(x + 17, y, words, colour="soft")
        x += 32 + text_width(words, SMALL)


class _Pile(NamedTuple):
    """Cards of a player: their place, also in words and in the guide; how many lie unseen, and the others."""

    place: str
    words: str
    meant: str
    hidden: int
    cards: list[int]


def _piles(table: np.record, seat: int, viewer: int | None) -> list[_Pile]:
    """The cards of a player by where they lie, as far as a viewer knows; the own hand is shown elsewhere."""
    hand, draw = int(table.hand_size[seat]), int(table.draw_size[seat])
    known = lying(table, seat, Zone.KNOWN)
    if viewer is None or viewer == seat:
        held = [] if seat == viewer else lying(table, seat, Zone.HAND, Zone.KNOWN)
        closed = [
            _Pile("held", "hand", "hand", 0, held),
            _Pile("draw", f"draw pile {draw}", "draw pile", 0, lying(table, seat, Zone.DRAW)),
        ]
    else:
        unseen = lying(table, seat, Zone.DRAW, Zone.HAND)
        closed = [
            _Pile("held", f"hand {hand}", "known hand" if known else "hand", hand - len(known), known),
            _Pile("draw", f"draw pile {draw}, and hand", "draw pile", 0, unseen),
        ]
    piles = [
        *closed,
        _Pile("played", "played", "play area", 0, lying(table, seat, Zone.LAID, Zone.USED, Zone.SPENT)),
        _Pile("temporary", "temporary", "temporary discards", 0, lying(table, seat, Zone.TEMPORARY)),
        _Pile("discards", "discards", "discards", 0, lying(table, seat, Zone.DISCARD)),
    ]
    return [pile for pile in piles if pile.hidden or pile.cards]


def _deck(
    page: Page, left: float, y: float, box: np.record, table: np.record, seat: int, piles: list[_Pile]
) -> float:
    """The piles of a player one after the other, in as many lines as they need; returns the y of the last."""
    right = WIDTH - MARGIN - 8
    x, used = left, lying(table, seat, Zone.USED, Zone.SPENT)
    for pile in piles:
        title = f"{pile.words.capitalize()}: {player(seat)}"
        wide = text_width(pile.words, SMALL) + 6 + (40 if pile.hidden else 0)
        if x + wide + _STEP > right:
            x, y = left, y + _LINE
        with page.thing(f"pile {pile.place}", seat, title=title, about=_WORDS[pile.meant]):
            page.text(x, y + 4.7, pile.words, colour="soft")
            if pile.hidden:
                page.back(x + wide - 40, y - 8.5, 12, 17)
                page.text(x + wide - 25, y + 4.7, f"×{pile.hidden}")
        x += wide
        for card in pile.cards:
            copied = f"={int(table.copied[card])}" if table.copied[card] else ""
            wide = _STEP + text_width(copied, SMALL)
            if x + wide > right:
                x, y = left, y + _LINE
            with page.thing(
                pile.place, seat, card, title=_in_deck(box, table, card), about=card_in_full(box, card)
            ):
                _square(page, x + _STEP / 2, y, box, card, card in used, copied)
            x += wide
        x += 8
    return y


_STEP, _LINE = 21.5, 20  # from one card of a deck to the next, from one line to the next


def _in_deck(box: np.record, table: np.record, card: int) -> str:
    """A card of a deck in full, with what it is a copy of."""
    copied = int(table.copied[card])
    return f"{_title(box, card)}{f', as {_title(box, copied)}' if copied else ''}"


def _square(page: Page, x: float, y: float, box: np.record, card: int, used: bool, copied: str) -> None:
    """A card of a deck by its number; beside that of a press secretary the number of what it copies."""
    colour = _colour(effect_of(box, card))
    side = 17.0 if used else 18.5
    page.box(
        x - side / 2, y - side / 2, side, side, "raised" if used else colour, colour if used else None, 2.5, 2
    )
    page.text(x, y + 4.7, card, SMALL, "ink" if used else letters_on(colour), anchor="middle")
    if copied:
        page.text(x + _STEP / 2, y + 4.7, copied, colour="soft")
