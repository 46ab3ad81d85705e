"""Parse untrusted JSON and TOML: size, depth and digits are limited first, and texts must be readable."""

import json
import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import CONTROL, one_line

DEEPEST = 16  # levels of nesting
MOST_VALUES = 3_000_000  # a leaderboard of 86,000 games of seven players; a value takes some hundred bytes
MOST_DIGITS = 40  # 2**64 has 20; Python is slow with thousands of digits, and refuses more than 4,300
_JSON_TEXT = re.compile(r'"(?:\\.|[^"\\])*+"?', re.DOTALL)
_TOML_TEXT = re.compile(
    r'"""(?:\\.|(?!""")[^\\])*+(?:"{3,5})?'
    r"|'''(?:(?!''')[\s\S])*+(?:'{3,5})?"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)
_DIGITS = re.compile(rf"[0-9a-fA-F_]{{{MOST_DIGITS + 1}}}")
_DOTS = re.compile(rf"(?:\.[^.=,\[\]{{}}\n]*+){{{DEEPEST}}}")
_STEPS = np.zeros(256, np.int8)  # by byte, the change of depth
_STEPS[[*b"[{"]], _STEPS[[*b"]}"]] = 1, -1


def parse_json(text: str) -> Any:
    """Parse a JSON text; ValueError, with a message for users, if it breaks a limit or is not JSON."""
    bare = _JSON_TEXT.sub('"', text)
    _check(bare)
    try:
        tree = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise ValueError("damaged, not JSON") from None
    _check_values(tree)
    return tree


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text; ValueError, with a message for users, if it breaks a limit or is not TOML."""
    bare = _TOML_TEXT.sub('"', text)
    _check(bare)
    if _DOTS.search(bare):
        raise ValueError(f"a key of more than {DEEPEST} parts")
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a TOML file ({error})") from None
    _check_values(tree)
    return tree


def _check(bare: str) -> None:
    """Raise ValueError for deep nesting, too many values or long numbers; `bare` is without strings."""
    if sum(map(bare.count, ",[{")) > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values")
    steps = _STEPS[np.frombuffer(bare.encode(errors="replace"), np.uint8)]
    if steps.cumsum(dtype=np.int32).max(initial=0) > DEEPEST:
        raise ValueError(f"nested deeper than {DEEPEST} levels")
    if _DIGITS.search(bare):
        raise ValueError(f"a number of more than {MOST_DIGITS} digits")


def _check_values(tree: Any) -> None:
    for value in _values(tree):
        if isinstance(value, str) and CONTROL.search(value):
            raise ValueError(f"control characters in '{one_line(value):.60}'")
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("a number that is not finite")


def _values(tree: Any) -> Iterator[str | float]:
    """All keys and values that are texts or floats."""
    # Not recursive, since a deep tree could reach the recursion limit.
    left = [tree]
    while left:
        node = left.pop()
        if type(node) is int:
            continue
        if isinstance(node, str | float):
            yield node
        elif isinstance(node, dict):
            left += node.keys()
            left += node.values()
        elif isinstance(node, list):
            left += node


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")
