"""A leaderboard that several tests read."""

import pytest

from .boards import play


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A finished leaderboard, and its file."""
    path = tmp_path_factory.mktemp("boards") / "board.json"
    return play(out=path), path
