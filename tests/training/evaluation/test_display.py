"""Results in notebooks, as data frames and in percent."""

import io
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import numpy as np
import pytest
from rich.console import Console
from rich.text import Text

from hustings.envs import HustingsError
from hustings.training.evaluation.display import (
    format_estimate,
    format_percent,
    format_short_percent,
    new_table,
    to_frame,
    wrapped_name,
)
from hustings.training.evaluation.statistics import Estimate


def test_a_frame_is_of_the_library_at_hand(monkeypatch):
    rows = [{"agent": "a", "win_share": 0.5}, {"agent": "b", "win_share": 0.25}]
    polars = ModuleType("polars")
    polars.DataFrame = dict
    polars.__spec__ = ModuleSpec("polars", None)
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", polars)
    assert to_frame(rows) == {"agent": ["a", "b"], "win_share": [0.5, 0.25]}
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(HustingsError, match="needs pandas or polars: pip install pandas"):
        to_frame(rows)


def test_shares_are_told_in_percent():
    assert format_percent(Estimate(1, 0.9963, 1)) == "100 (99.6-100)"
    assert format_percent(Estimate(0.25, np.nan, np.nan)) == "25.0"
    assert format_percent(Estimate(np.nan, np.nan, np.nan)) == "-"
    assert format_short_percent(Estimate(-0.003, -0.05, 0.04)) == "0±5"


def test_an_interval_below_zero_has_no_second_dash():
    assert format_estimate(Estimate(-7.7, -15.2, -0.3), 1) == "-7.7 (-15.2 to -0.3)"
    assert format_estimate(Estimate(3.3, -3.7, 10.4), 1) == "3.3 (-3.7 to 10.4)"
    assert format_estimate(Estimate(-0.01, -0.04, 0.2), 1) == "0.0 (0.0-0.2)"
    assert format_percent(Estimate(-0.01, -0.108, 0.126)) == "-1.0 (-10.8 to 12.6)"


def shown(renderable, width):
    console = Console(file=io.StringIO(), width=width)
    console.print(renderable)
    return console.file.getvalue()


def test_columns_that_do_not_fit_stand_below_beside_the_names_again():
    table = new_table("Games", *(f"column {number}" for number in range(6)), caption="The end.")
    table.add_row(Text("search:iterations=16"), *(f"{number} (0.1-0.2)" for number in range(6)))
    text = shown(table, 50)
    assert [text.count(words) for words in ("Games", "The end.", "agent", "search:")] == [1, 1, 3, 3]
    assert text.index("Games") < text.index("5 (0.1-0.2)") < text.index("The end.")
    assert [text.count(f"{number} (0.1-0.2)") for number in range(6)] == [1] * 6
    assert shown(table, 120).count("agent") == 1


@pytest.mark.parametrize("name", ["b", "search:iterations=16"])
@pytest.mark.parametrize("columns", [1, 4, 7])
def test_no_cell_is_cut_at_any_width(name, columns):
    headings = [f"seat {number}" for number in range(columns)]
    table = new_table("Win share % in each seat", *headings)
    cells = [f"{number}1.5 ({number}0.3-{number}2.4)" for number in range(columns)]
    table.add_row(Text(name), *cells)
    for width in (34, 50, *range(70, 90)):
        text = shown(table, width)
        assert max(map(len, text.splitlines())) <= width
        assert all(text.count(whole) == 1 for whole in (*headings, *cells)), (width, text)


@pytest.mark.parametrize(("width", "lines"), [
    (40, ["search:iterations=16,guide=policy"]),
    (25, ["search:iterations=16,", "guide=policy"]),
    (13, ["search:", "iterations=16", ",guide=policy"]),
    (12, ["search:", "iterations=", "16,", "guide=policy"]),
    (4, ["sear", "ch:", "iter", "atio", "ns=", "16,", "guid", "e=", "poli", "cy"]),
])  # fmt: skip
def test_a_name_folds_at_commas_where_it_can(width, lines):
    assert wrapped_name("search:iterations=16,guide=policy", width) == lines
    assert wrapped_name("政策" * 3, 5) == ["政策"] * 3
    assert wrapped_name("", 5) == [""]
    assert wrapped_name("learnt anew, 512 decisions", 18) == ["learnt anew, 512", "decisions"]
