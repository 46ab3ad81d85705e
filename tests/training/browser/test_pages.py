"""What a page holds: nothing from elsewhere, and nothing that its seat may not know."""

import copy
import json
import re

import numpy as np

from hustings.agents import make
from hustings.envs import GAMES
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.match import Match
from hustings.training.browser.names import with_names
from hustings.training.browser.pages import named_players, whole_page
from hustings.training.browser.replays import curves, template
from hustings.training.browser.web import WebApp

from ...support import bots, each_end
from ...tinygame import GAME
from .matches import a_match, at_phase, put


def test_nothing_is_loaded_from_elsewhere_and_no_name_becomes_markup():
    match = a_match()
    match.names = ["</script><b>", "player_1 (<i>)", "x"]
    page = whole_page(match, 0, "/place")
    assert "<b>" not in page
    assert "<i>" not in page
    assert page.count("<script") == 1
    assert re.findall(r"https?://[^\"'< ]+", page.replace("http://www.w3.org/2000/svg", "")) == []
    assert not re.search(r"<link(?! rel=\"icon\" href=\"data:,\")|\bsrc=|@import|url\(", page)


def sent_to(match: Match, seat: int) -> bytes:
    """All that a seat's page is told of a position."""
    app = WebApp(BotRunner(match))
    told = whole_page(match, seat, "/place") + json.dumps(app.update(seat, "/place", 0, 0))
    return told.encode()


def redealt(match: Match, seat: int | None, seed: int) -> Match:
    """The same match, all that a seat cannot know dealt afresh."""
    other = copy.deepcopy(match)
    other.games.redeal(seat, seed=seed)
    return put(other, other.games.tables.copy())


def some_matches(game, players: int, every: int):
    """Matches of people alone at some of the positions of a game, played by a bot."""
    match = a_match(",".join(["human"] * players), game)
    bot = make("greedy" if bots(game) else "random", game)
    games, row, number = copy.deepcopy(match.games), np.zeros(1, np.int64), 0
    while not games.over[0]:
        if number % every == 0:
            yield put(match, games.tables.copy())
        games.step(bot.act(games, row))
        number += 1
    yield put(match, games.tables)


@each_end
def test_a_seats_page_is_the_same_bytes_after_a_redeal_for_it(game, players):
    every = 229 if bots(game) else 1 if game is GAME else 20
    for match in some_matches(game, players, every):
        for seat in range(players):
            assert sent_to(match, seat) == sent_to(redealt(match, seat, 5), seat)


def test_what_is_hidden_would_be_noticed():
    match = next(some_matches(GAMES["liberte"], 3, 97))
    on_turn = match.on_turn
    for other in set(range(3)) - {on_turn}:
        assert sent_to(match, on_turn) != sent_to(redealt(match, other, 5), on_turn)
        assert b"data-key=" not in sent_to(match, other)


def test_an_opinion_is_shown_for_the_seat_that_decides_and_leaks_nothing():
    game = GAMES["saludos_amigos"]
    match = a_match("human,human,human,human", game)
    search = make("search:iterations=2", game)

    def opinion(of: Match, seat: int) -> bytes:
        (thought,) = search.explain(of.games, np.zeros(1, np.int64))
        of.think("search", of.positions, thought)
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
    match.choose(seat, match.number_for(seat), match.view(seat).question.stop.action)
    assert match.view(seat).loss
    assert sent_to(match, other) == before


def test_a_name_from_right_to_left_leaves_numbers_and_names_where_they_are():
    names = {0: "משה", 1: "Anna"}
    assert with_names("player_0 3, player_1", names) == "\u2068משה\u2069 3, Anna"
    assert "\u2068משה\u2069 7<" in curves("Points", np.ones((2, 2)), names, ["7", "8"])
    assert re.search(r"\.seat {[^}]*unicode-bidi: isolate", template("style.css"))


def test_a_name_is_said_once():
    assert named_players("player_0 (Anna) wins.", {0: "Anna"}) == '<span class="seat p0">Anna</span> wins.'
    assert named_players("player_1 (greedy)", {0: "Anna"}) == '<span class="seat p1">player_1</span> (greedy)'
    assert "Anna</span> (4)" in named_players("player_0 (4) bids", {0: "Anna"})
    assert named_players("player_0 ((x)) wins.", {0: "(x)"}) == '<span class="seat p0">(x)</span> wins.'
