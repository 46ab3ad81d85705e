"""Every game as a PettingZoo environment."""

import copy
import threading
import warnings

import numpy as np
import pytest
import torch
from pettingzoo.test import api_test, seed_test

from hustings.envs import GAMES, HustingsError, IllegalAction, SeatEnv
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import public

from ...support import each_game, each_table, hides, mid_game, random_actions

NO_WHOLE_NUMBERS = (None, 1.5, "pass", True, np.float32(3), np.bool_(True), np.array([1, 2]), np.array([1.0]),
                    [1], torch.tensor(3.0), torch.tensor([3, 3]))  # fmt: skip  # fmt: skip


@each_table
def test_env_is_a_batch_of_one(game, players):
    games = mid_game(game, players, steps=0)
    env, *_ = public(game)
    one = env(players)
    one.reset(seed=int(games.seeds[3]))
    rng = np.random.default_rng(0)
    while not games.over[3]:
        observation, _, over, _, _ = one.last()
        assert not over
        assert one.agent_selection == f"player_{games.seat[3]}"
        np.testing.assert_array_equal(observation["observation"], games.observe()[3])
        np.testing.assert_array_equal(observation["action_mask"], games.legal[3])
        waiting = set(one.agents) - {one.agent_selection}
        assert not any(one.observe(agent)["action_mask"].any() for agent in waiting)
        actions = random_actions(games, rng)
        games.step(actions)
        one.step(int(actions[3]))
        assert one.unwrapped.games.tables[0].tobytes() == games.tables[3].tobytes()
    paid = {agent: one.rewards[agent] for agent in one.agents}
    assert list(paid.values()) == games.payoff[3].tolist()


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


@each_table
def test_pettingzoo_api(game, players):
    env, raw_env, *_ = public(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # dict observations, as in PettingZoo's own classics
        api_test(env(players), num_cycles=200)
        api_test(raw_env(players), num_cycles=200)
    seed_test(lambda: env(players), num_cycles=120)


@each_game
def test_env_ends_on_an_illegal_action_and_raw_env_raises(game):
    env, raw_env, *_ = public(game)
    for action in (game.actions.size, -1):
        one, raw = env(seed=1), raw_env(seed=1)
        one.reset()
        raw.reset()
        offender = one.agent_selection
        said = rf"{offender} loses .*: action {action}\b.* not legal"
        with pytest.warns(UserWarning, match=said) as warned:
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
    raw, redealt = (public(game)[1](players, seed=1) for _ in range(2))
    raw.reset()
    redealt.reset()
    space, rng, differs = raw.state_space, np.random.default_rng(1), False
    while not raw.games.over[0]:
        state = raw.state()
        assert space.contains(state)
        redealt.games.tables[:] = raw.games.tables
        redealt.games.redeal(0, seed=3)
        other = redealt.state()
        assert space.contains(other)
        differs |= not np.array_equal(other, state)
        raw.step(int(rng.choice(np.flatnonzero(raw.games.legal[0]))))
    assert raw.state_space == space
    assert differs or not hides(game), "nothing hidden is in the state"


@each_game
def test_an_environment_and_its_games_are_one_game_whatever_is_done_to_these(game):
    raw = public(game)[1](seed=1)
    raw.reset(seed=3)

    def steps(number):
        for _ in range(number):
            if not raw.agents or raw.terminations[raw.agent_selection]:
                raw.reset(seed=4)
            raw.step(int(raw.observe(raw.agent_selection)["action_mask"].argmax()))

    def agree():
        seen = raw.observe(raw.possible_agents[max(0, int(raw.games.seat[0]))])
        np.testing.assert_array_equal(seen["action_mask"], raw.games.masks()[0])

    steps(3)
    saved = copy.deepcopy(raw.games)
    for change in (
        lambda: None,
        lambda: setattr(raw, "games", saved),
        lambda: setattr(raw.games, "ask_forced", True),
        lambda: raw.games.redeal(0, seed=5),
        lambda: raw.games.reset(seeds=[7]),
        lambda: raw.games.restore(None, saved.save()),
        lambda: raw.games.tell(0),
        lambda: setattr(raw.games, "tables", saved.tables),
    ):
        raw.reset(seed=3)
        steps(2)
        change()
        agree()
        before = raw.games.save()
        action = int(raw.games.masks()[0].argmax())
        twin = copy.deepcopy(raw.games)
        if not twin.over[0]:
            raw.agent_selection = raw.possible_agents[twin.seat[0]]
            raw.step(action)
            twin.step([action])
            assert raw.games.save().tobytes() == twin.save().tobytes() != before.tobytes()


def test_an_environment_is_for_one_thread_at_a_time():
    raw = public(GAMES["saludos_amigos"])[1](seed=1)
    raw.reset(seed=1)
    action = int(raw.observe(raw.agent_selection)["action_mask"].argmax())
    held, let_go = threading.Event(), threading.Event()

    def hold():
        with raw.games.alone:
            held.set()
            let_go.wait(10)

    other = threading.Thread(target=hold)
    other.start()
    held.wait(10)
    for call in (lambda: raw.step(action), lambda: raw.observe("player_0")):
        with pytest.raises(HustingsError, match="in use by another thread"):
            call()
    let_go.set()
    other.join()
    raw.step(action)
