"""Whoever draws in a vector environment: each row has its own streams, and is the single environment."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from hustings.agents import make
from hustings.envs import GAMES, SeatEnv, SeatVectorEnv
from hustings.envs.core.api.streams import Streams

from ... import tinygame
from ...support import grown_games, label, mid_game

DRAWING = ("random", "policy:sample=true", "search:iterations=4")
EVERYWHERE = [(game, who) for game in grown_games() for who in (*DRAWING, "mixed")]
each_drawing = pytest.mark.parametrize(("game", "who"), EVERYWHERE, ids=label)
OWN = f"{__name__}:Draws"


class Draws:
    """Plays at random from a stream of its own, without a word about rows."""

    name = "draws"

    def __init__(self, game, seed=0):
        self._stream = np.random.default_rng(seed)

    def act(self, games, rows):
        masks = games.masks(rows=games.running(rows))
        return ((1 - self._stream.random(masks.shape)) * masks).argmax(axis=1)


def opponents_of(game, who):
    """For every other seat at the smallest table; mixed: a pool, with agents that are given."""
    if who != "mixed":
        return who
    return {make("random", game): 1, OWN: 1, "policy:sample=true": 1, "random": 1}


@each_drawing
def test_a_row_is_the_single_environment_and_does_not_change_with_their_number(game, who):
    opponents = opponents_of(game, who)
    few, more = (SeatVectorEnv(game, rows, opponents=opponents) for rows in (1, 3))
    for many in (few, more, more):  # the last time they begin anew
        one = SyncVectorEnv([lambda: SeatEnv(game, opponents=opponents)] * many.num_envs)
        seen, also = (env.reset(seed=7)[0] for env in (one, many))
        for _ in range(6):
            assert np.array_equal(seen, also)
            actions = many.action_masks().argmax(axis=1)
            seen, also = (env.step(actions)[0] for env in (one, many))


@each_drawing
def test_dealing_one_row_anew_leaves_the_others_games_alone(game, who):
    dealt, opponents = {"reset_mask": np.array([True, False, False])}, opponents_of(game, who)
    envs = [SeatVectorEnv(game, 3, opponents=opponents, autoreset_mode="Disabled") for _ in range(2)]
    for env in envs:
        env.reset(seed=3)
        env.step(env.action_masks().argmax(axis=1))
    for seed in (5, None):
        envs[1].reset(seed=seed, options=dealt)
        for _ in range(4):
            one, other = (env.step(env.action_masks().argmax(axis=1)) for env in envs)
            assert np.array_equal(one[0][1:], other[0][1:])
            if one[2].any() or other[2].any():
                return


@pytest.mark.parametrize("who", [*DRAWING, OWN])
def test_a_copy_draws_on_as_the_original(who):
    env = SeatVectorEnv("saludos_amigos", 3, 4, opponents=who)
    env.reset(seed=2)
    for _ in range(5):
        env.step(env.action_masks().argmax(axis=1))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(20):
        seen = env.step(env.action_masks().argmax(axis=1))[0]
        assert all(np.array_equal(seen, twin.step(twin.action_masks().argmax(axis=1))[0]) for twin in twins)


def test_two_that_draw_in_one_game_draw_otherwise():
    game = tinygame.GAME
    env = SeatVectorEnv(game, 40, 3, opponents=[OWN, OWN], seat=0)
    env.reset(seed=1)
    drawn = [member._streams.keys for member in env._others.members]
    assert (drawn[0] != drawn[1]).all()


SALUDOS = GAMES["saludos_amigos"]
SEARCHES = [
    (SALUDOS, 4, "search:iterations=8"),
    (SALUDOS, 4, "strong:iterations=8"),
    (tinygame.GAME, 3, "search:algorithm=tree,playouts=random,iterations=8"),
]


@pytest.mark.parametrize(("game", "players", "who"), SEARCHES, ids=label)
def test_a_search_by_rows_is_one_with_the_seed_of_each_row(game, players, who):
    games, rows, streams = mid_game(game, players, 6, steps=1), np.array([0, 2, 3, 5]), Streams(6)
    streams.begin(np.arange(6), np.array([8, 8, 8, 8, 2**64 - 1, 1], np.uint64))
    each = [make(who, game, seed=int(streams.keys[row])).act(games, np.array([row]))[0] for row in rows]
    assert make(who, game).act_by(games, rows, streams).tolist() == each
