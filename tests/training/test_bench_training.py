"""What a benchmark of training measures."""

import dataclasses

from hustings.envs.core.api.factories import makers_of
from hustings.training.benchmarks import training as bench_training

from .. import tinygame
from .learning.runs import PLAYERS, SETTINGS


def test_a_benchmark_of_training_accounts_for_its_time(monkeypatch):
    monkeypatch.setattr(
        bench_training, "settings_for", lambda game, **given: dataclasses.replace(SETTINGS, **given)
    )
    figures = bench_training.training_speed(tinygame.GAME, PLAYERS, 0.05, network="flat", reward="rank")
    parts = [figures[part] for part in bench_training.PARTS]
    assert figures["decisions"] > 0
    assert min(parts) > 0
    assert 0.5 < sum(parts) <= 1


def test_the_tutorial_that_it_is_compared_with_plays_legal_moves_to_the_end():
    env = bench_training.OneLearnerEnv(makers_of(tinygame.GAME).env(PLAYERS))
    env.reset(seed=1)
    paid, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(int(env.action_masks().argmax()))
        paid = paid or reward
    assert paid
