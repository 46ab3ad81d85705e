"""Checkpoints that survive a kill at any moment: a folder is complete, or it is not there."""

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file, save_file

from ..envs.core.errors import HustingsError

FORMAT, VERSION = "hustings-checkpoint", 1
STATE = "state.json"
KEPT = 2
_NAME = "checkpoint-{:06d}"


class CheckpointError(HustingsError):
    """A checkpoint that is damaged or of another version."""


def write_text(path: Path, text: str) -> None:
    """Write a file so that it is either as before or complete."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def save(
    folder: Path,
    state: Mapping[str, Any],
    arrays: Mapping[str, Mapping[str, np.ndarray]],
    save_model: Callable[[Path], Any],
) -> None:
    """Write one consistent set into `folder`, and drop all but the newest few.

    Args:
        folder: of all checkpoints of the run.
        state: plain data.
        arrays: for each file, its arrays by name.
        save_model: writes the model to a path ending in ".zip".
    """
    folder.mkdir(exist_ok=True)
    for leftover in folder.glob("*.part"):
        shutil.rmtree(leftover)
    before = complete(folder)
    final = folder / _NAME.format(int(before[-1].name.split("-")[1]) + 1 if before else 0)
    part = final.with_name(final.name + ".part")
    part.mkdir()
    save_model(part / "model.zip")
    for name, group in arrays.items():
        save_file({key: np.ascontiguousarray(array) for key, array in group.items()}, part / name)
    marks = {path.name: _digest(path) for path in sorted(part.iterdir())}
    head = {"format": FORMAT, "format_version": VERSION, "files": marks}
    (part / STATE).write_text(json.dumps({**head, "state": state}, indent=1) + "\n", encoding="utf-8")
    part.replace(final)
    for old in complete(folder)[:-KEPT]:
        shutil.rmtree(old)


def complete(folder: Path) -> list[Path]:
    """The checkpoints in `folder`, the newest last."""
    return sorted(path for path in folder.glob("checkpoint-*") if path.name.split("-")[1].isdecimal())


def load(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, np.ndarray]]]:
    """The state and the arrays of a checkpoint, after checking every file of it, the model's included.

    Raises:
        CheckpointError: naming the file and the remedy.
    """
    remedy = f"delete {path} to go on from the one before, or start a new run"
    try:
        tree = json.loads((path / STATE).read_text(encoding="utf-8"))
        marks = tree["files"]
        known = (tree["format"], tree["format_version"]) == (FORMAT, VERSION)
        state = dict(tree["state"])
    except (OSError, ValueError, KeyError, TypeError):
        raise CheckpointError(f"{path / STATE}: missing or damaged; {remedy}") from None
    if not known:
        raise CheckpointError(f"{path / STATE}: of another version of hustings; start a new run")
    for name, mark in marks.items():
        if not (path / name).is_file() or _digest(path / name) != mark:
            raise CheckpointError(f"{path / name}: missing or damaged; {remedy}")
    arrays = {name: load_file(path / name) for name in marks if name.endswith(".safetensors")}
    return state, arrays


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
