"""The public contract, for every game and every number of players."""

import copy
import importlib
import importlib.metadata
import inspect
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
import torch
from gymnasium.utils.env_checker import check_env as gymnasium_check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

import hustings.envs
from hustings.agents import make
from hustings.envs import GAMES, HustingsError, IllegalAction, SeatEnv
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import public
from hustings.envs.core.api.threads import MIN_ROWS_PER_THREAD
from hustings.envs.core.engine import chance
from hustings.envs.core.engine.game import no_secret_choices, nothing_to_redeal
from hustings.envs.core.engine.loops import calls_for_nothing, loops_of

from ...support import (
    all_games,
    all_tables,
    bots,
    deal,
    label,
    met,
    play_out,
    positions,
    random_actions,
    run_python,
    told_of,
)

each_table = pytest.mark.parametrize(("game", "players"), all_tables(), ids=label)
each_game = pytest.mark.parametrize("game", all_games(), ids=label)
with_secrets = [
    (game, players) for game, players in all_tables() if game.reopen_secret_choices is not no_secret_choices
]


def hides(game) -> bool:
    """Whether anything in the game is hidden from anybody."""
    return game.redeal is not nothing_to_redeal


def mid_game(game, players, num_games=8, steps=9, seed=1, **kwargs):
    games = GameBatch(game, num_games, players, seed=seed, **kwargs)
    for _ in positions(games, seed, steps):
        pass
    return games


# --- Random play ---------------------------------------------------------------------------------


@each_table
def test_random_games_end_conserve_stay_in_range_and_pay_out_zero_sum(game, players):
    for reward in ("rank", "win", "margin"):
        games = GameBatch(game, 24, players, seed=5, reward=reward)
        for step in positions(games, 5, 100_000):
            games.check()
            if step % 7 == 0:
                assert (games.payoff[~games.over] == 0).all()
        assert games.over.all()
        np.testing.assert_allclose(games.payoff.sum(axis=1), 0, atol=1e-5)
        assert np.abs(games.payoff).max() > 0
        assert not games.legal.any()
        assert (games.seat == -1).all()


@each_table
def test_observations_fit_the_layout_and_the_range(game, players):
    games = GameBatch(game, 32, players, seed=2)
    assert games.observation_size == game.observation(players).size
    for step in positions(games, 2, 300):
        poisoned = np.full((32, games.observation_size), np.nan, np.float32)
        for seat in (None, step % players):
            observed = games.observe(seat, out=poisoned)
            assert np.isfinite(observed).all()
            assert np.abs(observed).max() <= 1.0
    play_out(games)
    assert not games.observe().any()
    assert games.observe(0).any()


@each_table
def test_payoffs_follow_the_scores(game, players):
    games = GameBatch(game, 64, players, seed=3, reward="win")
    play_out(games)
    payoffs = games.payoff
    assert (payoffs.max(axis=1) > 0).any()
    ranked = copy.deepcopy(games)
    for row in range(64):
        standings = [int(game.standing(games.box[0], games.tables[row], seat)) for seat in range(players)]
        winners = np.array(standings) == max(standings)
        np.testing.assert_allclose(payoffs[row][winners], 1 / winners.sum() - 1 / players, atol=1e-6)
        np.testing.assert_allclose(payoffs[row][~winners], -1 / players, atol=1e-6)
    ranked.reward = "rank"
    assert (ranked.payoff.argmax(axis=1) == payoffs.argmax(axis=1)).all()
    assert (np.abs(ranked.payoff) <= 1).all()


# --- The same bytes ------------------------------------------------------------------------------


@each_game
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), data=st.data())
def test_a_game_does_not_depend_on_its_batch(game, seed, data):
    players = data.draw(st.sampled_from(game.player_counts))
    games = GameBatch(game, 5, players, seed=seed)
    alone = [GameBatch(game, 1, players) for _ in range(5)]
    for i, single in enumerate(alone):
        single.reset(seeds=[games.seeds[i]])
    rng = np.random.default_rng(seed)
    for _ in range(60):
        actions = random_actions(games, rng)
        games.step(actions)
        for i, single in enumerate(alone):
            single.step(actions[i : i + 1])
            assert single.tables[0].tobytes() == games.tables[i].tobytes()


