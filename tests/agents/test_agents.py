"""Agents by name: random, compiled bots and trained policies, and what is said of those that cannot play."""

import copy
import itertools
import json
import sys

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import tinygame
from hustings.agents import Agent, PolicyAgent, PolicyError, make, names
from hustings.agents.base import CompiledAgent
from hustings.agents.policy import FACTS, WEIGHTS, PolicyFacts
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.compile import rule
from support import all_tables, bots, label

GAME = tinygame.GAME
PLAYERS = 3
with_bots = [(game, players) for game, players in all_tables() if bots(game)]


@rule
def first_legal(box, table, seat, legal):
    """A bot of a few lines: the lowest card."""
    for action in range(len(legal)):
        if legal[action]:
            return action
    return 0


def policy(seed=0, scale=1.0, **kwargs):
    rng = np.random.default_rng(seed)
    sizes = [GAME.observation(PLAYERS).size, 8, GAME.actions.size]
    weights = {}
    for i, (before, after) in enumerate(itertools.pairwise(sizes)):
        weights[f"{i}.weight"] = (scale * rng.standard_normal((after, before))).astype(np.float32)
        weights[f"{i}.bias"] = (scale * rng.standard_normal(after)).astype(np.float32)
    facts = PolicyFacts(GAME.name, GAME.version, PLAYERS, sizes[0], sizes[-1], 2, {"steps": 7})
    return PolicyAgent(facts, weights, **kwargs)


def batch(num_games=64, seed=0):
    return GameBatch(GAME, num_games, PLAYERS, seed=seed)


def rows_of(games):
    return np.flatnonzero(~games.over)


def everything(games, agent):
    """All actions of one agent in every seat, to the end."""
    actions = []
    while not games.over.all():
        rows = rows_of(games)
        chosen = agent.act(games, rows)
        assert games.masks(rows=rows)[np.arange(len(rows)), chosen].all()
        games.step(chosen, rows=rows)
        actions.append(chosen.tolist())
    return actions


# --- Random --------------------------------------------------------------------------------------


def test_random_play_is_uniform_over_the_legal_actions():
    games = batch(4000)
    masks, chosen = games.legal, make("random", GAME, 3).act(games, np.arange(4000))
    assert masks[np.arange(4000), chosen].all()
    two = masks.sum(axis=1) == 2
    assert two.sum() > 500
    first = masks[two].argmax(axis=1) == chosen[two]
    assert abs(first.mean() - 0.5) < 4 * 0.5 / np.sqrt(two.sum())


def test_random_draws_from_a_stream_of_its_own():
    before = repr(np.random.get_state())  # noqa: NPY002
    one, two = everything(batch(), make("random", GAME, 1)), everything(batch(), make("random", GAME, 1))
    assert one == two
    assert one != everything(batch(), make("random", GAME, 2))
    assert repr(np.random.get_state()) == before  # noqa: NPY002


# --- Compiled bots -------------------------------------------------------------------------------


def test_a_compiled_bot_plays_the_rows_it_is_given():
    agent, games = CompiledAgent(GAME, "first", first_legal), batch()
    for rows in (np.arange(0, 64, 3), np.array([5]), np.arange(64, dtype=np.int32), np.zeros(0, np.int64)):
        assert agent.act(games, rows).tolist() == games.legal[rows].argmax(axis=1).tolist()
    everything(games, agent)


def test_a_compiled_bot_refuses_another_game():
    agent = CompiledAgent(GAME, "first", first_legal)
    other = next(iter(GAMES.values()))
    with pytest.raises(HustingsError, match=f"first plays Tiny Game, not {other.title}"):
        agent.act(GameBatch(other, 1), np.arange(1))


@pytest.mark.parametrize(("game", "players"), with_bots, ids=label)
def test_bots_decide_alike_whatever_they_cannot_see_among_their_own_kind(game, players):
    for name in bots(game):
        agent, games = make(name, game), GameBatch(game, 16, players, seed=2)
        assert agent.name == name
        for step in range(3000):
            rows = rows_of(games)
            if not len(rows):
                break
            chosen = agent.act(games, rows)
            if step % 5 == 0:
                dealt = copy.deepcopy(games)
                dealt.redeal(seed=step)
                assert (agent.act(dealt, rows) == chosen).all(), f"{name} saw what it may not see"
            games.step(chosen, rows=rows)
        assert games.over.all()


# --- Policies ------------------------------------------------------------------------------------


def test_a_policy_comes_back_from_its_files_the_same(tmp_path):
    agent = policy(seed=4)
    agent.save(tmp_path / "deep" / "mine")
    folder = tmp_path / "deep" / "mine"
    assert sorted(path.name for path in folder.iterdir()) == [FACTS, WEIGHTS]
    back = make(str(folder), GAME, 0)
    assert isinstance(back, PolicyAgent)
    assert (back.name, back.facts) == ("mine", agent.facts)
    assert everything(batch(), back) == everything(batch(), agent)
    assert everything(batch(), make(str(folder / FACTS), GAME, 0)) == everything(batch(), policy(seed=4))


def test_saving_again_replaces_the_files(tmp_path):
    policy(seed=1).save(tmp_path)
    policy(seed=2).save(tmp_path)
    np.testing.assert_array_equal(load_file(tmp_path / WEIGHTS)["0.bias"], policy(seed=2).weights["0.bias"])


def test_a_policy_computes_its_network():
    agent, observations = policy(seed=3), batch().observe()
    w = agent.weights
    hidden = np.tanh(observations @ w["0.weight"].T + w["0.bias"])
    expected = hidden @ w["1.weight"].T + w["1.bias"]
    np.testing.assert_allclose(agent.logits(observations), expected, rtol=1e-4, atol=1e-5)
    agent.set_weights(policy(seed=5).weights)
    assert not np.allclose(agent.logits(observations), expected)


