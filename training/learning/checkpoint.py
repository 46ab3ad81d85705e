"""Checkpoints that survive a kill at any moment: a folder is complete, or it does not exist.

A checkpoint is plain data, so reading it can run no code:

    state.json            numbers and names
    model.safetensors     the learner's networks, and the state of its algorithm
    pool.safetensors      the weights of its opponents
    games.safetensors     the running games
    SHA256SUMS            digests of all these, for `sha256sum --check`
"""

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as unpacked
from safetensors.numpy import save as packed

from ...envs.core.errors import HustingsError
from ...envs.core.io.files import read_bytes
from ...envs.core.io.parsing import parse_json

FORMAT, VERSION = "hustings-checkpoint", 6
FOLDER, STATE, SUMS = "checkpoints", "state.json", "SHA256SUMS"
ARRAYS = ("model", "pool", "games")
KEPT = 2
_NAME = "checkpoint-{:06d}"
_MOST = 2**40
_MOST_BYTES = 2**32
_MOST_BYTES_OF_TEXT = 48 * 2**20  # months of evaluations, and fewer values than `parse_json` allows

Arrays = dict[str, np.ndarray]


class CheckpointError(HustingsError):
    """A checkpoint that is damaged, of another version, or cannot be written."""


def save(folder: Path, state: Mapping[str, Any], arrays: Mapping[str, Mapping[str, np.ndarray]]) -> None:
    """Write a checkpoint into `folder`, and remove all but the newest few.

    Args:
        folder: the run's folder of checkpoints.
        state: plain data; its numbers must be finite.
        arrays: for each of `ARRAYS`, its arrays by name.

    Raises:
        CheckpointError: naming the file that cannot be written, or would be too large to be read; earlier
            checkpoints stay.
    """
    tree = {"format": FORMAT, "format_version": VERSION, "state": state}
    content = {STATE: (json.dumps(tree, allow_nan=False) + "\n").encode()}
    for name in ARRAYS:
        content[_file(name)] = packed({key: np.asarray(a, order="C") for key, a in arrays[name].items()})
    content[SUMS] = _sums(content)
    if folder.is_symlink():  # old checkpoints are deleted here, which must not happen elsewhere
        raise CheckpointError(f"{folder}: a symbolic link, and nothing is written through one; remove it")
    before = complete(folder)
    final = path = folder / _NAME.format(_number(before[-1]) + 1 if before else 0)
    part = final.with_name(final.name + ".part")
    for name, data in content.items():
        if len(data) > _most(name):
            raise CheckpointError(
                f"{final / name}: {len(data):,} bytes, more than the {_most(name):,} of a checkpoint; start "
                "a new run from this one's policy (--set start=...), with fewer evaluations or snapshots"
            )
    try:
        folder.mkdir(exist_ok=True)
        for leftover in folder.glob("checkpoint-*.part"):
            shutil.rmtree(leftover)
        part.mkdir()
        for name, data in content.items():
            path = final / name  # for the error message: the user knows the final name
            (part / name).write_bytes(data)
        part.replace(final)  # in one step, so a kill leaves either no checkpoint or a complete one
        for path in complete(folder)[:-KEPT]:
            shutil.rmtree(path)
    except OSError as reason:
        raise CheckpointError(
            f"{path}: cannot be written ({reason.strerror or reason}); make room and resume"
        ) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def complete(folder: Path) -> list[Path]:
    """The checkpoints in `folder`, the newest last."""
    found = (path for path in folder.glob("checkpoint-*") if re.fullmatch(r"checkpoint-[0-9]+", path.name))
    return sorted(found, key=_number)


def check_version(path: Path) -> None:
    """Raise CheckpointError for a checkpoint of another version; damage is left to `load`."""
    try:
        data = _read(path, STATE)
        tree = parse_json(data.decode())
        known = (tree["format"], tree["format_version"]) == (FORMAT, VERSION)
        known = known or _sum(STATE, data) not in _read(path, SUMS)  # a damaged file proves no version
    except (HustingsError, ValueError, KeyError, TypeError):
        return
    if not known:
        raise CheckpointError(f"{path}: of another version of hustings; start a new run")


