"""The table as a picture, as far as a seat may know it: a map of France, factions, players and cards."""

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import numpy as np

from ...core.text.drawing import FOOT, MARGIN, SMALL, TOP, WIDTH, Page, Picture, text_width
from ...core.text.guide import guide_of
from ...core.text.words import count, in_order, player, seats_of, text
from ..box import ANYWHERE, CLUB, GENERAL, SANS_CULOTTE, UNLIMITED
from ..rules.cards import displayed
from ..rules.playing import free_tokens
from ..rules.provinces import province_voting
from ..rules.the_end import royalist_strength
from ..table import BLUE, COLOURS, DISCARDED, HAND, IN_SET_B, RED, WHITE, Phase, Tie
from .board import in_place, when
from .describe import COLOUR_NAMES, battle_name, blocks, card_about, card_in_words, card_name, province_name
from .france import LANDS, SIGNS, Land, Sign, outlines, places
from .outlook import Outlook, Stack, commanders, highest, in_election, outlook_of, stacks_of
from .questions import decision

_GAP = 6
_WIDE = WIDTH - 2 * MARGIN
_SIDE, _BAND = 306, 142  # the size of factions, players and open cards, which lie below each other
_RIGHT = WIDTH - MARGIN - _SIDE
_ORDER, _OPEN, _LOW = (TOP + number * (_BAND + _GAP) for number in (1, 2, 3))
_MAP_WIDTH, _MAP_HEIGHT = _WIDE - _SIDE - _GAP, _LOW - _GAP - TOP
_HIGH = FOOT - _LOW  # of the other cards
_HALF = 431


def picture(box: np.record, table: np.record, seat: int | None) -> Picture:
    """The table as SVG: what `seat` may know, or everything."""
    page = Page("Liberté")
    page.header(when(box, table), decision(box, table, chosen=False), int(table.seat), seat)
    _map(page, box, table)
    _factions(page, box, table)
    _players(page, box, table, seat)
    _open_cards(page, box, table)
    if seat is None:
        wide = _hands_width(box, table)
        _all_hands(page, box, table, wide)
    else:
        wide = _WIDE - _GAP - _displays_width(page, box, table, seat)
        _hand(page, box, table, seat, wide)
    _displays(page, box, table, seat, MARGIN + wide + _GAP)
    _signs(page, MARGIN if wide > _HALF else MARGIN + wide + _GAP)
    return page.picture()


def _word(word: str) -> str:
    """What a word means, as the guide says it."""
    return guide_of(__name__.partition(".text")[0]).words[word]


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


def _heads(page: Page, x: float, y: float, first: int, heads: Iterable[tuple[float, str, str]]) -> None:
    """The heads of columns that end at the given places right of x, with the guide's words for them."""
    for number, (place, words, word) in enumerate(heads):
        with page.thing("head", first + number, title=words, about=_word(word)):
            wide = text_width(words, SMALL)
            page.box(x + place - wide - 2, y - 12, wide + 4, 16, None, radius=3)
            page.text(x + place, y, words, SMALL, "soft", anchor="end")


# --- The map -------------------------------------------------------------------------------------


def _map(page: Page, box: np.record, table: np.record) -> None:
    """France, its provinces in the colours of the factions that lead them."""
    lands = places([province_name(box, province) for province in range(int(box.provinces))], LANDS)
    signs = places([text(name) for name in box.region_name[: int(box.regions)]], SIGNS)
    page.box(MARGIN, TOP, _MAP_WIDTH, _MAP_HEIGHT, "sea", radius=7, name="France")
    with page.moved(MARGIN, TOP):
        page.text(10, 17, "FRANCE", colour="soft", bold=True)
        page.text(10, 34, "tinted by", colour="soft")
        page.text(10, 49, "who leads", colour="soft")
        for region in range(len(signs)):
            first = int(box.region_first[region])
            _region(page, box, region, lands[first : first + int(box.region_size[region])])
        for province, land in enumerate(lands):
            _province(page, box, table, province, land)
        for region, sign in enumerate(signs):
            _sign(page, box, region, sign)
            _leads(page, box, table, region, sign)


def _region(page: Page, box: np.record, region: int, lands: list[Land]) -> None:
    """The land below a region's provinces."""
    vote = _vote(box, region)
    title = f"{text(box.region_name[region])}: votes as no. {vote} of {int(box.regions)}"
    with page.thing("region", region, title=title, about=_word("region")):
        for outline in outlines(tuple(lands)):
            page.polygon(outline, "line", "soft", 4)


