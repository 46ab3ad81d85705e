"""Reward functions of one's own: when they are asked, what they may ask, and what they may refer to."""

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from hustings.envs import GAMES, HustingsError
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import makers_of

GAME = GAMES["saludos_amigos"]


def finished(reward, number: int = 2) -> GameBatch:
    """Games that are over, played with the first legal actions."""
    games = GameBatch(GAME, number, 4, seed=1, reward=reward)
    while not games.over.all():
        games.step(games.legal.argmax(axis=1))
    return games


def test_a_reward_function_may_ask_for_scores_and_the_usual_payoffs():
    games = finished(lambda games, rows: games.results(rows=rows)[0] + games.payoff[rows])
    ranked = finished("rank")
    assert (games.payoff == ranked.scores + ranked.payoff).all()
    assert games.reward is not ranked.reward  # it is asked again the next time
    assert games.state(0).returns() == games.payoff[0].tolist()


@pytest.mark.parametrize(("paid", "words"), [
    *((np.full((2, 4), number), " must return finite numbers") for number in (np.nan, np.inf, 1e39, -1e39)),
    ([[1.0], [1.0, 2.0]], ", what it returned: its rows differ in length"),
])  # fmt: skip
def test_payoffs_are_an_array_of_finite_numbers_of_32_bits(paid, words):
    games = finished(lambda games, rows: paid)
    with pytest.raises(HustingsError, match=f"reward: <lambda>{words}"):
        _ = games.payoff


def test_another_reward_reaches_the_state_in_the_batchs_memory():
    games = finished("rank", 1)
    assert games.lend().returns() == games.payoff[0].tolist()
    games.reward = "margin"
    assert games.lend().returns() == games.payoff[0].tolist() == games.state(0).returns()
    assert games.lend() is games.lend()


def test_an_environment_that_pays_by_a_method_of_its_owner_is_collected():
    class Owner:
        def pay(self, games, rows):
            return np.zeros((len(rows), 4))

    owner: Any = Owner()
    owner.env = makers_of(GAME).raw_env(4, seed=1, reward=owner.pay)
    owner.env.reset()
    owner.env.step(int(owner.env.last()[0]["action_mask"].argmax()))
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_while_a_reward_runs_no_other_thread_is_paid_by_rank():
    def pay(games, rows):
        with ThreadPoolExecutor(1) as other:
            for use in (lambda: games.payoff, games.reset):
                with pytest.raises(HustingsError, match="in use by another thread"):
                    other.submit(use).result()
        return np.full((len(rows), games.num_players), 7)

    assert (finished(pay).payoff == 7).all()