@each_game
def test_threads_change_no_byte(game):
    size = 3 * MIN_ROWS_PER_THREAD + 17
    one, many = (GameBatch(game, size, seed=4, threads=threads) for threads in (1, 3))
    rng = np.random.default_rng(4)
    for _ in range(12):
        assert one.tables.tobytes() == many.tables.tobytes()
        for name in ("legal", "payoff", "scores", "seat"):
            assert getattr(one, name).tobytes() == getattr(many, name).tobytes()
        assert one.observe().tobytes() == many.observe().tobytes()
        actions = random_actions(one, rng)
        one.step(actions)
        many.step(actions)
    one.redeal(seed=9)
    many.redeal(seed=9)
    one.reset(where=np.arange(size) % 2 == 0)
    many.reset(where=np.arange(size) % 2 == 0)
    assert one.tables.tobytes() == many.tables.tobytes()


@each_game
def test_an_illegal_action_changes_nothing_on_any_number_of_threads(game):
    size = 3 * MIN_ROWS_PER_THREAD
    for threads in (1, 3):
        games = GameBatch(game, size, seed=4, threads=threads)
        actions = games.legal.argmax(axis=1)
        actions[size - 1] = [*np.flatnonzero(~games.legal[size - 1]), games.num_actions][0]
        before = games.tables.tobytes()
        with pytest.raises(IllegalAction, match=rf"game {size - 1}, seat \d, phase \w+: action \d+"):
            games.step(actions)
        assert games.tables.tobytes() == before


@each_table
def test_seeds_are_hashes_of_the_batch_seed(game, players):
    games = GameBatch(game, 3, players, seed=77)
    for k in range(3):
        assert [
            int(chance.derive(np.uint64(77), np.uint64(i), np.uint64(k))) for i in range(3)
        ] == games.seeds.tolist()
        games.reset()
    games.reset(where=np.array([False, True, False]))
    again = GameBatch(game, 3, players, seed=77)
    for _ in range(3):
        again.reset()
    assert again.tables[0].tobytes() == games.tables[0].tobytes()
    assert again.tables[1].tobytes() != games.tables[1].tobytes()
    games.reset(where=np.array([True, False, True]), seeds=[5, 6])
    assert games.seeds.tolist()[::2] == [5, 6]


@each_game
def test_a_seeded_reset_decides_all_that_follows(game):
    env = public(game)[0](seed=1)
    lines = []
    for _ in range(2):
        env.reset(seed=7)
        dealt = [env.unwrapped.games.tables.tobytes()]
        for _ in range(3):
            env.reset()
            dealt.append(env.unwrapped.games.tables.tobytes())
        lines.append(dealt)
    assert lines[0] == lines[1]
    assert len(set(lines[0])) == 4


@each_game
def test_seats_on_turn_may_be_given_where_some_games_are_over(game):
    games = GameBatch(game, 40, seed=2)
    for _ in positions(games, 2, 100_000):
        if games.over.any():
            break
    games.tables["seat"][0] = -1
    assert (games.observe(games.seat) == games.observe()).all()
    copy.deepcopy(games).redeal(games.seat)


@each_game
def test_a_seat_env_repeats_itself_under_one_seed(game):
    def episode(env):
        seen = [env.reset(seed=5)[0].tobytes()]
        over = False
        while not over:
            observation, reward, over, _, _ = env.step(int(env.action_masks().argmax()))
            seen.append((observation.tobytes(), reward))
        return seen

    env = SeatEnv(game)
    assert episode(env) == episode(env) == episode(SeatEnv(game))


@each_game
def test_a_wrong_type_costs_a_seat_env_nothing(game):
    env = SeatEnv(game)
    env.reset(seed=1)
    for action in NO_WHOLE_NUMBERS:
        with pytest.raises(HustingsError, match="an action is a whole number"):
            env.step(action)
    env.step(int(env.action_masks().argmax()))


@each_table
def test_env_is_a_batch_of_one(game, players):
    games = mid_game(game, players, steps=0)
    env, _, _ = public(game)
    one = env(players)
    one.reset(seed=int(games.seeds[3]))
    rng = np.random.default_rng(0)
    while not games.over[3]:
        observation, _, over, _, _ = one.last()
        assert not over
        assert one.agent_selection == f"player_{games.seat[3]}"
        np.testing.assert_array_equal(observation["observation"], games.observe()[3])
        np.testing.assert_array_equal(observation["action_mask"], games.legal[3])
        actions = random_actions(games, rng)
        games.step(actions)
        one.step(int(actions[3]))
        assert one.unwrapped.games.tables[0].tobytes() == games.tables[3].tobytes()
    paid = {agent: one.rewards[agent] for agent in one.agents}
    assert list(paid.values()) == games.payoff[3].tolist()