def _vote(box: np.record, region: int) -> int:
    """The place of a region in the order of the election."""
    order = box.region_order[: int(box.regions)].tolist()
    return order.index(region + 1) + 1 if region + 1 in order else 0


def _sign(page: Page, box: np.record, region: int, sign: Sign) -> None:
    """What a region is called, and when it votes."""
    name, vote = text(box.region_name[region]), f"votes no. {_vote(box, region)}"
    page.text(sign.x, sign.y, name, bold=True, width=None if sign.flat else 104)
    if sign.flat:
        page.text(sign.x + text_width(name, SMALL, True) + 7, sign.y, vote)
    else:
        page.text(sign.x, sign.y + 15, vote)


def _leads(page: Page, box: np.record, table: np.record, region: int, sign: Sign) -> None:
    """In how many provinces of a region each faction has the single highest stack."""
    first, number = int(box.region_first[region]), int(box.region_size[region])
    led = [0] * COLOURS
    for province in range(first, first + number):
        ahead = highest(stacks_of(table, province))
        if len(ahead) == 1:
            led[ahead[0].colour] += 1
    found = [colour for colour in range(WHITE, COLOURS) if led[colour]]
    if not found:
        return
    told = ", ".join(f"{COLOUR_NAMES[colour]} {led[colour]}" for colour in found)
    title = f"Provinces led in {text(box.region_name[region])}: {told}"
    x, y = sign.x, sign.y + (16 if sign.flat else 31)
    with page.thing("leads", region, title=title, about=_word("leads")):
        page.box(x - 3, y - 13, 108, 18, None, radius=4)
        page.text(x, y, "leads")
        for place, colour in enumerate(found):
            _block(page, x + 38 + 22 * place, y - 8, colour, 12, 7)
            page.text(x + 51 + 22 * place, y, led[colour])


_TINTS = ("land", "ivory", "azure", "rose")  # of land that no faction leads, or a faction does


def _province(page: Page, box: np.record, table: np.record, province: int, land: Land) -> None:
    stacks, (x, y, width, _) = stacks_of(table, province), land
    ahead = highest(stacks)
    tint = _TINTS[ahead[0].colour if len(ahead) == 1 else 0]
    told, marked = _standing(stacks, ahead), province == _asked_about(box, table)
    with page.thing("province", province, title=_province_title(box, province), about=told):
        page.polygon(land.tile, tint, "ink" if marked else None, 3)
        right = x + width
        if box.province_vp[province]:
            points = f"+{int(box.province_vp[province])}"
            page.text(right, y + 13, points, SMALL, bold=True, anchor="end")
            right -= text_width(points, SMALL, True) + 3
        if box.cr[province]:
            _flag(page, right, y + 4)
            right -= 9
        page.text(x + 3, y + 13, province_name(box, province), width=right - x - 3)
        step = min(30, width / max(1, len(stacks)))
        for place, stack in enumerate(stacks):
            edge = ("ink" if len(ahead) == 1 else "soft") if stack in ahead else None
            title = f"{_of(stack)} in {province_name(box, province)}"
            with page.thing("stack", province, stack.seat, title=title):
                _stack(page, x + step * place, y + 37, stack, edge)


def _province_title(box: np.record, province: int) -> str:
    parts = [text(box.region_name[int(box.province_region[province])])]
    if box.cr[province]:
        parts.append("counter-revolutionary")
    if box.province_vp[province]:
        late = f"from turn {int(box.province_vp_from)} on"
        parts.append(f"{count(box.province_vp[province], 'victory point')} for its winner {late}")
    if province == box.paris:
        parts.append("its winner takes the whole stack")
    return f"{province_name(box, province)}: {', '.join(parts)}"


def _standing(stacks: list[Stack], ahead: list[Stack]) -> str:
    """The stacks of a province, and who leads."""
    if not stacks:
        return "No blocks lie here."
    told = ", ".join(map(_of, stacks))
    if len(ahead) > 1:
        return f"{told}. The highest are level: cards on display would decide."
    return f"{told}. {player(ahead[0].seat)} leads: a vote for {COLOUR_NAMES[ahead[0].colour]}."


def _of(stack: Stack) -> str:
    return f"{blocks(stack.height, stack.colour)} of {player(stack.seat)}"


