"""MaskablePPO: what is ours in its update."""

import numpy as np
import pytest
import torch
from gymnasium.spaces import Box, Discrete

from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning.algorithms.maskable_ppo import Learner, NetworkPolicy

from ...support import network
from .runs import go


@pytest.mark.parametrize(("target", "steps"), [(0.0, 4), (1e-9, 1)])
def test_an_update_ends_where_it_has_moved_the_policy_far_enough(tmp_path, monkeypatch, target, steps):
    """The first step moves it from where it is; two batches twice would be four of them."""
    taken, step = [], Learner._step
    monkeypatch.setattr(Learner, "_step", lambda self, loss: taken.append(step(self, loss)))
    go(tmp_path / "run", steps=128, target_kl=target, kl_weight=0.0, learning_rate=0.1)
    assert len(taken) == steps


def test_the_policy_does_what_maskable_ppo_asks_of_one():
    game = GAMES["saludos_amigos"]
    spaces = Box(-1.0, 1.0, (game.observation(4).size,), np.float32), Discrete(game.actions.size)
    made = NetworkPolicy(*spaces, None, network=network(game, 4), learning_rate=1e-3)
    games = GameBatch(game, 1, 4, seed=1)
    games.step(np.array([int(games.legal[0].argmax())]))
    legal = games.legal
    assert legal.sum() > 1
    observations, masks = torch.from_numpy(games.observe()).repeat(20_000, 1), legal.repeat(20_000, axis=0)
    with torch.no_grad():
        actions, values, chances = made(observations, action_masks=masks)
        same, again, entropies = made.evaluate_actions(observations, actions, torch.from_numpy(masks).float())
        distribution = made.get_distribution(observations[:1], legal)
        best = made(observations[:1], deterministic=True, action_masks=legal)[0]
        assert torch.allclose(made.predict_values(observations[:1]), values[:1], atol=1e-5)
    probabilities = distribution.distribution.probs[0].numpy()
    assert (probabilities[~legal[0]] == 0).all()
    drawn = np.bincount(actions.numpy(), minlength=game.actions.size) / len(actions)
    np.testing.assert_allclose(drawn, probabilities, atol=0.02)
    assert torch.allclose(chances, again)
    assert torch.allclose(values, same)
    np.testing.assert_allclose(chances.exp().numpy(), probabilities[actions.numpy()], atol=1e-5)
    assert entropies[0] == pytest.approx(float(distribution.entropy()[0]), abs=1e-5)
    assert best.tolist() == [probabilities.argmax()]
