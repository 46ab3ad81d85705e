"""The table as a picture, as far as a seat may know it."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.text.drawing import FOOT, MARGIN, SMALL, TOP, WIDTH, Page, Picture, text_width, wrapped
from ...core.text.guide import guide_of
from ...core.text.words import count, player
from ..table import JOURNALIST, OFFERS_KEPT, TALKS_KEPT, VALUES, Draft, Part, Phase
from .board import project_name, values_in_words
from .describe import millions
from .questions import decision

_HALF = 420  # the width of the left column
_RIGHT = MARGIN + _HALF + 12
_PROJECTS, _BAG = 214, 104  # the heights of projects, and of bag and cards
_ROUND = _PROJECTS + 12 + _BAG  # the height of the panel of this round
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


def _heads(page: Page, x: float, y: float, first: int, heads: Iterable[tuple[float, str, bool]]) -> None:
    """The heads of columns, with the guide's words: how far right of x, and whether they end there."""
    for number, (place, words, ends) in enumerate(heads):
        wide = text_width(words, SMALL)
        left = x + place - (wide if ends else 0)
        with page.thing("head", first + number, title=words, about=_word(words)):
            page.box(left - 2, y - 12, wide + 4, 16, None, radius=3)
            page.text(left, y, words, colour="soft")


def _figure(
    page: Page, name: str, number: int, right: float, y: float, words: object, title: str, word: str,
    colour: str = "ink",
) -> None:  # fmt: skip
    """A number of a table, which ends at `right`."""
    wide = max(26.0, text_width(str(words), SMALL) + 6)
    with page.thing(name, number, title=title, about=_word(word)):
        page.box(right - wide + 3, y - 12.5, wide, 17, None, radius=3)
        page.text(right, y, words, colour=colour, anchor="end")


# --- Projects and bag ----------------------------------------------------------------------------


def _projects(page: Page, box: np.record, table: np.record) -> None:
    page.panel(MARGIN, TOP, _HALF, _PROJECTS, "Projects")
    x = MARGIN + 10
    _heads(page, x, TOP + 17, 0, ((348, "next tile", True), (400, "bonus", True)))
    for project in range(int(box.projects)):
        _project(page, x, TOP + 26 + 31 * project, box, table, project)


def _project(page: Page, x: float, y: float, box: np.record, table: np.record, project: int) -> None:
    name, drawn = project_name(box, project), project == table.project
    tiles, left, value = int(box.tiles[project]), int(table.bag[project]), int(box.base_value[project])
    tile = min(20, 130 / max(1, int(box.tiles.max())))
    state = "complete" if not left else f"{tiles - left} of {count(tiles, 'tile')}"
    now = f"; this round's tile, {millions(table.pie)} to share" if drawn and table.pie else ""
    about = f"{_word('project')} {_word('complete' if not left else 'tile')}"
    if drawn:
        page.box(x - 5, y - 1, _HALF - 10, 26, "raised", "ink", 5)
    with page.thing("project", project, title=f"{name}: {state}{now}", about=about):
        page.box(x - 3, y + 1, 304, 22, None, radius=4)
        page.text(x + 4, y + 16.5, name, bold=drawn)
        for place in range(tiles):
            page.box(
                x + 156 + tile * place,
                y + 4,
                tile - 3,
                16,
                "blue" if place < tiles - left else None,
                "soft",
                3,
            )
    worth = value + tiles - left + 1
    words, title = (
        (worth, f"The next tile of {name} brings {millions(worth)}")
        if left
        else ("complete", f"{name} is complete")
    )
    colour, word = ("ink", "next tile") if left else ("soft", "complete")
    _figure(page, "next", project, x + 348, y + 16.5, words, title, word, colour)
    _figure(page, "bonus", project, x + 400, y + 16.5, value, f"Bonus of {name}: {millions(value)}", "bonus")


def _bag(page: Page, table: np.record) -> None:
    y = TOP + _PROJECTS + 12
    page.panel(MARGIN, y, _HALF, _BAG, "Bag and cards")
    x = MARGIN + 14
    page.text(x, y + 42, "Journalists")
    _journalists(page, x + 84, y + 38, int(table.bag[JOURNALIST]), "in the bag", False)
    _journalists(page, x + 238, y + 38, int(table.board_journalists), "on the map", True)
    pile = int(table.pile.sum())
    with page.thing("pile", 0, title=f"Draw pile: {count(pile, 'card')}", about=_word("draw pile")):
        page.box(x - 4, y + 58, 82, 38, None, radius=5)
        page.pile(x, y + 64, pile, "pile")
    _counts(page, x + 84, y + 64, "shuffled", table.shuffled, int(table.buried.sum()))
    _counts(page, x + 238, y + 64, "discards", table.discard, int(table.face_down.sum()))