def _flag(page: Page, right: float, y: float) -> None:
    """The sign of a counter-revolutionary province."""
    page.polygon([(right - 7, y + 0.5), (right, y + 3.5), (right - 7, y + 6.5)], "ink")
    page.line(right - 7, y, right - 7, y + 9, "ink")


def _asked_about(box: np.record, table: np.record) -> int | None:
    """The province that the decision is about."""
    if table.phase == Phase.TARGET_STACK:
        return int(table.target)
    return province_voting(box, table) if table.phase == Phase.TIE and table.tie == Tie.PROVINCE else None


def _stack(page: Page, x: float, foot: float, stack: Stack, edge: str | None) -> None:
    """A player's mark and blocks, in a frame where they are the highest."""
    page.box(x, foot - 18.5, 28.5, 18.5, "panel" if edge else None, edge, 4)
    page.seat(x + 8, foot - 9.2, stack.seat, 7.5)
    for number in range(stack.height):
        _block(page, x + 16, foot - 6.5 - 5.5 * number, stack.colour, 11)


# --- Factions and players ------------------------------------------------------------------------


def _factions(page: Page, box: np.record, table: np.record) -> None:
    page.panel(_RIGHT, TOP, _SIDE, _BAND, "Factions")
    x = _RIGHT + 10
    _heads(page, x, TOP + 17, 0, ((122, "stock", "stock"), (164, "votes", "votes"), (198, "now", "now")))
    now = None if table.phase == Phase.OVER else outlook_of(box, table)
    counted = in_election(table) or table.government or table.votes.any()
    for colour in range(WHITE, COLOURS):
        y, name = TOP + 17 + 16.5 * colour, COLOUR_NAMES[colour]
        role = {int(table.government): "government", int(table.opposition): "opposition"}.get(colour, "")
        short = {"government": "gov.", "opposition": "opp."}.get(role, "")
        about = f"{_word(name)} {_word(role)}" if role else _word(name)
        with page.thing(
            "faction", colour, title=f"{name.capitalize()}{': ' * bool(role)}{role}", about=about
        ):
            page.box(x - 3, y - 12, 70, 16, None, radius=3)
            _block(page, x, y - 8, colour, 16, 8)
            page.text(x + 22, y, name)
            page.text(x + _SIDE - 20, y, short, SMALL, "soft", anchor="end")
        stock = f"{blocks(table.stock[colour], colour).capitalize()} in stock"
        _figure(page, "stock", colour, x + 122, y, int(table.stock[colour]), stock, _word("stock"))
        if counted:
            told = f"{name.capitalize()} votes: {int(table.votes[colour])}"
            _figure(page, "votes", colour, x + 164, y, int(table.votes[colour]), told, _word("votes"))
        if now:
            told = f"{name.capitalize()} votes, if all voted now: {now.votes[colour]}"
            _figure(page, "now", colour, x + 198, y, now.votes[colour], told, _word("now"))
    lines = (_battle, _danger, _landslide, _outlook)
    for number, line in enumerate(lines):
        line(page, box, table, x, TOP + 84 + 17 * number, now)


def _figure(
    page: Page, name: str, number: int, right: float, y: float, words: object, title: str, about: str = "",
    *, bold: bool = False,
) -> None:  # fmt: skip
    """A number of a table, which ends at `right`."""
    with page.thing(name, number, title=title, about=about):
        page.box(right - 23, y - 12, 26, 16, None, radius=3)
        page.text(right, y, words, SMALL, bold=bold, anchor="end")


def _battle(page: Page, box: np.record, table: np.record, x: float, y: float, now: Outlook | None) -> None:
    """The battle, and who would win it."""
    points, aside = int(box.battle_vp[int(table.turn) - 1]), int(table.aside[WHITE])
    words = f"{battle_name(box, table)}: {points} VP" if points else "No battle now"
    title = f"Battle of {words}" if points else "No battle in this turn"
    ahead, about = commanders(box, table) if points else [], _word("battle")
    if ahead:
        title += f"; {', '.join(player(seat) for seat in ahead)}: {count(table.cannons[ahead[0]], 'token')}"
    elif aside:
        title, about = f"{title}; {aside} blocks of each colour set aside", _word("set aside")
    title += _next(box, table, Phase.MODE, "may place a token")
    with page.thing("battle", 0, title=title, about=about):
        page.box(x - 3, y - 12, _SIDE - 14, 16, None, radius=3)
        page.text(x, y, words, SMALL, "soft")
        right = x + _SIDE - 20
        if aside:
            page.text(right, y, f"aside: {aside} each", SMALL, "soft", anchor="end")
        elif points and now and not in_election(table):
            note = ("leads" if len(ahead) == 1 else "level") if ahead else "nobody"
            page.text(right, y, note, SMALL, "soft", anchor="end")
            right -= text_width(note, SMALL) + 9
            for place, seat in enumerate(reversed(ahead)):
                page.seat(right - 15 * place, y - 4, seat, 7.5)


