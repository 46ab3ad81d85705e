"""What the pictures of all games are drawn with: a page, a palette, and seats, cards, piles and bars on it.

A picture is an SVG of 900 x 780 units with its colours in a style sheet of its own: light, or dark where the
reader prefers that. No letter is smaller than `SMALL`, 12 pixels where the picture has 840. Colour never
stands alone: seats carry their number, things a letter, a shape or a name.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from html import escape
from typing import Any
from unicodedata import east_asian_width

from .words import player

WIDTH, HEIGHT = 900, 780
MARGIN = 16
CAPTION = 30  # the height of a line below a picture
TOP, FOOT = 40, 748  # where a page begins, below its header, and where it ends, above the question
SPINE = 22  # the width of a card's spine
SMALL = 13  # the size of the smallest letters

# Seats take the first seven in this order, factions and signs the next two, families of cards those and the
# rest; a deuteranope tells those of seats and factions apart, and those of families.
COLOURS = {
    "sky": "#56b4e9",
    "orange": "#e08a00",
    "violet": "#8257c9",
    "green": "#009e73",
    "brown": "#5c3a1c",
    "pink": "#f2a7cf",
    "yellow": "#f7ec6e",
    "red": "#d2202f",
    "blue": "#0a3d91",
    "lilac": "#cdb8f2",
    "gold": "#e3cf3a",
    "mint": "#8fc79a",
    "grey": "#7a7f88",
}
SEAT_COLOURS = tuple(COLOURS)[:7]
_FIXED = {**COLOURS, "white": "#ffffff", "black": "#14161a"}
_THEME = {  # in the light, in the dark
    "paper": ("#fdfcfa", "#16181d"),
    "panel": ("#f3f1ec", "#21242b"),
    "raised": ("#ffffff", "#2d313a"),
    "line": ("#d3cec4", "#454b57"),
    "ink": ("#1c1e22", "#eceae5"),
    "soft": ("#5a5e66", "#aab0ba"),
    "sea": ("#dfe8ec", "#171c22"),
    "land": ("#ece5d6", "#2b2f36"),  # that no faction leads; then in the colour of the faction that does
    "ivory": ("#ffffff", "#5b5f68"),
    "azure": ("#bccff2", "#26407a"),
    "rose": ("#f5c0ba", "#702a31"),
    "air": ("#dcebf3", "#1c2a38"),  # of landscapes: what is behind and around houses, and these
    "field": ("#dce8c8", "#26352b"),
    "leaf": ("#a5c391", "#3f5f43"),
    "wall": ("#fbf1dc", "#9c9078"),
    "roof": ("#cd6f52", "#a9583f"),
    "pool": ("#5f9fae", "#3c7483"),
}
LIGHT = {**{name: light for name, (light, _) in _THEME.items()}, **_FIXED}
"""The colours of a picture in the light, by their names."""
_FONTS = '"Segoe UI","Helvetica Neue",Helvetica,Arial,sans-serif'
_ON_DARK = ("blue", "black", "violet", "brown", "red")  # white letters on these, black ones elsewhere
# These are hard to see in the dark: shapes have an outline there, and lines are lighter.
DIM = {"violet": "#a684e0", "brown": "#a87848", "red": "#ee4a56", "blue": "#4a7de0"}

# Widths of letters in DejaVu Sans, wider than the fonts above, in hundredths of the size.
_LETTERS = {
    28: "'ijl", 32: "IJ ,.", 35: "/:;\\|f-", 40: "()[]t!r", 50: '"*_`', 54: "szc?", 58: "LFkvxyP",
    63: "TYaoebdghnpquSE", 64: "$0123456789{}", 69: "KAVBRXZC", 75: "UHN", 79: "DG&OQ",
    84: "w#+<=>^~M×→✓✗▲★✸", 100: "%mW@…", 0: "\u2068\u2069",
}  # fmt: skip
_WIDTHS = {letter: width for width, letters in _LETTERS.items() for letter in letters}
_OTHER, _WIDE, _BOLD = 64, 125, 1.15  # wide: Chinese letters and emoji


class Picture(str):
    """The text of an SVG, which a notebook shows as the picture it is."""

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} letters of SVG>"


@functools.lru_cache(4096)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """About how wide a line of text is at most, in units of the picture."""
    widths = (_WIDTHS.get(letter, _WIDE if east_asian_width(letter) in "WF" else _OTHER) for letter in words)
    return sum(widths) * size / 100 * (_BOLD if bold else 1)


def shortened(words: str, width: float, size: float, bold: bool = False) -> str:
    """As much of a line as has room, with an ellipsis where something is left out.

    >>> shortened("Rouërie", 100, 10), shortened("Comte d'Artois", 50, 10)
    ('Rouërie', 'Comte…')
    """
    if text_width(words, size, bold) <= width:
        return words
    while words and text_width(words + "…", size, bold) > width:
        words = words[:-1]
    return words.rstrip(" ,;:'-") + "…"


def wrapped(words: str, width: float, size: float, lines: int) -> list[str]:
    """A text in as many lines as there may be, each with room, the last one shortened."""
    if lines < 1:
        return []
    found: list[str] = []
    rest = words.split()
    while rest and len(found) < lines - 1:
        line = [rest.pop(0)]
        while rest and text_width(" ".join([*line, rest[0]]), size) <= width:
            line.append(rest.pop(0))
        found.append(shortened(" ".join(line), width, size))
    return [*found, shortened(" ".join(rest), width, size)] if rest else found


def _paint(fill: str | None, edge: str | None, stroke: float = 1) -> str:
    """The attributes of a shape's colours."""
    wide = f' stroke-width="{_n(stroke)}"' if edge and stroke != 1 else ""
    return f'class="f-{fill or "none"}{f" s-{edge}" if edge else ""}"{wide}'


