"""Actions, boards and events of every game in words."""

import copy

import numpy as np

from ...support import (
    all_games,
    deal,
    each_table,
    met,
    mid_game,
    positions,
    random_actions,
    told_of,
)


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
    games, rng = mid_game(game, players, num_games=6), np.random.default_rng(2)
    for step in range(300):
        if games.over.all():
            break
        before, actions = games.tables.copy(), random_actions(games, rng)
        games.step(actions)
        if step % 3 == 0:
            redealt = copy.deepcopy(games)
            redealt.redeal(0, seed=step)
            for row in range(6):
                assert games.board(row)
                assert games.board(row, 0) == redealt.board(row, 0)
                if before["seat"][row] >= 0:
                    lines = told_of(games, before, actions[row], 0, row)
                    assert all(isinstance(line, str) and line for line in lines)