def _next(box: np.record, table: np.record, phase: Phase, what: str) -> str:
    """What the card being played may do in a phase; nothing in others."""
    return f"; {card_name(box, table.playing)} {what}" if table.phase == phase else ""


def _danger(page: Page, box: np.record, table: np.record, x: float, y: float, now: Outlook | None) -> None:
    """How near the counter-revolution is."""
    strength = f"{int(royalist_strength(box, table))} of {int(box.cr_needed)}"
    words = f"Counter-revolution: {strength}"
    lost, note = int(table.lost_battles), ""
    if lost:
        note = f"lost: {lost}"
    elif table.turn < box.cr_from:
        note = f"from turn {int(box.cr_from)}"
    about = f"{_word('counter-revolution')} {_word('counter-revolutionary')}"
    title = f"{words}{'; ' * bool(note)}{note.replace('lost:', 'lost battles:')}"
    with page.thing("danger", 0, title=title, about=about):
        page.box(x - 3, y - 12, _SIDE - 14, 16, None, radius=3)
        _flag(page, x + 7, y - 9)
        page.text(x + 11, y, f"Royalists: {strength}", SMALL, "soft")
        page.text(x + _SIDE - 20, y, note, SMALL, "soft", anchor="end")


def _landslide(page: Page, box: np.record, table: np.record, x: float, y: float, now: Outlook | None) -> None:
    """How near the landslide is."""
    red = now.votes[RED] if now else int(table.votes[RED])
    words = f"Landslide: {red} of {int(box.landslide_votes)} red votes"
    with page.thing("landslide", 0, title=words, about=_word("landslide")):
        page.box(x - 3, y - 12, _SIDE - 14, 16, None, radius=3)
        page.text(x, y, words, SMALL, "soft")


def _outlook(page: Page, box: np.record, table: np.record, x: float, y: float, now: Outlook | None) -> None:
    """Which factions would govern and oppose now."""
    if now is None:
        return
    words = f"Now {now.words}"
    with page.thing("outlook", 0, title="; ".join([words, *now.more()]), about=_word("now")):
        page.box(x - 3, y - 12, _SIDE - 14, 16, None, radius=3)
        page.text(x, y, words.replace("the game would end as a ", "the end: "))


def _players(page: Page, box: np.record, table: np.record, viewer: int | None) -> None:
    page.panel(_RIGHT, _ORDER, _SIDE, _BAND, "Order")
    x = _RIGHT + 4
    heads = ((_VP, "VP", "VP"), (_HELD, "hand", "hand"), (_TOKENS, "tokens", "tokens"),
             (_FOUGHT, "battle", "battle"), (_PRESENT, "gov.", "gov."))  # fmt: skip
    _heads(page, x, _ORDER + 17, 3, heads)
    step = min(26, (_BAND - 23) / int(table.seats))
    for place, seat in enumerate(in_order(table)):
        _player(page, x, _ORDER + 22 + step * (place + 0.5), box, table, seat, viewer)


_VP, _HELD, _TOKENS, _FOUGHT, _PRESENT = 120, 158, 210, 258, 296  # where the columns end


def _player(
    page: Page, x: float, y: float, box: np.record, table: np.record, seat: int, viewer: int | None
) -> None:
    who = player(seat)
    with page.thing("seat", seat, title=f"{who}{', you' if seat == viewer else ''}", about=_word("order")):
        page.box(x + 1, y - 9, 92, 18, None, radius=8)
        page.seat(x + 11, y, seat, 7.5, on_turn=seat == table.seat)
        called = "you" if seat == viewer else who
        page.text(x + 25, y + 4.7, called, bold=seat == table.seat, width=_VP - 47)
    tokens = "-" if box.tokens == UNLIMITED else max(0, int(free_tokens(box, table, seat)))
    vp, held, fought = int(table.vp[seat]), int(table.hand_size[seat]), int(table.cannons[seat])
    present = bool(table.presence[seat])
    governs = f"{who} is {'' if present else 'not '}present in the government"
    figures = (
        ("vp", _VP, vp, f"Victory points of {who}: {vp}", "VP"),
        ("held", _HELD, held, f"Cards in the hand of {who}: {held}", "hand"),
        ("tokens", _TOKENS, tokens, f"Tokens left to {who}: {tokens}", "tokens"),
        ("cannons", _FOUGHT, fought or "", f"Tokens of {who} in the battle box: {fought}", "battle"),
        ("presence", _PRESENT, "✓" * present, governs, "gov."),
    )
    for name, right, words, title, word in figures:
        _figure(page, name, seat, x + right, y + 4.7, words, title, _word(word), bold=name == "vp")


