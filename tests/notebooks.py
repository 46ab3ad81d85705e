"""Runs notebooks and renews the outputs in their files.

`python -m tests.notebooks quickstart` runs a notebook in small, as the tests do, and renews the outputs of
the cells tagged "exact", which do not depend on that. `--whole` runs it as it is, and renews all outputs.
"""

import argparse
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client import AsyncKernelManager
from nbclient import NotebookClient

from .support import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
_FEW = "num_games=16, decisions=256, minibatches=1"
IN_SMALL = {
    r"^NUM_GAMES = \d+$": "NUM_GAMES = 10",
    r"^found = study.load\(\) if NUM_GAMES == 800 .*$": "found = study.load()",
    r"\"num_games\": 64, \"decisions\": 2048": '"num_games": 16, "decisions": 256',
    r"[12]000 \* NUM_GAMES": "10 * NUM_GAMES",
    r"^    \"(?:one may fail|no withdrawal)\": \{.*\n": "",
    r"(iterations\"?[=:] ?|STRONG\.format\()\d+": r"\g<1>1",
    r"\"evaluate_games\": NUM_GAMES": f"**dict({_FEW}, evaluate_against=())",
    r"search=\{\"iterations\": 1\},$": f'search={{"iterations": 1}}, {_FEW}, evaluate_against=(),',
    r"freeze_every=5,$": f"freeze_every=5, {_FEW},",
    r"^COLOURS = \{\"greedy\": \"#0072B2\", \"policy\": \"#D55E00\"\}$": 'COLOURS = {"greedy": "#0072B2"}',
    r"evaluate_games=NUM_GAMES": "evaluate_games=20",  # enough for an interval
    r"NUM_GAMES // 2,$": "2,",
    r"^bots = \{.*\}$": 'bots = {"greedy": 0.1}',
    r"^tables = (\{.*) in \(4, 5, 6, 7\)\}$": r"tables = \g<1> in (5, 7)}",
    r"^from studies.figures import bootstrap, (.*)$": (
        r"from studies.figures import bootstrap as of_many, \g<1>; "
        "bootstrap = lambda deals, figure: of_many(deals, figure, replicates=50)"
    ),
    r"^after, shipped = exploit\(.*$": "after = shipped = before",
    r"^from hustings.training import (.*\btrain)$": (
        r"from hustings.training import \g<1>; from hustings.training.learning import warm_start; "
        "warm_start.LESSON_GAMES = 16"
    ),
}
EXACT = "exact"
"""The tag of a cell whose output is the same in small."""
_SHOWN = ("text/plain", "text/html", "image/svg+xml")
_CHANGING = re.compile(r"\d+(?:\.\d+)? (?:ms|s|seconds|minutes)\b|/tmp/\w+|0x[0-9a-f]+")


def read(path: Path) -> Any:
    """A notebook from its file."""
    return nbformat.read(path, as_version=4)


def in_small(text: str) -> str:
    """The source of a cell, with few games and short training."""
    for much, little in IN_SMALL.items():
        text = re.sub(much, little, text, flags=re.MULTILINE)
    return text


def run(path: Path, folder: Path, *, small: bool = True, kernel: AsyncKernelManager | None = None) -> Any:
    """Run a notebook, in small or whole, in a folder where it may write.

    A kernel that is given is started if need be, forgets what earlier notebooks have defined, and goes on.
    """
    notebook = read(path)
    for cell in notebook.cells if small else ():
        cell.source = in_small(cell.source)
    if kernel is not None:
        notebook.cells.insert(
            0, nbformat.v4.new_code_cell(f"import gc\ngc.freeze()\n%reset -f\n%cd -q {folder}")
        )
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(path.parent), before]))
    options = {"resources": {"metadata": {"path": str(folder)}}, "coalesce_streams": True}
    try:
        timeout = 600 if small else None
        NotebookClient(notebook, kernel, timeout=timeout, record_timing=False, **options).execute()
    finally:
        os.environ["PYTHONPATH"] = before
    if kernel is not None:
        notebook.cells.pop(0)
    return notebook


def exact_cells(notebook: Any) -> dict[int, Any]:
    """The cells whose outputs are compared, by their places."""
    cells = enumerate(notebook.cells)
    return {place: cell for place, cell in cells if EXACT in cell.metadata.get("tags", [])}


def shown(cell: Any) -> list[str]:
    """The text that a cell printed and returned, without times and paths, which change; "plot" for plots."""
    parts = []
    for output in kept(cell):
        data = output.get("data", {})
        parts += [output.text] if "text" in output else []
        parts += [data[kind] for kind in _SHOWN if kind in data and "image/png" not in data]
        parts += ["plot"] * ("image/png" in data)
    return [_CHANGING.sub("...", part).strip() for part in parts]


def kept(cell: Any) -> list[Any]:
    """The outputs of a cell without standard error, where messages depend on what is compiled already."""
    return [output for output in cell.outputs if output.get("name") != "stderr"]


def renew(path: Path, *, small: bool) -> None:
    """Run a notebook and write outputs into its file: those of its exact cells, or all if it is run whole."""
    notebook = read(path)
    with tempfile.TemporaryDirectory() as folder:
        ran = run(path, Path(folder), small=small)
    codes = {place: cell for place, cell in enumerate(notebook.cells) if cell.cell_type == "code"}
    for place, cell in (exact_cells(notebook) if small else codes).items():
        cell.outputs, cell.execution_count = kept(ran.cells[place]), ran.cells[place].execution_count
    nbformat.write(notebook, path)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("names", nargs="*", help="of notebooks; all without any")
    options.add_argument("--whole", action="store_true", help="run them as they are, and renew all outputs")
    asked = options.parse_args()
    for notebook_path in NOTEBOOKS:
        if not asked.names or notebook_path.stem in asked.names:
            renew(notebook_path, small=not asked.whole)
