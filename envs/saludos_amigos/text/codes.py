"""The meanings of numbers from the box; see `core/text/codes.py`."""

import numpy as np

from ...core.text.codes import Codes
from ...core.text.words import count
from ..actions import LARGEST_SHARE
from ..table import JOURNALIST, PROJECTS, SEATS, VALUES, Stream
from .board import project_name
from .describe import millions

BY_SEAT = ((Stream.REROLL, SEATS),)
SEAT_FIELDS = ("bag_holder", "ranked", "proposer", "responder", "caller")


def lists(box: np.record) -> list[Codes]:
    """The lists of projects, tiles, card values, shares, and smaller ones."""
    projects = {project: _project(box, project) for project in range(PROJECTS)}
    values = {value: f"value {value + 1}" for value in range(VALUES)}
    return [
        Codes("project", "Projects, in the order of boards.", {-1: "none", **projects}, ("project",)),
        Codes("tile", "What the bag holds.", {**projects, JOURNALIST: "journalist"}),
        Codes("value", "Council cards, which are counted by value.", values),
        Codes(
            "pushed",
            "The card pushed forward.",
            {0: "none", **{value + 1: words for value, words in values.items()}},
            ("pushed",),
        ),
        Codes("amount", "Shares that are named.", {n: millions(n + 1) for n in range(LARGEST_SHARE)}),
        Codes("side", "The sides in a council.", {0: "coalition", 1: "opposition"}),
        Codes("place", "Where journalists are, in observations.", {0: "in the bag", 1: "on the map"}),
    ]


def _project(box: np.record, project: int) -> str:
    tiles, bonus = count(box.tiles[project], "tile"), millions(box.base_value[project])
    return f"{project_name(box, project)}, {tiles}, bonus {bonus}"
