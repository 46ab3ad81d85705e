"""A game in a real browser: whole games clicked by a script, real mouse and keys, narrow windows.

They need Chromium, as Debian's package has it. Without one they are left out, or fail where the environment
has HUSTINGS_BROWSER=required.
"""

import time
from pathlib import Path

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.training.browser.match import Match

from .conftest import wait_for, wait_for_question
from .matches import a_match, at_phase, to_place

CLICKER = (Path(__file__).parent / "clicker.js").read_text()
SLOWEST = 0.15  # seconds from a click to the next picture, in the median
WINDOWS = (1280, 400)  # how wide they are
CLICKS = 25  # of a game that is not played to its end


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
    assert not [one["unnamed"] for one in told if one["unnamed"]], "something has no name"
    assert not max(one["overflow"] for one in told), "something is wider than the window"
    return told


def sizes() -> list:
    """Every game at its smallest and its largest count, and how many people sit there."""
    return [
        pytest.param(game, players, people, id=f"{game.name}-{players}")
        for game in GAMES.values()
        for players, people in ((min(game.player_counts), 2), (max(game.player_counts), 1))
    ]


@pytest.fixture
def people_sit_down(laid, page_of):
    """Deals a game to people and bots; the match, and the pages of the people in windows of all widths."""

    def sit_down(game, players: int, people: int) -> tuple[Match, list]:
        match = a_match(",".join(["human"] * people + ["greedy"] * (players - people)), game)
        links = laid(match)
        return match, [page_of(links[seat], WINDOWS[seat - people]) for seat in range(people)]

    return sit_down


@pytest.mark.parametrize(("game", "players", "people"), sizes())
def test_some_clicks_in_every_game(game, players, people, people_sit_down):
    match, pages = people_sit_down(game, players, people)
    told = played(pages, 120, CLICKS)
    assert match.number >= CLICKS
    assert sum(len(page["times"]) for page in told) >= CLICKS


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "people"), sizes())
def test_whole_games_are_clicked_to_their_end(game, players, people, people_sit_down):
    match, pages = people_sit_down(game, players, people)
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


def test_blocks_are_gathered_on_the_map_and_placed_together(seated):
    match = at_phase("PLACE", "liberte", 3, when=to_place(3))
    number = match.number
    page = seated(match)
    page.click("#several summary")
    page.locator("#picture .can").first.click()
    page.click("#clear")
    assert (page.inner_text(".sum"), page.is_disabled("#fill")) == ("0 of 3", True)
    for place in (0, 0, 1):
        page.locator("#picture .can").nth(place).click()
    assert page.inner_text(".sum") == "3 of 3"
    assert match.number == number
    page.click("#fill")
    wait_for(lambda: match.number == number + 3)


def test_the_keyboard_alone_is_enough(seated):
    match = at_phase("PLACE", "liberte", 3, when=to_place(3))
    number = match.number
    key = match.view(match.on_turn).question.choices[0].key
    page = seated(match)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "typed"
    page.keyboard.type(key)
    assert page.locator("#ask .choices [data-words]:visible").count() == 1
    page.keyboard.press("Enter")
    wait_for(lambda: match.number == number + 1)
    page.wait_for_selector("#ask .choices [data-words]:visible >> nth=2")
    assert page.evaluate("document.activeElement.id") == "typed", "the focus stays where it was"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for(lambda: match.number == number + 2)


def test_the_focus_is_not_lost_when_what_had_it_is_gone(seated):
    match = a_match("human,human,human")
    page = seated(match)
    page.locator("#ask .choices [data-words]").first.focus()
    page.keyboard.press("Enter")
    wait_for(lambda: match.number == 1)
    page.wait_for_selector("#question", state="hidden")
    assert page.evaluate("document.activeElement.id") == "turn"


def test_a_reloaded_page_goes_on_where_it_was(laid, page_of):
    match = a_match("human,human,human")
    links = laid(match)
    pages = {seat: page_of(link) for seat, link in links.items()}
    for number in range(1, 4):
        asked = pages[match.on_turn]
        wait_for_question(asked, match)
        asked.locator("#ask .choices [data-words]").first.click()
        wait_for(lambda number=number: match.number == number)
    page = pages[0]
    wait_for(lambda: page.inner_text("#status").startswith("player_1"))
    before = page.inner_text("#log"), page.inner_text("#status"), page.inner_html("#picture")
    page.reload()
    assert (page.inner_text("#log"), page.inner_text("#status"), page.inner_html("#picture")) == before


def test_a_wrong_amount_is_said_and_changes_nothing(seated):
    match = at_phase("POLL_BID", "die_macher", 3)
    number = match.number
    page = seated(match)
    page.eval_on_selector("#amount", "field => { field.max = 999; field.value = 999; }")
    page.click("#take")
    page.wait_for_selector("#ask .alarm")
    assert "'999' matches no choice; amounts:" in page.inner_text("#ask .alarm")
    assert match.number == number


def test_one_can_watch_step_by_step_and_read_what_an_agent_thinks(laid, page_of):
    game = GAMES["saludos_amigos"]
    match = a_match("greedy,greedy,random,random", game)
    match.set_pace(paused=True)
    page = page_of(laid(match, make("search:iterations=2", game))[None])
    page.wait_for_selector("#panel summary")
    assert "thinks of it" in page.text_content("#panel summary")
    assert page.locator("#thought tbody tr").count() > 1
    page.focus("#thinking summary")
    page.keyboard.press("Space")
    assert (page.get_attribute("#thinking", "open"), match.paused) == (None, True)
    for number in (1, 2):
        page.click("#step")
        wait_for(lambda number=number: match.number == number)
    page.locator("#count", has_text="2 of 2").wait_for()
    page.wait_for_selector("#panel summary")
    thoughts = [thought.seat for _, thought in sorted(match.thoughts.items())]
    for move in (1, 0):
        page.keyboard.press("ArrowLeft")
        page.locator("#count", has_text=f"{move} of 2").wait_for()
        assert page.inner_text("#thought p >> nth=0").startswith(f"{match.named[thoughts[move]]} ")
    page.click("#live")
    page.locator("#count", has_text="2 of 2").wait_for()
    page.click("nav a >> nth=3")
    assert f"as {match.named[2]} sees it" in page.inner_html("#picture")
    assert page.locator("#panel").is_visible() == (match.on_turn == 2)
    page.click("#pause")
    page.wait_for_selector(".ranks", timeout=180_000)
    assert match.over
