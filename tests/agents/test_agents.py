"""Agents by name: random, compiled bots and trained policies, and what is said of those that cannot play."""

import copy
import functools
import json
import os
import pickle
import sys

import numpy as np
import onnx
import pytest
import torch

import tinygame
from hustings.agents import PolicyAgent, PolicyError, make
from hustings.agents.policy import POLICIES
from hustings.agents.policy import agent as policy_module
from hustings.agents.policy.agent import LOWEST, METADATA, MODEL, MOST_BYTES, PolicyFacts
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.training import tournament
from hustings.training.learning.export import to_onnx
from support import label, network, policy_file, run_python

GAME = tinygame.GAME
PLAYERS = 3


@functools.cache
def model(seed):
    return policy_file(GAME, PLAYERS, seed, steps=7)


def policy(seed=0, *, greedy=True, stream=0):
    return PolicyAgent(model(seed), stream, greedy=greedy)


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


# --- Policies ------------------------------------------------------------------------------------


def test_a_policy_comes_back_from_its_file_the_same(tmp_path):
    agent = policy(seed=4)
    agent.save(tmp_path / "deep" / "mine")
    folder = tmp_path / "deep" / "mine"
    assert [path.name for path in folder.iterdir()] == [MODEL]
    back = make(str(folder), GAME, 0)
    assert isinstance(back, PolicyAgent)
    assert (back.name, back.facts) == ("mine", agent.facts)
    assert back.facts.about == {"steps": 7}
    assert everything(batch(), back) == everything(batch(), agent)
    assert everything(batch(), make(str(folder / MODEL), GAME, 0)) == everything(batch(), policy(seed=4))


def test_saving_again_replaces_the_file(tmp_path):
    policy(seed=1).save(tmp_path)
    policy(seed=2).save(tmp_path)
    observations, masks = batch().observe(), batch().legal
    given, expected = (
        agent.policy_and_values(observations, masks)[0] for agent in (make(str(tmp_path), GAME), policy(2))
    )
    np.testing.assert_array_equal(given, expected)


