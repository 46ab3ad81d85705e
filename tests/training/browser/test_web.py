"""A match over HTTP: its links, what is turned away, what open pages are sent."""

import asyncio
import json
import threading
from functools import partial

import pytest
from starlette.testclient import TestClient

from hustings.envs import HustingsError
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.names import with_names
from hustings.training.browser.web import MIN_INTERVAL, WebApp

from .conftest import wait_for
from .matches import a_deal, a_match, at_phase, choose, choose_first, finish, to_place

HERE = "http://127.0.0.1:8000"
AS_PAGE = {"Accept": "application/json", "Origin": HERE}


@pytest.fixture
def app():
    return WebApp(BotRunner(a_match("human,human,human")))


@pytest.fixture
def client(app):
    with TestClient(app.starlette(), base_url=HERE) as client:
        yield client


def link(app, seat) -> str:
    return f"/{app.links[seat]}"


def click(client, app, seat, number, action, **headers):
    fields = {"number": number, "action": action}
    return client.post(f"{link(app, seat)}/move", data=fields, headers={**AS_PAGE, **headers})


def on_turn(app) -> tuple[int, int, int]:
    """The seat on turn, the number of the position and a legal action."""
    match = app.match
    return match.on_turn, match.number_for(match.on_turn), int(match.games.legal[0].argmax())


def test_each_person_has_a_link_of_their_own_that_cannot_be_guessed(app, client):
    assert list(app.links) == [0, 1, 2]
    assert len(set(app.links.values())) == 3
    assert all(len(secret) >= 24 for secret in app.links.values())
    for seat in range(3):
        page = client.get(link(app, seat))
        assert page.status_code == 200
        assert f"as player_{seat} sees it" in page.text
        others = [secret for other, secret in app.links.items() if other != seat]
        assert not any(secret in page.text for secret in others)


@pytest.mark.parametrize("path", ["/", "/wrong", "/wrong/events", "/favicon.ico", "/x/y/z"])
def test_a_wrong_link_says_so_and_shows_nothing(path, app, client):
    page = client.get(path)
    assert page.status_code == 404
    assert ("no such page" if path in ("/", "/x/y/z") else "leads to no seat of this game") in page.text
    assert "<svg" not in page.text
    assert not any(secret in page.text for secret in app.links.values())
    number, action = on_turn(app)[1:]
    assert client.post(f"{path}/move", data={"number": number, "action": action}).status_code == 404
    assert app.match.number == number


@pytest.mark.parametrize("headers", [
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://["},
    {"Origin": "http://127.0.0.1:8001"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
])  # fmt: skip
def test_what_comes_from_a_foreign_page_is_turned_away(headers, app, client):
    seat, number, action = on_turn(app)
    answer = click(client, app, seat, number, action, **headers)
    assert answer.status_code == 403
    assert "another site" in answer.json()["refused"]
    assert app.match.number == number
    assert click(client, app, seat, number, action).status_code == 200


@pytest.mark.parametrize("name", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "["])
def test_a_name_that_leads_to_this_machine_is_turned_away(name, app, client):
    page = client.get(link(app, 0), headers={"Host": name})
    assert page.status_code == 421
    assert "<svg" not in page.text
    for own in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert client.get(link(app, 0), headers={"Host": own}).status_code == 200


@pytest.mark.parametrize("path", ["/{}/", "/{}/move/", "//{}", "/x/"])
def test_nobody_is_sent_to_a_host_that_they_named(path, app, client):
    path = path.format(app.links[0])
    for name in ("evil.example", "127.0.0.1:8000"):
        answer = client.get(path, headers={"Host": name}, follow_redirects=False)
        assert answer.status_code == 404
        assert "location" not in answer.headers


def test_what_a_page_asks_for_holds_no_other_page_up(app, client, monkeypatch):
    asked, done = threading.Event(), threading.Event()
    monkeypatch.setattr(app.match, "say", lambda *_: asked.set() or done.wait(10))
    seat, number, _ = on_turn(app)
    fields = {"number": number, "typed": "a"}
    sending = threading.Thread(target=client.post, args=(f"{link(app, seat)}/move",), kwargs={"data": fields})
    sending.start()
    try:
        assert asked.wait(10)
        assert client.get("/wrong").status_code == 404
        assert not done.is_set()
    finally:
        done.set()
        sending.join()


def test_what_a_browser_itself_says_holds_behind_a_proxy(app, client):
    own = {"Origin": "https://games.example", "Sec-Fetch-Site": "same-origin"}
    assert click(client, app, *on_turn(app), **own).status_code == 200


def test_a_game_for_others_answers_to_any_name():
    app = WebApp(BotRunner(a_match()), on_loopback=False)
    with TestClient(app.starlette(), base_url="http://box.example:8000") as client:
        assert client.get(link(app, 0)).status_code == 200
        seat, number, action = on_turn(app)
        answer = click(client, app, seat, number, action, Origin="http://box.example:8000")
        assert answer.status_code == 200
        assert click(client, app, 0, 1, 0, Origin=HERE).status_code == 403


