"""A replay as a page: nothing from elsewhere, every view as it is, and nothing in it that runs."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import HustingsError, ReplayError
from hustings.training import replay_page
from hustings.training.browser.replays import Frames, spread_labels

from ...support import hustings

GAME = GAMES["saludos_amigos"]


@pytest.fixture(scope="module")
def recorded() -> Replay:
    games = GameBatch(GAME, 1, 4)
    games.reset(seeds=[3])
    replay, bot = Replay.begin(games, agents=["greedy"] * 3 + ["</script><b>"]), make("greedy", GAME)
    for _ in range(40):
        action = int(bot.act(games, np.arange(1))[0])
        replay.add(games, action)
        games.step(np.array((action,)))
    return replay


def data_of(page: str) -> dict:
    (found,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    return json.loads(found)


def unfolded(data: dict) -> list[list[str]]:
    """The pictures of every view, put together as the page does."""
    views = []
    for changes in data["frames"]:
        pieces, pictures = [], []
        for head, tail, between in changes:
            pieces = pieces[:head] + between + pieces[len(pieces) - tail :]
            pictures.append("".join(data["pieces"][piece] for piece in pieces))
        views.append(pictures)
    return views


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
        assert (moves[0], told[0]) == (0, "The beginning.")
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


def test_an_agent_says_what_it_thinks_of_every_decision(recorded):
    data = data_of(replay_page(recorded, GAME, explain="search:iterations=2"))
    thoughts = data["thoughts"]
    assert [thought["seat"] for thought in thoughts[:-1]] == [seat for seat, _, _ in recorded.moves]
    assert all(sum(odds for odds, _ in thought["odds"]) == pytest.approx(1) for thought in thoughts)
    with pytest.raises(HustingsError, match="greedy cannot say"):
        replay_page(recorded, GAME, explain="greedy")


def test_an_agent_that_fails_to_say_what_it_thinks_is_named(recorded):
    class Mute:
        name = "mute"

        def explain(self, games, rows):
            raise KeyError("why")

    with pytest.raises(HustingsError, match=r"mute cannot say what it thinks \(KeyError: 'why'\)"):
        replay_page(recorded, GAME, explain=Mute())


def test_a_notebook_shows_it(recorded):
    assert replay_page(recorded, GAME)._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html&gt;')


@pytest.mark.parametrize("heights", [[5, 20, 21, 40], [40, 40, 40], [0, 0, 0], [9, 30, 12, 90, 88, 89, 87]])
def test_labels_of_the_chart_do_not_overlap(heights):
    moved = spread_labels(heights, 12, 90)
    ordered = sorted(moved)
    assert all(below - above >= 12 for above, below in pairwise(ordered))
    assert ordered[-1] <= 90
    assert [heights[label] for label in np.argsort(moved)] == sorted(heights)


def test_frames_are_told_by_differences():
    frames = Frames()
    frames.add(["<a><b><c>", "<a><d><c>", "<a><c>", "<c>"])
    assert frames.changes == [[(0, 0, [0, 1, 2]), (1, 1, [3]), (1, 1, []), (0, 1, [])]]


def test_the_command_writes_a_new_file_and_nothing_else(recorded, tmp_path, complaint):
    recorded.save(tmp_path / "game.json")
    done = hustings("replay", "game.json", "--html", "game.html", folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr.endswith("wrote game.html\n")
    before = (tmp_path / "game.html").read_bytes()
    assert before == replay_page(Replay.load(tmp_path / "game.json"), GAME).encode()
    for more, line in (
        (["game.html"], "game.html exists"),
        (["x.html", "--explain", "greedy"], "greedy cannot say what it thinks"),
    ):
        assert line in complaint("replay", "game.json", "--html", *more)
    assert (tmp_path / "game.html").read_bytes() == before
    assert not (tmp_path / "x.html").exists()


def test_a_replay_that_does_not_lead_where_it_says_makes_no_page(recorded):
    wrong = Replay(**{**vars(recorded), "moves": [*recorded.moves[:5], (0, 0, "Nothing")]})
    with pytest.raises(ReplayError, match="move 6"):
        replay_page(wrong, GAME)