@each_table
def test_tables_save_and_restore(game, players):
    games = mid_game(game, players, steps=2)
    saved = games.tables.copy()
    rng = np.random.default_rng(8)
    line = []
    for _ in range(20):
        line.append(random_actions(games, rng))
        games.step(line[-1])
    after = games.tables.copy()
    games.tables = saved
    assert games.tables.tobytes() == saved.tobytes()
    for actions in line:
        games.step(actions)
    assert games.tables.tobytes() == after.tobytes()
    held = games.tables
    games.tables = saved
    games.step(games.legal.argmax(axis=1))
    held["seat"][0] = -1  # writing into the tables counts at once, however long ago they were handed out
    assert games.over[0]
    assert not games.legal[0].any()
    held[:] = saved
    games.step(line[0])
    assert games.legal.any()


@each_table
def test_copies_and_pickles_go_on_identically(game, players):
    for original in (mid_game(game, players), *(build(players, seed=3) for build in public(game)[:2])):
        env = not isinstance(original, GameBatch)
        if env:
            original.reset(seed=3)
            for _ in range(3):
                original.step(int(original.last()[0]["action_mask"].argmax()))
        twins = [copy.deepcopy(original), pickle.loads(pickle.dumps(original))]
        for twin in (original, *twins):
            for _ in range(2):
                if env:
                    twin.step(int(twin.last()[0]["action_mask"].argmax()))
                else:
                    twin.step(twin.legal.argmax(axis=1))
            twin.reset()
        batches = [twin.unwrapped.games if env else twin for twin in (original, *twins)]
        assert batches[0].tables.tobytes() == batches[1].tables.tobytes() == batches[2].tables.tobytes()


@each_game
def test_global_generators_are_neither_read_nor_touched(game):
    tables = []
    for salt in (1, 2):
        random.seed(salt)
        np.random.seed(salt)  # noqa: NPY002
        before = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
        games = GameBatch(game, 4, seed=6)
        play_out(games, 6)
        env = public(game)[0](seed=6)
        env.reset()
        assert before == (random.getstate(), np.random.get_state()[1].tobytes())  # noqa: NPY002
        tables.append(games.tables.tobytes() + env.unwrapped.games.tables.tobytes())
    assert tables[0] == tables[1]


@each_game
def test_forced_decisions_are_taken_unless_asked_for(game):
    asked, taken = (GameBatch(game, 64, seed=1, ask_forced=ask) for ask in (True, False))
    forced = 0
    for _ in positions(taken, 1, 100_000):
        assert (taken.legal.sum(axis=1)[~taken.over] > 1).all()
    for _ in positions(asked, 1, 100_000):
        forced += int((asked.legal.sum(axis=1) == 1).sum())
        assert (asked.legal.sum(axis=1)[~asked.over] > 0).all()
    assert asked.over.all()
    assert forced > 0


# --- Leaks ---------------------------------------------------------------------------------------


@each_table
def test_a_redeal_shows_nothing_that_the_seat_does_not_know(game, players):
    games = GameBatch(game, 48, players, seed=11)
    agents = [make(name, game) for name in bots(game)]
    changed = np.zeros(players, int)
    for step in positions(games, 11, 400):
        if step % 5:
            continue
        for seat in range(players):
            dealt = copy.deepcopy(games)
            dealt.redeal(seat, seed=step)
            assert dealt.observe(seat).tobytes() == games.observe(seat).tobytes()
            mine = np.flatnonzero(games.seat == seat)
            assert (dealt.seat == games.seat).all()
            assert (dealt.masks(rows=mine) == games.masks(rows=mine)).all()
            for agent in agents:
                assert (agent.act(dealt, mine) == agent.act(games, mine)).all(), agent.name
            again = copy.deepcopy(dealt)
            again.redeal(seat, seed=step + 1)
            straight = copy.deepcopy(games)
            straight.redeal(seat, seed=step + 1)
            assert again.tables.tobytes() == straight.tables.tobytes()
            dealt.check()
            changed[seat] += sum(
                dealt.observe(other).tobytes() != games.observe(other).tobytes() for other in range(players)
            )
    assert (changed > 0).all() or not hides(game), "nothing is hidden, so the test proves nothing"


