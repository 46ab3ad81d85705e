"""The notebooks run from the first cell to the last, and are kept with what they printed and drew."""

import re
from collections.abc import Iterator

import pytest
from jupyter_client import AsyncKernelManager
from jupyter_core.utils import run_sync

from .notebooks import IN_SMALL, NOTEBOOKS, exact_cells, read, run, shown

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def kernel() -> Iterator[AsyncKernelManager]:
    """A kernel for all notebooks that a worker runs: importing torch takes seconds."""
    made = AsyncKernelManager()
    yield made
    run_sync(made.shutdown_kernel)(now=True)


@each_notebook
def test_a_notebook_runs_and_its_exact_cells_show_what_is_kept(path, tmp_path, kernel):
    """In small: few games instead of thousands, short training, searches that hardly search."""
    ran = run(path, tmp_path, kernel=kernel)
    for place, cell in exact_cells(read(path)).items():
        assert shown(ran.cells[place]) == shown(cell), f"run python -m tests.notebooks {path.stem}"


@each_notebook
def test_a_notebook_is_kept_with_its_outputs(path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    assert [cell.execution_count for cell in cells] == [*range(1, len(cells) + 1)], (
        "notebooks/README.md says how to run them"
    )
    assert not [output for output in outputs if output.output_type == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert [output for output in outputs if "image/png" in output.get("data", {})], "no plot"


def test_everything_that_is_made_smaller_is_there():
    text = "\n".join(cell.source for path in NOTEBOOKS for cell in read(path).cells)
    for much, little in IN_SMALL.items():
        text, found = re.subn(much, little, text, flags=re.MULTILINE)
        assert found, much
