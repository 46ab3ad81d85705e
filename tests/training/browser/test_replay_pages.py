"""A replay's page in a real browser, opened as the file that it is: keys, links, colours, thoughts."""

import re
from pathlib import Path

import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.replay import Replay
from hustings.training import replay_page

from ...support import recorded

GAME = GAMES["saludos_amigos"]
MOVES = 30


@pytest.fixture(scope="module")
def replay() -> Replay:
    return recorded(GAME, MOVES)


@pytest.fixture(scope="module")
def file(replay, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(replay_page(replay, GAME, explain="search:iterations=20"), encoding="utf-8")
    return path


@pytest.fixture
def opened(file, page_of):
    def open_at(hash_: str = "", **kwargs):
        page = page_of(file.as_uri() + hash_, **kwargs)
        page.wait_for_selector("#picture svg")
        return page

    return open_at


def step(page) -> int:
    return int(page.input_value("#slider"))


def test_keys_step_through_the_game(opened, replay):
    page = opened()
    assert (step(page), page.text_content("#now")) == (0, "The beginning.")
    for key, place in (("ArrowRight", 1), ("PageDown", 11), ("ArrowLeft", 10), ("PageUp", 0),
                       ("ArrowLeft", 0), ("End", MOVES), ("ArrowRight", MOVES), ("Home", 0)):  # fmt: skip
        page.keyboard.press(key)
        assert step(page) == place, key
        assert page.text_content("#count") == f"{place} of {MOVES}"
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert step(page) == 1, "once, though the slider knows the key, too"
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.click("#back")
    assert step(page) == MOVES - 2
    page.keyboard.press(" ")
    page.wait_for_function(f"document.getElementById('slider').value === '{MOVES}'")
    page.wait_for_function("document.getElementById('play').textContent.includes('play')")


def test_the_picture_is_that_of_the_position_and_the_seat(opened, replay):
    games = replay.deal(GAME)
    pictures = [[games.picture(0, seat) for seat in (None, 1)] for _ in replay.play(games)]
    page = opened()

    def shown() -> str:
        return page.evaluate("picture(frames[view][step])")

    for move in (0, 1, 17):
        page.evaluate(f"show({move})")
        assert shown() == pictures[move][0]
    page.keyboard.press("1")
    assert page.input_value("#view") == "2"
    assert shown() == pictures[17][1]
    assert "as player_1 sees it" in page.inner_html("#picture")


def test_an_address_leads_to_a_position(opened):
    page = opened("#move=12&view=2")
    assert page.input_value("#view") == "3"
    assert "as player_2 sees it" in page.inner_html("#picture")
    assert page.url.endswith("#move=12&view=2")
    page.keyboard.press("a")
    assert step(page) == 12
    assert page.url.endswith("#move=12")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#move=13")
    before = page.evaluate("history.length")
    page.keyboard.press("PageDown")
    assert page.evaluate("history.length") == before, "steps are not pages to go back to"
    page.evaluate("location.hash = '#move=5'")
    page.wait_for_function("document.getElementById('slider').value === '5'")
    page.evaluate("location.hash = '#move=7&view=0'")
    page.wait_for_function("document.getElementById('view').value === '1'")
    for wrong in ("#move=999", "#move=x&view=9", "#nothing"):
        page.evaluate(f"location.hash = '{wrong}'")
    page.wait_for_function(
        "document.getElementById('slider').value === document.getElementById('slider').max"
    )


def test_the_choice_that_was_made_is_marked_among_those_thought_of(opened, replay):
    page = opened()
    for move in range(MOVES):
        page.evaluate(f"show({move})")
        played = page.locator("#odds .played")
        assert played.count() == 1
        assert replay.moves[move][2] in played.text_content()
        assert "(played)" in played.text_content()
    assert page.locator("#odds tr").count() > 1
    assert "playouts" in page.inner_text("#odds")
    assert re.match(r"player_\d expects \d+ % of a win", page.inner_text("#value"))
    assert page.inner_text("#legend").startswith("Percent: how likely")
    bars = page.locator("#odds .share").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert max(bars) > 0


@pytest.mark.parametrize("width", [400, 1280])
def test_nothing_is_wider_than_the_window(opened, width):
    page = opened("#move=9", width=width)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
