"""A game's own box with something changed, each change in a line.

In the file:

    hand = 21                       the value of an entry, also of one that is not there: handz = 21
    surcharge[0] = -1               a part of it
    totals.red_cards = 9            an entry in a table
    charity_vp = 3                  an option
    card[3].number = 62             a column of a row, in whichever of its entries it stands
    card[1].title.number = 2        a column in the row's entry `title`
    del card[3].number              any of these taken out, or a whole row: del card[3]
    office += { kind = "extra" }    one more row

In its record, by field and place: `card_price[8] = 1`, `land_seats[15, 50] = 14`, `card_period[52:62] = 3`.
Values are as in TOML.
"""

import copy
import functools
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from hustings.envs.core.io.box import BoxSpec

from .odd_files import as_toml

_REASON = {"evidence": "inferred", "constraint": "A test"}
_STEP = re.compile(r"([^.\[\]]+)|\[([\d:, ]+)\]")


def changed_file(spec: BoxSpec, changes: list[str], path: Path) -> Path:
    """Write the game's own file with these changes to `path`."""
    tree = copy.deepcopy(_tree(spec.file))
    for change in changes:
        _change(tree, change)
    path.write_bytes(as_toml(tree))
    return path


def changed_record(spec: BoxSpec, changes: list[str]) -> np.ndarray:
    """The game's own box as it is loaded, with these changes."""
    box = spec.load().copy()
    for change in changes:
        where, _, value = change.partition(" = ")
        (name, _), *places = _STEP.findall(where)
        index = [_index(place) for _, inside in places for place in inside.split(",")]
        box[name][(0, *index)] = _value(value)
    return box


@functools.cache
def _tree(file: Path) -> dict:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _value(text: str) -> Any:
    return tomllib.loads(f"value = {text}")["value"]


def _index(place: str) -> int | slice:
    first, colon, last = place.strip().partition(":")
    return slice(int(first), int(last)) if colon else int(first)


def _change(tree: dict, change: str) -> None:
    if row := re.fullmatch(r"(\w+) \+= (.*)", change, re.DOTALL):
        tree[row[1]].append({"row": {"value": _value(row[2]), **_REASON}})
        return
    where, equals, value = change.removeprefix("del ").partition(" = ")
    steps = [int(index) if index else name for name, index in _STEP.findall(where)]
    holder, key = _locate(
        tree if steps[0] in tree or steps[0] not in tree["options"] else tree["options"], steps
    )
    if not equals:
        del holder[key]
    elif isinstance(holder, dict) and _is_entry(holder.get(key)):
        holder[key]["value"] = _value(value)
    elif holder is tree or (isinstance(holder, dict) and all(map(_is_entry, holder.values()))):
        holder[key] = {"value": _value(value), **_REASON}
    else:
        holder[key] = _value(value)


def _locate(node: Any, steps: list) -> tuple[Any, Any]:
    """What holds the last step of a path, or would hold it."""
    step, *rest = steps
    if _is_row(node):
        if rest and isinstance(rest[0], str):
            return _locate(node[step], rest)
        node = next((part for part in node.values() if step in part["value"]), next(iter(node.values())))
    if _is_entry(node):
        node = node["value"]
    return _locate(node[step], rest) if rest else (node, step)


def _is_entry(node: Any) -> bool:
    return isinstance(node, dict) and "evidence" in node


def _is_row(node: Any) -> bool:
    """Whether it is a row of columns, which stand in its entries by their evidence."""
    return isinstance(node, dict) and all(
        _is_entry(part) and isinstance(part["value"], dict) for part in node.values()
    )
