"""Self-play as a VecEnv: its contract, and what the learner is paid."""

import numpy as np
import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning.opponents import LEARNER
from hustings.training.learning.self_play_env import SelfPlayVecEnv

from ... import tinygame
from .runs import PLAYERS, pool, weights


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


def test_the_learners_decisions_are_counted_by_phase():
    env, rng, expected = vec(), np.random.default_rng(0), np.zeros(8, np.int64)
    env.reset()
    for _ in range(20):
        expected += np.bincount(env.games.tables["phase"], minlength=8)
        env.step(choose(env, rng))
    assert (env.asked == expected[: len(env.asked)]).all()
    assert env.asked.sum() == 20 * 16
    env.begin(0, 1)
    assert not env.asked.any()


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
                lead = scores[seat] - np.delete(scores, seat).mean()
                finals.setdefault(int(row), lead / typical)
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