def remedy(path: Path) -> str:
    """The end of an error message: what to do about an unusable checkpoint."""
    return f"delete {path} to go on from the one before, or start a new run"


def load(path: Path) -> tuple[dict[str, Any], dict[str, Arrays]]:
    """The state and the arrays of a checkpoint, after checking that every file is intact.

    Their content is not checked: see `check_record` and `check_arrays`.

    Raises:
        CheckpointError: naming the file and the remedy.
    """
    check_version(path)
    content = {name: _read(path, name) for name in (STATE, *map(_file, ARRAYS))}
    sums = _read(path, SUMS)
    for name, data in content.items():
        if _sum(name, data) not in sums:
            raise _damaged(path, name)
    if sums != _sums(content):
        raise _damaged(path, SUMS)
    try:
        state = dict(parse_json(content[STATE].decode())["state"])
    except (ValueError, KeyError, TypeError):
        raise _damaged(path, STATE) from None
    arrays = {}
    for name in ARRAYS:
        try:
            arrays[name] = unpacked(content[_file(name)])
        except (SafetensorError, ValueError, KeyError, TypeError):
            raise _damaged(path, _file(name)) from None
    return state, arrays


def check_record(what: str, tree: Any, kinds: Mapping[str, type]) -> None:
    """Raise HustingsError unless `tree` has exactly these keys with values of these types.

    Args:
        what: the name of `tree` in errors.
        tree: the record to check.
        kinds: types by key; numbers (int, float) must be from 0 to `_MOST`; a float may be written as an int.
    """
    if not isinstance(tree, dict) or tree.keys() != kinds.keys():
        raise HustingsError(f"{what}: must have exactly the entries {', '.join(kinds)}")
    for name, kind in kinds.items():
        value: Any = tree[name]
        fits = type(value) in ((int, float) if kind is float else (kind,))
        if not fits or (kind in (int, float) and not 0 <= value <= _MOST):
            raise HustingsError(f"{what}: {name} cannot be {value!r}")


def check_arrays(what: str, arrays: Mapping[str, np.ndarray], like: Mapping[str, np.ndarray]) -> None:
    """Raise HustingsError unless `arrays` match `like` in names, types and shapes, and are as finite."""
    if arrays.keys() != like.keys():
        odd = sorted(arrays.keys() ^ like.keys())
        raise HustingsError(f"{what}: {odd[0]!r} is missing or unknown")
    for name, array in arrays.items():
        wanted = like[name]
        if array.dtype != wanted.dtype or array.shape != wanted.shape:
            raise HustingsError(
                f"{what}: {name} is {array.dtype} {array.shape}, not {wanted.dtype} {wanted.shape}"
            )
        if not as_finite(array, wanted):
            raise HustingsError(f"{what}: {name} holds numbers that are not finite")


def as_finite(array: np.ndarray, like: np.ndarray) -> bool:
    """Whether all numbers are finite, except where those of `like` are not, as in a mask with -inf."""
    return bool((np.isfinite(array) | ~np.isfinite(like)).all())


def _file(name: str) -> str:
    return f"{name}.safetensors"


def _number(path: Path) -> int:
    return int(path.name.partition("-")[2])


def _sum(name: str, data: bytes) -> bytes:
    return f"{hashlib.sha256(data).hexdigest()}  {name}\n".encode()


def _sums(content: Mapping[str, bytes]) -> bytes:
    return b"".join(_sum(name, data) for name, data in content.items())


def _most(name: str) -> int:
    return _MOST_BYTES if name in map(_file, ARRAYS) else _MOST_BYTES_OF_TEXT


def _read(path: Path, name: str) -> bytes:
    try:
        return read_bytes(path / name, _most(name), remedy="")
    except HustingsError:
        raise _damaged(path, name) from None


def _damaged(path: Path, name: str) -> CheckpointError:
    return CheckpointError(f"{path / name}: missing or damaged; {remedy(path)}")
