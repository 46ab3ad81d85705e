"""The table as a picture, as far as a seat may know it."""

from contextlib import nullcontext
from typing import Any

import numpy as np

from ...core.text.drawing import MARGIN, TOP, WIDTH, Page, Picture
from ...core.text.words import player
from ..table import JOURNALIST, TALKS_KEPT, VALUES, Draft, Part, Phase
from .board import project_name, question

_HALF = 420  # the width of the left column
_RIGHT = MARGIN + _HALF + 12
_ABOUT = {
    Draft.NEGOTIATION: "Proposal",
    Draft.OPPOSITION: "The opposition's split",
    Draft.COALITION: "The coalition's new split",
}


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Saludos Amigos!")
    page.header(_where(box, table), question(table), int(table.seat), seat)
    _projects(page, box, table)
    _bag(page, table)
    _round(page, box, table)
    _players(page, table, seat)
    return page.picture()


def _where(box: np.record, table: np.record) -> str:
    projects = range(int(box.projects))
    done = sum(not table.bag[project] for project in projects)
    tiles = int(box.building_tiles) - sum(int(table.bag[project]) for project in projects)
    over = ", over" if table.phase == Phase.OVER else ""
    ends = int(box.projects_to_end)
    return f"{tiles} of {int(box.building_tiles)} tiles drawn, {done} of {ends} projects complete{over}"


# --- Projects and bag ----------------------------------------------------------------------------


def _projects(page: Page, box: np.record, table: np.record) -> None:
    page.panel(MARGIN, TOP, _HALF, 192, "Projects")
    x = MARGIN + 10
    page.columns(x, TOP + 17, ((348, "next tile"), (400, "bonus")))
    tile = min(20, 150 / max(1, int(box.tiles.max())))
    for project in range(int(box.projects)):
        y = TOP + 26 + 27 * project
        drawn = project == table.project
        if drawn:
            page.box(x - 5, y - 1, _HALF - 10, 26, "raised", "ink", 5)
        page.text(x + 4, y + 16.5, project_name(box, project), 12, bold=drawn, width=128)
        tiles, left = int(box.tiles[project]), int(table.bag[project])
        for place in range(tiles):
            colour = "green" if place < tiles - left else None
            page.box(x + 140 + tile * place, y + 4, tile - 3, 16, colour, "soft", 3)
        value = int(box.base_value[project])
        if left:
            page.text(x + 348, y + 16.5, value + tiles - left + 1, 12, anchor="end")
        else:
            page.text(x + 348, y + 16.5, "complete", 11, "soft", anchor="end")
        page.text(x + 400, y + 16.5, value, 12, anchor="end")


def _bag(page: Page, table: np.record) -> None:
    y = TOP + 204
    page.panel(MARGIN, y, _HALF, 92, "Bag and cards")
    x = MARGIN + 14
    page.text(x, y + 42, "Journalists", 12)
    _journalists(page, x + 82, y + 38, int(table.bag[JOURNALIST]), "in the bag", False)
    _journalists(page, x + 232, y + 38, int(table.board_journalists), "on the map", True)
    page.pile(x, y + 58, int(table.pile.sum()), "draw pile")
    _counts(page, x + 130, y + 58, "shuffled", table.shuffled, int(table.buried.sum()))
    _counts(page, x + 270, y + 58, "discards", table.discard, int(table.face_down.sum()))


def _journalists(page: Page, x: float, y: float, number: int, where: str, on_map: bool) -> None:
    for place in range(number):
        left = x + 16 * place
        points = [(left + 7, y - 8), (left + 14, y + 5), (left, y + 5)]
        page.polygon(points, "red" if on_map else "soft")
    page.text(x + 16 * number + 4, y + 4, f"{number} {where}" if number < 8 else where, 11, "soft")


def _counts(page: Page, x: float, y: float, what: str, counts: Any, face_down: int) -> None:
    """How many cards of each value, and how many more lie face down."""
    words = "  ".join(f"{int(counts[value])}×{value + 1}" for value in range(VALUES) if counts[value])
    page.text(x, y + 8, what, 10, "soft")
    page.text(x, y + 21, words or "none", 11)
    if face_down:
        page.text(x + 55, y + 8, f"+{face_down} face down", 10, "soft")


