"""What makes a table that people like to sit at, in a real browser: undo, keys, what is new, a good end."""

import re

import numpy as np
import pytest
from starlette.testclient import TestClient

from hustings.envs import GAMES
from hustings.envs.copycat.actions import BUY
from hustings.envs.copycat.table import STREET
from hustings.envs.core.api.replay import Replay
from hustings.training.browser.lobby import Lobby
from hustings.training.browser.match import Match
from hustings.training.browser.names import with_names
from hustings.training.browser.reviewing import Reviewing

from ...support import label
from .conftest import OUT_OF_REACH, wait_for, wait_for_question
from .matches import a_deal, a_match, at_phase, choose_first, played_by_bots, to_place

LIBERTE = GAMES["liberte"]
NARROW, TABLET, READABLE = 390, 820, 12.0  # pixels
PHONE = {"has_touch": True, "is_mobile": True}


TWO_CLICKS = """
async ([x, y, apart]) => {
  const click = () => document.elementFromPoint(x, y).dispatchEvent(
    new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
  click();
  await new Promise(done => setTimeout(done, apart));
  click();
}
"""


@pytest.mark.parametrize("apart", [60, 200])
def test_a_double_click_plays_one_decision(apart, seated):
    """The clicks are made in the page, so many milliseconds apart, whatever else the machine does."""
    match = at_phase("PLACE", "liberte", 3, when=to_place(3))
    number = match.number
    page = seated(match)
    choice = page.locator("#ask .choices [data-words]").first
    where = choice.bounding_box()
    page.evaluate(TWO_CLICKS, [where["x"] + 5, where["y"] + 5, apart])
    wait_for(lambda: match.number == number + 1)
    wait_for_question(page, match)
    assert match.number == number + 1
    choice.click()
    wait_for(lambda: match.number == number + 2)


def test_decisions_are_taken_back_one_by_one_until_something_hidden_was_shown(seated):
    match = at_phase("PLACE", "liberte", 3, when=to_place(3))
    number, tables = match.number, match.games.tables.copy()
    log = [line.text for line in match.seen[match.on_turn].log.lines]
    seat = match.on_turn
    page = seated(match)
    assert not page.locator("#undo").count()
    for place in (1, 2):
        page.locator("#ask .choices [data-words]").first.focus()
        page.keyboard.press("Enter")
        wait_for(lambda place=place: match.number == number + place)
        page.wait_for_selector(f"#ask [name=number][value='{match.number_for(seat)}']", state="attached")
    page.click("h1")
    page.keyboard.press("u")
    wait_for(lambda: match.number == number + 1)
    wait_for_question(page, match)
    page.click("#undo")
    wait_for(lambda: match.number == number)
    assert match.games.tables.tobytes() == tables.tobytes()
    assert [line.text for line in match.seen[seat].log.lines] == log
    page.wait_for_selector("#undo", state="detached")
    assert page.locator("#log li").count() == len(log)
    wait_for_question(page, match)
    page.click("#several summary")
    page.fill("#n0", "2")
    page.click("#fill")
    wait_for(lambda: match.number == number + 2)
    assert match.on_turn == seat
    wait_for_question(page, match)
    page.click("#undo")
    wait_for(lambda: match.number == number)


def test_what_is_new_since_ones_last_decision_is_marked_also_after_a_reload(seated):
    match, new = a_match("human,greedy,greedy,greedy", LIBERTE), []
    while len(new) < 4:
        played_by_bots(match, 1)
        new = [
            with_names(line.text, match.named) for line in match.seen[0].log.lines[match.seen[0].log.new :]
        ]
    page = seated(match)
    for _ in range(2):
        assert page.locator("#log li.new").count() == len(new)
        told = page.inner_text("#since")
        assert all(re.sub(r"\s+", "", line) in re.sub(r"\s+", "", told) for line in new)
        assert not page.locator("#log li.new:visible").count(), "nothing is told twice"
        assert page.locator("#news").bounding_box()["y"] < page.locator("#question").bounding_box()["y"]
        changed = page.evaluate(
            "[...document.querySelectorAll('#picture .changed')].map(e => e.dataset.thing)"
        )
        assert set(changed) == set(match.view(0).changed) != set()
        page.reload()


def test_a_key_on_a_button_can_be_pressed_anywhere(seated):
    match = at_phase("ACTION", "liberte", 3)
    seat, number = match.on_turn, match.number
    choice = next(one for one in match.view(seat).question.choices if one.key.startswith("c"))
    page = seated(match)
    page.keyboard.type(choice.key)
    page.keyboard.press("Enter")
    wait_for(lambda: match.number > number)
    assert match.replay.moves[-1][1] == choice.action


