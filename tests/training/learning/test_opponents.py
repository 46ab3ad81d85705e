"""Whom the learner meets, and how often."""

import numpy as np
import pytest

from hustings.envs.core.errors import HustingsError
from hustings.training.learning.opponents import LEARNER, NetworkAgent, Pool, weights_of

from ... import tinygame
from ...support import network
from .runs import PLAYERS, pool, weights


def test_stronger_opponents_are_drawn_more_often():
    drawn = weights_of(np.array([0.9, 0.5, 0.1]))
    assert drawn.sum() == pytest.approx(1)
    assert drawn[0] < drawn[1] < drawn[2]
    assert drawn[0] > 0
    met = pool()
    met.freeze(weights(2), 2)
    weak, strong = met.snapshots
    weak.games = strong.games = 100
    weak.wins, strong.wins = 90, 20
    chances = dict(zip((member.name for member in met.members), met.chances()))
    assert chances["snapshot 2"] > 5 * chances["snapshot 1"]
    assert chances["random"] == pytest.approx(1 / 3)
    assert chances["latest"] == pytest.approx(1 / 3)


def test_results_are_counted_for_the_opponents_that_were_met():
    met = pool()
    opponents = np.array([[LEARNER, 0, 2], [0, LEARNER, 0]])
    payoffs = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, 0.0]])
    met.record(opponents, np.array([0.0, 0.0]), payoffs)
    random, latest, frozen = met.members
    assert (random.games, random.wins) == (3, 1.5)
    assert (latest.games, latest.wins) == (0, 0)
    assert (frozen.games, frozen.wins) == (1, 0)


def test_a_full_pool_gives_up_the_snapshot_that_the_learner_beats_most():
    met = pool()
    met.size = 2
    met.freeze(weights(2), 2)
    met.snapshots[0].games, met.snapshots[0].wins = 50, 10
    met.snapshots[1].games, met.snapshots[1].wins = 50, 45
    met.freeze(weights(3), 3)
    assert [snapshot.rollout for snapshot in met.snapshots] == [1, 3]
    assert met.snapshots[1].games == 0


def test_one_kind_fills_whole_tables():
    met = pool()
    met.one_kind = 1.0
    drawn = met.draw(np.random.default_rng(0), 200, PLAYERS)
    assert (drawn == drawn[:, :1]).all()
    met.one_kind = 0.0
    drawn = met.draw(np.random.default_rng(0), 200, PLAYERS)
    assert (drawn != drawn[:, :1]).any()


def test_wrong_shares_are_refused_in_one_line():
    for shares in ({}, {"random": -1.0, "latest": 2.0}, {"random": 0.0}):
        with pytest.raises(HustingsError, match="opponents"):
            Pool(tinygame.GAME, shares, network)
    with pytest.raises(HustingsError, match="later_opponents"):
        Pool(tinygame.GAME, {"random": 1.0}, network, later={"latest": 0.0})
    nobody = Pool(tinygame.GAME, {"greedy": 1.0}, network)
    with pytest.raises(HustingsError, match="add random"):
        nobody.draw(np.random.default_rng(0), 1, PLAYERS)


def test_latest_plays_the_weights_it_was_given():
    met = pool(latest=1.0)
    met.set_latest(weights(7))
    agent = met.members[0].agent
    assert isinstance(agent, NetworkAgent)
    played = agent.network.weights()
    assert all((played[key] == array).all() for key, array in weights(7).items())
    assert any((played[key] != array).any() for key, array in weights(0).items())


def test_opponents_change_evenly_from_the_first_to_the_later():
    met = Pool(tinygame.GAME, {"random": 2.0}, lambda: network(tinygame.GAME, PLAYERS), later={"latest": 1.0})
    met.set_latest(weights())
    for done, expected in ((0.0, [1, 0]), (0.25, [0.75, 0.25]), (1.0, [0, 1])):
        met.done = done
        assert met.chances().tolist() == pytest.approx(expected)


def test_one_snapshot_is_met_until_the_next_rollout_and_a_pool_comes_back_as_it_was():
    met = pool(snapshots=1.0)
    met.size, met.one_kind = 2, 0.0
    for rollout in (2, 3, 4):
        met.freeze(weights(rollout), rollout)
        met.snapshots[0].games = met.snapshots[0].wins = 50
    assert [member.rollout for member in met.snapshots] == [4, 2]
    met.begin(5)
    drawn = met.draw(np.random.default_rng(0), 300, PLAYERS)
    assert len(np.unique(drawn)) == 1
    again = pool(snapshots=1.0)
    again.restore(*met.state(), weights())
    assert [member.name for member in again.members] == [member.name for member in met.members]
    again.size = 1
    with pytest.raises(HustingsError, match="members: more than one latest or 1 snapshots"):
        again.restore(*met.state(), weights())
