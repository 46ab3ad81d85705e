"""Files as nobody writes them: bytes and trees with something odd, and what must hold when they are read."""

import copy
import json
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hustings.envs.core.errors import HustingsError

MOST_SECONDS, MOST_KIB = 2.0, 500 * 1024
COUNTS = [200, pytest.param(10_000, marks=pytest.mark.slow)]
"""How many odd files a test reads."""
DEEP = json.loads("[" * 12 + "]" * 12)
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 7, 12, 127, 128, 255, 256, 2**31, -(2**31), 2**53, 2**63, 2**64 - 1,
    2**64, 10**30, 10**39, -0.0, 0.5, 1e-320, 1e308, float("inf"), float("-inf"), float("nan"), "", " ", "0",
    "x" * 10_000, "\x1b[31m", "a\nb", "a\0b", "\u202e", "../..", "/dev/zero", "players:high",
    "search:iterations=1e9", "é" * 30, [], {}, [[]], [{}], {"": {}}, DEEP, [0] * 500, [[0, 0, ""]] * 500,
    {"value": 1}, {"a": {"b": [1, "c"]}},
]  # fmt: skip


def damaged(content: bytes, stream: np.random.Generator) -> bytes:
    """The content of a file with bytes flipped, cut, repeated or put in."""
    for _ in range(stream.choice([1, 1, 1, 2, 5])):
        size = max(1, len(content))
        at, length = int(stream.integers(size)), int(stream.choice([1, 1, 2, 4, 16, 100, size // 3]))
        before, piece, after = content[:at], content[at : at + length], content[at + length :]
        flipped = bytes(byte ^ 1 << int(stream.integers(8)) for byte in piece[:4])
        letter = bytes([stream.choice([*b"{}[]\"',:=-.0919eE \n\0\x1b\xff"])])
        changed = [b"", piece * 2, stream.bytes(length) + piece, letter + piece[1:], flipped + piece[4:]]
        kind = stream.integers(len(changed) + 1)
        content = before + changed[kind] + after if kind < len(changed) else before
    return content


def odd(tree: Any, stream: np.random.Generator) -> Any:
    """A tree with some of its nodes replaced, taken out, doubled or exchanged."""
    tree = copy.deepcopy(tree)
    for _ in range(stream.choice([1, 1, 1, 2, 4])):
        places = list(_places(tree))
        if not places:
            return tree
        holder, key = places[stream.integers(len(places))]
        kind = stream.integers(8)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif kind == 1:
            holder[_any(["", "value", "evidence", "a.b", "\x1b", "x" * 300, f"{key}2"], stream)] = holder[key]
        elif kind == 2:
            other, there = places[stream.integers(len(places))]
            holder[key] = copy.deepcopy(other[there]) if there in _keys(other) else None
        elif kind == 3 and type(holder[key]) in (int, float):
            holder[key] += int(stream.integers(-3, 4))
        else:
            holder[key] = copy.deepcopy(_any(ODD, stream))
    return tree


def miscounted(tree: Any, stream: np.random.Generator) -> Any:
    """A tree with one of its numbers a little larger or smaller, so that it is often no odd one."""
    tree = copy.deepcopy(tree)
    places = [(holder, key) for holder, key in _places(tree) if type(holder[key]) in (int, float)]
    holder, key = places[stream.integers(len(places))]
    holder[key] += int(stream.choice([-2, -1, 1, 2, 3]))
    return tree


def _any(values: list, stream: np.random.Generator) -> Any:
    return values[stream.integers(len(values))]


def _keys(holder: Any) -> Any:
    return holder if isinstance(holder, dict) else range(len(holder))


def _places(tree: Any):
    """Where a tree has nodes: (what holds it, its key)."""
    left = [tree]
    while left:
        holder = left.pop()
        if isinstance(holder, dict | list):
            for key in _keys(holder):
                yield holder, key
                left.append(holder[key])


def as_json(tree: Any) -> bytes:
    return json.dumps(tree).encode()


def as_toml(tree: dict) -> bytes:
    """A tree as TOML, each key of its top in a line; None, which TOML has not, as an empty list."""
    return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in tree.items()).encode()


def _toml(node: Any) -> str:
    if isinstance(node, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(value)}" for key, value in node.items()) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(map(_toml, node)) + "]"
    if isinstance(node, float):
        return repr(node)
    return "[]" if node is None else json.dumps(node)


def read_all(
    write: Callable[[np.random.Generator], object], read: Callable[[], object], folder: Path, count: int
) -> int:
    """Write odd files and read each: it is read, or refused in one line, soon, and changes nothing.

    Args:
        write: writes the next of them with what a stream gives.
        read: reads it, and uses what it got.
        folder: where all of it is.
        count: how many.

    Returns:
        How many were not refused.
    """
    taken = 0
    for number in range(count):
        write(np.random.default_rng((0, number)))
        about = f"{read}, number {number}"
        files, memory, begin = _files(folder), _memory(), time.process_time()
        try:
            read()
            taken += 1
        except HustingsError as error:
            said = str(error)
            assert said.isprintable(), f"{about}: {said!r}"
            assert 0 < len(said) < 2200, f"{about}: {said!r}"
        except BaseException as error:
            error.add_note(about)
            raise
        assert time.process_time() - begin < MOST_SECONDS, about
        assert _memory() - memory < MOST_KIB, about
        assert _files(folder) == files, about
    return taken


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _files(folder: Path) -> list[tuple[str, int, int]]:
    found = []
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found.append((str(path), status.st_size, status.st_mtime_ns))
    return found
