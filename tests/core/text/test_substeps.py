"""A step told once more, bit by bit."""

from types import SimpleNamespace

import numpy as np

from hustings.envs.core.text.substeps import substeps

ASKED, OVER, COUNTING = 0, 1, 2


def legal(_, table, mask):
    """One may add 1 or 2, but from 3 on only 1."""
    mask[1] = True
    mask[2] = table.total < 3


def act(_, table, action):
    table.total += action
    table.phase = COUNTING


def advance(_, table):
    table.counted += 1
    table.phase = OVER if table.total >= 5 else ASKED


def apply(box, table, action):
    act(box, table, action)
    while table.phase > OVER:
        advance(box, table)


RULES = SimpleNamespace(legal=legal, act=act, advance=advance, apply=apply)


def table(total: int, counted: int, phase: int = ASKED) -> np.record:
    fields = np.dtype((np.record, [("total", "i1"), ("counted", "i1"), ("phase", "i1")]))
    return np.array([(total, counted, phase)], fields)[0]


def told(before, action, after) -> list[tuple]:
    steps = substeps(RULES, OVER, 3, None, before, action, after)
    return [(int(old.total), int(new.total), int(new.counted), action) for old, new, action in steps]


def test_an_action_and_what_follows():
    assert told(table(0, 0), 2, table(2, 1)) == [(0, 2, 0, 2), (2, 2, 1, None)]


def test_forced_actions_are_told_too():
    steps = told(table(2, 4), 2, table(5, 6, OVER))
    assert steps == [(2, 4, 4, 2), (4, 4, 5, None), (4, 5, 5, 1), (5, 5, 6, None)]


def test_the_tables_given_stay_as_they_are():
    before, after = table(0, 0), table(1, 1)
    told(before, 1, after)
    assert (before, after) == (table(0, 0), table(1, 1))