# --- The round -----------------------------------------------------------------------------------


def _round(page: Page, box: np.record, table: np.record) -> None:
    page.panel(_RIGHT, TOP, WIDTH - MARGIN - _RIGHT, 296, "This round")
    x, y = _RIGHT + 14, TOP + 50.0
    if table.phase != Phase.OVER:
        page.coin(x + 18, y, int(table.pie), 18)
        project = f", for {project_name(box, int(table.project))}" if table.project >= 0 else ""
        page.text(x + 46, y + 5, f"million to share{project}", 14, width=350)
    else:
        page.text(x, y + 5, f"The bonus: {_bonuses(table)}", 13, width=390)
    y = _shares(page, x, y + 44, "Standing offer", _strength(table.mug), table.share, table.share > 0)
    if table.draft:
        y = _draft(page, x, y, table)
    if table.caller >= 0:
        title = f"Council of {player(table.caller)}"
        y = _shares(page, x, y, title, _strength(table.pretzel), table.opp_share, table.participant > 0)
    _failed(page, x, y, table)


def _bonuses(table: np.record) -> str:
    paid = [f"{player(i)} {int(table.bonus[i])}" for i in range(int(table.seats)) if table.bonus[i]]
    return ", ".join(paid) or "nobody"


def _strength(number: Any) -> str:
    return f"strength {int(number)}" if number else "none yet"


def _shares(page: Page, x: float, y: float, title: str, note: str, shares: Any, inside: Any) -> float:
    """A side and what each of its members gets; return the y of what comes next."""
    page.text(x, y, title, 12, bold=True, width=200)
    page.text(x + 408, y, note, 12, "soft", anchor="end")
    members = [seat for seat, member in enumerate(inside.tolist()) if member]
    for place, seat in enumerate(members):
        page.seat(x + 10 + 58 * place, y + 20, seat)
        page.text(x + 24 + 58 * place, y + 24.5, int(shares[seat]) or "?", 13)
    return y + (50 if members else 26)


def _draft(page: Page, x: float, y: float, table: np.record) -> float:
    page.text(
        x, y, f"{_ABOUT[Draft(int(table.draft))]} of {player(table.proposer)}", 12, bold=True, width=260
    )
    page.text(x + 408, y, "✓ accepted   → asks for", 11, "soft", anchor="end")
    place = 0
    for seat in range(int(table.seats)):
        if table.in_draft[seat]:
            page.seat(x + 10 + 58 * place, y + 20, seat)
            asks = f"→{int(table.asked[seat])}" if table.asked[seat] else ""
            words = f"{int(table.draft_share[seat]) or '?'}{'✓' if table.accepted[seat] else asks}"
            page.text(x + 24 + 58 * place, y + 24.5, words, 13, width=34)
            place += 1
    return y + 50


