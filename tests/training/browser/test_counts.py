"""Games that differ only in what a seat cannot know send it the same bytes, however many moves that took."""

import functools
import json
from collections import Counter, defaultdict

import numpy as np
import pytest

from hustings.agents.bots import RandomAgent
from hustings.agents.terminal.human import HumanAgent
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.engine.game import Game
from hustings.training import play as play_module
from hustings.training.browser.bots import BotRunner
from hustings.training.browser.replays import replay_page
from hustings.training.browser.web import WebApp

from ...players import Terminal
from ...support import told_of
from .matches import a_match, put
from .test_replays import data_of, unfolded

SEED, TRIES = 1, 8
"""From each position so many ways of playing on are tried."""


def state(games: GameBatch, seat: int) -> tuple:
    """What a seat knows of a position."""
    legal = games.legal.tobytes() if games.seat[0] == seat else b""
    return games.observe(seat).tobytes(), int(games.seat[0]), legal


def until_noticed(games: GameBatch, seat: int, rng: np.random.Generator) -> tuple[list[int], tuple]:
    """Moves of others at random until the seat notices one: the moves, and what it knows then."""
    actions, shown, told = [], state(games, seat), ()
    while not told and state(games, seat) == shown and not games.over[0]:
        before, action = games.tables.copy(), int(rng.choice(np.flatnonzero(games.legal[0])))
        games.step([action])
        actions.append(action)
        told = tuple(told_of(games, before, action, seat))
    return actions, (*state(games, seat), told)


@functools.cache
def twins(game: Game, players: int, seat: int) -> list[list[list[int]]]:
    """Pairs of games of one deal, as actions, that end with moves of which the seat knows the same.

    One pair for each phase in which there is one; where possible one game has more moves than the other.
    """
    games, other, rng = GameBatch(game, 1, players), GameBatch(game, 1, players), np.random.default_rng(3)
    games.reset(seeds=[SEED])
    played, found, tried = [], {}, Counter()
    while not games.over[0] and len(played) < 200:
        phase = int(games.tables["phase"][0])
        if games.seat[0] != seat and tried[phase] < 6:
            tried[phase] += 1
            seen: dict[tuple, list[list[int]]] = defaultdict(list)
            for _ in range(TRIES):
                other.tables = games.tables
                actions, now = until_noticed(other, seat, rng)
                seen[now].append(actions)
            for ways in seen.values():
                one, two = min(ways, key=len), max(ways, key=len)
                two = two if len(one) != len(two) else next((way for way in ways if way != one), one)
                longer = len(two) - len(one)
                if one != two and longer > found.get(phase, (-1,))[0]:
                    found[phase] = longer, [[*played, *one], [*played, *two]]
        played.append(int(rng.choice(np.flatnonzero(games.legal[0]))))
        games.step(np.array((played[-1],)))
    return [pair for _, pair in found.values()]


PEOPLE = {"copycat": 2, "die_macher": 3, "liberte": 3, "saludos_amigos": 4}
MACHER = GAMES["die_macher"]


def a_page(game: Game, tables: np.ndarray | None = None) -> WebApp:
    """A game of people of which only seat 0 has a page."""
    match = a_match(",".join(["human"] * PEOPLE[game.name]), game, seed=SEED)
    match.viewers, match.token = [0], ""  # which is drawn at random
    return WebApp(BotRunner(match if tables is None else put(match, tables)))


def news(app: WebApp, action: int) -> str:
    """What the page is sent after a move."""
    app.match._play(action)
    app.match._changed()
    return json.dumps(app.update(0, "/", 0, 0))


def test_secret_moves_are_not_counted_on_a_page():
    def sent(actions):
        app, told = a_page(MACHER), []
        for number, action in enumerate(actions):
            if number < len(actions) - 12:
                app.match._play(action)
            else:
                told.append(news(app, action))
        return list(dict.fromkeys(told))[-2:], app.page(0, "/")

    pairs = twins(MACHER, 3, 0)
    assert any(len(one) != len(two) for one, two in pairs)
    for one, two in pairs:
        assert sent(one) == sent(two)


def test_secret_moves_are_not_counted_in_a_replay_as_the_seat_sees_it():
    def sent(actions):
        games = GameBatch(MACHER, 1, 3)
        games.reset(seeds=[SEED])
        replay = Replay.begin(games, 0, ["x"] * 3)
        for action in actions:
            replay.add(games, action)
            games.step([action])
        data = data_of(replay_page(replay, MACHER))
        return unfolded(data)[1], [data["texts"][text] for text in data["told"][1]]

    for one, two in twins(MACHER, 3, 0)[:2]:
        assert sent(one) == sent(two)


def test_secret_moves_are_not_counted_at_the_terminal(monkeypatch):
    class Stops(RandomAgent):
        """Makes the moves of a list, then stops the game, in every seat."""

        def act(self, games, rows):
            if not self.left:
                raise KeyboardInterrupt
            return np.array([self.left.pop(0)])

    def sent(actions):
        terminal, stops = Terminal(), Stops(MACHER)
        stops.left = list(actions)
        monkeypatch.setattr(play_module, "make", lambda *given: stops)
        monkeypatch.setattr(HumanAgent, "act", stops.act)
        play_module.play(MACHER, ["human", "x", "x"], seed=SEED, console=terminal.console, read=terminal.read)
        return terminal.text

    for one, two in twins(MACHER, 3, 0):
        assert sent(one) == sent(two)


@pytest.mark.parametrize("name", PEOPLE)
def test_games_in_which_others_hold_something_else(name):
    game, rng, compared = GAMES[name], np.random.default_rng(2), 0
    games, other = GameBatch(game, 1, PEOPLE[name]), GameBatch(game, 1, PEOPLE[name])
    games.reset(seeds=[SEED])
    for number in range(120):
        if number % 12 == 0:
            other.tables = games.tables
            other.redeal(0, seed=number)
            pages, same = [a_page(game, batch.tables.copy()) for batch in (games, other)], True
            assert pages[0].page(0, "/") == pages[1].page(0, "/")
        action = int(rng.choice(np.flatnonzero(games.legal[0])))
        same = same and bool(other.legal[0, action])
        tables = games.tables.copy(), other.tables.copy()
        games.step([action])
        if same:
            other.step([action])
            told = [told_of(*pair, action, 0) for pair in zip((games, other), tables, strict=True)]
            same = told[0] == told[1] and state(games, 0) == state(other, 0)
        if same:
            assert news(pages[0], action) == news(pages[1], action)
            compared += tables[0].tobytes() != tables[1].tobytes()
    assert compared > 10
