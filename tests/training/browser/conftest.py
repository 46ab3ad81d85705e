"""A real browser for the tests: Chromium as Debian's package has it, and matches that are served to it.

Without a Chromium these tests are left out, or fail where the environment has HUSTINGS_BROWSER=required.
"""

import os
import shutil
import threading
import time
from collections.abc import Iterator

import pytest

from hustings.training.browser.bots import BotRunner
from hustings.training.browser.match import Match
from hustings.training.browser.serve import Server, listen
from hustings.training.browser.web import WebApp

NAMES = ("chromium", "chromium-browser", "google-chrome")


class Tables:
    """Serves matches; calling it gives the links by viewer."""

    def __init__(self) -> None:
        self._running: list = []
        self._port, self._secrets = 0, {}

    def __call__(
        self, match: Match, thinker=None, pace: float = 0.0, *, again: bool = False, **given
    ) -> dict:
        """Serve a match, `again` at the port and with the links of the last one."""
        match.set_pace(pace=pace)
        app = WebApp(BotRunner(match, thinker), kept=self._secrets if again else None, **given)
        found = listen("127.0.0.1", self._port if again else 0)
        server = Server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
        thread.start()
        self._running.append((app, server, thread, found))
        self._port = found.getsockname()[1]
        self._secrets = {str(viewer): secret for viewer, secret in app.links.items()}
        return {viewer: f"http://127.0.0.1:{self._port}/{secret}" for viewer, secret in app.links.items()}

    def stop(self) -> None:
        """Stop serving."""
        for app, server, thread, found in self._running:
            app.runner.close()
            server.should_exit = True
            thread.join(10)
            found.close()
        self._running = []


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
    """Serves matches for the length of a test; see `Tables`."""
    tables = Tables()
    yield tables
    tables.stop()


@pytest.fixture
def page_of(chromium):
    """Opens a page in a window of its own; whatever it complains of fails the test."""
    contexts, complaints = [], []

    def open_page(link: str, width: int = 1280, *, complain: bool = True, **kwargs):
        contexts.append(chromium.new_context(viewport={"width": width, "height": 900}, **kwargs))
        page = contexts[-1].new_page()
        if complain:
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        page.goto(link)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def seated(laid, page_of):
    """Opens the page of whoever is on turn."""
    return lambda match: page_of(laid(match)[match.on_turn])


OUT_OF_REACH = """
() => {
  const all = [...document.querySelectorAll("body :not(svg *)")].filter(one => one.checkVisibility());
  const cut = one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
  const scrolls = one => cut(one) && /auto|scroll/.test(getComputedStyle(one).overflow);
  const reached = one => one.tabIndex >= 0 || one.querySelector("a, button, input, [tabindex='0']");
  const nameless = "svg[role=img]:not([aria-label], :has(> title)), th:empty";
  const found = all.filter(one => scrolls(one) && !reached(one) || one.matches(nameless));
  return found.map(one => one.outerHTML.slice(0, 80));
}
"""
"""What the keyboard cannot scroll, and what has no name for whoever cannot see it."""


def wait_for_question(page, match: Match) -> None:
    """Until the page shows what is asked now, and takes clicks on it: one just after a change is ignored."""
    shown = "document.querySelector('#ask [name=number]')?.value"
    wait_for(lambda: page.evaluate(shown) == str(match.number_for(match.on_turn)))
    wait_for(lambda: page.evaluate("performance.now() - fresh > GUARD"))


def wait_for(true, seconds: float = 60.0) -> None:
    """Until something is true of the match, which plays in another thread."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    assert true()
