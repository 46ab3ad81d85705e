"""A hash of the code that results depend on, so that old results can be told from new ones."""

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ..envs.core.engine.owners import AGENTS, BOTS, sources


@cache
def code_hash(game: str) -> str:
    """A short hash of the code of a game, its bots and the searches, without comments and docstrings."""
    return _hash([*sources(game + BOTS), *sorted((AGENTS / "search").glob("*.py"))])


@cache
def bots_hash(game: str) -> str:
    """The same without the searches."""
    return _hash(sources(game + BOTS))


def _hash(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(without_prose(path.read_text(encoding="utf-8")).encode())
    return digest.hexdigest()[:16]


def without_prose(source: str) -> str:
    """Python source without docstrings, empty lines and comments on lines of their own."""
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.end_lineno:
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))
