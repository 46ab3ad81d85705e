"""Frozen opponents say what torch says, whatever their weights and their table."""

import numpy as np
import pytest
import torch

from hustings.agents.policy.agent import PolicyAgent, PolicyFacts
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning.frozen import FrozenNetworks
from hustings.training.learning.networks import NETWORKS, NetworkSpec, build_network
from hustings.training.learning.opponents import NetworkAgent

from ... import tinygame
from ...support import network


@pytest.mark.parametrize(("game", "spec"), [
    (tinygame.GAME, {}),
    (tinygame.GAME, {"kind": "flat"}),
    (tinygame.GAME, {"layers": (16, 16)}),  # fresh layers that are alike
    (tinygame.GAME, {"hidden": 4}),
    (GAMES["saludos_amigos"], {"padded": True}),
])  # fmt: skip
def test_they_play_the_weights_that_they_are_given(game, spec):
    players = max(game.player_counts) if "padded" in spec else 3
    first, second = (network(game, players, seed, **spec).eval() for seed in (1, 2))
    frozen = FrozenNetworks.of(first)
    for other in (second, first):
        policy = frozen.policy(other.weights())
        for count in game.player_counts if "padded" in spec else [players]:
            games = GameBatch(game, 9, count, seed=3)
            asked = games.observe(), games.masks()
            for one, two in zip(
                policy.policy_and_values(*asked), NetworkAgent(other).policy_and_values(*asked)
            ):
                assert (np.isfinite(one) == np.isfinite(two)).all()
                assert np.allclose(one, two, atol=1e-4)


def test_what_a_network_chooses_on_a_gpu_is_what_it_would_choose_anywhere():
    made, games = network(tinygame.GAME, 3).eval(), GameBatch(tinygame.GAME, 400, 3, seed=3)
    best = NetworkAgent(made, greedy=True)
    rows = np.arange(400)
    asked = [(games, rows[:150]), (games, rows[150:150]), (games, rows[150:])]
    found = best.act_on_gpu(asked)()
    assert [len(part) for part in found] == [150, 0, 250]
    assert (np.concatenate(found) == best.act(games, rows)).all()
    drawing = NetworkAgent(made)
    torch.manual_seed(5)
    first, second = (np.concatenate(drawing.act_on_gpu(asked)()) for _ in range(2))
    assert games.masks()[rows, first].all()
    assert (first != second).any(), "it draws"
    torch.manual_seed(5)
    assert (np.concatenate(drawing.act_on_gpu(asked)()) == first).all()


class Hides(torch.nn.Module):
    """Its file has no place for its weights: they are taken apart in Python."""

    def __init__(self, actions):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(actions))

    def forward(self, observations, legal):
        return legal + 0 * observations[:, :1] + torch.tensor(self.bias.tolist()), observations[:, :3]


def test_a_network_whose_file_has_no_place_for_its_weights_is_left_to_torch(monkeypatch):
    monkeypatch.setitem(NETWORKS, "hides", lambda spec: Hides(spec.actions.size))
    own = build_network("hides", NetworkSpec(tinygame.GAME, 3))
    assert FrozenNetworks.of(own) is None


@pytest.mark.parametrize("padded", [False, True])
def test_a_runs_policy_says_what_it_is(padded):
    game, players = GAMES["saludos_amigos"], 7 if padded else 4
    made = network(game, players, padded=padded).eval()
    frozen = FrozenNetworks.of(made)
    facts = PolicyFacts.of(game, None if padded else players, steps=7)
    assert frozen.fits(facts)
    assert not frozen.fits(PolicyFacts.of(game, 5))
    assert PolicyAgent(frozen.file(made.weights(), facts)).facts == facts
