"""The lab is a user of hustings: it takes nothing but public names, and hustings knows nothing of it."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hustings.agents
import hustings.envs
import hustings.training

from ..support import ROOT

LAB = ROOT / "notebooks"
PACKAGES = {module.__name__: module for module in (hustings.envs, hustings.agents, hustings.training)}
SHOWN = "".join(path.read_text("utf-8") for path in (ROOT / "docs/reference").rglob("*.md"))
WHOLE = set(re.findall(r"automodule:: (\S+)\n(?! +:no-members:)", SHOWN))
"""Modules of which the reference shows every name."""
NAMES = set(re.findall(r"auto(?:class|function|data):: (\S+)", SHOWN))
OF_A_GAME = re.compile(
    rf"hustings\.envs\.({'|'.join(hustings.envs.GAMES)})(_v\d+|\.(table|actions|text\.describe))"
)
"""The modules of a game that the reference names."""
FILES = [*sorted(LAB.glob("*/**/*.py")), *sorted(LAB.glob("*.ipynb"))]


def source(path: Path) -> str:
    """A module, or the code of a notebook."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return text
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    return re.sub(r"^%.*", "", "\n".join("".join(cell["source"]) for cell in cells), flags=re.MULTILINE)


def is_public(module: str, name: str) -> bool:
    """Whether a name of a module of hustings is one that the reference shows."""
    if module == "hustings":
        return f"{module}.{name}" in PACKAGES
    if module in PACKAGES:
        return name in PACKAGES[module].__all__ or bool(OF_A_GAME.fullmatch(f"{module}.{name}"))
    place = f"{module}.{name}"
    return not name.startswith("_") and (
        module in WHOLE or place in NAMES or any(OF_A_GAME.fullmatch(part) for part in (module, place))
    )


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What is imported of hustings, as module and name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hustings"):
            yield from ((node.module, alias.name) for alias in node.names)
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("hustings")]
            yield from (name.rpartition(".")[::2] for name in names if name not in PACKAGES)


def inner(tree: ast.AST) -> Iterator[str]:
    """Attributes with an underscore that are reached on anything but `self` and `cls`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            of = node.value
            own = isinstance(of, ast.Name) and of.id in ("self", "cls")
            if not own and node.attr not in ("_replace", "_asdict", "_fields"):
                yield ast.unparse(node)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(LAB)))
def test_a_file_of_the_lab_takes_public_names(path):
    tree = ast.parse(source(path))
    assert not [f"{module}.{name}" for module, name in imported(tree) if not is_public(module, name)]
    assert not list(inner(tree))


def test_hustings_does_not_know_the_lab():
    places = {path.name for path in LAB.iterdir() if path.is_dir()} - {"__pycache__"}
    assert {"studies", "measurements"} <= places
    for part in ("envs", "agents", "training"):
        for path in (ROOT / part).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and not node.level:
                    names.append(node.module or "")
                assert not [name for name in names if name.split(".")[0] in places], path
