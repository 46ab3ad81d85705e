"""The command that serves a match: what it refuses, and what it keeps."""

import os
import re
import signal
import socket
import subprocess
import webbrowser
from unittest.mock import Mock

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


def test_a_port_in_use_and_a_browser_that_is_not_there_are_one_line(complaint, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"--port {port}: Address already in use" in complaint(*PLAY, "--browser", "--port", port)
    monkeypatch.setattr(webbrowser, "get", Mock(side_effect=webbrowser.Error))
    assert "no browser was found" in complaint(*PLAY, "--browser", "--open")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_game_keeps_what_was_played(stop, tmp_path):
    import httpx2

    command = [*COMMAND, "play", "saludos_amigos", "--browser", "--seed", "1", "--replay", "game.json"]
    command += ["--seats", "human,random,random,random"]
    started = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, "COLUMNS": "200"}, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    try:
        said = [started.stdout.readline() for _ in range(3)]
        place = re.search(r"player_0: (http://\S+)", "".join(said))[1]
        assert "as player_0 sees it" in httpx2.get(place).text
        with httpx2.stream("GET", f"{place}/events?edition=99") as stream:  # an open page holds nothing up
            fields, headers = {"number": 0, "typed": "0"}, {"Accept": "application/json"}
            assert httpx2.post(f"{place}/move", data=fields, headers=headers).status_code == 200
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