@each_table
def test_bots_find_a_legal_action_wherever_the_others_have_led(game, players):
    games = GameBatch(game, 512, players, seed=12)
    agents = [make(name, game) for name in bots(game)]
    for _ in positions(games, 12, 1000):
        rows = np.flatnonzero(~games.over)
        masks = games.masks(rows=rows)
        for agent in agents:
            assert masks[np.arange(len(rows)), agent.act(games, rows)].all(), agent.name


@pytest.mark.parametrize(("game", "players"), with_secrets, ids=label)
def test_choices_made_in_secret_are_made_again_and_nothing_that_is_seen_changes(game, players):
    tables = met(game, players)
    games = GameBatch(game, len(tables), players, ask_forced=True)
    games.tables = tables
    games.redeal(seed=1)
    seats, seen, legal, before = games.seat, games.observe(), games.legal, games.tables
    after = before.copy()
    asked = np.array(
        [table.seat >= 0 and game.reopen_secret_choices(games.box[0], table, table.seat) for table in after]
    )
    assert asked.any()
    assert (after[~asked] == before[~asked]).all()
    assert (after["seat"][asked] != seats[asked]).all()
    games.tables = after  # such tables can be
    rng = np.random.default_rng(1)
    while len(rows := np.flatnonzero(asked & (games.seat != seats))):
        assert (games.tables["phase"][rows] == before["phase"][rows]).all()
        masks = games.masks(rows=rows)
        games.step((rng.random(masks.shape) * masks).argmax(axis=1), rows=rows)
    assert (games.observe()[asked] == seen[asked]).all()
    assert (games.legal[asked] == legal[asked]).all()


@each_table
def test_a_redealt_game_plays_on(game, players):
    games = mid_game(game, players, num_games=32)
    games.redeal(seed=4)
    for _ in positions(games, 4, 100_000):
        games.check()
    assert games.over.all()
    scores = games.scores
    games.redeal(seed=5)
    assert (games.scores == scores).all()


# --- PettingZoo, Gymnasium, Stable-Baselines3 ----------------------------------------------------


@each_table
def test_pettingzoo_api(game, players):
    env, raw_env, _ = public(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # dict observations, as in PettingZoo's own classics
        api_test(env(players), num_cycles=200)
        api_test(raw_env(players), num_cycles=200)
    seed_test(lambda: env(players), num_cycles=120)


@each_game
def test_env_ends_on_an_illegal_action_and_raw_env_raises(game):
    env, raw_env, _ = public(game)
    for action in (game.actions.size, -1):
        one, raw = env(seed=1), raw_env(seed=1)
        one.reset()
        raw.reset()
        offender = one.agent_selection
        with pytest.warns(
            UserWarning, match=rf"{offender} loses .*: action {action}\b.* not legal"
        ) as warned:
            one.step(action)
        assert len(warned) == 1
        assert one.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in one.agents}
        assert all(one.terminations.values())
        assert one.infos[offender]["illegal_action"]
        for _ in one.agent_iter():
            one.step(None)
        assert not one.agents
        with pytest.raises(IllegalAction):
            raw.step(action)


NO_WHOLE_NUMBERS = (None, 1.5, "pass", True, np.float32(3), np.bool_(True), np.array([1, 2]), np.array([1.0]),
                    [1], torch.tensor(3.0), torch.tensor([3, 3]))  # fmt: skip


@each_game
def test_what_is_no_whole_number_raises_and_changes_nothing(game):
    for make_env in public(game)[:2]:
        env = make_env(seed=1)
        env.reset()
        before = env.unwrapped.games.tables.tobytes()
        for action in NO_WHOLE_NUMBERS:
            with pytest.raises(HustingsError, match=r"player_\d: an action is a whole number, not") as caught:
                env.step(action)
            assert not isinstance(caught.value, IllegalAction)
        assert env.unwrapped.games.tables.tobytes() == before
        assert not any(env.terminations.values())
        assert env.last()[0]["action_mask"].any()


