"""The box: its record, the options of play, and the checks of a user's own box."""

from pathlib import Path
from typing import Any

import numpy as np

from ..core.engine.record import Field
from ..core.errors import BoxError
from ..core.io.box import BoxSpec, Option
from ..core.io.box_rows import is_named, letters, whole_number
from .table import LARGEST_PIE, MOST_CARDS, MOST_SIDES, PROJECTS, SEATS, VALUES

# Options, numbered as their words are listed below.
CLOCKWISE, RANDOM_START, RANDOM_ORDER = range(3)
SEAT_0, RANDOM_SEAT = range(2)
UNTIL_PASS, ONE_PASS = range(2)
ALL_OUTSIDERS, PARTICIPANTS = range(2)

NAME_BYTES = 24

_i8, _i16 = np.int8, np.int16

FIELDS = (
    Field("projects", _i8, (), 1, PROJECTS, "number of building projects"),
    Field(
        "project_name", np.uint8, (PROJECTS, NAME_BYTES), 0, 255, "what the projects are called, UTF-8 bytes"
    ),
    Field("tiles", _i8, (PROJECTS,), 0, LARGEST_PIE - 1, "building tiles of each project"),
    Field(
        "base_value",
        _i8,
        (PROJECTS,),
        0,
        LARGEST_PIE - 1,
        "value on the back of each project's tiles, millions",
    ),
    Field("building_tiles", _i8, (), 1, PROJECTS * LARGEST_PIE, "building tiles in all"),
    Field("journalists", _i8, (), 0, 7, "journalist tiles"),
    Field(
        "projects_before_journalists_stay",
        _i8,
        (),
        1,
        PROJECTS,
        "complete projects needed for journalists to stay on the map",
    ),
    Field("journalists_to_end", _i8, (), 1, 7, "journalists on the map that end the game"),
    Field("projects_to_end", _i8, (), 1, PROJECTS, "complete projects that end the game"),
    Field("cards", _i16, (), 1, MOST_CARDS, "council cards in all"),
    Field("card_counts", _i16, (VALUES,), 0, MOST_CARDS, "council cards of value 1, 2, 3"),
    Field("start_hand", _i8, (VALUES,), 0, 4, "cards of value 1, 2, 3 that each player starts with"),
    Field("dice_sides", _i8, (), 2, MOST_SIDES, "sides of a die"),
    Field("typical_score", _i16, (), 1, 500, "a usual final score, millions; scales the margin reward"),
    Field("attempts_round", _i8, (), 1, 8, "proposals of each player that may fail in a round"),
    Field("attempts_turn", _i8, (), 1, 8, "proposals that may fail in one turn of the floor"),
    Field("counter", _i8, (), 0, 1, "whether partners may ask for more"),
    Field("withdrawal", _i8, (), 0, 1, "whether a proposal may be withdrawn before it is made"),
    Field("floor_order", _i8, (), 0, 2, "how the floor goes round"),
    Field("first_bag_holder", _i8, (), 0, 1, "who draws the first tile"),
    Field("reroll", _i8, (), 0, 1, "how often rerolls go round"),
    Field("open_discards", _i8, (), 0, 1, "whether cards are discarded face up for a reroll"),
    Field("opp_strength", _i8, (), 0, 1, "whose strength the opposition has"),
)

OPTIONS = (
    Option("card_counts", "number of council cards of value 1, 2 and 3"),
    Option("attempts_round", "proposals of each player that may fail in a round, 1 to 8"),
    Option("attempts_turn", "proposals that may fail in one turn of the floor, 1 to 8"),
    Option("counter", "whether an invited partner may ask for more", (False, True)),
    Option("withdrawal", "whether a proposal that is being put together may be withdrawn", (False, True)),
    Option(
        "floor_order",
        "the floor goes clockwise from the bag-holder, clockwise from a random seat, or in random order",
        ("clockwise", "random_start", "random"),
    ),
    Option("first_bag_holder", "who draws the first tile", ("seat 0", "random")),
    Option("reroll", "rerolls go round until all pass in a row, or once", ("until_pass", "one_pass")),
    Option("open_discards", "whether cards discarded for a reroll are seen by all", (False, True)),
    Option(
        "opp_strength",
        "whose strength the opposition has in a council: all outside the coalition, or those who take part",
        ("all", "participants"),
    ),
)


