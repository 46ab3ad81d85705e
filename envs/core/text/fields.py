"""Describe the fields of a game's table: contents, axes, range, and who sees them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..engine.game import Game
from ..engine.ranges import fields_of
from ..engine.record import DECIDER, EVERYBODY, HIDDEN, OWNER, PLACE, Field
from .prompts import phase_in_words

_WHO = {
    EVERYBODY.by: "everybody",
    OWNER.by: "its owner",
    DECIDER.by: "the seat to decide",
    PLACE.by: "who holds the thing, or can look where it is",
    HIDDEN.by: "nobody",
}


def described_fields(game: Game, players: int) -> list[dict[str, Any]]:
    """The fields of a table as plain values, in the order of the game's declaration.

    Returns:
        For each field, "name"; "type", NumPy's name; "axes", lengths by name, outermost first; "low" and
        "high", its inclusive range with this number of players; "about", its content and unit; "seen_by", who
        sees it, in words; "phases", the phases in which it has a meaning (empty for all); "private", the
        phases in which only the owner sees it.
    """
    ranges = {field.name: field for field in fields_of(game, players)}
    return [_described(game, ranges[field.name]) for field in game.table_fields]


def _described(game: Game, field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "type": np.dtype(field.type).name,
        "axes": dict(field.axes) if isinstance(field.axes, Mapping) else {},
        "low": int(field.low),
        "high": int(field.high),
        "about": field.about,
        "seen_by": seen_by(game, field),
        "phases": _names(game, field.seen.phases),
        "private": _names(game, field.seen.private),
    }


def seen_by(game: Game, field: Field) -> str:
    """Who sees a field, in words."""
    seen = field.seen
    words = _WHO.get(seen.by) or f"(adds nothing to other fields: {seen.why})"
    if seen.phases:
        words += f", during {_in_words(game, seen.phases)}"
    if seen.private:
        words += f"; during {_in_words(game, seen.private)} its owner alone"
    return words


def _in_words(game: Game, phases: tuple[int, ...]) -> str:
    return ", ".join(dict.fromkeys(f'"{phase_in_words(game, phase)}"' for phase in phases))


def _names(game: Game, phases: tuple[int, ...]) -> list[str]:
    return [game.phases(phase).name for phase in phases]
