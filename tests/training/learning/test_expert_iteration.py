"""Expert iteration."""

import numpy as np
import pytest
import torch

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning.algorithms import expert_iteration
from hustings.training.learning.imitation import Lessons, lessons
from hustings.training.learning.networks import MASKED_LOGIT
from hustings.training.learning.run import Run

from ... import tinygame
from .runs import EXPERT, PLAYERS, go, new_run, saved


def agreement(policy, games, teacher) -> float:
    """The share of a teacher's decisions that are the policy's."""
    taught = lessons(games, teacher, np.random.default_rng(1))
    with torch.no_grad():
        legal = torch.from_numpy(taught.masks)
        logits, _ = policy.policy_and_values(torch.from_numpy(taught.observations), legal)
    chosen = logits.masked_fill(~legal, MASKED_LOGIT).argmax(dim=1).numpy()
    return float((chosen == taught.actions)[taught.masks.sum(axis=1) > 1].mean())


@pytest.mark.slow
def test_expert_iteration_learns_what_its_search_does(tmp_path, monkeypatch):
    games = GameBatch(tinygame.GAME, 64, PLAYERS, seed=2)
    search = make("search:iterations=40,playouts=random,trust=0", tinygame.GAME)
    before = agreement(new_run(tmp_path / "none").network, games, search)
    ended = []
    monkeypatch.setattr(Run, "finish", lambda self, *_: ended.append(self))
    settings = {"search": "iterations=40,playouts=random,trust=0", "steps": 6000, "evaluate_seconds": 60}
    go(tmp_path / "run", **EXPERT | settings)
    assert agreement(ended[0].network, games, search) > before + 0.04


def test_a_wave_in_which_the_search_is_never_on_turn_teaches_nothing(tmp_path, monkeypatch):
    run = new_run(tmp_path, **EXPERT)
    none = lambda *given, **more: Lessons(*(array[:0] for array in lessons(*given, **more)))  # noqa: E731
    monkeypatch.setattr(expert_iteration, "lessons", none)
    assert run.algorithm.update(0, 0.0, np.random.default_rng(0)) == (0, {})
    assert all(np.isfinite(array).all() for array in run.network.weights().values())


@pytest.mark.parametrize(("seats", "most"), [("one", 3), ("all", 0)])
def test_snapshots_that_are_replaced_are_gone_after_a_wave(tmp_path, seats, most):
    guided = {"search": EXPERT["search"] + ",temperature=2,breadth=3"}  # settings of a guide
    given = {"search_seats": seats, "steps": 1000, "opponents": {"snapshots": 1.0}}
    go(tmp_path / "run", **EXPERT | given | guided)
    states = [state for state, _ in saved(tmp_path / "run")]
    assert states[-1]["rollouts"] > 4, "more than there is room for"
    assert all(len(state["members"]) <= most for state in states), "two, and one that is leaving"
