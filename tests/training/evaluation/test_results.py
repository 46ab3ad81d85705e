"""What the result of a tournament says, as JSON and as a table."""

import json

import numpy as np
import pytest

from hustings.training.evaluation.tournaments import tournament

from ...players import Bids, Peeks, text_of
from ...tinygame import GAME


def test_a_tournament_won_whole_is_not_certain():
    result = tournament(GAME, [Bids("high"), "random"], 20, num_players=2)
    result.ranks = np.where(result.seatings == 0, 1.0, 2.0)
    deals = len(set(result.deals.tolist()))
    won, lost = result.figures
    assert won.win_share == pytest.approx((1, 0.025 ** (1 / deals), 1))
    assert lost.mean_rank == pytest.approx((2, 1 + 0.025 ** (1 / deals), 2))


def test_json_round_trip():
    result = tournament(GAME, ["random", Bids("high")], 20, num_players=2, seed=5, options={"double": True})
    tree = result.as_json()
    assert json.loads(json.dumps(tree, allow_nan=False)) == tree
    assert tree["agents"][1]["name"] == "high"
    assert tree["options"]["double"] is True
    assert tree["fair_share"] == 0.5
    shares = [agent["win_share"]["value"] for agent in tree["agents"]]
    assert sum(shares) == pytest.approx(1)
    for agent in tree["agents"]:
        assert agent["win_share"]["low"] <= agent["win_share"]["value"] <= agent["win_share"]["high"]


def test_the_table_fits_a_terminal_and_shows_the_best_first():
    result = tournament(GAME, ["random", Peeks()], 100, num_players=2)
    text = text_of(result)
    assert max(map(len, text.splitlines())) <= 80
    assert text.index("[cheat]") < text.index("random")
    assert "fair win share is 50.0 %" in text
    assert "Every agent plays in each game" not in text
    assert "Only " not in text
    two_in_three = tournament(GAME, ["random", Bids("high")], 12, num_players=3)
    assert "Every agent plays in each game" in text_of(two_in_three)
    assert "Only 2 deals" in text_of(tournament(GAME, ["random", Bids("high")], 4, num_players=2))
