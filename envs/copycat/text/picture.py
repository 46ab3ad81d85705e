"""The table as a picture, as far as a seat may know it: street, offices with workers, players and decks.

A card of a deck is a square with its number in the colour of what it does; on the street it is told in words.
"""

from typing import NamedTuple

import numpy as np

from ...core.text.drawing import HEIGHT, MARGIN, TOP, WIDTH, Page, Picture, letters_on, text_width, wrapped
from ...core.text.guide import guide_of
from ...core.text.words import count, player
from ..box import effect_of, is_red
from ..rules.common import coins_left
from ..rules.purchases import price_of
from ..table import (
    DISCARD,
    DOCTORATE,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAID,
    LYING_REPEATED,
    NO_CARD,
    OFFICES,
    SPENT,
    STANDING,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)
from .board import lying, when
from .describe import card_in_full, card_name, effect_in_full, effect_in_words
from .questions import decision, is_buying

_WORDS = guide_of(__package__.removesuffix(".text")).words
_GAP = 8
_WIDE = WIDTH - 2 * MARGIN
_STREET = 124  # its height
_OFFICES = TOP + _STREET + _GAP  # where they begin
_DECKS = _OFFICES + 192 + _GAP
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


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Copycat")
    page.header(when(box, table), decision(box, table), int(table.seat), seat)
    _street(page, box, table)
    _offices(page, box, table)
    _players(page, box, table, seat)
    top = _DECKS
    if seat is not None:
        _hand(page, box, table, seat)
        top += 76
    _decks(page, box, table, seat, top)
    return page.picture()


def _colour(effect: int) -> str:
    """The colour of what a card or an office does."""
    return next(colour for last, colour, _ in FAMILIES if effect <= last)


def _about(box: np.record, card: int) -> str:
    if is_red(card):
        return "a red card"
    return effect_in_words(effect_of(box, card), box.card_strength[card], box.charity_vp)


def _title(box: np.record, card: int) -> str:
    """A card in full: "22 Industrialist: 2 coins"."""
    return "Doctorate" if card == DOCTORATE else f"{card} {card_name(box, card)}: {_about(box, card)}"


# --- The street ----------------------------------------------------------------------------------


def _street(page: Page, box: np.record, table: np.record) -> None:
    page.panel(MARGIN, TOP, _WIDE, _STREET, "Street", "number, and price with that of the space")
    supply = count((table.place == IN_SUPPLY).sum(), "card")
    doctorates = count(table.doctorates_left, "doctorate")
    with page.thing("supply", title=f"Supply: {supply}, then {doctorates}", about=_WORDS["supply"]):
        page.text(MARGIN + 80, TOP + 17, f"supply: {supply}, then {doctorates}", 10, "soft")
    step = (_WIDE - 16) / STREET
    for space in range(STREET):
        card = int(table.street[space])
        place = f"Space {space + 1}"
        title, about = (
            (place, "") if card == NO_CARD else (_title(box, card), f"{place}. {card_in_full(box, card)}")
        )
        with page.thing("space", space, title=title, about=about):
            _space(page, MARGIN + 8 + step * space, step, box, table, space)


def _space(page: Page, x: float, step: float, box: np.record, table: np.record, space: int) -> None:
    card = int(table.street[space])
    if card == NO_CARD:
        page.box(x + 1, TOP + 25, step - 4, 72, None, "line", 4)
    elif card == DOCTORATE:
        page.card(x + 1, TOP + 25, step - 4, 72, "Doctorate", "+ investment", "white")
    else:
        colour = _colour(effect_of(box, card))
        page.card(x + 1, TOP + 25, step - 4, 72, card_name(box, card), _about(box, card), colour, size=9.5)
        page.text(x + 4, TOP + 114, card, 10, "soft", bold=True)
    surcharge = int(box.surcharge[space])
    if card != NO_CARD and not is_red(card):
        price = int(price_of(box, table, space))
        extra = f", {surcharge} of them for the space" if surcharge else ""
        with page.thing("price", space, title=f"Price: {count(price, 'coin')}{extra}", about=_WORDS["price"]):
            page.coin(x + step / 2 + 2, TOP + 110, price, 8.5)
    elif surcharge:
        title = f"Space {space + 1}: {count(surcharge, 'coin')} more"
        with page.thing("price", space, title=title, about=_WORDS["price"]):
            page.text(x + step / 2 + 2, TOP + 114, f"+{surcharge}", 10, "soft", anchor="middle")


