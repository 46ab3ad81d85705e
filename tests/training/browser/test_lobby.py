"""The page on which a table is laid: what it takes, what it refuses, and who may open it."""

import html
import io
import re
from unittest.mock import Mock

import pytest
from rich.console import Console
from starlette.testclient import TestClient

from hustings.agents import names
from hustings.envs import GAMES
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import HustingsError
from hustings.training.browser import serve
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.lobby import Lobby, agents_of
from hustings.training.browser.web import WebApp

from .matches import a_match

HERE = "http://127.0.0.1:8000"
FORM = {"game": "saludos_amigos", "players": "4", "who0": "human", "name0": "Anna", "seed": "7",
        **{f"who{seat}": "greedy" for seat in range(1, 4)}}  # fmt: skip


@pytest.fixture
def lobby():
    def lay(game, seats, seed):
        laid.append((game.name, seats, seed))
        app = WebApp(BotRunner(a_match(",".join(seats), game, seed=seed or 1)))
        return app, [f"{HERE}/{secret}" for secret in app.links.values()]

    laid: list = []
    lobby = Lobby([*GAMES.values()], lay)
    lobby.laid = laid
    return lobby


@pytest.fixture
def client(lobby):
    with TestClient(lobby.starlette(), base_url=HERE, follow_redirects=False) as client:
        yield client


def begin(client, lobby, **changed):
    return client.post(f"/{lobby.secret}", data={**FORM, **changed}, headers={"Origin": HERE})


def test_every_game_and_whoever_plays_it_can_be_chosen(lobby, client):
    for game in GAMES.values():
        page = client.get(f"/{lobby.secret}?game={game.name}").text
        chosen = re.findall(
            r'<option value="([^"]+)"', page.partition('id="who0"')[2].partition("</select>")[0]
        )
        assert chosen == ["human", *agents_of(game)]
        assert set(names(game)) <= set(chosen)
        assert f'value="{game.name}"' in page


def test_a_person_alone_is_led_to_their_page_and_the_lobby_knows_all_links(lobby, client):
    answer = begin(client, lobby)
    assert lobby.laid == [("saludos_amigos", ["human:Anna", "greedy", "greedy", "greedy"], 7)]
    (secret,) = lobby.match.links.values()
    assert (answer.status_code, answer.headers["location"]) == (303, f"/{secret}")
    assert "as Anna sees it" in client.get(f"/{secret}").text
    links = client.get(f"/{lobby.secret}").text
    assert f'href="/{secret}"' in links
    assert "Seat 1, Anna" in links
    assert lobby.secret not in client.get(f"/{secret}").text
    begin(client, lobby, seed="8")
    assert len(lobby.laid) == 1, "there is one game"


def test_people_get_a_link_each(lobby, client):
    answer = begin(client, lobby, who2="human", seed="")
    assert answer.headers["location"] == f"/{lobby.secret}"
    assert lobby.laid[0][1:] == (["human:Anna", "greedy", "human", "greedy"], None)
    links = client.get(f"/{lobby.secret}").text
    assert all(f"{HERE}/{secret}" in links for secret in lobby.match.links.values())


def test_a_seed_that_was_emptied_stays_so(lobby, client):
    lobby._seed = 7
    assert 'name="seed" value="7"' in client.get(f"/{lobby.secret}").text
    answer = begin(client, lobby, seed="", name0="A,greedy")
    assert answer.status_code == 409
    assert 'name="seed" value=""' in answer.text


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"players": "3"}, "Saludos Amigos! takes 4 to 7 players; choose how many."),
        ({"players": "x"}, "Saludos Amigos! takes 4 to 7 players; choose how many."),
        ({"name0": "<i>Anna</i>"}, "Seat 1: a name has at most 16 letters"),
        ({"name0": "A,greedy"}, "Seat 1: a name has at most 16 letters"),
        ({"who1": "exec:touch /tmp/x"}, "Seat 2: nobody was chosen; choose a person or one of the list."),
        ({"who1": "os:system"}, "Seat 2: nobody was chosen"),
        ({"who1": "/etc"}, "Seat 2: nobody was chosen"),
        ({"who3": "radical"}, "Seat 4: nobody was chosen"),
        ({"seed": "-1"}, "The seed is a whole number from 0 on"),
        ({"seed": str(2**64)}, "The seed is a whole number from 0 on"),
    ],
)
def test_what_is_wrong_is_one_line_and_what_was_filled_in_stays(changed, words, lobby, client):
    answer = begin(client, lobby, **changed)
    assert answer.status_code == 409
    (line,) = re.findall(r'<p class="alarm" role="alert">(.*?)</p>', answer.text)
    assert words in html.unescape(line)
    assert "<i>" not in answer.text
    assert changed.get("seed", "7") in answer.text
    assert not lobby.laid
    assert begin(client, lobby).status_code == 303


@pytest.mark.parametrize("path", ["/", "/wrong", "/wrong/events"])
def test_without_its_link_there_is_no_lobby(path, lobby, client):
    for answer in (client.get(path), client.post(path, data=FORM, headers={"Origin": HERE})):
        assert answer.status_code == 404
        assert "<form" not in answer.text
    assert begin(client, lobby).status_code == 303
    for answer in (client.get(path), client.post(path, data=FORM, headers={"Origin": HERE})):
        assert answer.status_code == 404
        assert not any(secret in answer.text for secret in [*lobby.match.links.values(), lobby.secret])


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}]
)
def test_a_foreign_page_lays_no_table(headers, lobby, client):
    answer = client.post(f"/{lobby.secret}", data=FORM, headers={"Origin": HERE, **headers})
    assert answer.status_code in (403, 421)
    assert not lobby.laid


def test_a_game_that_was_begun_in_a_lobby_is_kept(tmp_path, monkeypatch):
    def run(lobby, listening, console):
        with TestClient(lobby.starlette(), base_url=HERE) as client:
            assert begin(client, lobby).status_code == 200
        lobby.close()

    monkeypatch.setattr(serve, "_run", run)
    said = Console(file=io.StringIO(), width=200)
    replay = serve.serve_lobby([GAMES["saludos_amigos"]], replay_out=tmp_path / "game.json", console=said)
    assert replay.seed == 7
    assert (tmp_path / "game.json").exists()
    told = said.file.getvalue()
    assert "The lobby, to choose who plays what: http://127.0.0.1:" in told
    assert "player_0: http://127.0.0.1:" in told
    assert "To go on: hustings play --resume" in told
    monkeypatch.setattr(serve, "_run", lambda *given: None)
    assert serve.serve_lobby([*GAMES.values()], console=said) is None


def test_a_game_that_could_not_be_begun_is_not_kept_and_can_be_begun_again(tmp_path, monkeypatch):
    def run(lobby, listening, console):
        with TestClient(lobby.starlette(), base_url=HERE) as client:
            with monkeypatch.context() as full:
                full.setattr(serve.KeptLinks, "save", Mock(side_effect=HustingsError("no space left")))
                assert "no space left" in begin(client, lobby).text
            assert begin(client, lobby, seed="8").status_code == 200
        lobby.close()

    monkeypatch.setattr(serve, "_run", run)
    said = Console(file=io.StringIO(), width=200)
    replay = serve.serve_lobby([GAMES["saludos_amigos"]], replay_out=tmp_path / "game.json", console=said)
    assert replay.seed == Replay.load(tmp_path / "game.json").seed == 8
    assert said.file.getvalue().count("Stopped after") == 1
