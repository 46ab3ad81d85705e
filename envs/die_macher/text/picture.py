"""The table as a picture, as far as a seat may know it: regions, programmes, the nation, parties."""

import math
from collections.abc import Iterable

import numpy as np

from ...core.engine.game import NOBODY
from ...core.text.drawing import (
    FOOT,
    MARGIN,
    SEAT_COLOURS,
    SMALL,
    TOP,
    WIDTH,
    Page,
    Picture,
    letters_on,
    text_width,
    wrapped,
)
from ...core.text.guide import guide_of
from ...core.text.words import count, player, seats_of, text
from ..rules.coalitions import partner_of
from ..rules.common import factor_of
from ..rules.final_count import media_points, member_points, programme_points, score, seat_points
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
    choice_in_words,
    hand_of,
    knows,
    legend,
    place_among_level,
    sheet_text,
    when,
    winners_now,
)
from .describe import (
    cabinet_in_words,
    dice,
    everybody,
    land_name,
    letter,
    signed,
    stand_code,
    stand_in_words,
    thousand,
)
from .questions import decision

_GAP = 8
_WIDE = WIDTH - 2 * MARGIN
_HALF = (_WIDE - _GAP) / 2
_REGIONS = 222  # the height of theirs
_MIDDLE = TOP + _REGIONS + _GAP
_MATRIX = 244
_PARTIES = _MIDDLE + _MATRIX + _GAP
_RIGHT = MARGIN + _HALF + _GAP
_BOARD, _HIDDEN = 74, 244  # the height of the national board, the width of hidden cards
_BELOW, _LOW = _MIDDLE + _BOARD + _GAP, _MATRIX - _BOARD - _GAP  # where these lie, and their height
_WORDS = guide_of(__package__.removesuffix(".text")).words


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Die Macher")
    page.header(when(box, table), decision(box, table), int(table.seat), seat)
    _regions(page, box, table, seat)
    _programmes(page, box, table, seat)
    if table.phase == Phase.SHEET:
        _hands(page, box, table, seat, _MIDDLE, _HALF, _MATRIX)
    else:
        _national(page, box, table)
        _hands(page, box, table, seat, _BELOW, _HIDDEN, _LOW)
        _parliament(page, table)
    _parties(page, box, table, seat)
    return page.picture()


def _figure(page: Page, right: float, foot: float, width: float, words: object, *,
            bold: bool = False) -> None:  # fmt: skip
    """A number that ends at a place, on a field that can be pointed at."""
    page.box(right - width, foot - 12, width + 2, 16, None, radius=3)
    page.text(right, foot, words, bold=bold, anchor="end")


def _head(page: Page, right: float, foot: float, name: str, words: str, title: str, about: str, *,
          anchor: str = "end") -> None:  # fmt: skip
    """The head of a column."""
    with page.thing(name, title=title, about=about):
        page.text(right, foot, words, colour="soft", anchor=anchor)


# --- Regions -------------------------------------------------------------------------------------

_COLUMNS = ("votes", "meetings", "trend", "factor", "media markers")
_SHORT_HEADS = ("votes", "me", "tr", "fa", "md")
_LONG_HEADS = ("votes", "meetings", "trend", "factor", "media")
_MEANT = ("votes", "meeting", "trend", "factor", "media marker")  # the words of the guide for them