def test_what_cannot_be_chosen_is_dim_and_says_why(seated):
    def dear(games):
        return games.tables["purchases"][0] > 0 and 0 < games.legal[0, BUY : BUY + STREET].sum() < 8

    match = at_phase("TABLE", "copycat", 2, when=dear)
    page = seated(match)
    barred = match.view(match.on_turn).barred
    assert barred
    dim = page.evaluate("[...document.querySelectorAll('#picture .cannot')].map(e => e.dataset.thing)")
    assert set(dim) == set(barred)
    name, reason = next(one for one in barred.items() if "costs" in one[1])
    page.hover(f"#picture [data-thing='{name}']", force=True)
    page.wait_for_selector("#tip")
    assert reason in page.inner_text("#tip")


def test_when_the_server_goes_nothing_can_be_clicked_and_when_it_comes_back_the_page_does(laid, page_of):
    match = a_match("human,human,human")
    seat = match.on_turn
    page = page_of(laid(match)[seat], complain=False)
    laid.stop()
    page.wait_for_selector("#question[inert]")
    page.locator("#answer", has_text="has stopped").wait_for()
    links = laid(match, again=True)
    page.wait_for_selector("#question:not([inert])")
    assert page.url == links[seat]
    page.locator("#ask .choices [data-words]").first.click()
    wait_for(lambda: match.number == 1)


def test_the_end_tells_who_won_and_where_the_points_came_from_and_deals_again(laid, page_of):
    seats, game = "human:Anna,greedy,greedy,greedy", GAMES["saludos_amigos"]
    match = played_by_bots(a_match(seats, game), 10_000)
    page = page_of(laid(match, deal_again=lambda: a_deal(seats, game, 5))[0])
    told = page.inner_text("#end")
    assert "Anna" in told
    assert "Where the points came from" in told
    totals = [int(cell) for cell in page.locator("#end tfoot td").all_inner_texts()]
    assert totals == match.games.scores[0].tolist()
    columns = [
        [int(cell or 0) for cell in row.split("\t")[1:]]
        for row in page.locator("#end tbody tr").all_inner_texts()
    ]
    assert np.array(columns).sum(axis=0).tolist() == totals
    assert page.locator("#end figure polyline").count() == 4
    figure, chart = (page.locator(one).bounding_box() for one in ("#end figure", "#end figure > svg"))
    assert chart["x"] + chart["width"] <= figure["x"] + figure["width"], "the names at its end are hidden"
    assert not page.evaluate(OUT_OF_REACH)
    look_back(page, match)
    with page.expect_download() as saved:
        page.click("#save")
    assert Replay.load(saved.value.path()).verify(game).over.all()
    page.click("#again")
    page.wait_for_selector("#outcome", state="hidden")
    wait_for(lambda: not match.over and match.replay.seed == 5)
    page.wait_for_selector("#ask form")


def look_back(page, match: Match) -> None:
    """The replay opens with one's own view, draws what is looked at, and has people's names."""
    with page.context.expect_page() as opened:
        page.click("#replay")
    replay = opened.value
    replay.wait_for_selector("#picture svg")
    assert replay.locator("#view option").first.inner_text() == "player_0 (Anna)"
    assert len(replay.content()) < 100_000, "the pictures are not in it"
    assert "as Anna sees it" in replay.text_content("#picture")
    assert "Anna" in replay.inner_text("#moves")
    assert "Anna" in replay.inner_text("#chart")
    replay.keyboard.press("a")
    replay.locator("#picture", has_text="everything shown").wait_for()
    replay.keyboard.press("End")
    replay.locator("#count", has_text=f"{match.number} of {match.number}").wait_for()
    at_the_end = words_of(with_names(match.games.picture(0), match.named))
    wait_for(lambda: words_of(replay.inner_html("#picture")) == at_the_end)
    assert not replay.evaluate(OUT_OF_REACH)
    late: list = []
    replay.route(re.compile(r"/replay/1\?"), lambda route: late.append(route))
    replay.keyboard.press("1")
    replay.keyboard.press("2")
    replay.locator("#picture", has_text=f"as {match.named[2]} sees it").wait_for()
    late.pop().continue_()
    assert replay.evaluate("asked.view(view_of(1)).then(() => data.views[view].seat)") == 2
    replay.close()


