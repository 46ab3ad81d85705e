"""Who may import whom, and no circles: imports within functions count, those for types do not."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hustings.envs import GAMES

from .support import ROOT

PARTS = ("envs", "agents", "training")
GAME = "|".join(GAMES)
LAWS = {
    # What a module of the first kind may not import.
    r"envs\b": r"agents\b|training\b",
    r"agents\b": r"training\b",
    r"envs\.core\b": rf"envs\.({GAME})\b",
    r"envs\.core\.engine\b": r"envs\.core\.(api|text)\b",
    r"envs\.core\.io\b": r"envs\.core\.(api\b|text\.(?!words))",
    r"envs\.core\.text\b": r"envs\.core\.api\b",
    r"training\.(?!cli\b)\w": r"training\.cli\b",
    r"training\.evaluation\b": r"training\.(?!evaluation\b|cluster\b|machine\b)\w",
    r"training\.learning\b": r"training\.(?!learning\b|evaluation\b|cluster\b)\w",
    r"training\.(cluster|machine)\b": r"training\.\w",
    r"training\.browser\b": r"training\.(?!browser\b|play\b|kept_replays\b|takeback\b|reviews\b)\w",
    r"training\.(play|kept_replays|takeback)\b": r"training\.(?!(browser|play|kept_replays|takeback)\b)\w",
    r"training\.(kept_replays|takeback)\b": r"training\.(browser|play)\b",
} | {rf"envs\.{game}(_v\d+)?\b": rf"envs\.(?!{game}\b)({GAME})\b" for game in GAMES}


@functools.cache
def modules() -> dict[str, Path]:
    """Every module by its name without `hustings.`."""
    found = {}
    for part in PARTS:
        for path in (ROOT / part).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@functools.cache
def imports() -> dict[str, set[str]]:
    """What each module imports of the others."""
    return {name: set(imports_of(name, path)) for name, path in modules().items()}


def imports_of(name: str, path: Path) -> Iterator[str]:
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name.removeprefix("hustings.") for alias in node.names]
        else:
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*above, *(node.module or "").removeprefix("hustings.").split(".")]).strip(".")
            targets = [
                f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules() else base
                for alias in node.names
            ]
        yield from (target for target in targets if target in modules() and target != name)


def nodes(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of a module, but for those of `if TYPE_CHECKING`."""
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.unparse(tree.test):
        return
    if isinstance(tree, ast.Import | ast.ImportFrom):
        yield tree
    for child in ast.iter_child_nodes(tree):
        yield from nodes(child)


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Modules that import one another, directly or not."""
    reached = {name: set(targets) for name, targets in graph.items()}
    for through in reached:
        for targets in reached.values():
            if through in targets:
                targets |= reached[through]
    found = {frozenset(other for other in reached[name] if name in reached[other]) for name in reached}
    return sorted(map(set, found - {frozenset()}), key=sorted)


@pytest.mark.parametrize(("who", "whom"), LAWS.items())
def test_a_room_does_not_import_what_it_may_not(who, whom):
    assert any(re.match(who, name) for name in modules())
    assert any(re.match(whom, name) for name in modules())
    found = {name: targets for name, targets in imports().items() if re.match(who, name)}
    assert not [f"{name}: {t}" for name, targets in found.items() for t in targets if re.match(whom, t)]


def test_nothing_imports_in_a_circle():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [{"a", "b", "c"}]
    assert not circles(imports())