def test_a_policy_draws_from_the_masked_softmax_or_plays_the_best():
    games = batch(1)
    games.tables = np.repeat(batch(200).tables[[np.argmax(batch(200).legal.sum(axis=1))]], 1)
    many = GameBatch(GAME, 20_000, PLAYERS)
    many.tables = np.repeat(games.tables, 20_000)
    agent = policy(seed=6, scale=0.5)
    logits = np.where(games.legal[0], agent.logits(games.observe())[0], -np.inf)
    expected = np.exp(logits) / np.exp(logits).sum()
    drawn = np.bincount(agent.act(many, np.arange(20_000)), minlength=len(expected)) / 20_000
    np.testing.assert_allclose(drawn, expected, atol=0.02)
    best = policy(seed=6, scale=0.5, greedy=True)
    assert best.act(games, np.zeros(1, np.int64)).tolist() == [expected.argmax()]


def test_a_policy_refuses_another_number_of_players():
    with pytest.raises(PolicyError, match="3 players, not tinygame with 2"):
        policy().act(GameBatch(GAME, 1, 2), np.arange(1))


def test_a_policy_refuses_another_game(tmp_path):
    policy().save(tmp_path)
    with pytest.raises(PolicyError, match="trained for tinygame_v0"):
        make(str(tmp_path), next(iter(GAMES.values())))


def edit_facts(folder, **changes):
    tree = json.loads((folder / FACTS).read_text(encoding="utf-8"))
    tree.update(changes)
    (folder / FACTS).write_text(json.dumps(tree), encoding="utf-8")


def edit_weights(folder, **changes):
    weights = load_file(folder / WEIGHTS)
    weights.update({name.replace("_", ".", 1): value for name, value in changes.items()})
    save_file({name: value for name, value in weights.items() if value is not None}, folder / WEIGHTS)


def float32(*shape):
    return np.zeros(shape, np.float32)


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / FACTS).unlink(),
        lambda folder: (folder / WEIGHTS).unlink(),
        lambda folder: (folder / FACTS).write_text("{", encoding="utf-8"),
        lambda folder: (folder / FACTS).write_text("[]", encoding="utf-8"),
        lambda folder: (folder / FACTS).write_bytes(b"\xff\xfe\x00"),
        lambda folder: (folder / WEIGHTS).write_bytes((folder / WEIGHTS).read_bytes()[:50]),
        lambda folder: (folder / WEIGHTS).write_bytes(b"\x80\x04K\x01."),  # a pickle
        lambda folder: edit_facts(folder, format="else"),
        lambda folder: edit_facts(folder, format_version=99),
        lambda folder: edit_facts(folder, surprise=1),
        lambda folder: edit_facts(folder, game_version=3),
        lambda folder: edit_facts(folder, layers="2"),
        lambda folder: edit_facts(folder, layers=0),
        lambda folder: edit_facts(folder, layers=3),
        lambda folder: edit_facts(folder, num_players=9),
        lambda folder: edit_facts(folder, num_players=2),
        lambda folder: edit_weights(folder, **{"0_weight": None}),
        lambda folder: edit_weights(folder, **{"0_weight": float32(8, 4)}),
        lambda folder: edit_weights(folder, **{"1_weight": float32(9, 8), "1_bias": float32(9)}),
        lambda folder: edit_weights(folder, **{"1_weight": float32(4, 7)}),
        lambda folder: edit_weights(folder, **{"1_bias": float32(3)}),
        lambda folder: edit_weights(folder, **{"0_bias": np.full(8, np.nan, np.float32)}),
    ],
)
def test_a_damaged_policy_gets_one_line(tmp_path, damage):
    policy().save(tmp_path)
    damage(tmp_path)
    with pytest.raises(HustingsError) as caught:
        make(str(tmp_path), GAME)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) > 20


# --- By name -------------------------------------------------------------------------------------


def test_the_bots_of_a_game_are_found():
    assert names(GAME) == ["random"]
    for game in GAMES.values():
        assert {"random", "greedy", "greedy:v1"} <= set(names(game))
        for name in names(game):
            assert isinstance(make(name, game), Agent)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", "unknown agent 'gredy'; choose from random, search, human"),
        ("", "unknown agent"),
        ("greedy", "unknown agent 'greedy'"),  # the tiny game has none
        ("no_such_module_here:x", "cannot be loaded"),
        ("math:no_such_name", "cannot be loaded"),
        (":x", "cannot be loaded"),
        ("../up:x", "cannot be loaded"),
    ],
)
def test_an_unknown_agent_gets_one_line(spec, words):
    with pytest.raises(HustingsError, match=words) as caught:
        make(spec, GAME)
    assert "\n" not in str(caught.value)


def test_agents_of_ones_own(tmp_path, monkeypatch):
    (tmp_path / "my_agents.py").write_text(
        "class Last:\n"
        "    name = 'last'\n"
        "    def __init__(self, game, seed): self.seed = seed\n"
        "    def act(self, games, rows):\n"
        "        masks = games.masks(rows=rows)\n"
        "        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)\n"
        "def not_an_agent(game, seed): return 3\n"
        "def broken(game): pass\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_agents", raising=False)
    agent = make("my_agents:Last", GAME, 5)
    assert agent.seed == 5
    everything(batch(), agent)
    with pytest.raises(HustingsError, match="has no act"):
        make("my_agents:not_an_agent", GAME)
    with pytest.raises(HustingsError, match="cannot be loaded"):
        make("my_agents:broken", GAME)
