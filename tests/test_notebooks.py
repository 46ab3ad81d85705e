"""The notebooks run from the first cell to the last, and are kept with what they printed and drew."""

import os
import re

import nbformat
import pytest
from nbclient import NotebookClient

from .support import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
IN_SMALL = {
    r"^NUM_GAMES = \d+$": "NUM_GAMES = 40",
    r"[12]000 \* NUM_GAMES": "20 * NUM_GAMES",
    r"(iterations\"?[=:] ?)\d+": r"\g<1>4",
    r"\"evaluate_games\": NUM_GAMES": '"evaluate_games": 8, "num_games": 32, "evaluate_against": ("greedy",)',
    r"search=\{\"iterations\": 4\},$": 'search={"iterations": 4}, num_games=32, evaluate_games=8,',
}

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@each_notebook
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    """In small: few games instead of thousands, short training, searches that hardly search."""
    monkeypatch.setenv(
        "PYTHONPATH", str(path.parent), prepend=os.pathsep
    )  # it runs elsewhere, where it may write
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        for much, little in IN_SMALL.items():
            cell.source = re.sub(much, little, cell.source, flags=re.MULTILINE)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()


@each_notebook
def test_a_notebook_is_kept_with_its_outputs(path):
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    assert [cell.execution_count for cell in cells] == [*range(1, len(cells) + 1)], (
        "notebooks/README.md says how to run them"
    )
    assert not [output for output in outputs if output.output_type == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert [output for output in outputs if "image/png" in output.get("data", {})], "no plot"


def test_everything_that_is_made_smaller_is_there():
    text = "\n".join(cell.source for path in NOTEBOOKS for cell in nbformat.read(path, as_version=4).cells)
    for much, little in IN_SMALL.items():
        text, found = re.subn(much, little, text, flags=re.MULTILINE)
        assert found, much
