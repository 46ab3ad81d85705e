"""A trained policy as an agent: what it plays, how it is saved, loaded and copied."""

import copy
import functools
import pickle
import types
import warnings
from dataclasses import replace

import numpy as np
import pytest
import torch

from hustings.agents import PolicyAgent, PolicyError, Replaced, make
from hustings.agents.policy import check_seats, policies_in
from hustings.agents.policy.agent import ILLEGAL_LOGIT, MODEL, softmax
from hustings.agents.search import SearchAgent
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.errors import OtherRevision
from hustings.training.evaluation.records import digests_of

from .. import tinygame
from ..support import all_actions, label, mid_game, network, policy_file, run_python

GAME = tinygame.GAME
PLAYERS = 3


@functools.cache
def model(seed):
    return policy_file(GAME, PLAYERS, seed, steps=7)


def policy(seed=0, *, greedy=True, stream=0):
    return PolicyAgent(model(seed), stream, greedy=greedy)


def batch(num_games=64, seed=0):
    return GameBatch(GAME, num_games, PLAYERS, seed=seed)


def test_a_policy_comes_back_from_its_file_the_same(tmp_path):
    agent = policy(seed=4)
    agent.save(tmp_path / "deep" / "mine")
    folder = tmp_path / "deep" / "mine"
    assert [path.name for path in folder.iterdir()] == [MODEL]
    back = make(str(folder), GAME, 0)
    assert isinstance(back, PolicyAgent)
    assert (back.name, back.facts) == (str(folder), agent.facts)
    assert back.facts.about == {"steps": 7}
    assert all_actions(batch(), back) == all_actions(batch(), agent)
    assert all_actions(batch(), make(str(folder / MODEL), GAME, 0)) == all_actions(batch(), policy(seed=4))


