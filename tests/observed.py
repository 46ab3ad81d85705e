"""What a seat should observe, worked out with NumPy from the fields of the table and nothing of the view.

A plain block shows the field of its name; `own_NAME` shows the looker's part of it, and `on_turn` the seat to
decide. What its entries are follows from field, axes and meaning:

- with scale 128 it is so many 128ths, at most 1; without a scale it is a flag, as it stands;
- on an axis that the field has not stands 1 where the field has that value, counted from 0 or 1 by its range,
  or that bit;
- an axis that the block has not is summed over, but for "seat", of which the looker's entry is taken;
- on the axis "seat" come the looker, then the players to its left;
- where the field means nothing in a phase all is 0, where its owner alone sees it then that of others is.

What a game shows in another way is in tests/GAME/observed.py: `FIELDS`, the fields of blocks that are called
otherwise, and a function NAME(tables, box, seat, others) for the block of its name, which gives it as
[table, *axes] before it is scaled. It takes what it names of these: the tables, the record of the box, who
looks, and all seats as the looker has them, its own first. Nothing is above 1 or below -1. `RULES` has the
rows of the ledger that are about observations as a whole.
"""

import importlib
import inspect
from pathlib import Path
from types import ModuleType

import numpy as np

from hustings.envs.core.engine.game import Game
from hustings.envs.core.engine.layout import Block
from hustings.envs.core.engine.record import DECIDER, OWNER, SEAT, Field


def expected(game: Game, block: Block, box: np.record, tables: np.ndarray, seat: int) -> np.ndarray | None:
    """[table, entry]: what a seat should see in a block; None where nothing says."""
    players = int(tables["seats"][0])
    others = (seat + np.arange(players)) % players
    if function := _functions(game).get(block.name):
        given = {"tables": tables, "box": box, "seat": seat, "others": others}
        shown = function(**{name: given[name] for name in inspect.signature(function).parameters})
    else:
        field = field_of(game, block)
        shown = field and _shown(game, field, block, tables, others)
    if shown is None:
        return None
    return np.clip(shown.reshape(len(tables), -1) / block.scale, -1, 1)


def field_of(game: Game, block: Block) -> Field | None:
    """The field that a plain block shows."""
    names = {"on_turn": "seat", **getattr(module_of(game), "FIELDS", {})}
    name = names.get(block.name, block.name.removeprefix("own_"))
    return next((field for field in game.table_fields if field.name == name), None)


def module_of(game: Game) -> ModuleType | None:
    if not (Path(__file__).parent / game.name / "observed.py").is_file():
        return None
    return importlib.import_module(f"tests.{game.name}.observed")


def _functions(game: Game) -> dict:
    made = vars(module_of(game)).items() if module_of(game) else ()
    return {name.rstrip("_"): value for name, value in made if inspect.isfunction(value)}


def _shown(
    game: Game, field: Field, block: Block, tables: np.ndarray, others: np.ndarray
) -> np.ndarray | None:
    """A plain block as [table, *axes], before it is scaled."""
    entries, axes = _entries(field, block, tables, others)
    new, scaled = [name for name in block.axes if name not in axes], block.scale > 1
    if len(new) == 1 and not scaled:
        length = game.max_players if new == [SEAT] else block.axes[new[0]]
        numbers = others if new == [SEAT] else np.arange(length)
        entries, axes = _marks(field, entries, numbers, length), [*axes, *new]
    elif new or not (scaled or (field.low, field.high) == (0, 1)):
        return None
    shown = entries.transpose(0, *(1 + axes.index(name) for name in block.axes)).astype(np.float32)
    return _seen(field, block, shown, tables, others[0])


def _entries(
    field: Field, block: Block, tables: np.ndarray, others: np.ndarray
) -> tuple[np.ndarray, list[str]]:
    """The field's entries on the axes that the block has too, and these axes."""
    entries, axes = tables[field.name].astype(np.int64), list(field.axes)
    for name in field.axes:
        axis = 1 + axes.index(name)
        if name == SEAT:
            entries = entries.take(others if name in block.axes else others[0], axis)
        elif name in block.axes:
            entries = entries.take(range(entries.shape[axis] - block.axes[name], entries.shape[axis]), axis)
        else:
            entries = entries.sum(axis)
        if name not in block.axes:
            axes.remove(name)
    return entries, axes


def _marks(field: Field, entries: np.ndarray, numbers: np.ndarray, length: int) -> np.ndarray:
    """[..., number]: 1 where a field of so many values has that number, or that bit."""
    if field.high == 2**length - 1:
        return entries[..., None] >> numbers & 1
    return entries[..., None] == numbers + int(field.high == length)


def _seen(field: Field, block: Block, shown: np.ndarray, tables: np.ndarray, seat: int) -> np.ndarray | None:
    """The same as far as the seat sees it."""
    seen = field.seen
    if seen.phases:
        shown[~np.isin(tables["phase"], seen.phases)] = 0
    if seen.by == DECIDER.by:
        shown[tables["seat"] != seat] = 0
    if SEAT in field.axes and SEAT in block.axes:
        if seen.by == OWNER.by and len(block.axes) == len(field.axes):
            return None
        others = np.moveaxis(shown, 1 + list(block.axes).index(SEAT), 1)[:, 1:]
        others[np.isin(tables["phase"], seen.private)] = 0
    return shown
