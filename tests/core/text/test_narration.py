"""What a reader is told of a game: board, news and legal actions, and no secrets."""

import copy
import pickle
import re

import numpy as np
import pytest

from hustings.envs import GAMES, GameBatch
from hustings.envs.core.text.events import event_lines
from hustings.envs.core.text.prompts import prompts_of

from ... import pig, tinygame
from ...support import each_game, label, positions, random_actions


def news_in(text):
    told = text.partition("Since your last decision:\n")[2].partition("\n\n")[0]
    return [line.removeprefix("- ") for line in told.split("\n")]


@each_game
def test_all_that_a_decision_needs_is_told(game):
    games = GameBatch(game, 2, max(game.player_counts), seed=1)
    for _ in positions(games, 2, 20):
        if games.over[1]:
            break
        seat, text = int(games.seat[1]), games.tell(1)
        assert text.startswith(f"{game.title}, {games.num_players} players. You are player_{seat}.\n")
        assert games.board(1, seat) in text
        choices = dict(re.findall(r"^(\d+): (.+)$", text.partition("Your legal actions:\n")[2], re.MULTILINE))
        assert [int(number) for number in choices] == np.flatnonzero(games.legal[1]).tolist()
        assert all(games.describe(1, int(number)) == words for number, words in choices.items())
        other = (seat + 1) % games.num_players
        assert games.tell(1, other).endswith(f"player_{seat} decides.")


@pytest.mark.parametrize("game", [pig.GAME, *GAMES.values()], ids=label)
def test_forced_decisions_are_told_as_if_they_had_been_asked_for(game):
    players, rng = max(game.player_counts), np.random.default_rng(1)
    short, long = (GameBatch(game, 1, players, seed=1, ask_forced=asked) for asked in (False, True))

    def told_by(games, action):
        before = games.tables[0].copy()
        games.step([action])
        return [event.text for event in game.events(games.box[0], before, action, games.tables[0], None)]

    def forced_moves():
        told = []
        while long.legal[0].sum() == 1:
            told += told_by(long, int(long.legal[0].argmax()))
        return told

    forced_moves()
    for _ in range(400):
        if short.over[0]:
            break
        action = int(rng.choice(np.flatnonzero(short.legal[0])))
        assert told_by(short, action) == told_by(long, action) + forced_moves()


@each_game
def test_news_are_those_since_the_seats_last_decision(game):
    games = GameBatch(game, 1, max(game.player_counts), seed=4)
    games.listen()
    since = {}
    for _ in range(30):
        if games.over[0]:
            break
        seat = int(games.seat[0])
        if seat in since:
            expected = event_lines(since[seat]) or ["Nothing has happened."]
            assert news_in(games.tell(0)) == expected
            assert games.tell(0, seat) == games.tell(0), "to be told twice is to be told the same"
        since[seat] = []
        before = games.tables[0].copy()
        action = int(np.random.default_rng(len(since)).choice(np.flatnonzero(games.legal[0])))
        games.step([action])
        for who, events in since.items():
            events += game.events(games.box[0], before, action, games.tables[0], who)


def test_a_new_deal_is_told_from_its_beginning():
    game = GAMES["saludos_amigos"]
    games = GameBatch(game, 3, 4, seed=1)
    games.tell(0)
    for _ in positions(games, 1, 30):
        pass
    assert news_in(games.tell(2)) != ["Nothing has happened."]
    games.reset()
    opening = prompts_of(game).opening(games.box[0], games.tables[2])
    assert opening
    assert news_in(games.tell(2)) == event_lines(opening)


@each_game
def test_copies_tell_the_same_and_games_that_changed_say_so(game):
    games = GameBatch(game, 2, seed=1)
    games.tell(0)
    for _ in positions(games, 3, 6):
        pass
    if games.over[0]:
        pytest.skip("too short")
    for twin in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert twin.tell(0) == games.tell(0)
    saved = games.tables.copy()
    games.tables[0] = games.tables[1]
    assert news_in(games.tell(0)) == ["What happened is not known: the table was changed from outside."]
    games.tables = saved
    assert news_in(games.tell(0)) == ["What happened before was not recorded."]


def test_of_a_game_that_has_begun_the_news_say_that_its_beginning_is_missing():
    games = GameBatch(GAMES["liberte"], 2, 3, seed=1)
    games.step(games.legal.argmax(axis=1), rows=np.arange(2))
    games.reset(rows=[0])
    assert news_in(games.tell(0)) == ["Nothing has happened."]
    assert games.news(1) == ["What happened before was not recorded."]
    seat = int(games.seat[1])
    games.step(games.legal[1:].argmax(axis=1), rows=[1])
    assert games.news(1, seat), "its own action"
    assert "What happened before was not recorded." not in games.news(1, seat)


def test_the_end_is_told():
    games = GameBatch(tinygame.GAME, 1, 2, seed=1)
    for _ in positions(games, 1, 1000):
        pass
    first, second = games.scores[0]
    assert games.tell(0, 1).endswith(f"The game is over: player_0 {first} points, player_1 {second} points.")


def test_a_step_that_is_remembered_keeps_no_other_games_alive():
    games = GameBatch(GAMES["saludos_amigos"], 4, 4, seed=1)
    games.listen()
    games.step(random_actions(games, np.random.default_rng(1)))
    steps = games._history._games[2].since(0)
    size = games.game.table.itemsize
    kept = [(type(table), len(table)) for step in steps for table in (step.before, step.after)]
    assert kept == [(bytes, size)] * 2
