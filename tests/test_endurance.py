"""What holds in very many games, with any options and in any box; the long runs are marked `slow`."""

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import Game
from hustings.envs.core.errors import BoxError

from .support import each_table, label, other_choices, printed_by

MILLION = 1_000_000
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=label)


@pytest.mark.slow
@each_table
def test_a_million_random_games_end_and_stay_in_order(game, players):
    """A million of the games with names: as many with every number of players, every table looked through
    again and again.
    """
    games = GameBatch(game, 4096, players, seed=players, threads=2)
    named = sum(len(game.player_counts) for game in GAMES.values())
    wanted, ended = -(-MILLION // named), 0
    while ended < wanted:
        ended += games.playouts(100)[1]
        games.check()


def some_options(game: Game, rng: np.random.Generator) -> dict:
    """Another choice of about half of the options; those that are numbers are fields of a box, as below."""
    return {name: choice for name, choice in other_choices(game).items() if rng.random() < 0.5}


def some_box(game: Game, rng: np.random.Generator) -> np.ndarray:
    """The game's own box with one to four numbers changed a little."""
    box = game.box_spec.load().copy()
    numbers = [field for field in game.box_spec.fields if "name" not in field.name]
    for _ in range(rng.integers(1, 5)):
        field = numbers[rng.integers(len(numbers))]
        entries = box[field.name].reshape(-1)
        at = rng.integers(len(entries))
        entries[at] = np.clip(int(entries[at]) + rng.choice([-2, -1, 1, 2]), field.low, field.high)
    return box


def play_odd_games(game: Game, number: int, seed: int) -> int:
    """Play random games in odd boxes under odd options; how many of them were accepted."""
    rng, accepted = np.random.default_rng(seed), 0
    for attempt in range(number):
        box = some_box(game, rng) if attempt % 2 else None
        players = int(rng.choice(game.player_counts))
        try:
            games = GameBatch(
                game, 8, players, seed=attempt, box=box, options=some_options(game, rng), threads=1
            )
        except BoxError:
            continue
        accepted += 1
        ended, rounds = 0, 0
        while ended < 8:
            ended += games.playouts(400)[1]
            rounds += 1
            games.check()
            for seat in range(players):
                assert np.abs(games.observe(seat)).max() <= 1
                games.redeal(seat, seed=rounds)
                games.check()
            assert rounds < 200, (game.name, seed, attempt)
    return accepted


@each_game
def test_random_boxes_and_options_are_refused_or_can_be_played(game):
    assert play_odd_games(game, 40, seed=1) >= 5


@pytest.mark.slow
@each_game
def test_random_boxes_and_options_lead_nowhere_out_of_bounds(game):
    code = f"""
        from hustings.envs import GAMES
        from tests.test_endurance import play_odd_games
        print(play_odd_games(GAMES[{game.name!r}], 2000, seed=2))
    """
    assert int(printed_by(code, timeout=3000, NUMBA_BOUNDSCHECK="1")) > 200
