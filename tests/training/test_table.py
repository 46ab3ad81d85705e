"""A game for the browser, without one: its links, what it turns away, what a page holds, how it goes on."""

import asyncio
import copy
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import webbrowser

import numpy as np
import pytest
from starlette.testclient import TestClient

import tinygame
from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import HustingsError
from hustings.envs.core.text.prompts import prompts_of
from hustings.envs.saludos_amigos.actions import CLOSE
from hustings.training.browser import match as match_module
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.match import Match, Refused
from hustings.training.browser.pages import whole_page
from hustings.training.browser.web import MIN_INTERVAL, WebApp
from hustings.training.cli import main
from support import COMMAND, all_tables, label, told_of
from tables import a_match, at_phase, put, to_place

GAME = tinygame.GAME
HERE = "http://127.0.0.1:8000"
AS_PAGE = {"Accept": "application/json", "Origin": HERE, "Sec-Fetch-Site": "same-origin"}


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
    return match.on_turn, match.number, int(match.games.legal[0].argmax())


# --- Who is let in -------------------------------------------------------------------------------


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


def test_a_wrong_link_changes_nothing(app, client):
    _, number, action = on_turn(app)
    answer = client.post("/wrong/move", data={"number": number, "action": action}, headers=AS_PAGE)
    assert answer.status_code == 404
    assert answer.json()["refused"].startswith("This link leads to no seat")
    assert app.match.number == number


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://127.0.0.1:8001"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
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


def test_a_table_for_others_answers_to_any_name():
    app = WebApp(BotRunner(a_match()), on_loopback=False)
    with TestClient(app.starlette(), base_url="http://box.example:8000") as client:
        assert client.get(link(app, 0)).status_code == 200
        seat, number, action = on_turn(app)
        answer = click(client, app, seat, number, action, Origin="http://box.example:8000")
        assert answer.status_code == 200
        assert click(client, app, 0, 1, 0, Origin=HERE).status_code == 403


# --- What is turned away -------------------------------------------------------------------------


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
    assert second.json()["frame"]["edition"] == app.match.edition[seat]
    assert app.match.number == number + 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"number": "0", "action": "99"}, 409),
        ({"number": "0", "action": "-1"}, 409),
        ({"number": "0", "action": "x"}, 409),
        ({"number": "0"}, 409),
        ({"action": "0"}, 409),
        ({"number": "0", "filled": "1", "n0": "1"}, 409),
        ({"number": "²", "action": "0"}, 409),
        ({"number": "0", "typed": "x" * 9000}, 413),
        ({}, 409),
    ],
)
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


# --- What a page holds ---------------------------------------------------------------------------


def test_nothing_is_loaded_from_elsewhere_and_no_name_becomes_markup(monkeypatch):
    match = a_match()
    match.names = ["</script><b>", "player_1 (<i>)", "x"]
    page = whole_page(match, 0, "/place")
    assert "<b>" not in page
    assert "<i>" not in page
    assert page.count("<script") == 1
    assert re.findall(r"https?://[^\"'< ]+", page.replace("http://www.w3.org/2000/svg", "")) == []
    assert not re.search(r"<link(?! rel=\"icon\" href=\"data:,\")|\bsrc=|@import|url\(", page)


def test_a_page_may_run_its_own_script_only(app, client):
    page = client.get(link(app, 0))
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "frame-ancestors 'none'" in policy
    assert page.headers["cache-control"] == "no-store"
    assert client.get("/wrong").headers["content-security-policy"] == policy


def sent_to(match: Match, seat: int) -> bytes:
    """All that a seat's page is told of a position."""
    app = WebApp(BotRunner(match))
    told = whole_page(match, seat, "/place") + json.dumps(app.frame(seat, "/place", 0))
    return told.encode()


def redealt(match: Match, seat: int | None, seed: int) -> Match:
    """The same match, all that a seat cannot know dealt afresh."""
    other = copy.deepcopy(match)
    other.games.redeal(seat, seed=seed)
    return put(other, other.games.tables.copy())


def some_matches(game, players: int, every: int):
    """Matches of people alone at some of the positions of a game, played by a bot."""
    match = a_match(",".join(["human"] * players), game)
    bot = make("random" if game is GAME else "greedy", game)
    games, row, number = copy.deepcopy(match.games), np.zeros(1, np.int64), 0
    while not games.over[0]:
        if number % every == 0:
            yield put(match, games.tables.copy())
        games.step(bot.act(games, row))
        number += 1
    yield put(match, games.tables)


SIZES = [(game, n) for game, n in all_tables() if n in (min(game.player_counts), max(game.player_counts))]


