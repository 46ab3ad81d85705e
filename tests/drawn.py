"""What is in a picture: its lines of text, and its parts with what is told of them."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game

from .support import deal, met

SVG = "{http://www.w3.org/2000/svg}"


class Part(NamedTuple):
    """A part of a picture: its title, what it means, and the texts in it."""

    title: str
    about: str
    words: list[str]


def words(picture: str) -> list[str]:
    """Every line of text in a picture."""
    return [line.text for line in ET.fromstring(picture).iter(SVG + "text") if line.text]


def groups(picture: str) -> dict[str, ET.Element]:
    """The elements of the parts of a picture by their names, which must be unique."""
    found: dict[str, ET.Element] = {}
    for group in ET.fromstring(picture).iter(SVG + "g"):
        if (name := group.get("data-thing")) is not None:
            assert name not in found, f"{name} is there twice"
            found[name] = group
    return found


def parts(picture: str) -> dict[str, Part]:
    """What is told of the parts of a picture and in them."""
    return {name: _told(group) for name, group in groups(picture).items()}


def _told(group: ET.Element) -> Part:
    title, about = (group.findtext(SVG + of, "") for of in ("title", "desc"))
    return Part(title, about, [line.text for line in group.iter(SVG + "text") if line.text])


def many(game: Game, players: int, number: int = 40) -> Iterator[tuple[GameBatch, int]]:
    """Positions of play, the usual way and another: the batch and the row of each."""
    for other_way in (False, True):
        tables = met(game, players, other_way)
        rows = np.linspace(0, len(tables) - 1, number).astype(int)
        games = deal(game, len(rows), players, other_way)
        games.tables = tables[rows]
        yield from ((games, row) for row in range(len(rows)))


def classes(element: ET.Element) -> set[str]:
    """The classes of everything in an element, which name colours."""
    return {name for each in element.iter() for name in each.get("class", "").split()}
