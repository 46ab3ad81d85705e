"""The table as a picture, as far as a seat may know it."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.text.drawing import FOOT, MARGIN, SMALL, TOP, WIDTH, Page, Picture, text_width, wrapped
from ...core.text.guide import guide_of
from ...core.text.words import count, player
from ..table import JOURNALIST, OFFERS_KEPT, TALKS_KEPT, VALUES, Draft, Part, Phase
from .board import ends_the_game, project_name, values_in_words
from .describe import millions
from .questions import decision

_HALF = 420  # the width of the left column
_RIGHT = MARGIN + _HALF + 12
_TOWN, _BAG = 306, 76  # the heights of the town of projects, and of bag and cards
_ROUND = _TOWN + 8 + _BAG  # the height of the panel of this round
_TERRACE, _TILE = 86, 46  # from one terrace of the town to the next, and from one house to the next
_HILLS = (  # how high a terrace begins above the feet of its houses, from left to right; the last: mountains
    (14, 22, 12, 20, 11, 18),
    (20, 11, 19, 10, 17, 12),
    (30, 52, 26, 36, 24, 44),
)
_LOT: tuple[Any, ...] = (("polygon", ((2, 0), (9, -9), (43, -9), (36, 0)), None, "soft"),)
_HOUSES: tuple[tuple[Any, ...], ...] = (  # on a ground of 46, to the right and up; own drawings
    (
        ("box", 8, -6, 28, 6, "wall", "soft", 2), ("box", 15, -27, 14, 21, "roof", "soft", 3),
        ("box", 8, -22, 28, 7, "roof", "soft", 3), ("circle", 22, -28, 8, "roof", "soft"),
        ("box", 19, -40, 6, 5, "roof", "soft", 2), ("circle", 22, -18, 4, "wall"),
    ),
    (
        ("box", 6, -22, 32, 22, "wall", "soft", 0), ("box", 18, -13, 8, 13, "roof", None, 2),
        ("polygon", ((1, -21), (22, -40), (43, -21)), "roof", "soft"), ("circle", 22, -28, 3.5, "wall"),
        *(("box", x, -17, 6, 7, "pool", None, 1) for x in (9, 29)),
    ),
    (
        ("box", 7, -37, 30, 37, "wall", "soft", 0), ("box", 4, -42, 36, 6, "roof", "soft", 2),
        *(("box", x, y, 6, 6, "pool", None, 1) for y in (-32, -22) for x in (11, 19, 27)),
        ("box", 17, -12, 10, 12, "roof", None, 2),
    ),
    (
        ("circle", 22, -26, 12, "roof", "soft"), ("circle", 22, -40, 3, "gold", "soft"),
        ("polygon", ((2, -22), (22, -32), (42, -22)), "wall", "soft"),
        ("box", 5, -22, 34, 18, "pool", "soft", 0),
        *(("box", x, -22, 5, 18, "wall", "soft", 0) for x in (5, 15, 24, 34)),
        ("box", 3, -4, 38, 4, "wall", "soft", 0),
    ),
    (
        ("circle", 22, -20, 15, "pool", "soft"), ("box", 2, -20, 40, 20, "wall", "soft", 0),
        ("box", 1, -23, 42, 4, "roof", "soft", 1), ("circle", 22, -37, 3, "gold", "soft"),
        *(("box", x, -15, 8, 15, "pool", None, 4) for x in (6, 18, 30)),
    ),
    (
        ("box", 31, -42, 8, 42, "roof", "soft", 0), ("box", 31, -37, 8, 4, "wall"),
        ("box", 3, -23, 26, 23, "wall", "soft", 3), ("box", 2, -26, 28, 5, "roof", "soft", 2),
        ("box", 7, -17, 18, 11, "pool", "soft", 4),
    ),
)  # fmt: skip
_WIDE = WIDTH - MARGIN - _RIGHT
_MEMBER = 58  # the width of a member and its share
_ABOUT = {
    Draft.NEGOTIATION: "Proposal",
    Draft.OPPOSITION: "The opposition's split",
    Draft.COALITION: "The coalition's new split",
}


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Saludos Amigos!")
    page.header(_where(box, table), decision(table), int(table.seat), seat)
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


def _word(word: str) -> str:
    """What a word means, as the guide says it."""
    return guide_of(__name__.partition(".text")[0]).words[word]


def _label(
    page: Page, name: str, number: int, x: float, y: float, words: object, word: str, title: str = "",
    colour: str = "soft", ends: bool = False,
) -> float:  # fmt: skip
    """Words with what the guide says of one of them, which begin or end at x; return how wide they are."""
    wide = text_width(str(words), SMALL)
    room = max(20.0, wide)
    with page.thing(name, number, title=title or str(words), about=_word(word)):
        page.box(x - 2 - room * ends, y - 12, room + 4, 16, None, radius=3)
        page.text(x, y, words, colour=colour, anchor="end" if ends else "start")
    return wide


def _heads(page: Page, x: float, y: float, first: int, heads: Iterable[tuple[float, str, bool]]) -> None:
    """The heads of columns: how far right of x, and whether they end there."""
    for number, (place, words, ends) in enumerate(heads):
        _label(page, "head", first + number, x + place, y, words, words, ends=ends)


# --- Projects and bag ----------------------------------------------------------------------------


def _projects(page: Page, box: np.record, table: np.record) -> None:
    """The town on its terraces: the first project beside the last, the second beside the last but one."""
    page.panel(MARGIN, TOP, _HALF, _TOWN, "Projects")
    left, top, wide, high = MARGIN + 6, TOP + 24, _HALF - 12, _TOWN - 30
    _heads(page, left, TOP + 17, 0, ((330, "next tile", True), (400, "bonus", True)))
    page.coin(left + 262, TOP + 12, "", 6)
    page.polygon(_pennant(left + 340, TOP + 12, 10, 6), "lilac", "black")
    page.box(left, top, wide, high, "air", radius=0)
    page.circle(left + 330, top + 20, 11, "gold")
    for x, y, cloud in ((26, 9, 44), (44, 4, 26), (236, 5, 52)):
        page.box(left + x, top + y, cloud, 10, "raised")
    _ground(page, top + 62, 2, "leaf")
    last = int(box.projects) - 1
    for row in range(last // 2 + 1):
        foot = top + 62 + row * _TERRACE
        _ground(page, foot, row % 2, "field")
        page.box(left, foot - 1, wide, 3, "wall", radius=0)
        both = [row, last - row][: 1 + (row < last - row)]
        tile = min(_TILE, (wide - 24) / sum(max(2, int(box.tiles[one])) for one in both))
        sizes = [tile * max(2, int(box.tiles[one])) for one in both]
        for tree in range(int(wide - 34 - sum(sizes)) // 24):
            trunk, root, radius = left + sizes[0] + 34 + 24 * tree, foot - 5 + tree % 2 * 8, 9 - tree % 2 * 2
            page.line(trunk, root, trunk, root - radius, "soft", 2)
            page.circle(trunk, root - 1.8 * radius, radius, "leaf", "soft")
        for one, size in zip(both, sizes, strict=True):
            begin = left + (10 if one == row else wide - 10 - size)
            _project(page, begin, foot, size, tile, box, table, one)


def _ground(page: Page, foot: float, hills: int, colour: str) -> None:
    """What rises behind houses, down to the foot of the town."""
    left, right, bottom = MARGIN + 6, MARGIN + _HALF - 6, TOP + _TOWN - 6
    step = (right - left) / (len(_HILLS[hills]) - 1)
    tops = [(left + step * place, foot - high) for place, high in enumerate(_HILLS[hills])]
    page.polygon([*tops, (right, bottom), (left, bottom)], colour, "leaf")


def _pennant(x: float, y: float, width: float, half: float) -> list[tuple[float, float]]:
    """The corners of a pennant, which begins at (x, y) and is twice `half` high."""
    end = x + width
    return [(x, y - half), (end, y - half), (end - half / 2, y), (end, y + half), (x, y + half)]


def _project(
    page: Page, x: float, foot: float, width: float, tile: float, box: np.record, table: np.record,
    project: int,
) -> None:  # fmt: skip
    """A project: a house for each of its tiles, an empty lot where one is to come, and what it brings."""
    name, drawn = project_name(box, project), project == table.project
    tiles, left, value = int(box.tiles[project]), int(table.bag[project]), int(box.base_value[project])
    state = "complete" if not left else f"{tiles - left} of {count(tiles, 'tile')}"
    now = f"; this round's tile, {millions(table.pie)} to share" if drawn and table.pie else ""
    about = f"{_word('project')} {_word('complete' if not left else 'tile')}"
    if drawn:
        page.box(x - 5, foot + 2, width + 10, 37, "raised", "ink")
    with page.thing("project", project, title=f"{name}: {state}{now}", about=about):
        page.box(x - 3, foot - 46, width + 6, 64, None)
        for place in range(tiles):
            with page.moved(x + tile * place, foot, tile / _TILE):
                for shape, *how in _HOUSES[project] if place < tiles - left else _LOT:
                    getattr(page, shape)(*how)
                if drawn and place == tiles - left - 1:
                    page.line(40, 0, 40, -46, "ink", 1.5)
                    page.polygon(_pennant(40, -41, -13, -5), "red")
        page.text(x, foot + 15, name, bold=drawn, width=width + 8)
    worth = value + tiles - left + 1
    told = f"The next tile of {name} brings {millions(worth)}" if left else f"{name} is complete"
    words = "" if left else "complete"
    if ends_the_game(box, table, project):
        told, words = f"The next tile of {name} ends the game", "ends it"
    with page.thing("next", project, title=told, about=_word("complete" if words else "next tile")):
        page.box(x - 2, foot + 18.5, 64 if words else 24, 20, None, radius=9)
        if words:
            page.text(x, foot + 33, words, colour="soft")
        else:
            page.coin(x + 10, foot + 28.5, worth, 10)
    flag = x + (64 if words else 28)
    with page.thing("bonus", project, title=f"Bonus of {name}: {millions(value)}", about=_word("bonus")):
        page.polygon(_pennant(flag, foot + 28.5, 24, 8.5), "lilac", "black")
        page.text(flag + 10, foot + 33.2, value, colour="black", anchor="middle")


def _bag(page: Page, table: np.record) -> None:
    x, y = MARGIN + 14, TOP + _TOWN + 8
    page.panel(MARGIN, y, _HALF, _BAG, name="Bag and cards")
    page.text(x, y + 23, "Journalists")
    _journalists(page, x + 84, y + 19, int(table.bag[JOURNALIST]), "in the bag", False)
    _journalists(page, x + 238, y + 19, int(table.board_journalists), "on the map", True)
    pile = int(table.pile.sum())
    with page.thing("pile", 0, title=f"Draw pile: {count(pile, 'card')}", about=_word("draw pile")):
        page.box(x - 4, y + 35, 82, 36, None)
        page.pile(x, y + 40, pile, "pile")
    _counts(page, x + 84, y + 40, "shuffled", table.shuffled, int(table.buried.sum()))
    _counts(page, x + 238, y + 40, "discards", table.discard, int(table.face_down.sum()))


def _journalists(page: Page, x: float, y: float, number: int, where: str, on_map: bool) -> None:
    words, colour = f"{number} {where}", "red" if on_map else "soft"
    with page.thing("journalists", on_map, title=f"Journalists {where}: {number}", about=_word("journalist")):
        page.box(x - 4, y - 12, 16 * number + 12 + text_width(words, SMALL), 22, None)
        for left in (x + 16 * place for place in range(number)):
            page.polygon([(left + 7, y - 5), (left + 13, y + 8), (left + 1, y + 8)], colour)
            page.circle(left + 7, y - 6, 4, colour)
        page.text(x + 16 * number + 4, y + 4, words, colour="soft")


def _counts(page: Page, x: float, y: float, what: str, counts: Any, face_down: int) -> None:
    """How many cards of each value, and how many more lie face down."""
    words = (
        "  ".join(f"{int(counts[value])}×{value + 1}" for value in range(VALUES) if counts[value]) or "none"
    )
    hidden = f"; {face_down} more face down" if face_down else ""
    about = f"{_word(what)} {_word('face down') if face_down else ''}".strip()
    with page.thing(what, 0, title=f"{what.capitalize()}: {words}{hidden}", about=about):
        page.box(x - 4, y - 6, 150, 38, None, radius=5)
        page.text(x, y + 8, what, colour="soft")
        page.text(x, y + 25, words)
        if face_down:
            page.text(x + 62, y + 8, f"+{face_down} hidden", colour="soft")


# --- The round -----------------------------------------------------------------------------------


def _round(page: Page, box: np.record, table: np.record) -> None:
    page.panel(_RIGHT, TOP, _WIDE, _ROUND, "This round")
    x, y = _RIGHT + 14, TOP + 46.0
    if table.phase == Phase.OVER:
        words = f"The bonus: {_told(_by_seat(table.bonus)) or 'nobody'}"
        with page.thing("pie", 0, title=words, about=_word("bonus")):
            page.box(x - 6, y - 14, _WIDE - 16, 46, None, radius=8)
            for number, line in enumerate(wrapped(words, _WIDE - 30, SMALL, 3)):
                page.text(x, y + 15 * number, line)
        return
    words = f"million to share, for {project_name(box, int(table.project))}"
    with page.thing("pie", 0, title=f"{int(table.pie)} {words}", about=_word("million to share")):
        page.box(x - 6, y - 22, _WIDE - 16, 44, None, radius=8)
        page.coin(x + 18, y, int(table.pie), 18)
        page.text(x + 46, y + 5, words, 14 if text_width(words, 14) <= 350 else SMALL, width=366)
    needed = f", {int(table.mug) + 1} needed" if table.mug and table.phase in (Phase.FLOOR, Phase.SET) else ""
    note = f"{_strength(table.mug)}{needed}"
    y = _side(page, x, y + 40, "standing offer", "mug", note, table.share, table.share > 0)
    if table.draft:
        y = _draft(page, x, y, table)
    if table.caller >= 0:
        title, sides = f"Council of {player(table.caller)}", (table.opp_share, table.participant > 0)
        y = _side(page, x, y, "council", "pretzel", _strength(table.pretzel), *sides, title)
    y = _failed(page, x, y, table)
    _earlier(page, x, y, table)


def _strength(number: Any) -> str:
    return f"strength {int(number)}" if number else "none yet"


def _side(
    page: Page, x: float, y: float, word: str, marker: str, note: str, shares: Any, inside: Any,
    title: str = "",
) -> float:  # fmt: skip
    """A side and what each of its members gets; return the y of what comes next."""
    title = title or word.capitalize()
    with page.thing(marker, 0, title=f"{title}: {note}", about=f"{_word(word)} {_word(marker)}"):
        page.box(x - 6, y - 13, _WIDE - 16, 18, None, radius=4)
        page.text(x, y, title, bold=True)
        page.text(x + 408, y, note, colour="soft", anchor="end")
    members = np.flatnonzero(inside).tolist()
    for place, seat in enumerate(members):
        share = int(shares[seat])
        told = f"{player(seat)}: {millions(share) if share else 'share to be named'}"
        name = "share" if marker == "mug" else "opposed"
        with page.thing(name, seat, title=f"{title}, {told}", about=_word(word)):
            _member(page, x + _MEMBER * place, y + 19, seat, share or "?")
    return y + (46 if members else 24)


def _member(page: Page, x: float, y: float, seat: int, words: object) -> None:
    page.box(x - 2, y - 11, _MEMBER - 3, 22, None, radius=9)
    page.seat(x + 10, y, seat)
    page.text(x + 22, y + 4.7, words)


def _draft(page: Page, x: float, y: float, table: np.record) -> float:
    about = Draft(int(table.draft))
    title = f"{_ABOUT[about]} of {player(table.proposer)}"
    joint = int(table.strength[table.in_draft > 0].sum())
    told = f"{title}, strength {joint}" if about == Draft.NEGOTIATION and joint else title
    others = [player(seat) for seat in np.flatnonzero(table.in_draft).tolist() if seat != table.proposer]
    whole = told.replace(title, f"{title} to {', '.join(others)}") if others else told
    wide = text_width(told, SMALL, True)
    with page.thing("proposal", 0, title=whole, about=_word("proposal")):
        page.box(x - 6, y - 13, wide + 12, 18, None, radius=4)
        page.text(x, y, told, bold=True, width=290 if wide < 280 else 408)
    if wide < 280:
        wide = _label(page, "sign", 1, x + 408, y, "→ asks", "asks for", ends=True)
        _label(page, "sign", 0, x + 396 - wide, y, "✓ yes", "accepted", ends=True)
    for place, seat in enumerate(np.flatnonzero(table.in_draft).tolist()):
        share, asked = int(table.draft_share[seat]), int(table.asked[seat])
        state = f", asks for {millions(asked)}" if asked else ""
        state = ", accepted" if table.accepted[seat] else state
        words = f"{share or '?'}{'✓' if table.accepted[seat] else f'→{asked}' * bool(asked)}"
        told = f"{player(seat)}: {millions(share) if share else 'share to be named'}{state}"
        with page.thing("draft", seat, title=f"{_ABOUT[about]}, {told}", about=_word("proposal")):
            _member(page, x + _MEMBER * place, y + 19, seat, words)
    return y + 46


def _failed(page: Page, x: float, y: float, table: np.record) -> float:
    """The proposals of this round that failed, as many as have room; return the y of what comes next."""
    talks = [talk for talk in range(TALKS_KEPT) if table.talk_about[talk]][: _room(y)]
    if not talks:
        return y
    page.text(x, y, "Failed, newest first", bold=True)
    _label(page, "sign", 2, x + 408, y, "✗ refused or withdrew", "refused", ends=True)
    for row, talk in enumerate(talks):
        parts, shares = table.talk_part[:, talk], table.talk_share[:, talk]
        members = {seat: str(shares[seat] or "?") for seat in np.flatnonzero(parts != Part.NONE).tolist()}
        refused = ", ".join(player(seat) for seat in members if parts[seat] < 0)
        marked = {seat: f"{share}{'✗' * int(parts[seat] < 0)}" for seat, share in members.items()}
        title = f"{_ABOUT[Draft(int(table.talk_about[talk]))]}: {_told(members)}; ended by {refused}"
        _members(page, "talk", talk, x, y + 17 + 22 * row, marked, title, "failed")
    return y + 28 + 22 * len(talks)


def _room(y: float) -> int:
    """How many lines of members have room below a title at y."""
    return max(0, int((TOP + _ROUND - 12 - y) // 22))


def _by_seat(numbers: np.ndarray) -> dict[int, str]:
    return {seat: str(numbers[seat]) for seat in np.flatnonzero(numbers).tolist()}


def _told(shares: dict[int, str]) -> str:
    return ", ".join(f"{player(seat)} {share}" for seat, share in shares.items())


def _members(
    page: Page, name: str, number: int, x: float, y: float, words: dict[int, str], title: str, word: str
) -> None:
    """A line of members, each with what it got, that says what it is as a whole."""
    with page.thing(name, number, title=title, about=_word(word)):
        page.box(x - 2, y - 10.5, _MEMBER * len(words), 21, None, radius=9)
        for place, seat in enumerate(words):
            page.seat(x + 10 + _MEMBER * place, y, seat, 7.5)
            page.text(x + 22 + _MEMBER * place, y + 4.7, words[seat])


def _earlier(page: Page, x: float, y: float, table: np.record) -> None:
    """The offers of this round that were beaten, newest first, as many as have room."""
    offers = [offer for offer in range(1, OFFERS_KEPT) if table.history[offer].any()][: _room(y)]
    if offers:
        page.text(x, y, "Beaten, newest first", bold=True)
    for row, offer in enumerate(offers):
        top = y + 17 + 22 * row
        shares = _by_seat(table.history[offer])
        strength = f"strength {int(table.strength[[*shares]].sum())}"
        title = f"{strength.capitalize()}: {_told(shares)}"
        _members(page, "beaten", offer, x, top, shares, title, "standing offer")
        if len(shares) < 6:
            page.text(x + 408, top + 4.7, strength, colour="soft", anchor="end")


# --- The players ---------------------------------------------------------------------------------

_MONEY, _DIE, _BAR, _CARDS, _OFFER, _LAST, _NOTE = 188, 226, 240, 356, 612, 680, 694


def _players(page: Page, table: np.record, viewer: int | None) -> None:
    y, seats = TOP + _ROUND + 8, int(table.seats)
    height = FOOT - y
    page.panel(MARGIN, y, WIDTH - 2 * MARGIN, height, "Players")
    x = MARGIN + 6
    heads = (
        (_MONEY, "money", True),
        (_DIE, "die", True),
        (_OFFER, "offered", True),
        (_LAST, "last paid", True),
        (_BAR, "strength", False),
        (_CARDS, "council cards", False),
        (_CARDS + 44 * VALUES - 4, "not seen", False),
    )
    _heads(page, x, y + 17, 2, heads)
    step = min(54, (height - 28) / seats)
    strongest = max(1, int(table.strength.max()))
    for seat in range(seats):
        _player(page, x, y + 25 + step * (seat + 0.5), table, seat, viewer, strongest)


def _player(
    page: Page, x: float, y: float, table: np.record, seat: int, viewer: int | None, strongest: int
) -> None:
    who = player(seat)
    bag = ", has the bag" if seat == table.bag_holder else ""
    with page.thing("seat", seat, title=f"{who}{', you' if seat == viewer else ''}{bag}"):
        page.box(x, y - 12, 148, 24, None, radius=12)
        page.name(x, y, seat, viewer, seat == table.seat, 145)
    money, die, strength = int(table.money[seat]), int(table.die[seat]), int(table.strength[seat])
    with page.thing("money", seat, title=f"Money of {who}: {millions(money)}", about=_word("money")):
        page.coin(x + _MONEY - 10, y, money, 10.5)
    with page.thing("die", seat, title=f"Die of {who}: {die}", about=_word("die")):
        page.box(x + _DIE - 17, y - 8.5, 17, 17, "raised", "soft", 4)
        page.text(x + _DIE - 8.5, y + 4.7, die, bold=True, anchor="middle")
    with page.thing("strength", seat, title=f"Strength of {who}: {strength}", about=_word("strength")):
        page.box(x + _BAR - 3, y - 10, 110, 20, None, radius=4)
        page.bar(x + _BAR, y - 6, 70, 12, strength / strongest, "blue")
        page.text(x + _BAR + 77, y + 4.7, strength, bold=True)
    _hand(page, x + _CARDS, y, table, seat, viewer)
    share = int(table.share[seat])
    if share:
        title = f"Offered to {who}: {millions(share)}"
        _label(page, "offered", seat, x + _OFFER, y + 4.7, share, "offered", title, "ink", ends=True)
    last = _last(table, seat)
    if last:
        title = f"The last round brought {who} {millions(table.paid[seat]) if table.paid[seat] else last}"
        _label(page, "last", seat, x + _LAST, y + 4.7, last, "last paid", title, ends=True)
    _notes(page, x + _NOTE, y + 4.5, table, seat, viewer in (None, seat))


def _hand(page: Page, x: float, y: float, table: np.record, seat: int, viewer: int | None) -> None:
    """Cards by value: all of one's own; of others' those that everybody knows, the rest as backs."""
    own = viewer in (None, seat)
    seen = table.hand[seat] if own else table.known[seat]
    whose = "Your cards" if seat == viewer else f"Cards of {player(seat)}"
    for value in range(VALUES):
        if seen[value]:
            left, number = x + 44 * value, int(seen[value])
            title = f"{whose} of value {value + 1}: {number}"
            with page.thing("hand", seat, value, title=title, about=_word("council cards")):
                page.box(left, y - 10, 15, 20, "raised", "soft", 2.5)
                page.text(left + 7.5, y + 4.7, value + 1, bold=True, anchor="middle")
                if number > 1:
                    page.text(left + 18, y + 4.7, f"×{number}")
    held = int(table.hand[seat].sum()) + int(table.bid[seat].sum())
    unseen = 0 if own else held - int(seen.sum())
    if unseen > 0:
        with page.thing("unseen", seat, title=f"{whose} not seen: {unseen}", about=_word("not seen")):
            page.back(x + 44 * VALUES, y - 10, 15, 20)
            page.text(x + 44 * VALUES + 18, y + 4.7, f"×{unseen}")


def _last(table: np.record, seat: int) -> str:
    """What the last round brought."""
    if table.paid[seat]:
        return f"+{int(table.paid[seat])}"
    return "a card" if table.drew[seat] else ""


def _notes(page: Page, x: float, foot: float, table: np.record, seat: int, own: bool) -> None:
    """The bag, fines, and the cards of a council, one beside another."""
    notes = [("has the bag", "bag")] if seat == table.bag_holder else []
    if table.fined[seat]:
        notes.append((f"fined {int(table.fined[seat])}", "fined"))
    if table.pushed[seat]:
        notes.append((f"pushed {int(table.pushed[seat]) if own else 'a card'}", "pushed"))
    if own and table.bid[seat].any():
        notes.append((f"laid {_values(table.bid[seat])}", "laid"))
    elif table.bid_done[seat]:
        notes.append(("ready", "ready"))
    lines: list[list[tuple[str, str]]] = []
    left = 0.0
    for note in notes:
        wide = text_width(note[0], SMALL) + 6
        if wide > left:
            lines.append([])
            left = 166
        lines[-1].append(note)
        left -= wide
    for number, line in enumerate(lines):
        left, top = x, foot + 15 * (number - (len(lines) - 1) / 2)
        for words, word in line:
            left += _label(page, word, seat, left, top, words, word, f"{player(seat)}: {words}", "ink") + 6


def _values(counts: Any) -> str:
    """Cards by value, many of them in short: "1 1 3", "4×1 2×3"."""
    if counts.sum() <= 5:
        return values_in_words(counts)
    return " ".join(f"{int(counts[value])}×{value + 1}" for value in range(VALUES) if counts[value])