@pytest.mark.parametrize(("game", "players"), SIZES, ids=label)
def test_a_seats_page_is_the_same_bytes_after_a_redeal_for_it(game, players):
    every = 1 if game is GAME else 229
    for match in some_matches(game, players, every):
        for seat in range(players):
            assert sent_to(match, seat) == sent_to(redealt(match, seat, 5), seat)


def test_what_is_hidden_would_be_noticed():
    match = next(some_matches(GAMES["liberte"], 3, 97))
    on_turn = match.on_turn
    for other in set(range(3)) - {on_turn}:
        assert sent_to(match, on_turn) != sent_to(redealt(match, other, 5), on_turn)
        assert b"data-key" not in sent_to(match, other)


def test_an_opinion_is_shown_for_the_seat_that_decides_and_leaks_nothing():
    game = GAMES["saludos_amigos"]
    match = a_match("human,human,human,human", game)
    search = make("search:iterations=2", game)

    def opinion(of: Match, seat: int) -> bytes:
        (thought,) = search.explain(of.games, np.zeros(1, np.int64))
        of.think("search", of.number, thought)
        return sent_to(of, seat)

    for seat in range(4):
        shown = opinion(match, seat)
        assert (b"What search thinks of it" in shown) == (seat == match.on_turn)
    seat = match.on_turn
    other = redealt(match, seat, 3)
    assert opinion(match, seat) == opinion(other, seat)


def test_what_another_is_asked_once_more_is_not_noticed():
    match = at_phase("ACTION", "liberte", 3)
    seat, other = match.on_turn, (match.on_turn + 1) % 3
    before = sent_to(match, other)
    match.choose(seat, match.number, match.view(seat).question.stop.action)
    assert match.view(seat).loss
    assert sent_to(match, other) == before


def test_the_log_tells_each_seat_what_it_may_know():
    match, rng = a_match("human,human,human"), np.random.default_rng(1)
    for _ in range(5):
        mover, before = match.on_turn, match.games.tables.copy()
        told = {seat: sum(len(line.events) for line in lines) for seat, lines in match.log.items()}
        action = int(rng.choice(np.flatnonzero(match.games.legal[0])))
        words = match.games.describe(0, action)
        match.choose(mover, match.number, action, sure=True)
        for seat in range(3):
            lines = [event.text for line in match.log[seat] for event in line.events][told[seat] :]
            news = told_of(match.games, before, action, seat)
            named = news and news[0].startswith(f"player_{mover} ")
            assert lines == ([f"player_{mover}: {words}", *news] if seat == mover and not named else news)


# --- What people say -----------------------------------------------------------------------------


def test_what_gives_something_away_is_asked_once_more():
    match = at_phase("ACTION", "liberte", 3)
    seat, number = match.on_turn, match.number
    stop = match.view(seat).question.stop
    match.choose(seat, number, stop.action)
    assert match.number == number
    assert "still play" in match.view(seat).loss
    assert "all the same" in whole_page(match, seat, "/p")
    match.choose(seat, number, stop.action)
    assert match.number == number, "a second click on the same is no answer to the question"
    match.think_again(seat, number)
    assert not match.view(seat).loss
    match.choose(seat, number, stop.action, sure=True)
    assert match.number > number


def test_several_choices_can_be_typed_at_once():
    match = at_phase("PLACE", "liberte", 3, to_place(2))
    seat = match.on_turn
    choice = match.view(seat).question.choices[0]
    match.say(seat, match.number, f"{choice.key} nowhere")
    assert match.games.tables["blocks_left"][0] == 1
    assert match.view(seat).remark.startswith("'nowhere' is none of them")
    match.say(seat, match.number, match.view(seat).question.choices[0].key)
    assert match.games.tables["blocks_left"][0] == 0
    assert not match.view(seat).remark


def test_a_form_places_all_blocks_at_once():
    match = at_phase("PLACE", "liberte", 3, to_place(3))
    seat, number = match.on_turn, match.number
    form = match.view(seat).form
    assert form.most == 3
    wrong = ([4, *[0] * (len(form.entries) - 1)], [0] * len(form.entries), [1], [2, 2])
    for counts in wrong:
        with pytest.raises(Refused):
            match.fill_in(seat, number, counts)
    match.fill_in(seat, number, [3, *[0] * (len(form.entries) - 1)])
    assert match.number == number + 3
    moves = match.replay.moves[-3:]
    assert {action for _, action, _ in moves} == {form.entries[0].about}


def test_partners_and_their_shares_are_one_form():
    match = at_phase("FLOOR", "saludos_amigos", 4)
    seat, pie = match.on_turn, int(match.games.tables["pie"][0])
    form = match.view(seat).form
    shares = [pie - 2, 1, 1] + [0] * (len(form.entries) - 3)
    match.fill_in(seat, match.number, shares)
    table = match.games.tables[0]
    partners = [int(entry.thing.split()[1]) for entry in form.entries[1:3]]
    assert [int(table.draft_share[i]) for i in (seat, *partners)] == [pie - 2, 1, 1]
    assert match.games.game.phases(int(table.phase)).name == "RESPOND"


