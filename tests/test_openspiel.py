"""The games in OpenSpiel: its own tests and searches run on them, and they are the games of the suite."""

import copy
import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

from hustings.agents import make
from hustings.envs import GAMES, HustingsError, IllegalAction, openspiel
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.game import HIDDEN_FROM_STATE

from . import tinygame
from .support import run_python

openspiel.register(tinygame.GAME)

each_game = pytest.mark.parametrize("name", [*GAMES, "tinygame"])
ends = [(name, extreme(game.player_counts)) for name, game in GAMES.items() for extreme in (min, max)]
each_end = pytest.mark.parametrize(("name", "players"), ends)


def core_of(name):
    return tinygame.GAME if name == "tinygame" else GAMES[name]


def load(name, **parameters):
    return pyspiel.load_game(f"python_{name}", parameters)


def dealt(name, deal=5, moves=0, seed=0, **parameters):
    """A state after so many moves at random."""
    state, rng = load(name, **parameters).new_initial_state(), np.random.default_rng(seed)
    state.apply_action(deal)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def evaluator():
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(0))


@each_game
def test_openspiels_random_simulation(name):
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@each_end
def test_openspiels_random_simulation_and_playthrough_at_every_size(name, players):
    pyspiel.random_sim_test(load(name, players=players), num_sims=1, serialize=False, verbose=False)
    text = playthrough(f"python_{name}(players={players})", action_sequence=[], seed=3)
    assert text.count("IsTerminal() = True") == 1


@pytest.mark.parametrize("reward", ["rank", "win"])
def test_openspiels_random_simulation_with_other_parameters(reward):
    for players in (2, 3):
        game = load("tinygame", players=players, reward=reward, deals=3)
        assert (game.num_players(), game.max_chance_outcomes()) == (players, 3)
        pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)


def test_openspiels_playthrough():
    text = playthrough("python_tinygame(players=3)", action_sequence=[], seed=3)
    assert "ChanceOutcomes() = [(0,0.001)" in text
    assert 'InformationStateString(2) = "' in text
    assert text.count("IsTerminal() = True") == 1
    assert playthrough("python_tinygame(players=3)", action_sequence=[], seed=3) == text


@each_end
def test_games_and_states_pickle(name, players):
    for deals in (1000, 0):
        game = load(name, players=players, deals=deals)
        copied = copies(game)
        for twin in copied:
            assert (twin, twin.num_players(), twin.deals) == (game, players, deals)
        state = game.new_initial_state()
        for action in (0, *[None] * 5):
            state.apply_action(state.legal_actions()[-1] if action is None else action)
        for twin in copies(state):
            assert twin.history() == state.history()
            assert str(twin) == str(state)
            seat = twin.current_player()
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            twin.apply_action(twin.legal_actions()[0])
            assert str(twin) != str(state)
        state = copied[0].new_initial_state()
        assert all(str(twin) == "Nothing is dealt." for twin in copies(state))


def copies(thing):
    return pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)


def test_a_process_that_has_not_imported_the_games_reads_a_pickle(tmp_path):
    (tmp_path / "game").write_bytes(pickle.dumps([load("saludos_amigos", players=5), dealt("copycat", 3)]))
    code = f"""
        import pathlib, pickle, pyspiel
        game, state = pickle.loads(pathlib.Path({str(tmp_path / "game")!r}).read_bytes())
        print(game, state.history())
    """
    done = run_python(code)
    line = "python_saludos_amigos(deals=1000,players=5,reward=rank) [3]\n"
    assert (done.returncode, done.stdout) == (0, line), done.stderr


@each_game
def test_openspiels_searches_play(name):
    state = dealt(name, moves=3)
    plain = mcts.MCTSBot(state.get_game(), 1.4, 4, evaluator(), random_state=np.random.RandomState(0))
    honest = ismcts.ISMCTSBot(
        state.get_game(), evaluator(), 1.4, 4, random_state=np.random.RandomState(0),
        allow_inconsistent_action_sets=True,
    )  # fmt: skip
    assert plain.step(state) in state.legal_actions()
    assert honest.step(state) in state.legal_actions()


def test_openspiels_environment_for_learning():
    env = rl_environment.Environment(load("saludos_amigos"))
    step, rng = env.reset(), np.random.default_rng(0)
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sorted(step.rewards) != [0.0] * 4


@pytest.mark.parametrize("evaluated", [
    pyspiel.evaluate_bots,
    lambda state, bots, seed: evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(seed)),
])  # fmt: skip
def test_agents_play_as_bots(evaluated):
    bots = [openspiel.AgentBot(make(name, GAMES["saludos_amigos"])) for name in ("greedy", *["random"] * 3)]
    returns = [evaluated(dealt("saludos_amigos", deal), bots, deal) for deal in range(3)]
    assert np.sum(returns, axis=1) == pytest.approx(np.zeros(3))
    assert np.mean(returns, axis=0).argmax() == 0
    with pytest.raises(HustingsError, match="'greedy' has no method act; make it with"):
        openspiel.AgentBot("greedy")


