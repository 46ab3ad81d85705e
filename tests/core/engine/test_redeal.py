"""A redeal, of every game: what a seat knows stays as it is, and nothing else need."""

import copy

import numpy as np
import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import no_secret_choices

from ...support import all_tables, each_table, hides, label, laid, met, positions

with_secrets = [
    (game, players) for game, players in all_tables() if game.reopen_secret_choices is not no_secret_choices
]


@each_table
def test_a_redeal_shows_nothing_that_the_seat_does_not_know(game, players):
    games = GameBatch(game, 48, players, seed=11)
    changed = np.zeros(players, int)
    for step in positions(games, 11, 400):
        if step % 5:
            continue
        for seat in range(players):
            dealt = copy.deepcopy(games)
            dealt.redeal(seat, seed=step)
            assert dealt.observe(seat).tobytes() == games.observe(seat).tobytes()
            mine = np.flatnonzero(games.seat == seat)
            assert (dealt.seat == games.seat).all()
            assert (dealt.masks(rows=mine) == games.masks(rows=mine)).all()
            again = copy.deepcopy(dealt)
            again.redeal(seat, seed=step + 1)
            straight = copy.deepcopy(games)
            straight.redeal(seat, seed=step + 1)
            assert again.tables.tobytes() == straight.tables.tobytes()
            dealt.check()
            changed[seat] += sum(
                dealt.observe(other).tobytes() != games.observe(other).tobytes() for other in range(players)
            )
    assert (changed > 0).all() or not hides(game), "nothing is hidden, so the test proves nothing"


@pytest.mark.parametrize(("game", "players"), with_secrets, ids=label)
def test_choices_made_in_secret_are_made_again_and_nothing_that_is_seen_changes(game, players):
    games = laid(game, met(game, players), ask_forced=True)
    games.redeal(seed=1)
    seats, seen, legal, before = games.seat, games.observe(), games.legal, games.tables
    after = before.copy()
    asked = np.array(
        [table.seat >= 0 and game.reopen_secret_choices(games.box[0], table, table.seat) for table in after]
    )
    assert asked.any()
    assert (after[~asked] == before[~asked]).all()
    assert (after["seat"][asked] != seats[asked]).all()
    games.tables = after  # such tables can be
    rng = np.random.default_rng(1)
    while len(rows := np.flatnonzero(asked & (games.seat != seats))):
        assert (games.tables["phase"][rows] == before["phase"][rows]).all()
        masks = games.masks(rows=rows)
        games.step((rng.random(masks.shape) * masks).argmax(axis=1), rows=rows)
    assert (games.observe()[asked] == seen[asked]).all()
    assert (games.legal[asked] == legal[asked]).all()