def _regions(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    """The regions side by side, the current one first; beside the last, what was won before."""
    number = int(table.regions)
    width = (_WIDE - _GAP * (max(2, number) - 1)) / max(2, number)
    for region in range(number):
        title = f"{land_name(box, table, region)}{', the current region' * (region == 0)}"
        about = _WORDS["region" if region else "current region"]
        with page.thing("region", region, title=title, about=about):
            _region(page, MARGIN + (width + _GAP) * region, width, box, table, region, viewer)
    if number == 1:
        _elections(page, MARGIN + width + _GAP, width, table)


def _region(
    page: Page, x: float, width: float, box: np.record, table: np.record, region: int, viewer: int | None
) -> None:
    seats, land = int(box.land_seats[int(table.land[region]), MOST_VOTES]), land_name(box, table, region)
    page.panel(x, TOP, width, _REGIONS, name=land)
    marked = table.phase != Phase.OVER and region == table.region
    if marked:
        page.box(x, TOP, width, _REGIONS, None, "ink", 7)
    page.text(x + 10, TOP + 17, land, bold=text_width(land, SMALL, True) <= width - 20)
    with page.thing("land", region, title=f"{seats} seats of {land} for 50 votes", about=_WORDS["votes"]):
        page.text(x + 10, TOP + 33, f"{seats} seats for {MOST_VOTES} votes", colour="soft")
    _opinions(page, x + 6, TOP + 41, (width - 9) / 2, box, table, region)
    places = _places(width)
    heads = _LONG_HEADS if width > 300 else _SHORT_HEADS
    for place, words, column, meant in zip(places, heads, _COLUMNS, _MEANT):
        title = f"{column.capitalize()} in {land}"
        _head(page, x + place, TOP + _HEADS_FOOT, f"head {meant} {region}", words, title, _WORDS[meant])
    step = min(26, (_REGIONS - _HEADS_FOOT - 6) / int(table.seats))
    winners = winners_now(table) if region == 0 else []
    for seat in seats_of(table):
        y = TOP + _HEADS_FOOT + 4 + step * (seat + 0.5)
        title = f"{player(seat)} in {land}{', winner of the election' * (seat in winners)}"
        with page.thing("party", region, seat, title=title):
            page.box(x + 3, y - 11, width - 6, 22, None, radius=4)
            _party_here(page, x, y, width, box, table, region, seat, viewer)
            if seat in winners:
                page.text(x + width - 13, y + 4.7, "★")


_HEADS_FOOT = 98  # of the heads of columns below the top of a region


def _places(width: float) -> list[float]:
    """Where the columns of a region end: votes, meetings, trend, factor, media."""
    pitch = 25 + max(0.0, width - 220) * 0.17
    return [width - 24 - pitch * place - (8 if place == 4 else 0) for place in range(4, -1, -1)]


def _opinions(
    page: Page, x: float, y: float, step: float, box: np.record, table: np.record, region: int
) -> None:
    place = 0
    for kind in range(KINDS):
        if table.opinion[region, kind]:
            left, top = x + step * (place % 2), y + 22 * (place // 2)
            _opinion(page, left, top, step - 3, box, table, region, kind)
            place += 1
    for hidden in range(int(hidden_in(table, region))):
        title = f"Hidden opinion of {land_name(box, table, region)}"
        left, top = x + step * ((place + hidden) % 2), y + 22 * ((place + hidden) // 2)
        with page.thing("hidden", region, hidden, title=title, about=_WORDS["hidden opinion"]):
            page.back(left, top, step - 3, 19)


def _opinion(
    page: Page, x: float, y: float, width: float, box: np.record, table: np.record, region: int, kind: int
) -> None:
    doubled = bool(table.opinion[region, kind] == 2)
    title = f"{stand_in_words(box, kind)}, opinion of {land_name(box, table, region)}{', doubled' * doubled}"
    with page.thing("opinion", region, kind, title=title, about=_WORDS["doubler" if doubled else "opinion"]):
        page.box(x, y, width, 19, "raised", "ink" if doubled else "line", 4, 2 if doubled else 1)
        words = stand_code(box, kind, doubled=doubled)
        page.text(x + width / 2, y + 14.2, words, bold=True, anchor="middle")


def _party_here(
    page: Page, x: float, y: float, width: float, box: np.record, table: np.record, region: int, seat: int,
    viewer: int | None,
) -> None:  # fmt: skip
    """A party in a region: its votes as a bar, its numbers, and what lies beside the region."""
    page.seat(x + 15, y, seat, 8)
    land, places = land_name(box, table, region), _places(width)
    votes = int(table.votes[region, seat])
    page.bar(x + 27, y - 6.5, places[0] - 48, 13, votes / MOST_VOTES, SEAT_COLOURS[seat])
    numbers = (
        votes or "",
        int(table.meetings[region, seat]) or "·",
        signed(table.trend[region, seat]),
        int(factor_of(table, region, seat)),
        int(table.media[region, seat]) or "·",
    )
    level = place_among_level(table, region, seat)
    for place, number, column, meant in zip(places, numbers, _COLUMNS, _MEANT):
        told = f"{column.capitalize()} of {player(seat)} in {land}: {0 if number in ('', '·') else number}"
        if column == "votes" and votes:
            told += f", {count(box.land_seats[int(table.land[region]), votes], 'seat')}"
        with page.thing(meant, region, seat, title=told, about=_WORDS[meant]):
            _figure(page, x + place, y + 4.7, 19, number, bold=column == "votes")
    if level:
        ahead = f"{player(seat)} is {'ahead of' if level == 'a' else 'behind'} others with {votes} votes"
        with page.thing("level", region, seat, title=ahead, about=_WORDS["level"]):
            page.text(x + places[0] + 1, y + 4.7, level, colour="soft")
    _beside(page, x + width - 22.5, y, box, table, region, seat, viewer)


def _beside(
    page: Page, x: float, y: float, box: np.record, table: np.record, region: int, seat: int,
    viewer: int | None,
) -> None:  # fmt: skip
    """A coalition tile, and a card of the shadow cabinet, which is hidden until all are laid."""
    land = land_name(box, table, region)
    if table.tile[region, seat]:
        title = f"Coalition tile of {player(seat)} beside {land}"
        with page.thing("tile", region, seat, title=title, about=_WORDS["coalition tile"]):
            page.text(x, y + 4.7, "T", bold=True)
    card = int(table.lobby[region, seat])
    if not card:
        return
    if table.phase != Phase.PLACE_LOBBY or knows(viewer, seat):
        words, title = letter(card), f"{cabinet_in_words(box, card)}; card of {player(seat)} beside {land}"
    else:
        words, title = "?", f"Card of {player(seat)} beside {land}, which only they know"
    with page.thing("lobby", region, seat, title=title, about=_WORDS["shadow cabinet"]):
        page.text(x + 9.5, y + 4.7, words, bold=True)


def _elections(page: Page, x: float, width: float, table: np.record) -> None:
    """The seats of each election; the most are told apart, and who has won the one just held."""
    page.panel(x, TOP, width, _REGIONS, "Seats won", "in each election; bold: the most")
    step, down = (width - 60) / ROUNDS, min(26, (_REGIONS - _HEADS_FOOT - 6) / int(table.seats))
    winners = winners_now(table)
    for election in range(ROUNDS):
        right = x + 40 + step * (election + 0.7)
        name, title = f"head election {election}", f"Election {election + 1}"
        _head(page, right, TOP + _HEADS_FOOT, name, str(election + 1), title, _WORDS["seats"])
    for seat in seats_of(table):
        y = TOP + _HEADS_FOOT + 4 + down * (seat + 0.5)
        page.seat(x + 20, y, seat, 8)
        for election in range(ROUNDS):
            won, right = int(table.seats_won[election, seat]), x + 40 + step * (election + 0.7)
            most = won > 0 and won == int(table.seats_won[election].max())
            first = bool(election + 1 == table.round_number) and seat in winners
            told = f"Seats of {player(seat)} from election {election + 1}: {won}{', its winner' * first}"
            with page.thing("won", election, seat, title=told, about=_WORDS["seats"]):
                _figure(page, right, y + 4.7, 26, won or "·", bold=most)
                if first:
                    page.text(right + 1, y + 4.7, "★", bold=True)


# --- Programmes and the exchange pool ------------------------------------------------------------


def _programmes(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    """Issues against parties: + for the first stand, - for the other."""
    page.panel(MARGIN, _MIDDLE, _HALF, _MATRIX, "Programmes")
    x, seats = MARGIN + 10, int(table.seats)
    for seat in range(seats):
        title = f"Programme of {player(seat)}"
        with page.thing("head programme", seat, title=title, about=_WORDS["programme"]):
            page.seat(_party_column(seat), _MIDDLE + 13, seat, 7.5)
    right = MARGIN + _HALF - 10
    _head(page, right, _MIDDLE + 17, "head pool", "pool", "Exchange pool", _WORDS["exchange pool"])
    for issue in range(ISSUES):
        y = _MIDDLE + 32 + (_MATRIX - 36) / ISSUES * issue
        stands = [text(box.stand_name[issue, side]) for side in range(2)]
        page.text(x, y + 12.5, f"{text(box.issue_name[issue])}: +{stands[0]}, -{stands[1]}", width=226)
        for seat in range(seats):
            _stand(page, _party_column(seat), y + 8, box, table, seat, issue)
        _pool(page, right, y, box, table, issue)


def _pool(page: Page, right: float, y: float, box: np.record, table: np.record, issue: int) -> None:
    """How many cards of each stand on an issue lie in the exchange pool, up to the right edge."""
    for side in (1, 0):
        kind = 2 * issue + side
        if table.pool[kind]:
            signs = f"{'+-'[side]}{int(table.pool[kind])}"
            width = text_width(signs, SMALL, True)
            title = f"{stand_in_words(box, kind)}, {int(table.pool[kind])} in the exchange pool"
            with page.thing("pool", kind, title=title, about=_WORDS["exchange pool"]):
                page.box(right - width - 3, y, width + 6, 17, None, radius=3)
                page.text(right, y + 12.5, signs, bold=True, anchor="end")
        right -= 31


def _party_column(seat: int) -> float:
    return MARGIN + 250 + 25 * seat


def _stand(page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, issue: int) -> None:
    for side in range(2):
        kind, colour = 2 * issue + side, SEAT_COLOURS[seat]
        if table.programme[seat, kind]:
            title = f"{stand_in_words(box, kind)}, in the programme of {player(seat)}"
            with page.thing("programme", seat, kind, title=title, about=_WORDS["programme"]):
                page.box(x - 8, y - 7, 16, 14, colour if side == 0 else "raised", colour, 3, 1.5)
                ink = letters_on(colour) if side == 0 else "ink"
                page.text(x, y + 4.7, "+-"[side], SMALL, ink, bold=True, anchor="middle")


# --- The national board, hands -------------------------------------------------------------------


def _national(page: Page, box: np.record, table: np.record) -> None:
    page.panel(_RIGHT, _MIDDLE, _HALF, _BOARD, "National board", "dark: secured; members, points")
    step = (_HALF - 16) / NATIONAL
    for space in range(NATIONAL):
        x, y = _RIGHT + 8 + step * space, _MIDDLE + 24
        kind, secured = int(table.national[space]), bool(table.secured[space])
        edge, stroke = ("ink", 2) if secured else ("line", 1)
        members, points = int(box.national_figures[space]), int(box.national_points[space])
        worth = f"{count(members, 'member')} each election, {count(points, 'point')} in the end"
        lying = "free" if kind == NO_CARD else stand_in_words(box, kind) + ", secured" * secured
        title = f"Space {space + 1} of the national board: {lying}; {worth}"
        about = _WORDS["secured" if secured else "national board"]
        with page.thing("national", space, title=title, about=about):
            page.box(x, y, step - 4, 26, None if kind == NO_CARD else "raised", edge, 4, stroke)
            if kind != NO_CARD:
                code = stand_code(box, kind) + "!" * secured
                page.text(x + step / 2 - 2, y + 17.5, code, bold=True, anchor="middle")
            page.text(x + step / 2 - 2, y + 41, f"{members} / {points}", colour="soft", anchor="middle")


def _parliament(page: Page, table: np.record) -> None:
    """The seats of all elections as benches in a half circle, a wedge for each party."""
    left, wide = _RIGHT + _HIDDEN + _GAP, _HALF - _HIDDEN - _GAP
    page.panel(left, _BELOW, wide, _LOW, "Parliament")
    seats = table.seats_won[:, : int(table.seats)].sum(axis=0).tolist()
    total, x, y, passed = sum(seats), left + wide / 2, _BELOW + _LOW - 30, 0
    told = ", ".join(f"{player(seat)} {won}" for seat, won in enumerate(seats))
    with page.thing("parliament", title=f"Seats in parliament: {told}", about=_WORDS["seats"]):
        page.box(left + 4, _BELOW + 22, wide - 8, _LOW - 26, None, radius=5)
        if not total:
            _benches(page, x, y, 0, 1, "raised", "line")
        for seat, won in enumerate(seats):
            if won:
                colour = SEAT_COLOURS[seat]
                _benches(page, x, y, passed / total, (passed + won) / total, colour)
                if won / total > _NARROW:
                    turn = math.pi * (1 - (passed + won / 2) / total)
                    page.seat(x + 57.5 * math.cos(turn), y - 57.5 * math.sin(turn), seat, 7.5)
            passed += won
        page.text(x, y + 19, f"{total} seats" if total else "not yet elected", anchor="middle")


_NARROW = 0.07  # the share of a wedge that has no room for a party's number
_BENCHES = tuple((near, near + 11.5) for near in (31.5, 45, 58.5, 72))  # from here to there


def _benches(
    page: Page, x: float, y: float, begin: float, end: float, fill: str, edge: str | None = None
) -> None:
    """A wedge of the half circle around (x, y), its ends as shares of it from the left."""
    steps = max(1, math.ceil(24 * (end - begin)))
    turns = [math.pi * (1 - begin - (end - begin) * step / steps) for step in range(steps + 1)]
    for near, far in _BENCHES:
        corners = [(far, turn) for turn in turns] + [(near, turn) for turn in reversed(turns)]
        page.polygon(
            [(x + out * math.cos(turn), y - out * math.sin(turn)) for out, turn in corners], fill, edge
        )


def _hands(
    page: Page, box: np.record, table: np.record, viewer: int | None, y: float, width: float, height: float
) -> None:
    """Hidden programme cards as far as a viewer sees them, sheets while they are filled in, the decks."""
    page.panel(_RIGHT, y, width, height, "Hidden cards" if viewer is None else "Your hidden cards")
    top, columns = _left(page, y + 34, width, table) + 5, int(width // 200)
    wide = (width - 16) / columns
    if viewer is None:
        for seat in seats_of(table):
            left, down = _RIGHT + 8 + wide * (seat % columns), top + 20 * (seat // columns)
            _hand(page, box, left, down, wide, seat, hand_of(table, seat))
    else:
        for place, kind in enumerate(hand_of(table, viewer)):
            left, down = _RIGHT + 8 + wide * (place % columns), top + 35 * (place // columns)
            words = stand_in_words(box, kind)
            with page.thing("hand", place, title=f"{words}, in your hand", about=_WORDS["hidden card"]):
                page.card(left, down, wide - 4, 33, words, stand_code(box, kind))
    if table.phase == Phase.SHEET:
        _sheets(page, box, table, viewer, y + 110, height - 112)


def _left(page: Page, foot: float, width: float, table: np.record) -> float:
    """What is left in the decks, and of doublers; the foot of the last line."""
    polls = int((table.poll_zone == POLL_IN_DECK).sum())
    left = (
        ("deck opinions", count(table.opinion_deck, "opinion"), "decks"),
        ("deck programmes", count(table.programme_deck, "programme"), "decks"),
        ("deck polls", count(polls, "poll"), "opinion poll"),
        ("doublers", count(table.doublers, "doubler"), "doubler"),
    )
    x = _RIGHT + 10.0
    for place, (name, words, meant) in enumerate(left):
        line = f"{'' if place else 'left: '}{words}{',' * (place < len(left) - 1)}"
        if x + text_width(line, SMALL) > _RIGHT + width - 8:
            x, foot = _RIGHT + 10.0, foot + 15
        with page.thing(name, title=f"{words} left", about=_WORDS[meant]):
            page.text(x, foot, line, colour="soft")
        x += text_width(line + " ", SMALL)
    return foot


def _hand(page: Page, box: np.record, x: float, y: float, width: float, seat: int, hand: list[int]) -> None:
    held = ", ".join(stand_in_words(box, kind) for kind in hand) or "none"
    title = f"Hidden cards of {player(seat)}: {held}"
    with page.thing("hands", seat, title=title, about=_WORDS["hidden card"]):
        page.box(x, y - 2, width - 6, 18, None, radius=4)
        page.seat(x + 10, y + 7, seat, 7.5)
        codes = " ".join(stand_code(box, kind) for kind in hand)
        page.text(x + 22, y + 11.7, codes, width=width - 26)


def _sheets(
    page: Page, box: np.record, table: np.record, viewer: int | None, y: float, height: float
) -> None:
    filled = [seat for seat in everybody(table) if table.section[0, seat] and knows(viewer, seat)]
    step = height / max(1, len(filled))
    for place, seat in enumerate(filled):
        top, told = y + step * place, sheet_text(box, table, seat)
        with page.thing("sheet", seat, title=f"Sheet of {player(seat)}: {told}", about=_WORDS["sheet"]):
            page.seat(_RIGHT + 18, top + 7.5, seat, 7.5)
            lines = wrapped(told, _HALF - 42, SMALL, int(min(9, step // 13.5)))
            for line, words in enumerate(lines):
                page.text(_RIGHT + 32, top + 12 + 13.5 * line, words)


# --- Parties -------------------------------------------------------------------------------------

_NUMBERS = (
    ("cash", 182, "cash"),
    ("members", 250, "members"),
    ("seats", 292, "seats"),
    ("media", 340, "media points"),
    ("points", 388, "points"),
)
_HEADS = (
    ("shadow cabinet", 402, "shadow cabinet"),
    ("contributions", 540, "contribution"),
    ("tiles", 642, "coalition tile"),
    ("ally", 684, "ally"),
    ("chosen", 720, "chosen"),
)
_LEGEND = (
    "votes: a leads b; me meetings, tr trend, fa factor, md media; T coalition tile; A-G, ? card beside it; "
    "★ has won"
)
_CARDS, _CONTRIBUTIONS, _TILES, _ALLY, _CHOSEN = 402, 540, 664, 696, 720


def _parties(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    height = FOOT - _PARTIES
    page.panel(MARGIN, _PARTIES, _WIDE, height, "Parties")
    x, y = MARGIN + 6, _PARTIES + 17
    for words, place, meant in _NUMBERS:
        _head(page, x + place, y, f"head {meant}", words, meant.capitalize(), _WORDS[meant])
    for words, place, meant in _HEADS:
        _head(page, x + place, y, f"head {meant}", words, meant.capitalize(), _WORDS[meant], anchor="start")
    foot = wrapped(" ".join(legend(box, table)) or _LEGEND, _WIDE - 20, SMALL, 3)
    step = min(38, (height - 26 - 15 * len(foot)) / int(table.seats))
    for place, seat in enumerate(everybody(table)):
        _party(page, x, _PARTIES + 23 + step * (place + 0.5), box, table, seat, viewer)
    for line, words in enumerate(foot):
        page.text(MARGIN + 10, FOOT - 6 - 15 * (len(foot) - 1 - line), words, colour="soft")


def _party(
    page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, viewer: int | None
) -> None:
    first = bool(seat == table.start_player)
    title = f"{player(seat)}{', start player' * first}"
    with page.thing("seat", seat, title=title, about=_WORDS["start player"] * first):
        page.box(x, y - 13, 142, 26, None, radius=13)
        page.name(x, y, seat, viewer, seat == table.seat, 140)
    for (_, place, meant), (number, told) in zip(_NUMBERS, _numbers(box, table, seat)):
        title = f"{meant.capitalize()} of {player(seat)}: {told}"
        with page.thing(meant, seat, title=title, about=_WORDS[meant]):
            _figure(page, x + place, y + 4.7, 38, number, bold=meant == "points")
    _cards(page, x, y, box, table, seat)
    title = f"Coalition tiles of {player(seat)}: {int(table.tiles[seat])}"
    with page.thing("tiles", seat, title=title, about=_WORDS["coalition tile"]):
        _figure(page, x + _TILES - 4, y + 4.7, 18, int(table.tiles[seat]))
    ally = int(partner_of(table, seat))
    if ally != NOBODY:
        title = f"{player(seat)} is in a coalition with {player(ally)}"
        with page.thing("ally", seat, title=title, about=_WORDS["ally"]):
            page.seat(x + _ALLY, y, ally, 8)
    chosen = choice_in_words(box, table, seat, knows(viewer, seat))
    if chosen:
        with page.thing("chosen", seat, title=f"{player(seat)}: {chosen}", about=_WORDS["chosen"]):
            lines = wrapped(chosen, WIDTH - MARGIN - 8 - x - _CHOSEN, SMALL, 2)
            for line, words in enumerate(lines):
                page.text(x + _CHOSEN, y + 4.7 + 14 * (line - (len(lines) - 1) / 2), words)


def _numbers(box: np.record, table: np.record, seat: int) -> Iterable[tuple[int, str]]:
    """The numbers of a party's line, each as told in full."""
    members, points = int(table.members[seat]), int(score(box, table, seat))
    seats, media = int(seat_points(table, seat)), int(media_points(box, table, seat))
    won = [int(number) for number in table.seats_won[: max(1, int(table.round_number)), seat]]
    of_members, of_programme = int(member_points(box, table, seat)), int(programme_points(box, table, seat))
    return (
        (int(table.cash[seat]), thousand(table.cash[seat])),
        (members, f"{members}, for {count(of_members, 'point')}"),
        (seats, f"{seats}, by election {', '.join(map(str, won))}"),
        (media, f"{media}"),
        (points, f"{points}: seats {seats}, media {media}, members {of_members}, programme {of_programme}"),
    )


def _cards(page: Page, x: float, y: float, box: np.record, table: np.record, seat: int) -> None:
    """Cards of the shadow cabinet by letter, contributions by number, or the places where they were."""
    for card in range(1, CABINET + 1):
        left = bool(table.cabinet[seat, card])
        title = f"{cabinet_in_words(box, card)}{'' if left else '; played'}"
        with page.thing("cabinet", seat, card - 1, title=title, about=_WORDS["shadow cabinet"] * left):
            _token(page, x + _CARDS + 18.5 * (card - 1), y, letter(card), left)
    for card in range(CONTRIBUTIONS):
        left = table.contribution[seat, card] == CARD_IN_HAND
        with page.thing("contribution", seat, card, title=_contribution(box, card, left)):
            _token(page, x + _CONTRIBUTIONS + 18.5 * card, y, str(card + 1), bool(left))


def _contribution(box: np.record, card: int, left: bool) -> str:
    risk, won = (dice(number[card]) for number in (box.contribution_risk, box.contribution_refusal))
    amount = f"Contribution {card + 1}: {thousand(box.contribution_amount[card])}"
    return f"{amount}, for {risk} of members lost; refused {won} won" if left else f"{amount}; used"


def _token(page: Page, x: float, y: float, words: str, there: bool) -> None:
    """A card that is still to be played, or the place where it was."""
    page.box(x, y - 8.5, 16, 17, "raised" if there else None, "line", 3)
    if there:
        page.text(x + 8, y + 4.7, words, bold=True, anchor="middle")
