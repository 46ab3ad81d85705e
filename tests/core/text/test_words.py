"""Actions, boards and events of every game in words."""

import copy

import numpy as np

from ...support import all_games, deal, each_table, met, mid_game, positions, random_actions, told_of

EACH = 8
"""How many tables of each phase are looked at."""


def test_every_action_has_words():
    for game in all_games():
        games = mid_game(game, None, num_games=40, steps=0)
        seen = set()
        for _ in positions(games, 3, 400):
            for row in np.flatnonzero(~games.over)[:4]:
                for action in np.flatnonzero(games.legal[row]):
                    words = games.describe(int(row), int(action))
                    assert words
                    assert "\n" not in words
                    seen.add(int(action))
        assert len(seen) > 0.6 * games.num_actions


@each_table
def test_legal_actions_differ_in_words(game, players):
    for other_way in (False, True):
        tables = met(game, players, other_way)[::4]
        games = deal(game, len(tables), players, other_way)
        games.tables[:] = tables
        box = games.box[0]
        for table, legal in zip(tables, games.legal):
            words = [game.describe(box, table, int(action)) for action in np.flatnonzero(legal)]
            assert len(set(words)) == len(words), sorted(words)


@each_table
def test_boards_and_events_are_text_and_keep_secrets(game, players):
    for other_way in (False, True):
        tables = met(game, players, other_way)
        rows = [row for phase in game.phases for row in np.flatnonzero(tables["phase"] == phase)[-EACH:]]
        games, seats = deal(game, len(rows), players, other_way), np.arange(len(rows)) % players
        games.tables = before = tables[rows]
        redealt = copy.deepcopy(games)
        redealt.redeal(seats, seed=players)
        for row, seat in enumerate(seats.tolist()):
            assert games.board(row)
            assert games.board(row, seat) == redealt.board(row, seat)
        actions = random_actions(games, np.random.default_rng(players))
        games.step(actions)
        for row in np.flatnonzero(before["seat"] >= 0).tolist():
            lines = told_of(games, before, actions[row], seats[row], row)
            assert all(isinstance(line, str) and line for line in lines)