def letters_on(colour: str) -> str:
    """The colour of letters on a colour of the palette."""
    if colour in _THEME:
        return "ink"
    return "white" if colour in _ON_DARK else "black"


def _style() -> str:
    """The style sheet: resvg knows neither variables nor media queries and takes what is light."""

    def of(name: str, colour: str) -> str:
        return f".hp .f-{name}{{fill:{colour}}}.hp .s-{name}{{stroke:{colour}}}"

    light = "".join(of(name, colours[0]) for name, colours in _THEME.items())
    dark = "".join(of(name, colours[1]) for name, colours in _THEME.items())
    fixed = "".join(of(name, colour) for name, colour in _FIXED.items())
    dim = ",".join(f".hp .f-{name}:not(text)" for name in DIM)
    dark += f"{dim}{{stroke:{_THEME['soft'][1]}}}"
    dark += "".join(f".hp .s-{name}{{stroke:{lighter}}}" for name, lighter in DIM.items())
    return (
        f".hp text{{font-family:{_FONTS}}}.hp .b{{font-weight:bold}}.hp .f-none{{fill:none}}{fixed}{light}"
        f"@media (prefers-color-scheme:dark){{{dark}}}"
    )


STYLE = _style()


class _Group:
    """What is drawn inside a `with` block is between `begin` and `end`."""

    __slots__ = ("_begin", "_elements", "_end")

    def __init__(self, elements: list[str], begin: str, end: str):
        self._elements, self._begin, self._end = elements, begin, end

    def __enter__(self) -> None:
        self._elements.append(self._begin)

    def __exit__(self, *_: object) -> None:
        self._elements.append(self._end)


