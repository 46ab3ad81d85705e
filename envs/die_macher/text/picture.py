"""The table as a picture, as far as a seat may know it: regions, programmes, the national board, parties."""

from contextlib import nullcontext

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.drawing import HEIGHT, MARGIN, SEAT_COLOURS, TOP, WIDTH, Page, Picture, text_width, wrapped
from ...core.text.words import count, text
from ..rules.coalitions import partner_of
from ..rules.common import factor_of
from ..rules.final_count import media_points, score, seat_points
from ..rules.preparation import hidden_in
from ..table import (
    CABINET,
    CARD_IN_HAND,
    CONTRIBUTIONS,
    ISSUES,
    KINDS,
    MOST_VOTES,
    NATIONAL,
    NO_CARD,
    POLL_IN_DECK,
    ROUNDS,
    Phase,
)
from .board import (
    card_in_short,
    choice_in_words,
    everybody,
    hand_of,
    knows,
    place_among_level,
    question,
    sheet_text,
    when,
)
from .describe import land_name, letter, signed, stand_code, stand_in_words

_GAP = 8
_WIDE = WIDTH - 2 * MARGIN
_HALF = (_WIDE - _GAP) / 2
_REGIONS = 178  # the height of theirs
_MIDDLE = TOP + _REGIONS + _GAP
_MATRIX = 148
_PARTIES = _MIDDLE + _MATRIX + _GAP
_RIGHT = MARGIN + _HALF + _GAP


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Die Macher")
    page.header(_where(box, table), question(box, table, seat), int(table.seat), seat)
    _regions(page, box, table, seat)
    _programmes(page, box, table, seat)
    if table.phase == Phase.SHEET:
        _hands(page, box, table, seat, _MIDDLE, _MATRIX)
    else:
        _national(page, box, table)
        _hands(page, box, table, seat, _MIDDLE + 74 + _GAP, _MATRIX - 74 - _GAP)
    _parties(page, box, table, seat)
    return page.picture()


def _where(box: np.record, table: np.record) -> str:
    return f"{when(box, table)}; doublers: {int(table.doublers)}"


# --- Regions -------------------------------------------------------------------------------------


