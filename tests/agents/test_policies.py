"""The policies that come with the games."""

import json

import pytest

from hustings.agents import make
from hustings.agents.policy import POLICIES
from hustings.envs import GAMES
from hustings.training import tournament

STANDARD = {"copycat": 2, "die_macher": 4, "liberte": 4, "saludos_amigos": 4}
# One policy for every table; another for all but the standard one.
ANY_TABLE, STAND_IN = ["copycat", "die_macher", "saludos_amigos"], ["liberte"]
MOST_SHIPPED = 4 * 2**20
FAIR_SHARES = {"liberte": 0.5}
"""What the policy for all tables wins at least from `greedy`, in fair shares; of the others 1.1."""
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@each_game
def test_a_policy_comes_with_every_game_for_its_standard_table(game):
    policy = make("policy", game)
    assert policy.name == "policy"
    if game.name in ANY_TABLE:
        check_any_table(policy, game, game.name)
    else:
        assert policy.facts.num_players == STANDARD[game.name]
        check_shipped(policy, game, game.name)


@pytest.mark.parametrize("name", STAND_IN)
def test_another_policy_comes_for_all_other_tables(name):
    check_any_table(make("policy", GAMES[name]).stand_in, GAMES[name], f"{name}_any")


def check_any_table(policy, game, name: str) -> None:
    assert policy.facts.num_players is None
    check_shipped(policy, game, name)
    players = game.max_players  # the standard table has a test of its own
    field = ["policy", *["greedy"] * (players - 1)]
    share = tournament(game, field, 30 * players, seed=3).figure("policy").win_share
    assert share.value > FAIR_SHARES.get(game.name, 1.1) / players


def check_shipped(policy, game, name: str) -> None:
    """It is as small as promised, and the one that its curve says was kept."""
    file, curve = (POLICIES / f"{name}{end}" for end in (".onnx", ".json"))
    assert file.stat().st_size <= MOST_SHIPPED
    settings = policy.facts.about["settings"]
    assert settings["game"] == game.name
    assert settings.get("start", "").startswith(("agents/policies/", "policy")) or not settings.get("start")
    bot = settings["evaluate_against"][-1]
    decisive = {f"{players - 1} x {bot}": players for players in game.player_counts}
    if policy.facts.num_players is not None:
        decisive = {bot: policy.facts.num_players}
    evaluations = json.loads(curve.read_text())
    assert list(evaluations[0]["win_shares"])[-len(decisive) :] == list(decisive)
    assert evaluations[-1]["seconds"] <= 3 * 60 * 60
    decided = [
        sum(entry["win_shares"][match][0] * players for match, players in decisive.items())
        for entry in evaluations
    ]
    kept = max(range(len(decided)), key=lambda place: (decided[place], place))
    if settings.get("keep") == "last":
        kept = len(decided) - 1
    assert policy.facts.about["steps"] == evaluations[kept]["steps"], "the curve is another run's"


@pytest.mark.slow
@each_game
def test_the_policy_wins_more_than_its_share_from_greedy(game):
    players = STANDARD[game.name]
    result = tournament(game, ["policy", *["greedy"] * (players - 1)], 120, seed=3)
    assert result.figure("policy").win_share.value > 1.1 / players
