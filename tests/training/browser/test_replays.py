"""A replay as a page: nothing from elsewhere, every view as it is, and nothing in it that runs."""

import base64
import json
import re
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import HustingsError, ReplayError
from hustings.training import replay_page
from hustings.training.browser import frames
from hustings.training.browser.replays import points_chart

from ... import support

GAME = GAMES["saludos_amigos"]


@pytest.fixture(scope="module")
def recorded() -> Replay:
    return replace(support.recorded(GAME, 40), agents=["greedy"] * 3 + ["</script><b>"])


def data_of(page: str) -> dict:
    (found,) = re.findall(r'<script id="data" type="text/plain">(.*?)</script>', page, re.DOTALL)
    return json.loads(zlib.decompress(base64.b64decode(found), wbits=-15))


def unfolded(data: dict) -> list[list[str]]:
    """The pictures of every view, put together as the page does."""
    texts = ["><".join(data["tags"][tag] for tag in panel) for panel in data["panels"]]
    return [
        [" data-panel=".join(texts[panel] for panel in picture) for picture in pictures]
        for pictures in data["frames"]
    ]


def test_every_position_is_there_as_each_seat_sees_it(recorded):
    data = data_of(replay_page(recorded, GAME))
    views = unfolded(data)
    assert len(views) == 5
    games = recorded.deal(GAME)
    for number, _ in enumerate(recorded.play(games)):
        for view, moves, seat in zip(views, data["moves"], [None, 0, 1, 2, 3], strict=True):
            shown = max(place for place, move in enumerate(moves) if move <= number)
            assert view[shown] == games.picture(0, seat)
    assert len(views[0]) == 41
    for view, moves, told in zip(views, data["moves"], data["told"], strict=True):
        assert len(view) == len(moves) == len(told)
        assert (moves[0], data["texts"][told[0]]) == (0, "The beginning.")
    for kept in ("tags", "texts", "panels"):
        assert len(set(map(str, data[kept]))) == len(data[kept])
    assert data["thoughts"] is None


def test_nothing_is_loaded_from_elsewhere_and_no_text_becomes_markup(recorded):
    page = replay_page(recorded, GAME)
    tags = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            tags.append(tag)
            for name, value in attrs:
                assert name not in ("src", "href", "srcset")
                assert not re.match(r"\s*(https?:)?//", value or "")

    Reader().feed(page)
    assert tags.count("script") == 2
    assert "link" not in tags
    assert "img" not in tags
    assert page.count("</script>") == 2
    assert "<b>" not in page
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|WebSocket", page)
    assert re.findall(r"https?://[^\"'< ]+", page.replace("http://www.w3.org/2000/svg", "")) == []


def test_a_page_is_the_same_whoever_draws_it_and_says_how_far_it_is(recorded, monkeypatch):
    told = []
    one = replay_page(recorded, GAME, advance=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (40, 40)
    monkeypatch.setattr(frames, "LONG", 1)
    assert replay_page(recorded, GAME, processes=2) == one


def test_an_agent_says_what_it_thinks_of_every_decision(recorded):
    data = data_of(replay_page(recorded, GAME, explain="search:iterations=2"))
    thoughts = data["thoughts"]
    assert [thought["seat"] for thought in thoughts[:-1]] == [seat for seat, _, _ in recorded.moves]
    assert all(sum(row["share"] for row in thought["rows"]) == pytest.approx(1) for thought in thoughts)
    for thought, (_, _, words) in zip(thoughts[:-1], recorded.moves, strict=True):
        assert [row["words"] for row in thought["rows"] if row["played"]] == [words]
    assert not any(row["played"] for row in thoughts[-1]["rows"])
    with pytest.raises(HustingsError, match="greedy cannot say"):
        replay_page(recorded, GAME, explain="greedy")


def test_an_agent_that_fails_to_say_what_it_thinks_is_named(recorded):
    class Mute:
        name = "mute"

        def explain(self, games, rows):
            raise KeyError("why")

    words = r"mute cannot say what it thinks \(KeyError: 'why'; test_replays.py, line "
    with pytest.raises(HustingsError, match=words):
        replay_page(recorded, GAME, explain=Mute())


def test_a_notebook_shows_it(recorded):
    assert replay_page(recorded, GAME)._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html&gt;')


def test_a_chart_tells_where_its_curves_end():
    drawn = ET.fromstring(points_chart(np.array([[0, 0], [3, 4]]), {1: 'A"b'}))
    assert drawn.get("aria-label") == 'Points, move by move: player_0 3, A"b 4'


@pytest.mark.parametrize("name", ["copycat", "die_macher"])
def test_a_page_takes_little_of_what_its_pictures_would(name):
    game = GAMES[name]
    replay = support.recorded(game, 60, game.max_players)
    games = replay.deal(game)
    assert len([*replay.play(games)]) == 60
    page = replay_page(replay, game)
    views = unfolded(data_of(page))
    assert [view[-1] for view in views] == [
        games.picture(0, seat) for seat in (None, *range(game.max_players))
    ]
    assert len(page) < sum(len(picture) for view in views for picture in view) / 50


def test_a_replay_that_does_not_lead_where_it_says_makes_no_page(recorded):
    wrong = Replay(**{**vars(recorded), "moves": [*recorded.moves[:5], (0, 0, "Nothing")]})
    with pytest.raises(ReplayError, match="move 6"):
        replay_page(wrong, GAME)
