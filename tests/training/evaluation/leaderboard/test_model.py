"""What a leaderboard says, in every form."""

import json

import pytest

from ....players import Stops, text_of
from .boards import play


def test_figures_table_json_and_frame_agree():
    board = play()
    rows = {row["agent"]: row for row in board.rows()}
    tree = json.loads(json.dumps(board.as_json(), allow_nan=False))
    for entry in tree["agents"]:
        row = rows[entry["name"]]
        assert row["win_share"] == entry["win_share"]["value"]
        assert row["lottery_low"] == entry["lottery"]["low"]
        assert row["rating_low"] <= row["rating"] <= row["rating_high"]
        assert row["milliseconds"] > 0
    assert tree["ahead"]["high"]["low"]["value"] == board.share_ahead("high", "low").value
    text = text_of(board)
    assert max(map(len, text.splitlines())) <= 80
    assert f"{100 * board.standings[0].figures.win_share.value:.1f} (" in text
    assert "Row ends ahead of column" in board._repr_html_()
    frame = board.meetings_to_frame()
    assert len(frame) == 6
    assert sum(row["lottery"] for row in rows.values()) == pytest.approx(1)


def test_a_leaderboard_stopped_at_once_still_makes_sense():
    board = play(agents=["random", Stops("high", calls=0)])
    assert (board.result.games, board.result.stopped) == (0, True)
    json.dumps(board.as_json(), allow_nan=False)
    assert "Stopped" in text_of(board)