# --- Offices -------------------------------------------------------------------------------------


def _offices(page: Page, box: np.record, table: np.record) -> None:
    page.panel(
        MARGIN, _OFFICES, _LEFT, 192, "Offices", "round: to be used; flat: used; ' by a bonus payment too"
    )
    offices = [office for office in range(OFFICES) if table.open[office]]
    rows = max(3, -(-len(offices) // 5))
    width, height = (_LEFT - 16) / 5, 165 / rows
    for place, office in enumerate(offices):
        left, top = MARGIN + 8 + width * (place % 5), _OFFICES + 23 + height * (place // 5)
        effect, strength = int(box.office_effect[office]), int(box.office_strength[office])
        title = f"Office {office + 1}: {effect_in_words(effect, strength)}"
        with page.thing("office", office, title=title, about=effect_in_full(box, effect, strength)):
            _office(page, left, top, width - 4, height - 4, box, table, office)


def _office(
    page: Page, x: float, y: float, width: float, height: float, box: np.record, table: np.record, office: int
) -> None:
    effect, strength = int(box.office_effect[office]), int(box.office_strength[office])
    page.box(x, y, width, height, "raised", "line", 4)
    page.box(x + 2.5, y + 2.5, 4.5, height - 5, _colour(effect), radius=2)
    page.text(x + 10, y + 11.5, office + 1, 8.5, "soft", bold=True)
    words, room = effect_in_words(effect, strength), width - 28
    if effect == Effect.TRASH_FOR_COIN and height <= 40:
        words = f"trash {strength}: {count(strength, 'coin')}"
    size = 9 if text_width(words, 9) <= room or height > 40 else 8.5
    for line, part in enumerate(wrapped(words, room, size, 1 + (height > 40))):
        page.text(x + 25, y + 11.5 + 10.5 * line, part, size)
    foot = y + height - 8.5
    workers = [seat for seat in range(int(table.seats)) if table.worker[seat, office]]
    for place, seat in enumerate(workers):
        _worker(page, x + 18 + 19 * place, foot, office, seat, int(table.worker[seat, office]))
    if table.office_tokens[office]:
        tokens = int(table.office_tokens[office])
        title = f"{count(tokens, 'token')} in office {office + 1}"
        with page.thing("tokens in", office, title=title, about=_WORDS["token"]):
            page.text(x + width - 5, foot + 3.5, f"+{tokens} VP", 8.5, bold=True, anchor="end")


def _worker(page: Page, x: float, y: float, office: int, seat: int, state: int) -> None:
    """A worker: round while it stands, flat when it lies; a stroke where it has been repeated."""
    stands, repeated = state in (STANDING, STANDING_REPEATED), state in (STANDING_REPEATED, LYING_REPEATED)
    told = f"{'to be used' if stands else 'used'}{', and by a bonus payment' * repeated}"
    title = f"Worker of {player(seat)} in office {office + 1}: {told}"
    with page.thing("worker", office, seat, title=title, about=_WORDS["bonus" if repeated else "worker"]):
        if stands:
            page.seat(x, y, seat, 7)
        else:
            page.flat_seat(x, y, seat)
        if repeated:
            page.text(x + 7.5, y, "'", 11, bold=True)


# --- Players -------------------------------------------------------------------------------------

_COLUMNS = (  # where it ends, its head, what it is in full, and the word of the guide for it
    (72, "VP", "victory points", "VP"),
    (116, "round", "victory points of this round", "round"),
    (162, "tokens", "tokens", "token"),
    (212, "workers", "workers to be placed", "worker"),
    (244, "card", "card for the order of turns", "card"),
    (276, "doct.", "doctorates", "doctorate"),
)


def _players(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    x = MARGIN + _LEFT + _GAP
    width = WIDTH - MARGIN - x
    page.panel(x, _OFFICES, width, 192, name="Players")
    x += 6
    for place, words, told, meant in _COLUMNS:
        with page.thing(f"head {meant}", title=told.capitalize().replace("Vp", "VP"), about=_WORDS[meant]):
            page.text(x + place, _OFFICES + 16, words, 9.5, "soft", anchor="end")
    for place, seat in enumerate(map(int, table.order[: int(table.seats)])):
        _player(page, x, _OFFICES + 36 + 36 * place, box, table, seat, viewer)
    if is_buying(box, table):
        _purse(page, x + 6, _OFFICES + 178, table)


def _player(
    page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, viewer: int | None
) -> None:
    with page.thing("seat", seat, title=player(seat)):
        page.seat(x + 14, y, seat, on_turn=bool(seat == table.seat))
        if seat == viewer:
            page.text(x + 14, y + 20.5, "you", 9, "soft", anchor="middle")
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
            page.box(x + place - 28, y - 9, 31, 17, None, radius=3)
            page.text(x + place, y + 4.5, number, 13 if most else 11.5, bold=most, anchor="end")
    page.bar(x + 36, y + 11, 212, 5, int(table.vp[seat]) / int(box.end_points), "mint")
    page.text(x + 276, y + 16.5, f"of {int(box.end_points)}", 9, "soft", anchor="end")


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
    times = f", each counted {'twice' if doublings == 1 else 'three times'}" if doublings else ""
    page.seat(x + 8, y, int(table.seat), 7.5)
    with page.thing("coins", title=f"{count(coins, 'coin')}{whose}{times}", about=_WORDS["coin"]):
        page.coin(x + 32, y, coins, 9)
        words = f"×{1 + doublings}" if doublings else "left"
        page.text(x + 46, y + 4, words, 10.5, "soft")
    with page.thing("purchases", title=f"{count(purchases, 'purchase')}{whose}", about=_WORDS["purchase"]):
        page.text(x + 76, y + 4, count(purchases, "purchase"), 10.5, bold=True)
    if events:
        title = f"{count(events, 'charity event')} of {player(table.seat)} to decide: a coin or points"
        with page.thing("charity", title=title):
            page.text(x + 162, y + 4, f"{events} of charity", 10.5)


# --- Cards ---------------------------------------------------------------------------------------


def _hand(page: Page, box: np.record, table: np.record, seat: int) -> None:
    cards = lying(table, seat, IN_HAND, KNOWN)
    note = _marks(table, seat, cards)
    page.panel(MARGIN, _DECKS, _WIDE, 68, "Your hand", note)
    across = max(6, len(cards))
    step = (_WIDE - 16) / across
    for place, card in enumerate(cards):
        x = MARGIN + 8 + step * place
        title, about = card_name(box, card), f"{card} · {_about(box, card)}"
        with page.thing("hand", card, title=_title(box, card), about=card_in_full(box, card)):
            page.card(x + 1, _DECKS + 22, step - 4, 42, title, about, _colour(effect_of(box, card)))


def _marks(table: np.record, seat: int, hand: list[int]) -> str:
    """What a player knows about their own hand besides its cards."""
    known = [str(card) for card in hand if table.zone[seat, card] == KNOWN]
    kept = [str(card) for card in hand if table.kept[card]] if seat == table.seat else []
    marks = (("known to all", known), ("kept", kept))
    return "; ".join(f"{what}: {', '.join(cards)}" for what, cards in marks if cards)


def _decks(page: Page, box: np.record, table: np.record, viewer: int | None, top: float) -> None:
    height = HEIGHT - MARGIN + 6 - top
    page.panel(MARGIN, top, _WIDE, height, "Decks", "a square is a card with its number; hollow: used")
    _legend(page, MARGIN + 80, top + 17)
    step = min(42, (height - 24) / int(table.seats))
    for place, seat in enumerate(map(int, table.order[: int(table.seats)])):
        y = top + 22 + step * (place + 0.5)
        page.seat(MARGIN + 20, y, seat, 8, on_turn=bool(seat == table.seat))
        _deck(page, MARGIN + 40, y, _WIDE - 48, box, table, seat, _piles(table, seat, viewer))


def _legend(page: Page, x: float, y: float) -> None:
    for _, colour, words in (*FAMILIES[1:], FAMILIES[0]):
        with page.thing(f"family {words}", title=words.capitalize(), about=_WORDS[words]):
            page.box(x - 4.5, y - 8, 9, 9, colour, radius=2)
            page.text(x + 8, y, words, 9.5, "soft")
        x += 20 + text_width(words, 9.5)


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
    known = lying(table, seat, KNOWN)
    if viewer is None or viewer == seat:
        held = [] if seat == viewer else lying(table, seat, IN_HAND, KNOWN)
        closed = [
            _Pile("held", "hand", "hand", 0, held),
            _Pile("draw", f"draw pile {draw}", "draw pile", 0, lying(table, seat, IN_DRAW)),
        ]
    else:
        unseen = lying(table, seat, IN_DRAW, IN_HAND)
        closed = [
            _Pile("held", f"hand {hand}", "known hand" if known else "hand", hand - len(known), known),
            _Pile("draw", f"draw pile {draw}, and hand", "draw pile", 0, unseen),
        ]
    piles = [
        *closed,
        _Pile("played", "played", "play area", 0, lying(table, seat, LAID, USED, SPENT)),
        _Pile("temporary", "temporary", "temporary discards", 0, lying(table, seat, TEMPORARY)),
        _Pile("discards", "discards", "discards", 0, lying(table, seat, DISCARD)),
    ]
    return [pile for pile in piles if pile.hidden or pile.cards]


def _deck(
    page: Page, x: float, y: float, width: float, box: np.record, table: np.record, seat: int,
    piles: list[_Pile],
) -> None:  # fmt: skip
    """The piles of a player side by side, closer together where they are long."""
    used = lying(table, seat, USED, SPENT)
    words = sum(text_width(pile.words, 9.5) + 20 for pile in piles)
    cards = sum(len(pile.cards) + (pile.hidden > 0) * 1.6 for pile in piles)
    step = min(19, (width - words) / max(1, cards))
    for pile in piles:
        title = f"{pile.words.capitalize()}: {player(seat)}"
        with page.thing(f"pile {pile.place}", seat, title=title, about=_WORDS[pile.meant]):
            page.text(x, y + 3.5, pile.words, 9.5, "soft")
            x += text_width(pile.words, 9.5) + 6
            if pile.hidden:
                page.back(x, y - 8.5, 12, 17)
                page.text(x + 15, y + 3.5, f"×{pile.hidden}", 9.5)
                x += 1.6 * step + 8
        for card in pile.cards:
            with page.thing(
                pile.place, seat, card, title=_in_deck(box, table, card), about=card_in_full(box, card)
            ):
                _square(page, x + step / 2, y, min(8.5, step / 2), box, table, card, card in used)
            x += step
        x += 10


def _in_deck(box: np.record, table: np.record, card: int) -> str:
    """A card of a deck in full, with what it is a copy of."""
    copied = int(table.copied[card])
    return f"{_title(box, card)}{f', as {_title(box, copied)}' if copied else ''}"


def _square(
    page: Page, x: float, y: float, half: float, box: np.record, table: np.record, card: int, used: bool
) -> None:
    """A card of a deck by its number; that of a press secretary has the number of what it copies below."""
    colour = _colour(effect_of(box, card))
    edge = 1 if used else 0
    side = 2 * half - 1 - edge
    page.box(
        x - side / 2, y - side / 2, side, side, "raised" if used else colour, colour if used else None, 2.5, 2
    )
    ink = "ink" if used else letters_on(colour)
    size = max(8.5, half * 1.1)
    page.text(x, y + size * 0.36, card, size, ink, bold=True, anchor="middle")
    if table.copied[card]:
        page.text(x, y + half + 7, f"={int(table.copied[card])}", 8.5, "soft", anchor="middle")