def _journalists(page: Page, x: float, y: float, number: int, where: str, on_map: bool) -> None:
    words = f"{number} {where}"
    with page.thing("journalists", on_map, title=f"Journalists {where}: {number}", about=_word("journalist")):
        page.box(x - 4, y - 12, 16 * number + 12 + text_width(words, SMALL), 22, None, radius=5)
        for place in range(number):
            left = x + 16 * place
            points = [(left + 7, y - 8), (left + 14, y + 5), (left, y + 5)]
            page.polygon(points, "red" if on_map else "soft")
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
    if table.phase != Phase.OVER:
        project = f", for {project_name(box, int(table.project))}" if table.project >= 0 else ""
        words = f"million to share{project}"
        with page.thing("pie", 0, title=f"{int(table.pie)} {words}", about=_word("million to share")):
            page.box(x - 6, y - 22, _WIDE - 16, 44, None, radius=8)
            page.coin(x + 18, y, int(table.pie), 18)
            page.text(x + 46, y + 5, words, 14 if text_width(words, 14) <= 350 else SMALL, width=366)
    else:
        words = f"The bonus: {_bonuses(table)}"
        with page.thing("pie", 0, title=words, about=_word("bonus")):
            page.box(x - 6, y - 14, _WIDE - 16, 46, None, radius=8)
            for number, line in enumerate(wrapped(words, _WIDE - 30, SMALL, 3)):
                page.text(x, y + 15 * number, line)
    needed = f", {int(table.mug) + 1} needed" if table.mug and table.phase in (Phase.FLOOR, Phase.SET) else ""
    y = _side(
        page,
        x,
        y + 40,
        "standing offer",
        "mug",
        f"{_strength(table.mug)}{needed}",
        table.share,
        table.share > 0,
    )
    if table.draft:
        y = _draft(page, x, y, table)
    if table.caller >= 0:
        title, sides = f"Council of {player(table.caller)}", (table.opp_share, table.participant > 0)
        y = _side(page, x, y, "council", "pretzel", _strength(table.pretzel), *sides, title)
    y = _failed(page, x, y, table)
    _earlier(page, x, y, table)


def _bonuses(table: np.record) -> str:
    paid = [f"{player(i)} {int(table.bonus[i])}" for i in range(int(table.seats)) if table.bonus[i]]
    return ", ".join(paid) or "nobody"


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
        with page.thing(
            "share" if marker == "mug" else "opposed", seat, title=f"{title}, {told}", about=_word(word)
        ):
            _member(page, x + _MEMBER * place, y + 19, seat, share or "?")
    return y + (46 if members else 24)


def _member(page: Page, x: float, y: float, seat: int, words: object, radius: float = 9) -> None:
    page.box(x - 2, y - radius - 2, _MEMBER - 3, 2 * radius + 4, None, radius=radius)
    page.seat(x + 10, y, seat, radius)
    page.text(x + radius + 13, y + 4.7, words)


def _sign(page: Page, number: int, right: float, y: float, words: str, word: str) -> float:
    """A sign explained, which ends at `right`; return where the next one ends."""
    wide = text_width(words, SMALL)
    with page.thing("sign", number, title=words, about=_word(word)):
        page.box(right - wide - 3, y - 12, wide + 6, 16, None, radius=3)
        page.text(right, y, words, colour="soft", anchor="end")
    return right - wide - 12


