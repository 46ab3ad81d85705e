"""Pictures as pixels in the time of a frame: what pages are made of, drawn by matplotlib's Agg.

resvg draws anything that an SVG may hold, but all of it anew and into a PNG, in a tenth of a second. From one
frame to the next nearly all shapes and texts of a page stay as they are: here they are kept, ready to be
drawn.
"""

import functools
import math
import re
from collections.abc import Sequence
from html import unescape
from typing import Any, NamedTuple

import numpy as np
from matplotlib.backend_bases import GraphicsContextBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextToPath
from matplotlib.transforms import Affine2D

from .drawing import LIGHT, STYLE

_SIZE = re.compile(r'<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>')
_ELEMENT = re.compile(r"<(/?\w+)([^>]*)>([^<]*)")
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
_MOVE = re.compile(r"translate\((\S+), (\S+)\)(?: scale\((\S+)\))?")
_TOLD = {"title", "/title", "desc", "/desc", "/text", "/svg"}  # nothing to be seen
_NUMBERS = {
    "rect": {"x", "y", "width", "height", "rx"},
    "circle": {"cx", "cy", "r"},
    "line": {"x1", "y1", "x2", "y2"},
    "polygon": set(),
    "text": {"x", "y", "font-size"},
}
_WORDS = {"class", "data-panel", "data-room", "points", "text-anchor", "stroke-width"}
_ROUND = 0.5523  # of a corner's radius: where the handles of its curve are
_PHASES = 4  # places within a pixel at which a text may begin
_UNITS = 100  # of a letter's size in its outline

Place = tuple[float, float, float]


class _Foreign(Exception):
    """A picture has what pages do not have."""


def painted(picture: str, width: int, fonts: Sequence[str]) -> np.ndarray | None:
    """A page's picture as (H, W, 3) uint8; None where it is none, or has what pages do not have.

    Args:
        picture: an SVG.
        width: in pixels.
        fonts: the files of plain and bold letters.
    """
    head, style, body = picture.partition(f"<style>{STYLE}</style>")
    size = _SIZE.match(head)
    if not style or size is None:
        return None
    scale = width / int(size[1])
    canvas = RendererAgg(width, round(scale * int(size[2])), 72)
    try:
        _paint(canvas, body, scale, fonts)
    except _Foreign:
        return None
    drawn = np.asarray(canvas.buffer_rgba())
    found = np.empty((*drawn.shape[:2], 3), np.uint8)
    for channel in range(3):  # in one go it takes four times as long
        found[..., channel] = drawn[..., channel]
    return found


def _paint(canvas: RendererAgg, body: str, scale: float, fonts: Sequence[str]) -> None:
    places = [(0.0, 0.0, scale)]
    for element, attributes, words in _ELEMENT.findall(body):
        if element == "text":
            _write(canvas, attributes, words, places[-1], fonts)
        elif element in _NUMBERS:
            path, fill, edge, stroke = _shape(element, attributes)
            if fill or edge:  # else only a page in the browser makes something of it
                place = places[-1]
                pen = _pen(edge, stroke * place[2])
                canvas.draw_path(pen, path, _transform(place, canvas.height), fill)
        elif element == "g":
            places.append(_moved(places[-1], attributes))
        elif element == "/g":
            places.pop()
        elif element not in _TOLD:
            raise _Foreign


def _write(canvas: RendererAgg, attributes: str, words: str, place: Place, fonts: Sequence[str]) -> None:
    x, y, size, bold, colour, anchor = _line_of_text(attributes)
    left, top, scale = place
    letters = _outline(words, fonts[bold])
    x, y, size = left + scale * x - anchor * scale * size * letters.width, top + scale * y, scale * size
    column, phase = divmod(round(_PHASES * x), _PHASES)
    sprite, across, below = _sprite(words, fonts[bold], size, colour, phase)
    if sprite is not None:
        canvas.draw_image(_pen(None, 0), column + across, canvas.height - round(y) + below, sprite)


class _Letters(NamedTuple):
    """The outlines of a line of text, (N, 2) up from its foot and their codes, and how wide it is."""

    outline: np.ndarray
    codes: Any
    width: float


@functools.lru_cache(8192)
def _outline(words: str, font: str) -> _Letters:
    corners, codes = TextToPath().get_text_path(FontProperties(fname=font), unescape(words))
    outline = np.reshape(np.asarray(corners, float), (-1, 2)) / _UNITS
    return _Letters(outline, codes, float(outline[:, 0].max(initial=0)))


@functools.lru_cache(4096)
def _sprite(
    words: str, font: str, size: float, colour: str, phase: int
) -> tuple[np.ndarray | None, int, int]:
    """A text as (H, W, 4) uint8 from its foot up, and where its lower left corner is, seen from its begin."""
    letters = _outline(words, font)
    if not len(letters.outline):
        return None, 0, 0
    outline = size * letters.outline + np.array((phase / _PHASES, 0.0))
    left, bottom = (math.floor(end) - 1 for end in outline.min(axis=0).tolist())
    right, top = (math.ceil(end) + 1 for end in outline.max(axis=0).tolist())
    sheet = RendererAgg(right - left, top - bottom, 72)
    move = Affine2D().translate(-left, -bottom)
    sheet.draw_path(_pen(None, 0), Path(outline, letters.codes), move, LIGHT_RGBA[colour])
    return np.asarray(sheet.buffer_rgba())[::-1].copy(), left, bottom


