"""Tables that no game has led to: a game's check refuses most, and on the others play must be safe."""

import numpy as np

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game
from hustings.envs.core.text.snapshot import snapshot

from .support import random_actions


def play_and_ask(game: Game, tables: np.ndarray, steps: int, **keywords) -> None:
    """Do all that can be done with these tables: play, look, redeal, score, tell, and ask a bot."""
    games = GameBatch(game, len(tables), int(tables["seats"][0]), **keywords)
    games.tables[:] = tables
    greedy, rng = make("greedy", game), np.random.default_rng(0)
    for step in range(steps):
        rows, before = np.flatnonzero(~games.over), games.tables.copy()
        if not len(rows):
            break
        assert games.legal[rows].any(axis=1).all(), "somebody cannot do anything"
        for seat in range(games.num_players):
            assert np.abs(games.observe(seat)).max() <= 1
            games.redeal(seat, seed=step)
            games.observe(seat)
            greedy.act(games, np.flatnonzero(~games.over))
            games.tables[:] = before
        games.results()
        actions = random_actions(games, rng)
        games.step(actions)
        if step % 20 == 0:
            for row in rows[:: 1 + step]:
                tell(games, row, before[row], int(actions[row]))


def tell(games: GameBatch, row: int, before: np.record, action: int) -> None:
    game, box, before = games.game, snapshot(games.box[0]), snapshot(before)
    for seat in (None, *range(games.num_players)):
        game.board(box, before, seat)
    game.describe(box, before, action)
    game.events(box, before, action, games.tables[row], None)
