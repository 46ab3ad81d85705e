"""Widening: a network for all tables that plays as one for a single table did."""

import numpy as np
import pytest
import torch

from hustings.envs import GAMES
from hustings.training.learning.padding import padding_of
from hustings.training.learning.start import UNPLAYED
from hustings.training.learning.widening import WIDENED, widened

from ...support import mid_game, network


def narrow_network(name, game, players, views):
    """A network with random weights, whose first code of a seat that is absent is 0."""
    made = network(game, players, 3, kind=name, layers=(24, 16)).eval()
    made.measure(views)
    with torch.no_grad():
        for encoder in made.features_extractor.encoders.values():
            encoder.second.bias.abs_().neg_()
    return made


def said(network, views, masks):
    """(R, A) logits of legal actions, 0 for others, and (R, P) values."""
    with torch.no_grad():
        logits, values = network.policy_and_values(torch.from_numpy(views), torch.from_numpy(masks))
    return logits.numpy() * masks, values.numpy()


@pytest.mark.parametrize("name", WIDENED)
@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_a_widened_network_plays_as_before_at_its_table(game, name):
    for players in game.player_counts:
        games = mid_game(game, players, 200, 20)
        rows = np.flatnonzero(~games.over)
        views, masks = games.observe(rows=rows), games.masks(rows=rows)
        narrow = narrow_network(name, game, players, views)
        arrays = {key: array for key, array in narrow.weights().items() if not key.startswith(UNPLAYED)}
        wide = network(game, padding_of(game).players, kind=name, padded=True, layers=(24, 16)).eval()
        wide.load_weights(wide.weights() | widened(arrays, game, players))
        for before, after in zip(said(narrow, views, masks), said(wide, views, masks)):
            np.testing.assert_allclose(after, before, atol=2e-4)
            assert np.ptp(before) > 0.01
