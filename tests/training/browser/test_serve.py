"""The command that serves a match: what it refuses, and what it keeps."""

import contextlib
import html
import io
import json
import os
import re
import resource
import signal
import socket
import stat
import subprocess
import time
import webbrowser
from unittest.mock import Mock

import pytest
from rich.console import Console

from hustings.envs import GAMES
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import HustingsError, ReplayError
from hustings.training.browser import connections, requests, serve
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.match import Refused
from hustings.training.browser.web import WebApp

from ...support import COMMAND
from ...tinygame import GAME
from .matches import a_match, finish, run


@pytest.fixture
def serving(tmp_path, monkeypatch):
    """Serves a game that `played(app, listening, console)` plays; returns its replay, and what was said."""

    def serve_it(played, seats="random,random", game=GAME, **given):
        console = Console(file=io.StringIO(), width=200)
        monkeypatch.setattr(serve, "_run", played)
        given = {"seed": 1, "replay_out": tmp_path / "game.json", "console": console, **given}
        return serve.serve(game, seats.split(","), **given), console.file.getvalue()

    return serve_it


def test_a_record_that_cannot_be_written_is_said_in_the_end(tmp_path, serving):
    def played(app, listening, console):
        (tmp_path / "game.json").write_text("another was quicker")
        app.match.set_pace(pace=0)
        run(app.runner)

    with pytest.raises(HustingsError, match=r"game\.json exists"):
        serving(played)


def test_a_second_ctrl_c_leaves_nothing_undone_that_the_first_has_begun():
    server = serve.Server(WebApp(BotRunner(a_match())))
    for _ in range(2):
        server.handle_exit(signal.SIGINT, None)
    assert (server.should_exit, server.force_exit) == (True, False)


PLAY = ("play", "saludos_amigos", "--seats", "human,greedy,greedy,greedy")