@pytest.mark.parametrize("game", [GAME, *GAMES.values()], ids=label)
def test_a_policy_computes_its_network(game):
    """In any number of games at once, and whatever is legal in them."""
    players = game.player_counts[-1]
    games, random = GameBatch(game, 33, players, seed=1), make("random", game)
    for _ in range(9):
        games.step(random.act(games, games.running(rows_of(games))), rows=rows_of(games))
    agent = PolicyAgent(policy_file(game, players, 3))
    for rows in (rows_of(games), rows_of(games)[:1]):
        observations, masks = games.observe(rows=rows), games.masks(rows=rows).copy()
        with torch.no_grad():
            tensors = torch.from_numpy(observations), torch.from_numpy(masks)
            logits, values = network(game, players, 3).policy_and_values(*tensors)
        given = agent.policy_and_values(observations, masks)
        np.testing.assert_allclose(given[0], np.where(masks, logits, LOWEST), rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(given[1], values, rtol=1e-3, atol=1e-4)
        assert given[1].shape == (len(rows), players)


@pytest.mark.parametrize("greedy", [True, False])
def test_however_low_the_logits_are_a_legal_action_is_chosen(greedy, monkeypatch):
    games, agent = batch(), PolicyAgent(policy_file(GAME, PLAYERS), greedy=greedy)
    low = np.full((games.num_games, games.num_actions), -1e9, np.float32)
    monkeypatch.setattr("hustings.agents.policy.agent._run", lambda *_: [low, low[:, :PLAYERS]])
    rows = rows_of(games)
    assert games.legal[rows, agent.act(games, rows)].all()


def test_logits_that_are_no_numbers_are_refused_when_they_come(monkeypatch):
    games, agent = batch(), PolicyAgent(policy_file(GAME, PLAYERS))
    none = np.full((games.num_games, games.num_actions), np.nan, np.float32)
    monkeypatch.setattr("hustings.agents.policy.agent._run", lambda *_: [none, none[:, :PLAYERS]])
    with pytest.raises(PolicyError, match="not finite"):
        agent.act(games, rows_of(games))


def test_a_policy_draws_from_the_masked_softmax_or_plays_the_best():
    games = batch(1)
    games.tables = np.repeat(batch(200).tables[[np.argmax(batch(200).legal.sum(axis=1))]], 1)
    many = GameBatch(GAME, 20_000, PLAYERS)
    many.tables = np.repeat(games.tables, 20_000)
    agent = policy(seed=6, greedy=False)
    logits = agent.policy_and_values(games.observe(), games.legal)[0][0].astype(float)
    expected = np.exp(logits) / np.exp(logits).sum()
    drawn = np.bincount(agent.act(many, np.arange(20_000)), minlength=len(expected)) / 20_000
    np.testing.assert_allclose(drawn, expected, atol=0.02)
    best = policy(seed=6)
    assert best.act(games, np.zeros(1, np.int64)).tolist() == [expected.argmax()]


def test_a_policy_named_by_its_folder_plays_its_best_unless_told_to_draw(tmp_path):
    policy(seed=6).save(tmp_path / "a:b=c")
    for spec, greedy in (("", True), (":sample=true", False), (":sample=false", True)):
        agent = make(f"{tmp_path / 'a:b=c'}{spec}", GAME, 5)
        assert agent.greedy == greedy
        assert everything(batch(), agent) == everything(batch(), policy(6, greedy=greedy, stream=5))
    for settings in ("sample=perhaps", "depth=3", "sample=true,depth=3"):
        with pytest.raises(HustingsError, match="a policy takes sample=true or sample=false, no more"):
            make(f"{tmp_path / 'a:b=c'}:{settings}", GAME)


def test_a_policy_can_be_copied_and_pickled():
    agent = policy(seed=2, greedy=False)
    for twin in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert everything(batch(), twin) == everything(batch(), policy(seed=2, greedy=False))


def test_a_policy_asked_for_no_games_gives_no_actions():
    assert policy().act(batch(), np.zeros(0, np.int64)).tolist() == []


def test_a_policy_refuses_another_number_of_players():
    with pytest.raises(PolicyError, match="3 players, not tinygame with 2"):
        policy().act(GameBatch(GAME, 1, 2), np.arange(1))


def test_a_policy_refuses_another_game(tmp_path):
    policy().save(tmp_path)
    with pytest.raises(PolicyError, match="trained for tinygame_v0"):
        make(str(tmp_path), next(iter(GAMES.values())))


def test_a_policy_is_played_without_torch(tmp_path):
    policy().save(tmp_path)
    code = f"""
        import sys
        sys.modules["torch"] = sys.modules["onnx"] = None
        from hustings.agents import PolicyAgent
        import tinygame
        PolicyAgent.load({str(tmp_path)!r}, tinygame.GAME)
        print("loaded")
    """
    assert run_python(code).stdout == "loaded\n"


def edited(change):
    """A change of the saved model, read and written as ONNX."""

    def damage(folder):
        model = onnx.load(folder / MODEL)
        change(model)
        (folder / MODEL).write_bytes(model.SerializeToString())

    return damage


def facts(**changes):
    """A change of the facts in the metadata."""

    def change(model):
        tree = json.loads(model.metadata_props[0].value) | changes
        onnx.helper.set_model_props(model, {METADATA: json.dumps(tree)})

    return edited(change)


def another(**shape):
    """The model of another network, with the facts of this one."""

    def damage(folder):
        wrong = to_onnx(network(GAME, **shape), PolicyFacts.of(GAME, shape["players"]))
        model = onnx.load_from_string(wrong)
        onnx.helper.set_model_props(model, PolicyFacts.of(GAME, PLAYERS).metadata())
        (folder / MODEL).write_bytes(model.SerializeToString())

    return damage


def infinite(model):
    """All weights at infinity."""
    for weights in model.graph.initializer:
        if weights.data_type == onnx.TensorProto.FLOAT:
            weights.raw_data = np.full(len(weights.raw_data) // 4, np.inf, np.float32).tobytes()


def elsewhere(model):
    """Weights that are to be read from another file."""
    weights = model.graph.initializer[0]
    weights.ClearField("raw_data")
    weights.data_location = onnx.TensorProto.EXTERNAL
    weights.external_data.add(key="location", value="weights.bin")


def endless(model):
    """A loop of 2^62 rounds in front of the rest."""
    helper = onnx.helper
    body = helper.make_graph(
        [helper.make_node("Identity", ["on"], ["still on"])],
        "body",
        [helper.make_tensor_value_info("round", 7, []), helper.make_tensor_value_info("on", 9, [])],
        [helper.make_tensor_value_info("still on", 9, [])],
    )
    for name, value in (("rounds", 2**62), ("is on", True)):
        model.graph.initializer.append(onnx.numpy_helper.from_array(np.array(value), name))
    model.graph.node.insert(0, helper.make_node("Loop", ["rounds", "is on"], [], body=body))


def nested(model):
    model.graph.node[0].attribute.append(onnx.helper.make_attribute("body", onnx.GraphProto()))


def of_functions(model):
    model.functions.append(onnx.FunctionProto(name="Add", domain="mine"))


def foreign(model):
    model.graph.node[0].domain = "com.microsoft"


def sparse(model):
    model.graph.sparse_initializer.append(onnx.SparseTensorProto())


def large(model):
    """2^33 numbers, summed."""
    shape = onnx.numpy_helper.from_array(np.array([2**33]), "shape")
    model.graph.initializer.extend([shape, onnx.numpy_helper.from_array(np.zeros(1, np.float32), "zero")])
    model.graph.node.extend(
        [
            onnx.helper.make_node("Expand", ["zero", "shape"], ["many"]),
            onnx.helper.make_node("ReduceSum", ["many"], ["sum"]),
        ]
    )


def slow(model):
    """A matrix multiplied by itself, for ten seconds as a test counts them."""
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.eye(256, dtype=np.float32), "power 0"))
    model.graph.node.extend(
        onnx.helper.make_node("MatMul", [f"power {i}", "power 0"], [f"power {i + 1}"]) for i in range(9000)
    )


