"""The table of properties on each game's page, beside random games at the smallest and the largest table."""

import numpy as np
import pytest

import figures
from hustings.envs import GameBatch

from .support import each_known_end

LOOKS = 60  # at each phase, for a rule that is interpreted


def reopened(games: GameBatch, row: int) -> bool:
    """Whether somebody has chosen in this phase what another seat cannot see yet."""
    table, reopen = games.tables[row : row + 1].view(np.recarray), games.game.reopen_secret_choices
    return any(reopen(games.box[0], table.copy()[0], seat) for seat in range(games.num_players))


def unseen(games: GameBatch, pair: GameBatch, row: int, rng: np.random.Generator) -> bool:
    """Whether two choices here look alike to all others, one of whom then chooses in the same phase."""
    legal, phase, seat = np.flatnonzero(games.legal[row]), games.phase[row], int(games.seat[row])
    if len(legal) < 2:
        return False
    pair.restore(None, games.save([row, row]))
    pair.step(rng.choice(legal, 2, replace=False))
    if (pair.phase != phase).any() or (pair.seat == seat).any():
        return False
    views = (pair.observe(other) for other in range(games.num_players) if other != seat)
    return all((view[0] == view[1]).all() for view in views)


@each_known_end
def test_random_games_have_the_properties(game, players):
    rng, games = np.random.default_rng(players), GameBatch(game, 24, players, seed=players)
    pair, decisions = GameBatch(game, 2, players), np.zeros(24, int)
    looks, opened, alike = dict.fromkeys(game.phases, 0), set(), set()
    while not games.over.all():
        row = int(rng.choice(np.flatnonzero(~games.over)))
        phase = game.phases(int(games.phase[row]))
        looks[phase] += 1
        if phase not in opened and looks[phase] <= LOOKS and reopened(games, row):
            opened.add(phase)
        if phase not in alike and unseen(games, pair, row, rng):
            alike.add(phase)
        decisions += ~games.over
        games.step((rng.random(games.legal.shape) * games.legal).argmax(axis=1))
    assert decisions.max() <= figures.longest(game)[game.player_counts.index(players)]
    for games.reward, low, high in (("rank", -1, 1), ("win", -1 / players, 1 - 1 / players)):
        assert games.payoff.min() >= low - 1e-6
        assert games.payoff.max() == pytest.approx(high)
    secret = {game.phases[name] for name in figures.SECRET.get(game.name, ())}
    assert opened <= secret == alike