def test_a_port_in_use_and_a_browser_that_is_not_there_are_one_line(complaint, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"--port {port}: Address already in use" in complaint(*PLAY, "--browser", "--port", port)
    monkeypatch.setattr(webbrowser, "get", Mock(side_effect=webbrowser.Error))
    assert "no browser was found" in complaint(*PLAY, "--browser", "--open")


def test_a_name_that_cannot_be_looked_up_is_one_line():
    for host in ("é..x", "\udcff"):
        with pytest.raises(HustingsError, match=r"^--host .* --port 0: .*; choose another"):
            serve.listen(host, 0)


@pytest.mark.parametrize(
    ("seats", "seed", "first", "last"),
    [("human,random", None, 0, 1), ("human,random", 1, 1, 0), ("random,random", None, 1, 0)],
)
def test_people_are_told_a_secret_seed_at_the_end(seats, seed, first, last, serving):
    def played(app, listening, console):
        begun.append(console.file.getvalue())
        finish(app.match)

    begun = []
    replay, said = serving(played, seats, seed=seed)
    assert begun[0].count(f"Seed {replay.seed}.") == first
    assert said.removeprefix(begun[0]).count(f"Seed {replay.seed}.") == last


DEAL = ("saludos_amigos", "--seed", "1", "--seats", "human,random,random,random")


@contextlib.contextmanager
def served(folder, *options, deal=DEAL, lines=3):
    """The command with a game for one person among bots: the process, and the person's link."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))  # noqa: E731
    command = [*COMMAND, "play", "--browser", *deal, *options]
    started = subprocess.Popen(command, cwd=folder, env={**os.environ, "COLUMNS": "200"}, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)  # fmt: skip
    try:
        started.said = "".join(started.stdout.readline() for _ in range(lines))
        yield started, re.search(r"player_0: (http://\S+)", started.said)[1]
    finally:
        started.kill()
        started.communicate()


MOVE = {"data": {"number": 0, "typed": "0"}, "headers": {"Accept": "application/json"}}


def test_a_game_goes_on_at_the_same_links_after_a_kill_and_keeps_what_was_played_when_it_is_stopped(tmp_path):
    import httpx2

    with served(tmp_path, "--replay", "game.json") as (started, place):
        assert httpx2.post(f"{place}/move", **MOVE).status_code == 200
        started.kill()
    before, links = Replay.load(tmp_path / "game.json"), tmp_path / "game.json.links"
    assert before.moves[0][0] == 0
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("game.json", links.name)} == {0o600}
    with served(tmp_path, deal=("--resume", "game.json")) as (again, same):
        assert same == place
        page = httpx2.get(place).text
        assert all(html.escape(words) in html.unescape(page) for _, _, words in before.moves[:1])
        assert "hustings play --resume game.json --browser" in page
        with httpx2.stream("GET", f"{place}/events?edition=99") as stream:  # an open page holds nothing up
            again.send_signal(signal.SIGTERM)
            assert "event: closed" in "".join(stream.iter_text())
        out, err = again.communicate(timeout=30)
    assert (again.returncode, err) == (0, "")
    assert "Stopped after" in out
    assert "To go on: hustings play --resume game.json --browser" in out
    after = Replay.load(tmp_path / "game.json")
    assert after.moves[: len(before.moves)] == before.moves
    after.verify(GAMES["saludos_amigos"])
    assert_links_that_others_can_have_written_are_not_taken(tmp_path, links, place)


def assert_links_that_others_can_have_written_are_not_taken(folder, links, place):
    """And that is said."""
    seats = json.loads(links.read_text())["secrets"].keys()
    links.chmod(0o644)
    with served(folder, deal=("--resume", "game.json"), lines=4) as (again, new):
        assert new != place
        assert json.loads(links.read_text())["secrets"].keys() == seats
        assert stat.S_IMODE(links.stat().st_mode) == 0o600
        assert "game.json.links belongs to others or can be read by them, so the links are new." in again.said


@pytest.mark.parametrize("seen", [True, False])  # a person moves last and plays again while another thinks
def test_the_next_game_has_its_own_file_with_the_same_links(seen, tmp_path, serving):
    def played(app, listening, console):
        finish(app.match)
        if seen:
            app.runner._on_end()
        resumes.append(app.resume())
        (former,) = app.links.values()
        app._play_again(None, {})
        assert Replay.load(tmp_path / "game.json").scores
        resumes.append(app.resume())
        links.append(json.loads((tmp_path / "game-game-2.json.links").read_text()))
        assert links[0]["secrets"] == {"None": former}

    resumes, links = [], []
    serving(played)
    assert resumes == [  # players are told of no folder of this machine
        "hustings play --resume game.json --browser",
        "hustings play --resume game-game-2.json --browser",
    ]
    assert {path.name for path in tmp_path.iterdir()} == {
        "game.json", "game-game-2.json", "game-game-2.json.links",
    }  # fmt: skip


def test_the_next_game_has_the_options_of_one_that_goes_on(tmp_path, serving):
    def begun(app, listening, console):
        app.match.move(int(app.match.games.legal[0].argmax()))

    def played(app, listening, console):
        finish(app.match)
        app._play_again(None, {})
        dealt.append(app.match.games.options["charity_vp"])

    dealt = []
    serving(begun, game=GAMES["copycat"], options={"charity_vp": 1})
    serving(played, game=GAMES["copycat"], seed=None, resume=Replay.load(tmp_path / "game.json"))
    assert dealt == [1]


def test_no_next_game_takes_the_place_of_one_that_cannot_be_written(tmp_path, monkeypatch, serving):
    def played(app, listening, console):
        with monkeypatch.context() as full:
            full.setattr(
                Replay, "save", Mock(side_effect=ReplayError("game.json: no space left on the disk"))
            )
            finish(app.match)
            app.runner._on_end()
            with pytest.raises(Refused, match="the console of the server says why"):
                app._play_again(None, {})
        assert app.match.over

    ended, said = serving(played)
    assert Replay.load(tmp_path / "game.json").scores == ended.scores
    assert "Another game cannot begin: game.json: no space left on the disk." in said


def test_who_has_started_a_game_is_told_all_that_goes_on_with_it_and_players_are_not(
    tmp_path, monkeypatch, serving
):
    def played(app, listening, console):
        assert app.resume() == "hustings play --resume game.json --browser"

    box = tmp_path / "box.toml"
    box.write_bytes(GAME.box_spec.file.read_bytes())
    (tmp_path / "bots.py").write_text("from hustings.agents.bots import RandomAgent as Mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    console = Console(file=io.StringIO(), width=40)
    serving(played, "human,bots:Mine", box=box, host="localhost", console=console)
    again = f"--browser --box {box} --seats human,bots:Mine --host localhost"
    assert f"To go on: hustings play --resume {tmp_path}/game.json {again}\n" in console.file.getvalue()


BROKEN = [
    b"GET / HTTP/1.1\r\nHost: 127",
    b"\x16\x03\x01\x02\x00\x01",
    b"POST /x/move HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST %s/move HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc\r\nzz",
    b"POST %s/move HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nnumber=",
    b"GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n" + b"\0" * 300,
    b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20 + b"no request\r\n\r\n",
    b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100_000,
]


def test_strangers_neither_keep_people_out_nor_fill_the_terminal(tmp_path):
    import httpx2

    with served(tmp_path) as (started, place), contextlib.ExitStack() as held:
        address = ("127.0.0.1", int(place.split(":")[2].split("/")[0]))
        for sent in BROKEN:
            for end in (socket.SHUT_WR, None):
                with socket.create_connection(address) as one:
                    one.sendall(sent.replace(b"%s", place.rpartition("/")[2].encode().join([b"/", b""])))
                    if end is not None:
                        one.shutdown(end)
                        one.settimeout(0.1)
                        with contextlib.suppress(OSError):
                            one.recv(1000)
        for _ in range(300):
            one = held.enter_context(socket.create_connection(address))
            with contextlib.suppress(OSError):
                one.sendall(BROKEN[0])
        begun = time.monotonic()
        assert "as player_0 sees it" in httpx2.get(place).text
        assert time.monotonic() - begun < 2
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=30)
    assert (started.returncode, "Stopped after" in out) == (0, True)
    assert err.count("\n") <= 1, err[:3000]


def test_a_request_that_does_not_end_is_ended(laid, monkeypatch):
    monkeypatch.setattr(connections, "MAX_SECONDS", 0.3)
    monkeypatch.setattr(requests, "MAX_SECONDS", 0.3)
    port, secret = re.search(r":(\d+)/(.*)", laid(a_match("human,human,human"))[0]).groups()
    there = ("127.0.0.1", int(port))
    for begun in (b"", b"GET / HT", f"POST /{secret}/move HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Length: 9\r\n\r\nnumber".encode()):  # fmt: skip
        with socket.create_connection(there, timeout=5) as one:
            one.sendall(begun)
            answer = b"".join(iter(lambda: one.recv(4096), b""))
            assert b" 408 " in answer or not begun.startswith(b"POST")
    with socket.create_connection(there, timeout=5) as page:
        page.sendall(f"GET /{secret}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert b"text/event-stream" in page.recv(4096)
        page.settimeout(1)
        drain = iter(lambda: page.recv(65536), b"")
        with pytest.raises(TimeoutError):
            list(drain)


def test_a_fault_is_the_commands_last_word(serving):
    def broken(app, listening, console):
        app.match.stop("player_1 (mine) has failed", "player_1 (mine): it broke")

    with pytest.raises(HustingsError, match=r"the game has stopped: player_1 \(mine\): it broke$"):
        serving(broken, "human,random")