@functools.lru_cache(2**16)
def _line_of_text(attributes: str) -> tuple[float, float, float, bool, str, float]:
    """The place, size, weight, colour and anchor (0 to 1) of a line of text."""
    numbers, given = _read("text", attributes)
    classes = given["class"].split()
    anchor = {"start": 0.0, "middle": 0.5, "end": 1.0}[given.get("text-anchor", "start")]
    colour = _colour(classes, "f-")
    if colour is None or set(classes) - {f"f-{colour}", "b"}:
        raise _Foreign
    return numbers["x"], numbers["y"], numbers["font-size"], "b" in classes, colour, anchor


@functools.lru_cache(2**16)
def _shape(element: str, attributes: str) -> tuple[Path, Any, str | None, float]:
    """A shape's outline, the colour that fills it, that of its edge, and how wide this is."""
    numbers, given = _read(element, attributes)
    classes = given["class"].split()
    fill, edge = _colour(classes, "f-"), _colour(classes, "s-")
    if set(classes) - {f"f-{fill}", f"s-{edge}", "f-none"}:
        raise _Foreign
    if element == "rect":
        path = _rectangle(**numbers)
    elif element == "circle":
        path = Path.circle((numbers["cx"], numbers["cy"]), numbers["r"])
    elif element == "line":
        path = Path([(numbers["x1"], numbers["y1"]), (numbers["x2"], numbers["y2"])])
    else:
        corners = [tuple(map(float, pair.split(","))) for pair in given["points"].split()]
        path = Path([*corners, corners[0]], closed=True)
    stroke = float(given.get("stroke-width", 1)) if edge else 0.0
    return path, None if fill is None or element == "line" else LIGHT_RGBA[fill], edge, stroke


def _rectangle(x: float, y: float, width: float, height: float, rx: float = 0.0) -> Path:
    """A rectangle, its corners as quarters of circles."""
    across, down = min(rx, width / 2), min(rx, height / 2)
    if not rx:
        return Path([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)], closed=True)
    right, foot = x + width, y + height
    a, d = across * (1 - _ROUND), down * (1 - _ROUND)
    corners = [
        (x + across, y), (right - across, y), (right - a, y), (right, y + d), (right, y + down),
        (right, foot - down), (right, foot - d), (right - a, foot), (right - across, foot),
        (x + across, foot), (x + a, foot), (x, foot - d), (x, foot - down),
        (x, y + down), (x, y + d), (x + a, y), (x + across, y), (x + across, y),
    ]  # fmt: skip
    side = [Path.LINETO, *[Path.CURVE4] * 3]
    return Path(corners, [Path.MOVETO, *side * 4, Path.CLOSEPOLY])


def _read(element: str, attributes: str) -> tuple[dict[str, float], dict[str, str]]:
    """The numbers and the words of an element that pages have."""
    given = dict(_ATTRIBUTE.findall(attributes))
    if given.keys() - _NUMBERS[element] - _WORDS or _ATTRIBUTE.sub("", attributes).strip(" /"):
        raise _Foreign
    return {name: float(given[name]) for name in given if name in _NUMBERS[element]}, given


def _colour(classes: list[str], kind: str) -> str | None:
    name = next((name.removeprefix(kind) for name in classes if name.startswith(kind)), None)
    return name if name in LIGHT else None


LIGHT_RGBA = {
    name: (*(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)), 1.0)
    for name, colour in LIGHT.items()
}


@functools.lru_cache(1024)
def _pen(edge: str | None, stroke: float) -> GraphicsContextBase:
    pen = GraphicsContextBase()
    pen.set_linewidth(stroke if edge else 0)
    pen.set_snap(False)
    pen.set_joinstyle("miter")
    if edge:
        pen.set_foreground(LIGHT[edge])
    return pen


@functools.lru_cache(4096)
def _moved(place: Place, attributes: str) -> Place:
    """Where a group is drawn."""
    given = dict(_ATTRIBUTE.findall(attributes))
    if given.keys() - {"transform", "data-thing", "class"} or given.get("class", "asked") != "asked":
        raise _Foreign
    if "transform" not in given:
        return place
    move = _MOVE.fullmatch(given["transform"])
    if move is None:
        raise _Foreign
    x, y, scale = place
    return x + scale * float(move[1]), y + scale * float(move[2]), scale * float(move[3] or 1)


@functools.lru_cache(4096)
def _transform(place: Place, height: float) -> Affine2D:
    """From the picture's units to pixels, whose y goes up in Agg."""
    x, y, scale = place
    return Affine2D.from_values(scale, 0, 0, -scale, x, height - y)