def test_a_second_click_and_a_click_out_of_turn_change_nothing(app, client):
    seat, number, action = on_turn(app)
    other = (seat + 1) % 3
    answer = click(client, app, other, number, action)
    assert answer.status_code == 409
    assert answer.json()["refused"] == f"It is not your turn: player_{seat} is to decide."
    assert click(client, app, seat, number, action).status_code == 200
    second = click(client, app, seat, number, action)
    assert second.status_code == 409
    assert "moved on" in second.json()["refused"]
    assert second.json()["update"]["edition"] == app.update(seat, link(app, seat), 0, 0)["edition"]
    assert app.match.number == number + 1


@pytest.mark.parametrize(("fields", "status"), [
    ({"number": "0", "action": "99"}, 409),
    ({"number": "0", "action": "-1"}, 409),
    ({"number": "0", "action": "x"}, 409),
    ({"number": "0"}, 409),
    ({"action": "0"}, 409),
    ({"number": "0", "filled": "1", "n0": "1"}, 409),
    ({"number": "²", "action": "0"}, 409),
    ({"number": "0", "typed": "a " * 3900}, 409),
    ({"number": "0", "typed": "x" * 9000}, 413),
    ({}, 409),
])  # fmt: skip
def test_what_no_page_of_ours_sends_changes_nothing(fields, status, app, client):
    seat = app.match.on_turn
    before = app.match.games.tables.tobytes()
    answer = client.post(f"{link(app, seat)}/move", data=fields, headers=AS_PAGE)
    assert answer.status_code == status
    assert answer.json()["refused"]
    assert app.match.games.tables.tobytes() == before
    assert app.match.number == 0


def test_bytes_that_are_no_form_are_turned_away(app, client):
    for sent in (b"\xff\xfe", b"&&&=", b"a" * 9000):
        answer = client.post(f"{link(app, 0)}/move", content=sent, headers=AS_PAGE)
        assert answer.status_code in (400, 413)


def test_without_scripts_a_click_leads_back_to_the_page(app, client):
    seat, number, action = on_turn(app)
    fields = {"number": number, "action": action}
    headers = {"Origin": HERE, "Accept": "text/html"}
    to = f"{link(app, seat)}/move"
    answer = client.post(to, data=fields, headers=headers, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, link(app, seat))
    again = client.post(to, data=fields, headers=headers, follow_redirects=False)
    assert again.status_code == 409
    assert "moved on" in again.text


def test_a_page_may_run_its_own_script_only(app, client):
    page = client.get(link(app, 0))
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "frame-ancestors 'none'" in policy
    assert page.headers["cache-control"] == "no-store"
    assert client.get("/wrong").headers["content-security-policy"] == policy


def test_somebody_who_watches_sees_as_anybody_does_and_moves_nobody():
    app = WebApp(BotRunner(a_match("random,random,random")))
    app.match.set_pace(paused=True)
    with TestClient(app.starlette(), base_url=HERE) as client:
        place = link(app, None)
        assert "everything shown" in client.get(place).text
        assert f"as {app.match.named[2]} sees it" in client.get(f"{place}?view=2").text
        assert client.get(f"{place}?view=3").status_code == 404
        answer = client.post(f"{place}/move", data={"number": 0, "action": 0}, headers=AS_PAGE)
        assert (answer.status_code, answer.json()["refused"]) == (409, "On this page you can only watch.")
        client.post(f"{place}/pace?view=1", data={"step": 1}, headers=AS_PAGE)
        wait_for(lambda: app.match.number == 1)


@pytest.mark.parametrize("path", ["replay", "replay/all", "replay/0", "replay/all/3"])
def test_nobody_looks_back_before_the_end(path, app, client):
    answer = client.get(f"{link(app, 0)}/{path}", headers=AS_PAGE)
    assert (answer.status_code, "when the game is over" in answer.json()["refused"]) == (403, True)


def test_who_looks_back_asks_for_views_and_pictures_that_are_there():
    app = WebApp(BotRunner(a_match("random,random,random")))
    match = app.match
    finish(match)
    with TestClient(app.starlette(), base_url=HERE) as client:
        place = link(app, None)
        told = client.get(f"{place}/replay/1").json()
        assert (told["moves"][0], told["moves"][-1]) == (0, match.number)
        assert len(told["moves"]) == len(told["texts"])
        everything = client.get(f"{place}/replay/all").json()
        assert everything["moves"] == list(range(match.number + 1))
        drawn = client.get(f"{place}/replay/2/4").text
        picture = match.game.picture(match.games.box[0], match.past[4][0], 2)
        assert drawn == with_names(picture, match.named)
        assert client.get(f"{place}/replay/9").status_code == 404
        assert client.get(f"{place}/replay/x/1").status_code == 404


def test_what_is_asked_for_as_the_next_game_is_dealt_shows_nothing_of_that(monkeypatch):
    match = a_match("human,human,human")
    app = WebApp(BotRunner(match), deal_again=lambda: a_deal("human,human,human", match.game, 5))
    do, place = app.runner.do, link(app, 0)

    async def dealt_meanwhile(work, *given):
        if match.over:
            await do(app._play_again, 0, {})
        return await do(work, *given)

    client = TestClient(app.starlette(), base_url=HERE)  # not entered: the bots' task would come by too
    for path in ("game.json", "replay", "replay/all", "replay/all/0"):
        finish(match)
        with monkeypatch.context() as patch:
            patch.setattr(app.runner, "do", dealt_meanwhile)
            assert client.get(f"{place}/{path}").status_code == 403
        assert match.number == 0