_RANGES = {field.name: (field.low, field.high) for field in FIELDS}
_OF_PROJECTS = ("name", "tiles", "base_value")
_ENTRIES = set(_RANGES) - {"projects", "project_name", "tiles", "base_value"}  # which the projects make


def arrange(tree: dict) -> dict[str, Any]:
    """Convert the values of the file to those of the box's fields."""
    values = dict(tree)
    projects = values.pop("project")
    unknown = set(values) - _ENTRIES
    if unknown:
        raise BoxError(f"{min(unknown)}: unknown entry; see the game's own box.toml for the names")
    if not isinstance(projects, list) or not 1 <= len(projects) <= PROJECTS:
        number = len(projects) if isinstance(projects, list) else "no list of"
        raise BoxError(f"project: {number} projects; list 1 to {PROJECTS}")
    rows = [_project(f"project[{place}]", project) for place, project in enumerate(projects)]
    rows += [([0] * NAME_BYTES, 0, 0)] * (PROJECTS - len(rows))
    values["projects"] = len(projects)
    values["project_name"], values["tiles"], values["base_value"] = map(list, zip(*rows))
    return values


def _project(key: str, project: Any) -> tuple[list[int], int, int]:
    """The name of a project as bytes, its tiles and its value."""
    given = set(project) if isinstance(project, dict) else set()
    for name in sorted(given ^ set(_OF_PROJECTS)):
        raise BoxError(
            f"{key}.{name}: {'unknown' if name in given else 'missing'}; give {', '.join(_OF_PROJECTS)}"
        )
    tiles, base = (whole_number(f"{key}.{name}", project[name], *_RANGES[name]) for name in _OF_PROJECTS[1:])
    return letters(f"{key}.name", project["name"], NAME_BYTES), tiles, base


def check(box: np.record) -> None:
    """Raise BoxError for a box that does not add up or cannot be played."""
    tiles, base = box["tiles"].tolist(), box["base_value"].tolist()
    for project in range(int(box["projects"])):
        if not is_named(f"project_name: entry {project}", box["project_name"][project]):
            raise BoxError(f"project_name: entry {project} must be a name")
        if tiles[project] < 1 or base[project] < 1:
            raise BoxError(f"project[{project}]: tiles and base_value must be at least 1")
        if tiles[project] + base[project] > LARGEST_PIE:
            raise BoxError(
                f"project[{project}]: base_value {base[project]} and {tiles[project]} tiles make its last "
                f"section worth {tiles[project] + base[project]} million; at most {LARGEST_PIE} can be shared"
            )
    for project in range(int(box["projects"]), PROJECTS):
        for name in ("tiles", "base_value", "project_name"):
            if box[name][project].any():
                raise BoxError(f"{name}: entry {project} belongs to no project; leave it 0")
    if sum(tiles) != box["building_tiles"]:
        raise BoxError(f"building_tiles: {box['building_tiles']}, but the projects have {sum(tiles)}")
    if box["projects_to_end"] > box["projects"]:
        raise BoxError(f"projects_to_end: {box['projects_to_end']}, but there are {box['projects']} projects")
    if box["projects_to_end"] == 1 and 1 in tiles[: int(box["projects"])]:
        raise BoxError(
            "projects_to_end: the first tile could end the game; needs 2, or no project of one tile"
        )
    if 0 < box["journalists"] < box["journalists_to_end"]:
        raise BoxError(f"journalists_to_end: {box['journalists_to_end']}, but there are {box['journalists']}")
    counts, start = box["card_counts"].tolist(), box["start_hand"].tolist()
    if sum(counts) != box["cards"]:
        raise BoxError(f"card_counts: {counts} make {sum(counts)} cards, not {box['cards']}")
    for value in range(VALUES):
        if counts[value] < SEATS * start[value]:
            raise BoxError(
                f"card_counts: {counts[value]} cards of value {value + 1} are too few: "
                f"{SEATS} players start with {start[value]} each"
            )


BOX = BoxSpec(Path(__file__).with_name("box.toml"), FIELDS, OPTIONS, arrange, check)
