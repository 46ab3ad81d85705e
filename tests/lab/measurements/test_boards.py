"""The leaderboards that come with hustings: which there are, and the command that plays one."""

import json
import shlex
import subprocess
import sys
from types import SimpleNamespace

import pytest

from measurements import boards

from ...support import ROOT


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """What is run; the second fails."""
    heard = []
    monkeypatch.setattr(boards, "PLAYED", tmp_path / "played")
    monkeypatch.setattr(boards, "SAVED", tmp_path)
    figures = SimpleNamespace(as_json=lambda: {"games": 6500})
    monkeypatch.setattr(boards, "load_leaderboard", lambda path: figures)

    def run(command, **_):
        heard.append(shlex.join(command[3:]))
        return SimpleNamespace(returncode=3 * (len(heard) == 2))

    monkeypatch.setattr(boards, "subprocess", SimpleNamespace(run=run, DEVNULL=subprocess.DEVNULL))
    return heard


def test_each_saved_leaderboard_is_one_of_them():
    assert sorted(boards.BOARDS) == sorted(path.stem for path in (ROOT / "training/saved").glob("*.json"))


def test_a_board_is_played_on_as_the_command_line_does(asked, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["boards.py", "saludos_amigos_4", "--minutes", "2"])
    boards.main()
    assert asked == [
        "leaderboard saludos_amigos --players=4 --games=6500 --search-games=2000 --seed=0 --minutes=2.0 "
        f"--out={tmp_path}/played/saludos_amigos_4.json --resume"
    ]
    assert json.loads((tmp_path / "saludos_amigos_4.json").read_text()) == {"games": 6500}


def test_a_board_that_cannot_be_played_ends_it(asked, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["boards.py", "--ray", "auto"])
    with pytest.raises(SystemExit) as ended:
        boards.main()
    assert ended.value.code == 3
    assert len(asked) == 2
    assert "--ray=auto" in asked[0]
    monkeypatch.setattr(sys, "argv", ["boards.py", "chess_2"])
    with pytest.raises(SystemExit):
        boards.main()
    assert "chess_2: no such board" in capsys.readouterr().err
