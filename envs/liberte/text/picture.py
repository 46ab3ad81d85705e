"""The table as a picture, as far as a seat may know it: an abstract map, factions, players and cards."""

from contextlib import nullcontext

import numpy as np

from ...core.text.drawing import MARGIN, TOP, WIDTH, Page, Picture, shortened, text_width, wrapped
from ...core.text.words import text
from ..box import ANYWHERE, CLUB, GENERAL, SANS_CULOTTE, UNLIMITED
from ..rules.cards import displayed
from ..rules.playing import free_tokens
from ..rules.provinces import province_voting
from ..rules.the_end import royalist_strength
from ..table import BLUE, COLOURS, DISCARDED, HAND, IN_SET_B, RED, SHOWN, WHITE, Phase, Tie
from .board import battle_name, in_place, question, when
from .describe import COLOUR_NAMES, card_name, province_name

_MAP_WIDTH, _MAP_HEIGHT = 640, 300
_GAP = 8
_LOW = TOP + _MAP_HEIGHT + _GAP  # where the cards begin
_RIGHT = MARGIN + _MAP_WIDTH + _GAP
_SIDE = WIDTH - MARGIN - _RIGHT
_HALF = 428
_FACTIONS = 136  # the height of their panel


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Liberté")
    page.header(when(box, table), question(box, table), int(table.seat), seat)
    _map(page, box, table)
    _factions(page, box, table)
    _players(page, box, table, seat)
    _open_cards(page, box, table)
    if seat is None:
        _all_hands(page, box, table)
    else:
        _hand(page, box, table, seat)
    _displays(page, box, table)
    return page.picture()


def _block(page: Page, x: float, y: float, colour: int, width: float = 12, height: float = 5) -> None:
    """A block of a faction: white ones are hollow and round, blue ones square, red ones pointed."""
    if colour == RED:
        tip, middle = height * 0.55, y + height / 2
        left, right = x + tip, x + width - tip
        points = [
            (x, middle),
            (left, y),
            (right, y),
            (x + width, middle),
            (right, y + height),
            (left, y + height),
        ]
        page.polygon(points, "red", "black")
    else:
        page.box(
            x, y, width, height, "blue" if colour == BLUE else "white", "black", 3 if colour == WHITE else 0
        )


# --- The map -------------------------------------------------------------------------------------


