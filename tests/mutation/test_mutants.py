"""The mutation tester finds what the tests of a small module let through."""

import json
import os
import subprocess
import sys

from ..support import ROOT

SHOP = """\
TWO = 2


def change(cash, price):
    if cash < price:
        return -1
    return cash - price


def countdown(left):
    steps = 0
    while left > 0:
        left -= 1
        steps += 1
    return steps


def discount(price):
    return price // TWO
"""
TEST_SHOP = """\
import subprocess
import pytest
import shop

def test_change():
    assert shop.change(5, 3) == 2
    assert shop.change(1, 3) < 0

@pytest.mark.parametrize("left", [0, 1, 3])
def test_countdown(left):
    assert shop.countdown(left) == left

def test_in_another_process():
    subprocess.run(["true"])
"""
EQUIVALENT = """\
[all]
"town/shop.py:change  'return -1' -> 'return -2'" = "less than nothing says no, whatever it is"
"town/shop.py:change  'return -1' -> 'return -3'" = "no mutant"
"""


def test_a_mutant_survives_where_no_test_tells_it_from_the_rule(tmp_path):
    town = tmp_path / "town"
    town.mkdir()
    for name, text in (("shop.py", SHOP), ("test_shop.py", TEST_SHOP), ("equivalent.toml", EQUIVALENT)):
        (town / name).write_text(text)
    command = "--modules shop --tests . --limit 0.2 --equivalent equivalent.toml --out out.json"
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation", *command.split()],
        cwd=town,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(town)])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads((town / "out.json").read_text())
    found = {row["name"].removeprefix("town/shop.py:"): row["outcome"] for row in report["mutants"]}
    assert report["left_out"] == {"failed": ["test_shop.py::test_in_another_process"]}
    assert found["change  'if cash < price:' -> 'if cash >= price:'"] == "killed"
    assert found["change  'if cash < price:' -> 'if cash <= price:'"] == "survived"
    assert found["change  'return -1' -> 'return 1'"] == "killed"
    assert found["countdown  'left -= 1' -> 'pass'"] == "timeout"
    assert found["discount  'return price // TWO' -> 'return price // (TWO + 1)'"] == "untested"
    assert found["change  'return -1' -> 'return -2'"] == "equivalent"
    living = [name for name, outcome in found.items() if outcome in ("survived", "untested")]
    *survivors, total = [line.removeprefix("town/shop.py:") for line in done.stdout.splitlines() if line]
    assert [line.removesuffix("  (no test comes here)") for line in survivors] == living
    assert total.endswith(f"1 known as equivalent, {len(living)} survive")
    assert (
        "equivalent.toml lists what is no mutant: town/shop.py:change  'return -1' -> 'return -3'"
        in done.stderr
    )
