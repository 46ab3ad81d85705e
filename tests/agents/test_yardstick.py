"""The first version of the greedy bots is a yardstick: it plays the same games for ever."""

import hashlib

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, GameBatch

GAMES_PLAYED = 16
PLAYED = {
    ("copycat", 2): "16ea3d0af57354b1", ("copycat", 3): "4b321fad6fd9fdb6",
    ("copycat", 4): "b2698c4788ed1f8f", ("die_macher", 3): "c8cfc13f5eb9405a",
    ("die_macher", 4): "62f4360b7c2c5f5f", ("die_macher", 5): "3156f35c9d5eaf0a",
    ("liberte", 3): "4963860953b39f6b", ("liberte", 4): "58e51a7402cf7de0",
    ("liberte", 5): "e6afa4fa1aa345d8", ("liberte", 6): "e52c8fd4d0ab4c3f",
    ("saludos_amigos", 4): "3f44049d5fe7e0ca", ("saludos_amigos", 5): "0baaab555203980b",
    ("saludos_amigos", 6): "172dc882474c4831", ("saludos_amigos", 7): "8e246c70da2a2c31",
}  # fmt: skip


def moves(game, players):
    """A digest of all moves of some games."""
    games, agent, digest = (
        GameBatch(game, GAMES_PLAYED, players, seed=11),
        make("greedy:v1", game),
        hashlib.sha256(),
    )
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        actions = agent.act(games, rows)
        digest.update(np.stack([rows, actions]).astype("<i8").tobytes())
        games.step(actions, rows=rows)
    return digest.hexdigest()[:16]


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_the_first_greedy_plays_as_it_did(name, players):
    assert moves(GAMES[name], players) == PLAYED[name, players]


def test_there_is_a_first_greedy_for_every_game_and_count():
    assert set(PLAYED) == {(name, players) for name, game in GAMES.items() for players in game.player_counts}