def test_a_form_that_cannot_be_done_says_so():
    def too_weak_alone(games):
        return not games.legal[0, CLOSE]

    match = at_phase("FLOOR", "saludos_amigos", 4, when=too_weak_alone)
    seat, number, pie = match.on_turn, match.number, int(match.games.tables["pie"][0])
    match.fill_in(seat, number, [pie, *[0] * (len(match.view(seat).form.entries) - 1)])
    assert match.number == number
    assert match.view(seat).remark == "That cannot be done as it was filled in."


def test_a_limit_bids_for_a_person_until_it_is_passed(monkeypatch):
    described = GAMES["die_macher"]
    match = at_phase("POLL_BID", "die_macher", 3)
    assert prompts_of(described).auction(match.games.box[0], match.games.tables[0]) is not None
    seat = match.on_turn
    assert "Bid for me up to" in whole_page(match, seat, "/p")
    limit = max(choice.amount or 0 for choice in match.view(seat).question.choices)
    match.say(seat, match.number, f"m{limit}")
    first = match.on_turn
    assert first != seat
    match.say(first, match.number, str(match.view(first).question.choices[1].amount))
    while match.on_turn not in (first, seat):
        match.choose(match.on_turn, match.number, match.view(match.on_turn).question.stop.action, sure=True)
    assert match.on_turn != seat, "it has bid without being asked"


def test_what_was_said_ahead_is_forgotten_when_others_move():
    match = a_match("human,human,human")
    seat = match.on_turn
    key = match.view(seat).question.choices[0].key
    match.say(seat, match.number, f"{key} {key} {key}")
    assert match.number == 1
    other = match.on_turn
    match.choose(other, 1, match.view(other).question.choices[0].action)
    assert any("is forgotten" in line.text for line in match.log[seat])


# --- Bots ----------------------------------------------------------------------------------------


def run(runner: BotRunner, seconds: float = 20.0, until=lambda: False) -> None:
    """Let bots play until a match is over, or something else is true."""

    async def play():
        runner.begin()
        task = asyncio.create_task(runner.run())
        end = time.monotonic() + seconds
        while not task.done() and not until() and time.monotonic() < end:
            await asyncio.sleep(0.005)
        task.cancel()
        assert task.done() or until() or time.monotonic() < end, "it does not end"

    asyncio.run(play())


def test_bots_alone_play_to_the_end_as_in_the_terminal():
    game = GAMES["saludos_amigos"]
    match, ended = a_match("greedy,greedy,random,random", game), []
    match.set_pace(pace=0)
    run(BotRunner(match, on_end=lambda: ended.append(match.number)), 60)
    assert match.over
    assert ended == [match.number]
    assert "points" in match.view(None).result[0]
    match.replay.finish(match.games)
    match.replay.verify(game)
    from hustings.training.play import play

    again = play(game, ["greedy", "greedy", "random", "random"], seed=1)
    assert again.moves == match.replay.moves


def test_bots_wait_for_somebody_to_come_and_while_paused_but_for_a_step():
    match = a_match("random,random,random")
    match.set_pace(pace=0)
    match.set_pace(paused=True)
    runner = BotRunner(match)

    async def play():
        task = asyncio.create_task(runner.run())
        await asyncio.sleep(0.05)
        assert match.number == 0
        runner.begin()
        await asyncio.sleep(0.1)
        assert match.number == 0
        for number in (1, 2):
            match.set_pace(step=True)
            await asyncio.sleep(0.1)
            assert match.number == number
        match.set_pace(paused=False)
        await asyncio.wait_for(task, 10)

    asyncio.run(play())
    assert match.over


def test_a_move_is_shown_as_long_as_is_wanted():
    match = a_match("random,random,random")
    match.set_pace(pace=0.3)
    begun = time.monotonic()
    run(BotRunner(match), until=lambda: match.number >= 2)
    assert time.monotonic() - begun >= 0.6


class Broken:
    name = "broken"

    def act(self, games, rows):
        raise RuntimeError("no\nidea")


class Illegal:
    name = "illegal"

    def act(self, games, rows):
        return np.array([99])


@pytest.mark.parametrize(("agent", "words"), [(Broken(), "RuntimeError: no"), (Illegal(), "outside 0 to 3")])
def test_an_agent_that_fails_stops_the_game_and_loses_nothing(agent, words):
    match, ended = a_match("human,random,random"), []
    match.agents[1] = match.agents[2] = agent
    match.set_pace(pace=0)
    while match.waits_for_a_person:
        match.choose(0, match.number, match.view(0).question.choices[0].action)
    run(BotRunner(match, on_end=lambda: ended.append(1)))
    assert ended == [1]
    assert words in match.fault
    assert "\n" not in match.fault
    assert "The game has stopped" in whole_page(match, 0, "/p")
    with pytest.raises(Refused, match="has stopped"):
        match.choose(0, match.number, 0)
    assert len(match.replay.moves) == match.number


