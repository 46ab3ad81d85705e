"""One policy for tables of every size: the form of its views, self-play at all tables, and the saved file."""

import dataclasses

import numpy as np
import pytest
import torch

from hustings.agents import PolicyAgent, PolicyError
from hustings.agents.policy.agent import PolicyFacts
from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.envs.core.errors import HustingsError
from hustings.training.learning.export import to_onnx
from hustings.training.learning.networks import Network
from hustings.training.learning.padding import Padding, padding_of

from ... import tinygame
from ...support import each_table, mid_game
from ...support import network as for_one_table
from .runs import asked


def network(game: Game, kind: str = "entity") -> Network:
    return for_one_table(game, padding_of(game).players, kind=kind, padded=True)


def saved(game: Game, kind: str = "entity") -> bytes:
    return to_onnx(network(game, kind), PolicyFacts.of(game, None))


@each_table
def test_every_entry_stands_where_it_does_at_the_largest_table(game, players):
    form = padding_of(game)
    given = np.arange(1, game.observation(players).size + 1, dtype=np.float32)[None]
    wide = form(given)[0]
    for block in game.observation(players):
        lengths = tuple(block.axes.values()) or (block.size,)
        largest = form.layout[block.name]
        there = wide[largest.start : largest.stop].reshape(tuple(largest.axes.values()) or (-1,))
        kept = tuple(slice(length) for length in lengths)
        assert (there[kept].reshape(-1) == given[0, block.start : block.stop]).all()
        assert np.count_nonzero(there) == block.size, "what is about nobody is 0"
    present = form.layout["present"]
    assert wide[present.start : present.stop].tolist() == [1] * players + [0] * (form.players - players)


def test_tables_that_cannot_be_told_apart_are_refused():
    alike = dataclasses.replace(tinygame.GAME, observation=lambda seats: tinygame.observation(3))
    with pytest.raises(HustingsError, match="views of Tiny Game do not tell how many play"):
        Padding(alike)


@each_table
def test_the_network_takes_a_table_s_views_as_it_takes_that_form(game, players):
    made, (views, legal) = network(game), asked(mid_game(game, players, 20))
    with torch.no_grad():
        logits, values = made.policy_and_values(views, legal)
        same, all_values = made.policy_and_values(torch.from_numpy(padding_of(game)(views.numpy())), legal)
    assert torch.equal(logits, same)
    assert torch.equal(values, all_values[:, :players])
    assert all_values.shape == (20, max(game.player_counts))


@pytest.mark.parametrize("kind", ["entity", "flat"])
def test_a_saved_policy_plays_at_every_table(tmp_path, kind):
    game = GAMES["saludos_amigos"]
    PolicyAgent(saved(game, kind)).save(tmp_path / "any")
    agent = PolicyAgent.load(tmp_path / "any", game)
    made = network(game, kind)
    for players in game.player_counts:
        games = mid_game(game, players, 20)
        logits, values = agent.policy_and_values(games.observe(), games.legal)
        with torch.no_grad():
            expected = made.policy_and_values(*asked(games))
        assert values == pytest.approx(expected[1].numpy(), abs=1e-4)
        assert logits[games.legal] == pytest.approx(expected[0].numpy()[games.legal], abs=1e-4)
        actions = agent.act(games, np.flatnonzero(~games.over))
        assert games.legal[~games.over][np.arange(len(actions)), actions].all()


def test_views_that_are_of_no_table_are_refused():
    agent, odd = PolicyAgent(saved(tinygame.GAME)), np.zeros((1, 20), np.float32)
    with pytest.raises(PolicyError, match="fails with"):
        agent.policy_and_values(odd, np.ones((1, tinygame.RANKS), np.bool_))
    with pytest.raises(IndexError):
        network(tinygame.GAME).policy_and_values(
            torch.from_numpy(odd), torch.ones(1, tinygame.RANKS, dtype=torch.bool)
        )


def test_one_that_fails_at_some_table_is_refused(tmp_path):
    """It says that it plays with any number, but knows the views of three only."""
    made = PolicyFacts.of(tinygame.GAME, None)
    PolicyAgent(to_onnx(for_one_table(tinygame.GAME, 3), made)).save(tmp_path / "three")
    with pytest.raises(PolicyError, match=r"three/policy\.onnx: fails with 1 row"):
        PolicyAgent.load(tmp_path / "three", tinygame.GAME)