@pytest.mark.parametrize("game", [GAME, *GAMES.values()], ids=label)
def test_a_policy_computes_its_network(game):
    """In any number of games at once, and whatever is legal in them."""
    players = game.player_counts[-1]
    games = mid_game(game, players, 33)
    agent = PolicyAgent(policy_file(game, players, 3))
    for rows in (np.flatnonzero(~games.over), np.flatnonzero(~games.over)[:1]):
        observations, masks = games.observe(rows=rows), games.masks(rows=rows).copy()
        with torch.no_grad():
            tensors = torch.from_numpy(observations), torch.from_numpy(masks)
            logits, values = network(game, players, 3).policy_and_values(*tensors)
        given = agent.policy_and_values(observations, masks)
        np.testing.assert_allclose(given[0], np.where(masks, logits, ILLEGAL_LOGIT), rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(given[1], values, rtol=1e-3, atol=1e-4)
        assert given[1].shape == (len(rows), players)


@pytest.mark.parametrize("greedy", [True, False])
def test_however_low_the_logits_are_a_legal_action_is_chosen(greedy, monkeypatch):
    games, agent = batch(), PolicyAgent(policy_file(GAME, PLAYERS), greedy=greedy)
    low = np.full((games.num_games, games.num_actions), -1e9, np.float32)
    monkeypatch.setattr("hustings.agents.policy.agent.run_session", lambda *_: [low, low[:, :PLAYERS]])
    rows = np.flatnonzero(~games.over)
    assert games.legal[rows, agent.act(games, rows)].all()


def test_logits_that_are_no_numbers_are_refused_when_they_come(monkeypatch):
    games, agent = batch(), PolicyAgent(policy_file(GAME, PLAYERS))
    none = np.full((games.num_games, games.num_actions), np.nan, np.float32)
    monkeypatch.setattr("hustings.agents.policy.agent.run_session", lambda *_: [none, none[:, :PLAYERS]])
    with pytest.raises(PolicyError, match="not finite"):
        agent.act(games, np.flatnonzero(~games.over))


def test_a_policy_draws_from_the_masked_softmax_or_plays_the_best():
    some, games = batch(200), batch(20_000)
    games.tables = np.repeat(some.tables[[some.legal.sum(axis=1).argmax()]], 20_000)
    agent = policy(seed=6, greedy=False)
    logits = agent.policy_and_values(games.observe()[:1], games.legal[:1])[0][0].astype(float)
    expected = np.exp(logits) / np.exp(logits).sum()
    drawn = np.bincount(agent.act(games, np.arange(20_000)), minlength=len(expected)) / 20_000
    np.testing.assert_allclose(drawn, expected, atol=0.02)
    best = policy(seed=6)
    assert best.act(games, np.zeros(1, np.int64)).tolist() == [expected.argmax()]


def test_a_policy_named_by_its_folder_plays_its_best_unless_told_to_draw(tmp_path):
    policy(seed=6).save(tmp_path / "a:b=c")
    for spec, greedy in (("", True), (":sample=true", False), (":sample=false", True)):
        agent = make(f"{tmp_path / 'a:b=c'}{spec}", GAME, 5)
        assert agent.greedy == greedy
        assert all_actions(batch(), agent) == all_actions(batch(), policy(6, greedy=greedy, stream=5))
    for settings in ("sample=perhaps", "depth=3", "sample=true,depth=3"):
        with pytest.raises(
            HustingsError, match="the only setting of a policy is sample=true or sample=false"
        ):
            make(f"{tmp_path / 'a:b=c'}:{settings}", GAME)
    assert not make("policy:sample=true", GAMES["copycat"]).greedy


def test_a_policy_can_be_copied_and_pickled():
    agent = policy(seed=2, greedy=False)
    for twin in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert all_actions(batch(), twin) == all_actions(batch(), policy(seed=2, greedy=False))


def test_a_policy_asked_for_no_games_gives_no_actions():
    assert policy().act(batch(), np.zeros(0, np.int64)).tolist() == []


def test_a_bot_of_ones_own_may_have_attributes_of_the_names_that_policies_and_searches_use():
    own = types.SimpleNamespace(name="own", facts={"hand": 3}, parts=5)
    wrong, games = PolicyAgent(policy_file(GAME, 2)), batch()
    check_seats([own, policy()], games)
    assert digests_of({"own": own, "policy": policy()}).keys() == {"policy"}
    search = SearchAgent(GAME, playouts="random", guide=wrong)
    for agent in (wrong, search, Replaced(GAME, policy(), {"BID": search})):
        assert [*policies_in([own, agent])][-1] is wrong
        with pytest.raises(PolicyError, match="was trained for tinygame with 2 players"):
            check_seats([own, agent], games)
    with pytest.raises(PolicyError, match="was trained for tinygame with 2 players, not tinygame with 3"):
        wrong.act(games, np.arange(1))


def test_a_policy_is_played_without_torch(tmp_path):
    policy().save(tmp_path)
    code = f"""
        import sys
        sys.modules["torch"] = None
        from hustings.agents import PolicyAgent
        from tests import tinygame
        PolicyAgent.load({str(tmp_path)!r}, tinygame.GAME)
        print("loaded")
    """
    assert run_python(code).stdout == "loaded\n"


def test_a_policy_explains_itself():
    games = GameBatch(GAME, 6, PLAYERS, seed=1)
    rows = games.running(np.arange(6))
    logits, values = policy().policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
    for row, thought in zip(rows, policy().explain(games, np.arange(6)), strict=True):
        place = rows.tolist().index(row)
        assert thought.probabilities.sum() == pytest.approx(1, abs=1e-5)
        assert not thought.probabilities[~games.masks(rows=rows)[place]].any()
        assert thought.probabilities.argmax() == logits[place].argmax()
        assert thought.value == pytest.approx(np.clip(values[place, 0] + 1 / PLAYERS, 0, 1))


def test_a_policy_explains_itself_where_numpy_raises_whatever_it_can():
    games = GameBatch(GAME, 6, PLAYERS, seed=1)
    usual = policy().explain(games, np.arange(6))
    with np.errstate(all="raise"):
        careful = policy().explain(games, np.arange(6))
        odds = softmax(
            np.array([[0.0, ILLEGAL_LOGIT, -95.0], [ILLEGAL_LOGIT, 3.0, ILLEGAL_LOGIT]], np.float32)
        )
    assert all((one.probabilities == other.probabilities).all() for one, other in zip(usual, careful))
    assert odds.sum(axis=1).tolist() == [1, 1]


def test_a_policy_of_another_revision_says_so_and_plays(tmp_path):
    (tmp_path / MODEL).write_bytes(policy_file(tinygame.GAME, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        PolicyAgent.load(tmp_path, tinygame.GAME)
    later = replace(tinygame.GAME, revision=2)
    with pytest.warns(OtherRevision, match=r"learnt at revision 1 of Tiny Game, which is at 2 today; train"):
        assert PolicyAgent.load(tmp_path, later).facts.revision == 1
