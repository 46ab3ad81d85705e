"""Whatever a seat sees, its observation shows: the converse of the leak test, field by field.

The table says of each field who sees it (core/record.py). Two tables that differ in one entry that a seat
sees must differ in what that seat observes.
"""

import copy
import functools
import itertools
from typing import NamedTuple

import numpy as np
import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game
from hustings.envs.core.engine.ranges import fields_of
from hustings.envs.core.engine.record import DECIDER, EVERYBODY, OWNER, PLACE, SEAT, Field

from ...support import all_games, deal, each_table, laid, met

REDEALS = 12
VALUES = 4  # other values that an entry is given, beside one more and one less
TABLES = 25  # for each way of play
FEW = 10
HEADROOM = 1.25  # amounts may grow beyond what was met


@functools.cache
def pool(game: Game, players: int) -> np.ndarray:
    """Tables of every phase, from both ways of play."""
    return np.concatenate([met(game, players, other_way) for other_way in (False, True)])


@functools.cache
def some(game: Game, players: int, other_way: bool) -> GameBatch:
    """A batch of a few tables of each phase that were met in play."""
    tables, rng = met(game, players, other_way), np.random.default_rng(players)
    by_phase = [np.flatnonzero(tables["phase"] == phase) for phase in np.unique(tables["phase"])]
    each = -(-TABLES // len(by_phase))
    chosen = np.concatenate([rng.choice(rows, min(each, len(rows)), replace=False) for rows in by_phase])
    return laid(game, tables[chosen], other_way)


@functools.cache
def redealt(game: Game, players: int, other_way: bool, seat: int) -> list[np.ndarray]:
    """Some tables, and the same as they might be for all that a seat knows."""
    games = some(game, players, other_way)
    dealt = [games.tables.copy()]
    for seed in range(REDEALS):
        games = copy.deepcopy(games)
        games.redeal(seat, seed=seed)
        dealt.append(games.tables)
    return dealt


@functools.cache
def hidden_values(game: Game, players: int, seat: int, name: str) -> set[int]:
    """The values of a field that a seat cannot tell apart: a redeal has put one in another's stead."""
    found: set[int] = set()
    for other_way in (False, True):
        first, *others = (tables[name] for tables in redealt(game, players, other_way, seat))
        for other in others:
            changed = first != other
            found |= set(first[changed].tolist()) | set(other[changed].tolist())
    return found


@each_table
def test_a_redeal_changes_nothing_that_is_seen(game, players):
    fields = [field for field in fields_of(game, players) if field.seen.by in (EVERYBODY.by, OWNER.by)]
    for other_way, seat in itertools.product((False, True), range(players)):
        first, *others = redealt(game, players, other_way, seat)
        for field in fields:
            used = np.isin(first["phase"], used_in(game, field))
            shown = np.isin(first["phase"], shown_in(game, field))
            own = tuple(seat if axis == SEAT else np.s_[:] for axis in field.axes)
            for other in others:
                same = first[field.name] == other[field.name]
                assert same[shown].all(), f"{field.name} is dealt afresh"
                if SEAT in field.axes:
                    assert same[used][:, *own].all(), f"own {field.name} is dealt afresh"


def used_in(game: Game, field: Field) -> list[int]:
    """The phases in which a field means something."""
    return [phase for phase in game.phases if not field.seen.phases or phase in field.seen.phases]


def shown_in(game: Game, field: Field) -> list[int]:
    """The phases in which everybody sees it."""
    if field.seen.by != EVERYBODY.by:
        return []
    return [phase for phase in used_in(game, field) if phase not in field.seen.private]


def entries_of(game: Game, players: int, field: Field) -> np.ndarray:
    """The places of a field's entries, but for those of seats that nobody plays and entries 0 not used."""
    things = {name: length for block in game.observation(players) for name, length in block.axes.items()}
    used = np.ones(field.shape, bool)
    for axis, (name, length) in enumerate(field.axes.items() if field.shape else ()):
        along = np.moveaxis(used, axis, 0)
        if name == SEAT:
            along[players:] = False
        elif length == things.get(name, 0) + 1:
            along[0] = False
    return np.flatnonzero(used)


def other_values(game: Game, players: int, field: Field) -> np.ndarray:
    """Values that an entry may be given: all up to the highest met, or some of them and more than those."""
    values = np.unique(pool(game, players)[field.name]).astype(np.int64)
    last = max(int(values[-1]), field.low + 1)
    if last - field.low <= FEW:
        return np.arange(field.low, last + 1)
    chosen = np.random.default_rng(1).choice(values, min(VALUES, len(values)), replace=False)
    is_amount = last >= 2 * FEW and field.name != "phase"
    more = min(int(last * HEADROOM), field.high) if is_amount else last
    return np.unique([*chosen, values[0], last, more])


class Changes(NamedTuple):
    """Tables with one entry of a field changed."""

    rows: np.ndarray  # which table it was
    entries: np.ndarray  # the entry's place in the field
    before: np.ndarray
    after: np.ndarray


def changes_of(games: GameBatch, field: Field, values: np.ndarray) -> Changes:
    """Every entry of a field given other values, in every table in which it means something."""
    game, players = games.game, games.num_players
    places = entries_of(game, players, field)
    rows = np.flatnonzero(np.isin(games.tables["phase"], used_in(game, field)))
    old = games.tables[field.name].reshape(len(games.tables), -1)[rows][:, places].astype(np.int64)
    new = np.concatenate(
        [np.broadcast_to(values, (*old.shape, len(values))), old[..., None] + [-1, 1]], axis=-1
    )
    row, place, which = np.nonzero((new != old[..., None]) & (new >= values[0]) & (new <= values[-1]))
    before, after = (games.tables.take(rows[row]) for _ in range(2))  # many times as fast as by an index
    after[field.name].reshape(len(after), -1)[np.arange(len(row)), places[place]] = new[row, place, which]
    return Changes(rows[row], places[place], before, after)


def unseen_changes(game: Game, players: int, other_way: bool, field: Field) -> list[str]:
    """What may change in a field before a seat's eyes and not in its observation, in words."""
    games, found = some(game, players, other_way), []
    changes = changes_of(games, field, other_values(game, players, field))
    assert len(changes.rows), "nothing to change, so the test proves nothing"
    for seat in range(players):
        places = np.flatnonzero(is_seen(game, field, seat, changes))
        alike = look_alike(scratch(game, players, other_way), seat, changes, games.observe(seat), places)
        missing = places[alike]
        for place in missing:
            entry, phase = int(changes.entries[place]), int(changes.before["phase"][place])
            old, new = (int(tables[field.name][place].flat[entry]) for tables in changes[2:])
            found.append(f"entry {entry} {old} -> {new} for seat {seat} in phase {game.phases(phase).name}")
    return found


@functools.cache
def scratch(game: Game, players: int, other_way: bool) -> GameBatch:
    """A batch to write tables into, few enough at a time that they stay in the processor's cache."""
    return deal(game, 256, players, other_way)


def look_alike(
    games: GameBatch, seat: int, changes: Changes, shown: np.ndarray, places: np.ndarray
) -> np.ndarray:
    """After which of the changes, whatever is wrong with the tables, a seat observes what was `shown`."""
    alike, every = np.zeros(len(places), bool), np.arange(games.num_games)
    whole = np.dtype((np.void, games.tables.itemsize))  # quicker than field by field
    tables, after = games.tables.view(whole), changes.after.view(whole)
    for first in range(0, len(places), games.num_games):
        some = places[first : first + games.num_games]
        tables[: len(some)] = after[some]
        seen = games.observe(seat, rows=every[: len(some)])
        alike[first : first + len(some)] = (seen == shown[changes.rows[some]]).all(axis=1)
    return alike


def is_seen(game: Game, field: Field, seat: int, changes: Changes) -> np.ndarray:
    """Whether a seat can tell the tables before and after each change apart."""
    before, after = changes.before, changes.after
    if field.seen.by == DECIDER.by:
        return before["seat"] == seat
    if field.seen.by == PLACE.by:
        hidden = list(hidden_values(game, int(before["seats"][0]), seat, field.name))
        at = np.arange(len(before)), changes.entries
        old, new = (tables[field.name].reshape(len(before), -1)[at] for tables in (before, after))
        seen = ~(np.isin(old, hidden) & np.isin(new, hidden))
    else:
        seen = np.isin(before["phase"], shown_in(game, field))
    if SEAT in field.axes:
        seen |= np.unravel_index(changes.entries, field.shape)[list(field.axes).index(SEAT)] == seat
    return seen


def seen_fields() -> list:
    """The fields that somebody sees."""
    return [
        pytest.param(game, field, id=f"{game.name}-{field.name}")
        for game in all_games()
        for field in game.table_fields
        if field.seen.by in (EVERYBODY.by, OWNER.by, DECIDER.by, PLACE.by)
    ]


@pytest.mark.parametrize(("game", "field"), seen_fields())
def test_what_a_seat_sees_is_observed(game, field):
    for players in {game.player_counts[0], game.player_counts[-1]}:
        for other_way in (False, True):
            unseen = unseen_changes(game, players, other_way, field)
            assert not unseen, f"{players} players: {len(unseen)} changes, such as {unseen[:5]}"