@each_game
def test_a_deal_is_the_one_of_a_reset_with_that_seed(name):
    core = core_of(name)
    state, games = dealt(name, deal=7), GameBatch(core, 1)
    games.reset(seeds=[7])
    rng = np.random.default_rng(1)
    while not games.over[0]:
        assert state.current_player() == games.seat[0]
        assert state.legal_actions() == np.flatnonzero(games.legal[0]).tolist()
        assert state.legal_actions((games.seat[0] + 1) % games.num_players) == []
        action = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(action) == games.describe(0, action)
        state.apply_action(action)
        games.step([action])
    for seat in range(games.num_players):
        np.testing.assert_array_equal(state.observation_tensor(seat), games.observe(seat)[0])
    assert state.is_terminal()
    np.testing.assert_allclose(state.returns(), games.payoff[0], atol=1e-6)
    assert str(state) == games.board(0)
    assert state.batch().tables.tobytes() == games.tables.tobytes()


def test_an_observation_has_named_parts():
    state = dealt("saludos_amigos", moves=4)
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 2)
    layout = GAMES["saludos_amigos"].observation(4)
    assert list(observer.dict) == [block.name for block in layout]
    np.testing.assert_array_equal(np.concatenate(list(observer.dict.values())), state.observation_tensor(2))


@each_game
def test_a_resampled_state_is_another_for_all_but_its_player(name):
    state = dealt(name, moves=2 if name == "tinygame" else 30)
    player = state.current_player()
    resampled = [
        state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0))
        for seed in range(1, 6)
    ]
    for other in resampled:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == state.history()
    assert len({hidden(core_of(name), other) for other in resampled}) > 1, "nothing is dealt afresh"
    assert len({other.batch().seeds[0] for other in resampled}) == len(resampled), "chance is not reseeded"


def hidden(core, state):
    """All that lies on the table, chance aside."""
    tables = state.batch().tables
    names = [field.name for field in core.table_fields if field.name not in HIDDEN_FROM_STATE]
    return b"".join(tables[name].tobytes() for name in names)


def test_a_secret_bid_is_in_the_information_of_its_player_only():
    for deal in range(20):
        state = dealt("tinygame", deal)
        if {state.child(action).current_player() for action in state.legal_actions()} == {1}:
            break  # the first player chooses, and the other is asked then
    one, two = (state.child(action) for action in state.legal_actions()[:2])
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)


def test_an_information_state_remembers_what_the_observation_forgets():
    """Two ways to the same table: a player who came by another one knows it."""
    state = dealt("saludos_amigos", moves=4)
    player, late = dealt("saludos_amigos", moves=3).current_player(), state.clone()
    late._recalled = dealt("saludos_amigos", moves=3)._recalled
    assert late.observation_string(player) == state.observation_string(player)
    assert late.information_state_string(player) != state.information_state_string(player)


def test_all_deals_there_are_is_sampled_chance():
    game = load("saludos_amigos", deals=0)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert game.new_initial_state().chance_outcomes() == [(0, 1.0)]
    states = [dealt("saludos_amigos", deal=0, deals=0) for _ in range(3)]
    assert len({str(state) for state in states}) == 3
    assert str(game.deserialize_state(states[0].serialize())) == str(states[0])
    pyspiel.random_sim_test(load("tinygame", deals=0), num_sims=5, serialize=False, verbose=False)


@pytest.mark.parametrize(("parameters", "line"), [
    ({"players": 9}, "Liberté takes 3 to 6 players, not 9; change players"),
    ({"reward": "margin"}, "reward: 'margin' is not one of rank, win"),
    ({"deals": -1}, "deals: -1 is not a whole number from 0 to 2\\*\\*31 - 1"),
])  # fmt: skip
def test_parameters_that_there_are_not(parameters, line):
    with pytest.raises(HustingsError, match=line):
        load("liberte", **parameters)


def test_before_the_deal_there_is_no_table():
    state = load("tinygame").new_initial_state()
    assert not any(state.observation_tensor(0))
    assert str(state) == "Nothing is dealt."
    with pytest.raises(HustingsError, match="nothing is dealt yet; apply a chance outcome first"):
        state.batch()
    with pytest.raises(HustingsError, match="deal 1000 is outside 0 to 999"):
        state.apply_action(1000)


def test_an_illegal_action_changes_nothing():
    state = dealt("saludos_amigos")
    before = str(state)
    wrong = next(action for action in range(27) if action not in state.legal_actions())
    with pytest.raises(IllegalAction, match=f"action {wrong}"):
        state.apply_action(wrong)
    for player in range(2):
        with pytest.raises(HustingsError, match="action 999 is outside 0 to 26"):
            state.action_to_string(player, 999)
    assert str(state) == before
    assert len(state.history()) == 1


def test_an_observer_sees_what_one_player_knows():
    game, kind, private = load("tinygame"), pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    assert make_observation(game, kind(perfect_recall=True)) is not None
    for public, whose in ((True, private.NONE), (False, private.SINGLE_PLAYER), (True, private.ALL_PLAYERS)):
        other = kind(perfect_recall=False, public_info=public, private_info=whose)
        assert make_observation(game, other) is None
    with pytest.raises(HustingsError, match=r"an observer takes no parameters, not \{'extra'"):
        game.make_py_observer(None, {"extra": 1})
