"""Places names beside the points of a plot without overlaps."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

_DIRECTIONS = (0, 180, 90, 270, 45, 315, 135, 225, 22, 338, 158, 202, 67, 293, 112, 248)
_DISTANCES = (7, 12, *range(18, 400, 8))  # points
_LEADER = 12  # beyond this, a line leads from the point to its name
_POINT, _WHISKER, _GAP = 4, 3, 1.5  # points


class Box(NamedTuple):
    """A rectangle, in points."""

    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> "Box":
        """The box with this centre and size."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def meets(self, other: "Box") -> bool:
        """Whether the boxes overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.bottom < other.top and other.bottom < self.top

    def within(self, other: "Box") -> bool:
        """Whether the other box contains this one."""
        across = other.left <= self.left and self.right <= other.right
        return across and other.bottom <= self.bottom and self.top <= other.top


class _Spot(NamedTuple):
    """A candidate position of a text: its centre relative to its point, its box, the boxes of its line."""

    offset: tuple[float, float]
    box: Box
    line: list[Box]


def place_labels(
    axes: Any,
    points: Sequence[tuple[float, float]],
    spans: Sequence[tuple[float, float]],
    texts: Sequence[str],
    **style: Any,
) -> None:
    """Write a text beside each point, clear of other texts, points and whiskers; lines lead to distant ones.

    Draw everything else that affects the layout first. A text without room covers its point.

    Args:
        axes: axes of a Figure without subfigures.
        points: (x, y) for each text.
        spans: the ends of each point's whisker, in y.
        texts: the texts.
        style: their style, such as `fontsize`.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = axes.figure
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw_without_rendering()
    scale = 72 / figure.dpi
    room = Box(*(scale * end for end in axes.bbox.extents))
    middles = [tuple(scale * axes.transData.transform(point)) for point in points]
    dots = [Box.around(x, y, 2 * _POINT, 2 * _POINT) for x, y in middles]
    whiskers = []
    for (across, _), (x, _), span in zip(points, middles, spans):
        low, high = (scale * axes.transData.transform((across, end))[1] for end in span)
        whiskers.append(Box(x - _WHISKER, low, x + _WHISKER, high))
    written: list[Box] = []
    lines: list[Box] = []
    for number in sorted(range(len(points)), key=lambda number: middles[number]):
        common = {"xy": points[number], "textcoords": "offset points"}
        text = axes.annotate(texts[number], xytext=(0, 0), ha="center", va="center", **common, **style)
        text.set_in_layout(False)
        extent = text.get_window_extent(renderer)
        size = scale * extent.width, scale * extent.height
        others = [dot for place, dot in enumerate(dots) if place != number]
        free = [
            candidate
            for candidate in _candidates(middles[number], size)
            if candidate.box.within(room) and not _any(candidate.box, [*written, *dots, *whiskers, *lines])
        ]
        clear = (spot for spot in free if not any(_any(part, [*written, *others]) for part in spot.line))
        spot = next(clear, None)
        if spot is None and free:  # better a line that crosses something than no text
            spot = min(free, key=lambda spot: (_crossed(spot.line, written), _crossed(spot.line, others)))
        if spot is not None:
            text.set_position(spot.offset)
            written.append(spot.box)
            lines += spot.line
            if spot.line:
                arrow = {"arrowstyle": "-", "color": "#9a9a9a", "linewidth": 0.7, "shrinkA": 0, "shrinkB": 3}
                leader = axes.annotate("", xytext=_border(spot.offset, size), arrowprops=arrow, **common)
                leader.set_in_layout(False)


def _any(box: Box, others: list[Box]) -> bool:
    return any(box.meets(other) for other in others)


def _crossed(line: list[Box], others: list[Box]) -> int:
    return sum(_any(other, line) for other in others)


def _candidates(middle: tuple[float, float], size: tuple[float, float]) -> Iterator["_Spot"]:
    """Candidate positions of a text, nearest to its point first."""
    x, y = middle
    width, height = size
    for distance in _DISTANCES:
        for angle in map(math.radians, _DIRECTIONS):
            across = math.cos(angle) * (distance + width / 2)
            up = math.sin(angle) * (distance + height / 2)
            box = Box.around(x + across, y + up, width + 2 * _GAP, height + 2 * _GAP)
            line = _line(middle, _border((across, up), size)) if distance > _LEADER else []
            yield _Spot((across, up), box, line)


def _border(offset: tuple[float, float], size: tuple[float, float]) -> tuple[float, float]:
    """The position on a text's border nearest to its point, relative to the point."""
    across, up = (
        math.copysign(max(abs(middle) - length / 2, 0.0), middle) for middle, length in zip(offset, size)
    )
    return across, up


def _line(start: tuple[float, float], offset: tuple[float, float]) -> list[Box]:
    """Small boxes along a line, three points apart."""
    steps = max(2, int(math.hypot(*offset) / 3))
    (x, y), (across, up) = start, offset
    return [Box.around(x + across * k / steps, y + up * k / steps, 1, 1) for k in range(1, steps + 1)]
