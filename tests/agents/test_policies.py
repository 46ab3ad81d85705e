"""The policies that come with the games."""

import json

import pytest

from hustings.agents import make
from hustings.agents.policy import POLICIES
from hustings.envs import GAMES
from hustings.training import tournament

MOST_SHIPPED = 2_000_000
FAIR_SHARES = {"liberte": 1.0}
"""What a policy wins at least from `greedy`, in fair shares; 1.1 if not given."""
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@each_game
def test_a_policy_comes_with_every_game_for_all_its_tables(game):
    policy = make("policy", game)
    assert (policy.name, policy.facts.num_players) == ("policy", None)
    players = game.max_players
    field = ["policy", *["greedy"] * (players - 1)]
    share = tournament(game, field, 30 * players, seed=3).figure("policy").win_share
    assert share.value > FAIR_SHARES.get(game.name, 1.1) / players


@each_game
def test_it_is_as_small_as_promised_and_its_curve_is_its_own(game):
    policy = make("policy", game)
    file, curve = (POLICIES / f"{game.name}{end}" for end in (".onnx", ".json"))
    assert file.stat().st_size <= MOST_SHIPPED
    settings = policy.facts.about["settings"]
    assert settings["game"] == game.name
    assert settings.get("start", "").startswith(("agents/policies/", "policy")) or not settings.get("start")
    bot = settings["evaluate_against"][-1]
    decisive = [f"{players - 1} x {bot}" for players in game.player_counts]
    evaluations = json.loads(curve.read_text())
    assert list(evaluations[0]["win_shares"])[-len(decisive) :] == decisive
    assert evaluations[-1]["seconds"] <= 3 * 60 * 60
    steps = [entry["steps"] for entry in evaluations]
    assert policy.facts.about["steps"] in steps, "the curve is another run's"
