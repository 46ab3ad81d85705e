"""Requests to a game in the browser as no page of ours sends them."""

import contextlib
import copy
from urllib.parse import quote_from_bytes, urlencode

import numpy as np
import pytest
from starlette.testclient import TestClient

from hustings.envs import HustingsError
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.web import WebApp

from ..odd_files import COUNTS, ODD, damaged, read_all
from ..training.browser.matches import a_match

HERE = "http://127.0.0.1:8000"
NAMES = [
    "number", "action", "sure", "filled", "n0", "n1", "typed", "limit", "back", "pace", "step", "paused",
    "told",
]  # fmt: skip
WORDS = [
    "0", "1", "2", "3", "-1", "99", "1e9", "nan", "inf", "m5", "0!", "?", "+", "b1", "²", "٣", "9" * 500,
    "m" + "9" * 5000,
]  # fmt: skip


def some(values, stream):
    return values[stream.integers(len(values))]


def turn(app) -> int:
    """The number that a page of the seat on turn sends."""
    return app.match.number_for(app.match.on_turn)


def a_value(app, stream) -> str:
    games = copy.copy(app.match.games)  # a bot may be looking at the others in its thread
    right = [str(turn(app)), str(int(games.legal[0].argmax()))]
    return str(some([*right, *right, *WORDS, *map(str, ODD[:40])], stream))


def a_request(app, stream: np.random.Generator) -> dict:
    """The parts of a request, most of them as a page of ours has them."""
    right = stream.random() < 0.9
    secret = app.links[some([*app.links], stream)] if right else quote_from_bytes(stream.bytes(9))
    place = some(["/move", "/move", "/move", "/pace", "", "/x"], stream)
    fields = {some(NAMES, stream): a_value(app, stream) for _ in range(stream.integers(6))}
    if stream.random() < 0.7:
        fields = {"number": str(turn(app)), **fields}
    body = urlencode(fields, errors="replace").encode()
    if stream.random() < 0.3:
        body = damaged(body, stream)
    headers = {"Accept": some(["application/json", "text/html", "\x1b"], stream), "Origin": HERE}
    if stream.random() < 0.1:
        odd = some(["Origin", "Host", "Sec-Fetch-Site", "Content-Length", "Content-Type"], stream)
        wrong = ["", "x", "[", "http://[", "[::1", "127.0.0.1:99999999", "http://127.0.0.1:x", "-1"]
        headers[odd] = some(wrong, stream)
    method = some(["POST", "POST", "POST", "GET", "PUT"], stream)
    query = urlencode({some(["view", "told", "edition"], stream): a_value(app, stream)}, errors="replace")
    return {"method": method, "url": f"/{secret}{place}?{query}", "content": body, "headers": headers}


@pytest.mark.parametrize("count", COUNTS)
def test_odd_requests_are_answered_and_leave_a_game_in_order(count, tmp_path):
    def at_the_table(seats, numbers):
        runner, asked = BotRunner(a_match(seats)), []
        app = WebApp(runner)

        def on_the_match(work):
            """Run what looks at the match where bots move; again where another thread has it just then."""
            for _ in range(9):
                with contextlib.suppress(HustingsError):
                    return runner._worker.submit(work).result()
            return runner._worker.submit(work).result()

        def looked_at():
            app.match.games.check()
            return app.match.games.tables.tobytes(), app.match.number

        def ask(stream):
            asked[:] = [on_the_match(lambda: a_request(app, stream))]

        def read():
            before, number = on_the_match(looked_at)
            answer = client.request(**asked[0], follow_redirects=False)
            assert answer.status_code in (200, 303) or 400 <= answer.status_code < 500, asked
            after, later = on_the_match(looked_at)
            assert later != number or after == before, asked
            assert all(
                line.text.isprintable() for seen in app.match.seen.values() for line in seen.log.lines
            ), asked

        with TestClient(app.starlette(), base_url=HERE) as client:
            read_all(ask, read, tmp_path, numbers)

    at_the_table("human,human,human", count * 3 // 4)
    at_the_table("random,random,random", count // 4)