def garbled(text, other):
    """Other bytes in the place of some, which are not text."""

    def damage(folder):
        content = (folder / MODEL).read_bytes()
        (folder / MODEL).write_bytes(content.replace(text, other))
        assert content.count(text)

    return damage


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda folder: (folder / MODEL).unlink(), "policy.onnx: not there; give the folder"),
        (lambda folder: (folder / MODEL).write_bytes(b""), "not an ONNX model"),
        (lambda folder: (folder / MODEL).write_bytes(b"\xff\xfe\x00"), "not an ONNX model"),
        (lambda folder: (folder / MODEL).write_text("{}"), "not an ONNX model"),
        (
            lambda folder: (folder / MODEL).write_bytes((folder / MODEL).read_bytes()[:2000]),
            "not an ONNX model",
        ),
        (lambda folder: (folder / MODEL).write_bytes(b"\x80\x04K\x01."), "not an ONNX model"),  # a pickle
        (lambda folder: os.truncate(folder / MODEL, MOST_BYTES + 1), "more than 256 MiB"),
        (
            lambda folder: (folder / MODEL).replace(folder / "policy.json"),
            "a policy of an earlier version of hustings; train it again",
        ),
        (edited(lambda model: model.ClearField("metadata_props")), "not a policy of this version"),
        (garbled(b'"game_version"', b'"game_\xf6ersion"'), "not a policy of this version"),
        (garbled(b"observations", b"\xf6bservations"), "the names of its inputs are not text"),
        (edited(lambda model: model.graph.ClearField("node")), "not an ONNX model"),
        (edited(infinite), "gives numbers that are not finite"),
        (edited(elsewhere), "wants other files to be opened"),
        (facts(format="else"), "not a policy of this version"),
        (facts(format_version=1), "not a policy of this version"),
        (facts(surprise=1), "not a policy of this version"),
        (facts(game_version=3), "trained for tinygame_v3, not tinygame_v0"),
        (facts(num_players="2"), "of the wrong kind"),
        (facts(num_players=9), "players"),
        (facts(num_players=2), r"for \d+ observations and 4 actions, not"),
        (facts(observation_size=7), "for 7 observations and 4 actions, not"),
        (facts(about=[]), "of the wrong kind"),
        (another(players=2), "does not run"),
        (edited(endless), "has the operator Loop, which no policy may have"),
        (edited(nested), "has graphs within operators, which may never end"),
        (edited(of_functions), "has functions of its own, which may never end"),
        (edited(foreign), r"has an operator of com\.microsoft, which is not standard ONNX"),
        (edited(sparse), "has sparse arrays"),
        (edited(large), "takes more than 384 MiB for two rows"),
        (edited(slow), "takes more than 10 s for two rows"),
    ],
)
def test_a_damaged_policy_gets_one_line(tmp_path, damage, words, capfd, monkeypatch):
    monkeypatch.setattr(policy_module, "_timed", functools.partial(policy_module._timed, 0.5))
    policy().save(tmp_path)
    damage(tmp_path)
    with pytest.raises(PolicyError, match=words) as caught:
        make(str(tmp_path), GAME)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))
    assert capfd.readouterr().err == ""


def test_onnxruntime_writes_nothing_of_its_own_on_the_terminal(tmp_path, capfd):
    def endless(model):
        model.graph.initializer[0].dims[0] = 2**62

    def no_text(folder):
        content = (folder / MODEL).read_bytes()
        (folder / MODEL).write_bytes(content.replace(b"logits", b"log\xe1ts"))

    for damage in (edited(endless), no_text):
        policy().save(tmp_path)
        damage(tmp_path)
        with pytest.raises(PolicyError, match=r"not an ONNX model|does not run"):
            make(str(tmp_path), GAME)
        assert capfd.readouterr() == ("", "")


