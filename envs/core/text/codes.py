"""The meanings of numbers in fields and actions: phases, cards, places on the map and so on.

Lists are made from the box and from the enums in the game's module `table`. A game defines the lists of its
box in a module `text/codes.py`: `lists(box)` returns them, `SEAT_FIELDS` names the fields that hold seats,
and `BY_SEAT` has pairs of an enum member to which a seat is added and the number of seats.
"""

import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ..engine.game import NOBODY, Game
from ..engine.layout import Block
from ..engine.record import SEAT
from .prompts import optional_module, phase_in_words
from .words import player, spoken


class Codes(NamedTuple):
    """A list of numbers with their meanings.

    Attributes:
        name: the name of an axis ("card") or of an enum ("Place").
        about: what is numbered.
        names: the meanings by number.
        fields: fields of the table that hold such numbers, besides those whose description names the enum.
        first: the number of the first entry on such an axis of actions.
    """

    name: str
    about: str
    names: Mapping[int, str]
    fields: tuple[str, ...] = ()
    first: int = 0


def codes_of(game: Game, box: np.record) -> list[Codes]:
    """The lists of a game: its own, the seats, the phases, then its other enums."""
    own = optional_module(f"{game.module}.text.codes")
    by_seat = getattr(own, "BY_SEAT", ())
    enums = [_enum(cls, {int(m): seats for m, seats in by_seat if type(m) is cls}) for cls in _enums(game)]
    seats = _seats(game, getattr(own, "SEAT_FIELDS", ()))
    return [*(own.lists(box) if own else ()), seats, _phases(game), *enums]


def described_codes(game: Game, box: np.record) -> list[dict[str, Any]]:
    """The lists as plain values.

    Returns:
        For each list, "name"; "about", what is numbered; "names", pairs of a number and its meaning;
        "fields", the fields of the table that hold such numbers; "axes", the fields with such an axis;
        "actions", the action blocks with such an axis: "block", "start" (its first action) and "first" (the
        number of that action on the axis).
    """
    lists = codes_of(game, box)
    names = {codes.name for codes in lists}

    def has_axis(part: Any, codes: Codes) -> bool:
        return isinstance(part.axes, Mapping) and any(
            list_of(axis, names) == codes.name for axis in part.axes
        )

    return [
        {
            "name": codes.name,
            "about": codes.about,
            "names": [[number, codes.names[number]] for number in sorted(codes.names)],
            "fields": list(fields_with(game, codes)),
            "axes": [field.name for field in game.table_fields if has_axis(field, codes)],
            "actions": [_start(game, block, codes) for block in game.actions if has_axis(block, codes)],
        }
        for codes in lists
    ]


def _start(game: Game, block: Block, codes: Codes) -> dict[str, Any]:
    # Blocks in which nobody names oneself begin with the next seat.
    first = game.max_players - block.axes[SEAT] if codes.name == SEAT else codes.first
    return {"block": block.name, "start": block.start, "first": first}


def list_of(axis: str, names: set[str]) -> str | None:
    """The name of the list for an axis: the axis's own, or an enum's of that name; None if there is none."""
    return next((name for name in (axis, axis.capitalize()) if name in names), None)


def fields_with(game: Game, codes: Codes) -> tuple[str, ...]:
    """The fields of the table that hold numbers of a list."""
    if codes.name.islower():
        return codes.fields
    named = re.compile(rf"\b(?:an?|seat's) {codes.name}\b(?! \+)")
    by_words = (field.name for field in game.table_fields if named.search(field.about))
    return tuple(dict.fromkeys((*codes.fields, *by_words)))


def _enums(game: Game) -> Iterator[type[IntEnum]]:
    """The enums in the module of the table, in order, except the phases."""
    table = optional_module(f"{game.module}.table")
    for cls in vars(table).values() if table else ():
        if isinstance(cls, type) and issubclass(cls, IntEnum) and cls not in (IntEnum, game.phases):
            yield cls


def _enum(cls: type[IntEnum], by_seat: Mapping[int, int]) -> Codes:
    """An enum's members; those in `by_seat` are listed once for each seat."""
    names: dict[int, str] = {}
    for member in cls:
        words = spoken(member.name)
        seats = range(by_seat.get(member, 0))
        names |= {member + seat: f"{words}, {player(seat)}" for seat in seats} or {int(member): words}
    return Codes(cls.__name__, (cls.__doc__ or "").strip().partition("\n")[0], names)


def _phases(game: Game) -> Codes:
    names = {int(phase): f"{phase.name}: {phase_in_words(game, phase)}" for phase in game.phases}
    return Codes("Phase", "Where the game stands; those after OVER pass within an action.", names, ("phase",))


def _seats(game: Game, fields: tuple[str, ...]) -> Codes:
    seats = {NOBODY: "nobody"} | {seat: player(seat) for seat in range(game.max_players)}
    about = "Seats, clockwise. In actions and observations they count from one's own seat on."
    return Codes("seat", about, seats, ("seat", *fields))