# --- Cards ---------------------------------------------------------------------------------------


class _Card(NamedTuple):
    """What a picture shows and tells of a card.

    Attributes:
        name: its name.
        line: the card in a single line, "2R Danton ★".
        below: what stands below its name, "2R Paris Basin ★".
        title, about: what it is in full, and what it does.
        colour: that of its stripe.
    """

    name: str
    line: str
    below: str
    title: str
    about: str
    colour: str


@functools.lru_cache(4)
def _printed(box: bytes, kind: np.dtype) -> list[_Card]:
    """The cards of a box by their numbers, which start at 1."""
    printed = np.frombuffer(box, kind)[0]
    return [_card(printed, card) for card in range(int(printed.cards) + 1)]


def _cards_of(box: np.record) -> list[_Card]:
    return _printed(box.tobytes(), box.dtype)


def _card(box: np.record, card: int) -> _Card:
    colour, region = int(box.card_colour[card]), int(box.card_region[card])
    value = f"{int(box.card_value[card])}{COLOUR_NAMES[colour][0].upper()} " if colour else ""
    symbols = {SANS_CULOTTE: " ▲", GENERAL: " ★"}.get(int(box.card_silhouette[card]), "")
    symbols += " ✸" if box.card_cannon[card] else ""
    where = "anywhere" if region == ANYWHERE else text(box.region_name[region])
    below = "special" if box.card_kind[card] > CLUB else f"{value}{where}{symbols}"
    name = card_name(box, card)
    about = card_about(box, card) if card else ""
    return _Card(name, f"{value}{name}{symbols}", below, card_in_words(box, card), about, _SHADES[colour])


_SHADES = ("line", "white", "blue", "red")


def _part(page: Page, name: str, number: int, card: _Card, where: str) -> AbstractContextManager[None]:
    """The part of a card that lies `where`."""
    return page.thing(name, number, title=f"{card.title}, {where}", about=card.about)


def _face(page: Page, x: float, y: float, width: float, height: float, card: _Card) -> None:
    """A card with its name, below it what it is, each in as many lines as it needs."""
    page.box(x, y, width, height, "raised", "line", 4)
    _stripe(page, x, y, height, card)
    lines = ((line, colour) for words, colour in ((card.name, "ink"), (card.below, "soft"))
             for line in _broken(words, width - 16))  # fmt: skip
    for number, (line, colour) in enumerate(lines):
        page.text(x + 12, y + 13 + 14 * number, line, colour=colour)


def _broken(words: str, room: float) -> list[str]:
    """Words in lines, broken after spaces and hyphens where a line has no more room."""
    lines = [""]
    for part in re.split(r"(?<=[ -])", words):
        if lines[-1] and text_width((lines[-1] + part).rstrip(), SMALL) > room:
            lines.append("")
        lines[-1] += part
    return [line.rstrip() for line in lines]


def _stripe(page: Page, x: float, y: float, height: float, card: _Card) -> None:
    edge = "line" if card.colour == "white" else None
    page.box(x + 2.5, y + 2.5, 5, height - 5, card.colour, edge, 2)


class _Style(NamedTuple):
    """How cards that lie in rows are drawn: lines to a card, height of a row, whether names stand alone."""

    lines: int
    step: float
    bare: bool = False


_TWO, _ONE, _BARE = _Style(2, 34), _Style(1, 18), _Style(1, 17, True)


def _wide(card: _Card, style: _Style) -> float:
    """The room that a card needs."""
    if style.lines == 1:
        return text_width(card.name if style.bare else card.line, SMALL) + 14
    return max(text_width(card.name, SMALL), text_width(card.below, SMALL)) + 17