def _draft(page: Page, x: float, y: float, table: np.record) -> float:
    about = Draft(int(table.draft))
    title = f"{_ABOUT[about]} of {player(table.proposer)}"
    joint = int(table.strength[table.in_draft > 0].sum())
    told = f"{title}, strength {joint}" if about == Draft.NEGOTIATION and joint else title
    others = [player(seat) for seat in np.flatnonzero(table.in_draft).tolist() if seat != table.proposer]
    whole = told.replace(title, f"{title} to {', '.join(others)}") if others else told
    with page.thing("proposal", 0, title=whole, about=_word("proposal")):
        page.box(x - 6, y - 13, text_width(told, SMALL, True) + 12, 18, None, radius=4)
        page.text(x, y, told, bold=True)
    if text_width(told, SMALL, True) < 280:
        right = _sign(page, 1, x + 408, y, "→ asks", "asks for")
        _sign(page, 0, right, y, "✓ yes", "accepted")
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
    talks = [talk for talk in range(TALKS_KEPT) if table.talk_about[talk]]
    room = int((TOP + _ROUND - 12 - y) // 22)
    if not talks or room < 1:
        return y
    page.text(x, y, "Failed, newest first", bold=True)
    _sign(page, 2, x + 408, y, "✗ refused or withdrew", "refused")
    for row, talk in enumerate(talks[:room]):
        _talk(page, x, y + 17 + 22 * row, table, talk)
    return y + 28 + 22 * len(talks[:room])


def _talk(page: Page, x: float, y: float, table: np.record, talk: int) -> None:
    members = [seat for seat in range(int(table.seats)) if table.talk_part[seat, talk] != Part.NONE]
    told = ", ".join(f"{player(seat)} {int(table.talk_share[seat, talk]) or '?'}" for seat in members)
    refused = [player(seat) for seat in members if table.talk_part[seat, talk] < 0]
    title = f"{_ABOUT[Draft(int(table.talk_about[talk]))]}: {told}; ended by {', '.join(refused)}"
    with page.thing("talk", talk, title=title, about=_word("failed")):
        page.box(x - 2, y - 10.5, _MEMBER * len(members), 21, None, radius=9)
        for place, seat in enumerate(members):
            refuses = int(table.talk_part[seat, talk]) < 0
            page.seat(x + 10 + _MEMBER * place, y, seat, 7.5)
            share = int(table.talk_share[seat, talk]) or "?"
            page.text(x + 22 + _MEMBER * place, y + 4.7, f"{share}{'✗' if refuses else ''}")


def _earlier(page: Page, x: float, y: float, table: np.record) -> None:
    """The offers of this round that were beaten, newest first, as many as have room."""
    offers = [offer for offer in range(1, OFFERS_KEPT) if table.history[offer].any()]
    room = int((TOP + _ROUND - 12 - y) // 22)
    if not offers or room < 1 or table.phase == Phase.OVER:
        return
    page.text(x, y, "Beaten, newest first", bold=True)
    for row, offer in enumerate(offers[:room]):
        members, top = np.flatnonzero(table.history[offer]).tolist(), y + 17 + 22 * row
        strength = int(table.strength[members].sum())
        told = ", ".join(f"{player(seat)} {int(table.history[offer, seat])}" for seat in members)
        with page.thing("beaten", offer, title=f"Strength {strength}: {told}", about=_word("standing offer")):
            page.box(x - 2, top - 10.5, _MEMBER * len(members), 21, None, radius=9)
            for place, seat in enumerate(members):
                page.seat(x + 10 + _MEMBER * place, top, seat, 7.5)
                page.text(x + 22 + _MEMBER * place, top + 4.7, int(table.history[offer, seat]))
            if len(members) < 6:
                page.text(x + 408, top + 4.7, f"strength {strength}", colour="soft", anchor="end")


# --- The players ---------------------------------------------------------------------------------

_MONEY, _DIE, _BAR, _CARDS, _OFFER, _LAST, _NOTE = 188, 226, 240, 396, 652, 720, 734


def _players(page: Page, table: np.record, viewer: int | None) -> None:
    y, seats = TOP + _ROUND + 12, int(table.seats)
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
        page.box(x + _BAR - 3, y - 10, 150, 20, None, radius=4)
        page.bar(x + _BAR, y - 6, 110, 12, strength / strongest, "blue")
        page.text(x + _BAR + 117, y + 4.7, strength, bold=True)
    _hand(page, x + _CARDS, y, table, seat, viewer)
    share = int(table.share[seat])
    if share:
        title = f"Offered to {who}: {millions(share)}"
        _figure(page, "offered", seat, x + _OFFER, y + 4.7, share, title, "offered")
    last = _last(table, seat)
    if last:
        title = f"The last round brought {who} {millions(table.paid[seat]) if table.paid[seat] else last}"
        _figure(page, "last", seat, x + _LAST, y + 4.7, last, title, "last paid", "soft")
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
    if own and table.pushed[seat]:
        notes.append((f"pushed {int(table.pushed[seat])}", "pushed"))
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
            left = 126
        lines[-1].append(note)
        left -= wide
    for number, line in enumerate(lines):
        left = x
        for words, word in line:
            top, wide = foot + 15 * (number - (len(lines) - 1) / 2), text_width(words, SMALL)
            with page.thing(word, seat, title=f"{player(seat)}: {words}", about=_word(word)):
                page.box(left - 2, top - 11, wide + 4, 14, None, radius=3)
                page.text(left, top, words)
            left += wide + 6


def _values(counts: Any) -> str:
    """Cards by value, many of them in short: "1 1 3", "4×1 2×3"."""
    if counts.sum() <= 5:
        return values_in_words(counts)
    return " ".join(f"{int(counts[value])}×{value + 1}" for value in range(VALUES) if counts[value])
