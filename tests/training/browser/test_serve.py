"""The command that serves a match: what it refuses, and what it keeps."""

import os
import re
import signal
import socket
import subprocess
import webbrowser

import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import HustingsError
from hustings.training.browser import serve

from ...support import COMMAND
from ...tinygame import GAME
from .matches import run


def test_a_record_that_cannot_be_written_is_said_in_the_end(tmp_path, monkeypatch):
    def played(app, listening):
        (tmp_path / "game.json").write_text("another was quicker")
        app.match.set_pace(pace=0)
        run(app.runner)

    monkeypatch.setattr(serve, "_run", played)
    with pytest.raises(HustingsError, match=r"game\.json exists"):
        serve.serve(GAME, ["random", "random"], seed=1, replay_out=tmp_path / "game.json")


PLAY = ("play", "saludos_amigos", "--seats", "human,greedy,greedy,greedy")


def test_bad_input_is_one_line_before_anything_is_dealt(complaint, tmp_path, monkeypatch):
    (tmp_path / "kept.json").write_text("mine")
    for wrong, words in (
        (["--browser", "--port", "99999"], "--port 99999: a port is a number from 0 to 65535"),
        (["--browser", "--host", "256.0.0.1"], "--host 256.0.0.1"),
        (["--browser", "--host", ""], "--host: an address is missing"),
        (["--browser", "--explain", "greedy"], "greedy cannot say what it thinks"),
        (["--browser", "--pause"], "--pause is for the terminal"),
        (["--browser", "--replay", "kept.json"], "kept.json exists"),
        (["--port", "8000"], "go with --browser"),
    ):
        assert words in complaint(*PLAY, *wrong), wrong
    line = complaint("watch", "saludos_amigos", "--seats", "human,greedy")
    assert "watch is for bots alone" in line
    assert (tmp_path / "kept.json").read_text() == "mine"


def test_a_port_in_use_is_said_in_one_line(complaint):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"--port {port}: Address already in use" in complaint(*PLAY, "--browser", "--port", port)


def test_without_a_browser_to_open_one_line_says_so(complaint, monkeypatch):
    def none():
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert "no browser was found" in complaint(*PLAY, "--browser", "--open")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_game_keeps_what_was_played(stop, tmp_path):
    import httpx2

    command = [*COMMAND, "play", "saludos_amigos", "--browser", "--seed", "1", "--replay", "game.json"]
    started = subprocess.Popen(
        [*command, "--seats", "human,random,random,random"],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = [started.stdout.readline() for _ in range(3)]
        place = re.search(r"player_0: (http://\S+)", "".join(said))[1]
        assert "as player_0 sees it" in httpx2.get(place).text
        with httpx2.stream("GET", f"{place}/events?edition=99") as stream:  # an open page holds nothing up
            answer = httpx2.post(
                f"{place}/move", data={"number": 0, "typed": "0"}, headers={"Accept": "application/json"}
            )
            assert answer.status_code == 200
            started.send_signal(stop)
            assert "event: closed" in "".join(stream.iter_text())
        out, err = started.communicate(timeout=30)
    finally:
        started.kill()
    assert (started.returncode, err) == (0, "")
    assert "Stopped after" in out
    replay = Replay.load(tmp_path / "game.json")
    assert replay.moves[0][0] == 0
    replay.verify(GAMES["saludos_amigos"])


def test_a_fault_is_the_commands_last_word(monkeypatch):
    def broken(app, listening):
        app.match.stop("player_1 (mine): it broke")

    monkeypatch.setattr(serve, "_run", broken)
    with pytest.raises(HustingsError, match="the game has stopped: player_1"):
        serve.serve(GAME, ["human", "random"], seed=1)
