"""What several tests of leaderboards share."""

import functools

import pytest

from hustings.training import exploit
from hustings.training.evaluation.leaderboard import season

from .boards import play


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A finished leaderboard, and its file."""
    path = tmp_path_factory.mktemp("boards") / "board.json"
    return play(out=path), path


@pytest.fixture
def hasty(monkeypatch):
    """Searches that exploit are short, and play out at random: the tiny game has no bots."""
    short = functools.partial(exploit, search={"playouts": "random", "iterations": 2})
    monkeypatch.setattr(season, "against_copies", short)
    return short