@each_game
def test_an_array_or_tensor_of_one_whole_number_is_that_action(game):
    first = int(GameBatch(game, 1, seed=1).legal[0].argmax())
    kinds = (int, np.int8, np.array, torch.tensor, lambda n: np.array([n]), lambda n: torch.tensor([n]),
             lambda n: np.array([[n]], np.uint8))  # fmt: skip
    ends = set()
    for kind in kinds:
        env, seat = public(game)[0](seed=1), SeatEnv(game, seat=0)
        env.reset()
        env.step(kind(first))
        ends.add(env.unwrapped.games.tables.tobytes())
        seat.reset(seed=2)
        assert "illegal_action" not in seat.step(kind(int(seat.action_masks().argmax())))[-1]
    assert len(ends) == 1


@each_game
def test_env_before_reset_says_so(game):
    one = public(game)[0]()
    for call in (lambda: one.step(0), one.last, lambda: one.observe("player_0"), one.state, one.render):
        with pytest.raises(HustingsError, match=r"call reset\(\) first"):
            call()


@each_table
def test_state_is_omniscient_and_scaled(game, players):
    raw = public(game)[1](players, seed=1)
    raw.reset()
    rng = np.random.default_rng(1)
    differs = False
    while not raw.games.over[0]:
        state = raw.state()
        assert raw.state_space.contains(state)
        redealt = copy.deepcopy(raw)
        redealt.games.redeal(0, seed=3)
        assert raw.state_space.contains(redealt.state())
        differs |= not np.array_equal(redealt.state(), state)
        raw.step(int(rng.choice(np.flatnonzero(raw.games.legal[0]))))
    assert differs or not hides(game), "nothing hidden is in the state"


@each_table
def test_seat_env_passes_the_checkers(game, players):
    from stable_baselines3.common.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gymnasium_check_env(SeatEnv(game, players), skip_render_check=True)
        check_env(SeatEnv(game, players))


@each_game
def test_seat_env_gives_its_masks_in_the_info(game):
    env = SeatEnv(game)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert info["action_mask"].dtype == np.int8
        assert (info["action_mask"] == env.action_masks()).all()
        assert info["action_mask"].any()
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert not info["action_mask"].any()
    env.reset(seed=1)
    info = env.step(game.actions.size)[-1]
    assert not info["action_mask"].any()
    assert "is not legal" in info["illegal_action"]


@each_game
def test_seat_env_pays_the_learner_its_own_payoff(game):
    total = 0.0
    for seat in range(min(game.player_counts)):
        env = SeatEnv(game, seat=seat, opponents=make("random", game), reward="rank")
        env.reset(seed=seat)
        rng = np.random.default_rng(seat)
        over, reward = False, 0.0
        while not over:
            assert env.games.seat[0] == seat
            _, reward, over, _, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        assert reward == env.games.payoff[0, seat]
        total += abs(reward)
    assert total > 0


@each_game
def test_a_mask_without_a_legal_action_is_an_error_not_a_silent_choice(game):
    games = GameBatch(game, 3, seed=1)
    play_out(games)
    for name in ["random", *bots(game)]:
        with pytest.raises(HustingsError, match="game 1 is over, nothing is legal in it"):
            make(name, game).act(games, np.array([1, 2]))
    env = SeatEnv(game)
    with pytest.raises(HustingsError, match=r"call reset\(\) before step"):
        env.step(0)
    env.reset(seed=1)
    env.step(game.actions.size)
    with pytest.raises(HustingsError, match=r"call reset\(\) before step"):
        env.step(0)


@pytest.mark.parametrize("name", GAMES)
def test_registered(name):
    dashed, camel = name.replace("_", "-"), name.title().replace("_", "")
    version = GAMES[name].version
    one = pettingzoo.make("aec", f"hustings/{dashed}-v{version}", num_players=GAMES[name].max_players)
    one.reset(seed=1)
    assert one.num_agents == GAMES[name].max_players
    env = gymnasium.make(f"hustings/{camel}-v{version}")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)


def test_stable_baselines_takes_the_registered_names():
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Gymnasium's, of a render_mode that is not there
        make_vec_env("hustings/SaludosAmigos-v0", n_envs=2).reset()
        PPO("MlpPolicy", "hustings/SaludosAmigos-v0", n_steps=8, batch_size=8).learn(8)


