"""The table as a picture, as far as a seat may know it: street, offices with workers, players and decks.

A card of a deck is a disc with its number in the colour of what it does; on the street it is told in words.
"""

from contextlib import nullcontext

import numpy as np

from ...core.text.drawing import HEIGHT, MARGIN, TOP, WIDTH, Page, Picture, letters_on, text_width, wrapped
from ...core.text.words import count
from ..box import effect_of, is_red
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
from .board import lying, question, when
from .describe import card_name, effect_in_words

_GAP = 8
_WIDE = WIDTH - 2 * MARGIN
_STREET = 124  # its height
_OFFICES = TOP + _STREET + _GAP  # where they begin
_DECKS = _OFFICES + 192 + _GAP
_LEFT = 572  # the width of the offices


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Copycat")
    page.header(_where(box, table), question(box, table), int(table.seat), seat)
    _street(page, box, table)
    _offices(page, box, table)
    _players(page, box, table, seat)
    top = _DECKS
    if seat is not None:
        _hand(page, box, table, seat)
        top += 76
    _decks(page, box, table, seat, top)
    return page.picture()


def _where(box: np.record, table: np.record) -> str:
    supply = count((table.place == IN_SUPPLY).sum(), "card")
    doctorates = count(table.doctorates_left, "doctorate")
    return f"{when(box, table)}; supply: {supply}, {doctorates}"


def _colour(effect: int) -> str:
    """The colour of what a card or an office does."""
    if effect == Effect.NONE:
        return "red"
    if effect <= Effect.DONATE:
        return "sky"
    if effect <= Effect.ELBOWS:
        return "pink"
    if effect <= Effect.TRASH_FOR_COIN:
        return "yellow"
    return "green" if effect <= Effect.DOUBLE_TOKENS else "soft"


def _about(box: np.record, card: int) -> str:
    if is_red(card):
        return "a red card"
    return effect_in_words(effect_of(box, card), box.card_strength[card], box.charity_vp)


# --- The street ----------------------------------------------------------------------------------


def _street(page: Page, box: np.record, table: np.record) -> None:
    page.panel(MARGIN, TOP, _WIDE, _STREET, "Street", "number, and price with that of the space")
    step = (_WIDE - 16) / STREET
    for space in range(STREET):
        with page.thing("space", space):
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
    if card != NO_CARD and not is_red(card):
        page.coin(x + step / 2 + 2, TOP + 110, int(price_of(box, table, space)), 8.5)
    elif box.surcharge[space]:
        page.text(x + step / 2 + 2, TOP + 114, f"+{int(box.surcharge[space])}", 10, "soft", anchor="middle")


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
        with page.thing("office", office):
            _office(page, left, top, width - 4, height - 4, box, table, office)


def _office(
    page: Page, x: float, y: float, width: float, height: float, box: np.record, table: np.record, office: int
) -> None:
    page.box(x, y, width, height, "raised", "line", 4)
    page.box(x + 2.5, y + 2.5, 4.5, height - 5, _colour(int(box.office_effect[office])), radius=2)
    words = effect_in_words(box.office_effect[office], box.office_strength[office])
    page.text(x + 11, y + 11.5, office + 1, 8.5, "soft", bold=True)
    size = 9 if text_width(words, 9) < width - 30 or height > 40 else 8
    for line, part in enumerate(wrapped(words, width - 30, size, 1 + (height > 40))):
        page.text(x + 26, y + 11.5 + 10.5 * line, part, size)
    foot = y + height - 8.5
    workers = [seat for seat in range(int(table.seats)) if table.worker[seat, office]]
    for place, seat in enumerate(workers):
        _worker(page, x + 18 + 19 * place, foot, table, seat, int(table.worker[seat, office]))
    if table.office_tokens[office]:
        page.text(
            x + width - 5, foot + 3.5, f"+{int(table.office_tokens[office])} VP", 8.5, bold=True, anchor="end"
        )


def _worker(page: Page, x: float, y: float, table: np.record, seat: int, state: int) -> None:
    """A worker: round while it stands, flat when it lies; a stroke where it has been repeated."""
    if state in (STANDING, STANDING_REPEATED):
        page.seat(x, y, seat, 6.5)
    else:
        page.flat_seat(x, y, seat)
    if state in (STANDING_REPEATED, LYING_REPEATED):
        page.text(x + 7.5, y, "'", 11, bold=True)


# --- Players -------------------------------------------------------------------------------------

_COLUMNS = ((72, "VP"), (116, "round"), (162, "tokens"), (212, "workers"), (244, "card"), (276, "doct."))