def test_a_page_of_a_game_that_is_over_gets_nothing_of_the_next_one():
    match = a_match("random,random,random")
    app = WebApp(BotRunner(match), deal_again=lambda: a_deal("random,random,random", match.game, 5))
    client, place = TestClient(app.starlette(), base_url=HERE), link(app, None)
    finish(match)
    first = match.token
    assert client.get(f"{place}/replay/all/0?game={first}").status_code == 200
    app._play_again(None, {"game": first})
    second = match.token
    app._play_again(None, {"game": first})  # by another, at the same moment
    assert first != match.token == second
    for path in ("replay/all", "replay/all/0"):
        answer = client.get(f"{place}/{path}?game={first}", headers=AS_PAGE)
        assert (answer.status_code, "open the replay again" in answer.json()["refused"]) == (410, True)
        assert client.get(f"{place}/{path}?game={match.token}").status_code == 200


def test_a_game_that_cannot_be_dealt_again_is_a_line_without_folders():
    def deal_again():
        raise HustingsError("/home/ada/games: no such folder; make it first")

    said = []
    app = WebApp(BotRunner(a_match("random,random,random")), deal_again=deal_again, complain=said.append)
    match = app.match
    finish(match)
    with TestClient(app.starlette(), base_url=HERE) as client:
        answer = client.post(f"{link(app, None)}/again", headers=AS_PAGE)
    assert (answer.status_code, answer.json()["refused"]) == (
        409,
        "Another game cannot begin; the console of the server says why.",
    )
    assert said == ["Another game cannot begin: /home/ada/games: no such folder; make it first."]
    assert match.over


def test_a_seat_cannot_stop_the_others_game(app, client):
    for fields in ({"paused": 1}, {"step": 1}):
        client.post(f"{link(app, 0)}/pace", data=fields, headers=AS_PAGE)
        assert not app.match.paused


def events_of(app: WebApp, seat, seen: int, told: int, do) -> list[dict]:
    """What a page is told while things are done."""
    found = []

    async def listen():
        stream = app.updates(seat, "/place", seen, told)

        async def read():
            async for event in stream:
                if event.startswith("data: {"):
                    found.append(json.loads(event.removeprefix("data: ")))

        task = asyncio.create_task(read())
        for step in do:
            await asyncio.sleep(3 * MIN_INTERVAL)
            step()
        await asyncio.sleep(3 * MIN_INTERVAL)
        app.runner.close()
        await asyncio.wait_for(task, 5)

    asyncio.run(listen())
    return found


def test_a_page_is_told_of_every_move_once_and_goes_on_after_a_reload(app):
    match = app.match

    seen = app.update(0, "/place", 0, 0)["edition"]
    events = events_of(app, 0, seen, len(match.seen[0].log.lines), [partial(choose_first, match)] * 3)
    assert [event["edition"] - seen for event in events] == [1, 2, 3]
    lines = []
    for event in events:
        assert len(lines) - 1 <= event["told"] <= len(lines), "the last line may have grown"
        lines[event["told"] :] = event["lines"]
    assert len(lines) == len(match.seen[0].log.lines)
    page = app.page(0, "/place")
    assert f'data-edition="{events[-1]["edition"]}" data-told="{len(lines)}"' in page
    assert all(text in page for _, text in lines)


def test_a_page_that_has_missed_what_was_taken_back_is_told_all_anew():
    match = at_phase("PLACE", "liberte", 3, to_place(3))
    app, mover = WebApp(BotRunner(match)), match.on_turn

    choices = match.view(mover).question.choices
    choose(match, choices[0].action)
    before = {seat: app.update(seat, "/place", 0, 0) for seat in range(3)}
    match.undo(mover, match.number_for(mover))
    choose(match, choices[1].action)
    for seat, page in before.items():
        now = app.update(seat, "/place", page["edition"], len(page["lines"]))
        assert now["told"] == 0
        assert now["lines"] == app.update(seat, "/place", 0, 0)["lines"]
        again = app.update(seat, "/place", now["edition"], len(now["lines"]))
        assert again["told"] == len(now["lines"]) - 1


def test_a_page_that_is_not_looked_at_can_ask_instead_of_listening(app, client):
    seat, number, action = on_turn(app)
    click(client, app, seat, number, action)
    now = client.get(f"{link(app, 1)}/events?edition=0&told=0", headers={"Accept": "application/json"}).json()
    assert now == json.loads(json.dumps(app.update(1, link(app, 1), 0, 0)))
    assert (now["edition"], now["game"]) == (1, app.match.token)


def test_a_page_that_has_missed_something_is_told_at_once(app):
    choose_first(app.match)
    (event,) = events_of(app, 1, 0, 0, [])
    assert event["edition"] == 1
    assert event["told"] == 0
