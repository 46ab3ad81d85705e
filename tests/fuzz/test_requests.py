"""Requests to the table in the browser as no page of ours sends them."""

from urllib.parse import quote_from_bytes, urlencode

import numpy as np
import pytest
from starlette.testclient import TestClient

from hustings.training.browser.bots import Host
from hustings.training.browser.web import Table

from ..odd_files import COUNTS, ODD, damaged, read_all
from ..tables import a_match

HERE = "http://127.0.0.1:8000"
NAMES = [
    "number",
    "action",
    "sure",
    "filled",
    "n0",
    "n1",
    "typed",
    "limit",
    "back",
    "pace",
    "step",
    "paused",
    "told",
]
WORDS = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "99",
    "1e9",
    "nan",
    "inf",
    "m5",
    "0!",
    "?",
    "+",
    "b1",
    "²",
    "٣",
    "9" * 500,
    "m" + "9" * 5000,
]


def some(values, stream):
    return values[stream.integers(len(values))]


def a_value(table, stream) -> str:
    right = [str(table.match.number), str(int(table.match.games.legal[0].argmax()))]
    return str(some([*right, *right, *WORDS, *map(str, ODD[:40])], stream))


def a_request(table, stream: np.random.Generator) -> dict:
    """The parts of a request, most of them as a page of ours has them."""
    secret = (
        table.links[some([*table.links], stream)]
        if stream.random() < 0.9
        else quote_from_bytes(stream.bytes(9))
    )
    place = some(["/move", "/move", "/move", "/pace", "", "/x"], stream)
    fields = {some(NAMES, stream): a_value(table, stream) for _ in range(stream.integers(6))}
    if stream.random() < 0.7:
        fields = {"number": str(table.match.number), **fields}
    body = urlencode(fields, errors="replace").encode()
    if stream.random() < 0.3:
        body = damaged(body, stream)
    headers = {"Accept": some(["application/json", "text/html", "\x1b"], stream), "Origin": HERE}
    if stream.random() < 0.1:
        odd = some(["Origin", "Host", "Sec-Fetch-Site", "Content-Length", "Content-Type"], stream)
        headers[odd] = some(
            ["", "x", "[", "http://[", "[::1", "127.0.0.1:99999999", "http://127.0.0.1:x", "-1"], stream
        )
    method = some(["POST", "POST", "POST", "GET", "PUT"], stream)
    query = urlencode({some(["view", "told", "edition"], stream): a_value(table, stream)}, errors="replace")
    return {"method": method, "url": f"/{secret}{place}?{query}", "content": body, "headers": headers}


@pytest.mark.parametrize("count", COUNTS)
def test_odd_requests_are_answered_and_leave_a_game_in_order(count, tmp_path):
    def at_the_table(seats, numbers):
        table = Table(Host(a_match(seats)))
        asked = []

        def read():
            before, number = table.match.games.tables.tobytes(), table.match.number
            answer = client.request(**asked[0], follow_redirects=False)
            assert answer.status_code in (200, 303) or 400 <= answer.status_code < 500, asked
            if table.match.number == number:
                assert table.match.games.tables.tobytes() == before, asked
            table.match.games.check()
            assert all(line.text.isprintable() for log in table.match.log.values() for line in log), asked

        with TestClient(table.app(), base_url=HERE) as client:
            read_all(
                lambda stream: asked.__setitem__(slice(None), [a_request(table, stream)]),
                read,
                tmp_path,
                numbers,
            )

    at_the_table("human,human,human", count * 3 // 4)
    at_the_table("random,random,random", count // 4)
