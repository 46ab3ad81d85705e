"""Self-play: the VecEnv's contract, what the learner is paid, and who it meets."""

import numpy as np
import pytest

import tinygame
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.learning.learner import export
from hustings.training.learning.opponents import LEARNER, NetworkAgent, Pool, weights_of
from hustings.training.learning.self_play_env import SelfPlayVecEnv
from support import network

PLAYERS = 3


def weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Of a small random network for the tiny game."""
    return export(network(tinygame.GAME, PLAYERS, seed))


def pool(**shares: float) -> Pool:
    given = shares or {"random": 1.0, "latest": 1.0, "snapshots": 1.0}
    made = Pool(tinygame.GAME, given, lambda: network(tinygame.GAME, PLAYERS))
    made.set_latest(weights(0))
    made.freeze(weights(1), 1)
    return made


def vec(num_games: int = 16, seed: int = 0, shaping: float = 0.0, reward: str = "rank", staggered=False):
    games = GameBatch(tinygame.GAME, num_games, PLAYERS, reward=reward)
    return SelfPlayVecEnv(games, pool(), seed, shaping=shaping, staggered=staggered)


def choose(env: SelfPlayVecEnv, rng: np.random.Generator) -> np.ndarray:
    masks = np.stack(env.env_method("action_masks"))
    return ((1.0 - rng.random(masks.shape)) * masks).argmax(axis=1)


def test_shapes_types_and_masks_are_what_sb3_expects():
    env, rng = vec(), np.random.default_rng(0)
    assert env.has_attr("action_masks")
    assert not env.has_attr("no such thing")
    assert env.env_is_wrapped(object) == [False] * 16
    assert env.get_attr("render_mode", [1, 2]) == [None, None]
    observations = env.reset()
    for _ in range(30):
        assert observations.shape == (16, env.games.observation_size)
        assert observations.dtype == np.float32
        masks = np.stack(env.env_method("action_masks"))
        assert masks.dtype == np.bool_
        assert (masks == env.games.legal).all()
        assert masks.any(axis=1).all(), "the learner is asked without a choice"
        assert (env.games.seat == env.learner).all()
        assert (observations == env.games.observe(env.learner)).all()
        assert (np.stack(env.env_method("action_masks", indices=[3])) == masks[3:4]).all()
        observations, rewards, dones, infos = env.step(choose(env, rng))
        assert rewards.dtype == np.float32
        assert dones.dtype == np.bool_
        assert rewards.shape == dones.shape == (16,)
        assert [("terminal_observation" in info) for info in infos] == dones.tolist()


class Spy(SelfPlayVecEnv):
    """Notes every game that ends: the learner's seat and everybody's payoff, as the batch has them."""

    def _deal(self, rows):
        over = rows[self.games.over[rows]] if hasattr(self, "log") else rows[:0]
        for row in over:
            seat = int(self.learner[row])
            final = self.games.observe(seat, rows=np.array([row]))[0]
            self.log.append((int(row), self.games.payoff[row].copy(), seat, final, self._lengths[row] > 0))
        super()._deal(rows)


@pytest.mark.parametrize("reward", ["rank", "win", "margin"])
def test_the_learner_is_paid_its_own_seats_payoff_losses_included(reward):
    games = GameBatch(tinygame.GAME, 64, PLAYERS, reward=reward)
    env, rng = Spy(games, pool(), 3), np.random.default_rng(0)
    env.reset()
    totals = np.zeros(64)
    paid = []
    for _ in range(40):
        env.log = []
        _, rewards, dones, infos = env.step(choose(env, rng))
        totals += rewards
        ends = {}
        for row, *end, asked in env.log:  # the next game may end as well, before the learner is asked
            if asked:
                ends.setdefault(row, end)
        assert sorted(ends) == np.flatnonzero(dones).tolist()
        for row, (payoff, seat, final) in ends.items():
            assert totals[row] == payoff[seat]
            assert infos[row]["episode"]["r"] == payoff[seat]
            assert infos[row]["episode"]["payoff"] == payoff[seat]
            assert (infos[row]["terminal_observation"] == final).all()
            paid.append(payoff[seat])
        totals[dones] = 0
    assert min(paid) < 0 < max(paid)
    assert len(paid) > 100


def test_shaping_telescopes():
    plain, shaped = vec(32, 5, 0.0), vec(32, 5, 0.25)
    actions = np.random.default_rng(1)
    plain.reset()
    shaped.reset()
    first, sums, seen = shaped._potential.copy(), np.zeros(32), 0
    typical = float(shaped.games.box["typical_score"][0])
    for _ in range(60):
        chosen = choose(plain, actions)
        _, rewards, dones, _ = plain.step(chosen)
        finals: dict[int, float] = {}
        deal = shaped._deal

        def note(rows, deal=deal, finals=finals):
            for row in rows:
                scores, seat = shaped.games.scores[row].astype(float), shaped.learner[row]
                finals.setdefault(
                    int(row), (scores[seat] - np.delete(scores, seat).mean()) / typical if len(scores) else 0
                )
            deal(rows)

        shaped._deal = note
        _, more, also, _ = shaped.step(chosen)
        shaped._deal = deal
        assert (dones == also).all(), "shaping changed the play"
        sums += more
        for row in np.flatnonzero(dones):
            expected = rewards[row] + 0.25 * (finals[row] - first[row])
            assert sums[row] == pytest.approx(expected, abs=1e-5)
            first[row], sums[row] = shaped._potential[row], 0
            seen += 1
    assert seen > 100


def test_same_seed_same_rollout_and_another_seed_another():
    def rollout(seed):
        env, rng = vec(8, seed, 0.1), np.random.default_rng(0)
        steps = [env.reset()]
        for _ in range(25):
            observations, rewards, dones, _ = env.step(choose(env, rng))
            steps += [observations, rewards, dones]
        return [step.tobytes() for step in steps]

    assert rollout(1) == rollout(1)
    assert rollout(1) != rollout(2)


def test_a_reset_forgets_the_games_under_way():
    env = vec(600, 3)
    played = []
    for _ in range(2):
        env.seed(3)
        met = sum(member.games for member in env.pool.members)
        played.append([env.reset()])
        assert sum(member.games for member in env.pool.members) == met, "games nobody learnt from count"
        rng = np.random.default_rng(0)
        for _ in range(5):
            observations, rewards, dones, infos = env.step(choose(env, rng))
            played[-1] += [observations, rewards, dones]
            assert all(info["episode"]["l"] <= 5 for info in infos if info)
    assert all(np.array_equal(first, second) for first, second in zip(*played))


def test_every_seat_falls_to_the_learner_and_every_kind_to_the_others():
    env = vec(600)
    env.reset()
    assert np.bincount(env.learner, minlength=3).min() > 150
    assert (env.opponents[np.arange(600), env.learner] == LEARNER).all()
    assert (np.sort(env.opponents, axis=1)[:, 1:] >= 0).all()
    met = np.bincount(env.opponents[env.opponents >= 0], minlength=3)
    assert met.min() > 300


def test_going_on_from_a_saved_state_repeats_the_rollout():
    env = vec(12, 4, 0.1)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(7):
        env.step(choose(env, rng))
    state, (records, arrays) = env.state(), env.pool.state()
    other = vec(12, 99, 0.1)
    other.restore(state)
    other.pool.restore(records, arrays, weights())
    env.begin(4, 1)
    other.begin(4, 1)
    for _ in range(25):
        actions = choose(env, rng)
        for mine, his in zip(env.step(actions)[:3], other.step(actions)[:3]):
            assert np.array_equal(mine, his)


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
    played = export(agent.network)
    assert all((played[key] == array).all() for key, array in weights(7).items())
    assert any((played[key] != array).any() for key, array in weights(0).items())


def test_opponents_change_evenly_from_the_first_to_the_later():
    met = Pool(
        tinygame.GAME,
        {"random": 2.0},
        lambda: network(tinygame.GAME, PLAYERS),
        later={"latest": 1.0},
    )
    met.set_latest(weights())
    for done, expected in ((0.0, [1, 0]), (0.25, [0.75, 0.25]), (1.0, [0, 1])):
        met.done = done
        assert met.chances().tolist() == pytest.approx(expected)


def test_staggered_games_begin_all_over_the_game():
    begun = []
    for staggered in (False, True):
        env = vec(400, 3, staggered=staggered)
        env.reset()
        assert (env.games.seat == env.learner).all()
        assert ((env.opponents == LEARNER).sum(axis=1) == 1).all()
        begun.append(env.games.tables["discard"].sum(axis=1) // PLAYERS)  # rounds played
    together, spread = (np.bincount(rounds) for rounds in begun)
    assert together[0] > 300, "nearly all have a choice at once"
    assert len(spread) > 2
    assert spread.min() > 40
    states = []
    for _ in range(2):
        env = vec(50, 3, staggered=True)
        env.reset()
        states.append(env.state())
    assert all((states[0][name] == states[1][name]).all() for name in states[0])