def _small(page: Page, x: float, y: float, card: _Card, style: _Style, edge: str) -> None:
    width, height = _wide(card, style), style.step - (3 if style.lines == 2 else 1.5)
    page.box(x, y, width, height, "raised", edge, 3)
    _stripe(page, x, y, height, card)
    if style.lines == 1:
        page.text(x + 10, y + height / 2 + 4.7, card.name if style.bare else card.line)
        return
    page.text(x + 12, y + 13, card.name)
    page.text(x + 12, y + height - 4.5, card.below, colour="soft")


class _Spot(NamedTuple):
    """Something that lies in rows: the room that it needs, and how it is drawn at (x, y)."""

    width: float
    style: _Style
    draw: Callable[[float, float], None]


def _rows(spots: Iterable[_Spot], room: float) -> list[list[_Spot]]:
    """Spots in rows of one style each, in their order."""
    rows: list[list[_Spot]] = []
    left = 0.0
    for spot in spots:
        if not rows or spot.width > left or rows[-1][0].style.step != spot.style.step:
            rows.append([])
            left = room
        rows[-1].append(spot)
        left -= spot.width + 3
    return rows


def _laid(rows: list[list[_Spot]], x: float, y: float) -> None:
    for row in rows:
        left = x
        for spot in row:
            spot.draw(left, y)
            left += spot.width + 3
        y += row[0].style.step


def _high(rows: list[list[_Spot]]) -> float:
    return sum(row[0].style.step for row in rows)


def _first(ways: Iterable[list[list[_Spot]]], high: float) -> list[list[_Spot]]:
    """The first of several ways to lay spots in rows that has room, or else the last."""
    rows: list[list[_Spot]] = []
    for rows in ways:
        if _high(rows) <= high:
            break
    return rows


def _cards(
    page: Page, printed: list[_Card], cards: Sequence[int], style: _Style, name: str, where: str,
    label: str = "", edge: str = "line",
) -> list[_Spot]:  # fmt: skip
    """Cards that lie in rows, each a part of the picture under its number, with a label before the first."""

    def spot(card: int, said: str) -> _Spot:
        lead = text_width(said, SMALL) + 7 if said else 0

        def draw(x: float, y: float) -> None:
            if said:
                page.text(x + 2, y + style.step / 2 + 3.8, said, colour="soft")
            with _part(page, name, card - 1, printed[card], where):
                _small(page, x + lead, y, printed[card], style, edge)

        return _Spot(lead + _wide(printed[card], style), style, draw)

    return [spot(card, label if place == 0 else "") for place, card in enumerate(cards)]


def _open_cards(page: Page, box: np.record, table: np.record) -> None:
    """The cards face up, the piles, and the card that is being played."""
    x = _RIGHT
    page.panel(x, _OPEN, _SIDE, _BAND, name="Face up")
    printed, step = _cards_of(box), 28
    for place, card in enumerate(table.face_up.tolist()):
        if card:
            with _part(page, "place", place, printed[card], "face up beside the deck"):
                _flat(page, x + 6, _OPEN + 28 + step * place, _SIDE - 12, step - 3, printed[card])
    played = int(table.playing) or int(table.special)
    if played:
        with _part(page, "played", 0, printed[played], "being played"):
            _flat(page, x + 6, _OPEN + 28 + step * 3, _SIDE - 12, step - 3, printed[played], "ink")
    piles = (
        ("deck", "deck", "deck", int(table.deck_cards)),
        ("set_b", "set B", "set B", len(in_place(box, table, IN_SET_B))),
        ("discards", "discards", "discards", len(in_place(box, table, DISCARDED))),
    )
    left = x + 10
    for (name, label, word, number), wide in zip(piles, (86, 86, 108), strict=True):
        about = _word(word) if name != "discards" else _discarded(box, table)
        note = _next(box, table, Phase.KEEP, "may go there") if name == "discards" else ""
        title = f"{label.capitalize()}: {count(number, 'card')}{note}"
        with page.thing(name, 0, title=title, about=about):
            page.box(left - 4, _OPEN + 4, wide - 6, 20, None, radius=4)
            if number:
                page.back(left, _OPEN + 7, 9, 13)
            else:
                page.box(left, _OPEN + 7, 9, 13, None, "line", 2)
            page.text(left + 13, _OPEN + 18.5, number, bold=True)
            page.text(left + 16 + text_width(str(number), SMALL, True), _OPEN + 18.5, label, colour="soft")
        left += wide


