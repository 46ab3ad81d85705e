"""France as a mosaic of our own: where its provinces lie, in units of a map of 556 x 438."""

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

Point = tuple[float, float]
_Spot = TypeVar("_Spot")


class Land(NamedTuple):
    """A province of the map.

    Attributes:
        x, y, width: where its name and its stacks have room.
        corners: its outline, clockwise; neighbours share the corners of their common border.
    """

    x: float
    y: float
    width: float
    corners: tuple[Point, ...]

    @property
    def tile(self) -> list[Point]:
        """Its outline a little within its borders."""
        return _within(self.corners)


class Sign(NamedTuple):
    """Where a region's name stands: in the sea, or on land of its own; flat where there is more width."""

    x: float
    y: float
    flat: bool = False


def _land(x: float, y: float, width: float, corners: str) -> Land:
    numbers = [float(number) for number in corners.split()]
    return Land(x, y, width, tuple(zip(numbers[::2], numbers[1::2], strict=True)))


LANDS = {
    "Artois-Flanders": _land(270, 16, 104, "266 56 270 22 294 6 342 8 374 24 378 62"),
    "Normandy": _land(154, 66, 104, "126 114 146 98 148 52 164 48 174 60 234 58 266 56 262 112 216 108"),
    "Picardy": _land(266, 66, 106, "266 56 378 62 374 112 312 110 262 112"),
    "Champagne": _land(318, 118, 126, "312 110 374 112 378 62 442 80 452 132 452 174 424 172 314 166"),
    "Lorraine": _land(454, 86, 86, "442 80 486 72 540 86 548 128 452 132"),
    "Alsace": _land(455, 134, 86, "452 132 548 128 546 176 452 174"),
    "Brittany": _land(22, 122, 92, "120 168 84 178 42 170 8 156 20 140 6 128 28 112 64 116 96 106 126 114"),
    "Maine": _land(124, 118, 87, "126 114 216 108 214 164 120 168"),
    "Paris": _land(220, 116, 90, "216 108 262 112 312 110 314 166 214 164"),
    "Anjou": _land(122, 174, 86, "120 168 214 164 204 218 114 216"),
    "Orléanais": _land(218, 174, 90, "214 164 314 166 318 220 302 214 204 218"),
    "Burgundy": _land(322, 176, 98, "314 166 424 172 428 226 400 224 318 220"),
    "Franche-Comté": _land(427, 180, 115, "424 172 452 174 546 176 552 206 522 234 504 238 428 226"),
    "Vendée": _land(106, 224, 92, "114 216 204 218 200 270 116 272 102 258 94 232"),
    "Berry": _land(206, 224, 90, "204 218 302 214 300 268 200 270"),
    "Bourbonnais": _land(304, 226, 92, "302 214 318 220 400 224 398 274 300 268"),
    "Lyonnais": _land(404, 238, 96, "400 224 428 226 504 238 500 290 410 286 398 274"),
    "Saintonge": _land(112, 278, 88, "116 272 200 270 206 322 112 326 104 300"),
    "Limousin": _land(208, 276, 88, "200 270 300 268 302 322 222 324 206 322"),
    "Auvergne": _land(
        306, 280, 96, "300 268 398 274 410 286 412 332 338 328 340 384 276 382 224 380 222 324 302 322"
    ),
    "Dauphiné": _land(416, 294, 106, "410 286 500 290 532 314 530 344 430 338 412 332"),
    "Vivarais": _land(340, 338, 87, "338 328 412 332 430 338 426 388 340 384"),
    "Provence": _land(434, 346, 96, "430 338 530 344 544 366 518 394 472 396 426 388"),
    "Guyenne": _land(114, 330, 104, "112 326 206 322 222 324 224 380 188 376 106 374"),
    "Béarn": _land(104, 382, 82, "106 374 188 376 190 432 140 428 98 412"),
    "Gascony": _land(190, 384, 84, "188 376 224 380 276 382 274 434 190 432"),
    "Languedoc": _land(280, 388, 118, "276 382 340 384 426 388 394 404 382 414 366 430 330 432 274 434"),
    "Corsica": _land(474, 402, 70, "470 400 550 400 550 436 470 436"),
    "Savoy": _land(506, 242, 46, "504 238 522 234 552 246 548 288 500 290"),
    "Jersey": _land(14, 62, 90, "10 58 108 58 108 98 10 98"),
}
"""All provinces for which there is room; the last three are not in the box."""

SIGNS = {
    "West": Sign(4, 187),
    "South-West": Sign(4, 312),
    "South-East": Sign(393, 417, True),
    "Centre": Sign(232, 342),
    "East": Sign(440, 30, True),
    "Paris Basin": Sign(94, 30, True),
}


def places(names: Sequence[str], spots: dict[str, _Spot]) -> list[_Spot]:
    """The spot of each name; names that have none of their own take those that are left, in their order."""
    free = iter([spot for name, spot in spots.items() if name not in names])
    return [spots[name] if name in spots else next(free) for name in names]


@functools.lru_cache(64)
def outlines(lands: tuple[Land, ...]) -> list[list[Point]]:
    """The outlines of lands taken together: the borders that no two of them share."""
    borders = {border for land in lands for border in _borders(land.corners)}
    after: dict[Point, list[Point]] = {}
    for one, other in sorted(borders - {border[::-1] for border in borders}):
        after.setdefault(one, []).append(other)
    found = []
    for first, following in after.items():
        while following:
            outline, corner = [first], following.pop()
            while corner != first:
                outline.append(corner)
                corner = after[corner].pop()
            found.append(outline)
    return found


def _borders(corners: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(corners, [*corners[1:], corners[0]], strict=True)


@functools.cache
def _within(corners: tuple[Point, ...], inset: float = 2) -> list[Point]:
    """An outline moved inwards."""
    middle = [sum(side) / len(corners) for side in zip(*corners, strict=True)]
    found = []
    for x, y in corners:
        across, down = middle[0] - x, middle[1] - y
        share = inset / max(inset, (across**2 + down**2) ** 0.5)
        found.append((x + share * across, y + share * down))
    return found
