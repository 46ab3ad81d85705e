"""Every game as a PettingZoo environment."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch
from pettingzoo.utils import BaseWrapper

from hustings.envs import GAMES, HustingsError, IllegalAction, SeatEnv, SeatVectorEnv
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.errors import UnknownAgent

from ... import tinygame
from ...support import each_end, each_game, each_table, hides, mid_game, random_actions

NO_WHOLE_NUMBERS = (None, 1.5, "pass", True, np.float32(3), np.bool_(True), np.array([1, 2]), np.array([1.0]),
                    [1], torch.tensor(3.0), torch.tensor([3, 3]))  # fmt: skip


@each_table
def test_env_is_a_batch_of_one(game, players):
    games = mid_game(game, players, steps=0)
    env = makers_of(game).env
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
    env = makers_of(game).env(seed=1)
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
def test_env_ends_on_an_illegal_action_and_raw_env_raises(game):
    env, raw_env, *_ = makers_of(game)
    for action in (game.actions.size, -1, 2**70):
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
    for env in (*(make_env(seed=1) for make_env in makers_of(game)[:2]), SeatEnv(game)):
        env.reset(seed=1)
        games = env.unwrapped.games
        before = games.tables.tobytes()
        for action in NO_WHOLE_NUMBERS:
            with pytest.raises(HustingsError, match=r"player_\d: an action is a whole number, not") as caught:
                env.step(action)
            assert not isinstance(caught.value, IllegalAction)
        assert games.tables.tobytes() == before
        env.step(int(games.legal[0].argmax()))
        assert games.tables.tobytes() != before, "the game goes on"


@each_game
def test_an_array_or_tensor_of_one_whole_number_is_that_action(game):
    first = int(GameBatch(game, 1, seed=1).legal[0].argmax())
    kinds = (int, np.int8, np.array, torch.tensor, lambda n: np.array([n]), lambda n: torch.tensor([n]),
             lambda n: np.array([[n]], np.uint8))  # fmt: skip
    ends = set()
    for kind in kinds:
        env, seat = makers_of(game).env(seed=1), SeatEnv(game, seat=0)
        env.reset()
        env.step(kind(first))
        ends.add(env.unwrapped.games.tables.tobytes())
        seat.reset(seed=2)
        assert "illegal_action" not in seat.step(kind(int(seat.action_masks().argmax())))[-1]
    assert len(ends) == 1


@each_game
def test_env_before_reset_says_so(game):
    one, raw = (make_env() for make_env in makers_of(game)[:2])
    parallel = makers_of(game).parallel_env()
    for env in (one, raw, parallel):
        with pytest.raises(HustingsError, match="seed"):
            env.reset(seed=-1)
    for env in (one, raw):
        for call, *given in ((env.step, 0), (env.last,), (env.observe, "player_0")):
            with pytest.raises(HustingsError, match=r"call reset\(\) first"):
                call(*given)
        for name in ("agent_selection", "rewards", "terminations", "truncations", "infos"):
            assert not hasattr(env, name)
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
        with pytest.raises(HustingsError, match=rf"^{name} does not exist before reset"):
            getattr(one, name)
    for call in (one.state, one.render, one.agent_iter):
        with pytest.raises(HustingsError, match=r"call reset\(\) first"):
            call()


@each_game
def test_a_name_that_no_agent_has_is_a_line_and_a_key_error(game):
    for make_env in (*makers_of(game)[:2], makers_of(game).parallel_env):
        env = make_env()
        env.reset(seed=1)
        last = f"player_{min(game.player_counts) - 1}"
        asks = [env.action_space, env.observation_space, *([env.observe] if hasattr(env, "observe") else [])]
        for ask in asks:
            for name in ("player_9", "x", None, 0, ["player_0"]):
                with pytest.raises(KeyError) as caught:
                    ask(name)
                said = f"no agent is called {name!r}; choose from player_0 to {last}"
                assert (type(caught.value), str(caught.value)) == (UnknownAgent, said)


@each_game
def test_when_all_are_gone_the_rest_says_so(game):
    env, raw = (make_env(seed=1) for make_env in makers_of(game)[:2])
    for one in (env, raw):
        one.reset()
        one.unwrapped.end({})
        while one.agents:
            one.step(None)
        with pytest.raises(HustingsError, match=r"last.*, and all agents are gone; call reset"):
            one.last()
        assert not one.observe("player_0")["action_mask"].any()
    env.step(0)  # as PettingZoo's own wrapper has it
    with pytest.raises(HustingsError, match=r"step.*, and all agents are gone; call reset"):
        raw.step(0)


class TimeLimit(BaseWrapper):
    """As people write it: some moves, and then everybody is truncated."""

    def __init__(self, env, moves, who=None):
        super().__init__(env)
        self.moves, self.who = moves, who

    def step(self, action):
        super().step(action)
        self.moves -= 1
        if self.moves == 0:
            self.env.truncations = dict.fromkeys(self.env.agents, False) | dict.fromkeys(
                self.who or self.env.agents, True
            )
            if self.who:
                self.env._deads_step_first()


@each_game
def test_a_truncated_agent_is_removed_as_one_whose_game_is_over(game):
    for make_env in makers_of(game)[:2]:
        env = TimeLimit(make_env(seed=1), 2)
        env.reset()
        moves, cut = 0, []
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            assert not termination
            assert truncation == (moves == 2)
            assert observation["action_mask"].any() == (not truncation)
            if truncation:
                cut.append(agent)
                with pytest.raises(HustingsError, match=rf"{agent}: its game is over; call step"):
                    env.step(0)
            moves += not truncation
            env.step(None if truncation else int(observation["action_mask"].argmax()))
        assert sorted(cut) == env.possible_agents
        assert not env.agents
        env.reset()
        assert not any(env.truncations.values())


@each_game
def test_where_one_alone_is_truncated_the_game_goes_on_until_its_turn(game):
    for who in ("player_0", "player_1"):
        for make_env in makers_of(game)[:2]:
            env = TimeLimit(make_env(seed=1), 1, [who])
            env.reset()
            went, moves = [], []
            for agent in env.agent_iter(100_000):
                observation, _, termination, truncation, _ = env.last()
                (went if termination or truncation else moves).append(agent)
                env.step(None if termination or truncation else int(observation["action_mask"].argmax()))
            assert went[0] == who
            assert sorted(went) == env.possible_agents
            assert who not in moves[1:]


@each_game
def test_a_copy_has_a_game_of_its_own_however_it_is_made(game):
    env, raw, _, _, parallel = makers_of(game)
    made = [env(seed=1), raw(seed=1), parallel(seed=1), SeatEnv(game), SeatVectorEnv(game, 2)]
    for one in made:
        one.reset(seed=3)
        for copied in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
            twin = copied(one)
            games, others = (getattr(each, "unwrapped", each).games for each in (one, twin))
            before = games.tables.tobytes()
            assert others.tables.tobytes() == before
            others.step(others.legal.argmax(axis=1))
            assert others.tables.tobytes() != before == games.tables.tobytes()
            one.reset()
            twin.reset()
            assert others.tables.tobytes() == games.tables.tobytes(), "the next deal"


@each_table
def test_a_parallel_environment_is_the_same_game(game, players):
    env, parallel_env = makers_of(game).env, makers_of(game).parallel_env
    one, other = env(players, seed=1), parallel_env(players)
    one.reset(seed=2)
    seen, infos = other.reset(seed=2)
    first, kept = infos, copy.deepcopy(infos)
    for _ in range(40):
        assert first == kept, "infos stay as they were given"
        agent = one.agent_selection
        assert {info["active_agent"] for info in infos.values()} == {agent}
        for name in one.agents:
            assert (seen[name]["observation"] == one.observe(name)["observation"]).all()
            assert seen[name]["action_mask"].any() == (name == agent)
        action = int(seen[agent]["action_mask"].argmax())
        one.step(action)
        seen, rewards, terminations, _, infos = other.step({agent: action})
        if not other.agents:
            assert (rewards, terminations) == (one.rewards, one.terminations)
            assert not any("active_agent" in info for info in infos.values())
            return


@each_game
def test_a_parallel_environment_names_what_is_missing(game):
    env = makers_of(game).parallel_env(seed=1)
    with pytest.raises(HustingsError, match=r"call reset\(\) first"):
        env.step({"player_0": 0})
    env.reset(seed=1)
    agent, before = env.aec_env.agent_selection, env.state()
    for actions in ({}, None, 3, {"nobody": 1}):
        with pytest.raises(HustingsError, match=f"{agent} is on turn but has no action; give"):
            env.step(actions)
    with pytest.raises(HustingsError, match="an action is a whole number"):
        env.step({agent: 1.5})
    assert (env.state() == before).all()
    with pytest.warns(UserWarning, match=f"{agent} loses by an illegal action"):
        rewards = env.step({agent: game.actions.size})[1]
    assert rewards == dict.fromkeys(env.possible_agents, 0.0) | {agent: -1.0}
    assert not env.agents
    assert env.step({}) == ({}, {}, {}, {}, {})


@each_end
def test_state_is_omniscient_and_scaled(game, players):
    raw, redealt = (makers_of(game).raw_env(players, seed=1) for _ in range(2))
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


def test_a_number_that_is_always_the_same_is_in_the_state_as_0():
    """As that of the players of a game for two."""
    raw = makers_of(tinygame.GAME).raw_env(3)
    fields = [field._replace(low=3) if field.name == "seats" else field for field in tinygame.TABLE]
    raw.game = replace(tinygame.GAME, table_fields=tuple(fields))
    raw.reset(seed=1)
    assert raw.state_space.contains(raw.state())


@each_game
def test_an_environment_and_its_games_are_one_game_whatever_is_done_to_these(game):
    raw = makers_of(game).raw_env(seed=1)
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
    raw = makers_of(GAMES["saludos_amigos"]).raw_env(seed=1)
    raw.reset(seed=1)
    action = int(raw.observe(raw.agent_selection)["action_mask"].argmax())
    with ThreadPoolExecutor(1) as other, raw.games.lock:
        for call in (lambda: raw.step(action), lambda: raw.observe("player_0")):
            with pytest.raises(HustingsError, match="in use by another thread"):
                other.submit(call).result()
    raw.step(action)


def test_a_game_that_could_not_be_paid_is_not_lost_by_whoever_steps_again():
    def pay(games, rows):
        asked.append(len(rows))
        return np.full((len(rows), games.num_players), np.nan if len(asked) < 3 else 0.5)

    asked: list[int] = []
    env = makers_of(GAMES["saludos_amigos"]).env(4, reward=pay)
    env.reset(seed=1)

    def play_on():
        while env.agents and not any(env.terminations.values()):
            env.step(int(env.last()[0]["action_mask"].argmax()))

    with pytest.raises(HustingsError):
        play_on()
    with pytest.raises(HustingsError):
        env.step(0)
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.5)
    assert not any("illegal_action" in info for info in env.infos.values())