def _flat(
    page: Page, x: float, y: float, width: float, height: float, card: _Card, edge: str = "line"
) -> None:
    """A card in a single line: its name, at its right what it is."""
    page.box(x, y, width, height, "raised", edge, 4)
    _stripe(page, x, y, height, card)
    foot = y + height / 2 + 4.7
    page.text(x + 12, foot, card.name)
    if text_width(card.name, SMALL) + text_width(card.below, SMALL) + 22 <= width:
        page.text(x + width - 6, foot, card.below, colour="soft", anchor="end")


def _discarded(box: np.record, table: np.record) -> str:
    names = sorted(_cards_of(box)[card].name for card in in_place(box, table, DISCARDED))
    return f"{_word('discards')} {', '.join(names)}{'.' * bool(names)}".strip()


_MOST = 5  # cards below each other that have room for names of two lines


def _hand(page: Page, box: np.record, table: np.record, seat: int, wide: float) -> None:
    x, y, height = MARGIN, _LOW, _HIGH
    page.panel(x, y, wide, height, "Your hand")
    printed, cards = _cards_of(box), in_place(box, table, HAND + seat)
    columns = max(1, int(wide // 140))
    if len(cards) > _MOST * columns:
        ways = (
            _rows(_cards(page, printed, cards, style, "hand", "in your hand"), wide - 16)
            for style in (_TWO, _ONE, _BARE)
        )
        _laid(_first(ways, height - 24), x + 10, y + 24)
        return
    width, step = (wide - 16) / columns, min(50, (height - 26) / max(1, -(-len(cards) // columns)))
    for place, card in enumerate(cards):
        left, top = x + 10 + width * (place % columns), y + 24 + step * (place // columns)
        with _part(page, "hand", card - 1, printed[card], "in your hand"):
            _face(page, left, top, width - 4, step - 3, printed[card])


def _hands_width(box: np.record, table: np.record) -> float:
    """The width that all hands need; what is left of the page is for the displays."""
    printed = _cards_of(box)
    wide = [
        [_wide(printed[card], _BARE) for card in in_place(box, table, HAND + seat)]
        for seat in seats_of(table)
    ]
    return _needed_width(wide)


def _displays_width(page: Page, box: np.record, table: np.record, viewer: int) -> float:
    """The width that the displays need; what is left of the page is for the hand."""
    lying = _lying(page, box, table, viewer, (_BARE, _BARE))
    return _needed_width([[spot.width for spot in of_seat] for of_seat in lying])


def _needed_width(wide: list[list[float]]) -> float:
    """The width of a panel with room for things of these widths, those of each seat in rows of their own."""
    none = _Spot(0, _BARE, lambda x, y: None)
    for width in (_HALF, 560):
        rows = [len(_rows([none._replace(width=one) for one in of_seat], width - 36)) for of_seat in wide]
        if sum(max(19.0, number * _BARE.step + 1) for number in rows) <= _HIGH - 25:
            return width
    return 660


def _all_hands(page: Page, box: np.record, table: np.record, width: float) -> None:
    page.panel(MARGIN, _LOW, width, _HIGH, "Hands")
    printed, seats = _cards_of(box), in_order(table)
    held = {seat: in_place(box, table, HAND + seat) for seat in seats}

    def hands(style: _Style) -> list[list[_Spot]]:
        return [
            _cards(page, printed, held[seat], style, "hand", f"in the hand of {player(seat)}")
            for seat in seats
        ]

    _by_seat(page, table, seats, map(hands, (_TWO, _ONE, _BARE)), MARGIN, width)


def _lying(
    page: Page, box: np.record, table: np.record, viewer: int | None, styles: tuple[_Style, _Style | None]
) -> list[list[_Spot]]:
    """What each seat displays and has taken, and what is known of its hand, in the order of play."""
    printed, seats = _cards_of(box), in_order(table)
    shown_by = {seat: table.display[seat, : int(displayed(table, seat))].tolist() for seat in seats}
    known = {
        seat: []
        if viewer in (None, seat)
        else [card for card in in_place(box, table, HAND + seat) if table.known[card]]
        for seat in seats
    }

    found, (shown, held) = [], styles
    for seat in seats:
        where = f"on the display of {player(seat)}"
        spots = _cards(page, printed, shown_by[seat], shown, "display", where)
        if table.chosen[seat]:
            card, where = [int(table.chosen[seat])], f"chosen by {player(seat)}"
            spots += _cards(page, printed, card, shown, "chosen", where, "chosen", "ink")
        spots += _taken(page, table, seat, held or _BARE)
        where = f"known to be in the hand of {player(seat)}"
        if held:
            spots += _cards(page, printed, known[seat], held, "known", where, "known")
        elif known[seat]:
            spots.append(_known(page, printed, known[seat], seat))
        found.append(spots)
    return found


def _displays(page: Page, box: np.record, table: np.record, viewer: int | None, x: float) -> None:
    """What everybody displays and has taken, and what is known of their hands, right of x."""
    y, width = _LOW, WIDTH - MARGIN - x
    page.panel(x, y, width, _HIGH, "Displays")
    seats = in_order(table)
    styles = (_TWO, _ONE), (_ONE, _ONE), (_ONE, _BARE), (_BARE, _BARE), (_BARE, None)
    note = _next(box, table, Phase.KEEP, "may go there")
    ways = (_lying(page, box, table, viewer, one) for one in styles)
    _by_seat(page, table, seats, ways, x, width, "displays", note)


def _signs(page: Page, x: float) -> None:
    """The signs of cards, beside the title of the panel that begins at x."""
    left, y = x + 110, _LOW + 17
    for number, words in enumerate(("★ general", "✸ cannon", "▲ sans-culotte")):
        wide = text_width(words, SMALL)
        with page.thing("sign", number, title=words, about=_word(words[2:])):
            page.box(left - 3, y - 13, wide + 6, 17, None, radius=3)
            page.text(left, y, words, colour="soft")
        left += wide + 14


def _by_seat(
    page: Page, table: np.record, seats: list[int], ways: Iterable[list[list[_Spot]]],
    x: float, width: float, name: str = "", note: str = "",
) -> None:  # fmt: skip
    """What lies before each seat, in the first of several ways that has room, or else the last."""
    free, rows, needed = _HIGH - 25, [], []
    for spots in ways:
        rows = [_rows(one, width - 36) for one in spots]
        needed = [max(19.0, _high(one) + 1) for one in rows]
        if sum(needed) <= free:
            break
    extra = min(8.0, (free - sum(needed)) / len(seats))
    top = _LOW + 25.0
    for seat, one, high in zip(seats, rows, needed, strict=True):
        title = f"The display of {player(seat)}{note if seat == table.seat else ''}"
        told = {"title": title, "about": _word("display")}
        with page.thing(name, seat, **told) if name else nullcontext():
            page.box(x + 6, top - 1, 21, max(19.0, high), None, radius=5)
            page.seat(x + 16, top + 8.5, seat, 7.5, on_turn=seat == table.seat)
        _laid(one, x + 31, top)
        top += high + extra


def _known(page: Page, printed: list[_Card], cards: list[int], seat: int) -> _Spot:
    """How many cards of a hand are known; their names appear where the pointer rests on it."""
    words = f"known {len(cards)}"
    told = f"Known to be in the hand of {player(seat)}: {', '.join(printed[card].name for card in cards)}"
    wide = text_width(words, SMALL) + 6

    def draw(x: float, y: float) -> None:
        middle = y + _BARE.step / 2 - 1
        with page.thing("known", seat, title=told, about=_word("hand")):
            page.box(x, middle - 8, wide, 16, None, radius=3)
            page.text(x + 2, middle + 4.7, words, colour="soft")

    return _Spot(wide, _BARE, draw)


def _taken(page: Page, table: np.record, seat: int, style: _Style) -> list[_Spot]:
    """The blocks that a player has taken in this election."""
    colours = [colour for colour in range(WHITE, COLOURS) if table.collected[colour, seat]]
    if not colours:
        return []
    told = ", ".join(blocks(table.collected[colour, seat], colour) for colour in colours)
    lead, step = text_width("taken", SMALL) + 6, 38

    def draw(x: float, y: float) -> None:
        middle = y + style.step / 2 - 1
        with page.thing("taken", seat, title=f"Taken by {player(seat)}: {told}", about=_word("taken")):
            page.box(x, middle - 8, lead + step * len(colours), 16, None, radius=3)
            page.text(x + 2, middle + 4.7, "taken", colour="soft")
            for place, colour in enumerate(colours):
                left = x + lead + step * place
                _block(page, left, middle - 2.5, colour)
                page.text(left + 14, middle + 4.7, f"×{int(table.collected[colour, seat])}")

    return [_Spot(lead + step * len(colours), style, draw)]
