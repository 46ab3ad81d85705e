"""The agent strong: the search that a game's policy guides."""

import pickle

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.training import tournament

from .. import tinygame

SALUDOS = GAMES["saludos_amigos"]


def test_it_is_a_search_that_the_policy_guides():
    agent = make("strong", SALUDOS, 3)
    assert (agent.name, agent.settings.guide) == ("strong", "policy")
    games = GameBatch(SALUDOS, 6, 4, seed=2)
    chosen = agent.act(games, np.arange(6))
    assert games.masks()[np.arange(6), chosen].all()
    copied = pickle.loads(pickle.dumps(agent))  # as a cluster sends it
    assert copied.name == "strong"
    assert (copied.act(games, np.arange(6)) == chosen).all()


def test_its_settings_can_be_changed():
    agent = make("strong:seconds=0.2,threads=1", SALUDOS)
    assert agent.name == "strong:seconds=0.2,threads=1"
    assert (agent.settings.seconds, agent.settings.threads) == (0.2, 1)
    with pytest.raises(HustingsError, match="no setting 'depth'"):
        make("strong:depth=3", SALUDOS)
    for game in GAMES.values():  # what only a guide reads is left out
        assert make("strong:guide=,iterations=4", game).settings.guide == ""


def test_without_a_policy_it_is_a_search():
    agent = make("strong:playouts=random,iterations=4", tinygame.GAME)
    games = GameBatch(tinygame.GAME, 4, 3)
    assert agent.settings.guide == ""
    assert games.masks()[np.arange(4), agent.act(games, np.arange(4))].all()


def test_short_names_stand_in_the_results_of_a_tournament():
    played = tournament(SALUDOS, ["weak=random", "x=greedy", "greedy"], 12, num_players=4, seed=1)
    assert played.agents == ["weak", "x", "greedy"]
    assert tournament(SALUDOS, ["a=random", "a=greedy"], 8, seed=1).agents == ["a", "a (2)"]
    assert tournament(SALUDOS, ["s=search:iterations=2", "random"], 8, seed=1).batch == 64
    with pytest.raises(HustingsError, match="unknown agent 'gredy'"):
        tournament(SALUDOS, ["a=gredy", "random"], 8)
