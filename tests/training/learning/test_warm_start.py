"""What comes before self-play: inputs are measured, and an agent is imitated if one is to be."""

from types import SimpleNamespace

import pytest

from hustings.agents.bots import RandomAgent
from hustings.training.learning import run_state
from hustings.training.learning.networks.entity import EntityNetwork
from hustings.training.learning.process_state import Interrupt
from hustings.training.learning.run_state import RunState

from .runs import EXPERT, go, new_run


@pytest.mark.parametrize(("algorithm", "factors"), [({}, [2.0]), (EXPERT, [])], ids=["ppo", "expert"])
def test_only_ppo_sharpens_what_was_imitated(tmp_path, monkeypatch, algorithm, factors):
    found = []
    monkeypatch.setattr(EntityNetwork, "scale_logits", lambda self, factor: found.append(factor))
    go(tmp_path / "run", **{"imitate": "random", "sharpness": 2.0, **algorithm, "steps": 128})
    assert found == factors


def test_a_run_may_begin_with_imitation_of_a_search(tmp_path):
    search = {"imitate": "search:iterations=6,playouts=random", "imitate_share": 0.1}
    assert go(tmp_path, **EXPERT | {"targets": "means", "steps": 128}, **search).steps >= 128


def test_a_wave_that_does_not_end_in_its_share_of_the_time_is_left(tmp_path, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(run_state, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    act = RandomAgent.act

    def slowly(agent, games, rows):
        clock[0] += 1.0
        return act(agent, games, rows)

    monkeypatch.setattr(RandomAgent, "act", slowly)
    waves, ends = [], []
    for seconds in (12, 100):
        run = new_run(tmp_path, steps=None, minutes=seconds / 60, imitate="random", imitate_share=0.5)
        clock[0] = 0.0
        run.state = run.warm_start._state = RunState(run.settings)
        run.warm_start.run(Interrupt(), run.reporter, lambda: None, lambda: True)
        waves.append(run.state.waves)
        ends.append(run.state.seconds)
    assert waves[0] <= 1 < waves[1]
    assert ends[0] <= 12
    assert ends[1] <= 50