def _failed(page: Page, x: float, y: float, table: np.record) -> None:
    """The proposals of this round that failed, as many as have room."""
    talks = [talk for talk in range(TALKS_KEPT) if table.talk_about[talk]]
    if not talks:
        return
    room = int((TOP + 296 - 8 - y) // 24)
    if room < 1:
        return
    page.text(x, y, "Failed, newest first", 12, bold=True)
    page.text(x + 408, y, "✗ refused or withdrew", 11, "soft", anchor="end")
    for row, talk in enumerate(talks[:room]):
        _talk(page, x, y + 17 + 22 * row, table, talk)


def _talk(page: Page, x: float, y: float, table: np.record, talk: int) -> None:
    place = 0
    for seat in range(int(table.seats)):
        part = int(table.talk_part[seat, talk])
        if part != Part.NONE:
            page.seat(x + 10 + 58 * place, y, seat, 7.5)
            share = int(table.talk_share[seat, talk]) or "?"
            page.text(x + 23 + 58 * place, y + 4, f"{share}{'✗' if part < 0 else ''}", 12)
            place += 1


# --- The players ---------------------------------------------------------------------------------

_MONEY, _DIE, _BAR, _CARDS, _OFFER, _LAST, _NOTE = 188, 226, 244, 412, 644, 712, 728


def _players(page: Page, table: np.record, viewer: int | None) -> None:
    y, seats = TOP + 308, int(table.seats)
    height = 600 - MARGIN - y
    page.panel(MARGIN, y, WIDTH - 2 * MARGIN, height, "Players")
    x = MARGIN + 6
    page.columns(x, y + 17, ((_MONEY, "money"), (_DIE, "die"), (_OFFER, "offered"), (_LAST, "last paid")))
    page.text(x + _BAR, y + 17, "strength", 10, "soft")
    page.text(x + _CARDS, y + 17, "council cards: 1, 2, 3, not seen", 10, "soft")
    step = min(42, (height - 28) / seats)
    strongest = max(1, int(table.strength.max()))
    for seat in range(seats):
        _player(page, x, y + 25 + step * (seat + 0.5), table, seat, viewer, strongest)


def _player(
    page: Page, x: float, y: float, table: np.record, seat: int, viewer: int | None, strongest: int
) -> None:
    with page.thing("seat", seat):
        page.box(x, y - 14, 148, 28, None, radius=14)
        page.name(x, y, seat, viewer, seat == table.seat, 145)
    page.coin(x + _MONEY - 10, y, int(table.money[seat]), 10.5)
    page.box(x + _DIE - 17, y - 8.5, 17, 17, "raised", "soft", 4)
    page.text(x + _DIE - 8.5, y + 4, int(table.die[seat]), 11.5, bold=True, anchor="middle")
    strength = int(table.strength[seat])
    page.bar(x + _BAR, y - 6, 110, 12, strength / strongest, "sky")
    page.text(x + _BAR + 117, y + 4.5, strength, 13, bold=True)
    _hand(page, x + _CARDS, y, table, seat, viewer)
    page.text(x + _OFFER, y + 4.5, int(table.share[seat]) or "", 13, anchor="end")
    page.text(x + _LAST, y + 4.5, _last(table, seat), 12, "soft", anchor="end")
    page.text(x + _NOTE, y + 4.5, _note(table, seat, viewer in (None, seat)), 11, "soft", width=128)


def _hand(page: Page, x: float, y: float, table: np.record, seat: int, viewer: int | None) -> None:
    """Cards by value: all of one's own; of others' those that everybody knows, the rest as backs."""
    own = viewer in (None, seat)
    seen = table.hand[seat] if own else table.known[seat]
    for value in range(VALUES):
        if seen[value]:
            left = x + 44 * value
            with page.thing("value", value) if seat == viewer else nullcontext():
                page.box(left, y - 10, 15, 20, "raised", "soft", 2.5)
                page.text(left + 7.5, y + 4, value + 1, 11, bold=True, anchor="middle")
            if seen[value] > 1:
                page.text(left + 18, y + 4, f"×{int(seen[value])}", 11)
    held = int(table.hand[seat].sum()) + int(table.bid[seat].sum())
    unseen = 0 if own else held - int(seen.sum())
    if unseen > 0:
        page.back(x + 44 * VALUES, y - 10, 15, 20)
        page.text(x + 44 * VALUES + 18, y + 4, f"×{unseen}", 11)


def _last(table: np.record, seat: int) -> str:
    """What the last round brought."""
    if table.paid[seat]:
        return f"+{int(table.paid[seat])}"
    return "a card" if table.drew[seat] else ""


def _note(table: np.record, seat: int, own: bool) -> str:
    """The bag, fines, and the cards of a council."""
    parts = ["has the bag"] if seat == table.bag_holder else []
    if table.fined[seat]:
        parts.append(f"fined {int(table.fined[seat])}")
    if own and table.pushed[seat]:
        parts.append(f"pushed {int(table.pushed[seat])}")
    if own and table.bid[seat].any():
        cards = [str(value + 1) for value in range(VALUES) for _ in range(int(table.bid[seat, value]))]
        parts.append(f"laid {' '.join(cards)}")
    elif table.bid_done[seat]:
        parts.append("ready")
    return ", ".join(parts)
