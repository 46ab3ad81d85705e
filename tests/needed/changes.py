"""Tables changed a little, and the sieve that keeps those which a check refuses for a wanted fault only.

Tables are rows of bytes here, so that one compiled function changes those of any game.
"""
# ruff: noqa: NPY002 - compiled code has no other generator

import math
from collections.abc import Callable

import numpy as np

from hustings.envs.core.engine import chance
from hustings.envs.core.engine.compile import bind_loop, rule
from hustings.envs.core.engine.game import Game
from hustings.envs.core.engine.ranges import fields_of
from hustings.envs.core.engine.record import SEAT

from ..odd_tables import KEPT

FIRST, BYTES, ENTRIES, LOW, HIGH, SIGNED, SEATS, INNER = range(8)
AFTER_SEED = 8
check = None  # bound below


def field_table(game: Game, players: int) -> tuple[np.ndarray, list[str]]:
    """The fields that may change, (F, 8) int64 by the columns above, and their names.

    `SEATS` is the length of the axis of seats, 0 without one, and `INNER` how many entries of a seat
    lie side by side in it.
    """
    rows, names = [], []
    for field in fields_of(game, players):
        if field.name not in (*KEPT, "pad"):
            kind, (_, first, *_) = np.dtype(field.type), (game.table.fields or {})[field.name]
            axes = field.axes if isinstance(field.axes, dict) else {}
            lengths = [*axes.values()][[*axes].index(SEAT) :] if SEAT in axes else [0]
            seats = lengths[0], math.prod(lengths[1:])
            rows.append((first, kind.itemsize, field.size, field.low, field.high, kind.kind == "i", *seats))
            names.append(field.name)
    return np.array(rows, np.int64), names


@rule
def get(row, fields, field, entry):
    """A number in a table."""
    size = fields[field, BYTES]
    first, value = fields[field, FIRST] + entry * size, 0
    for i in range(size):
        value |= int(row[first + i]) << (8 * i)
    return value - (1 << (8 * size)) if fields[field, SIGNED] and value >> (8 * size - 1) else value


@rule
def put(row, fields, field, entry, value):
    """Write a number, if it is in the range of its field."""
    if fields[field, LOW] <= value <= fields[field, HIGH]:
        size = fields[field, BYTES]
        for i in range(size):
            row[fields[field, FIRST] + entry * size + i] = (value >> (8 * i)) & 255


@rule
def anything(fields, field):
    """A number in the range of a field."""
    return fields[field, LOW] + np.random.randint(fields[field, HIGH] - fields[field, LOW] + 1)


@rule
def change(row, other, fields, field, second):
    """Change one field, or two of which one gives what the other gets; `other` is another table."""
    entries = fields[field, ENTRIES]
    at, to, kind = np.random.randint(entries), np.random.randint(entries), np.random.randint(10)
    now = get(row, fields, field, at)
    if kind == 0:
        for i in range(entries):
            put(row, fields, field, i, anything(fields, field))
    elif kind == 1:
        for i in range(entries):
            put(row, fields, field, i, get(other, fields, field, i))
    elif kind <= 3:
        put(row, fields, field, at, anything(fields, field))
    elif kind == 4:
        put(row, fields, field, at, now + 1)
    elif kind == 5:
        put(row, fields, field, at, now - 1)
    elif kind == 6:
        put(row, fields, field, at, 0 if now else 1)
    elif kind == 7:
        put(row, fields, field, at, get(row, fields, field, to))
        put(row, fields, field, to, now)
    elif kind == 8:
        move(row, fields, field, at, field, to)
    else:
        move(row, fields, field, at, second, np.random.randint(fields[second, ENTRIES]))


@rule
def move(row, fields, field, at, second, to):
    """One more here, one less there."""
    left = get(row, fields, second, to)
    if left > fields[second, LOW] and (field != second or at != to):
        put(row, fields, second, to, left - 1)
        put(row, fields, field, at, get(row, fields, field, at) + 1)


@rule
def exchange_seats(row, fields, players):
    """Two players change places, in some of the fields."""
    one, another, share = np.random.randint(players), np.random.randint(players), np.random.random()
    for field in range(len(fields)):
        seats, inner = fields[field, SEATS], fields[field, INNER]
        if seats > 0 and np.random.random() < share:
            for outer in range(fields[field, ENTRIES] // (seats * inner)):
                for entry in range(inner):
                    at, to = (outer * seats + one) * inner + entry, (outer * seats + another) * inner + entry
                    now = get(row, fields, field, at)
                    put(row, fields, field, at, get(row, fields, field, to))
                    put(row, fields, field, to, now)


@rule
def change_some(row, other, fields, focus, players):
    """One change or more, most of them in the fields of `focus`."""
    while True:
        if np.random.random() < 0.1:
            exchange_seats(row, fields, players)
        field, second = np.random.randint(len(fields)), np.random.randint(len(fields))
        if np.random.random() < 0.7:
            field = focus[np.random.randint(len(focus))]
        if np.random.random() < 0.7:
            second = focus[np.random.randint(len(focus))]
        change(row, other, fields, field, second)
        if np.random.random() < 0.6:
            return


@rule
def is_new(seen, row):
    """Whether a table, but for its seed, is not among those `seen`, keys by their own hash; now it is."""
    key = np.uint64(14695981039346656037)
    for i in range(AFTER_SEED, len(row)):
        key = (key ^ np.uint64(row[i])) * np.uint64(1099511628211)
    return note(seen, key)


@rule
def note(seen, key):
    """Put a key among those `seen`, which must not be full; whether it was not there."""
    size = np.uint64(len(seen))
    at = chance.mix(key, np.uint64(0)) % size
    while seen[at] != 0:
        if seen[at] == key:
            return False
        at = (at + np.uint64(1)) % size
    seen[at] = key
    return True


@rule
def note_all(seen, keys):
    for key in keys:
        if key != 0:
            note(seen, key)


def sift_template(
    box, pool, best, known, work, row, fields, focus, wanted, off, seen, number, key, found, faults
):
    """Change tables `number` times; put those that nothing but faults that are `off` refuses into `found`.

    Tables are of the pool, or of the `known` ones that were found before, in `best`. `work` is one table and
    `row` its bytes. `faults` tells the first fault of each. Fault 0 is wanted where accepted tables are.
    Returns how many were found.
    """
    np.random.seed(key)
    none, made = np.zeros(len(off), np.bool_), 0
    for _ in range(number):
        if made == len(found):
            break
        if known > 0 and np.random.random() < 0.5:
            row[:] = best[np.random.randint(known)]
        else:
            row[:] = pool[np.random.randint(len(pool))]
        change_some(row, pool[np.random.randint(len(pool))], fields, focus, int(work[0].seats))
        fault = check(box[0], work[0], none)
        if wanted[fault] and (fault == 0 or check(box[0], work[0], off) == 0) and is_new(seen, row):
            found[made] = row
            faults[made] = fault
            made += 1
    return made


def sift_of(game: Game, checked: Callable) -> Callable:
    """The loop for one game's check, with switches."""
    return bind_loop(sift_template, f"sift_{game.name}", check=checked)