def test_an_agent_that_cannot_explain_is_named():
    class Mute:
        name = "mute"

        def explain(self, games, rows):
            raise KeyError("why")

    match = a_match("random,random,random")
    run(BotRunner(match, Mute()))
    assert match.fault == "mute cannot say what it thinks (KeyError: 'why')"


def test_a_record_that_cannot_be_written_is_said_in_the_end(tmp_path, monkeypatch):
    from hustings.training.browser import serve as module

    def played(app, listening):
        (tmp_path / "game.json").write_text("another was quicker")
        app.match.set_pace(pace=0)
        run(app.runner)

    monkeypatch.setattr(module, "_run", played)
    with pytest.raises(HustingsError, match=r"game\.json exists"):
        module.serve(GAME, ["random", "random"], seed=1, replay_out=tmp_path / "game.json")


def test_somebody_who_watches_sees_as_anybody_does_and_moves_nobody():
    app = WebApp(BotRunner(a_match("random,random,random")))
    app.match.set_pace(paused=True)
    with TestClient(app.starlette(), base_url=HERE) as client:
        place = link(app, None)
        assert "everything shown" in client.get(place).text
        assert "as player_2 sees it" in client.get(f"{place}?view=2").text
        assert client.get(f"{place}?view=3").status_code == 404
        answer = client.post(f"{place}/move", data={"number": 0, "action": 0}, headers=AS_PAGE)
        assert (answer.status_code, answer.json()["refused"]) == (409, "On this page you can only watch.")
        client.post(f"{place}/pace?view=1", data={"step": 1}, headers=AS_PAGE)
        end = time.monotonic() + 10
        while app.match.number < 1 and time.monotonic() < end:
            time.sleep(0.01)
        assert app.match.number == 1


def test_a_seat_cannot_stop_the_others_game(app, client):
    for fields in ({"paused": 1}, {"step": 1}):
        client.post(f"{link(app, 0)}/pace", data=fields, headers=AS_PAGE)
        assert not app.match.paused


# --- How pages are told --------------------------------------------------------------------------


def events_of(app: WebApp, seat, seen: int, told: int, do) -> list[dict]:
    """What a page is told while things are done."""
    found = []

    async def listen():
        stream = app.frames(seat, "/place", seen, told)

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

    def move():
        seat = match.on_turn
        match.choose(seat, match.number, match.view(seat).question.choices[0].action)

    events = events_of(app, 0, match.edition[0], len(match.log[0]), [move, move, move])
    assert [event["edition"] for event in events] == [1, 2, 3]
    lines = []
    for event in events:
        assert len(lines) - 1 <= event["told"] <= len(lines), "the last line may have grown"
        lines[event["told"] :] = event["lines"]
    assert len(lines) == len(match.log[0])
    page = whole_page(match, 0, "/place")
    assert f'data-edition="{match.edition[0]}" data-told="{len(lines)}"' in page
    assert all(text in page for _, text in lines)


def test_a_page_that_has_missed_something_is_told_at_once(app):
    match = app.match
    match.choose(match.on_turn, 0, match.view(match.on_turn).question.choices[0].action)
    (event,) = events_of(app, 1, 0, 0, [])
    assert event["edition"] == 1
    assert event["told"] == 0


# --- The command ---------------------------------------------------------------------------------


@pytest.fixture
def complaint(monkeypatch, capfd, tmp_path):
    """The one line that the command ends with, and nothing else."""

    def run(*arguments, **environment) -> str:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["hustings", *map(str, arguments)])
        with monkeypatch.context() as changed:
            for name, value in environment.items():
                changed.setenv(name, value)
            with pytest.raises(SystemExit) as ended:
                main()
        said = capfd.readouterr()
        assert (ended.value.code, said.out, said.err.count("\n")) == (2, "", 1), said
        return said.err

    return run


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
def test_a_stopped_table_keeps_what_was_played(stop, tmp_path):
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
    from hustings.training.browser import serve as module

    def broken(app, listening):
        app.match.stop("player_1 (mine): it broke")

    monkeypatch.setattr(module, "_run", broken)
    with pytest.raises(HustingsError, match="the game has stopped: player_1"):
        module.serve(GAME, ["human", "random"], seed=1)


def test_paces_are_those_that_are_offered():
    match = a_match()
    for given, pace in ((0.0, 0.0), (0.31, 0.3), (1e9, 3.0), (-5, 0.0)):
        match.set_pace(pace=given)
        assert match.pace == pace
    assert match_module.PACES[0] == 0