def test_a_word_in_the_facts_is_no_other_file():
    model = policy_file(GAME, PLAYERS, about={"box": "location", "location": "location"})
    assert PolicyAgent(model).facts.about["about"]["box"] == "location"


# --- By name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", "unknown agent 'gredy'; choose from random, search, llm, human"),
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
        "def broken(game): pass\n"
        "def stumbles(game, seed): raise RuntimeError('over\\nits feet')\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_agents", raising=False)
    agent = make("my_agents:Last", GAME, 5)
    assert agent.seed == 5
    everything(batch(), agent)
    with pytest.raises(HustingsError, match="has no act"):
        make("my_agents:not_an_agent", GAME)
    with pytest.raises(HustingsError, match=r"cannot be loaded \(RuntimeError: over its feet\); give"):
        make("my_agents:stumbles", GAME)
    (tmp_path / "not_python.py").write_text("def (")
    with pytest.raises(HustingsError, match=r"cannot be loaded \(SyntaxError"):
        make("not_python:Bot", GAME)
    with pytest.raises(HustingsError, match="cannot be loaded"):
        make("my_agents:broken", GAME)


# --- The policies that come with the games -----------------------------------------------------------

STANDARD = {"copycat": 2, "die_macher": 4, "liberte": 4, "saludos_amigos": 4}
# One policy for every table; another for all but the standard one.
ANY_TABLE, STAND_IN = ["copycat"], ["saludos_amigos"]
MOST_SHIPPED = 3 * 2**20
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@each_game
def test_a_policy_comes_with_every_game_for_its_standard_table(game):
    policy = make("policy", game)
    assert policy.name == "policy"
    if game.name in ANY_TABLE:
        check_any_table(policy, game, game.name)
    else:
        assert policy.facts.num_players == STANDARD[game.name]
        check_shipped(policy, game.name, game.name, {"greedy:v1": STANDARD[game.name]})


@pytest.mark.parametrize("name", STAND_IN)
def test_another_policy_comes_for_all_other_tables(name):
    check_any_table(make("policy", GAMES[name]).stand_in, GAMES[name], f"{name}_any")


def check_any_table(policy, game, name: str) -> None:
    assert policy.facts.num_players is None
    check_shipped(
        policy, game.name, name, {f"{players - 1} x greedy:v1": players for players in game.player_counts}
    )
    for players in set(game.player_counts) - {STANDARD[game.name]}:
        field = ["policy", *["greedy:v1"] * (players - 1)]
        share = tournament(game, field, 30 * players, seed=3).figure("policy").win_share
        assert share.value > 1.2 / players


def check_shipped(policy, game: str, name: str, decisive: dict[str, int]) -> None:
    """It is as small as promised, and the one that its curve says was kept."""
    file, curve = (POLICIES / f"{name}{end}" for end in (".onnx", ".json"))
    assert file.stat().st_size <= MOST_SHIPPED
    settings = policy.facts.about["settings"]
    assert (settings["game"], settings["seed"]) == (game, 1)
    evaluations = json.loads(curve.read_text())
    assert list(evaluations[0]["win_shares"])[-len(decisive) :] == list(decisive)
    assert evaluations[-1]["seconds"] <= 3 * 60 * 60
    decided = [
        sum(entry["win_shares"][match][0] * players for match, players in decisive.items())
        for entry in evaluations
    ]
    kept = max(range(len(decided)), key=lambda place: (decided[place], place))
    assert policy.facts.about["steps"] == evaluations[kept]["steps"], "the curve is another run's"


@each_game
def test_the_policy_wins_more_than_its_share_from_greedys_first_version(game):
    players = STANDARD[game.name]
    result = tournament(game, ["policy", *["greedy:v1"] * (players - 1)], 120, seed=3)
    assert result.figure("policy").win_share.value > 1.2 / players


def test_the_policy_of_a_game_is_found_by_name_only_where_there_is_one():
    copycat, liberte = GAMES["copycat"], GAMES["liberte"]
    assert isinstance(make("policy:sample=true", copycat), PolicyAgent)
    assert not make("policy:sample=true", copycat).greedy
    for spec, game, words in (
        ("policy", GAME, "no policy comes with"),
        ("policy:noise=1", copycat, "a policy takes sample=true or sample=false, no more"),
        ("gredy", copycat, "policy, search, llm, human"),
    ):
        with pytest.raises(HustingsError, match=words) as caught:
            make(spec, game)
        assert "\n" not in str(caught.value)
    with pytest.raises(
        PolicyError, match="policy was trained for liberte with 4 players, not liberte with 3"
    ):
        make("policy", liberte).act(GameBatch(liberte, 1, 3), np.arange(1))


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
