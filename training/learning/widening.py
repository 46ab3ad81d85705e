"""Widening: the weights of a network for one number of players, in a network for all of them.

At its own table the wide network plays as the narrow one, but for what the codes of absent seats may add to
the maximum over seats: in 2 of 1,000 decisions of Liberté. What it reads about further seats has weights of 0
to begin with.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...envs.core.engine.game import Game
from ...envs.core.engine.layout import Layout
from .padding import PRESENT, SEAT, padding_of
from .things import Pointer, pointers, things

WIDENED = ("entity", "flat")
"""The networks whose weights can be widened."""
_TRUNK = "features_extractor."
_GAUGE, _ENCODER = f"{_TRUNK}gauges.{SEAT}.", f"{_TRUNK}encoders.{SEAT}."
_GREATEST = 5.0  # of a scaled input


class _Table(NamedTuple):
    """What a network sees at one table: the indices of entries in a padded view, and its pointers."""

    view: np.ndarray
    about: dict[str, np.ndarray]
    pointers: list[Pointer]


def widened(arrays: Mapping[str, np.ndarray], game: Game, players: int) -> dict[str, np.ndarray]:
    """The arrays of a network for all tables.

    Args:
        arrays: those of a network for one table, by name, without what only learning needs.
        game: the game.
        players: the number of players at that table.

    Raises:
        ValueError, IndexError, KeyError, TypeError: if an array is missing, or has not the shape that it has
            in a network for that table.
    """
    padding = padding_of(game)
    # Where each entry of its view stands in the padded one.
    sources = padding.columns[padding.counts == players][0]
    view = np.empty(game.observation(players).size, np.int64)
    view[sources[sources > 1] - 2] = np.flatnonzero(sources > 1)
    before = _table(game, players, view)
    after = _table(game, padding.players, np.arange(padding.layout.size), padding.layout)
    wide = dict(arrays)
    for name, seen in _inputs(before).items():
        if name in arrays:
            wide[name] = _spread(arrays[name], seen, _inputs(after)[name], float(name.endswith("scale")))
    looks_at_seats = _ENCODER + "names" in arrays
    for name, number in _seats(after, 0 if looks_at_seats else padding.players).items():
        if name in arrays:  # further seats are like the last one
            more = max(0, number - len(arrays[name]))
            wide[name] = np.concatenate([arrays[name], np.repeat(arrays[name][-1:], more, axis=0)])
    if looks_at_seats:
        present = np.flatnonzero(after.about[SEAT] == padding.layout[PRESENT].start)[0]
        _silence(wide, present, padding.players / players)
    return wide


def _table(game: Game, players: int, view: np.ndarray, layout: Layout | None = None) -> _Table:
    kinds = things(game, players, layout)
    numbers = {kind.name: len(kind.entries) for kind in kinds}
    return _Table(view, {kind.name: view[kind.entries[0]] for kind in kinds}, pointers(game, numbers))


def _inputs(table: _Table) -> dict[str, np.ndarray]:
    """By the names of arrays, the entries of their last axis: of each kind, those about its first thing."""
    found = {f"{_TRUNK}{name}": table.view for name in ("mean", "scale", "first.weight")}
    for kind, entries in table.about.items():
        for name in (f"gauges.{kind}.mean", f"gauges.{kind}.scale", f"encoders.{kind}.first.weight"):
            found[_TRUNK + name] = entries
    for number, pointer in enumerate(table.pointers):
        found[f"action_net.pointing.{number}.of_thing.weight"] = table.about[pointer.name]
    return found


def _seats(table: _Table, values: int) -> dict[str, int]:
    """By the names of arrays whose first axis counts seats, how many: `values` of the trunk's values."""
    found = {f"value_net.from_trunk.{name}": values for name in ("weight", "bias")}
    for number, pointer in enumerate(table.pointers):
        if pointer.name == SEAT:
            found[f"action_net.pointing.{number}.names"] = pointer.number
    return found


def _spread(array: np.ndarray, seen: np.ndarray, wanted: np.ndarray, new: float) -> np.ndarray:
    """The array with a last axis for the entries wanted, `new` for those that it has not seen."""
    wide = np.full((*array.shape[:-1], len(wanted)), new, array.dtype)
    order = np.argsort(wanted)
    wide[..., order[np.searchsorted(wanted, seen, sorter=order)]] = array
    return wide


def _silence(wide: dict[str, np.ndarray], present: int, share: float) -> None:
    """Keep absent seats out of the seats' codes.

    Args:
        wide: the arrays, changed in place.
        present: the index of the entry that says whether a seat is present.
        share: the number of all seats to that of present ones.
    """
    wide[_GAUGE + "mean"][present] = 1.0  # the entry is 0 for seats that are present, and -1 for others
    absent = np.clip(-wide[_GAUGE + "mean"] * wide[_GAUGE + "scale"], -_GREATEST, _GREATEST)
    first, of_codes = wide[_ENCODER + "first.weight"], wide[_TRUNK + "of_codes.weight"].copy()
    lifted = first @ absent + wide[_ENCODER + "first.bias"] + wide[_ENCODER + "names"][-1]
    first[:, present] = np.maximum(lifted, 0)
    # Now a code is what the second layer's bias leaves. The first codes are the means over all seats.
    code, mean = np.maximum(wide[_ENCODER + "second.bias"], 0), of_codes[:, : len(lifted)]
    wide[_TRUNK + "first.bias"] = wide[_TRUNK + "first.bias"] - (share - 1) * mean @ code
    mean *= share
    wide[_TRUNK + "of_codes.weight"] = of_codes