def test_a_review_is_followed_without_a_reload(laid, page_of, monkeypatch):
    looked_for = []
    monkeypatch.setattr(Reviewing, "_look", lambda self, findings, *given: looked_for.append(findings))
    match = a_match("human,human,human")
    while not match.over:
        choose_first(match)
    page = page_of(f"{laid(match)[0]}/review")
    (findings,) = looked_for
    page.evaluate("window.kept = true")
    findings.done, findings.total = 1, 2
    page.locator("#share", has_text="50 %").wait_for()
    assert page.get_attribute("progress", "value") == "1"
    findings.costly = []
    page.locator("#costly", has_text="No decision was found").wait_for()
    assert page.inner_text("#state") == "The search has ended."
    assert page.evaluate("window.kept")


def words_of(picture: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)<", picture)


def test_waiting_can_be_skipped(laid, page_of):
    matches = (a_match("human,greedy,greedy,greedy", LIBERTE, seed) for seed in range(1, 30))
    match = next(one for one in matches if not one.waits_for_a_person)
    page = page_of(laid(match, pace=100.0)[0])
    page.click("#status #hurry")
    wait_for(lambda: match.waits_for_a_person)
    page.wait_for_selector("#ask form")


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_how_to_play_and_what_everything_is_can_be_read(game, laid, page_of):
    match = played_by_bots(a_match(",".join(["human"] + ["greedy"] * 3), game), 5)
    page = page_of(laid(match)[0])
    page.click("#how")
    assert page.locator("#guide h2").all_text_contents() == ["The aim", "A round", "How it ends", "Words"]
    page.evaluate("at('guide').scrollTop = 1e6")
    page.click("#close", timeout=5000)
    assert not page.is_visible("#guide")
    part = page.locator("#picture [data-title]").last
    part.hover(force=True)
    assert not page.is_visible("#tip"), "a tip waits for whoever stays"
    page.wait_for_selector("#tip")
    assert page.inner_text("#tip").startswith(part.get_attribute("data-title"))
    part.click(force=True)
    assert not page.is_visible("#tip")
    page.locator("#picture [data-title][tabindex='0']").first.focus()
    assert page.is_visible("#tip")


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_on_a_phone_everything_can_be_read_and_nothing_is_cut(game, laid, page_of):
    match = played_by_bots(a_match(",".join(["human"] + ["greedy"] * 3), game), 9)
    page = page_of(laid(match)[0], NARROW, **PHONE)
    board, question, asked = (page.locator(one).first.bounding_box() for one in PLACES)
    assert board["y"] + board["height"] < 320
    assert question["y"] < 600
    below = asked["y"] - question["y"] - question["height"]
    assert 0 <= below < 20, "what is asked about comes straight under the question"
    assert not page.locator("kbd:visible").count()
    page.evaluate("for (const one of document.querySelectorAll('#panels details')) one.open = true")
    page.wait_for_selector("#panels details:last-child svg")
    smallest = page.evaluate(SMALLEST, "#picture *")
    assert smallest >= READABLE - 0.1, smallest
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    names = "[...document.querySelectorAll('{} [data-thing]')].map(part => part.dataset.thing)"
    shown, there = (set(page.evaluate(names.format(holder))) for holder in ("#panels", "#picture"))
    assert there <= shown
    number = match.number
    page.locator("#picture svg").tap()
    page.locator("#unzoom").wait_for()
    assert page.evaluate(SMALLEST, "main > :not(#table)") >= READABLE - 0.1
    assert match.number == number, "a tap on the small picture shows it large and does nothing else"
    page.tap("#unzoom")
    assert page.locator("#picture").bounding_box()["height"] < 300


PLACES = "#picture", "#question", "#panels details"


def test_the_longest_names_fit_a_small_phone(laid, page_of):
    seats = f"human:{'M' * 16},human:{'W' * 16},greedy,greedy"
    page = page_of(laid(played_by_bots(a_match(seats, GAMES["saludos_amigos"]), 30))[0], 320, **PHONE)
    right = "const right = one => one.getBoundingClientRect().right"
    cut = "[...document.querySelectorAll('li .seat')].filter(one => right(one) > right(one.closest('li')))"
    assert page.evaluate(f"() => {{ {right}; return {cut}.length; }}") == 0


