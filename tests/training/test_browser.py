"""The table in a real browser: whole games clicked by a script, real mouse and keys, narrow windows.

They need Chromium, as Debian's package has it. Without one they are left out, or fail where the environment
has HUSTINGS_BROWSER=required.
"""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import uvicorn

from hustings.envs import GAMES
from hustings.training.table.bots import Host
from hustings.training.table.match import Match
from hustings.training.table.serve import listen
from hustings.training.table.web import Table
from training.test_table import a_match

CLICKER = (Path(__file__).parent / "clicker.js").read_text()
NAMES = ("chromium", "chromium-browser", "google-chrome")
SLOWEST = 0.15  # seconds from a click to the next picture, in the median
CLICKS = 25  # of a game that is not played to its end


@pytest.fixture(scope="module")
def chromium() -> Iterator:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        reason = "no Chromium on this machine: apt-get install chromium"
        if os.environ.get("HUSTINGS_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def laid():
    """Serves a match for the length of a test; gives the links by viewer."""
    running = []

    def lay(match: Match, thinker=None, pace: float = 0.0) -> dict:
        match.set_pace(pace=pace)
        table = Table(Host(match, thinker))
        found = listen("127.0.0.1", 0)
        server = uvicorn.Server(uvicorn.Config(table.app(), log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
        thread.start()
        running.append((table, server, thread, found))
        port = found.getsockname()[1]
        return {viewer: f"http://127.0.0.1:{port}/{secret}" for viewer, secret in table.links.items()}

    yield lay
    for table, server, thread, found in running:
        table.host.closed = True
        server.should_exit = True
        thread.join(10)
        found.close()


@pytest.fixture
def page_of(chromium):
    """Opens a page in a window of its own; whatever it complains of fails the test."""
    contexts, complaints = [], []

    def open_page(link: str, width: int = 1280, **kwargs):
        contexts.append(chromium.new_context(viewport={"width": width, "height": 900}, **kwargs))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        page.goto(link)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def played(pages: list, seconds: float, clicks: int = 10_000) -> list[dict]:
    """What the script in each page has clicked when all have come to an end."""
    for seed, page in enumerate(pages, 1):
        page.evaluate(f"({CLICKER})({seed}, {clicks})")
    end, told = time.monotonic() + seconds, []
    while not any(one["done"] for one in told) and time.monotonic() < end:
        time.sleep(0.05)
        told = [page.evaluate("window.told") for page in pages]
    assert not [one["refused"] for one in told if one["refused"]]
    assert any(one["done"] for one in told), "it does not end"
    return told


def sizes() -> list:
    """Every game at its smallest and its largest count, and how many people sit there."""
    return [
        pytest.param(game, players, people, id=f"{game.name}-{players}")
        for game in GAMES.values()
        for players, people in ((min(game.player_counts), 2), (max(game.player_counts), 1))
    ]


def sit_down(game, players: int, people: int) -> Match:
    return a_match(",".join(["human"] * people + ["greedy"] * (players - people)), game)


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players", "people"), sizes())
def test_some_clicks_in_every_game(game, players, people, laid, page_of):
    match = sit_down(game, players, people)
    links = laid(match)
    told = played([page_of(links[seat]) for seat in range(people)], 120, CLICKS)
    assert match.number >= CLICKS
    times = [one for page in told for one in page["times"]]
    assert np.median(times) < SLOWEST * 1000, np.median(times)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "people"), sizes())
def test_whole_games_are_clicked_to_their_end(game, players, people, laid, page_of):
    match = sit_down(game, players, people)
    links = laid(match)
    pages = [page_of(links[seat]) for seat in range(people)]
    told = played(pages, 900)
    assert match.over
    for page in pages:
        page.wait_for_selector(".ranks")
    times = [one for page in told for one in page["times"]]
    ways = {name: sum(page["ways"].get(name, 0) for page in told) for name in ("list", "picture", "form")}
    print(f"{game.name} {players}: {len(times)} clicks, median {np.median(times):.0f} ms, ", end="")
    print(f"95 % within {np.percentile(times, 95):.0f} ms; {match.number} moves; {ways}")
    assert np.median(times) < SLOWEST * 1000
    match.replay.finish(match.games)
    match.replay.verify(game)
