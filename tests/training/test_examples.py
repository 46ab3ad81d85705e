"""The examples for other frameworks run, in small, where their framework is installed."""

import ast
import importlib.util
import os
import sys

import pytest

from ..support import ROOT, run

EXAMPLES = sorted((ROOT / "training" / "examples").glob("*.py"))
IN_SMALL = {
    "agilerl_ppo": ("--steps", "4096", "--games", "40"),
    "openspiel_ismcts": ("--game", "copycat", "--deals", "1", "--simulations", "2"),
    "rllib_self_play": ("--iterations", "1", "--batch", "400", "--games", "40"),
    "sb3_maskable_ppo": ("--steps", "2048", "--games", "40"),
    "tianshou_ppo": ("--steps", "2048", "--games", "40"),
    "torchrl_ppo": ("--steps", "2048", "--games", "40"),
}
# They do not go beside the rest: `make examples` gives each an environment of its own. Of Ray the core does,
# RLlib, which wants an older Gymnasium, does not; it brings a module called tree.
APART = {"agilerl", "tree"}

each_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


def frameworks(path):
    """What the example imports, by the first part of its names."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [node.names[0].name for node in nodes if isinstance(node, ast.Import)]
    needed = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)
    return needed | ({"tree"} if any(name.startswith("ray.rllib") for name in names) else set())


@each_example
def test_an_example_runs(path, tmp_path):
    missing = {name for name in frameworks(path) if importlib.util.find_spec(name) is None}
    if missing & APART:
        pytest.skip(f"{', '.join(missing)}: not beside the rest, `make examples` runs it")
    if missing and os.environ.get("HUSTINGS_EXAMPLES") != "required":
        pytest.skip(f"{', '.join(missing)}: not installed")
    given = {**os.environ, "COLUMNS": "80", "OMP_NUM_THREADS": "1", "WANDB_MODE": "disabled"}
    done = run([sys.executable, str(path), *IN_SMALL[path.stem]], cwd=tmp_path, env=given, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "win share" in done.stdout or "ISMCTS against random: " in done.stdout


@each_example
def test_an_example_can_be_read_at_once(path):
    text = path.read_text()
    assert len(text.splitlines()) <= 96
    for part in ("pip install", f"python training/examples/{path.name}", "What to expect: "):
        assert part in ast.get_docstring(ast.parse(text)), part


def test_each_has_a_section_in_the_readme():
    readme = (ROOT / "training/examples/README.md").read_text()
    for path in EXAMPLES:
        assert f"({path.name})" in readme, path.name
    assert set(IN_SMALL) == {path.stem for path in EXAMPLES}
