"""Whatever a seat sees, its observation shows: the converse of the leak test, field by field.

The table says of each field who sees it (core/record.py). Two tables that differ in one entry that a seat
sees must differ in what that seat observes.
"""

import copy
import functools
import itertools

import numpy as np
import pytest

from hustings.envs.core.batch import GameBatch
from hustings.envs.core.check import fields_of
from hustings.envs.core.game import Game
from hustings.envs.core.record import EVERYBODY, OWNER, PLACE, SEAT, Field
from support import all_games, all_tables, deal, label, met

REDEALS = 12
VALUES = 4  # other values that an entry is given, beside one more and one less
TABLES = 40  # for each way of play
HEADROOM = 1.25  # amounts may grow beyond what was met

each_table = pytest.mark.parametrize(("game", "players"), all_tables(), ids=label)


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
    games = deal(game, len(chosen), players, other_way)
    games.tables = tables[chosen]
    return games


# --- What a redeal leaves ------------------------------------------------------------------------


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
                assert SEAT not in field.axes or same[used][:, *own].all(), (
                    f"own {field.name} is dealt afresh"
                )


# --- What the observation shows ------------------------------------------------------------------


def used_in(game: Game, field: Field) -> list[int]:
    """The phases in which a field means something."""
    return [phase for phase in game.phases if not field.seen.phases or phase in field.seen.phases]


def shown_in(game: Game, field: Field) -> list[int]:
    """The phases in which everybody sees it."""
    if field.seen.by != EVERYBODY.by:
        return []
    return [phase for phase in used_in(game, field) if phase not in field.seen.private]


def entries_of(game: Game, players: int, field: Field) -> list[tuple[int, ...]]:
    """The indices of a field's entries, but for those of seats that nobody plays and entries 0 not used."""
    if not field.shape:
        return [()]
    things = {name: length for block in game.observation(players) for name, length in block.axes.items()}
    ranges = [
        range(players) if name == SEAT else range(length == things.get(name, 0) + 1, length)
        for name, length in field.axes.items()
    ]
    return list(itertools.product(*ranges))


def other_values(game: Game, players: int, field: Field, rng: np.random.Generator) -> np.ndarray:
    """Values that an entry may be given: some of those met, the ends among them, and more of what counts."""
    values = np.unique(pool(game, players)[field.name]).astype(np.int64)
    chosen = rng.choice(values, min(VALUES, len(values)), replace=False)
    amount = values[-1] >= 20 and field.name != "phase"
    most = int(values[-1] * HEADROOM) if amount else int(values[-1])
    return np.unique([*chosen, values[0], values[-1], min(most, field.high)])


def changed_tables(
    games: GameBatch, field: Field, entry: tuple[int, ...], values: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The rows of the tables that are changed in this entry, and the changed tables."""
    rows = np.flatnonzero(np.isin(games.tables["phase"], used_in(games.game, field)))
    old = games.tables[field.name][(rows, *entry)].astype(np.int64)
    new = np.concatenate([np.tile(values, (len(rows), 1)), old[:, None] + [-1, 1]], axis=1)
    fits = (new != old[:, None]) & (new >= values[0]) & (new <= values[-1])
    place, which = np.nonzero(fits)
    tables = games.tables[rows[place]]
    tables[field.name][(np.arange(len(place)), *entry)] = new[place, which]
    return rows[place], tables


def unseen_changes(game: Game, players: int, other_way: bool, field: Field) -> list[str]:
    """What may change in a field before a seat's eyes and not in its observation, in words."""
    games, found = some(game, players, other_way), []
    values = other_values(game, players, field, np.random.default_rng(1))
    shown = [games.observe(seat) for seat in range(players)]
    for entry in entries_of(game, players, field):
        rows, tables = changed_tables(games, field, entry, values)
        if not len(rows):
            continue
        changed = deal(game, len(rows), players, other_way)
        changed.tables[:] = tables
        old = games.tables[field.name][(rows, *entry)]
        new = tables[field.name][(np.arange(len(rows)), *entry)]
        for seat in range(players):
            same = (changed.observe(seat) == shown[seat][rows]).all(axis=1)
            missing = same & is_seen(game, players, field, entry, seat, old, new, tables["phase"])
            for place in np.flatnonzero(missing):
                where = f"seat {seat} in phase {game.phases(int(tables['phase'][place])).name}"
                found.append(f"{field.name}{list(entry)} {old[place]} -> {new[place]} for {where}")
    return found


def is_seen(
    game: Game,
    players: int,
    field: Field,
    entry: tuple[int, ...],
    seat: int,
    old: np.ndarray,
    new: np.ndarray,
    phases: np.ndarray,
) -> np.ndarray:
    """Whether a seat can tell old and new values of an entry apart, in each of the tables."""
    if field.seen.by == PLACE.by:
        hidden = list(hidden_values(game, players, seat, field.name))
        return ~(np.isin(old, hidden) & np.isin(new, hidden))
    owner = entry[list(field.axes).index(SEAT)] if SEAT in field.axes else None
    return np.isin(phases, shown_in(game, field)) | (owner == seat)


def seen_fields() -> list:
    """The fields that somebody sees."""
    return [
        pytest.param(game, field, id=f"{game.name}-{field.name}")
        for game in all_games()
        for field in game.table_fields
        if field.seen.by in (EVERYBODY.by, OWNER.by, PLACE.by)
    ]


@pytest.mark.parametrize(("game", "field"), seen_fields())
def test_what_a_seat_sees_is_observed(game, field):
    for players in game.player_counts:
        for other_way in (False, True):
            unseen = unseen_changes(game, players, other_way, field)
            assert not unseen, f"{players} players: {len(unseen)} changes, such as {unseen[:5]}"