def _map(page: Page, box: np.record, table: np.record) -> None:
    """The regions in rows of three, about where their names say they are."""
    rows, columns = -(-int(box.regions) // 3), min(3, int(box.regions))
    width = (_MAP_WIDTH - _GAP * (columns - 1)) / columns
    height = (_MAP_HEIGHT - _GAP * (rows - 1)) / rows
    names = [text(box.region_name[region]) for region in range(int(box.regions))]
    places = _places(names, rows, columns)
    order = [int(region) - 1 for region in box.region_order[: int(box.regions)]]
    for region, (row, column) in enumerate(places):
        x, y = MARGIN + column * (width + _GAP), TOP + row * (height + _GAP)
        vote = order.index(region) + 1 if region in order else 0
        page.panel(x, y, width, height, text(box.region_name[region]), f"votes as no. {vote}")
        _provinces(page, box, table, region, x + 6, y + 23, width - 12, height - 28)


def _places(names: list[str], rows: int, columns: int) -> list[tuple[int, int]]:
    """The row and column of each region: by the points of the compass, otherwise what is left."""
    free = [(row, column) for row in range(rows) for column in range(columns)]
    places = []
    for name in names:
        column = 0 if "West" in name else 2 if "East" in name else 1
        row = int("South" in name or not (column != 1 or "Paris" in name or "North" in name))
        place = (row, column) if (row, column) in free else free[0]
        free.remove(place)
        places.append(place)
    return places


def _provinces(
    page: Page, box: np.record, table: np.record, region: int, x: float, y: float, width: float, height: float
) -> None:
    first, number = int(box.region_first[region]), int(box.region_size[region])
    columns = max(2, int(width // 96))
    rows = max(3, -(-number // columns))
    tile_width, tile_height = width / columns, 38
    scale = min(1.0, height / (rows * tile_height))
    for place in range(number):
        left = x + tile_width * (place % columns)
        top = y + tile_height * scale * (place // columns)
        with page.moved(left, top, scale), page.thing("province", first + place):
            _province(page, box, table, first + place, tile_width / scale - 3, tile_height - 3)


def _province(
    page: Page, box: np.record, table: np.record, province: int, width: float, height: float
) -> None:
    marked = _is_asked_about(box, table, province)
    page.box(0, 0, width, height, "raised", "ink" if marked else "line", 4, 2 if marked else 1)
    right = width - 4
    if box.province_vp[province]:
        points = f"+{int(box.province_vp[province])}"
        page.text(right, 11, points, 9.5, bold=True, anchor="end")
        right -= text_width(points, 9.5, True) + 3
    if box.cr[province]:
        _flag(page, right, 3)
        right -= 10
    page.text(5, 11, province_name(box, province), 9.5, width=right - 5)
    owners = [seat for seat in range(int(table.seats)) if table.height[province, seat]]
    step = min(30, (width - 6) / max(1, len(owners)))
    for place, seat in enumerate(owners):
        with page.thing("seat", seat) if marked else nullcontext():
            _stack(page, 4 + step * place, height - 3, table, province, seat)


def _flag(page: Page, right: float, y: float) -> None:
    """The sign of a counter-revolutionary province."""
    page.polygon([(right - 7, y + 0.5), (right, y + 3.5), (right - 7, y + 6.5)], "ink")
    page.line(right - 7, y, right - 7, y + 9, "ink")


def _is_asked_about(box: np.record, table: np.record, province: int) -> bool:
    if table.phase == Phase.TARGET_STACK:
        return bool(table.target == province)
    return table.phase == Phase.TIE and table.tie == Tie.PROVINCE and province_voting(box, table) == province


def _stack(page: Page, x: float, foot: float, table: np.record, province: int, seat: int) -> None:
    page.seat(x + 6.5, foot - 8.5, seat, 6.5)
    for number in range(int(table.height[province, seat])):
        _block(page, x + 15, foot - 5 - 5.5 * number, int(table.colour[province, seat]))


# --- Factions and players ------------------------------------------------------------------------


def _factions(page: Page, box: np.record, table: np.record) -> None:
    page.panel(_RIGHT, TOP, _SIDE, _FACTIONS, "Factions")
    x, y = _RIGHT + 10, TOP + 17
    page.columns(x, y, ((98, "stock"), (140, "votes")))
    for colour in range(WHITE, COLOURS):
        y = TOP + 18 + 17 * colour
        _block(page, x, y - 8, colour, 16, 8)
        page.text(x + 22, y, COLOUR_NAMES[colour], 11)
        page.text(x + 98, y, int(table.stock[colour]), 11, anchor="end")
        if table.tie >= Tie.PROVINCE or table.government:
            page.text(x + 140, y, int(table.votes[colour]), 11, anchor="end")
        role = {int(table.government): "government", int(table.opposition): "opposition"}.get(colour, "")
        page.text(x + _SIDE - 18, y, role, 9, "soft", anchor="end")
    for line, words in enumerate(_dangers(box, table)):
        page.text(x, TOP + 87 + 14 * line, words, 10.5, "soft", width=_SIDE - 18)
    _flag(page, x + 6, TOP + 121)
    page.text(x + 10, TOP + 129, "counter-revolutionary", 10.5, "soft")


def _dangers(box: np.record, table: np.record) -> list[str]:
    """The battle, those lost, and how near the counter-revolution is."""
    points = int(box.battle_vp[int(table.turn) - 1])
    aside = int(table.aside[WHITE])
    battle = f"Battle of {battle_name(box, table)}: {points} VP" if points else "No battle in this turn"
    second = f"Set aside for turn 2: {aside} of each" if aside else f"Battles lost: {int(table.lost_battles)}"
    if table.turn >= box.cr_from:
        second = f"Counter-revolution: {int(royalist_strength(box, table))} of {int(box.cr_needed)}"
    return [battle, second, f"Radical landslide: {int(box.landslide_votes)} red votes"]


def _players(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    y = TOP + _FACTIONS + _GAP
    height = _MAP_HEIGHT - _FACTIONS - _GAP
    page.panel(_RIGHT, y, _SIDE, height, "Order")
    x = _RIGHT + 8
    page.columns(x, y + 17, ((72, "VP"), (103, "hand"), (146, "tokens"), (182, "battle"), (206, "gov.")), 9)
    step = min(26, (height - 28) / int(table.seats))
    for place, seat in enumerate(map(int, table.order[: int(table.seats)])):
        _player(page, x, y + 24 + step * (place + 0.5), box, table, seat, viewer)


def _player(
    page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, viewer: int | None
) -> None:
    with page.thing("seat", seat):
        page.seat(x + 10, y, seat, 8, on_turn=seat == table.seat)
    if seat == viewer:
        page.text(x + 25, y + 4, "you", 9.5, "soft")
    tokens = "-" if box.tokens == UNLIMITED else max(0, int(free_tokens(box, table, seat)))
    page.text(x + 72, y + 4.5, int(table.vp[seat]), 13, bold=True, anchor="end")
    page.text(x + 103, y + 4.5, int(table.hand_size[seat]), 11, anchor="end")
    page.text(x + 146, y + 4.5, tokens, 11, anchor="end")
    page.text(x + 182, y + 4.5, int(table.cannons[seat]) or "", 11, anchor="end")
    page.text(x + 203, y + 4.5, "✓" if table.presence[seat] else "", 11, anchor="end")


# --- Cards ---------------------------------------------------------------------------------------


def _card(page: Page, x: float, y: float, width: float, height: float, box: np.record, card: int) -> None:
    kind = int(box.card_kind[card])
    if kind > CLUB:
        page.card(x, y, width, height, card_name(box, card), "special", "line")
        return
    colour = int(box.card_colour[card])
    region = int(box.card_region[card])
    where = "anywhere" if region == ANYWHERE else text(box.region_name[region])
    symbols = {SANS_CULOTTE: " ▲", GENERAL: " ★"}.get(int(box.card_silhouette[card]), "")
    cannon = " ✸" if box.card_cannon[card] else ""
    value = f"{int(box.card_value[card])}{COLOUR_NAMES[colour][0].upper()}"
    page.card(x, y, width, height, card_name(box, card), f"{where}{symbols}{cannon}", _SHADES[colour], value)


_SHADES = ("", "white", "blue", "red")
_LOWEST = 34  # a card of two lines, and what lies between it and the next


def _cards(
    page: Page,
    box: np.record,
    cards: list[int],
    x: float,
    y: float,
    width: float,
    height: float,
    columns: int,
) -> None:
    """Cards in rows, with more to a row where rows would be too low for two lines."""
    rows = max(1, min(-(-len(cards) // columns), int(height // _LOWEST)))
    columns = max(columns, -(-len(cards) // rows))
    step = min(44, height / rows)
    for place, card in enumerate(cards):
        left, top = x + width / columns * (place % columns), y + step * (place // columns)
        with page.thing("card", card - 1):
            _card(page, left, top, width / columns - 4, step - 4, box, card)


def _open_cards(page: Page, box: np.record, table: np.record) -> None:
    page.panel(MARGIN, _LOW, _HALF, 74, "Face up beside the deck")
    up = [place for place, card in enumerate(table.face_up) if card]
    for column, place in enumerate(up):
        with page.thing("place", place):
            _card(page, MARGIN + 10 + 102 * column, _LOW + 25, 98, 40, box, int(table.face_up[place]))
    x = MARGIN + 322
    with page.thing("deck", 0):
        page.pile(x, _LOW + 8, int(table.deck_cards), "deck", 13, 17)
    page.pile(x, _LOW + 29, len(in_place(box, table, IN_SET_B)), "set B", 13, 17)
    page.pile(x, _LOW + 50, len(in_place(box, table, DISCARDED)), "discards", 13, 17)


def _hand(page: Page, box: np.record, table: np.record, seat: int) -> None:
    y = _LOW + 74 + _GAP
    height = 600 - MARGIN + 6 - y
    page.panel(MARGIN, y, _HALF, height, "Your hand")
    known = _known_of_others(box, table, seat)
    cards = in_place(box, table, HAND + seat)
    _cards(page, box, cards, MARGIN + 10, y + 22, _HALF - 16, height - 26 - 11 * len(known), 4)
    for line, words in enumerate(known):
        page.text(MARGIN + 10, y + height - 6 - 11 * (len(known) - 1 - line), words, 9, "soft")


def _known_of_others(box: np.record, table: np.record, seat: int) -> list[str]:
    """The cards in other hands that everybody knows, in two lines."""
    parts = []
    for other in range(int(table.seats)):
        cards = [card_name(box, card) for card in in_place(box, table, HAND + other) if table.known[card]]
        if cards and other != seat:
            parts.append(f"player_{other} has {', '.join(cards)}")
    return wrapped(f"Known: {'; '.join(parts)}", _HALF - 20, 9, 2) if parts else []


def _all_hands(page: Page, box: np.record, table: np.record) -> None:
    y = _LOW + 74 + _GAP
    height = 600 - MARGIN + 6 - y
    page.panel(MARGIN, y, _HALF, height, "Hands")
    step = min(24, (height - 25) / int(table.seats))
    for seat in range(int(table.seats)):
        top = y + 22 + step * seat
        page.seat(MARGIN + 18, top + step / 2 - 1, seat, 8)
        cards = in_place(box, table, HAND + seat)
        columns = max(6, len(cards))
        width = (_HALF - 40) / columns
        for place, card in enumerate(cards):
            _chip(page, MARGIN + 32 + width * place, top, width - 3, step - 2.5, box, card)


def _chip(page: Page, x: float, y: float, width: float, height: float, box: np.record, card: int) -> None:
    """A small card: its colour and value, and as much of its name as there is room for."""
    colour = int(box.card_colour[card])
    page.box(x, y, width, height, "raised", "line", 3)
    value = f"{int(box.card_value[card])}{COLOUR_NAMES[colour][0].upper()} " if colour else ""
    words = shortened(value + card_name(box, card), width - 11, 8.5)
    page.box(x + 2, y + 2, 4, height - 4, _SHADES[colour] or "line", "line" if colour == WHITE else None, 1.5)
    page.text(x + 9, y + height / 2 + 3, words, 8.5)


def _displays(page: Page, box: np.record, table: np.record) -> None:
    x = MARGIN + _HALF + _GAP
    width, height = WIDTH - MARGIN - x, 600 - MARGIN + 6 - _LOW
    page.panel(x, _LOW, width, height, "Displays", "taken")
    page.text(x + 90, _LOW + 17, "✸ cannon   ★ general   ▲ sans-culotte", 10, "soft")
    step = min(40, (height - 26) / int(table.seats))
    most = max(int(displayed(table, seat)) for seat in range(int(table.seats)))
    across = 70 * SHOWN / max(3, most)
    for place, seat in enumerate(map(int, table.order[: int(table.seats)])):
        y = _LOW + 23 + step * place
        page.seat(x + 18, y + step / 2 - 1, seat, on_turn=seat == table.seat)
        cards = [int(table.display[seat, at]) for at in range(int(displayed(table, seat)))]
        for at, card in enumerate(cards):
            with page.thing("card", card - 1):
                _card(page, x + 34 + across * at, y, across - 2, step - 3, box, card)
        _taken(page, x + 34 + 70 * SHOWN + 2, y + step / 2 - 2, table, seat)


def _taken(page: Page, x: float, y: float, table: np.record, seat: int) -> None:
    """The blocks that a player has taken in this election."""
    colours = [colour for colour in range(WHITE, COLOURS) if table.collected[colour, seat]]
    for row, colour in enumerate(colours):
        top = y + 9.5 * (row - (len(colours) - 1) / 2)
        _block(page, x, top - 3, colour)
        page.text(x + 15, top + 3.5, f"×{int(table.collected[colour, seat])}", 9.5)