def _players(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    x = MARGIN + _LEFT + _GAP
    width = WIDTH - MARGIN - x
    page.panel(x, _OFFICES, width, 192, "")
    x += 6
    page.columns(x, _OFFICES + 17, _COLUMNS, 9.5)
    for place, seat in enumerate(map(int, table.order[: int(table.seats)])):
        _player(page, x, _OFFICES + 42 + 42 * place, box, table, seat, viewer)


def _player(
    page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, viewer: int | None
) -> None:
    page.seat(x + 14, y, seat, on_turn=seat == table.seat)
    if seat == viewer:
        page.text(x + 14, y + 21.5, "you", 9, "soft", anchor="middle")
    hidden = table.phase == Phase.BID and viewer not in (None, seat)
    numbers = (
        int(table.vp[seat]),
        int(table.round_vp[seat]) or "",
        int(table.tokens[seat]) or "",
        "out" if table.passed[seat] else int(table.pool[seat]),
        "" if hidden or table.bid[seat] == NO_CARD else int(table.bid[seat]),
        int(table.doctorates[seat]) or "",
    )
    for (place, _), number in zip(_COLUMNS, numbers):
        page.text(x + place, y + 4.5, number, 13 if place == 72 else 11.5, bold=place == 72, anchor="end")
    page.bar(x + 36, y + 13, 212, 5, int(table.vp[seat]) / int(box.end_points), "green")
    page.text(x + 276, y + 18.5, f"of {int(box.end_points)}", 9, "soft", anchor="end")


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
        with page.thing("card", card - 1):
            page.card(x + 1, _DECKS + 22, step - 4, 42, title, about, _colour(effect_of(box, card)))


def _marks(table: np.record, seat: int, hand: list[int]) -> str:
    """What a player knows about their own hand besides its cards."""
    known = [str(card) for card in hand if table.zone[seat, card] == KNOWN]
    kept = [str(card) for card in hand if table.kept[card]] if seat == table.seat else []
    marks = (("known to all", known), ("kept", kept))
    return "; ".join(f"{what}: {', '.join(cards)}" for what, cards in marks if cards)


def _decks(page: Page, box: np.record, table: np.record, viewer: int | None, top: float) -> None:
    height = HEIGHT - MARGIN + 6 - top
    page.panel(MARGIN, top, _WIDE, height, "Decks", "a disc is a card with its number; hollow: used")
    _legend(page, MARGIN + 80, top + 17)
    step = min(42, (height - 24) / int(table.seats))
    for place, seat in enumerate(map(int, table.order[: int(table.seats)])):
        y = top + 22 + step * (place + 0.5)
        page.seat(MARGIN + 20, y, seat, 8, on_turn=seat == table.seat)
        zones = [zone for zone in _zones(table, seat, viewer) if zone[1] or zone[2]]
        _deck(page, MARGIN + 40, y, _WIDE - 48, box, table, seat, zones, seat == viewer)


_FAMILIES = (
    ("sky", "draws"),
    ("pink", "workers"),
    ("yellow", "coins"),
    ("green", "points"),
    ("soft", "again"),
    ("red", "red"),
)


def _legend(page: Page, x: float, y: float) -> None:
    for colour, words in _FAMILIES:
        page.circle(x, y - 3.5, 4.5, colour)
        page.text(x + 8, y, words, 9.5, "soft")
        x += 20 + text_width(words, 9.5)


def _zones(table: np.record, seat: int, viewer: int | None) -> list[tuple[str, int, list[int]]]:
    """The piles of a player: what each is, how many cards of it lie unseen, and those that can be told."""
    own = viewer in (None, seat)

    hand, draw = int(table.hand_size[seat]), int(table.draw_size[seat])
    open_piles = [
        ("played", 0, lying(table, seat, LAID, USED, SPENT)),
        ("temporary", 0, lying(table, seat, TEMPORARY)),
        ("discards", 0, lying(table, seat, DISCARD)),
    ]
    if own:
        held = [] if seat == viewer else [("hand", 0, lying(table, seat, IN_HAND, KNOWN))]
        return [*held, (f"draw pile {draw}", 0, lying(table, seat, IN_DRAW)), *open_piles]
    known = lying(table, seat, KNOWN)
    return [
        (f"hand {hand}", hand - len(known), known),
        (f"draw pile {draw}, and hand", 0, lying(table, seat, IN_DRAW, IN_HAND)),
        *open_piles,
    ]


def _deck(
    page: Page,
    x: float,
    y: float,
    width: float,
    box: np.record,
    table: np.record,
    seat: int,
    zones: list,
    own: bool,
) -> None:
    """The piles of a player side by side, closer together where they are long."""
    used = lying(table, seat, USED, SPENT)
    words = sum(text_width(what, 9.5) + 20 for what, _, _ in zones)
    discs = sum(len(cards) + (hidden > 0) * 1.6 for _, hidden, cards in zones)
    step = min(19, (width - words) / max(1, discs))
    for what, hidden, cards in zones:
        page.text(x, y + 3.5, what, 9.5, "soft")
        x += text_width(what, 9.5) + 6
        if hidden:
            page.back(x, y - 8.5, 12, 17)
            page.text(x + 15, y + 3.5, f"×{hidden}", 9.5)
            x += 1.6 * step + 8
        for card in cards:
            with page.thing("card", card - 1) if own else nullcontext():
                _disc(page, x + step / 2, y, min(8.5, step / 2), box, table, card, card in used)
            x += step
        x += 10


def _disc(
    page: Page, x: float, y: float, radius: float, box: np.record, table: np.record, card: int, used: bool
) -> None:
    """A card of a deck by its number; that of a press secretary has the number of what it copies below."""
    colour = _colour(effect_of(box, card))
    page.circle(x, y, radius, "raised" if used else colour, colour if used else None, 2)
    ink = "ink" if used else "paper" if colour == "soft" else letters_on(colour)
    page.text(x, y + radius * 0.4, card, radius * 1.1, ink, bold=True, anchor="middle")
    if table.copied[card]:
        page.text(x, y + radius + 7, f"={int(table.copied[card])}", 8, "soft", anchor="middle")
