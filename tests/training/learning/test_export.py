"""A saved policy is the network without what only learning needs."""

import numpy as np
import onnx
import torch

from hustings.agents import PolicyAgent
from hustings.envs.core.api.batch import GameBatch

from ... import tinygame
from .runs import PLAYERS, go, new_run


def test_the_saved_policy_is_the_network(tmp_path):
    fresh = new_run(tmp_path)
    fresh.context.begin_rollout(0, 0.0)
    observations, masks = fresh.env.reset(), fresh.env.action_masks()
    weights = fresh.network.weights()
    with torch.no_grad():
        tensors = map(torch.from_numpy, (observations, masks))
        logits, values = fresh.network.policy_and_values(*tensors)
    given = fresh.evaluator.policy(fresh.network, fresh.state).policy_and_values(observations, masks)
    assert np.allclose(given[0], np.where(masks, logits, -np.inf), atol=1e-5)
    assert np.allclose(given[1], values, atol=1e-5)
    assert np.ptp(logits.numpy()) > 0
    fresh.network.action_net.plain.bias.data += 1
    name = "action_net.plain.bias"
    assert (fresh.network.weights()[name] != weights[name]).all(), "the export is a copy"


def test_a_critic_that_sees_all_cards_is_not_saved_with_the_policy(tmp_path):
    policy = PolicyAgent.load(go(tmp_path / "run", critic="all cards").policy, tinygame.GAME)
    games = GameBatch(tinygame.GAME, 5, PLAYERS)
    assert policy.facts.observation_size == games.observation_size
    assert policy.policy_and_values(games.observe(), games.legal)[1].shape == (5, PLAYERS)
    assert "critic" not in str(onnx.load_from_string(policy._model).graph)
