"""Results in notebooks, as data frames and in percent."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.training.evaluation.display import format_percent, to_frame
from hustings.training.evaluation.statistics import Estimate
from hustings.training.evaluation.tournaments import tournament

from ...players import Peeks
from ...tinygame import GAME


def test_a_result_shows_itself_in_a_notebook_and_as_a_frame():
    result = tournament(GAME, ["random", Peeks()], 20, num_players=2)
    page = result._repr_html_()
    assert page.startswith("<pre")
    assert "[cheat]" in page
    assert "win share %" in page
    frame = result.to_frame()
    assert list(frame["agent"]) == [figures.name for figures in result.ranking]
    assert frame["win_share_low"][0] == result.ranking[0].win_share.low


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