def test_the_lobby_fits_a_small_phone(page_of, tmp_path):
    lobby, saved = Lobby([*GAMES.values()], lambda *table: None), tmp_path / "lobby.html"
    with TestClient(lobby.starlette(), base_url="http://127.0.0.1:8000") as client:
        saved.write_text(client.get(f"/{lobby.secret}").text, encoding="utf-8")
    page = page_of(saved.as_uri(), 320, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_a_tablet_and_a_laptop_show_the_whole_picture_without_small_letters(game, laid, page_of):
    match = played_by_bots(a_match(",".join(["human"] + ["greedy"] * 3), game), 9)
    link = laid(match)[0]
    page = page_of(link, TABLET)
    board = page.locator("#picture svg").bounding_box()
    assert board["width"] > TABLET - 40
    assert not page.locator("#panels details").count()
    assert page.evaluate(SMALLEST, "header *") >= 11.3
    page.set_viewport_size({"width": 1366, "height": 768})
    board = page.locator("#picture svg").bounding_box()
    assert board["width"] >= 840
    assert board["y"] + board["height"] <= 775, "it has room in the height of the window, too"
    assert page.evaluate(SMALLEST, "header *") >= READABLE - 0.05


SMALLEST = """
without => {
  const text = node => node.nodeType === 3 && node.textContent.trim();
  const all = [...document.querySelectorAll("body *")].filter(one => !one.closest(without));
  const shown = all.filter(one => one.checkVisibility() && [...one.childNodes].some(text));
  const size = one => parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1);
  return Math.min(...shown.map(size));
}
"""


def test_an_earlier_move_can_be_watched_by_key_and_by_link(laid, page_of):
    match = a_match("greedy,greedy,greedy,greedy", GAMES["saludos_amigos"])
    match.set_pace(paused=True)
    for _ in range(6):
        match.move(int(match.games.legal[0].argmax()))
    link = laid(match)[None]
    page = page_of(f"{link}#move=2")
    page.locator("#count", has_text="2 of 6").wait_for()
    assert page.locator("#chart polyline").count() == 4
    at_two = page.text_content("#picture svg")
    written = match.seen[None].written[:7]
    assert page.locator("#log li:visible").count() == written[2]
    assert page.get_attribute("#live", "aria-pressed") == "false"
    page.keyboard.press("ArrowRight")
    page.locator("#count", has_text="3 of 6").wait_for()
    assert page.url.endswith("#move=3")
    assert page.locator("#log li:visible").count() == written[3]
    page.click("#step")
    page.locator("#count", has_text="4 of 6").wait_for()
    page.keyboard.press("Home")
    page.locator("#count", has_text="0 of 6").wait_for()
    page.keyboard.press("End")
    page.locator("#count", has_text="6 of 6").wait_for()
    assert page.get_attribute("#live", "aria-pressed") == "true"
    assert page.locator("#log li:visible").count() == written[6]
    assert page.text_content("#picture svg") != at_two
    page.keyboard.press("ArrowRight")
    wait_for(lambda: match.number == 7)
    assert not page.evaluate(OUT_OF_REACH)
    page.evaluate("look_at(2)")
    page.locator("#count", has_text="2 of 7").wait_for()
    match.deal(a_deal("greedy,greedy,greedy,greedy", match.game, 2))
    page.locator("#count", has_text="0 of 0").wait_for()
    assert page.get_attribute("#live", "aria-pressed") == "true"
    assert page.url == link
    assert not page.inner_text("#past")


LOOK_AWAY = """
away => {
  Object.defineProperty(document, "hidden", { value: away, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def test_a_page_that_is_not_looked_at_stays_not_connected_and_yet_is_told(laid, page_of):
    """A browser connects six pages to a server at most, and a seventh would wait for ever."""
    match = a_match("human,human,human")
    links, seat = laid(match), (match.on_turn + 1) % 3
    page = page_of(links[seat], complain=False)

    def choose() -> None:
        """Whoever is on turn chooses, elsewhere."""
        choice, number = match.view(match.on_turn).question.choices[0], match.number_for(match.on_turn)
        page.request.post(f"{links[match.on_turn]}/move", form={"number": number, "action": choice.action})

    page.evaluate(LOOK_AWAY, True)
    assert page.evaluate("events.readyState === EventSource.CLOSED")
    while match.on_turn != seat:
        choose()
    page.evaluate(LOOK_AWAY, False)
    wait_for_question(page, match)
    page.evaluate(LOOK_AWAY, True)
    assert page.title().startswith("\u25cf")
    choose()
    wait_for(lambda: not page.title().startswith("\u25cf"))
    laid.stop()
    other = a_match("human,human,human", seed=2)
    laid(other, again=True)
    wait_for(lambda: page.get_attribute("body", "data-game") == other.token)
