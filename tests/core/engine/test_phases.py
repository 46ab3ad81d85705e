"""Rules made of rows: who is asked what, and what passes by itself."""

from enum import IntEnum

import numpy as np
import pytest

from hustings.envs.core.engine.compile import rule
from hustings.envs.core.engine.phases import Decision, Passage, phases
from hustings.envs.core.engine.record import Field, record

TABLE = record([Field("phase", np.int8), Field("count", np.int16), Field("seat", np.int8)])


class Phase(IntEnum):
    COUNT = 0
    STOP = 1
    DOUBLE = 2
    ADD = 3


@rule
def legal_count(legal):
    legal[1] = True


@rule
def count(table, action):
    table.count += action
    table.phase = Phase.DOUBLE


@rule
def double(box, table):
    table.count = 2 * int(table.count) + box
    table.phase = Phase.ADD


@rule
def add(table):
    table.count += 1
    table.phase = Phase.COUNT if table.count < 10 else Phase.STOP


RULES = phases(
    Decision(Phase.COUNT, legal_count, count), Passage(Phase.ADD, add), Passage(Phase.DOUBLE, double)
)


def table(**values) -> np.record:
    made = np.zeros(1, TABLE)
    for name, value in values.items():
        made[name] = value
    return made[0]


def test_a_decision_is_followed_by_all_that_passes_by_itself():
    one = table()
    RULES.apply(3, one, 2)
    assert (one.count, one.phase) == (8, Phase.COUNT)  # (0 + 2) * 2 + 3 + 1
    RULES.apply(3, one, 1)
    assert (one.count, one.phase) == (22, Phase.STOP)


def test_what_is_legal_is_asked_of_the_present_phase():
    legal = np.zeros(3, np.bool_)
    RULES.legal(0, table(phase=Phase.STOP), legal)
    assert not legal.any()
    RULES.legal(0, table(phase=Phase.COUNT), legal)
    assert legal.tolist() == [False, True, False]


def test_a_phase_has_one_row():
    with pytest.raises(AssertionError, match="a phase has two rows"):
        phases(Passage(Phase.ADD, add), Decision(Phase.ADD, legal_count, count))