class Page:
    """A picture while it is drawn; what comes later lies on top.

    Sizes and places are in units of the picture, y downwards. Colours are names of the palette: "ink", "soft"
    (lesser ink), "line", "paper", "panel", "raised" change with the light; those of `COLOURS`, "white" and
    "black" do not.
    """

    def __init__(self, title: str):
        self.title = title
        self._elements: list[str] = []
        self.box(0, 0, WIDTH, HEIGHT, "paper", radius=0)

    def picture(self) -> Picture:
        """All that has been drawn."""
        return Picture(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="hp" {_SIZE} style="max-width:100%;height:auto" '
            f'role="graphics-document"><title>{escape(self.title, False)}</title><style>{STYLE}</style>'
            f"{''.join(self._elements)}</svg>"
        )

    def moved(self, x: float, y: float, scale: float = 1) -> _Group:
        """Draw in a corner of its own: (0, 0) is at (x, y), and a unit is `scale` units."""
        place = f"translate({_n(x)}, {_n(y)})" + (f" scale({round(scale, 3)})" if scale != 1 else "")
        return _Group(self._elements, f'<g transform="{place}">', "</g>")

    def thing(self, name: str, *numbers: int, title: str = "", about: str = "") -> _Group:
        """What is drawn is a part of the picture with a name of its own, which nothing else in it has.

        On a page it can be clicked where a choice is about it, as `Prompts.thing` says; what it is and does
        is told on hover and focus; and it is marked when it has changed. Its first shape is its outline.

        Args:
            name, numbers: its name, by the place where it lies: "hand", 4.
            title: what it is, in full: the name of a card, what a column holds.
            about: what it does or means, in a sentence.
        """
        return _Group(self._elements, _beginning(name, numbers), _end(title, about))

    # --- Plain shapes ----------------------------------------------------------------------------

    def text(self, x: float, y: float, words: Any, size: float = SMALL, colour: str = "ink", *,
             bold: bool = False, anchor: str = "start", width: float | None = None) -> None:  # fmt: skip
        """A line of text with its foot at y, shortened to `width`.

        Where a player's name stands in the place of the seat's, that is shortened until the line has room.
        """
        self._elements.append(_text(x, y, str(words), size, colour, bold, anchor, width))

    def box(self, x: float, y: float, width: float, height: float, fill: str | None = "panel",
            edge: str | None = None, radius: float = 5, stroke: float = 1, *,
            name: str = "") -> None:  # fmt: skip
        """A rectangle with round corners; with a name it is a panel."""
        self._elements.append(_box(x, y, width, height, fill, edge, radius, stroke, name))

    def circle(self, x: float, y: float, radius: float, fill: str | None, edge: str | None = None,
               stroke: float = 1) -> None:  # fmt: skip
        """A circle around (x, y)."""
        self._elements.append(_circle(x, y, radius, fill, edge, stroke))

    def polygon(self, points: Iterable[tuple[float, float]], fill: str | None, edge: str | None = None,
                stroke: float = 1) -> None:  # fmt: skip
        """A closed shape with these corners."""
        self._elements.append(_polygon(tuple(points), fill, edge, stroke))

    def line(
        self, x: float, y: float, to_x: float, to_y: float, colour: str = "line", stroke: float = 1
    ) -> None:
        """A straight line between two points."""
        self._elements.append(_line(x, y, to_x, to_y, colour, stroke))

    # --- What all games have ---------------------------------------------------------------------

    def header(self, where: str, question: str, on_turn: int, viewer: int | None) -> None:
        """The game, how far it is, and who looks; below the page, who is to decide what."""
        self.text(MARGIN, 27, self.title, 19, bold=True)
        left = MARGIN + text_width(self.title, 19, True) + 14
        eyes = "everything shown" if viewer is None else f"as {player(viewer)} sees it"
        room, wide = WIDTH - MARGIN - 14 - left, text_width(eyes, SMALL)
        free = max(wide, room - text_width(where, 14))
        self.text(WIDTH - MARGIN, 27, eyes, SMALL, "soft", anchor="end", width=free)
        self.text(left, 27, where, 14, "soft", width=room - wide)
        x, y = MARGIN, FOOT + 17
        with _Group(self._elements, '<g class="asked">', "</g>"):  # a page that asks it does not say it twice
            if on_turn >= 0:
                self.seat(MARGIN + 9, y, on_turn)
                x += 25
            lines = wrapped(question, WIDTH - MARGIN - x, SMALL, 2)
            for number, line in enumerate(lines):
                foot = y + 4.5 + 15 * (number - (len(lines) - 1) / 2)
                self.text(x, foot, line, width=WIDTH - MARGIN - x)

    def panel(self, x: float, y: float, width: float, height: float, title: str = "", note: str = "", *,
              name: str = "") -> None:  # fmt: skip
        """A field of the page with its title, and a note at its right.

        On a narrow screen each panel is shown by itself, under its title or, where that is not drawn, its
        name.
        """
        self.box(x, y, width, height, radius=7, name=title or name)
        if title:
            self.text(x + 10, y + 17, title.upper(), SMALL, "soft", bold=True, width=width - 20)
        if note:
            free = width - 28 - text_width(title.upper(), SMALL, True)
            self.text(x + width - 10, y + 17, note, SMALL, "soft", anchor="end", width=free)

    def seat(self, x: float, y: float, seat: int, radius: float = 9, on_turn: bool = False) -> None:
        """A seat's mark, its number in its colour, centred on (x, y); with a ring for whose turn it is."""
        colour = SEAT_COLOURS[int(seat)]
        if on_turn:
            self.circle(x, y, radius + 3, None, "ink", 1.5)
        self.circle(x, y, radius, colour)
        size = max(SMALL, radius * 1.25)
        self.text(x, y + size * 0.36, int(seat), size, letters_on(colour), bold=True, anchor="middle")

    def name(self, x: float, y: float, seat: int, viewer: int | None, on_turn: bool = False,
             width: float = 110) -> None:  # fmt: skip
        """A seat's mark and its name, with the mark's centre at y."""
        self.seat(x + 12, y, seat, on_turn=on_turn)
        mine = " (you)" if seat == viewer else ""
        self.text(x + 28, y + 4.7, player(seat) + mine, SMALL, bold=on_turn, width=width - 28)

    def card(self, x: float, y: float, width: float, height: float, title: str, about: str = "",
             colour: str | None = None, number: Any = "") -> None:  # fmt: skip
        """A card that lies open: a spine of its colour with its number, its title, what it does."""
        self.box(x, y, width, height, "raised", "line", 4)
        left, right = x + 6, x + width - 4
        if colour:
            self.box(x, y, SPINE, height, colour, "line", 4)
            self.text(x + SPINE / 2, y + 14, number, colour=letters_on(colour), bold=True, anchor="middle")
            left = x + SPINE + 4
        lines = max(1, int((height - 5) // 14))
        named = wrapped(title, right - left, SMALL, max(1, lines - bool(about)))
        for place, line in enumerate(named):
            self.text(left, y + 14 + 14 * place, line)
        told = wrapped(about, right - left, SMALL, lines - len(named))
        for place, line in enumerate(told):
            self.text(left, y + 14 + 14 * (len(named) + place), line, colour="soft")

    def back(self, x: float, y: float, width: float = 16, height: float = 22) -> None:
        """A card that lies face down."""
        self.box(x, y, width, height, "soft", "raised", 2.5)
        self.box(x + 3, y + 3, width - 6, height - 6, None, "raised", 1.5)

    def pile(self, x: float, y: float, count: int, label: str) -> None:
        """A face-down pile: a back or two, how many cards it has, and what it is."""
        width, height, cards = 16, 22, min(3, int(count))
        if not cards:
            self.box(x, y, width, height, None, "line", 2.5)
        for number in range(cards):
            self.back(x + 2 * number, y - 2 * number + 2, width, height)
        self.text(x + width + 10, y + height / 2 + 4.5, int(count), 13, bold=True)
        left = x + width + 15 + text_width(str(int(count)), 13, True)
        self.text(left, y + height / 2 + 4.5, label, SMALL, "soft")

    def coin(self, x: float, y: float, amount: Any, radius: float = 9) -> None:
        """Money: an amount on a coin, centred on (x, y)."""
        self.circle(x, y, radius, "yellow", "black")
        size = max(SMALL, radius * (1.15 if len(str(amount)) < 3 else 0.85))
        self.text(x, y + size * 0.36, amount, size, "black", bold=True, anchor="middle")

    def bar(self, x: float, y: float, width: float, height: float, share: float, colour: str) -> None:
        """How much of something there is, 0 to 1."""
        self.box(x, y, width, height, "raised", "line", min(3, height / 2))
        filled = width * min(1.0, max(0.0, share))
        if filled > 0.5:
            self.box(x, y, filled, height, colour, radius=min(3, height / 2))


def captioned(picture: str, words: str) -> Picture:
    """A page's picture with a line below it, shortened to its width; any other picture as it is."""
    end = "</svg>"
    if _SIZE not in picture:
        return Picture(picture)
    paper = _box(0, HEIGHT, WIDTH, CAPTION, "panel", None, 0, 1, "")
    line = _text(MARGIN, HEIGHT + CAPTION - 10, words, 13, "ink", False, "start", WIDTH - 2 * MARGIN)
    taller = picture.replace(_SIZE, _size(HEIGHT + CAPTION), 1).removesuffix(end)
    return Picture(f"{taller}{paper}{line}{end}")


def _size(height: int) -> str:
    return f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'


_SIZE = _size(HEIGHT)


# From one picture to the next almost everything stays as it is: elements are written once and kept.
_kept = functools.lru_cache(2**16)


@_kept
def _text(x: float, y: float, words: str, size: float, colour: str, bold: bool, anchor: str,
          width: float | None) -> str:  # fmt: skip
    line = words if width is None else shortened(words, width, size, bold)
    named = f"f-{colour} b" if bold else f"f-{colour}"
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    room = f' data-room="{_n(width)}"' if width is not None and "player_" in line else ""
    return (
        f'<text class="{named}" font-size="{_n(size)}"{anchored} x="{_n(x)}" y="{_n(y)}"{room}>'
        f"{escape(line, False)}</text>"
    )


@_kept
def _box(x: float, y: float, width: float, height: float, fill: str | None, edge: str | None, radius: float,
         stroke: float, name: str) -> str:  # fmt: skip
    corner = f' rx="{_n(radius)}"' if radius else ""
    panel = f' data-panel="{escape(name)}"' if name else ""
    return (
        f'<rect {_paint(fill, edge, stroke)} x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" '
        f'height="{_n(height)}"{corner}{panel}/>'
    )


@_kept
def _circle(x: float, y: float, radius: float, fill: str | None, edge: str | None, stroke: float) -> str:
    return f'<circle {_paint(fill, edge, stroke)} cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>'


@_kept
def _polygon(points: tuple[tuple[float, float], ...], fill: str | None, edge: str | None,
             stroke: float) -> str:  # fmt: skip
    corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    return f'<polygon {_paint(fill, edge, stroke)} points="{corners}"/>'


@_kept
def _line(x: float, y: float, to_x: float, to_y: float, colour: str, stroke: float) -> str:
    wide = f' stroke-width="{_n(stroke)}"' if stroke != 1 else ""
    return f'<line class="s-{colour}"{wide} x1="{_n(x)}" y1="{_n(y)}" x2="{_n(to_x)}" y2="{_n(to_y)}"/>'


@_kept
def _beginning(name: str, numbers: tuple[int, ...]) -> str:
    """How a thing begins."""
    return f'<g data-thing="{escape(" ".join([name, *(str(int(number)) for number in numbers)]))}">'


@_kept
def _end(title: str, about: str) -> str:
    """How a thing ends: what is told of it."""
    told = f"<title>{escape(title, False)}</title>" if title else ""
    return told + (f"<desc>{escape(about, False)}</desc>" if about else "") + "</g>"


def _n(number: float) -> float:
    """A number as short as a picture needs it."""
    short = round(float(number), 1)
    return int(short) if short == int(short) else short
