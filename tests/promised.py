"""What users rely on: commands with their options, public names with their parameters, frameworks.

`python -m tests.promised` writes it to promised.toml, whose diff says what a change takes from users.
"""

import ast
import importlib
import inspect
import re
import sys
from pathlib import Path
from typing import Any

import typer

from hustings.training.cli import app

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_suffix(".toml")
PACKAGES = ("hustings", "hustings.envs", "hustings.agents", "hustings.training")
PAGES = ("README.md", "envs", "agents", "training", "docs")


def commands() -> dict[str, list[str]]:
    """The arguments and options of every command."""
    found = typer.main.get_command(app).commands
    return {
        name: sorted(word for parameter in command.params for word in _words(parameter))
        for name, command in sorted(found.items())
    }


def _words(parameter: Any) -> list[str]:
    return [parameter.name] if parameter.param_type_name == "argument" else [*parameter.opts]


def names() -> dict[str, list[str]]:
    """The parameters of every public name, in their order: of the packages, the READMEs and the reference."""
    listed = {
        f"{package}.{name}" for package in PACKAGES for name in importlib.import_module(package).__all__
    }
    return {name: _parameters(_resolved(name)) for name in sorted(listed | _told())}


def _told() -> set[str]:
    """What the pages import, and what the reference documents."""
    pages = [path for page in PAGES for path in sorted((ROOT / page).rglob("*.md")) or [ROOT / page]]
    texts = [path.read_text("utf-8") for path in pages]
    found = {name for text in texts for name in re.findall(r"auto\w+:: (hustings\.[\w.]+)", text)}
    for code in (code for text in texts for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL)):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hustings"):
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _resolved(name: str) -> Any:
    """A module, or what stands in one."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        return getattr(_resolved(module), attribute)


def _parameters(thing: Any) -> list[str]:
    if inspect.ismodule(thing) or not callable(thing):
        return []
    try:
        return [name for name in inspect.signature(thing).parameters if name != "self"]
    except ValueError:  # of a class in C
        return []


def frameworks() -> dict[str, list[str]]:
    """Of every example for another framework, what it imports besides the suite."""
    imported = re.compile(r"^\s*(?:from|import) ([a-z_\d]+)", re.MULTILINE)
    return {
        path.stem: sorted(
            {*imported.findall(path.read_text("utf-8"))} - {"hustings"} - sys.stdlib_module_names
        )
        for path in sorted((ROOT / "training" / "examples").glob("*.py"))
    }


def text() -> str:
    """The file as it should be."""
    parts = {"commands": commands(), "names": names(), "frameworks": frameworks()}
    head = "# What users rely on, by `python -m tests.promised`; what goes is told in the changelog.\n"
    return head + "".join(
        f"\n[{part}]\n" + "".join(f'"{name}" = "{" ".join(words)}"\n' for name, words in entries.items())
        for part, entries in parts.items()
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