def test_gymnasium_makes_a_game_without_an_import():
    code = 'import gymnasium; gymnasium.make("hustings.envs:hustings/SaludosAmigos-v0").reset(seed=1)'
    done = run_python(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_what_a_public_module_offers_is_documented_and_pickled_by_name(name):
    module = importlib.import_module(f"hustings.envs.{name}_v{GAMES[name].version}")
    assert inspect.getmodule(module.env().unwrapped).__doc__ == module.__doc__
    for function in (module.env, module.raw_env, module.batch):
        assert pickle.loads(pickle.dumps(function)) is function
        arguments = inspect.signature(function).parameters
        assert {"num_players", "seed", "reward", "box", "options", "ask_forced"} <= set(arguments)
        for argument in arguments:
            assert f"\n        {argument}: " in function.__doc__, argument
        assert "{" not in function.__doc__


def test_games_are_listed_and_shown_in_a_line():
    for name, game in GAMES.items():
        assert f"{name}_v{game.version}" in dir(hustings.envs)
        assert getattr(hustings.envs, f"{name}_v{game.version}").env
        assert repr(game) == str(game)
        assert game.title in repr(game)
        assert "\n" not in repr(game)
        assert len(repr(game)) < 80
    assert hustings.envs.__version__ == importlib.metadata.version("hustings")


# --- Bad input -----------------------------------------------------------------------------------


@each_game
def test_bad_arguments_are_named(game):
    def batch(**kwargs):
        return GameBatch(game, **{"num_games": 2, **kwargs})

    games = batch()
    low, high = min(game.player_counts), max(game.player_counts)
    wrong = [
        (lambda: batch(num_players=high + 1), f"takes {low} to {high} players, not {high + 1}"),
        (lambda: batch(num_players="four"), "takes"),
        (lambda: batch(num_games=0), "num_games"),
        (lambda: batch(threads=0), "threads"),
        (lambda: batch(seed=-1), "seed"),
        (lambda: batch(reward="money"), "reward: 'money' is not one of rank, win, margin"),
        (lambda: batch(options={"colour": 1}), "unknown option 'colour'; choose from"),
        (lambda: batch(box="no/such/box.toml"), "no/such/box.toml: cannot be read"),
        (lambda: games.step([0]), r"actions: needs shape \(2,\)"),
        (lambda: games.step([0.0, 1.0]), "actions: needs whole numbers"),
        (lambda: games.step(games.legal), "actions: needs whole numbers"),
        (lambda: games.step([[0, 1]]), "actions: needs shape"),
        (lambda: games.step([0], rows=[5]), "rows: needs indices"),
        (lambda: games.masks(rows=games.over), "rows: needs indices of games, got bool"),
        (lambda: games.masks(rows=[0.5]), "rows: needs indices of games, got float64"),
        (lambda: games.step([[1], [1, 2]]), "actions: its rows have different lengths"),
        (lambda: games.masks(out=[1]), "out: needs"),
        (lambda: games.describe(99, 0), "game 99 is outside"),
        (lambda: games.board(99), "game 99 is outside"),
        (lambda: games.board(0, high), f"seat: {high} is outside"),
        (lambda: games.observe([0, -2]), "seat: -2 is outside"),
        (lambda: setattr(games, "reward", "money"), "reward: 'money' is not one of"),
        (lambda: batch(options=3), "options: 3 is no mapping"),
        (lambda: batch(box=5), "box: 5 is neither a file nor a loaded box"),
        (lambda: make(5, game), "agent 5 is no name"),
        (
            lambda: SeatEnv(game, opponents="nobody"),
            "unknown agent 'nobody'; choose from",
        ),
        (lambda: SeatEnv(game, seat=1.0), "seat: 1.0 is not a seat"),
        (lambda: games.step([0, 0], rows=[1, 1]), "rows: names a game twice"),
        (lambda: games.observe(high), "seat: "),
        (lambda: games.observe(out=np.zeros((2, 1), np.float32)), "out: needs"),
        (lambda: games.reset(where=[0, 1]), "where: needs"),
        (lambda: games.reset(seeds=[1]), "seeds: 2 games"),
        (lambda: games.reset(seeds=3), "seeds: needs"),
        (lambda: games.redeal(seed=-3), "seed"),
        (lambda: setattr(games, "tables", games.tables[:1]), "tables: needs"),
        (lambda: games.describe(0, 10_000), "action 10000 is outside"),
        (lambda: public(game)[0](render_mode="depth_array"), "render_mode: 'depth_array' is not one of"),
        (lambda: games.picture(99), "game 99 is outside"),
        (lambda: games.picture(0, high), f"seat: {high} is outside"),
        (lambda: SeatEnv(game, seat=high), "seat"),
        (lambda: SeatEnv(game, opponents=["random"] * 9), "opponents"),
    ]
    before = games.tables.tobytes()
    for call, message in wrong:
        with pytest.raises(HustingsError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)
    assert games.tables.tobytes() == before
    with pytest.raises(HustingsError, match="unknown game 'chess'; choose from"):
        GAMES["chess"]


# --- Speed: no loop is compiled twice ------------------------------------------------------------


@each_game
def test_one_signature_per_loop_whatever_comes_in(game):
    games = GameBatch(game, 6, seed=1, ask_forced=np.bool_(True))
    games = pickle.loads(pickle.dumps(games))
    games.step(games.legal.argmax(axis=1).astype(np.int32))
    games.step(games.legal.argmax(axis=1).tolist())
    strided = np.zeros(12, np.int16)
    strided[::2] = games.legal.argmax(axis=1)
    games.step(strided[::2])
    frozen = games.legal.argmax(axis=1)
    frozen.flags.writeable = False
    games.step(frozen)
    games.step(games.legal.argmax(axis=1)[:3], rows=np.array([0, 1, 2], np.int32))
    games.tables = games.tables[::-1]
    games.observe(1)
    games.observe(np.zeros(6, np.int64))
    games.redeal(1, seed=np.int32(3))
    games.reset(where=np.ones(6, bool), seeds=np.arange(6))
    games.reset(seeds=list(range(6)))
    box = games.box
    other = GameBatch(game, 2, max(game.player_counts), seed=np.uint8(1), box=box)
    other.step(other.legal.argmax(axis=1).astype(np.uint8))
    _ = other.payoff
    other.playouts(np.int32(3))
    for call in calls_for_nothing(game).values():
        call()
    for bot in bots(game):
        agent = make(bot, game)
        calls_for_nothing(game, agent.loop)["act"]()
        agent.act(other, [0])
        agent.act(other, np.arange(2, dtype=np.int32))
        assert len(agent.compiled.signatures) == 1, bot
    for name, loop in vars(loops_of(game)).items():
        if name.endswith("_many") or name == "playouts":
            assert len(loop.signatures) == 1, name


@each_game
def test_playouts_are_play_and_threads_do_not_change_them(game):
    size = 2 * MIN_ROWS_PER_THREAD
    one, two = (GameBatch(game, size, seed=7, threads=threads) for threads in (1, 2))
    done = one.playouts(40), two.playouts(40)
    assert done[0] == done[1]
    assert done[0][0] == 40 * size
    assert one.tables.tobytes() == two.tables.tobytes()
    one.check()
    one.playouts(400)
    assert (one.seeds != GameBatch(game, size, seed=7).seeds).any(), "no game has ended and been dealt again"


def test_every_action_has_words():
    for game in all_games():
        games = mid_game(game, None, num_games=40, steps=0)
        seen = set()
        for _ in positions(games, 3, 400):
            for row in np.flatnonzero(~games.over)[:4]:
                for action in np.flatnonzero(games.legal[row]):
                    words = games.describe(int(row), int(action))
                    assert words
                    assert "\n" not in words
                    seen.add(int(action))
        assert len(seen) > 0.6 * games.num_actions


@each_table
def test_legal_actions_differ_in_words(game, players):
    for other_way in (False, True):
        tables = met(game, players, other_way)[::4]
        games = deal(game, len(tables), players, other_way)
        games.tables[:] = tables
        box = games.box[0]
        for table, legal in zip(tables, games.legal):
            words = [game.describe(box, table, int(action)) for action in np.flatnonzero(legal)]
            assert len(set(words)) == len(words), sorted(words)


@each_table
def test_boards_and_events_are_text_and_keep_secrets(game, players):
    games, rng = mid_game(game, players, num_games=6), np.random.default_rng(2)
    for step in range(300):
        if games.over.all():
            break
        before, actions = games.tables.copy(), random_actions(games, rng)
        games.step(actions)
        if step % 3 == 0:
            redealt = copy.deepcopy(games)
            redealt.redeal(0, seed=step)
            for row in range(6):
                assert games.board(row)
                assert games.board(row, 0) == redealt.board(row, 0)
                if before["seat"][row] >= 0:
                    lines = told_of(games, before, actions[row], 0, row)
                    assert all(isinstance(line, str) and line for line in lines)
