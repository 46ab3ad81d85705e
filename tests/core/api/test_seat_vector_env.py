"""Gymnasium's vectorised form of every game: row for row what single environments do, and its contract."""

from collections import Counter

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from hustings.agents import make
from hustings.envs import GAMES, HustingsError, SeatEnv, SeatVectorEnv
from hustings.envs.core.api.opponents import AT_RANDOM, LEARNER
from hustings.envs.core.api.threads import MIN_ROWS_PER_THREAD
from hustings.envs.core.engine.loops import play_at_random

from ... import pig, tinygame
from ...support import bots, each_game, each_grown_game, label


def choose(infos, rng, slips=0.0):
    """Legal actions, for rows without any as well; now and then one that is illegal."""
    masks = infos["action_mask"].astype(bool)
    actions = ((1 - rng.random(masks.shape)) * masks).argmax(axis=1)
    slip = rng.random(len(actions)) < slips
    actions[slip] = rng.integers(-2, masks.shape[1] + 2, slip.sum())
    return actions


def assert_same(one, other):
    """Two trees of infos are the same, but for the number of the game in words."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif one.dtype == object:
        for mine, his in zip(one, other, strict=True):
            if isinstance(mine, str):
                assert mine.partition(",")[2] == his.partition(",")[2] != ""
            else:
                assert np.array_equal(mine, his)
    else:
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def opponents_of(game, kind):
    if kind == "list":
        return [None] * (max(game.player_counts) - 1)
    bot = "greedy" if "greedy" in bots(game) else "random"
    return {"random": None, "bot": bot, "pool": {bot: 1, "random": 2}}[kind]


@each_game
@pytest.mark.parametrize(("kind", "mode"), [
    ("random", AutoresetMode.NEXT_STEP), ("random", AutoresetMode.SAME_STEP),
    ("bot", AutoresetMode.NEXT_STEP), ("pool", AutoresetMode.SAME_STEP), ("list", AutoresetMode.NEXT_STEP),
])  # fmt: skip
def test_rows_are_single_environments(game, kind, mode):
    players, slips = max(game.player_counts), 0.02 if kind == "random" else 0.0
    given = {"num_players": players, "opponents": opponents_of(game, kind), "reward": "margin"}
    one = SyncVectorEnv([lambda: SeatEnv(game, **given)] * 5, autoreset_mode=mode)
    many = SeatVectorEnv(game, 5, autoreset_mode=mode, **given)
    assert many.metadata["autoreset_mode"] == mode
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(one, space) == getattr(many, space)
    rng, ended = np.random.default_rng(1), 0
    for seed in (7, None, [9, 8, 7, 6, 2**64 - 1], [None, 3, None, 4, 5]):
        seen, infos = one.reset(seed=seed)
        also, told = many.reset(seed=seed)
        assert np.array_equal(seen, also)
        assert_same(infos, told)
        for _ in range(80 if seed == 7 else 12):
            actions = choose(infos, rng, slips)
            *seen, infos = one.step(actions)
            *also, told = many.step(actions)
            for mine, his in zip(seen, also, strict=True):
                assert mine.dtype == his.dtype
                assert np.array_equal(mine, his)
            assert_same(infos, told)
            ended += seen[2].sum()
    assert ended > 3 or not (slips or game is tinygame.GAME)


def test_a_whole_number_of_numpy_seeds_as_pythons_does():
    env = SeatVectorEnv(tinygame.GAME, 3)
    drawn = []
    for seed in (5, np.int64(5), np.uint64(5)):
        env.reset(seed=seed)
        drawn.append(int(env.np_random.integers(2**60)))
    assert len(set(drawn)) == 1


class Listening:
    """Plays the first legal action, and keeps what it is told before each."""

    name = "listening"

    def __init__(self, listens):
        self.listens, self.read = listens, []

    def act(self, games, rows):
        if self.listens:
            self.read += [games.news(row) for row in rows.tolist()]
        return games.masks(rows=rows).argmax(axis=1)


@pytest.mark.parametrize("game", GAMES.values(), ids=label)
def test_an_opponent_that_listens_hears_of_all_seats_and_changes_no_game(game):
    others = [None] * (max(game.player_counts) - 2)

    def played(agent):
        env = SeatVectorEnv(game, 3, num_players=max(game.player_counts), opponents=[agent, *others])
        infos, rng, seen = env.reset(seed=4)[1], np.random.default_rng(1), []
        for _ in range(12):
            observations, _, _, _, infos = env.step(choose(infos, rng))
            seen.append(observations)
        return np.array(seen)

    deaf, hears = Listening(False), Listening(True)
    assert (played(deaf) == played(hears)).all()
    assert hears.read
    assert not [lines for lines in hears.read if "What happened before was not recorded." in lines]
    assert sum(map(len, hears.read)) > len(hears.read)


@each_game
def test_masks_are_those_of_the_learner_and_every_reward_its_own(game):
    env = SeatVectorEnv(game, 60, autoreset_mode="SameStep", reward="win")
    _, infos = env.reset(seed=1)
    rng, paid = np.random.default_rng(2), []
    while len(paid) < 60:
        assert np.array_equal(infos["action_mask"].astype(bool), env.action_masks())
        assert np.array_equal(env.action_masks(), env.games.legal)
        assert (env.games.seat == env.learner).all()
        assert infos["action_mask"].any(axis=1).all()
        sampled = env.action_space.sample(tuple(infos["action_mask"]))
        assert env.games.legal[np.arange(60), sampled].all()
        seen, rewards, ended, cut, infos = env.step(choose(infos, rng))
        assert env.observation_space.contains(seen)
        assert not rewards[~ended].any()
        assert not cut.any()
        paid += rewards[ended].tolist()
        assert infos.get("_final_obs", np.zeros(60, bool)).tolist() == ended.tolist()
    winners = np.mean([reward > 0 for reward in paid])
    assert 0 < winners < 0.7, "one among equals wins about its share"


@each_game
@pytest.mark.parametrize("mode", AutoresetMode)
def test_episodes_are_cut_as_gymnasiums_time_limit_cuts_them(game, mode):
    limit = 1 if game is pig.GAME else 3
    one = SyncVectorEnv([lambda: TimeLimit(SeatEnv(game), limit)] * 4, autoreset_mode=mode)
    many = SeatVectorEnv(game, 4, autoreset_mode=mode, max_episode_steps=limit)
    _, infos = one.reset(seed=3)
    many.reset(seed=3)
    rng, cut = np.random.default_rng(2), 0
    for _ in range(30):
        actions = choose(infos, rng, 0.05)
        *seen, infos = one.step(actions)
        *also, told = many.step(actions)
        assert all(np.array_equal(mine, his) for mine, his in zip(seen, also, strict=True))
        assert_same(infos, told)
        cut += seen[3].sum()
        ended = seen[2] | seen[3]
        if mode == AutoresetMode.DISABLED and ended.any():
            with pytest.raises(HustingsError, match=rf"game {ended.argmax()} is over; .*\| trunc"):
                many.step(actions)
            options = {"reset_mask": ended}
            seen, infos = one.reset(options=dict(options))
            also, told = many.reset(options=options)
            assert np.array_equal(seen, also)
            assert np.array_equal(infos["_action_mask"], told["_action_mask"])
            assert np.array_equal(infos["action_mask"][ended], told["action_mask"][ended])
            assert np.array_equal(told["action_mask"], many.action_masks()), "also in rows that go on"
            infos = {"action_mask": many.action_masks()}
    assert cut > 4


@each_game
def test_rows_are_asked_as_in_gymnasiums_vectors_of_environments(game):
    given = {"num_players": max(game.player_counts), "render_mode": "ansi"}
    one = SyncVectorEnv([lambda: SeatEnv(game, **given)] * 3, autoreset_mode="SameStep")
    many = SeatVectorEnv(game, 3, autoreset_mode="SameStep", **given)
    assert many.autoreset_mode is one.autoreset_mode is many.metadata["autoreset_mode"]
    for envs in (one, many):
        envs.reset(seed=4)
        envs.set_attr("label", ["a", "b", "c"])
        envs.set_attr("round", 7)
    for name in ("seat", "render", "render_mode", "observation_space", "action_space", "label", "round"):
        assert one.get_attr(name) == many.get_attr(name) == many.call(name), name
    assert np.array_equal(one.call("action_masks"), many.call("action_masks"))
    assert many.render() == tuple(many.games.board(row, int(many.learner[row])) for row in range(3))
    assert SeatVectorEnv(game, 2).render() is None
    assert len(many.call("spec")) == len(many.call("metadata")) == 3
    for name in ("nothing", "_keys", "reset"):
        with pytest.raises(AttributeError, match=rf"^no row has '{name}'; choose from action_masks, .*label"):
            many.get_attr(name)
    SeatVectorEnv(game, 2, max_episode_steps=np.int64(-1))  # no limit
    wrong = [
        (lambda: many.set_attr("label", [1, 2]), "set_attr: 3 rows, but 2 values; give one for each"),
        (lambda: many.set_attr("seat", 1), "set_attr: seat belongs to the whole environment; give it when"),
        (lambda: many.set_attr("games", None), "set_attr: games belongs to the whole environment"),
        (lambda: many.call("render", 1), "call: 'render' takes no arguments"),
        (lambda: SeatVectorEnv(game, 2, render_mode="ansi").render(), r"call reset\(\) before render"),
        (lambda: SeatVectorEnv(game, 2, max_episode_steps=0), "max_episode_steps: 0 is not a whole number"),
        (lambda: SeatVectorEnv(game, 2, max_episode_steps="all"), "max_episode_steps: 'all' is not a whole"),
    ]
    for call, message in wrong:
        with pytest.raises(HustingsError, match=message):
            call()


@pytest.mark.parametrize("mode", AutoresetMode)
def test_torchrl_plays_it_as_it_plays_gymnasiums_own(mode):
    from torchrl.envs import GymWrapper

    def roll(envs):
        env = GymWrapper(envs, categorical_action_encoding=True)
        env.set_seed(0)
        torch.manual_seed(0)  # only now, since the wrapper tries some steps
        steps = env.rollout(30, break_when_any_done=False)
        return steps["observation"], steps["next", "reward"], steps["next", "done"]

    own = SeatVectorEnv(tinygame.GAME, 3, 3, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: SeatEnv(tinygame.GAME, 3)] * 3, autoreset_mode=mode)
    if mode == AutoresetMode.NEXT_STEP:  # which TorchRL does not take
        for envs in (own, theirs):
            with pytest.raises(RuntimeError, match="autoreset_mode"):
                roll(envs)
        return
    mine = roll(own)
    assert all((one == other).all() for one, other in zip(mine, roll(theirs), strict=True))
    assert mine[2].any()


@each_game
def test_neither_threads_nor_other_rows_nor_a_buffer_change_a_byte(game):
    size = 2 * MIN_ROWS_PER_THREAD + 5
    envs = [SeatVectorEnv(game, size, threads=threads, copy=threads == 1) for threads in (1, 3)]
    few = SeatVectorEnv(game, 3)
    plays = [env.reset(seed=5) for env in (*envs, few)]
    rng = np.random.default_rng(0)
    for _ in range(12):
        assert plays[0][0].tobytes() == plays[1][0].tobytes()
        assert plays[0][0][:3].tobytes() == plays[2][0].tobytes()
        actions = choose(plays[0][-1], rng)
        plays = [env.step(actions[: env.num_envs]) for env in (*envs, few)]
    assert envs[0].games.tables.tobytes() == envs[1].games.tables.tobytes()
    assert plays[1][0] is envs[1].step(choose(plays[1][-1], rng))[0]
    assert plays[0][0] is not envs[0].step(choose(plays[0][-1], rng))[0]


def test_opponents_sit_where_they_are_put():
    game = GAMES["saludos_amigos"]
    bots = [make("greedy", game), None, "amigo"]
    env = SeatVectorEnv(game, 40, 4, opponents=bots)
    env.reset(seed=1)
    assert len(set(env.learner.tolist())) == 4
    clockwise = (env.learner[:, None] + np.arange(4)) % 4
    seated = np.take_along_axis(env.opponents, clockwise, axis=1)
    assert (seated == [LEARNER, 0, AT_RANDOM, 2]).all()
    assert env._others.members[0] is bots[0]
    assert env._others.members[2].name == "amigo"
    fixed = SeatVectorEnv(game, 40, 4, seat=2)
    fixed.reset(seed=1)
    assert (fixed.learner == 2).all()


def test_a_pool_is_drawn_by_its_shares_anew_for_every_game():
    game = GAMES["saludos_amigos"]
    env = SeatVectorEnv(game, 3000, 4, opponents={"greedy": 3, "amigo": 0, "random": 1, "gambler": 0})
    env.reset(seed=1)
    first = env.opponents.copy()
    others = first[first != LEARNER]
    assert len(others) == 9000
    assert (others == 0).mean() == pytest.approx(0.75, abs=0.02)
    assert (others == AT_RANDOM).mean() == pytest.approx(0.25, abs=0.02)
    env.reset()
    assert (env.opponents != first).mean() > 0.2
    huge = SeatVectorEnv(game, 300, 4, opponents={"greedy": 1e308, "random": 1e308})
    huge.reset(seed=1)
    assert (huge.opponents == 0).sum() == pytest.approx(450, abs=60)


def test_random_play_is_uniform():
    env = SeatVectorEnv(tinygame.GAME, 4000, 3)
    env.reset(seed=11)
    env.games.reset(seeds=[5] * 4000)
    before, legal = env.games.tables[0].copy(), env.games.legal[0]
    everybody = np.ones((4000, 3), bool)
    everybody[:, [seat for seat in range(3) if seat != int(before["seat"])]] = False
    env.games.play_by(play_at_random(tinygame.GAME), np.arange(4000), everybody, env._states)
    ways = Counter(
        env.games.tables.tobytes()[i * before.nbytes : (i + 1) * before.nbytes] for i in range(4000)
    )
    assert len(ways) == legal.sum() > 1
    expected = 4000 / len(ways)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in ways.values())


@each_grown_game
def test_registered_for_make_vec_and_gymnasiums_wrappers(game):
    name = f"hustings/{game.name.title().replace('_', '')}-v{game.version}"
    given = {"num_envs": 3, "num_players": game.max_players, "opponents": "greedy"}
    envs = gymnasium.make_vec(name, **given)
    assert isinstance(envs, SeatVectorEnv)
    assert name in repr(envs)
    assert envs.spec.kwargs["opponents"] == "greedy"
    sync = gymnasium.make_vec(name, vectorization_mode="sync", **given)
    assert np.array_equal(envs.reset(seed=1)[0], sync.reset(seed=1)[0])
    for how in (None, "sync"):
        cut = gymnasium.make_vec(name, vectorization_mode=how, max_episode_steps=2, **given)
        cut.reset(seed=1)
        cut.step(np.stack(cut.call("action_masks")).argmax(axis=1))
        assert cut.step(np.stack(cut.call("action_masks")).argmax(axis=1))[3].all()
    counted = RecordEpisodeStatistics(envs)
    _, infos = counted.reset(seed=1)
    rng = np.random.default_rng(0)
    while "episode" not in infos:
        *_, infos = counted.step(choose(infos, rng))
    over = infos["_episode"]
    assert (np.abs(infos["episode"]["r"][over]) <= 1).all()
    assert (infos["episode"]["l"][over] > 1).all()


@each_game
def test_wrong_arguments_are_named_and_cost_nothing(game):
    env = SeatVectorEnv(game, 3)
    assert env.action_masks().all(), "nothing is dealt"
    with pytest.raises(HustingsError, match=r"call reset\(\) before step"):
        env.step([0, 0, 0])
    with pytest.raises(HustingsError, match="no game has been dealt yet"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    env.reset(seed=1)
    before = env.games.tables.tobytes()
    others = f"{min(game.player_counts) - 1} other seats"
    wrong = [
        (lambda: SeatVectorEnv(game, 0), "num_envs: 0 is not a whole number above 0"),
        (lambda: SeatVectorEnv(game, 10**15), "1000000000000000 games do not fit into the memory"),
        (lambda: SeatVectorEnv(game, 2, opponents="nobody"), "unknown agent 'nobody'; choose from"),
        (lambda: SeatVectorEnv(game, 2, opponents=[None] * 9), f"opponents: {others}, but 9 agents"),
        (lambda: SeatVectorEnv(game, 2, opponents=5), "opponents: each needs a method act"),
        (lambda: SeatVectorEnv(game, 2, opponents={}), "opponents: a pool needs shares"),
        (lambda: SeatVectorEnv(game, 2, opponents={"random": "much"}), "opponents: a pool needs shares"),
        (lambda: SeatVectorEnv(game, 2, autoreset_mode="Never"), "autoreset_mode: 'Never' is not one of"),
        (lambda: SeatVectorEnv(game, 2, render_mode="human"), "render_mode: 'human' is not one of"),
        (lambda: env.reset(seed=-1), "seed: -1 is not"),
        (lambda: env.reset(seed=[1, 2]), "seed: 3 games, but 2 seeds"),
        (lambda: env.reset(options=[1]), "options: needs a dict, as in"),
        (lambda: env.reset(options={"reset_mask": [True] * 3}), r"reset_mask: needs a \(3,\) bool array"),
        (lambda: env.reset(options={"reset_mask": np.zeros(3, bool)}), "reset_mask: needs a True"),
        (lambda: env.step([0]), r"actions: needs shape \(3,\)"),
        (lambda: env.step([0.0, 1.0, 2.0]), "actions: needs whole numbers"),
    ]  # fmt: skip
    for call, message in wrong:
        with pytest.raises(HustingsError, match=message):
            call()
    assert env.games.tables.tobytes() == before