def _regions(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    """The regions side by side, the current one first; beside the last, what was won before."""
    number = int(table.regions)
    width = (_WIDE - _GAP * (max(2, number) - 1)) / max(2, number)
    for region in range(number):
        with page.thing("region", region):
            _region(page, MARGIN + (width + _GAP) * region, width, box, table, region, viewer)
    if number == 1:
        _elections(page, MARGIN + width + _GAP, width, table)


def _region(
    page: Page, x: float, width: float, box: np.record, table: np.record, region: int, viewer: int | None
) -> None:
    seats = int(box.land_seats[int(table.land[region]), MOST_VOTES])
    page.panel(x, TOP, width, _REGIONS)
    marked = table.phase != Phase.OVER and region == table.region
    if marked:
        page.box(x, TOP, width, _REGIONS, None, "ink", 7)
    page.text(x + 10, TOP + 17, land_name(box, table, region), 12, bold=True, width=width - 74)
    page.text(x + width - 10, TOP + 17, f"{seats} seats", 10, "soft", anchor="end")
    _opinions(page, x + 8, TOP + 25, (width - 16) / 4, box, table, region)
    places = _places(width)
    heads = (
        ("votes", "meetings", "trend", "factor", "media")
        if width > 300
        else ("votes", "me", "tr", "fa", "md")
    )
    page.columns(x, TOP + 59, zip(places, heads), 9)
    step = min(26, (_REGIONS - 64) / int(table.seats))
    for seat in range(int(table.seats)):
        _party_here(page, x, TOP + 62 + step * (seat + 0.5), width, table, region, seat, viewer)


def _places(width: float) -> list[float]:
    """Where the columns of a region end: votes, meetings, trend, factor, media."""
    pitch = 21 + max(0.0, width - 220) * 0.13
    return [width - 24 - pitch * place - (4 if place == 4 else 0) for place in range(4, -1, -1)]


def _opinions(
    page: Page, x: float, y: float, step: float, box: np.record, table: np.record, region: int
) -> None:
    place = 0
    for kind in range(KINDS):
        if table.opinion[region, kind]:
            _opinion(page, x + step * place, y, step - 4, box, table, region, kind)
            place += 1
    for hidden in range(int(hidden_in(table, region))):
        page.back(x + step * (place + hidden), y, step - 4, 19)


def _opinion(
    page: Page, x: float, y: float, width: float, box: np.record, table: np.record, region: int, kind: int
) -> None:
    doubled = table.opinion[region, kind] == 2
    with page.thing("opinion", kind) if region == table.region else nullcontext():
        page.box(x, y, width, 19, "raised", "ink" if doubled else "line", 4, 2 if doubled else 1)
        words = stand_code(box, kind, doubled=doubled)
        page.text(x + width / 2, y + 13.5, words, 11, bold=True, anchor="middle")


def _party_here(
    page: Page, x: float, y: float, width: float, table: np.record, region: int, seat: int, viewer: int | None
) -> None:
    """A party in a region: its votes as a bar, and its numbers."""
    page.seat(x + 15, y, seat, 8)
    votes = int(table.votes[region, seat])
    foot, places = y + 4, _places(width)
    page.bar(x + 27, y - 4, places[0] - 48, 8, votes / MOST_VOTES, SEAT_COLOURS[seat])
    if votes:
        page.text(x + places[0], foot, votes, 11, bold=True, anchor="end")
        page.text(x + places[0] + 1, foot, place_among_level(table, region, seat), 9, "soft")
    numbers = (
        int(table.meetings[region, seat]) or "·",
        signed(table.trend[region, seat]),
        int(factor_of(table, region, seat)),
        int(table.media[region, seat]) or "·",
    )
    for place, number in zip(places[1:], numbers):
        page.text(x + place, foot, number, 10.5, anchor="end")
    page.text(x + width - 20, foot, _marks(table, region, seat, viewer), 10, bold=True)


def _marks(table: np.record, region: int, seat: int, viewer: int | None) -> str:
    """A coalition tile, and a card of the shadow cabinet, which is hidden until all are laid."""
    card = int(table.lobby[region, seat])
    shown = table.phase != Phase.PLACE_LOBBY or knows(viewer, seat)
    return ("T" if table.tile[region, seat] else "") + ((letter(card) if shown else "?") if card else "")


def _elections(page: Page, x: float, width: float, table: np.record) -> None:
    page.panel(x, TOP, width, _REGIONS, "Seats won", "in each election")
    step, down = (width - 60) / ROUNDS, min(26, (_REGIONS - 64) / int(table.seats))
    page.columns(
        x + 40, TOP + 59, ((step * (election + 0.7), str(election + 1)) for election in range(ROUNDS))
    )
    for seat in range(int(table.seats)):
        y = TOP + 62 + down * (seat + 0.5)
        page.seat(x + 20, y, seat, 8)
        for election in range(ROUNDS):
            won = int(table.seats_won[election, seat]) or "·"
            page.text(x + 40 + step * (election + 0.7), y + 4, won, 11, anchor="end")


# --- Programmes and the exchange pool ------------------------------------------------------------


def _programmes(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    """Issues against parties: + for the first stand, - for the other."""
    page.panel(MARGIN, _MIDDLE, _HALF, _MATRIX, "Programmes")
    x, seats = MARGIN + 10, int(table.seats)
    for seat in range(seats):
        page.seat(_party_column(seat), _MIDDLE + 13, seat, 7.5)
    page.text(MARGIN + _HALF - 10, _MIDDLE + 17, "pool", 10, "soft", anchor="end")
    for issue in range(ISSUES):
        y = _MIDDLE + 26 + 17 * issue
        stands = [text(box.stand_name[issue, side]) for side in range(2)]
        page.text(x, y + 11.5, f"{text(box.issue_name[issue])}: +{stands[0]}, -{stands[1]}", 9.5, width=220)
        for seat in range(seats):
            _stand(page, _party_column(seat), y + 8, table, seat, issue, viewer)
        _pool(page, MARGIN + _HALF - 10, y, table, issue)


def _pool(page: Page, right: float, y: float, table: np.record, issue: int) -> None:
    """The stands on an issue in the exchange pool, one sign for each card, up to the right edge."""
    for side in (1, 0):
        signs = " ".join("+-"[side] * int(table.pool[2 * issue + side]))
        if signs:
            width = text_width(signs, 11, True)
            with page.thing("pool", 2 * issue + side):
                page.box(right - width - 2, y, width + 4, 15, None, radius=3)
                page.text(right, y + 11.5, signs, 11, bold=True, anchor="end")
            right -= width + 7


def _party_column(seat: int) -> float:
    return MARGIN + 246 + 26 * seat


def _stand(
    page: Page, x: float, y: float, table: np.record, seat: int, issue: int, viewer: int | None
) -> None:
    for side in range(2):
        if table.programme[seat, 2 * issue + side]:
            colour = SEAT_COLOURS[seat]
            with page.thing("programme", 2 * issue + side) if seat == viewer else nullcontext():
                page.box(x - 8, y - 7, 16, 14, colour if side == 0 else "raised", colour, 3, 1.5)
                ink = "white" if side == 0 and seat == 0 else "black" if side == 0 else "ink"
                page.text(x, y + 4, "+-"[side], 12, ink, bold=True, anchor="middle")


# --- The national board, hands -------------------------------------------------------------------


def _national(page: Page, box: np.record, table: np.record) -> None:
    page.panel(_RIGHT, _MIDDLE, _HALF, 74, "National board", "dark edge: secured; members and points")
    step = (_HALF - 16) / NATIONAL
    for space in range(NATIONAL):
        x, y = _RIGHT + 8 + step * space, _MIDDLE + 24
        kind, secured = int(table.national[space]), bool(table.secured[space])
        edge, stroke = ("ink", 2) if secured else ("line", 1)
        if kind == NO_CARD:
            page.box(x, y, step - 4, 26, None, edge, 4, stroke)
        else:
            with page.thing("national", kind):
                page.box(x, y, step - 4, 26, "raised", edge, 4, stroke)
                code = stand_code(box, kind) + "!" * secured
                page.text(x + step / 2 - 2, y + 17.5, code, 12, bold=True, anchor="middle")
        worth = f"{int(box.national_figures[space])} / {int(box.national_points[space])}"
        page.text(x + step / 2 - 2, y + 40, worth, 10, "soft", anchor="middle")


def _hands(page: Page, box: np.record, table: np.record, viewer: int | None, y: float, height: float) -> None:
    """Hidden programme cards as far as a viewer sees them, sheets while they are filled in, the decks."""
    polls = count((table.poll_zone == POLL_IN_DECK).sum(), "poll")
    opinions, programmes = count(table.opinion_deck, "opinion"), count(table.programme_deck, "programme")
    decks = f"decks: {opinions}, {programmes}, {polls}"
    page.panel(_RIGHT, y, _HALF, height, "Hidden cards" if viewer is None else "Your hidden cards", decks)
    if viewer is None:
        _all_hands(page, box, table, y + 24)
    else:
        step = (_HALF - 16) / 3
        for place, kind in enumerate(hand_of(table, viewer)):
            x, words = _RIGHT + 8 + step * place, stand_in_words(box, kind)
            with page.thing("hand", kind):
                page.card(x, y + 23, step - 4, 36, words, stand_code(box, kind), "sky")
    if table.phase == Phase.SHEET:
        _sheets(page, box, table, viewer, y + (60 if viewer is None else 66), height - 64)


def _all_hands(page: Page, box: np.record, table: np.record, y: float) -> None:
    for seat in range(int(table.seats)):
        left, top = _RIGHT + 14 + (_HALF - 16) / 3 * (seat % 3), y + 20 * (seat // 3)
        page.seat(left + 4, top + 7, seat, 7.5)
        codes = " ".join(stand_code(box, kind) for kind in hand_of(table, seat))
        page.text(left + 16, top + 11, codes, 10.5, width=(_HALF - 16) / 3 - 20)


def _sheets(
    page: Page, box: np.record, table: np.record, viewer: int | None, y: float, height: float
) -> None:
    filled = [seat for seat in everybody(table) if table.section[0, seat] and knows(viewer, seat)]
    size, lines = (9.5, 4) if viewer is not None else (8, 2)
    for place, seat in enumerate(filled):
        top = y + height / max(1, len(filled)) * place
        page.seat(_RIGHT + 18, top + 7, seat, 7.5)
        for line, words in enumerate(wrapped(sheet_text(box, table, seat), _HALF - 42, size, lines)):
            page.text(_RIGHT + 32, top + size + (size + 0.5) * line, words, size)


# --- Parties -------------------------------------------------------------------------------------

_NUMBERS = (("cash", 178), ("members", 234), ("seats", 278), ("media", 322), ("points", 372))
_CARDS, _CONTRIBUTIONS, _TILES, _ALLY, _CHOSEN = 396, 528, 644, 676, 716


def _parties(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    height = HEIGHT - MARGIN + 6 - _PARTIES
    page.panel(MARGIN, _PARTIES, _WIDE, height, "Parties")
    x, y = MARGIN + 6, _PARTIES + 17
    page.columns(x, y, [(place, words) for words, place in _NUMBERS])
    heads = ((_CARDS, "shadow cabinet"), (_CONTRIBUTIONS, "contributions"), (_CHOSEN, "chosen"))
    for place, words in (*heads, (_TILES - 18, "tiles"), (_ALLY - 10, "ally")):
        page.text(x + place, y, words, 10, "soft")
    legend = _legend(box, table)
    step = min(38, (height - 26 - 11 * len(legend)) / int(table.seats))
    for place, seat in enumerate(everybody(table)):
        _party(page, x, _PARTIES + 23 + step * (place + 0.5), box, table, seat, viewer)
    for line, words in enumerate(legend):
        page.text(
            MARGIN + 10, HEIGHT - MARGIN - 10 * (len(legend) - 1 - line), words, 8.5, "soft", width=_WIDE - 20
        )


def _party(
    page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, viewer: int | None
) -> None:
    with page.thing("seat", seat):
        page.box(x, y - 13, 142, 26, None, radius=13)
        page.name(x, y, seat, viewer, seat == table.seat, 140)
    numbers = (
        int(table.cash[seat]),
        int(table.members[seat]),
        int(seat_points(table, seat)),
        int(media_points(box, table, seat)),
        int(score(box, table, seat)),
    )
    for (words, place), number in zip(_NUMBERS, numbers):
        page.text(x + place, y + 4.5, number, 12, bold=words == "points", anchor="end")
    for card in range(1, CABINET + 1):
        with page.thing("card", card - 1) if seat == viewer else nullcontext():
            _token(page, x + _CARDS + 17 * (card - 1), y, letter(card), bool(table.cabinet[seat, card]))
    for card in range(CONTRIBUTIONS):
        left = table.contribution[seat, card] == CARD_IN_HAND
        with page.thing("contribution", card) if seat == viewer else nullcontext():
            _token(page, x + _CONTRIBUTIONS + 17 * card, y, str(card + 1), bool(left))
    page.text(x + _TILES - 4, y + 4.5, int(table.tiles[seat]), 12, anchor="end")
    ally = int(partner_of(table, seat))
    if ally != NOBODY:
        page.seat(x + _ALLY, y, ally, 8)
    chosen = choice_in_words(box, table, seat, knows(viewer, seat))
    page.text(x + _CHOSEN, y + 4.5, chosen, 11, width=WIDTH - MARGIN - 8 - x - _CHOSEN)


def _token(page: Page, x: float, y: float, words: str, there: bool) -> None:
    """A card that is still to be played, or the place where it was."""
    page.box(x, y - 8, 14, 16, "raised" if there else None, "line", 3)
    if there:
        page.text(x + 7, y + 4, words, 10, bold=True, anchor="middle")


def _legend(box: np.record, table: np.record) -> list[str]:
    """What letters and numbers stand for, where one is to be chosen."""
    marks = "votes: a leads b; meetings, trend, factor, media; T tile of a coalition; A-G, ? card beside it"
    if table.phase == Phase.PLACE_LOBBY:
        cards = "; ".join(card_in_short(box, card) for card in range(1, CABINET + 1))
        return wrapped(f"Cards, price: {cards}", _WIDE - 20, 8.5, 2)
    if table.phase == Phase.CONTRIBUTION:
        amounts = ", ".join(str(int(amount)) for amount in box.contribution_amount)
        return [f"Contributions 1 to {CONTRIBUTIONS}: {amounts} thousand"]
    return [marks]
